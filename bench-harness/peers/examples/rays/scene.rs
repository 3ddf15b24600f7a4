//! The shapes, and the rays at them.

use clap::ValueEnum;
use jostle::{
    Shape,
    geometry::ray::Ray,
    shape::{Ball, Capsule, OrientedBox, Rotation},
};
use jostle_bench::{
    boxes,
    queries::{self, Asked, Batch},
    runner::Error,
    scene::{SceneShapes, by_name},
};

/// The kind of all shapes of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Balls
    Ball,
    /// Boxes along the axes
    Aligned,
    /// Boxes that are turned
    Turned,
    /// Capsules
    Capsule,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ball => "balls",
            Self::Aligned => "boxes",
            Self::Turned => "turned boxes",
            Self::Capsule => "capsules",
        }
    }
}

/// What scene to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) kind: Kind,
    pub(crate) shapes: u32,
    /// What the sizes of shapes are multiplied by.
    pub(crate) size: f32,
    pub(crate) rays: usize,
    pub(crate) seed: u64,
}

/// Shapes in the boxes of the scene `uniform`, but for turned boxes, which are as large; and rays
/// from within the scene, as `jostle-bench queries` has them.
pub(crate) fn make(request: &Request) -> Result<(Vec<Shape<3>>, Vec<Ray<3>>), Error> {
    let Request { kind, shapes, size, rays, seed } = *request;
    let SceneShapes::Three(scene) = by_name("uniform")?.build(shapes, seed)? else {
        unreachable!("the scene is in space");
    };
    let boxes = &scene.shapes;
    let rays_from = |count, seed| {
        let asked = Asked { kind: queries::Kind::Ray, count, k: 0, radius: f32::INFINITY, seed };
        match queries::make(boxes, &asked) {
            Batch::Rays(rays) => rays,
            _ => unreachable!("rays are asked for"),
        }
    };
    // Directions that are uniform, for the shapes.
    let along = rays_from(boxes.len(), !seed);
    let boxes::Shapes::Boxes(corners) = boxes else { unreachable!("the scene is of boxes") };
    let shape = |index: usize| {
        let (min, max) = corners.corners(index);
        let center = [0, 1, 2].map(|axis| f32::midpoint(min[axis], max[axis]));
        let half = [0, 1, 2].map(|axis| 0.5 * size * (max[axis] - min[axis]));
        place(kind, center, half, &along[index])
    };
    Ok(((0..boxes.len()).map(shape).collect(), rays_from(rays, seed)))
}

/// A shape of a kind about as large as a box, in the direction of a ray.
fn place(kind: Kind, center: [f32; 3], half: [f32; 3], along: &Ray<3>) -> Shape<3> {
    match kind {
        Kind::Ball => Ball { center, radius: half[0] }.into(),
        Kind::Aligned => OrientedBox { center, half, rotation: Rotation::IDENTITY }.into(),
        Kind::Turned => {
            // The place of the ray is as random as its direction.
            let turned = Rotation::about(along.direction, along.origin[0]);
            let rotation = turned.unwrap_or(Rotation::IDENTITY);
            OrientedBox { center, half, rotation }.into()
        }
        Kind::Capsule => {
            let axis = along.direction.map(|part| 0.5 * half[0] * part);
            Capsule { center, axis, radius: 0.5 * half[1] }.into()
        }
    }
}

/// The order of rays.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// As they were drawn.
    Drawn,
    /// Along a curve through their origins: of rays that follow each other, the second finds in
    /// the cache what the first needed.
    Curve,
}

impl Order {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Drawn => "as drawn",
            Self::Curve => "sorted before",
        }
    }

    /// The rays in this order.
    pub(crate) fn of(self, rays: &[Ray<3>]) -> Vec<Ray<3>> {
        let mut rays = rays.to_vec();
        if let Self::Curve = self {
            let origins = || rays.iter().flat_map(|ray| ray.origin);
            let low = origins().fold(f32::INFINITY, f32::min);
            let high = origins().fold(f32::NEG_INFINITY, f32::max);
            let cell = |at: f32| ((at - low) / (high - low).max(f32::MIN_POSITIVE) * 1023.0) as u32;
            rays.sort_by_cached_key(|ray| morton(ray.origin.map(cell)));
        }
        rays
    }
}

/// The bits of three numbers below 1024, in turn.
fn morton([x, y, z]: [u32; 3]) -> u32 {
    (0..10).fold(0, |code, bit| {
        let of = |value: u32, place: u32| (value >> bit & 1) << (3 * bit + place);
        code | of(x, 2) | of(y, 1) | of(z, 0)
    })
}
