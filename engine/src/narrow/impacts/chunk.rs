//! A chunk of pairs of moving shapes on one thread.

use jostle_kernels::{
    SimdLevel,
    dispatch::{Column, ImpactEntry, ImpactKernel, impact_entry},
    pairs::Times,
};

use super::{
    super::{
        CHUNK, NarrowStats, PairChunk, Sides,
        chunks::Buffers,
        composite::{Body, any_parts, has_parts, impact},
        split::{KindRun, KindSplit, check, check_rows, only_run},
    },
    BoxSides, Impact, MotionSides, Motions,
    motions::row_turns,
};
use crate::{
    Error, Pair,
    instances::instances,
    memory::grow,
    shape::{PreparedShapes, ShapeKind},
    validate::InvalidShape,
};

/// Shapes and their motions.
pub(super) struct MovingSides<'a, const D: usize> {
    shapes: Sides<'a, D>,
    motions: MotionSides<'a, D>,
}

impl<'a, const D: usize> MovingSides<'a, D> {
    /// As many motions as shapes.
    pub(super) fn new(shapes: Sides<'a, D>, motions: MotionSides<'a, D>) -> Result<Self, Error> {
        for (shapes, motions) in [(shapes.a, motions.a), (shapes.b, motions.b)] {
            let (expected, found) = (shapes.len(), motions.len());
            if found != expected {
                return Err(Error::Length { what: "motions", expected, found });
            }
        }
        Ok(Self { shapes, motions })
    }

    /// What the rows of a run refer to.
    fn columns(&self, run: &KindRun<'a, D>) -> [Column<'a>; 2] {
        let Self { shapes, motions } = self;
        let (mut shapes, mut motions) = ([shapes.a, shapes.b], [motions.a, motions.b]);
        if run.swapped {
            shapes.reverse();
            motions.reverse();
        }
        [0, 1].map(|side| Column {
            shapes: run.columns[side],
            motions: motions[side].quads(shapes[side].ranges().of(run.kinds[side])),
        })
    }

    /// When those of some pairs meet that are of composite shapes.
    fn impacts_of_parts(
        &self,
        until: f32,
        pairs: &[Pair],
        out: &mut [Impact<D>],
    ) -> Result<(), Error> {
        let Self { shapes, motions } = self;
        let is_valid = |motions: &Motions<D>, shapes: &PreparedShapes<D>, index: u32| {
            let bad = |list: &[InvalidShape]| list.iter().any(|shape| shape.index == index);
            !bad(motions.invalid()) && !bad(shapes.invalid())
        };
        for (pair, out) in pairs.iter().zip(out).filter(|(pair, _)| has_parts(shapes, pair)) {
            let Pair { a, b } = *pair;
            if is_valid(motions.a, shapes.a, a) && is_valid(motions.b, shapes.b, b) {
                let bodies = [Body::of_set(shapes.a, a), Body::of_set(shapes.b, b)];
                let both = [motions.a.get(a as usize), motions.b.get(b as usize)];
                *out = impact(bodies.each_ref(), both.each_ref(), until)?.found;
            }
        }
        Ok(())
    }

    /// Whether second shapes of a run may turn.
    fn may_turn(&self, run: &KindRun<'_, D>) -> bool {
        if run.swapped { self.motions.a.turning() } else { self.motions.b.turning() }
    }

    /// The only run, if pairs need not be split, and its only test.
    fn only(&self, pairs: usize) -> Option<(KindRun<'a, D>, ImpactKernel<D>)> {
        let MotionSides { a, b } = self.motions;
        if !a.invalid().is_empty() || !b.invalid().is_empty() {
            return None;
        }
        let run = only_run(&self.shapes, pairs)?;
        match impact_entry(run.kinds) {
            ImpactEntry::ByTurning { .. } if self.may_turn(&run) => None,
            entry => Some((run, entry.kernel(false))),
        }
    }
}

/// The buffers of a thread.
#[derive(Default)]
pub(in super::super) struct ImpactScratch<const D: usize> {
    split: KindSplit,
    parts: PairsByTurning,
    /// The impacts of a run.
    impacts: Vec<Impact<D>>,
    report: NarrowStats,
}

/// The pairs of a run, first those whose second shapes do not turn.
#[derive(Default)]
struct PairsByTurning {
    rows: Vec<Pair>,
    places: Vec<u32>,
}

impl<const D: usize> Buffers<D> for ImpactScratch<D> {
    fn restart(&mut self) -> Result<(), Error> {
        self.split.make_room()?;
        grow(&mut self.parts.rows, CHUNK, "pairs of a chunk")?;
        grow(&mut self.parts.places, CHUNK, "pairs of a chunk")?;
        grow(&mut self.impacts, CHUNK, "impacts of a chunk")?;
        self.report = NarrowStats::default();
        Ok(())
    }

    fn report(&self) -> NarrowStats {
        self.report
    }
}

impl<const D: usize> ImpactScratch<D> {
    /// When the pairs of a chunk meet.
    #[inline(never)]
    pub(super) fn impacts(
        &mut self,
        level: SimdLevel,
        moving: &MovingSides<'_, D>,
        until: f32,
        PairChunk { pairs, first }: PairChunk<'_>,
        out: &mut [Impact<D>],
    ) -> Result<(), Error> {
        check(&moving.shapes, pairs, first)?;
        if let Some((run, kernel)) = moving.only(pairs.len()) {
            (kernel.batch)(level, moving.columns(&run), pairs, until, out);
            count(&mut self.report, run.kinds, out.iter().map(|impact| impact.time));
            return Ok(());
        }
        let Self { split, parts, impacts, report } = self;
        let lists = [moving.motions.a.invalid(), moving.motions.b.invalid()];
        split.fill_without(&moving.shapes, lists, pairs);
        out.fill(Impact::default());
        for run in split.runs(&moving.shapes) {
            let (rows, places) = split.of(&run);
            let (columns, entry) = (moving.columns(&run), impact_entry(run.kinds));
            let mut compute = |kernel: ImpactKernel<D>, rows: &[Pair], places: &[u32]| {
                if rows.is_empty() {
                    return;
                }
                let impacts = &mut impacts[..rows.len()];
                (kernel.batch)(level, columns, rows, until, impacts);
                for (place, impact) in places.iter().zip(&*impacts) {
                    out[*place as usize] = if run.swapped { turned(impact) } else { *impact };
                }
                count(report, run.kinds, impacts.iter().map(|impact| impact.time));
            };
            match entry {
                ImpactEntry::ByTurning { straight, turning } if moving.may_turn(&run) => {
                    let turns = |row: &Pair| row_turns::<D>(columns[1].motions, row.b);
                    let straight_ones = parts.fill(rows, places, turns);
                    let (rows, places) = (&parts.rows[..rows.len()], &parts.places[..rows.len()]);
                    compute(straight, &rows[..straight_ones], &places[..straight_ones]);
                    compute(turning, &rows[straight_ones..], &places[straight_ones..]);
                }
                entry => compute(entry.kernel(false), rows, places),
            }
        }
        if any_parts(&moving.shapes) {
            moving.impacts_of_parts(until, pairs, out)?;
        }
        Ok(())
    }

    /// When the boxes of the pairs of a chunk meet.
    #[inline(never)]
    pub(super) fn times(
        &mut self,
        level: SimdLevel,
        sides: &BoxSides<'_, D>,
        until: f32,
        PairChunk { pairs, first }: PairChunk<'_>,
        out: &mut [f32],
    ) -> Result<(), Error> {
        let (a, b) = (sides.a.boxes(), sides.b.boxes());
        check_rows([a.len(), b.len()], pairs, first)?;
        level.run(Times { a, b, end: until, pairs, out });
        count(&mut self.report, [ShapeKind::Box; 2], out.iter().copied());
        Ok(())
    }
}

impl PairsByTurning {
    /// Takes pairs in their order, first those that do not turn, and says how many these are.
    fn fill(&mut self, rows: &[Pair], places: &[u32], turns: impl Fn(&Pair) -> bool) -> usize {
        let (mut count, mut straight) = (0, 0);
        for wanted in [false, true] {
            for (row, place) in rows.iter().zip(places) {
                if turns(row) == wanted {
                    (self.rows[count], self.places[count]) = (*row, *place);
                    count += 1;
                }
            }
            if !wanted {
                straight = count;
            }
        }
        straight
    }
}

/// Notes that pairs with these times were computed.
fn count(
    report: &mut NarrowStats,
    kinds: [ShapeKind; 2],
    times: impl ExactSizeIterator<Item = f32>,
) {
    let pairs = times.len();
    // Summed up without a branch: which pairs meet is hard to foresee.
    let meeting = times.map(|time| usize::from(time < f32::INFINITY)).sum();
    report.of_mut(kinds).compute_all(pairs, meeting);
}

/// The same impact where A and B trade places.
pub(super) fn turned<const D: usize>(impact: &Impact<D>) -> Impact<D> {
    // Not negated, so that what is zero stays so.
    Impact { normal: impact.normal.map(|component| 0.0 - component), ..*impact }
}

instances![ImpactScratch::<D>::impacts, ImpactScratch::<D>::times];
