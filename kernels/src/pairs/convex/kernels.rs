//! Pairs of convex shapes by eight, and one by one where `f32` cannot tell.

use super::{
    epa::{Capped, Depth, Workspace, depth},
    faces::Surface,
    gjk::{
        Closest, ConvexPair, Vertex, closest, closest_for_certain, closest_if_apart, separated,
        verdict,
    },
    manifold::manifold,
    operand::{Convex, Operands, Row},
};
use crate::{
    Lanes, Pair, Pass, SimdLevel,
    pairs::{
        Contact, MAX_POINTS, RawContact, Separated,
        batch::{CACHED, Groups, in_groups, one_by_one},
    },
    real::{
        Mask, Real, Wide,
        vector::{add_scaled, dot, neg, sub},
    },
    shape::{Rows, truth},
    simd::{LANES, set_bits},
};

/// The part of the distance of two cores that is the largest bound of an error in `f32`, as a
/// direction is known that well only.
const COARSE: f32 = 1.0 / 256.0;

/// The part of the distance of two cores that its bounds are apart at most where it is known; or
/// half the slack, which is more in `f32` where shapes are near.
const CLOSE: f64 = 1e-7;

/// Two columns of shapes.
#[derive(Clone, Copy)]
struct Sides<'a> {
    a: Operands<'a>,
    b: Operands<'a>,
    is_one_kind: bool,
}

/// Two shapes the way round that is computed.
struct PairOfRows<'a> {
    a: Row<'a>,
    b: Row<'a>,
    swapped: bool,
}

impl<'a> Sides<'a> {
    fn new([a, b]: [Rows<'a>; 2]) -> Self {
        Self { a: Operands::new(a), b: Operands::new(b), is_one_kind: a.kind == b.kind }
    }

    /// The two shapes of a pair. Of one kind only one way round is computed, so that the results of
    /// both mirror each other.
    #[inline(always)]
    fn rows(&self, pair: Pair) -> PairOfRows<'a> {
        let (a, b) = (self.a.row(pair.a), self.b.row(pair.b));
        let swapped = self.is_one_kind && a.comes_after(&b);
        if swapped { PairOfRows { a: b, b: a, swapped } } else { PairOfRows { a, b, swapped } }
    }

    /// How much memory pairs may refer to, in bytes.
    fn bytes(&self) -> usize {
        self.a.bytes() + self.b.bytes()
    }

    /// Prefetches what tells where the vertices of the shapes of a pair are.
    #[inline(always)]
    fn prefetch_places(&self, pair: Pair) {
        self.a.prefetch_place(pair.a);
        self.b.prefetch_place(pair.b);
    }

    /// Prefetches the shapes of a pair, with their faces or without.
    #[inline(always)]
    fn prefetch(&self, pair: Pair, with_faces: bool) {
        self.a.prefetch(pair.a, with_faces);
        self.b.prefetch(pair.b, with_faces);
    }

    fn one(&self, rows: &PairOfRows<'a>) -> ConvexPair<'a, f32> {
        ConvexPair::new(self.a.one(rows.a), self.b.one(rows.b))
    }

    fn wide(&self, rows: &PairOfRows<'a>) -> ConvexPair<'a, f64> {
        ConvexPair::new(self.a.wide(rows.a), self.b.wide(rows.b))
    }

    fn touches(&self, pair: Pair, workspace: &mut Workspace) -> bool {
        let rows = self.rows(pair);
        let verdict = separated(&self.one(&rows));
        !(verdict.apart || verdict.unsure && self.are_apart(&rows, workspace))
    }

    /// Decides what `f32` could not.
    #[cold]
    fn are_apart(&self, rows: &PairOfRows<'a>, workspace: &mut Workspace) -> bool {
        Gap::decided(&self.wide(rows), workspace).distance > 0.0
    }

    /// How far two shapes are apart.
    fn separation(&self, pair: Pair, workspace: &mut Workspace) -> Contact<3, 0> {
        let rows = self.rows(pair);
        let one = self.one(&rows);
        let found = closest_if_apart(&one);
        let gap = Gap::of(&one, &found);
        if gap.is_known {
            return gap.contact(rows.swapped);
        }
        self.decided(&rows, found.inside, workspace)
    }

    /// The same where `f32` cannot tell, or no more than that the cores overlap.
    fn decided(
        &self,
        rows: &PairOfRows<'a>,
        overlap: bool,
        workspace: &mut Workspace,
    ) -> Contact<3, 0> {
        let pair = self.wide(rows);
        let gap = if overlap {
            Gap::of_overlapping(&pair, workspace)
        } else {
            Gap::decided(&pair, workspace)
        };
        gap.rounded().contact(rows.swapped)
    }

    /// How two shapes touch, or how far they are apart.
    fn contact(&self, pair: Pair, workspace: &mut Workspace) -> Contact<3, MAX_POINTS> {
        if self.touches(pair, workspace) {
            self.contact_of_touching(pair, workspace)
        } else {
            self.separation(pair, workspace).with_room()
        }
    }

    /// How two shapes touch that do.
    fn contact_of_touching(&self, pair: Pair, workspace: &mut Workspace) -> Contact<3, MAX_POINTS> {
        let rows = self.rows(pair);
        let pair = self.wide(&rows);
        // Cores of shapes with a rounding may be apart.
        let gap = if pair.roundings() > 0.0 {
            Gap::decided(&pair, workspace)
        } else {
            Gap::of_overlapping(&pair, workspace)
        };
        // Of two kinds the pair is never the other way round.
        let a = Surface::new(&pair.a, self.a.rows.kind);
        let b = Surface::new(&pair.b, self.b.rows.kind);
        manifold(&pair, [&a, &b], &gap, rows.swapped)
    }
}

/// How far two shapes are apart, and where.
pub(super) struct Gap<R: Real> {
    /// From A to B.
    pub(super) normal: [R; 3],
    pub(super) distance: R,
    /// The point of A's surface that is nearest to B, or deepest in it, relative to its center.
    pub(super) on_a: [R; 3],
    /// Whether that is as good as it may be.
    pub(super) is_known: R::Mask,
}

impl<R: super::search::Search> Gap<R> {
    /// That of cores that are apart.
    #[inline(always)]
    fn of(pair: &ConvexPair<'_, R>, found: &Closest<R>) -> Self {
        let (length, normal) = (found.length, found.direction);
        let (slack, distance) = (pair.slack(), length - pair.roundings());
        let certain = slack.lt(distance) & (pair.roundings() + slack).lt(found.apart)
            | (distance + slack).lt(slack.of(0.0));
        let bounds = (slack * slack.of(0.5)).max(length * slack.of(CLOSE as f32));
        let fine = slack.lt(length * slack.of(COARSE)) & (length - found.apart).le(bounds);
        Self {
            normal,
            distance,
            on_a: add_scaled(found.nearest.on_a, normal, pair.a.solid.rounding),
            is_known: certain & fine & !found.inside & !found.capped,
        }
    }
}

impl Gap<f64> {
    /// That of two shapes whose cores overlap.
    fn of_overlapping(pair: &ConvexPair<'_, f64>, workspace: &mut Workspace) -> Self {
        let gap = Self::deepest(pair, workspace);
        // The depth of slivers may be next to nothing, and rounded.
        Self { distance: gap.distance.min(0.0), ..gap }
    }

    /// That along the direction in which the cores overlap least.
    fn deepest(pair: &ConvexPair<'_, f64>, workspace: &mut Workspace) -> Self {
        let Depth { normal, distance, on_a } = depth(pair, workspace);
        Self {
            normal,
            distance: distance - pair.roundings(),
            on_a: add_scaled(on_a, normal, pair.a.solid.rounding),
            is_known: true,
        }
    }

    /// That of any two shapes.
    fn decided(pair: &ConvexPair<'_, f64>, workspace: &mut Workspace) -> Self {
        let (gap, apart) = Self::certified(pair, workspace);
        let distance = if pair.slack() < apart {
            gap.distance.max(f64::MIN_POSITIVE)
        } else {
            gap.distance.min(0.0)
        };
        Self { distance, ..gap }
    }

    /// The same, not yet classified, and how far the shapes are apart along the normal but for
    /// rounding.
    pub(super) fn certified(pair: &ConvexPair<'_, f64>, workspace: &mut Workspace) -> (Self, f64) {
        let found = closest(pair);
        workspace.capped.double |= found.capped;
        let gap = Self::of(pair, &found);
        let roundings = pair.roundings();
        let (known, length) = (found.apart - roundings, gap.distance + roundings);
        if gap.is_known {
            return (gap, known);
        }
        let is_close = length - found.apart <= CLOSE * length && !found.inside;
        let (mut gap, mut apart) = (gap, known);
        if !is_close {
            // The shortest vector says too little about the direction.
            let deepest = Self::deepest(pair, workspace);
            if found.inside || found.apart <= (deepest.distance + roundings).max(0.0) {
                (apart, gap) = (deepest.distance, deepest);
            }
        }
        (gap, apart)
    }

    fn rounded(&self) -> Gap<f32> {
        let distance = self.distance as f32;
        Gap {
            normal: self.normal.map(|x| x as f32),
            distance: if self.distance > 0.0 { distance.max(f32::MIN_POSITIVE) } else { distance },
            on_a: self.on_a.map(|x| x as f32),
            is_known: true,
        }
    }
}

impl Gap<f32> {
    fn contact(&self, swapped: bool) -> Contact<3, 0> {
        let normal = if swapped { neg(self.normal) } else { self.normal };
        Contact { normal, distance: self.distance, ..Contact::default() }
    }
}

/// A pass over pairs.
struct ConvexBatch<'a, T> {
    sides: Sides<'a>,
    workspace: Workspace,
    /// To be computed, and next.
    pairs: [&'a [Pair]; 2],
    out: &'a mut [T],
}

/// What is found of pairs of convex shapes.
trait Found: Copy + Default {
    /// That of a single pair.
    fn one(sides: &Sides<'_>, pair: Pair, workspace: &mut Workspace) -> Self;
    /// That of eight. Must be `#[inline(always)]`.
    fn eight<'a, L: Lanes>(
        sides: &Sides<'a>,
        rows: &[PairOfRows<'a>; LANES],
        pair: &ConvexPair<'_, Wide<L>>,
        workspace: &mut Workspace,
        out: &mut [Self; LANES],
    );
}

impl Found for bool {
    fn one(sides: &Sides<'_>, pair: Pair, workspace: &mut Workspace) -> Self {
        sides.touches(pair, workspace)
    }

    #[inline(always)]
    fn eight<'a, L: Lanes>(
        sides: &Sides<'a>,
        rows: &[PairOfRows<'a>; LANES],
        pair: &ConvexPair<'_, Wide<L>>,
        workspace: &mut Workspace,
        out: &mut [Self; LANES],
    ) {
        let verdict = separated(pair);
        let apart = verdict.apart.bits();
        for (lane, touches) in out.iter_mut().enumerate() {
            *touches = apart >> lane & 1 == 0;
        }
        for lane in set_bits(verdict.unsure.bits()) {
            out[lane] = !sides.are_apart(&rows[lane], workspace);
        }
    }
}

impl Found for Contact<3, 0> {
    fn one(sides: &Sides<'_>, pair: Pair, workspace: &mut Workspace) -> Self {
        sides.separation(pair, workspace)
    }

    #[inline(always)]
    fn eight<'a, L: Lanes>(
        sides: &Sides<'a>,
        rows: &[PairOfRows<'a>; LANES],
        pair: &ConvexPair<'_, Wide<L>>,
        workspace: &mut Workspace,
        out: &mut [Self; LANES],
    ) {
        let found = closest_if_apart(pair);
        let gap = Gap::of(pair, &found);
        let (lanes, none) = (gap.distance.lanes, gap.distance.of(0.0));
        let mut swapped = 0;
        for (lane, rows) in rows.iter().enumerate() {
            swapped |= u32::from(rows.swapped) << lane;
        }
        let Gap { normal, distance, .. } = gap;
        let contact = RawContact { normal, distance, axis: none, count: none, points: [] };
        contact.turned(truth(lanes, swapped), none).store(lanes, out);
        for lane in set_bits(!gap.is_known.bits() & 0xff) {
            let overlap = found.inside.bits() >> lane & 1 == 1;
            out[lane] = sides.decided(&rows[lane], overlap, workspace);
        }
    }
}

impl<T: Found> Groups for ConvexBatch<'_, T> {
    type Out = T;

    const HAS_PLACES: bool = true;

    fn bytes(&self) -> usize {
        self.sides.bytes()
    }

    #[inline(always)]
    fn prefetch_places(&self, pair: Pair) {
        self.sides.prefetch_places(pair);
    }

    #[inline(always)]
    fn prefetch(&self, pair: Pair) {
        self.sides.prefetch(pair, false);
    }

    #[inline(always)]
    fn eight<L: Lanes>(&mut self, lanes: L, pairs: &[Pair; LANES], out: &mut [T; LANES]) {
        let rows = pairs.map(|pair| self.sides.rows(pair));
        let (a, b) = (rows.each_ref().map(|rows| rows.a), rows.each_ref().map(|rows| rows.b));
        let (a, b) = (self.sides.a.eight(lanes, &a), self.sides.b.eight(lanes, &b));
        T::eight(&self.sides, &rows, &ConvexPair::new(a, b), &mut self.workspace, out);
    }
}

impl<T: Found> Pass for ConvexBatch<'_, T> {
    type Output = ();
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { sides, workspace, pairs, out } = self;
        let mut all = ConvexBatch::<T> { sides, workspace, pairs: [&[]; 2], out: &mut [] };
        in_groups(&mut all, lanes, pairs, out);
    }
}

fn compute<T: Found>(level: SimdLevel, rows: [Rows<'_>; 2], pairs: [&[Pair]; 2], out: &mut [T]) {
    let (sides, workspace) = (Sides::new(rows), Workspace::new(level));
    if let Err(ConvexBatch { mut workspace, pairs, out, .. }) =
        level.run_compact(ConvexBatch { sides, workspace, pairs, out })
    {
        one_by_one(pairs[0], out, |pair| T::one(&sides, pair, &mut workspace));
    }
}

/// Computes whether pairs touch.
pub fn overlaps(level: SimdLevel, rows: [Rows<'_>; 2], pairs: &[Pair], out: &mut [bool]) {
    compute(level, rows, [pairs, &[]], out);
}

/// Computes how far pairs are apart, and prefetches the shapes of those that are next.
pub fn separations(
    level: SimdLevel,
    rows: [Rows<'_>; 2],
    pairs: [&[Pair]; 2],
    out: &mut [Contact<3, 0>],
) {
    compute(level, rows, pairs, out);
}

/// Computes how pairs touch of which [`overlaps`] found that they do, and prefetches the shapes of
/// those that are next.
pub fn contacts(
    level: SimdLevel,
    rows: [Rows<'_>; 2],
    [pairs, next]: [&[Pair]; 2],
    out: &mut [Contact<3, MAX_POINTS>],
) {
    let (sides, mut workspace) = (Sides::new(rows), Workspace::new(level));
    let far = sides.bytes() > CACHED;
    let mut soon = pairs.iter().chain(next).skip(1);
    let mut later = soon.clone().skip(1);
    one_by_one(pairs, out, |pair| {
        if far {
            if let Some(pair) = later.next() {
                sides.prefetch_places(*pair);
            }
            if let Some(pair) = soon.next() {
                sides.prefetch(*pair, true);
            }
        }
        sides.contact_of_touching(pair, &mut workspace)
    });
}

/// The first rows of both.
const FIRST: Pair = Pair { a: 0, b: 0 };

/// Computes whether a pair touches.
#[must_use]
pub fn overlap(rows: [Rows<'_>; 2]) -> bool {
    Sides::new(rows).touches(FIRST, &mut Workspace::new(SimdLevel::detect()))
}

/// Computes how far a pair is apart.
#[must_use]
pub fn separation(rows: [Rows<'_>; 2]) -> Contact<3, MAX_POINTS> {
    let mut workspace = Workspace::new(SimdLevel::detect());
    Sides::new(rows).separation(FIRST, &mut workspace).with_room()
}

/// Computes how a pair touches.
#[must_use]
pub fn contact(rows: [Rows<'_>; 2]) -> Contact<3, MAX_POINTS> {
    Sides::new(rows).contact(FIRST, &mut Workspace::new(SimdLevel::detect()))
}

/// Which searches ended as their steps were all taken, for how far a pair is apart.
#[doc(hidden)]
#[must_use]
pub fn capped(rows: [Rows<'_>; 2]) -> Capped {
    let (sides, mut workspace) = (Sides::new(rows), Workspace::new(SimdLevel::detect()));
    let single = closest(&sides.one(&sides.rows(FIRST))).capped;
    sides.separation(FIRST, &mut workspace);
    Capped { single, ..workspace.capped }
}

/// Where two shapes are nearest.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// Their distance, 0 where they touch.
    pub distance: f64,
    /// The point of A that is nearest to B, relative to the center of A; where they touch, one that
    /// both have.
    pub on_a: [f64; 3],
    /// The same of B.
    pub on_b: [f64; 3],
    /// Unit vector from the one to the other; of no meaning where cores touch.
    pub direction: [f64; 3],
}

/// Computes where two shapes are nearest.
#[must_use]
pub fn nearest(a: &Convex<'_>, b: &Convex<'_>) -> Nearest {
    let pair = ConvexPair::new(a.operand(), b.operand());
    let found = closest_for_certain(&pair);
    let Vertex { across, on_a } = found.nearest;
    let length = dot(across, across).sqrt();
    let unit = across.map(|x| if length > 0.0 { x / length } else { 0.0 });
    let [own, other] = [pair.a.solid.rounding, pair.b.solid.rounding];
    let gap = length - own - other;
    let Separated { apart, unsure } = verdict(&pair, &found);
    // Where no plane of the search separates the shapes, another one may.
    let decided = unsure.then(|| Gap::decided(&pair, &mut Workspace::new(SimdLevel::detect())));
    let decided = decided.filter(|gap| gap.distance > 0.0);
    // The middle of what two roundings share, between the points of the cores.
    let (on_a, direction, distance) = match decided {
        // Slivers seem to have the origin inside of them.
        Some(gap) if length <= 0.0 => (gap.on_a, gap.normal, gap.distance),
        None if !apart => {
            let out = (0.5 * (own + (length - other))).max(0.0).min(length);
            (add_scaled(on_a, unit, out), unit, 0.0)
        }
        _ => (add_scaled(on_a, unit, own), unit, gap.max(f64::MIN_POSITIVE)),
    };
    let on_b = sub(add_scaled(on_a, direction, distance), pair.between);
    Nearest { distance, on_a, on_b, direction }
}
