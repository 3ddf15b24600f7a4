//! Shapes made ready for a frame: records, bounds, numbering.

use std::sync::Arc;

use bytemuck::cast_slice;
use jostle::{
    Shape, Shapes, SimdLevel,
    shape::{
        BoxColumns, Columns, ConvexPolygon, HullColumns, OrientedBox, PreparedShapes, ShapeKind,
        SolidColumns,
    },
};
use jostle_kernels::{
    shape::{Ball, Bounded, Capsule, HalfSpace, Hull, Obb, Pack, Polygon, Triangle, from_quads},
    simd::Quad,
};

use crate::{
    common::{Random, THREADS, axes_in, pool, scale},
    support::{Dimension, In, handles, random_set},
};

/// Everything that is prepared, as bits.
pub(crate) fn bits<const D: usize>(prepared: &PreparedShapes<D>) -> Vec<Vec<u32>> {
    let quads = ShapeKind::ALL.map(|kind| cast_slice::<Quad, u32>(prepared.quads(kind)).to_vec());
    let bounds = prepared.bounds();
    let bounds = (0..bounds.len()).map(|index| match bounds.get(index) {
        Ok(aabb) => aabb.min.iter().chain(&aabb.max).map(|x| x.to_bits()).collect(),
        Err(_) => Vec::new(),
    });
    quads.into_iter().chain(bounds).collect()
}

/// At most a step away, or 2^-50 of a unit.
fn is_near(found: f32, expected: f64, unit: f64) -> bool {
    let step = f64::from(f32::EPSILON) * expected.abs();
    (f64::from(found) - expected).abs() <= 0.5001 * step + unit * 1e-15
}

fn check_box<const D: usize>(found: &Obb<D>, expected: &OrientedBox<D>, parts: [f32; 4]) {
    assert_eq!((found.center, found.half), (expected.center, expected.half));
    let axes = axes_in::<D>(&parts.map(f64::from)[..2 * D - 2]);
    for (found, expected) in found.axes.as_flattened().iter().zip(axes.as_flattened()) {
        assert!(is_near(*found, *expected, 1.0), "{found} is not {expected}");
    }
}

fn check_polygon(found: &Polygon, expected: &ConvexPolygon) {
    let (given, [cos, sin]) = (expected.vertices(), expected.rotation.cos_sin().map(f64::from));
    let length = cos.hypot(sin);
    assert_eq!((found.center, found.count as usize), (expected.center, given.len()));
    for (number, found) in found.vertices.iter().enumerate() {
        let [x, y] = given.get(number).unwrap_or(&given[0]).map(f64::from);
        let turned = [(cos * x - sin * y) / length, (sin * x + cos * y) / length];
        for (found, expected) in found.iter().zip(turned) {
            assert!(is_near(*found, expected, x.abs() + y.abs()), "{found} is not {expected}");
        }
    }
}

/// The bounds are those that the kernel gives for the record.
fn check_bounds<S: Bounded<D>, const D: usize>(
    prepared: &PreparedShapes<D>,
    index: usize,
    shape: &S::Of<f32>,
) {
    let (min, max) = S::bounds::<f32>(shape);
    let aabb = prepared.bounds().get(index).expect("the shape is valid");
    assert_eq!((aabb.min, aabb.max), (min, max), "shape {index}");
}

/// The record of a row.
fn record<S: Pack, const D: usize>(
    prepared: &PreparedShapes<D>,
    kind: ShapeKind,
    row: usize,
) -> S::Of<f32> {
    from_quads::<S>(&prepared.quads(kind)[row * S::QUADS..][..S::QUADS])
}

/// A record is all that its shape is packed to, and there is nothing between records.
fn check_record<S: Pack, const D: usize>(
    prepared: &PreparedShapes<D>,
    kind: ShapeKind,
    row: usize,
    shape: &S::Of<f32>,
) {
    let quads = &prepared.quads(kind)[row * S::QUADS..][..S::QUADS];
    assert_eq!(quads, S::pack(shape).as_ref());
    assert_eq!(prepared.quads(kind).len(), prepared.ranges().of(kind).len() * S::QUADS);
}

/// The records and bounds of all kinds that both dimensions have, and who has which number.
fn check_common<const D: usize>(shapes: &Shapes<D>, prepared: &PreparedShapes<D>) {
    assert_eq!((prepared.len(), *prepared.ranges()), (shapes.len(), shapes.ranges()));
    assert_eq!(prepared.bounds().len(), shapes.len());
    assert!(prepared.invalid().is_empty());
    for (index, handle) in handles(shapes).into_iter().enumerate() {
        let (kind, row) = prepared.kind_of(index);
        let shape = shapes.get(handle).expect("the handle is good");
        assert_eq!(shape.kind(), kind);
        match shape {
            Shape::Ball(expected) => {
                let ball = record::<Ball<D>, D>(prepared, kind, row);
                assert_eq!(ball, expected);
                check_record::<Ball<D>, D>(prepared, kind, row, &expected);
                check_bounds::<Ball<D>, D>(prepared, index, &ball);
            }
            Shape::Capsule(expected) => {
                let capsule = record::<Capsule<D>, D>(prepared, kind, row);
                assert_eq!(capsule, expected);
                check_record::<Capsule<D>, D>(prepared, kind, row, &expected);
                check_bounds::<Capsule<D>, D>(prepared, index, &capsule);
            }
            Shape::HalfSpace(expected) => {
                let half_space = record::<HalfSpace<D>, D>(prepared, kind, row);
                assert_eq!(half_space, expected);
                check_record::<HalfSpace<D>, D>(prepared, kind, row, &expected);
                check_bounds::<HalfSpace<D>, D>(prepared, index, &half_space);
            }
            _ => {}
        }
    }
}

fn check_plane(shapes: &Shapes<2>, prepared: &PreparedShapes<2>) {
    check_common(shapes, prepared);
    for (index, handle) in handles(shapes).into_iter().enumerate() {
        let (kind, row) = prepared.kind_of(index);
        match shapes.get(handle) {
            Ok(Shape::Box(expected)) => {
                let [cos, sin] = expected.rotation.cos_sin();
                let obb = record::<Obb<2>, 2>(prepared, kind, row);
                check_record::<Obb<2>, 2>(prepared, kind, row, &obb);
                check_box(&obb, &expected, [cos, sin, 0.0, 0.0]);
                check_bounds::<Obb<2>, 2>(prepared, index, &obb);
            }
            Ok(Shape::Polygon(expected)) => {
                let polygon = record::<Polygon, 2>(prepared, kind, row);
                check_record::<Polygon, 2>(prepared, kind, row, &polygon);
                check_polygon(&polygon, &expected);
                check_bounds::<Polygon, 2>(prepared, index, &polygon);
            }
            _ => {}
        }
    }
}

fn check_space(shapes: &Shapes<3>, prepared: &PreparedShapes<3>) {
    check_common(shapes, prepared);
    for (index, handle) in handles(shapes).into_iter().enumerate() {
        let (kind, row) = prepared.kind_of(index);
        match shapes.get(handle) {
            Ok(Shape::Box(expected)) => {
                let obb = record::<Obb<3>, 3>(prepared, kind, row);
                check_record::<Obb<3>, 3>(prepared, kind, row, &obb);
                check_box(&obb, &expected, expected.rotation.quaternion());
                check_bounds::<Obb<3>, 3>(prepared, index, &obb);
            }
            Ok(Shape::Hull(expected)) => {
                let hull = record::<Hull, 3>(prepared, kind, row);
                check_record::<Hull, 3>(prepared, kind, row, &hull);
                assert_eq!((hull.center, hull.rounding), (expected.center, expected.rounding));
                let number = shapes.hulls().numbers()[row];
                let polyhedron = &shapes.hulls().polyhedra()[number as usize];
                assert!(hull.number == number && Arc::ptr_eq(polyhedron, &expected.polyhedron));
                check_bounds::<Hull, 3>(prepared, index, &hull);
            }
            Ok(Shape::Triangle(expected)) => {
                check_record::<Triangle, 3>(prepared, kind, row, &expected);
                check_bounds::<Triangle, 3>(prepared, index, &expected);
            }
            _ => {}
        }
    }
}

/// Numbers of shapes of each kind: none, incomplete groups, whole groups, and more than one part.
const SIZES: [usize; 8] = [0, 1, 7, 8, 9, 16, 37, 5003];

#[test]
fn records_and_bounds_are_those_of_the_shapes() {
    for seed in 0..scale() as u64 {
        let mut random = Random::seeded(seed);
        // Kept from set to set, which grow and shrink.
        let (mut plane, mut space) = (PreparedShapes::new(), PreparedShapes::new());
        for of_each in SIZES.into_iter().chain([3, 0, 20]) {
            let shapes = random_set::<2>(&mut random, of_each);
            plane.update(&shapes).expect("the level is known");
            check_plane(&shapes, &plane);
            let shapes = random_set::<3>(&mut random, of_each);
            space.update(&shapes).expect("the level is known");
            check_space(&shapes, &space);
        }
    }
}

/// Polygons with few vertices take a shorter way, if all eight of a group are such.
#[test]
fn polygons_of_few_vertices() {
    let mut random = Random::seeded(5);
    for most in [8, 9, 16] {
        let mut shapes = Shapes::<2>::new();
        while shapes.len() < 100 {
            let polygon = crate::support::polygon(&mut random);
            if polygon.vertices().len() <= most {
                shapes.insert(polygon).expect("it is valid");
            }
        }
        let mut prepared = PreparedShapes::new();
        prepared.update(&shapes).expect("the level is known");
        check_plane(&shapes, &prepared);
    }
}

fn check_agreement<const D: usize>(of_each: usize)
where
    In: Dimension<D>,
{
    let shapes = random_set::<D>(&mut Random::seeded(7), of_each);
    let prepare = |level: SimdLevel, threads: usize| {
        let mut prepared = PreparedShapes::new().with_level(level);
        pool(threads).install(|| prepared.update(&shapes)).expect("the call is valid");
        bits(&prepared)
    };
    let expected = prepare(SimdLevel::PORTABLE, 1);
    for level in SimdLevel::available() {
        for threads in THREADS {
            assert!(prepare(*level, threads) == expected, "{level}, {threads} threads");
        }
    }
}

/// Sets of many parts, the last of them incomplete.
#[test]
fn neither_threads_nor_levels_matter() {
    check_agreement::<2>(9001);
    check_agreement::<3>(9001);
}

/// Arrays of the user's own need no set, and give what a set of the same shapes gives.
#[test]
fn columns_of_the_users_own() {
    let shapes = random_set::<3>(&mut Random::seeded(8), 21);
    let (balls, boxes) = (shapes.balls(), shapes.boxes());
    let (capsules, triangles) = (shapes.capsules(), shapes.triangles());
    let (of_set, half_spaces) = (shapes.solids(), shapes.half_spaces());
    let (lids, roundings) = (of_set.lids(), of_set.roundings());
    let solids =
        SolidColumns::new(of_set.centers(), of_set.halves(), lids, roundings, of_set.rotations());
    let of_set = shapes.hulls();
    let (polyhedra, numbers) = (of_set.polyhedra(), of_set.numbers());
    let (rotations, roundings) = (of_set.rotations(), of_set.roundings());
    let hulls = HullColumns::new(polyhedra, of_set.centers(), rotations, roundings, numbers);
    let quaternions = boxes.rotations().expect("all boxes of a set may be turned");
    let boxes = BoxColumns::<3>::new(boxes.centers(), boxes.halves(), quaternions).unwrap();
    let columns = Columns::default()
        .with_balls(balls.centers(), balls.radii())
        .unwrap()
        .with_boxes(boxes)
        .with_capsules(capsules.centers(), capsules.axes(), capsules.radii())
        .unwrap()
        .with_triangles(triangles.vertices())
        .unwrap()
        .with_solids(solids.unwrap())
        .with_half_spaces(half_spaces.points(), half_spaces.normals())
        .unwrap()
        .with_composites(shapes.composites())
        .with_hulls(hulls.unwrap());
    let (mut of_set, mut of_columns) = (PreparedShapes::new(), PreparedShapes::new());
    of_set.update(&shapes).unwrap();
    of_columns.update(columns).unwrap();
    assert!(bits(&of_set) == bits(&of_columns));
    let [centers, halves] = [boxes.centers(), boxes.halves()];
    let aligned = Columns::<3>::default().with_aligned_boxes(centers, halves).unwrap();
    of_columns.update(aligned).unwrap();
    assert_eq!(of_columns.len(), 21);
    for row in 0..21 {
        let obb = record::<Obb<3>, 3>(&of_columns, ShapeKind::Box, row);
        assert_eq!(obb.axes, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let [center, half] = [centers, halves].map(|of| of.map(|column| column[row]));
        assert_eq!((obb.center, obb.half), (center, half));
        check_bounds::<Obb<3>, 3>(&of_columns, row, &obb);
    }
}

#[test]
fn columns_of_unlike_lengths_are_refused() {
    let (short, long) = (&[0.0; 3][..], &[0.0; 4][..]);
    let columns = Columns::<2>::default();
    assert!(columns.with_balls([short, short], long).is_err());
    assert!(columns.with_balls([short, long], short).is_err());
    assert!(columns.with_aligned_boxes([short, long], [short, short]).is_err());
    assert!(columns.with_aligned_boxes([short, short], [short, long]).is_err());
    assert!(columns.with_capsules([short, short], [long, short], short).is_err());
    assert!(columns.with_half_spaces([short, short], [short, long]).is_err());
    assert!(columns.with_half_spaces([short, long], [short, short]).is_err());
    let boxes = |rotations| BoxColumns::<2>::new([short, short], [short, short], rotations);
    assert!(boxes([short, long]).is_err() && boxes([short, short]).is_ok());
    let vertices = [[short; 3], [short, short, long], [short; 3]];
    assert!(Columns::<3>::default().with_triangles(vertices).is_err());
}

/// Zeros that come in with whole columns are positive in records, or equal shapes would not be
/// equal bit for bit.
#[test]
fn zeros_of_columns_are_positive() {
    let (zero, none) = ([0.0_f32; 11], [-0.0_f32; 11]);
    let one = [1.0_f32; 11];
    let prepare = |zero: &[f32]| {
        let boxes = [[zero; 3], [zero; 3]];
        let boxes = BoxColumns::<3>::new(boxes[0], boxes[1], [zero, zero, zero, &one]).unwrap();
        let columns = Columns::default().with_balls([zero; 3], zero).unwrap().with_boxes(boxes);
        let columns = columns.with_capsules([zero; 3], [zero; 3], zero).unwrap();
        let columns = columns.with_half_spaces([zero; 3], [zero, &one, zero]).unwrap();
        let mut prepared = PreparedShapes::<3>::new();
        prepared.update(columns.with_triangles([[zero; 3]; 3]).unwrap()).unwrap();
        bits(&prepared)
    };
    assert!(prepare(&zero) == prepare(&none));
    let mut shapes = Shapes::<2>::new();
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    for _ in 0..11 {
        shapes.insert(ConvexPolygon::new([0.0; 2], 0.0, &corners).unwrap()).unwrap();
        shapes.insert(Shape::aligned_box([0.0; 2], [0.0; 2])).unwrap();
    }
    let prepare = |shapes: &Shapes<2>| {
        let mut prepared = PreparedShapes::<2>::new();
        prepared.update(shapes).unwrap();
        bits(&prepared)
    };
    let before = prepare(&shapes);
    shapes.set_polygon_centers([&none; 2]).unwrap();
    shapes.set_polygon_rotations([&one, &none]).unwrap();
    shapes.set_box_centers([&none; 2]).unwrap();
    shapes.set_box_halves([&none; 2]).unwrap();
    shapes.set_box_rotations([&one, &none]).unwrap();
    assert!(prepare(&shapes) == before);
}
