//! The narrow phase: shapes made ready, contacts by kind, moving boxes.

use std::array;

use jostle::{
    Pair, Shape, Shapes,
    narrow::{Contacts, MovingBoxes, Narrow},
    shape::{PreparedShapes, Rotation},
};
use jostle_bench::runner::bounds_of;

use crate::{
    case::{Case, Cases, Failure},
    inputs::{pairs_of, spread, uniform},
};

/// Pairs of a list.
const PAIRS: usize = 2_000;

/// Boxes of which those that touch are asked when they meet.
const MOVING: u32 = 10_000;

/// Makes the shape with an index.
type Make<const D: usize> = fn(usize, [f32; D]) -> Shape<D>;

pub(crate) fn cases() -> Cases {
    let mut cases = vec![
        contacts::<2>("contacts-ball-ball-2d", |index, at| Shape::ball(at, radius(index)))?,
        contacts::<3>("contacts-ball-ball-3d", |index, at| Shape::ball(at, radius(index)))?,
        contacts("contacts-box-box-2d", box_in_plane)?,
        contacts("contacts-box-box-3d", box_in_space)?,
        contacts::<3>("contacts-capsule-capsule", capsule)?,
        prepare()?,
    ];
    cases.push(swept_boxes()?);
    Ok(cases)
}

fn radius(index: usize) -> f32 {
    0.3 + 0.4 * spread(index, 3)
}

fn half<const D: usize>(index: usize) -> [f32; D] {
    array::from_fn(|axis| 0.2 + 0.4 * spread(index, 3 + axis))
}

fn box_in_plane(index: usize, at: [f32; 2]) -> Shape<2> {
    Shape::oriented_box(at, half(index), Rotation::<2>::from_angle(6.0 * spread(index, 6)))
}

fn box_in_space(index: usize, at: [f32; 3]) -> Shape<3> {
    let axis = array::from_fn::<f32, 3, _>(|axis| 0.1 + spread(index, 5 + axis));
    let rotation = Rotation::<3>::about(axis, 6.0 * spread(index, 6));
    Shape::oriented_box(at, half(index), rotation.unwrap_or_default())
}

fn capsule(index: usize, at: [f32; 3]) -> Shape<3> {
    let along = array::from_fn::<f32, 3, _>(|axis| spread(index, 5 + axis) - 0.5);
    let end = |way: f32| array::from_fn::<f32, 3, _>(|axis| at[axis] + way * along[axis]);
    Shape::capsule(end(-1.0), end(1.0), 0.5 * radius(index))
}

/// Two shapes for each pair, at most 1.2 apart, far from all others.
fn shapes<const D: usize>(make: Make<D>) -> Result<Shapes<D>, Failure> {
    let mut shapes = Shapes::new();
    for index in 0..2 * PAIRS {
        let mut at = array::from_fn(|axis| 1.2 * spread(index, axis) / (D as f32).sqrt());
        at[0] += 10.0 * (index / 2) as f32;
        shapes.insert(make(index, at))?;
    }
    Ok(shapes)
}

fn contacts<const D: usize>(name: &'static str, make: Make<D>) -> Result<Case, Failure> {
    let mut prepared = PreparedShapes::<D>::new();
    prepared.update(&shapes(make)?)?;
    let pair = |first| Pair { a: first, b: first + 1 };
    let pairs: Vec<Pair> = (0..2 * PAIRS as u32).step_by(2).map(pair).collect();
    let (mut narrow, mut contacts) = (Narrow::<D>::new(), Contacts::new());
    Ok(Case::new(name, move || {
        narrow.contacts(&prepared, &pairs, &mut contacts).expect("all shapes are there");
        assert!(contacts.len() > PAIRS / 10 && contacts.len() < PAIRS, "some touch, some do not");
    }))
}

/// Turned boxes packed and bounded: those of two sets in turn, for what did not change is kept.
fn prepare() -> Result<Case, Failure> {
    let mut sets = [shapes(box_in_space)?, shapes(box_in_space)?];
    let mut prepared = PreparedShapes::<3>::new();
    Ok(Case::new("prepare", move || {
        sets.swap(0, 1);
        prepared.update(&sets[0]).expect("all are valid");
    }))
}

fn swept_boxes() -> Result<Case, Failure> {
    let scene = uniform(MOVING)?;
    let pairs = pairs_of(&scene.shapes)?;
    let by: [Vec<f32>; 3] = array::from_fn(|axis| {
        (0..MOVING as usize).map(|index| 2.0 * spread(index, axis) - 1.0).collect()
    });
    let mut boxes = MovingBoxes::<3>::new();
    boxes.update(bounds_of(&scene.shapes)?, by.each_ref().map(Vec::as_slice))?;
    let (mut narrow, mut times) = (Narrow::<3>::new(), Vec::new());
    Ok(Case::new("swept-aabb", move || {
        narrow.swept_bounds(&boxes, &pairs, 1.0, &mut times).expect("all boxes are there");
    }))
}
