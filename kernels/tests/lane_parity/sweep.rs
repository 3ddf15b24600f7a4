//! The sweep's group, eight or sixteen wide, as far as the public sweep reaches it: its compares,
//! its disjointness, its count and its packing, on raw bits.

use jostle_kernels::{
    Lanes, Pair, Pass, SimdLevel,
    sweep::{Cursor, PADDING, Ranges, Run, count, sweep},
};

use crate::support::{Random, SPECIAL, at_every_level};

const TARGETS: usize = 1000;

/// Columns of boxes: bounds on two axes of special values and raw bits, identifiers and lacks.
struct Columns {
    min: [Vec<f32>; 2],
    max: [Vec<f32>; 2],
    ids: Vec<u32>,
    exclusion: Vec<u32>,
}

fn columns(seed: u64) -> Columns {
    let mut random = Random::seeded(seed);
    let mut bounds = |padding: f32| -> Vec<f32> {
        let mut column: Vec<_> = (0..TARGETS)
            .map(|_| match random.bits() % 4 {
                0 => f32::from_bits(random.bits()),
                1 => SPECIAL[random.bits() as usize % SPECIAL.len()],
                _ => (random.bits() % 4) as f32,
            })
            .collect();
        column.resize(TARGETS + PADDING, padding);
        column
    };
    let min = [bounds(f32::NAN), bounds(0.0)];
    let max = [bounds(0.0), bounds(0.0)];
    let ids = (0..TARGETS + PADDING).map(|_| random.bits()).collect();
    let exclusion = (0..TARGETS + PADDING).map(|_| 1 << (random.bits() % 32)).collect();
    Columns { min, max, ids, exclusion }
}

impl Columns {
    fn run(&self) -> Run<'_, 2> {
        let [min_x, min_y] = &self.min;
        let [max_x, max_y] = &self.max;
        Run::new([min_x, min_y], [max_x, max_y], &self.ids, &self.exclusion, TARGETS)
            .expect("the columns are long enough and padded")
    }

    fn reports(&self, query: usize, target: usize) -> bool {
        self.exclusion[query] & self.exclusion[target] == 0
            && (0..2).all(|axis| {
                self.min[axis][query] <= self.max[axis][target]
                    && self.min[axis][target] <= self.max[axis][query]
            })
    }
}

/// The backend that a level runs.
struct Name;

impl Pass for Name {
    type Output = &'static str;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> &'static str {
        L::NAME
    }
}

/// All pairs of the run with itself, in the order of the sweep.
fn model(columns: &Columns) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for query in 0..TARGETS {
        for target in query + 1..TARGETS {
            if columns.reports(query, target) {
                pairs.push(Pair::ordered(columns.ids[query], columns.ids[target]));
            }
        }
    }
    pairs
}

fn swept(level: SimdLevel, run: &Run<'_, 2>, ends: &[u32]) -> Vec<Pair> {
    let (mut pairs, mut buffer) = (Vec::new(), [Pair::default(); 100]);
    let mut cursor = Cursor::default();
    while cursor.query < TARGETS {
        let ranges = Ranges::Behind { ends };
        let written = sweep(level, run, run, ranges, TARGETS, &mut cursor, &mut buffer);
        pairs.extend(&buffer[..written]);
    }
    pairs
}

#[test]
fn the_group_compares_and_packs_like_the_model() {
    let ends = [TARGETS as u32; TARGETS];
    for seed in [12, 13] {
        let columns = columns(seed);
        let (run, model) = (columns.run(), model(&columns));
        assert!(model.len() > 10_000);
        at_every_level(|level| {
            let name = level.run(Name);
            assert!(swept(level, &run, &ends) == model, "{name}: the pairs differ");
            let ranges = Ranges::Behind { ends: &ends };
            let (pairs, _) = count(level, &run, &run, ranges, 0, TARGETS);
            assert_eq!(pairs, model.len() as u64, "{name}");
            name
        });
    }
}
