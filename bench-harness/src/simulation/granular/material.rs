//! The force between two grains that touch.
//!
//! A linear spring with a dashpot along the normal, and the same across it, which slides at the
//! limit of Coulomb: Cundall and Strack, "A discrete numerical model for granular assemblies",
//! Géotechnique 29 (1979). Units are those of Silbert et al., "Granular flow down an inclined
//! plane", Phys. Rev. E 64, 051302 (2001): the diameter and the mass of a grain and gravity are 1,
//! so time is in roots of a diameter over gravity.

use std::f64::consts::PI;

use crate::simulation::{
    coupling::Touch,
    vector::{cross, dot, length, plus},
};

/// Radius of a grain.
pub(super) const RADIUS: f64 = 0.5;

/// Moment of inertia of a solid sphere of mass 1.
pub(super) const INERTIA: f64 = 0.4 * RADIUS * RADIUS;

/// What grains are made of.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    /// Of the spring along the normal, in weights of a grain per diameter. Silbert et al. have
    /// 200,000; the softer it is the longer a step may be, and the more grains overlap.
    pub stiffness: f64,
    /// Share of the velocity that two grains part with after they meet head on, in (0, 1]. Glass
    /// has 0.9; less of it brings a bed to rest sooner.
    pub restitution: f64,
    /// Of Coulomb, both at rest and sliding; glass has 0.3 to 0.5.
    pub friction: f64,
}

/// Stiffness across the normal over that along it, as Silbert et al. have it.
const SHEAR: f64 = 2.0 / 7.0;

/// Steps in the time that two grains touch when they meet.
const STEPS_PER_COLLISION: f64 = 12.0;

impl Material {
    /// The default: beads that overlap by some thousandths of a diameter below a dozen layers.
    pub const BEADS: Self = Self { stiffness: 1e4, restitution: 0.7, friction: 0.5 };

    /// Damping over its critical value.
    fn damping(&self) -> f64 {
        let log = self.restitution.ln();
        -log / PI.hypot(log)
    }

    /// How long two grains touch that meet head on.
    #[must_use]
    pub fn collision_time(&self) -> f64 {
        let reduced = 0.5;
        PI * (reduced / self.stiffness).sqrt() / (1.0 - self.damping().powi(2)).sqrt()
    }

    /// A step that is short against it.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.collision_time() / STEPS_PER_COLLISION
    }
}

/// What the contact of two shapes A and B does, and remembers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Push {
    /// Force on B; on A it is the opposite.
    pub(super) force: [f64; 3],
    /// Torque on either of them.
    pub(super) torque: [f64; 3],
    /// How far the spring across the normal is drawn.
    pub(super) spring: [f64; 3],
}

/// How B moves as seen from A, where they touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip {
    pub(super) velocity: [f64; 3],
    /// The mass that takes part: of two grains half of that of one.
    pub(super) reduced_mass: f64,
}

impl Material {
    /// The push of a contact whose spring was drawn so far a step before.
    pub(super) fn push(&self, touch: &Touch<3>, slip: &Slip, spring: [f64; 3], step: f64) -> Push {
        let normal = touch.normal;
        let parting = dot(slip.velocity, normal);
        let sliding = plus(slip.velocity, -parting, normal);
        let dashpot = 2.0 * self.damping() * (self.stiffness * slip.reduced_mass).sqrt();
        let press = -self.stiffness * touch.distance - dashpot * parting;
        let spring = plus(across(spring, normal), step, sliding);
        let (shear, spring) = self.shear(spring, sliding, press, SHEAR.sqrt() * dashpot);
        let force = plus(shear, press, normal);
        // The same for both: the arms are opposite, and so are the forces.
        let torque = cross(normal, shear).map(|x| -RADIUS * x);
        Push { force, torque, spring }
    }

    /// The force of a spring and a dashpot across the normal, no larger than friction, and the
    /// spring, no farther drawn than it holds.
    fn shear(
        &self,
        spring: [f64; 3],
        sliding: [f64; 3],
        press: f64,
        dashpot: f64,
    ) -> ([f64; 3], [f64; 3]) {
        let stiffness = SHEAR * self.stiffness;
        let shear = plus(spring.map(|x| -stiffness * x), -dashpot, sliding);
        let (most, needed) = (self.friction * press.max(0.0), length(shear));
        if needed <= most {
            return (shear, spring);
        }
        let shear = shear.map(|x| x * most / needed);
        (shear, shear.map(|x| -x / stiffness))
    }
}

/// The part of a vector across the normal, which may have turned since.
fn across(vector: [f64; 3], normal: [f64; 3]) -> [f64; 3] {
    plus(vector, -dot(vector, normal), normal)
}
