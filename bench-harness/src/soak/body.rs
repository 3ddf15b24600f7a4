//! The shapes of a soak: of every kind, at any place, and with numbers that make them invalid.

use std::sync::Arc;

use jostle::{
    Handle, Shape,
    shape::{Attributes, Composite, Parts, Rotation, Solid},
};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::{
    narrow::{
        oracle::Axes,
        shapes::{Maker, aligned, ball, capsule, hull, polygon, triangle, turned},
    },
    scene::placement::{between, direction},
};

/// Makers of shapes of all kinds that there are in so many dimensions.
pub(super) trait Kinds<const D: usize> {
    /// The makers; the first makes balls, the last one half-spaces.
    const MAKERS: &'static [Maker<D>];
}

/// What implements [`Kinds`].
pub(super) struct AllKinds;

impl Kinds<2> for AllKinds {
    const MAKERS: &'static [Maker<2>] =
        &[ball, turned, aligned, capsule, polygon, segment, pair_of_balls, wide, half_space];
}

impl Kinds<3> for AllKinds {
    const MAKERS: &'static [Maker<3>] = &[
        ball,
        turned,
        aligned,
        capsule,
        triangle,
        segment,
        pair_of_balls,
        wide,
        solid,
        hull,
        half_space,
    ];
}

fn segment<const D: usize>(rng: &mut Pcg64Mcg, center: [f32; D]) -> Shape<D> {
    let way = direction::<D>(rng);
    Shape::segment(center, std::array::from_fn(|axis| center[axis] + way[axis]))
}

/// A box that many others touch.
fn wide<const D: usize>(rng: &mut Pcg64Mcg, center: [f32; D]) -> Shape<D> {
    Shape::aligned_box(center, std::array::from_fn::<_, D, _>(|_| between(rng, 0.5, 2.5)))
}

fn solid(rng: &mut Pcg64Mcg, center: [f32; 3]) -> Shape<3> {
    let (half, radius) = (between(rng, 0.25, 0.5), between(rng, 0.25, 0.5));
    let rotation = Rotation::<3>::any(rng);
    match rng.random_range(0..3) {
        0 => Solid::cylinder(center, half, radius, rotation).into(),
        1 => Solid::cone(center, half, radius, rotation).into(),
        _ => Solid::rounded_box(center, [half, radius, half], 0.2 * half, rotation).into(),
    }
}

/// A composite.
fn pair_of_balls<const D: usize>(rng: &mut Pcg64Mcg, center: [f32; D]) -> Shape<D> {
    let way = direction::<D>(rng).map(|x| 0.5 * x);
    let part = |at: [f32; D]| Shape::ball(at, 0.3);
    let parts = Parts::compound(vec![part(way), part(way.map(|x| -x))]);
    let parts = Arc::new(parts.expect("balls may be the parts of a composite"));
    Shape::composite(&parts, center, Rotation::IDENTITY)
}

/// A half-space that begins below everything, or hardly touches anything.
fn half_space<const D: usize>(rng: &mut Pcg64Mcg, mut center: [f32; D]) -> Shape<D> {
    center[1] = -between(rng, 0.8, 1.0) * center[1].abs();
    let mut normal = [0.0; D];
    normal[1] = 1.0;
    Shape::half_space(center, normal)
}

/// The shape elsewhere.
pub(super) fn moved<const D: usize>(shape: &Shape<D>, by: [f32; D]) -> Shape<D> {
    let mut shape = shape.clone();
    let add = |center: &mut [f32]| center.iter_mut().zip(by).for_each(|(x, by)| *x += by);
    match &mut shape {
        Shape::Ball(ball) => add(&mut ball.center),
        Shape::Box(of) => add(&mut of.center),
        Shape::Capsule(capsule) => add(&mut capsule.center),
        Shape::Polygon(polygon) => add(&mut polygon.center),
        Shape::Triangle(triangle) => triangle.vertices.iter_mut().for_each(|at| add(at)),
        Shape::Solid(solid) => add(&mut solid.center),
        Shape::HalfSpace(half_space) => add(&mut half_space.point),
        Shape::Hull(hull) => add(&mut hull.center),
        Shape::Composite(Composite { center, .. }) => add(center),
        _ => {}
    }
    shape
}

/// Numbers that make a ball invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fault {
    /// A radius that is none.
    Radius(f32),
    /// A coordinate that is none.
    Center(f32),
}

/// A shape of a soak, as it was told to the worlds.
#[derive(Clone, Debug)]
pub(super) struct Member<const D: usize> {
    pub(super) handle: Handle,
    pub(super) shape: Shape<D>,
    pub(super) attributes: Attributes,
    /// The place of its maker.
    pub(super) maker: usize,
    /// How far it goes in each step, if it moves.
    pub(super) velocity: [f32; D],
    /// What of its numbers is wrong; of balls only.
    pub(super) fault: Option<Fault>,
}

impl<const D: usize> Member<D> {
    /// The center and the radius of a ball, with what is wrong about them.
    pub(super) fn ball(&self) -> Option<([f32; D], f32)> {
        let Shape::Ball(ball) = &self.shape else { return None };
        let (mut center, mut radius) = (ball.center, ball.radius);
        match self.fault {
            Some(Fault::Radius(wrong)) => radius = wrong,
            Some(Fault::Center(wrong)) => center[0] = wrong,
            None => {}
        }
        Some((center, radius))
    }

    /// Whether nothing happens between it and another one that rests.
    pub(super) fn rests(&self) -> bool {
        !self.attributes.mobility.is_moving()
    }
}
