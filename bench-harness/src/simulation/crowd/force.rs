//! The social force model with the parameters of Helbing, Farkas and Vicsek, "Simulating dynamical
//! features of escape panic", Nature 407 (2000), which gives bodies to the model of Helbing and
//! Molnár, Phys. Rev. E 51 (1995).

use crate::simulation::{
    coupling::Touch,
    vector::{dot, plus},
};

/// Kilograms of a person.
pub(super) const MASS: f64 = 80.0;

/// Seconds in which people come to the velocity that they want.
pub(super) const RELAXATION: f64 = 0.5;

/// Meters from the middle of a person to the shoulder: diameters of 0.5 to 0.7 m, uniform.
pub(super) const RADII: [f64; 2] = [0.25, 0.35];

/// Mean and deviation of the speed that people want, in m/s, and its limits: U. Weidmann,
/// "Transporttechnik der Fußgänger", ETH Zürich (1993).
pub(super) const SPEED: [f64; 2] = [1.34, 0.26];
pub(super) const SPEEDS: [f64; 2] = [0.6, 2.0];

/// Newtons at the touch of two bodies, and meters in which that falls to a part of e: how people
/// keep a distance.
const REPULSION: f64 = 2000.0;
const REACH: f64 = 0.08;

/// Of bodies that touch: newtons per meter of overlap, and per meter and speed of sliding.
const STIFFNESS: f64 = 1.2e5;
const SLIDING: f64 = 2.4e5;

/// Meters between bodies from which on they do not matter to each other: there the repulsion is 4
/// N, a fiftieth of what drives a person. Shapes of the engine are larger than bodies by half of
/// it, so that those that are nearer touch.
pub(super) const RANGE: f64 = 0.5;

/// Seconds of a step, which is a twentieth of the period of two bodies on their spring.
pub(super) const STEP: f64 = 0.005;

/// Meters of free space between the bodies of two shapes that touch; negative where they overlap.
pub(super) fn gap(touch: &Touch<2>) -> f64 {
    touch.distance + RANGE
}

/// The force on B, of a velocity against A; that on A is the opposite.
pub(super) fn force(touch: &Touch<2>, velocity: [f64; 2]) -> [f64; 2] {
    let (gap, normal) = (gap(touch), touch.normal);
    let overlap = (-gap).max(0.0);
    let press = REPULSION * (-gap / REACH).exp() + STIFFNESS * overlap;
    let along = [-normal[1], normal[0]];
    let slide = -SLIDING * overlap * dot(velocity, along);
    plus(normal.map(|x| press * x), slide, along)
}
