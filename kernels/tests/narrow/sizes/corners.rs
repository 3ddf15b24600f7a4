//! Small shapes with corners that overlap large ones or nearly so, against separating axes in
//! `f64`: the axis of the least overlap is one of finitely many.

use std::fmt::Debug;

use jostle_kernels::{
    pairs::{
        BoxBox2, BoxBox3, BoxPolygon, BoxTriangle, PolygonPolygon, TriangleTriangle, contact_of,
        convex,
    },
    shape::{Hull, Obb, Pack, Polygon, Polyhedron, Rows, ShapeKind, Solid, Triangle},
    simd::Quad,
};

use super::{Errors, RATIOS, box2, box3, from_a, from_b, polygon, triangle};
use crate::support::{
    Random, evidence, rotation, scale,
    solid::{inner, length, plus, wide},
};

/// The largest angle between a normal and an axis along which the shapes overlap least.
const ANGLE: f64 = 1e-4;

/// How much distances may err, of the size of the smaller shape.
struct Most {
    always: f64,
    /// The same of the size of the larger shape.
    larger: f64,
}

/// Of boxes, whose axes are rounded: their faces are where their corners are but for that much.
const BOXES: Most = Most { always: 5e-4, larger: 1.2e-7 };
/// Of what is stored by its corners.
const CORNERS: Most = Most { always: 1e-3, larger: 0.0 };
/// Of the general routine: its depths err by a billionth of both sizes.
const GENERAL: Most = Most { always: 1e-6, larger: 4e-9 };

/// A polytope: its corners, and the directions of its faces and, in space, edges.
struct Corners<const D: usize> {
    points: Vec<[f64; D]>,
    normals: Vec<[f64; D]>,
    edges: Vec<[f64; D]>,
}

pub(super) fn cross<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|k| a[(k + 1) % D] * b[(k + 2) % D] - a[(k + 2) % D] * b[(k + 1) % D])
}

/// A shape with corners.
trait Cornered<const D: usize>: Copy + Debug {
    fn corners(&self) -> Corners<D>;
}

/// The corners of a box.
fn of_box<const D: usize>(of: &Obb<D>) -> Vec<[f64; D]> {
    let corner = |number: usize| {
        (0..D).fold(wide(of.center), |sum, k| {
            let half = f64::from(of.half[k]);
            plus(sum, wide(of.axes[k]), if number >> k & 1 == 0 { half } else { -half })
        })
    };
    (0..1 << D).map(corner).collect()
}

impl Cornered<2> for Obb<2> {
    fn corners(&self) -> Corners<2> {
        let normals = self.axes.map(|[x, y]| [f64::from(-y), f64::from(x)]).to_vec();
        Corners { points: of_box(self), normals, edges: Vec::new() }
    }
}

impl Cornered<3> for Obb<3> {
    fn corners(&self) -> Corners<3> {
        let axes = self.axes.map(wide);
        let normals = (0..3).map(|k| cross(axes[(k + 1) % 3], axes[(k + 2) % 3])).collect();
        Corners { points: of_box(self), normals, edges: axes.to_vec() }
    }
}

impl Cornered<2> for Polygon {
    fn corners(&self) -> Corners<2> {
        let vertices = &self.vertices[..self.count as usize];
        let points: Vec<_> =
            vertices.iter().map(|vertex| plus(wide(self.center), wide(*vertex), 1.0)).collect();
        let edges = points.iter().zip(points.iter().cycle().skip(1));
        let normals = edges.map(|(from, to)| [to[1] - from[1], from[0] - to[0]]).collect();
        Corners { points, normals, edges: Vec::new() }
    }
}

impl Cornered<3> for Triangle {
    fn corners(&self) -> Corners<3> {
        let points = self.vertices.map(wide);
        let edges = [0, 1, 2].map(|k| plus(points[(k + 1) % 3], points[k], -1.0));
        let normal = cross(edges[0], edges[1]);
        // Those in its plane, too: triangles may lie in one.
        let normals = edges.map(|edge| cross(normal, edge)).into_iter().chain([normal]).collect();
        Corners { points: points.to_vec(), normals, edges: edges.to_vec() }
    }
}

/// All unit vectors from A to B that may be the one of the least overlap, and the gap along each.
fn gaps<const D: usize>(a: &Corners<D>, b: &Corners<D>) -> Vec<([f64; D], f64)> {
    let across = a.edges.iter().flat_map(|p| b.edges.iter().map(|q| cross(*p, *q)));
    let all = a.normals.iter().chain(&b.normals).copied().chain(across);
    let mut gaps = Vec::new();
    for axis in all.filter(|axis| length(*axis) > 1e-9) {
        let unit = axis.map(|x| x / length(axis));
        for way in [unit, unit.map(|x| -x)] {
            let along = |points: &[[f64; D]]| {
                let along = points.iter().map(|point| inner(*point, way));
                along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                    [low.min(x), high.max(x)]
                })
            };
            gaps.push((way, along(&b.points)[0] - along(&a.points)[1]));
        }
    }
    gaps
}

/// A small box at a place of the plane.
fn small_box2(random: &mut Random, near: [f32; 2]) -> Obb<2> {
    let center = near.map(|x| x + random.within(1.0));
    let half = [0.0; 2].map(|_: f32| 0.2 + 0.8 * random.unit());
    Obb { center, half, ..box2(random, 1.0).0 }
}

/// A small polygon at a place.
fn small_polygon(random: &mut Random, near: [f32; 2]) -> Polygon {
    let center = near.map(|x| x + random.within(1.0));
    Polygon { center, ..polygon(random, 1.0).0 }
}

/// A small box at a place.
fn small_box(random: &mut Random, near: [f32; 3]) -> Obb<3> {
    let half = [0.0; 3].map(|_: f32| 0.2 + 0.8 * random.unit());
    let aligned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let turned = rotation(random.direction());
    let axes = random.of(&[aligned, turned]);
    Obb { center: near.map(|x| x + random.within(1.0)), half, axes }
}

/// A small triangle at a place.
fn small_triangle(random: &mut Random, near: [f32; 3]) -> Triangle {
    let center = near.map(|x| x + random.within(0.5));
    Triangle { vertices: [(); 3].map(|()| center.map(|x| x + random.within(1.0))) }
}

/// Small shapes that overlap a large one near a point of it, or nearly so, at all ratios.
fn check<S: Cornered<D>, L: Cornered<D>, const D: usize>(
    name: &str,
    most: &Most,
    mut small: impl FnMut(&mut Random, [f32; D]) -> S,
    mut large: impl FnMut(&mut Random, f32) -> (L, [f32; D]),
    contact: impl Fn(&S, &L) -> (f64, [f64; D]),
) {
    let mut random = Random(0x51de);
    for ratio in RATIOS {
        let mut errors = Errors::default();
        let most = most.always + most.larger * f64::from(ratio);
        while errors.cases < 500 * scale() {
            let (large, near) = large(&mut random, ratio);
            let small = small(&mut random, near);
            let gaps = gaps(&small.corners(), &large.corners());
            let gap = gaps.iter().map(|(_, gap)| *gap).fold(f64::NEG_INFINITY, f64::max);
            if !(-0.5..-1e-3).contains(&gap) {
                continue;
            }
            let (distance, normal) = contact(&small, &large);
            errors.cases += 1;
            let off = (distance - gap).abs();
            // Several axes may be as good.
            let as_good = gaps.iter().filter(|(_, along)| gap - along <= most);
            let turned = as_good.map(|(way, _)| length(plus(*way, normal, -1.0)));
            let turned = turned.fold(f64::INFINITY, f64::min);
            errors.distance = errors.distance.max(off);
            errors.angle = errors.angle.max(turned);
            assert!(
                off < most && turned < ANGLE,
                "{name}, ratio {ratio}: off by {off}, turned by {turned}, {distance} {gap}\n\
                 {small:?}\n{large:?}"
            );
        }
        println!("{name}, ratio {ratio}: {errors:?}");
        evidence(&format!("{name}, 1 : {ratio}"), errors.cases, errors.cases, errors.distance);
    }
}

#[test]
fn boxes_and_polygons_at_large_ones() {
    check("box, box in 2D", &BOXES, small_box2, box2, |a, b| {
        from_a(contact_of::<BoxBox2, 2, 0>(a, b))
    });
    check("box, polygon", &CORNERS, small_box2, polygon, |a, b| {
        from_a(contact_of::<BoxPolygon, 2, 0>(a, b))
    });
    check("polygon, box", &BOXES, small_polygon, box2, |a, b| {
        from_b(contact_of::<BoxPolygon, 2, 0>(b, a))
    });
    check("polygon, polygon", &CORNERS, small_polygon, polygon, |a, b| {
        from_a(contact_of::<PolygonPolygon, 2, 0>(a, b))
    });
}

#[test]
fn boxes_and_triangles_at_large_ones() {
    check("box, box in 3D", &BOXES, small_box, box3, |a, b| {
        from_a(contact_of::<BoxBox3, 3, 0>(a, b))
    });
    check("box, triangle", &CORNERS, small_box, triangle, |a, b| {
        from_a(contact_of::<BoxTriangle, 3, 0>(a, b))
    });
    check("triangle, box", &BOXES, small_triangle, box3, |a, b| {
        from_b(contact_of::<BoxTriangle, 3, 0>(b, a))
    });
    check("triangle, triangle", &CORNERS, small_triangle, triangle, |a, b| {
        from_a(contact_of::<TriangleTriangle, 3, 0>(a, b))
    });
}

/// A shape as the general routine takes it.
pub(super) struct General {
    kind: ShapeKind,
    quads: Vec<Quad>,
    polyhedra: Vec<std::sync::Arc<Polyhedron>>,
}

impl General {
    pub(super) fn of<S: Pack>(kind: ShapeKind, shape: &S::Of<f32>) -> Self {
        Self { kind, quads: S::pack(shape).as_ref().to_vec(), polyhedra: Vec::new() }
    }

    fn solid(of: &Obb<3>) -> Self {
        let Obb { center, half, axes } = *of;
        let solid = Solid { center, axes, half, lids: [0.0; 2], rounding: 0.0 };
        Self::of::<Solid>(ShapeKind::Solid, &solid)
    }

    fn triangle(of: &Triangle) -> Self {
        Self::of::<Triangle>(ShapeKind::Triangle, of)
    }

    fn hull(of: &Obb<3>) -> Self {
        let Obb { center, half, axes } = *of;
        let corner = |number: u32| -> [f32; 3] {
            std::array::from_fn(|k| if number >> k & 1 == 0 { half[k] } else { -half[k] })
        };
        let points: Vec<_> = (0..8).map(corner).collect();
        let polyhedron = Polyhedron::hull_of(&points).expect("a box is one");
        let reach = [0, 1, 2].map(|k| (0..3).map(|j| (axes[j][k] * half[j]).abs()).sum::<f32>());
        let bounds = [reach.map(|x| -x), reach];
        let hull = Hull { center, axes, rounding: 0.0, bounds, number: 0.0 };
        let quads = Hull::pack(&hull).as_ref().to_vec();
        Self { kind: ShapeKind::Hull, quads, polyhedra: vec![polyhedron.into()] }
    }

    pub(super) fn contact(&self, other: &Self) -> (f64, [f64; 3]) {
        let rows = [self, other]
            .map(|of| Rows { polyhedra: &of.polyhedra, ..Rows::new(of.kind, &of.quads) });
        from_a(convex::contact(rows))
    }
}

/// Boxes as solids and as hulls, which the general routine computes.
#[test]
fn solids_and_hulls_at_large_ones() {
    let solid = |of: &Obb<3>| General::solid(of);
    check("solid, solid", &GENERAL, small_box, box3, |a, b| solid(a).contact(&solid(b)));
    check("hull, hull", &GENERAL, small_box, box3, |a, b| {
        General::hull(a).contact(&General::hull(b))
    });
    check("hull, solid", &GENERAL, small_box, box3, |a, b| General::hull(a).contact(&solid(b)));
    check("hull, triangle", &GENERAL, small_box, triangle, |a, b| {
        General::hull(a).contact(&General::triangle(b))
    });
    check("triangle, hull", &GENERAL, small_triangle, box3, |a, b| {
        General::triangle(a).contact(&General::hull(b))
    });
}
