//! Hulls share polyhedra: once each in a set, by number in its columns.

use std::sync::Arc;

use jostle::{
    Error, Shape, Shapes,
    error::ShapeFault,
    shape::{
        Attributes, Columns, Hull, HullColumns, Polyhedron, PolyhedronFault, PreparedShapes,
        Rotation, ShapeKind,
    },
    validate::InvalidReason,
};

use crate::{common::Random, common::polyhedron, prepare::bits};

const TURNED: Rotation<3> = Rotation::IDENTITY;

fn hull(polyhedron: &Arc<Polyhedron>, x: f32) -> Shape<3> {
    Shape::hull(polyhedron, [x, 0.0, 0.0], TURNED)
}

/// The polyhedron of a shape of a set.
fn polyhedron_of(shape: Result<Shape<3>, Error>) -> Arc<Polyhedron> {
    match shape {
        Ok(Shape::Hull(Hull { polyhedron, .. })) => polyhedron,
        other => panic!("{other:?} is no hull"),
    }
}

#[test]
fn a_set_keeps_each_polyhedron_once() {
    let mut random = Random::seeded(1);
    let all: [_; 3] = std::array::from_fn(|_| polyhedron(&mut random, [1.0; 3]));
    let mut shapes = Shapes::<3>::new();
    let handles: Vec<_> = (0..30)
        .map(|number| shapes.insert(hull(&all[number % 3], number as f32)).expect("it is valid"))
        .collect();
    assert_eq!(shapes.hulls().polyhedra().len(), 3);
    for (number, handle) in handles.iter().enumerate() {
        assert!(Arc::ptr_eq(&polyhedron_of(shapes.get(*handle)), &all[number % 3]));
    }
    // Columns of one set go into another, which has numbers of its own.
    let mut others = Shapes::<3>::new();
    others.insert(hull(&all[2], 0.0)).expect("it is valid");
    let mut copied = Vec::new();
    others.insert_all(&shapes, Attributes::DEFAULT, &mut copied).expect("all are valid");
    assert_eq!(others.hulls().polyhedra().len(), 3);
    for (number, handle) in copied.iter().enumerate() {
        assert_eq!(others.get(*handle), shapes.get(handles[number]));
        assert!(Arc::ptr_eq(&polyhedron_of(others.get(*handle)), &all[number % 3]));
    }
    assert_ne!(others.hulls().numbers()[1..], *shapes.hulls().numbers());
    others.remove(others.handle_of(0).expect("it is there")).expect("it is there");
    others.set_columns(&shapes).expect("they are as many");
    for index in 0..30 {
        let [one, other] = [&others, &shapes].map(|set| set.columns().get(index));
        assert_eq!(one, other);
    }
}

/// Polyhedra that come and go: numbers are given again, and never one that is in use.
#[test]
fn numbers_are_given_again() {
    let mut random = Random::seeded(2);
    let mut shapes = Shapes::<3>::new();
    let mut live = Vec::new();
    for number in 0..2000 {
        let shared = polyhedron(&mut random, [1.0; 3]);
        let shape = hull(&shared, number as f32);
        if number % 3 == 0 && live.len() > 10 {
            let (handle, of): &mut (_, Arc<Polyhedron>) = &mut live[random.below(10)];
            shapes.set(*handle, shape).expect("it is valid");
            *of = shared;
        } else {
            live.push((shapes.insert(shape).expect("it is valid"), shared));
        }
        if live.len() > 20 {
            let (handle, _) = live.swap_remove(random.below(20));
            shapes.remove(handle).expect("it is there");
        }
        for (handle, of) in &live {
            assert!(Arc::ptr_eq(&polyhedron_of(shapes.get(*handle)), of));
        }
    }
    assert!(shapes.hulls().polyhedra().len() <= 129, "{}", shapes.hulls().polyhedra().len());
}

/// Numbers of no polyhedron in columns of the user's own leave their hulls out, and are listed.
#[test]
fn numbers_of_nothing_are_left_out() {
    let mut random = Random::seeded(3);
    let polyhedra = [polyhedron(&mut random, [1.0; 3]), polyhedron(&mut random, [0.5; 3])];
    let (zero, one) = ([0.0; 12], [1.0; 12]);
    let numbers: [f32; 12] = std::array::from_fn(|row| (row % 2) as f32);
    let columns = |polyhedra, numbers| {
        HullColumns::new(
            polyhedra,
            [&one, &zero, &zero],
            [&zero, &zero, &zero, &one],
            &zero,
            numbers,
        )
        .map(|hulls| Columns::<3>::default().with_hulls(hulls))
        .expect("all are as long")
    };
    let prepare = |columns| {
        let mut prepared = PreparedShapes::<3>::new();
        prepared.update(columns).expect("there is memory");
        prepared
    };
    let good = prepare(columns(&polyhedra, &numbers));
    assert_eq!(good.invalid(), []);
    let bad = [2.0, -1.0, 0.5, f32::NAN, f32::INFINITY, 1e30];
    let numbers: [f32; 12] =
        std::array::from_fn(|row| if row % 2 == 0 { bad[row / 2] } else { 1.0 });
    let prepared = prepare(columns(&polyhedra, &numbers));
    let listed: Vec<_> = prepared.invalid().iter().map(|of| (of.index, of.reason)).collect();
    let expected = [0, 2, 4, 6, 8, 10].map(|row| (row, InvalidReason::NoGeometry));
    assert_eq!(listed, expected);
    let [good_bits, bits] = [bits(&good), bits(&prepared)];
    assert_eq!(good_bits[good_bits.len() - 1], bits[bits.len() - 1]);
    let error = Shapes::<3>::new().insert_all(
        columns(&polyhedra, &numbers),
        Attributes::DEFAULT,
        &mut Vec::new(),
    );
    let fault = ShapeFault::Value(InvalidReason::NoGeometry);
    let cause = Box::new(Error::Shape { kind: ShapeKind::Hull, fault });
    assert_eq!(error, Err(Error::Batch { index: 0, error: cause }));
    let none = prepare(columns(&[], &numbers));
    assert_eq!(none.invalid().len(), 12);
}

/// Other polyhedra under the same numbers are seen in the next frame.
#[test]
fn polyhedra_may_change_under_their_numbers() {
    let mut random = Random::seeded(4);
    let (zero, one) = ([0.0; 3], [1.0; 3]);
    let mut prepared = PreparedShapes::<3>::new();
    let mut before = Vec::new();
    for _ in 0..5 {
        let polyhedra = [polyhedron(&mut random, [1.0; 3])];
        let turns = [&zero[..], &zero, &zero, &one];
        let hulls = HullColumns::new(&polyhedra, [&zero; 3], turns, &zero, &zero);
        let hulls = hulls.expect("all are as long");
        prepared.update(Columns::<3>::default().with_hulls(hulls)).expect("there is memory");
        let mut fresh = PreparedShapes::<3>::new();
        fresh.update(Columns::<3>::default().with_hulls(hulls)).expect("there is memory");
        let now = bits(&prepared);
        assert_eq!(now, bits(&fresh));
        assert_ne!(now, before);
        before = now;
    }
}

#[test]
fn faults_of_polyhedra_are_errors_that_say_what() {
    let told = |points: &[[f32; 3]]| {
        let fault = Polyhedron::hull_of(points).expect_err("it is none");
        let error = Error::from(fault);
        assert_eq!(
            error,
            Error::Shape { kind: ShapeKind::Hull, fault: ShapeFault::Polyhedron(fault) }
        );
        (fault, error.to_string())
    };
    let (fault, text) = told(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]);
    assert_eq!(fault, PolyhedronFault::Flat);
    assert_eq!(text, "bad hull: all points in one plane: give four that are not");
    let [a, b, c] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    for too_few in [&[][..], &[a], &[a, b], &[a, b, c], &[a, b, c, a, b], &[c; 9]] {
        assert_eq!(told(too_few).0, PolyhedronFault::Flat, "{too_few:?}");
    }
    let fault = Polyhedron::triangle([a, b, b]).expect_err("it is a line");
    let text = Error::from(fault).to_string();
    assert_eq!(text, "bad hull: all vertices of a triangle on one line");
    let (fault, text) = told(&[[0.0; 3], [f32::NAN; 3]]);
    assert_eq!(fault, PolyhedronFault::NotFinite { index: 1 });
    assert_eq!(text, "bad hull: point 1 is infinite or NaN");
}
