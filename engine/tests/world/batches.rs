//! Many shapes put in, taken out or put to sleep at a time.

use std::sync::Arc;

use jostle::{
    Error, Handle, Shape, Shapes, World,
    error::ShapeFault,
    shape::{Attributes, Columns, Mobility, Parts, Rotation, ShapeKind},
    validate::InvalidReason,
};

use crate::common::{Random, planar, spatial};

/// Discs with these radii on a line.
fn insert(shapes: &mut Shapes<2>, radii: &[f32], user: u64) -> Result<Vec<Handle>, Error> {
    let (mut handles, at) = (Vec::new(), vec![0.0; radii.len()]);
    let columns = Columns::default().with_balls([&at, &at], radii)?;
    let attributes = Attributes::new().with_user(user);
    shapes.insert_all(columns, attributes, &mut handles).map(|()| handles)
}

fn radii(shapes: &Shapes<2>) -> Vec<f32> {
    shapes.balls().radii().to_vec()
}

#[test]
fn whole_columns_come_in_or_nothing_does() {
    let mut shapes = Shapes::new();
    let first = insert(&mut shapes, &[1.0, 2.0, 3.0], 7).expect("they are valid");
    assert_eq!(insert(&mut shapes, &[], 0), Ok(Vec::new()));
    let error = insert(&mut shapes, &[4.0, -1.0, f32::NAN], 8).expect_err("one is negative");
    let fault = ShapeFault::Value(InvalidReason::NegativeRadius);
    let wrong = Box::new(Error::Shape { kind: ShapeKind::Ball, fault });
    assert_eq!(error, Error::Batch { index: 1, error: wrong });
    assert_eq!(error.to_string(), "entry 1 of the batch: bad ball: negative radius");
    assert_eq!(radii(&shapes), [1.0, 2.0, 3.0]);
    for (index, handle) in first.iter().enumerate() {
        assert_eq!((shapes.index_of(*handle), shapes.handle_of(index)), (Ok(index), Some(*handle)));
        assert_eq!(shapes.attributes(*handle).map(|attributes| attributes.user), Ok(7));
    }
    // Into the slots of others, and beyond them.
    shapes.remove_all(&first[..2]).expect("they are there");
    let second = insert(&mut shapes, &[5.0; 4], 9).expect("they are valid");
    assert_eq!(shapes.len(), 5);
    for handle in &second {
        assert_eq!(shapes.attributes(*handle).map(|attributes| attributes.user), Ok(9));
    }
    assert_eq!(shapes.attributes(first[2]).map(|attributes| attributes.user), Ok(7));
}

#[test]
fn a_slot_that_is_given_away_again_has_the_attributes_of_its_new_shape() {
    let mut shapes = Shapes::new();
    let wall = Attributes::new().with_mobility(Mobility::Static).with_mask(3);
    let first = insert(&mut shapes, &[1.0], 1).expect("it is valid");
    shapes.set_attributes(first[0], wall).expect("it is there");
    assert_eq!(shapes.attributes(first[0]), Ok(wall));
    shapes.remove(first[0]).expect("it is there");
    let stale = Error::StaleHandle { handle: first[0] };
    assert_eq!(shapes.attributes(first[0]), Err(stale.clone()));
    assert_eq!(shapes.set_attributes(first[0], wall), Err(stale));
    let second = insert(&mut shapes, &[1.0], 0).expect("it is valid");
    assert_eq!(second[0].slot(), first[0].slot());
    assert_eq!(shapes.attributes(second[0]), Ok(Attributes::DEFAULT));
    shapes.set_attributes(second[0], wall).expect("it is there");
    shapes.clear();
    let third = insert(&mut shapes, &[1.0], 0).expect("it is valid");
    assert_eq!(shapes.attributes(third[0]), Ok(Attributes::DEFAULT));
}

#[test]
fn handles_are_all_good_or_nothing_is_done() {
    let mut shapes = Shapes::new();
    let handles = insert(&mut shapes, &[1.0, 2.0, 3.0, 4.0], 0).expect("they are valid");
    shapes.remove(handles[2]).expect("it is there");
    let stale = Box::new(Error::StaleHandle { handle: handles[2] });
    let refused = Err(Error::Batch { index: 2, error: stale });
    assert_eq!(shapes.remove_all(&handles), refused);
    assert_eq!(shapes.set_mobility(&handles, Mobility::Sleeping), refused);
    assert_eq!(radii(&shapes), [1.0, 2.0, 4.0]);
    let mobility = |shapes: &Shapes<2>| shapes.attributes(handles[0]).map(|of| of.mobility);
    assert_eq!(mobility(&shapes), Ok(Mobility::Moving));
    shapes.set_mobility(&handles[..2], Mobility::Sleeping).expect("they are there");
    assert_eq!(mobility(&shapes), Ok(Mobility::Sleeping));
    // One that is named twice is removed once.
    shapes.remove_all(&[handles[0], handles[3], handles[0]]).expect("they are there");
    assert_eq!(radii(&shapes), [2.0]);
}

/// The same shape with another center: the triangle by all of its corners.
fn elsewhere<const D: usize>(shape: &Shape<D>, center: [f32; D]) -> Shape<D> {
    let in_2d = || std::array::from_fn(|axis| center[axis]);
    let in_3d = || std::array::from_fn(|axis| center[axis]);
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Ball(ball) => ball.center = center,
        Shape::Box(oriented) => oriented.center = center,
        Shape::Capsule(capsule) => capsule.center = center,
        Shape::HalfSpace(half_space) => half_space.point = center,
        Shape::Polygon(polygon) => polygon.center = in_2d(),
        Shape::Solid(solid) => solid.center = in_3d(),
        Shape::Hull(hull) => hull.center = in_3d(),
        Shape::Composite(composite) => composite.center = center,
        Shape::Triangle(triangle) => {
            let [first, ..] = triangle.vertices;
            for vertex in &mut triangle.vertices {
                *vertex = std::array::from_fn(|axis| {
                    (f64::from(vertex[axis]) - f64::from(first[axis]) + f64::from(center[axis]))
                        as f32
                });
            }
        }
        _ => unreachable!("these are all kinds"),
    }
    shape
}

/// Moves some shapes at a time, and the same one by one.
fn check_centers<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>) {
    let mut random = Random::seeded(80 + D as u64);
    let mut worlds = [World::<D>::new(), World::new()];
    let parts = [Shape::ball([0.0; D], 0.5), Shape::ball([0.5; D], 0.25)];
    let parts = Arc::new(Parts::compound(parts.to_vec()).expect("they are valid"));
    let shapes: Vec<Shape<D>> = (0..400)
        .map(|number| match number % 20 {
            19 => Shape::composite(&parts, random.point(-2.0, 2.0), Rotation::IDENTITY),
            _ => make(&mut random, number),
        })
        .collect();
    let fast = Attributes::new().with_ccd(true);
    let handles = worlds.each_mut().map(|world| {
        let insert = |(number, shape): (usize, &Shape<D>)| {
            let attributes = if number % 3 == 0 { fast } else { Attributes::DEFAULT };
            world.shapes_mut().insert_with(shape, attributes).expect("it is valid")
        };
        shapes.iter().enumerate().map(insert).collect::<Vec<_>>()
    });
    let [together, singly] = &mut worlds;
    let mut contacts = 0;
    for step in 0..12 {
        let chosen: Vec<usize> = (0..shapes.len()).filter(|_| random.percent(30.0)).collect();
        let centers: Vec<[f32; D]> = chosen.iter().map(|_| random.point(-2.0, 2.0)).collect();
        let columns: [Vec<f32>; D] =
            std::array::from_fn(|axis| centers.iter().map(|center| center[axis]).collect());
        let moved: Vec<Handle> = chosen.iter().map(|number| handles[0][*number]).collect();
        let columns = columns.each_ref().map(Vec::as_slice);
        together.shapes_mut().set_centers(&moved, columns).expect("they are there");
        for (number, center) in chosen.iter().zip(&centers) {
            let handle = handles[1][*number];
            let shape = singly.shapes().get(handle).expect("it is there");
            singly.shapes_mut().set(handle, elsewhere(&shape, *center)).expect("it is valid");
        }
        together.step().expect("it has a step");
        singly.step().expect("it has a step");
        let digests = [&*together, &*singly].map(|world| {
            let hits: Vec<_> = world.ccd_hits().iter().map(|hit| (hit.pair, hit.impact)).collect();
            (world.contacts().digest(u64::from), hits)
        });
        assert!(digests[0] == digests[1], "step {step}");
        contacts += together.contacts().len();
    }
    assert!(contacts > 1000, "only {contacts}");
}

#[test]
fn many_are_moved_as_one_by_one() {
    check_centers::<2>(planar);
    check_centers::<3>(spatial);
}

#[test]
fn all_centers_are_set_or_none() {
    let mut world = World::<2>::new();
    let handles = insert(world.shapes_mut(), &[1.0, 2.0, 3.0], 0).expect("they are valid");
    let error = world.shapes_mut().set_centers(&handles, [&[1.0; 3], &[1.0; 2]]);
    assert_eq!(error, Err(Error::Length { what: "centers", expected: 3, found: 2 }));
    world.shapes_mut().remove(handles[1]).expect("it is there");
    let stale = Box::new(Error::StaleHandle { handle: handles[1] });
    let error = world.shapes_mut().set_centers(&handles, [&[1.0; 3], &[1.0; 3]]);
    assert_eq!(error, Err(Error::Batch { index: 1, error: stale }));
    assert_eq!(world.shapes().get(handles[0]), Ok(Shape::ball([0.0, 0.0], 1.0)));
    // Twice, and with a number that is none.
    let twice = [handles[0], handles[2], handles[0]];
    let columns: [&[f32]; 2] = [&[4.0, f32::NAN, 5.0], &[6.0, 7.0, -0.0]];
    world.shapes_mut().set_centers(&twice, columns).expect("they are there");
    assert_eq!(world.shapes().get(handles[0]), Ok(Shape::ball([5.0, 0.0], 1.0)));
    world.step().expect("one is left out");
    assert_eq!(world.invalid().len(), 1);
    assert_eq!(world.handle(world.invalid()[0].index), Some(handles[2]));
}
