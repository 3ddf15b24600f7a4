//! A chunk of pairs, split by the kinds of their shapes.

use std::ops::Range;

use jostle_kernels::{
    Pair,
    dispatch::{ContactEntry, contact_entry},
    shape::Rows,
};

use super::{
    CHUNK, Sides,
    composite::{any_parts, has_parts},
};
use crate::{
    Error,
    memory::reserve,
    shape::{PreparedShapes, Ranges, ShapeKind},
    validate::InvalidShape,
};

/// Kinds of pairs, by the kinds of both shapes in their order.
pub(super) const KEYS: usize = ShapeKind::COUNT * ShapeKind::COUNT;

/// The key of pairs about which nothing is known, or that are those of their parts.
const LEFT_OUT: usize = KEYS;

/// Pairs of one kind.
pub(super) struct KindRun<'a, const D: usize> {
    /// How they are computed.
    pub(super) entry: &'static ContactEntry<D>,
    /// The kinds of the two shapes, as the test takes them.
    pub(super) kinds: [ShapeKind; 2],
    /// The columns that the rows of the pairs refer to.
    pub(super) columns: [Rows<'a>; 2],
    /// Whether the test takes them the other way round.
    pub(super) swapped: bool,
    /// Which of the split pairs they are.
    pub(super) range: Range<usize>,
}

impl<'a, const D: usize> KindRun<'a, D> {
    fn new(sides: &Sides<'a, D>, key: usize, range: Range<usize>) -> Self {
        let [a, b] =
            [ShapeKind::ALL[key / ShapeKind::COUNT], ShapeKind::ALL[key % ShapeKind::COUNT]];
        let swapped = a > b;
        let (kinds, of): (_, [&PreparedShapes<D>; 2]) =
            if swapped { ([b, a], [sides.b, sides.a]) } else { ([a, b], [sides.a, sides.b]) };
        let entry = contact_entry(kinds);
        let columns = [of[0].rows(kinds[0]), of[1].rows(kinds[1])];
        Self { entry, kinds, columns, swapped, range }
    }
}

/// The only kind of pairs between two sets, if each has one kind of shapes, all of them valid. Then
/// pairs need not be split: they are rows already.
pub(super) fn only_run<'a, const D: usize>(
    sides: &Sides<'a, D>,
    pairs: usize,
) -> Option<KindRun<'a, D>> {
    let only = |shapes: &PreparedShapes<D>| {
        let whole = |kind: &ShapeKind| shapes.ranges().of(*kind).len() == shapes.len();
        let alone = |kind: &ShapeKind| shapes.invalid().is_empty() && *kind != ShapeKind::Composite;
        ShapeKind::ALL.into_iter().find(whole).filter(alone)
    };
    let (a, b) = (only(sides.a)?, only(sides.b)?);
    let run = KindRun::new(sides, a as usize * ShapeKind::COUNT + b as usize, 0..pairs);
    (!run.swapped).then_some(run)
}

/// Pairs sorted by kind, those of one kind in the order in which they came.
pub(super) struct KindSplit {
    /// For each pair of the chunk its key.
    keys: Vec<u8>,
    /// The pairs by row, as the tests take them.
    rows: Vec<Pair>,
    /// Where in the chunk they came from.
    places: Vec<u32>,
    /// Where the pairs of each key end.
    ends: [usize; KEYS + 1],
}

impl Default for KindSplit {
    fn default() -> Self {
        Self { keys: Vec::new(), rows: Vec::new(), places: Vec::new(), ends: [0; KEYS + 1] }
    }
}

impl KindSplit {
    /// Makes room for the pairs of a chunk.
    pub(super) fn make_room(&mut self) -> Result<(), Error> {
        reserve(&mut self.keys, CHUNK, "pairs of a chunk")?;
        reserve(&mut self.rows, CHUNK, "pairs of a chunk")?;
        reserve(&mut self.places, CHUNK, "pairs of a chunk")
    }

    /// The pairs of a run by row, and where in the chunk they came from.
    pub(super) fn of<const D: usize>(&self, run: &KindRun<'_, D>) -> (&[Pair], &[u32]) {
        (&self.rows[run.range.clone()], &self.places[run.range.clone()])
    }

    /// Splits a chunk of pairs that were [checked](check): a counting sort.
    pub(super) fn fill<const D: usize>(&mut self, sides: &Sides<'_, D>, pairs: &[Pair]) {
        self.fill_without(sides, [&[]; 2], pairs);
    }

    /// The same, without the pairs of what is on lists of either side, too.
    pub(super) fn fill_without<const D: usize>(
        &mut self,
        sides: &Sides<'_, D>,
        lists: [&[InvalidShape]; 2],
        pairs: &[Pair],
    ) {
        let ranges = [sides.a.ranges(), sides.b.ranges()];
        self.keys.clear();
        self.keys.resize(pairs.len(), 0);
        add_kinds(&mut self.keys, pairs, |pair| pair.a, ranges[0], ShapeKind::COUNT);
        add_kinds(&mut self.keys, pairs, |pair| pair.b, ranges[1], 1);
        if any_parts(sides) {
            for (key, pair) in self.keys.iter_mut().zip(pairs) {
                if has_parts(sides, pair) {
                    *key = LEFT_OUT as u8;
                }
            }
        }
        self.leave_out([sides.a.invalid(), sides.b.invalid()], pairs);
        self.leave_out(lists, pairs);
        let mut next = [0; KEYS + 1];
        for key in &self.keys {
            next[usize::from(*key)] += 1;
        }
        let mut end = 0;
        for (next, end_of_key) in next.iter_mut().zip(&mut self.ends) {
            let count = *next;
            *next = end;
            end += count;
            *end_of_key = end;
        }
        let numberings = Numbering::of_keys(ranges, &self.ends);
        self.rows.resize(pairs.len(), Pair::default());
        self.places.resize(pairs.len(), 0);
        for (place, (pair, key)) in pairs.iter().zip(&self.keys).enumerate() {
            let key = usize::from(*key).min(LEFT_OUT);
            let to = next[key];
            self.rows[to] = numberings[key].rows(*pair);
            self.places[to] = place as u32;
            next[key] = to + 1;
        }
    }

    /// Leaves out the pairs of invalid shapes: nothing is known about them.
    fn leave_out(&mut self, invalid: [&[InvalidShape]; 2], pairs: &[Pair]) {
        if invalid.iter().all(|list| list.is_empty()) {
            return;
        }
        let has = |list: &[InvalidShape], index: u32| {
            list.binary_search_by_key(&index, |shape| shape.index).is_ok()
        };
        for (key, pair) in self.keys.iter_mut().zip(pairs) {
            if has(invalid[0], pair.a) || has(invalid[1], pair.b) {
                *key = LEFT_OUT as u8;
            }
        }
    }

    /// The kinds of pairs that there are.
    pub(super) fn runs<'a, const D: usize>(
        &self,
        sides: &Sides<'a, D>,
    ) -> impl Iterator<Item = KindRun<'a, D>> + use<'a, D> {
        let (ends, sides) = (self.ends, *sides);
        (0..KEYS).filter_map(move |key| {
            let range = if key == 0 { 0 } else { ends[key - 1] }..ends[key];
            (!range.is_empty()).then(|| KindRun::new(&sides, key, range))
        })
    }
}

/// Adds the kind of the shape of each pair that `index` names to the pair's key, times `stride`. A
/// pass for each kind that there is, without a branch: most sets have one or two.
fn add_kinds(
    keys: &mut [u8],
    pairs: &[Pair],
    index: impl Fn(&Pair) -> u32,
    ranges: &Ranges,
    stride: usize,
) {
    let mut before = 0;
    for kind in ShapeKind::ALL {
        let begin = ranges.of(kind).start as u32;
        if ranges.of(kind).is_empty() {
            continue;
        }
        let step = ((kind as usize - before) * stride) as u8;
        before = kind as usize;
        if step > 0 {
            for (key, pair) in keys.iter_mut().zip(pairs) {
                *key += if index(pair) < begin { 0 } else { step };
            }
        }
    }
}

/// How pairs of a key become rows.
#[derive(Clone, Copy, Default)]
struct Numbering {
    /// The first shape of each kind.
    begins: [u32; 2],
    swapped: bool,
}

impl Numbering {
    /// Those of the keys that there are, which end at these places.
    fn of_keys([a, b]: [&Ranges; 2], ends: &[usize; KEYS + 1]) -> [Self; KEYS + 1] {
        let mut numberings = [Self::default(); KEYS + 1];
        let mut begin = 0;
        for (key, numbering) in numberings[..KEYS].iter_mut().enumerate() {
            if ends[key] != begin {
                let kinds = [key / ShapeKind::COUNT, key % ShapeKind::COUNT];
                let [kind_a, kind_b] = kinds.map(|kind| ShapeKind::ALL[kind]);
                numbering.begins = [a.of(kind_a).start as u32, b.of(kind_b).start as u32];
                numbering.swapped = kind_a > kind_b;
                begin = ends[key];
            }
        }
        numberings
    }

    #[inline(always)]
    fn rows(self, pair: Pair) -> Pair {
        let (a, b) = (pair.a.wrapping_sub(self.begins[0]), pair.b.wrapping_sub(self.begins[1]));
        if self.swapped { Pair { a: b, b: a } } else { Pair { a, b } }
    }
}

/// Makes sure that pairs refer to shapes that are there. The first of them is number `first`.
pub(super) fn check<const D: usize>(
    sides: &Sides<'_, D>,
    pairs: &[Pair],
    first: usize,
) -> Result<(), Error> {
    check_rows([sides.a.len(), sides.b.len()], pairs, first)
}

/// Makes sure that pairs refer to rows of two lists of these lengths.
pub(super) fn check_rows(lens: [usize; 2], pairs: &[Pair], first: usize) -> Result<(), Error> {
    let beyond = |pair: &Pair| pair.a as usize >= lens[0] || pair.b as usize >= lens[1];
    // One pass without branches, by 32 bits, of which more fit in a register; which pair it was is
    // of interest only where there is one. No set is longer than what they count.
    let ends = lens.map(|len| u32::try_from(len).unwrap_or(u32::MAX));
    let any = |any: bool, pair: &Pair| any | (pair.a >= ends[0]) | (pair.b >= ends[1]);
    if pairs.iter().fold(false, any) {
        let pair = pairs.iter().position(beyond).unwrap_or_default();
        let Pair { a, b } = pairs[pair];
        let (index, shapes) = if a as usize >= lens[0] { (a, lens[0]) } else { (b, lens[1]) };
        return Err(Error::NoShape { pair: first + pair, index, shapes });
    }
    Ok(())
}
