use proptest::prelude::*;

use super::{kernel::are_short, *};
use crate::{Lanes, Pair, Pass, SimdLevel, simd::LANES};

/// Columns of a run that end exactly where the padding ends, so that a read beyond is a read of
/// memory that is not theirs.
struct OwnedRun {
    min: [Box<[f32]>; 3],
    max: [Box<[f32]>; 3],
    ids: Box<[u32]>,
    exclusion: Box<[u32]>,
    len: usize,
}

/// Which words boxes have: those of these bins.
struct Words<'a>(&'a OwnedRun, ByteBins, &'a mut [Vec<u32>; 2]);

impl Pass for Words<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self(run, bins, to) = self;
        for first in (0..run.len).step_by(LANES) {
            let eight = |column: &[f32]| {
                lanes.load(column[first..].first_chunk().expect("columns are padded"))
            };
            let [min, max] =
                [&run.min, &run.max].map(|columns| columns.each_ref().map(|column| eight(column)));
            let words = bins.words(lanes, &min, &max);
            for (to, word) in to.iter_mut().zip(words) {
                lanes.store_int(word, to[first..].first_chunk_mut().expect("they are padded"));
            }
        }
    }
}

/// Per box: minimum and extent per axis on a coarse grid, so that many touch; id; exclusion mask.
type TestRow = ([(u8, u8); 3], u32, u32);

impl OwnedRun {
    fn new(rows: &[TestRow]) -> Self {
        let column = |of: &dyn Fn(&TestRow) -> f32| {
            let padding = std::iter::repeat_n(f32::NAN, PADDING);
            rows.iter().map(of).chain(padding).collect::<Box<[f32]>>()
        };
        let word = |of: &dyn Fn(&TestRow) -> u32| {
            rows.iter().map(of).chain(std::iter::repeat_n(0, PADDING)).collect::<Box<[u32]>>()
        };
        Self {
            min: std::array::from_fn(|axis| column(&|row| f32::from(row.0[axis].0))),
            max: std::array::from_fn(|axis| {
                column(&|row| f32::from(row.0[axis].0) + f32::from(row.0[axis].1))
            }),
            ids: word(&|row| row.1),
            exclusion: word(&|row| row.2),
            len: rows.len(),
        }
    }

    /// The words of the boxes between these ends.
    fn words(&self, level: SimdLevel, ends: [(f32, f32); 2]) -> [Vec<u32>; 2] {
        let bins = ByteBins::new(ends).expect("they can be cut");
        let mut words = [const { Vec::new() }; 2];
        words.iter_mut().for_each(|column| column.resize(self.len + PADDING, 0));
        level.run(Words(self, bins, &mut words));
        words
    }

    fn run(&self) -> BoxRun<'_, 3> {
        let min = std::array::from_fn(|axis| &*self.min[axis]);
        let max = std::array::from_fn(|axis| &*self.max[axis]);
        BoxRun::new(min, max, &self.ids, &self.exclusion, self.len).unwrap()
    }
}

fn rows() -> impl Strategy<Value = Vec<TestRow>> {
    let axis = (0u8..12, 0u8..4);
    prop::collection::vec((prop::array::uniform3(axis), any::<u32>(), 0u32..4), 0..130)
}

/// All pairs of a sweep through a buffer of `room` slots, and how often it was emptied.
fn swept(
    level: SimdLevel,
    queries: &BoxRun<'_, 3>,
    targets: &BoxRun<'_, 3>,
    ranges: Ranges<'_>,
    room: usize,
) -> (Vec<Pair>, usize, u64) {
    let (mut pairs, mut rounds) = (Vec::new(), 0);
    let mut buffer = vec![Pair::default(); room];
    let mut cursor = Cursor::at(0);
    while cursor.query < queries.len() {
        let last = queries.len();
        let written = sweep(level, queries, targets, ranges, last, &mut cursor, &mut buffer);
        pairs.extend_from_slice(&buffer[..written]);
        rounds += 1;
    }
    (pairs, rounds, cursor.compared)
}

/// Targets in the whole groups of eight that the queries look at: in a run against itself one at
/// least.
fn in_groups(ranges: Ranges<'_>, queries: usize, targets: usize) -> u64 {
    let groups = |query: usize| {
        let (begin, end, fewest) = match ranges {
            Ranges::Behind { ends } => (query + 1, ends[query], 1),
            Ranges::Between { begins, ends } => (begins[query] as usize, ends[query], 0),
        };
        targets.min(end as usize).saturating_sub(begin).div_ceil(LANES).max(fewest)
    };
    (LANES * (0..queries).map(groups).sum::<usize>()) as u64
}

proptest! {
    #[test]
    fn all_levels_equal_the_reference(
        a in rows(), b in rows(), room in 8usize..40,
        cuts in prop::collection::vec((0u32..140, 0u32..140), 130),
    ) {
        let (owned, b) = (OwnedRun::new(&a), OwnedRun::new(&b));
        let (a, b) = (owned.run(), b.run());
        let (begins, ends): (Vec<u32>, Vec<u32>) = cuts.into_iter().unzip();
        let few: Vec<u32> = begins.iter().zip(0..).map(|(few, at)| at + few % 24).collect();
        let within = few.iter().map(|end| (*end).min(a.len() as u32)).collect();
        let behind = [within, few, ends.clone(), vec![130; 130]];
        let [within, few, some, all] = behind.each_ref().map(|ends| Ranges::Behind { ends });
        let between = Ranges::Between { begins: &begins, ends: &ends };
        for (targets, ranges) in [(&a, within), (&a, few), (&a, some), (&a, all), (&b, between)] {
            let mut expected = Vec::new();
            reference(&a, targets, ranges, 0..a.len(), |pair| expected.push(pair));
            for level in SimdLevel::available() {
                let (pairs, rounds, compared) = swept(*level, &a, targets, ranges, room);
                prop_assert_eq!(&pairs, &expected);
                prop_assert!(rounds <= 1 + expected.len().div_ceil(room - 7));
                prop_assert_eq!(compared, in_groups(ranges, a.len(), targets.len()));
                // With bounds in bytes that tell all apart, or only some, or nothing.
                for ends in [(0.0, 255.0), (0.0, 12.0), (3.0, 5.0), (20.0, 30.0)] {
                    let words = owned.words(*level, [ends, (2.0, 7.0)]);
                    let a = a.with_bytes(words.each_ref().map(Vec::as_slice)).unwrap();
                    let targets = if std::ptr::eq(targets, &b) { &b } else { &a };
                    let (pairs, rounds, by_bytes) = swept(*level, &a, targets, ranges, room);
                    prop_assert_eq!(&pairs, &expected);
                    prop_assert!(rounds <= 1 + expected.len().div_ceil(room - 7));
                    prop_assert_eq!(by_bytes, compared);
                }
                let total = count(*level, &a, targets, ranges, 0, a.len());
                prop_assert_eq!(total, (expected.len() as u64, compared));
            }
        }
    }
}

#[test]
fn padding_touches_nothing_not_even_everything() {
    let mut columns = OwnedRun::new(&[([(0, 1); 3], 7, 0), ([(0, 1); 3], 9, 0)]);
    for axis in 0..3 {
        columns.min[axis][0] = f32::NEG_INFINITY;
        columns.max[axis][0] = f32::INFINITY;
    }
    let run = columns.run();
    for level in SimdLevel::available() {
        let ranges = Ranges::Behind { ends: &[2, 2] };
        assert_eq!(count(*level, &run, &run, ranges, 0, 2), (1, 16));
    }
}

/// What is short goes by groups, what is long by queries; the test above has both.
#[test]
fn ranges_are_short_on_average() {
    let behind = |count: u32| (0..130).map(|at| at + count).collect::<Vec<u32>>();
    for (count, short) in [(0, true), (1, true), (24, true), (32, true), (33, false), (130, false)]
    {
        assert_eq!(are_short(&behind(count), 0), short, "{count}");
        assert_eq!(are_short(&behind(count), 129), short, "{count}");
    }
    assert!(are_short(&[], 0) && are_short(&[9], 4));
}

/// The columns end with the padding, so that a sanitizer sees a read behind it.
#[test]
fn a_cursor_of_a_longer_run_stays_within_the_run() {
    let boxes = |count: u32| {
        OwnedRun::new(&(0..count).map(|id| ([(0, 1); 3], id, 0)).collect::<Vec<TestRow>>())
    };
    let (long, short) = (boxes(60), boxes(3));
    let (long, short) = (long.run(), short.run());
    let ends = [60; 60];
    for level in SimdLevel::available() {
        for room in [8, 48] {
            let mut buffer = vec![Pair::default(); room];
            let mut cursor = Cursor::at(1);
            let ranges = Ranges::Behind { ends: &ends };
            let written = sweep(*level, &long, &long, ranges, 60, &mut cursor, &mut buffer);
            assert!(written == room && cursor.query == 1, "it stopped in the middle");
            let written = sweep(*level, &short, &short, ranges, 3, &mut cursor, &mut buffer);
            assert_eq!((written, cursor.query), (0, 3));
        }
        let mut beyond = Cursor::at(usize::MAX);
        let ranges = Ranges::Behind { ends: &ends };
        let pairs = &mut [Pair::default(); 8];
        assert_eq!(sweep(*level, &short, &short, ranges, 3, &mut beyond, pairs), 0);
    }
}

#[test]
fn short_or_unpadded_columns_are_refused() {
    let columns = OwnedRun::new(&[([(0, 1); 3], 7, 0)]);
    let min: [&[f32]; 3] = std::array::from_fn(|axis| &*columns.min[axis]);
    let max: [&[f32]; 3] = std::array::from_fn(|axis| &*columns.max[axis]);
    let (ids, exclusion) = (&columns.ids, &columns.exclusion);
    assert_eq!(BoxRun::new(min, max, ids, exclusion, 2).unwrap_err(), RunError { needed: 10 });
    assert!(BoxRun::new(min, max, ids, exclusion, 0).is_err(), "padding that is not NaN");
    assert!(BoxRun::new(min, max, &ids[1..], exclusion, 1).is_err());
    assert!(BoxRun::new(min, max, ids, exclusion, usize::MAX).is_err());
}

/// Bounds that are equal leave a doubt, and so do those in one bin; special values are in the first
/// bin or in the last.
#[test]
fn boxes_that_touch_are_never_told_apart_by_bytes() {
    let special = [f32::NEG_INFINITY, -1.0e30, -0.0, 0.0, 1.0e-40, 3.0, 100.0, f32::INFINITY];
    let mut boxes = OwnedRun::new(&[([(0, 0); 3], 0, 0); 64]);
    for index in 0..64 {
        let (low, high) = (index / 8, index % 8);
        boxes.ids[index] = index as u32;
        for axis in 1..3 {
            let (low, high) = (special[low.min(high)], special[low.max(high)]);
            (boxes.min[axis][index], boxes.max[axis][index]) = (low, high);
        }
    }
    let run = boxes.run();
    let ends = [64; 64];
    let ranges = Ranges::Behind { ends: &ends };
    let mut expected = Vec::new();
    reference(&run, &run, ranges, 0..64, |pair| expected.push(pair));
    assert!((500..2016).contains(&expected.len()), "{}", expected.len());
    for level in SimdLevel::available() {
        for ends in [(0.0, 3.0), (0.0, 1.0e-38), (-1.0e30, 1.0e30)] {
            let words = boxes.words(*level, [ends, (-1.0, 1.0)]);
            let run = run.with_bytes(words.each_ref().map(Vec::as_slice)).unwrap();
            let (pairs, ..) = swept(*level, &run, &run, ranges, 100);
            assert!(pairs == expected);
        }
    }
    for ends in [(0.0, 0.0), (1.0, 0.0), (f32::NAN, 1.0), (0.0, f32::INFINITY)] {
        assert!(ByteBins::new([(0.0, 1.0), ends]).is_none());
    }
    let (short, long) = ([0; 64 + PADDING - 1], [0; 64 + PADDING]);
    assert_eq!(run.with_bytes([&long, &short]).unwrap_err(), RunError { needed: 64 + PADDING });
}
