//! Shapes as their definitions have them, and planes near them.

use std::sync::Arc;

use bytemuck::{cast_slice, cast_slice_mut};
use jostle_kernels::{
    Pair, SimdLevel,
    dispatch::{ContactTest, PairBlock, contact_entry},
    pairs::{Contact, MAX_POINTS},
    shape::{
        Ball, Capsule, HalfSpace, Hull, MAX_VERTICES, Obb, Pack, Polygon, Polyhedron, Quads4, Rows,
        ShapeKind, unit,
    },
    simd::Quad,
};

use crate::{
    convex::{Defined, shape},
    support::{
        Exact, Random, exact,
        solid::{inner, length, plus, wide},
    },
};

/// The farthest point of the core of a shape in a direction, relative to its center.
pub(super) type Farthest<const D: usize> = Box<dyn Fn([f64; D]) -> [f64; D]>;

/// A shape of any kind: points of a core, and a radius.
pub(super) struct Body<const D: usize> {
    pub(super) kind: ShapeKind,
    pub(super) quads: Vec<Quad>,
    pub(super) center: [f64; D],
    pub(super) farthest: Farthest<D>,
    pub(super) radius: f64,
    pub(super) size: f64,
    /// The corners of the core in the world, without rounding, if it has some.
    pub(super) corners: Vec<[Exact; D]>,
    pub(super) polyhedra: Vec<Arc<Polyhedron>>,
}

impl<const D: usize> Body<D> {
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows { polyhedra: &self.polyhedra, ..Rows::new(self.kind, &self.quads) }
    }

    /// How far the shape reaches in a direction of length 1.
    pub(super) fn reach(&self, direction: [f64; D]) -> f64 {
        inner((self.farthest)(direction), direction) + self.radius
    }
}

/// Dimensions with shapes of all their kinds.
pub(super) trait Bodies<const D: usize> {
    fn any(random: &mut Random, place: f32) -> Body<D>;
}

pub(super) struct In;

impl Bodies<3> for In {
    fn any(random: &mut Random, place: f32) -> Body<3> {
        let Defined { kind, quads, center, farthest, radius, size, corners, solid, polyhedra } =
            shape(random, place, 1.0);
        let corners = if solid.is_some() { Vec::new() } else { corners };
        // Sums of a center and products of two `f32` are exact, but for those of boxes.
        let corners = if kind == ShapeKind::Box { of_box(&quads) } else { exactly(&corners) };
        Body { kind, quads, center, farthest, radius, size, corners, polyhedra }
    }
}

fn exactly<const D: usize>(corners: &[[f64; D]]) -> Vec<[Exact; D]> {
    corners.iter().map(|corner| corner.map(exact)).collect()
}

/// All corners of a box, without rounding.
fn of_obb<const D: usize>(obb: &Obb<D>) -> Vec<[Exact; D]> {
    let corner = |signs: usize| {
        std::array::from_fn(|k| {
            (0..D).fold(exact(obb.center[k]), |sum, own| {
                let along = exact(obb.half[own]) * exact(obb.axes[own][k]);
                sum + if signs >> own & 1 == 0 { along } else { -along }
            })
        })
    };
    (0..1 << D).map(corner).collect()
}

fn of_box(quads: &[Quad]) -> Vec<[Exact; 3]> {
    of_obb(&jostle_kernels::shape::from_quads::<Obb<3>>(quads))
}

impl Bodies<2> for In {
    fn any(random: &mut Random, place: f32) -> Body<2> {
        let center: [f32; 2] = random.vector(place);
        let [cos, sin] = random.direction().map(|x: f64| x as f32);
        let axes = random.of(&[[[1.0, 0.0], [0.0, 1.0]], [[cos, sin], [-sin, cos]]]);
        let radius = 0.05 + random.unit();
        match random.below(4) {
            0 => {
                let ball = Ball { center, radius };
                of_corners::<Ball<2>>(ShapeKind::Ball, &ball, center, &[[0.0; 2]], radius)
            }
            1 => {
                let half = [radius, random.of(&[1.0, 0.1]) * random.unit()];
                let obb = Obb { center, half, axes };
                let corners: Vec<_> = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]
                    .iter()
                    .map(|[x, y]: &[f64; 2]| {
                        let along = plus([0.0; 2], wide(axes[0]), x * f64::from(half[0]));
                        plus(along, wide(axes[1]), y * f64::from(half[1]))
                    })
                    .collect();
                let body = of_corners::<Obb<2>>(ShapeKind::Box, &obb, center, &corners, 0.0);
                Body { corners: of_obb(&obb), ..body }
            }
            2 => {
                let axis = random.vector(1.0);
                let capsule = Capsule { center, axis, radius: 0.5 * radius };
                let ends = [wide(axis), wide(axis.map(|x| -x))];
                let radius = capsule.radius;
                of_corners::<Capsule<2>>(ShapeKind::Capsule, &capsule, center, &ends, radius)
            }
            _ => {
                let count = 3 + random.below(14);
                let mut vertices = [[0.0; 2]; MAX_VERTICES];
                let (high, turn) = (random.of(&[1.0, 0.3]), random.unit());
                let rounding = random.of(&[0.0, 0.0, 0.2, 1.0]);
                for (i, vertex) in vertices.iter_mut().enumerate() {
                    let place = if i < count as usize { i as f32 } else { 0.0 };
                    let angle = (place + turn) / count as f32 * std::f32::consts::TAU;
                    *vertex = [angle.cos(), high * angle.sin()];
                }
                let polygon = Polygon { center, count: count as f32, vertices, rounding };
                let corners = vertices.map(wide);
                of_corners::<Polygon>(ShapeKind::Polygon, &polygon, center, &corners, rounding)
            }
        }
    }
}

fn of_corners<S: Pack>(
    kind: ShapeKind,
    shape: &S::Of<f32>,
    center: [f32; 2],
    corners: &[[f64; 2]],
    radius: f32,
) -> Body<2> {
    let (quads, center) = (S::pack(shape).as_ref().to_vec(), wide(center));
    let core = corners.iter().map(|corner| length(*corner)).fold(0.0, f64::max);
    let own = corners.to_vec();
    let farthest = move |way| {
        let farther =
            |a: [f64; 2], b: &[f64; 2]| if inner(a, way) < inner(*b, way) { *b } else { a };
        own.iter().fold(own[0], farther)
    };
    let world = |corner: &[f64; 2]| [0, 1].map(|k| exact(center[k]) + exact(corner[k]));
    Body {
        kind,
        quads,
        center,
        farthest: Box::new(farthest),
        radius: radius.into(),
        size: core + f64::from(radius),
        corners: corners.iter().map(world).collect(),
        polyhedra: Vec::new(),
    }
}

/// A normal, along an axis now and then.
pub(super) fn normal<const D: usize>(random: &mut Random) -> [f32; D] {
    if random.below(4) == 0 {
        let mut along = [0.0; D];
        along[random.below(D as u32) as usize] = random.of(&[1.0, -1.0]);
        return along;
    }
    unit(random.direction().map(|x: f64| x as f32))
}

/// A half-space whose plane is so high above the deepest point of a body, along the normal, with a
/// point that is `aside` from there along the plane.
pub(super) fn near<const D: usize>(
    random: &mut Random,
    body: &Body<D>,
    normal: [f32; D],
    height: f64,
    aside: f64,
) -> HalfSpace<D> {
    let out = wide(normal).map(|x| x / length(wide(normal)));
    let foot = plus(body.center, out, height - body.reach(out.map(|x| -x)));
    let way: [f64; D] = random.direction();
    let along = plus(way, out, -inner(way, out));
    HalfSpace { point: plus(foot, along, aside).map(|x| x as f32), normal }
}

/// The distance of a body from a half-space.
pub(super) fn gap<const D: usize>(body: &Body<D>, half_space: &HalfSpace<D>) -> f64 {
    let out = wide(half_space.normal).map(|x| x / length(wide(half_space.normal)));
    inner(plus(body.center, wide(half_space.point), -1.0), out) - body.reach(out.map(|x| -x))
}

pub(super) fn columns<'a, const D: usize>(
    body: &'a Body<D>,
    half_space: &'a [Quad],
) -> [Rows<'a>; 2] {
    [body.rows(), Rows::new(ShapeKind::HalfSpace, half_space)]
}

/// Quads that lie as the records of any kind have to.
#[derive(Default)]
pub(super) struct Aligned {
    lines: Vec<Quads4>,
    len: usize,
}

impl Aligned {
    pub(super) fn new(quads: &[Quad]) -> Self {
        let mut lines = vec![Quads4::default(); quads.len().div_ceil(4)];
        cast_slice_mut(&mut lines)[..quads.len()].copy_from_slice(quads);
        Self { lines, len: quads.len() }
    }

    pub(super) fn quads(&self) -> &[Quad] {
        &cast_slice(&self.lines)[..self.len]
    }
}

/// The quads of bodies of a kind one after the other, and the polyhedra that they refer to.
pub(super) fn joined<'a, const D: usize>(
    bodies: impl IntoIterator<Item = &'a Body<D>>,
) -> (Vec<Quad>, Vec<Arc<Polyhedron>>) {
    let (mut quads, mut polyhedra) = (Vec::new(), Vec::new());
    for body in bodies {
        quads.extend(&body.quads);
        if let [polyhedron] = &body.polyhedra[..] {
            let first = quads.len() - body.quads.len();
            Hull::renumber(&mut quads[first..], polyhedra.len() as f32);
            polyhedra.push(polyhedron.clone());
        }
    }
    (quads, polyhedra)
}

/// Makes sure that batches of these pairs of a kind find what single pairs do, at every level.
pub(super) fn agree<const D: usize>(kind: ShapeKind, pairs: &[(&Body<D>, HalfSpace<D>)]) {
    let entry = contact_entry::<D>([kind, ShapeKind::HalfSpace]);
    let (of_a, polyhedra) = joined(pairs.iter().map(|(body, _)| *body));
    let packed: Vec<_> = pairs.iter().map(|(_, plane)| HalfSpace::<D>::pack(plane)).collect();
    let of_b: Vec<Quad> = packed.iter().flat_map(|quads| quads.0).collect();
    let (of_a, of_b) = (Aligned::new(&of_a), Aligned::new(&of_b));
    let of_b = Rows::new(ShapeKind::HalfSpace, of_b.quads());
    let rows = [Rows { polyhedra: &polyhedra, ..Rows::new(kind, of_a.quads()) }, of_b];
    let list: Vec<Pair> = (0..pairs.len() as u32).map(|row| Pair { a: row, b: row }).collect();
    let single: Vec<_> = pairs
        .iter()
        .zip(&packed)
        .map(|((body, _), plane)| {
            let rows = columns(body, &plane.0);
            ((entry.overlap)(rows), (entry.separation)(rows), (entry.contact)(rows))
        })
        .collect();
    let block = PairBlock { pairs: &list, next: &[] };
    for level in SimdLevel::available().iter().copied() {
        let mut touching = vec![false; list.len()];
        (entry.overlaps.expect("a test of its own"))(level, rows, &list, &mut touching);
        let apart = computed(entry.separations, level, rows, block);
        let found = computed(entry.contacts[0], level, rows, block);
        for (row, (touches, separation, contact)) in single.iter().enumerate() {
            assert_eq!(touching[row], *touches, "{level} {kind} {row}");
            assert_eq!(apart[row], *separation, "{level} {kind} {row}");
            if *touches {
                let count = contact.count as usize;
                assert_eq!(found[row].points[..count], contact.points[..count], "{level} {kind}");
                assert_eq!(found[row].distance, contact.distance, "{level} {kind} {row}");
            }
        }
    }
}

/// The contacts of pairs by a test.
fn computed<const D: usize>(
    test: ContactTest<D>,
    level: SimdLevel,
    rows: [Rows<'_>; 2],
    block: PairBlock<'_>,
) -> Vec<Contact<D, MAX_POINTS>> {
    fn roomy<const D: usize, const N: usize>(
        found: &[Contact<D, N>],
    ) -> Vec<Contact<D, MAX_POINTS>> {
        let one = |found: &Contact<D, N>| {
            let Contact { normal, distance, axis, count, .. } = *found;
            let mut all = Contact { normal, distance, axis, count, ..Contact::default() };
            all.points[..N].copy_from_slice(&found.points);
            all
        };
        found.iter().map(one).collect()
    }
    macro_rules! run {
        ($compute:expr) => {{
            let mut out = vec![Contact::default(); block.pairs.len()];
            $compute(level, rows, block, &mut out);
            roomy(&out)
        }};
    }
    match test {
        ContactTest::NoPoints(compute) => run!(compute),
        ContactTest::OnePoint(compute) => run!(compute),
        ContactTest::TwoPoints(compute) => run!(compute),
        ContactTest::FourPoints(compute) => run!(compute),
    }
}
