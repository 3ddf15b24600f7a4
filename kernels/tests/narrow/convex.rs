//! The general routine for convex shapes against the definitions of the shapes, in `f64`.

mod boxes;
mod caps;
mod slivers;

use std::sync::Arc;

use bytemuck::cast_slice;
use jostle_kernels::{
    Pair, SimdLevel,
    pairs::{Contact, convex},
    shape::{Ball, Capsule, Hull, Obb, Pack, Polyhedron, Rows, ShapeKind, Solid, Triangle, in_f64},
    simd::{Portable, Quad},
};

use crate::support::{
    Random, rotation, scale,
    solid::{inner, length, plus, wide},
};

/// A shape as its definition has it: points of a core, and a radius.
pub(crate) struct Defined {
    pub(crate) kind: ShapeKind,
    pub(crate) quads: Vec<Quad>,
    pub(crate) center: [f64; 3],
    /// The farthest point of the core in a direction, relative to the center.
    pub(crate) farthest: Box<dyn Fn([f64; 3]) -> [f64; 3]>,
    pub(crate) radius: f64,
    pub(crate) size: f64,
    /// The corners of the core, in the world, or the solid that it is.
    pub(crate) corners: Vec<[f64; 3]>,
    pub(crate) solid: Option<Solid<f64>>,
    pub(crate) polyhedra: Vec<Arc<Polyhedron>>,
}

impl Defined {
    fn of<S: Pack>(
        kind: ShapeKind,
        shape: &S::Of<f32>,
        center: [f32; 3],
        radius: f32,
        size: f32,
        farthest: impl Fn([f64; 3]) -> [f64; 3] + 'static,
    ) -> Self {
        let quads = S::pack(shape).as_ref().to_vec();
        let (center, farthest) = (wide(center), Box::new(farthest));
        let (radius, size) = (radius.into(), size.into());
        let (corners, solid, polyhedra) = (Vec::new(), None, Vec::new());
        Self { kind, quads, center, farthest, radius, size, corners, solid, polyhedra }
    }

    /// The same with the corners of the core, relative to the center.
    fn with_corners(mut self, corners: &[[f64; 3]]) -> Self {
        self.corners = corners.iter().map(|corner| plus(self.center, *corner, 1.0)).collect();
        self
    }

    /// The shape as the only row of its kind.
    fn rows(&self) -> Rows<'_> {
        Rows { polyhedra: &self.polyhedra, ..Rows::new(self.kind, &self.quads) }
    }

    /// The shape as a whole.
    fn convex(&self) -> convex::Convex<'_> {
        let zero = [0.0; 3];
        let (axes, lids, rounding) = ([zero; 3], [0.0; 2], self.radius);
        let other = Solid { center: self.center, axes, half: zero, lids, rounding };
        let polyhedron = self.polyhedra.first().map(|polyhedron| &**polyhedron);
        convex::Convex { solid: self.solid.unwrap_or(other), corners: &self.corners, polyhedron }
    }

    /// How far the shape reaches in a direction of length 1, from its center.
    fn reach(&self, direction: [f64; 3]) -> f64 {
        inner((self.farthest)(direction), direction) + self.radius
    }

    fn ball(shape: Ball<3>) -> Self {
        let Ball { center, radius } = shape;
        let core = |_| [0.0; 3];
        Self::of::<Ball<3>>(ShapeKind::Ball, &shape, center, radius, radius, core)
            .with_corners(&[[0.0; 3]])
    }

    fn obb(shape: Obb<3>) -> Self {
        let size = shape.half.iter().sum();
        let corners: Vec<_> = (0..8)
            .map(|corner| {
                (0..3).fold([0.0; 3], |sum, k| {
                    let half = f64::from(shape.half[k]);
                    plus(sum, wide(shape.axes[k]), if corner >> k & 1 == 0 { half } else { -half })
                })
            })
            .collect();
        Self::of::<Obb<3>>(ShapeKind::Box, &shape, shape.center, 0.0, size, move |way| {
            (0..3).fold([0.0; 3], |sum, k| {
                let axis = wide(shape.axes[k]);
                plus(sum, axis, f64::from(shape.half[k]).copysign(inner(axis, way)))
            })
        })
        .with_corners(&corners)
    }

    fn capsule(shape: Capsule<3>) -> Self {
        let Capsule { center, axis, radius } = shape;
        let size = radius + axis.iter().map(|x| x.abs()).sum::<f32>();
        Self::of::<Capsule<3>>(ShapeKind::Capsule, &shape, center, radius, size, move |way| {
            wide(axis).map(|x| x * 1.0_f64.copysign(inner(wide(axis), way)))
        })
        .with_corners(&[wide(axis), wide(axis.map(|x| -x))])
    }

    fn triangle(shape: Triangle) -> Self {
        let corners = shape.vertices.map(|v| plus(wide(v), wide(shape.vertices[0]), -1.0));
        let size = corners.iter().map(|v| length(*v)).fold(0.0, f64::max) as f32;
        let center = shape.vertices[0];
        Self::of::<Triangle>(ShapeKind::Triangle, &shape, center, 0.0, size, move |way| {
            farthest_of(&corners, way)
        })
        .with_corners(&corners)
    }

    fn solid(shape: Solid) -> Self {
        let size =
            shape.half.iter().sum::<f32>() + shape.lids[0].max(shape.lids[1]) + shape.rounding;
        let axes = shape.axes.map(wide);
        let half = wide(shape.half);
        let lids = shape.lids.map(f64::from);
        let (center, radius) = (shape.center, shape.rounding);
        let defined =
            Self::of::<Solid>(ShapeKind::Solid, &shape, center, radius, size, move |way| {
                // Either lid: its rectangle, and its disc.
                let along = axes.map(|axis| inner(axis, way));
                let across = (along[0] * along[0] + along[2] * along[2]).sqrt();
                let lid = |up: f64, radius: f64| {
                    let mut place =
                        [half[0].copysign(along[0]), up * half[1], half[2].copysign(along[2])];
                    if across > 0.0 {
                        place[0] += radius * along[0] / across;
                        place[2] += radius * along[2] / across;
                    }
                    (0..3).fold([0.0; 3], |sum, k| plus(sum, axes[k], place[k]))
                };
                farthest_of(&[lid(-1.0, lids[0]), lid(1.0, lids[1])], way)
            });
        Self { solid: Some(in_f64::<Solid>(&shape)), ..defined }
    }
}

/// The convex hull of points, as the only polyhedron of its rows.
fn hull(
    center: [f32; 3],
    axes: [[f32; 3]; 3],
    polyhedron: &Arc<Polyhedron>,
    rounding: f32,
) -> Defined {
    let turned =
        |point: [f32; 3]| (0..3).fold([0.0; 3], |sum, k| plus(sum, wide(axes[k]), point[k].into()));
    let all: Vec<[f64; 3]> = polyhedron.vertices().map(turned).collect();
    let bounds = polyhedron.turned_bounds(Portable, axes);
    for (axis, along) in
        [0, 1, 2].map(|axis| all.iter().map(move |p| p[axis])).into_iter().enumerate()
    {
        let [low, high] = [bounds[0], bounds[1]].map(|end| f64::from(end[axis]));
        let least = along.clone().fold(f64::INFINITY, f64::min);
        let most = along.fold(f64::NEG_INFINITY, f64::max);
        let slack = 8.0 * f64::from(f32::EPSILON * polyhedron.radius());
        assert!(low <= least && least <= low + slack && high - slack <= most && most <= high);
    }
    let size = polyhedron.radius() + rounding;
    let shape = Hull { center, axes, rounding, bounds, number: 0.0 };
    let defined =
        Defined::of::<Hull>(ShapeKind::Hull, &shape, center, rounding, size, move |way| {
            farthest_of(&all, way)
        });
    let zero = [0.0; 3];
    let (center, axes) = (wide(center), axes.map(wide));
    let solid = Solid { center, axes, half: zero, lids: [0.0; 2], rounding: rounding.into() };
    Defined { solid: Some(solid), polyhedra: vec![polyhedron.clone()], ..defined }
}

/// The convex hull of some points in an ellipsoid, or of corners of a grid, or a triangle of them.
fn polyhedron(random: &mut Random, half: [f32; 3]) -> Arc<Polyhedron> {
    let count = 4 + random.below(40) as usize;
    let is_whole = random.below(3) == 0;
    loop {
        let point = |random: &mut Random| -> [f32; 3] {
            let way: [f64; 3] = random.direction();
            let whole = [0; 3].map(|_: i32| random.of(&[-1.0, 0.0, 1.0]));
            std::array::from_fn(|k| half[k] * if is_whole { whole[k] } else { way[k] as f32 })
        };
        let made = if count < 12 {
            Polyhedron::triangle([point(random), point(random), point(random)])
        } else {
            let points: Vec<_> = (0..count).map(|_| point(random)).collect();
            Polyhedron::hull_of(&points)
        };
        if let Ok(polyhedron) = made {
            return Arc::new(polyhedron);
        }
    }
}

fn farthest_of(points: &[[f64; 3]], way: [f64; 3]) -> [f64; 3] {
    let farther = |a: [f64; 3], b: &[f64; 3]| if inner(a, way) < inner(*b, way) { *b } else { a };
    points.iter().fold(points[0], farther)
}

/// A shape of any kind.
pub(crate) fn shape(random: &mut Random, place: f32, size: f32) -> Defined {
    let center: [f32; 3] = random.vector(place);
    let axes = if random.below(3) == 0 {
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    } else {
        rotation(random.direction())
    };
    let mut some = |range: f32| size * range * (0.05 + random.unit());
    let (half, lid, round) = ([some(1.0), some(1.0), some(1.0)], some(1.0), some(0.3));
    match random.below(10) {
        0 => Defined::ball(Ball { center, radius: lid }),
        1 => Defined::obb(Obb { center, half, axes }),
        2 => {
            Defined::capsule(Capsule { center, axis: axes[0].map(|x| x * half[0]), radius: round })
        }
        3 => {
            let vertices = std::array::from_fn(|_| {
                let off: [f32; 3] = random.vector(size);
                std::array::from_fn(|k| center[k] + off[k])
            });
            Defined::triangle(Triangle { vertices })
        }
        4 => {
            let lids = [lid, lid];
            let half = [0.0, half[1], 0.0];
            Defined::solid(Solid { center, axes, half, lids, rounding: 0.0 })
        }
        5 => {
            let (half, lids) = ([0.0, half[1], 0.0], [lid, 0.0]);
            Defined::solid(Solid { center, axes, half, lids, rounding: round * 0.5 })
        }
        6 => Defined::solid(Solid { center, axes, half, lids: [0.0; 2], rounding: round }),
        7 => {
            let lids = [lid, 0.5 * lid];
            Defined::solid(Solid { center, axes, half, lids, rounding: 0.0 })
        }
        _ => {
            let rounding = random.of(&[0.0, round]);
            hull(center, axes, &polyhedron(random, half), rounding)
        }
    }
}

/// What was seen.
#[derive(Debug, Default)]
struct Seen {
    apart: usize,
    together: usize,
    near: usize,
    /// Two hulls that touch.
    hulls: usize,
    points: [usize; 5],
    worst: f64,
}

/// Any one direction that the answer is held against.
fn directions() -> Vec<[f64; 3]> {
    let mut random = Random(0xd1);
    (0..200).map(|_| random.direction()).collect()
}

/// The answer is certified by the definitions: along the normal the shapes are as far apart as it
/// says, so no distance is less, and no depth more; the two points are that near each other, so no
/// distance is more; and no other direction tells of less depth.
fn check(seen: &mut Seen, a: &Defined, b: &Defined, ways: &[[f64; 3]]) {
    let rows = [a, b].map(|shape| shape.rows());
    let found = convex::separation(rows);
    let touches = convex::overlap(rows);
    let case = || format!("{:?} {:?} {:?} {:?} {found:?}", a.kind, a.quads, b.kind, b.quads);
    assert_eq!(touches, found.distance <= 0.0, "{}", case());
    let between = plus(b.center, a.center, -1.0);
    let size = a.size + b.size + length(between);
    let error = 1e-5 * (a.size + b.size).min(size);
    let gap = |way: [f64; 3]| inner(between, way) - a.reach(way) - b.reach(way.map(|x| -x));
    let normal = wide(found.normal);
    let distance = f64::from(found.distance);
    assert!((length(normal) - 1.0).abs() < 1e-6, "{}", case());
    let along = gap(normal.map(|x| x / length(normal)));
    seen.worst = seen.worst.max((along - distance).abs() / size);
    assert!((along - distance).abs() < error, "{along} {}", case());
    for way in ways {
        assert!(
            gap(*way) < distance.max(0.0).max(distance) + error,
            "{way:?} {} {}",
            gap(*way),
            case()
        );
    }
    let nearest = convex::nearest(&a.convex(), &b.convex());
    let (on_a, on_b) = (nearest.on_a, nearest.on_b);
    let apart = plus(plus(on_b, between, 1.0), on_a, -1.0);
    assert!((length(apart) - nearest.distance).abs() < error, "{nearest:?} {}", case());
    assert!((nearest.distance - distance.max(0.0)).abs() < error, "{nearest:?} {}", case());
    for way in ways {
        assert!(inner(on_a, *way) < a.reach(*way) + error, "{nearest:?} {}", case());
        assert!(inner(on_b, *way) < b.reach(*way) + error, "{nearest:?} {}", case());
    }
    seen.near += usize::from(distance.abs() < 1e-3 * size);
    if found.distance > 0.0 {
        seen.apart += 1;
        return;
    }
    seen.hulls += usize::from([a.kind, b.kind] == [ShapeKind::Hull; 2]);
    seen.together += 1;
    let touch: Contact<3, 4> = convex::contact(rows);
    let points = &touch.points[..touch.count as usize];
    seen.points[points.len()] += 1;
    assert!(!points.is_empty(), "{}", case());
    for (index, point) in points.iter().enumerate() {
        let (on_a, on_b) = (wide(point.on_a), wide(point.on_b));
        let off = inner(plus(plus(between, on_b, 1.0), on_a, -1.0), wide(touch.normal));
        assert!((off - f64::from(point.distance)).abs() < error, "{off} {point:?} {}", case());
        for other in &points[..index] {
            assert_ne!(other.feature, point.feature, "{touch:?} {}", case());
        }
        let beside = 0.04 * f64::from(point.distance.abs()) + error;
        for way in ways {
            assert!(inner(on_a, *way) < a.reach(*way) + beside, "{touch:?} {}", case());
            assert!(inner(on_b, *way) < b.reach(*way) + beside, "{touch:?} {}", case());
        }
    }
}

#[test]
fn all_kinds_against_their_definitions() {
    let (mut random, mut seen, ways) = (Random(0xc0), Seen::default(), directions());
    for _ in 0..40_000 * scale() {
        let (a, b) = (shape(&mut random, 1.0, 1.0), shape(&mut random, 1.0, 1.0));
        check(&mut seen, &a, &b, &ways);
    }
    println!("{seen:?}");
    assert!(seen.apart > 5_000 && seen.together > 5_000 && seen.near > 100, "{seen:?}");
    assert!(seen.hulls > 500, "{seen:?}");
}

/// Pairs of all sizes that numbers have are told as those of common ones are.
#[test]
fn sizes_of_all_scales() {
    let (mut touching, mut apart) = (0, 0);
    for exponent in [-110, -75, -60, 55, 75, 110] {
        let scale = 2.0_f32.powi(exponent);
        let mut both = [Random(0x51), Random(0x51)];
        for number in 0..2_000 {
            let [common, scaled] = [1.0, scale].map(|scale| {
                let random = &mut both[usize::from(scale != 1.0)];
                let pair = [shape(random, scale, scale), shape(random, scale, scale)];
                let rows = pair.each_ref().map(|s| s.rows());
                let size = pair.iter().map(|shape| shape.size).sum::<f64>();
                (convex::separation(rows), convex::overlap(rows), size)
            });
            assert_eq!(common.1, scaled.1, "{number} at {exponent}");
            let distance = f64::from(scaled.0.distance) / f64::from(scale);
            let error = (distance - f64::from(common.0.distance)).abs();
            let most = 1e-5 * common.2;
            assert!(error < most, "{number} at {exponent}: {common:?} {scaled:?}");
            *(if common.1 { &mut touching } else { &mut apart }) += 1;
        }
    }
    assert!(touching > 3_000 && apart > 3_000, "{touching} {apart}");
}

/// Batches find what single pairs do, bit for bit, at every level and whichever way round.
#[test]
fn batches_find_what_single_pairs_do() {
    let mut random = Random(0xba);
    for kind in [ShapeKind::Box, ShapeKind::Solid, ShapeKind::Hull] {
        let (mut quads, mut polyhedra): (Vec<Quad>, Vec<_>) = Default::default();
        const COUNT: u32 = 203;
        while quads.len() < COUNT as usize * if kind == ShapeKind::Box { 4 } else { 5 } {
            let shape = shape(&mut random, 1.5, 1.0);
            if shape.kind == kind {
                quads.extend(&shape.quads);
                if let [polyhedron] = &shape.polyhedra[..] {
                    quads.last_mut().expect("there are quads")[3] = polyhedra.len() as f32;
                    polyhedra.push(polyhedron.clone());
                }
            }
        }
        let width = quads.len() / COUNT as usize;
        let rows = Rows { polyhedra: &polyhedra, ..Rows::new(kind, cast_slice(&quads)) };
        let one = |row: u32| Rows { quads: &quads[row as usize * width..][..width], ..rows };
        let pairs: Vec<Pair> = (0..COUNT)
            .flat_map(|a| [Pair { a, b: (a + 1) % COUNT }, Pair { a: (a + 1) % COUNT, b: a }])
            .collect();
        let expected: Vec<Contact<3, 0>> = pairs
            .iter()
            .map(|pair| {
                let Contact { normal, distance, .. } =
                    convex::separation([one(pair.a), one(pair.b)]);
                Contact { normal, distance, ..Contact::default() }
            })
            .collect();
        for (number, pair) in expected.chunks(2).enumerate() {
            assert_eq!(pair[0].normal, pair[1].normal.map(|x| -x), "{number}");
            assert_eq!(pair[0].distance, pair[1].distance, "{number}");
        }
        let contacts: Vec<_> =
            pairs.iter().map(|pair| convex::contact([one(pair.a), one(pair.b)])).collect();
        for level in SimdLevel::available().iter().copied() {
            let mut out = vec![Contact::default(); pairs.len()];
            convex::separations(level, [rows, rows], [&pairs, &[]], &mut out);
            assert_eq!(out, expected, "{level:?}");
            let mut touches = vec![false; pairs.len()];
            convex::overlaps(level, [rows, rows], &pairs, &mut touches);
            for (touches, expected) in touches.iter().zip(&expected) {
                assert_eq!(*touches, expected.distance <= 0.0);
            }
            let touching: Vec<usize> = (0..pairs.len()).filter(|number| touches[*number]).collect();
            let near: Vec<Pair> = touching.iter().map(|number| pairs[*number]).collect();
            let mut found = vec![Contact::default(); near.len()];
            convex::contacts(level, [rows, rows], [&near, &[]], &mut found);
            for (found, number) in found.iter().zip(touching) {
                assert_eq!(*found, contacts[number], "{level:?}");
            }
        }
        assert!(expected.iter().any(|found| found.distance > 0.0));
        assert!(expected.iter().any(|found| found.distance < 0.0));
    }
}

/// Hulls at one place, whose polyhedra have other numbers in other sets: what is found is the same
/// to the last bit, and mirrored the other way round.
#[test]
fn numbers_of_polyhedra_mean_nothing() {
    let mut random = Random(0x9a);
    let axes = rotation(random.direction());
    let mut seen = 0;
    for _ in 0..200 {
        let both = [[1.0, 0.5, 0.25], [0.5, 1.0, 0.75]].map(|half| polyhedron(&mut random, half));
        let place = random.vector(0.1);
        let [a, mut b] = both.each_ref().map(|of| hull(place, axes, of, 0.0));
        b.quads.clone_from(&a.quads);
        let found = |a: &Defined, b: &Defined| convex::contact([a.rows(), b.rows()]);
        let (expected, mirrored) = (found(&a, &b), found(&b, &a));
        assert_eq!(expected.normal, mirrored.normal.map(|x| -x));
        let original = [a, b];
        let mut renumbered = both.each_ref().map(|of| hull(place, axes, of, 0.0));
        for (of, first) in renumbered.iter_mut().zip([both[1].clone(), both[0].clone()]) {
            of.polyhedra.insert(0, first);
            of.quads.clone_from(&original[0].quads);
            of.quads.last_mut().expect("there are quads")[3] = 1.0;
        }
        for numbers in 0..4 {
            let [a, b] = [0, 1].map(|side| {
                if numbers >> side & 1 == 0 { &original[side] } else { &renumbered[side] }
            });
            assert_eq!((found(a, b), found(b, a)), (expected, mirrored));
            seen += usize::from(expected.distance < 0.0);
        }
    }
    assert!(seen > 700, "{seen}");
}

/// A prism of height 1 about the second axis, with so many sides.
fn prism(sides: u32) -> Arc<Polyhedron> {
    let points: Vec<_> = (0..2 * sides)
        .map(|number| {
            let angle = (number / 2) as f32 * std::f32::consts::TAU / sides as f32;
            [0.5 * angle.cos(), if number % 2 == 0 { -0.5 } else { 0.5 }, 0.5 * angle.sin()]
        })
        .collect();
    Arc::new(Polyhedron::hull_of(&points).expect("a prism is one"))
}

/// Shapes at rest on a box, moved and turned by a millionth of their size, keep the number of their
/// points and their features.
#[test]
fn shapes_at_rest_keep_their_points() {
    let mut random = Random(0x5e);
    let upright = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let lying = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    let cylinder = |lids| Solid {
        center: [0.1, 0.0, 0.2],
        axes: upright,
        half: [0.0, 0.5, 0.0],
        lids,
        rounding: 0.0,
    };
    let rounded = Solid { half: [0.5; 3], lids: [0.0; 2], rounding: 0.1, ..cylinder([0.0; 2]) };
    let poses = [
        (cylinder([0.5; 2]), None, 0.5, 4),
        (cylinder([0.5, 0.0]), None, 0.5, 4),
        (Solid { axes: lying, ..cylinder([0.4; 2]) }, None, 0.4, 2),
        (rounded, None, 0.6, 4),
        (cylinder([0.0; 2]), Some(prism(6)), 0.5, 4),
        (rounded, Some(prism(3)), 0.6, 3),
        (rounded, Some(prism(40)), 0.6, 4),
    ];
    let floor = Obb { center: [0.0, -1.0, 0.0], half: [3.0, 1.0, 3.0], axes: upright };
    let floor = Obb::<3>::pack(&floor);
    for (number, (solid, polyhedron, height, points)) in poses.into_iter().enumerate() {
        let mut expected: Option<Vec<u32>> = None;
        for _ in 0..1_000 {
            let mut moved = solid;
            moved.center[1] = height - 1e-4;
            let off: [f32; 3] = random.vector(1e-6);
            moved.center = std::array::from_fn(|k| moved.center[k] + off[k]);
            let [x, y, z] = random.vector(5e-7_f32).map(f64::from);
            let turn = rotation([x, y, z, 1.0]);
            moved.axes = moved
                .axes
                .map(|axis| std::array::from_fn(|k| (0..3).map(|j| axis[j] * turn[j][k]).sum()));
            let Solid { center, axes, rounding, .. } = moved;
            let shape = polyhedron.as_ref().map_or_else(
                || Defined::solid(moved),
                |polyhedron| hull(center, axes, polyhedron, rounding),
            );
            let floor = Rows::new(ShapeKind::Box, floor.as_ref());
            let found = convex::contact([floor, shape.rows()]);
            let mut features: Vec<u32> =
                found.points[..found.count as usize].iter().map(|point| point.feature).collect();
            features.sort_unstable();
            assert_eq!(features.len(), points, "pose {number} {found:?}");
            assert_eq!(
                *expected.get_or_insert_with(|| features.clone()),
                features,
                "pose {number}"
            );
        }
    }
}
