//! When moving shapes meet moving half-spaces, by the definitions of the shapes at each time.

use std::sync::Arc;

use jostle_kernels::{
    Pair, SimdLevel,
    dispatch::{Column, impact_entry},
    pairs::{Impact, ImpactState, advance::TOLERANCE},
    shape::{
        HalfSpace, Pack, Polyhedron, RigidMotion, RigidMotion2, RigidMotion3, Rows, ShapeKind,
    },
    simd::Quad,
};

use super::body::{Aligned, Bodies, Body, In, joined, near, normal};
use crate::support::{
    Random, scale,
    solid::{inner, length, plus, wide},
    turning::Turns,
};

/// Motions of a dimension.
trait Moves<const D: usize>: Turns<D> {
    type Kernel: RigidMotion<D, Of<f32> = Self>;
    fn any(random: &mut Random, by: f32, turn: f32) -> Self;
}

impl Moves<2> for RigidMotion2 {
    type Kernel = RigidMotion2;
    fn any(random: &mut Random, by: f32, turn: f32) -> Self {
        Self { by: random.vector(by), angle: random.within(turn) }
    }
}

impl Moves<3> for RigidMotion3 {
    type Kernel = RigidMotion3;
    fn any(random: &mut Random, by: f32, turn: f32) -> Self {
        Self { by: random.vector(by), rotation: random.vector(turn) }
    }
}

/// A moving shape and a moving half-space.
struct Case<M, const D: usize> {
    body: Body<D>,
    half_space: HalfSpace<D>,
    motions: [M; 2],
}

impl<M: Moves<D>, const D: usize> Case<M, D> {
    /// The gap at a time.
    fn gap(&self, time: f64) -> f64 {
        let [own, other] = &self.motions;
        let normal = wide(self.half_space.normal);
        let out = other.turned(normal.map(|x| x / length(normal)), time);
        // The farthest point of a shape that has turned, by the direction that turns with it.
        let back = own.turned(out.map(|x| -x), -time);
        let center = plus(self.body.center, own.by(), time);
        let point = plus(wide(self.half_space.point), other.by(), time);
        inner(plus(center, point, -1.0), out) - self.body.reach(back)
    }
}

fn cases<M: Moves<D>, const D: usize>(random: &mut Random, aside: f64) -> Vec<Case<M, D>>
where
    In: Bodies<D>,
{
    (0..1_500 * scale())
        .map(|_| {
            let body = In::any(random, 1.0);
            let normal = normal(random);
            let height = -f64::from(random.unit()) * 2.0;
            let half_space = near(random, &body, normal, height, aside);
            let [turn, plane] = [random.of(&[0.0, 1.0, 6.0]), random.of(&[0.0, 0.0, 0.5])];
            let motions = [M::any(random, 4.0, turn), M::any(random, 1.0, plane / aside as f32)];
            Case { body, half_space, motions }
        })
        .collect()
}

/// The impacts of cases of a kind, one by one and in batches.
fn impacts<M: Moves<D>, const D: usize>(kind: ShapeKind, cases: &[&Case<M, D>]) -> Vec<Impact<D>> {
    let kernel = impact_entry::<D>([kind, ShapeKind::HalfSpace]).kernel(true);
    let pack = |motion: &M| M::Kernel::pack(motion).as_ref().to_vec();
    let mut columns: [Vec<Quad>; 4] = Default::default();
    let mut single = Vec::new();
    for case in cases {
        let parts = [
            case.body.quads.clone(),
            HalfSpace::<D>::pack(&case.half_space).0.to_vec(),
            pack(&case.motions[0]),
            pack(&case.motions[1]),
        ];
        let aligned = parts.each_ref().map(|part| Aligned::new(part));
        single.push((kernel.single)(sides(kind, &aligned, &case.body.polyhedra), 1.0));
        for (column, part) in columns.iter_mut().zip(parts) {
            column.extend(part);
        }
    }
    let polyhedra;
    (columns[0], polyhedra) = joined(cases.iter().map(|case| &case.body));
    let aligned = columns.map(|column| Aligned::new(&column));
    let pairs: Vec<Pair> = (0..cases.len() as u32).map(|row| Pair { a: row, b: row }).collect();
    for level in SimdLevel::available().iter().copied() {
        let mut found = vec![Impact::default(); pairs.len()];
        (kernel.batch)(level, sides(kind, &aligned, &polyhedra), &pairs, 1.0, &mut found);
        assert_eq!(found, single, "{level} {kind}");
    }
    single
}

fn sides<'a>(
    kind: ShapeKind,
    [a, b, of_a, of_b]: &'a [Aligned; 4],
    polyhedra: &'a [Arc<Polyhedron>],
) -> [Column<'a>; 2] {
    let shapes = Rows { polyhedra, ..Rows::new(kind, a.quads()) };
    [
        Column { shapes, motions: of_a.quads() },
        Column { shapes: Rows::new(ShapeKind::HalfSpace, b.quads()), motions: of_b.quads() },
    ]
}

fn check<M: Moves<D>, const D: usize>(aside: f64)
where
    In: Bodies<D>,
{
    let mut random = Random(0x3041);
    let cases = cases::<M, D>(&mut random, aside);
    let mut seen = [0; 4];
    for kind in ShapeKind::ALL {
        let of_kind: Vec<_> = cases.iter().filter(|case| case.body.kind == kind).collect();
        if of_kind.is_empty() {
            continue;
        }
        for (case, found) in of_kind.iter().zip(impacts(kind, &of_kind)) {
            let told = || {
                let Case { body, half_space, motions } = case;
                format!("{kind} {:?} {half_space:?} {motions:?} {found:?}", body.quads)
            };
            let state = found.state();
            seen[state as usize] += 1;
            let rounding = 1e-6 * (case.body.size + aside);
            let until = f64::from(found.time).min(1.0);
            if state == ImpactState::Overlapping {
                assert!(case.gap(0.0) < rounding, "{}", told());
                continue;
            }
            // Not before, and if it misses, never.
            let parts = 200;
            for part in 0..=parts {
                let time = until * f64::from(part) / f64::from(parts);
                assert!(case.gap(time) > -rounding, "{time} {} {}", case.gap(time), told());
            }
            if state == ImpactState::Hit {
                let most = 2.0 * f64::from(TOLERANCE) * case.body.size * 1.5 + rounding;
                assert!(case.gap(until) < most, "{} {}", case.gap(until), told());
                let normal = wide(case.half_space.normal);
                let out = case.motions[1].turned(normal.map(|x| -x), until);
                // Of a little before.
                let turned = length(plus(wide(found.normal), out, -1.0));
                assert!(turned < 2.0 * f64::from(TOLERANCE), "{turned} {}", told());
            }
        }
    }
    println!("{seen:?}");
    let [apart, hit, overlapping, capped] = seen;
    assert!(apart > 200 && hit > 500 && overlapping < 100 && capped < 50, "{seen:?}");
}

#[test]
fn in_the_plane() {
    check::<RigidMotion2, 2>(1.0);
    check::<RigidMotion2, 2>(1e3);
}

#[test]
fn in_space() {
    check::<RigidMotion3, 3>(1.0);
    check::<RigidMotion3, 3>(1e3);
}
