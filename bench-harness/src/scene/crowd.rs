//! People on a square, seen from above.

use super::drift::{Domain, Drift};
use super::motion::{Movement, Scene};
use super::placement::{between, generator, point_between};
use super::{Build, SceneKind, unknown_pairs};
use crate::boxes::{Balls, Shapes, columns};

pub(super) const CROWD: SceneKind = SceneKind {
    name: "crowd",
    summary: "discs the size of people, 2 per square meter",
    build: Build::Two(crowd),
    exact: unknown_pairs,
};

/// Smallest radius, in meters.
const RADIUS_MIN: f32 = 0.2;
/// Largest radius, in meters.
const RADIUS_MAX: f32 = 0.3;
/// Discs per square meter.
const DENSITY: f64 = 2.0;
/// Largest displacement on one axis in meters per frame: 1.2 m/s at 60 frames
/// per second.
const SPEED: f32 = 0.02;

/// `n` discs with radii U(0.2, 0.3) and centers uniform in a square from 0 to
/// `sqrt(n / 2)`, in meters. The bounding squares of one million discs touch in
/// 1.00 million pairs.
fn crowd(n: u32, seed: u64) -> Scene<2> {
    let side = (f64::from(n) / DENSITY).sqrt() as f32;
    let mut rng = generator(seed);
    let mut balls = Balls::with_capacity(n as usize);
    let mut velocity = columns(n as usize);
    for _ in 0..n {
        let center = point_between(&mut rng, [0.0; 2], [side; 2]);
        let radius = between(&mut rng, RADIUS_MIN, RADIUS_MAX);
        balls.push(center, radius);
        for column in &mut velocity {
            column.push(between(&mut rng, -SPEED, SPEED));
        }
    }
    let domain = Domain { min: [-RADIUS_MAX; 2], max: [side + RADIUS_MAX; 2] };
    let movement = Movement::Drift(Drift { velocity, domain });
    Scene { name: CROWD.name, shapes: Shapes::Balls(balls), movement }
}
