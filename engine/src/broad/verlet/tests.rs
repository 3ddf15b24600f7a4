//! Runs of boxes that move, come, go and rest, against brute force, and what happened in them.

use super::{State, VerletSap};
use crate::{
    Bounds, BroadPhase, Filter, Join, Moved, Pair, Pairs, broad::BruteForce, join::BoxSet,
};

/// Numbers that repeat (a linear congruential generator; Knuth's constants).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }

    fn below(&mut self, end: usize) -> usize {
        ((self.next() * end as f32) as usize).min(end - 1)
    }
}

/// Boxes that drift.
struct Drifting<const D: usize> {
    min: [Vec<f32>; D],
    max: [Vec<f32>; D],
    velocity: [Vec<f32>; D],
    statics: Vec<bool>,
    random: Random,
    side: f32,
    /// How much velocities change in each step, in the sizes of boxes.
    jitter: f32,
    /// How fast some grow, in the ways that they go.
    growth: f32,
    told: Option<Told<D>>,
}

/// What is told of boxes, and where they were when it was told last.
struct Told<const D: usize> {
    moved: Moved,
    min: [Vec<f32>; D],
    max: [Vec<f32>; D],
}

impl<const D: usize> Drifting<D> {
    fn new(boxes: usize, seed: u64) -> Self {
        let mut scene = Self {
            min: [const { Vec::new() }; D],
            max: [const { Vec::new() }; D],
            velocity: [const { Vec::new() }; D],
            statics: Vec::new(),
            random: Random(seed),
            side: (boxes as f32).powf(1.0 / D as f32),
            jitter: 0.0,
            growth: 0.0,
            told: None,
        };
        (0..boxes).for_each(|_| scene.add());
        scene
    }

    fn add(&mut self) {
        let size = self.random.between(0.0, 1.5);
        for axis in 0..D {
            let low = self.random.between(0.0, self.side);
            let length = size * self.random.between(0.3, 1.0);
            self.min[axis].push(low);
            self.max[axis].push(low + length);
            self.velocity[axis].push(size * self.random.between(-0.01, 0.01));
        }
        self.statics.push(false);
    }

    fn len(&self) -> usize {
        self.statics.len()
    }

    fn truncate(&mut self, len: usize) {
        let columns = self.min.iter_mut().chain(&mut self.max).chain(&mut self.velocity);
        columns.for_each(|column| column.truncate(len));
        self.statics.truncate(len);
    }

    fn step(&mut self, times: f32) {
        for axis in 0..D {
            for index in 0..self.len() {
                if self.jitter > 0.0 {
                    let size = self.max[axis][index] - self.min[axis][index];
                    let by = self.jitter * self.random.between(-1.0, 1.0) * size;
                    self.velocity[axis][index] += if by.is_finite() { by } else { 0.0 };
                }
                let by = times * self.velocity[axis][index];
                self.min[axis][index] += by;
                self.max[axis][index] += by;
                // Some grow.
                if by != 0.0 && index % 7 == 3 {
                    self.max[axis][index] += self.growth * by.abs();
                }
                let out = self.min[axis][index] < 0.0 || self.max[axis][index] > self.side;
                let speed = self.velocity[axis][index].abs();
                if out {
                    let inwards = if self.min[axis][index] < 0.0 { speed } else { -speed };
                    self.velocity[axis][index] = inwards;
                }
            }
        }
    }

    fn place(&mut self, index: usize, low: f32, high: f32) {
        for axis in 0..D {
            (self.min[axis][index], self.max[axis][index]) = (low, high);
        }
    }

    /// Stops all boxes but one in so many, and tells which move.
    fn stop_all_but_one_in(&mut self, many: usize) {
        for column in &mut self.velocity {
            for (index, speed) in column.iter_mut().enumerate() {
                *speed *= f32::from(u8::from(index.is_multiple_of(many)));
            }
        }
        let [min, max] = [[const { Vec::new() }; D], [const { Vec::new() }; D]];
        self.told = Some(Told { moved: Moved::new(), min, max });
    }

    /// Tells which boxes are not where they were.
    fn tell(&mut self) {
        let Some(Told { moved, min, max }) = &mut self.told else { return };
        let differs = |index: &u32| {
            let index = *index as usize;
            let bits = |column: &Vec<f32>| column.get(index).map(|bound| bound.to_bits());
            (0..D).any(|axis| {
                bits(&min[axis]) != bits(&self.min[axis])
                    || bits(&max[axis]) != bits(&self.max[axis])
            })
        };
        let list: Vec<u32> = (0..self.statics.len() as u32).filter(differs).collect();
        moved.tell(self.statics.len(), &list).expect("there is memory");
        min.clone_from(&self.min);
        max.clone_from(&self.max);
    }

    /// The same boxes with what is told of them.
    fn told<'a>(&'a self, join: Join<'a, D>) -> Join<'a, D> {
        match (join, &self.told) {
            (Join::Within(set), Some(Told { moved, .. })) => {
                let bounds = set.bounds.with_moved(moved).expect("it is of these boxes");
                Join::Within(BoxSet { bounds, ..set })
            }
            (join, _) => join,
        }
    }

    fn check(&mut self, phase: &mut VerletSap<D>, filtered: bool, what: &str) {
        let columns = |columns: &'_ [Vec<f32>; D]| columns.each_ref().map(|column| column.to_vec());
        let (min, max) = (columns(&self.min), columns(&self.max));
        let [min, max] = [&min, &max].map(|columns| columns.each_ref().map(|column| &column[..]));
        let bounds = Bounds::from_columns(min, max).expect("the columns are alike");
        let statics = self.statics.clone();
        let filter = Filter::default();
        let filter = if filtered { filter.with_statics(&statics) } else { filter };
        let groups: Vec<i32> = (0..self.len() as i32).map(|index| index % 5 - 2).collect();
        let is_grouped = self.random.below(4) == 0;
        let filter = if is_grouped { filter.with_groups(&groups) } else { filter };
        let join = Join::within(BoxSet { bounds, filter });
        let (mut brute, mut expected, mut found) = (BruteForce::new(), Pairs::new(), Pairs::new());
        brute.pairs(&join, &mut expected).expect("there is memory");
        self.tell();
        let stats = phase.pairs(&self.told(join), &mut found).expect("there is memory");
        assert!(stats.canonical, "{what}");
        expected.sort_canonical().expect("there is memory");
        assert_eq!(found.as_slice(), expected.as_slice(), "{what}");
        let of = |phase: &dyn BroadPhase<D>| phase.invalid().to_vec();
        assert_eq!(of(phase), of(&brute), "{what}: the invalid boxes");
        // Asked once more, boxes have not gone on: seldom, as they would seem to come and go.
        if self.random.below(8) > 0 {
            return;
        }
        self.tell();
        let counted = phase.count(&self.told(join)).expect("there is memory");
        assert_eq!(counted.pairs, expected.len() as u64);
        // Of some runs nothing is told.
        let is_told = self.random.below(2) > 0;
        if is_told {
            self.tell();
        }
        let join = if is_told { self.told(join) } else { join };
        let mut streamed: Vec<Pair> = Vec::new();
        let all = phase.stream(&join, &mut |pairs| {
            streamed.extend_from_slice(pairs);
            std::ops::ControlFlow::Continue(())
        });
        all.expect("there is memory");
        assert_eq!(streamed, expected.as_slice(), "{what}: streamed");
    }
}

/// How often something happened.
#[derive(Debug, Default)]
struct Happened {
    kept: u32,
    begun: u32,
    strays: u32,
    given_up: u32,
    /// Runs that were told what moved, and in which many groups rested.
    rested: u32,
    /// Runs in which boxes were taken to go on, and to stay.
    predicted: u32,
    stayed: u32,
}

fn check<const D: usize>(seed: u64) -> Happened {
    let mut scene = Drifting::<D>::new(600, seed);
    match seed % 4 {
        1 | 3 => scene.stop_all_but_one_in(16),
        2 => scene.jitter = 0.01,
        _ => scene.growth = 0.1,
    }
    let mut phase = VerletSap::<D>::new();
    let mut happened = Happened::default();
    for run in 0..400 {
        let some = scene.random.below(scene.len());
        match run % 80 {
            // Boxes that jump, come and go, and such that are no boxes for a while.
            7 => scene.place(some, 1.0, 2.0),
            9 => scene.place(some, f32::NAN, 1.0),
            11 => scene.place(some, 2.0, 1.0),
            12 => (0..5).for_each(|_| scene.add()),
            14 => scene.truncate(scene.len() - 4),
            15 => scene.place(some, f32::NEG_INFINITY, 3.0),
            16 => scene.place(some, 3.0, f32::INFINITY),
            17 => scene.place(some, 2.0, 2.0),
            18 => scene.statics.iter_mut().step_by(2).for_each(|is_static| *is_static = true),
            20 => scene.statics[some] = false,
            22 => scene.statics[some] = true,
            23 => (0..30).for_each(|_| scene.add()),
            24 => scene.truncate(scene.len() - 31),
            _ => {}
        }
        // All jump about in some runs, and nothing moves in others.
        scene.step(match run {
            60..63 => 100.0,
            100..110 => 0.0,
            _ => 1.0,
        });
        let before = (phase.state, phase.strays.len());
        scene.check(&mut phase, run % 80 > 17, &format!("run {run} of {seed}"));
        let kept = matches!(phase.state, State::Kept { .. });
        happened.rested += u32::from(kept && scene.told.is_some() && phase.boxes.resting() > 20);
        happened.kept += u32::from(kept);
        happened.predicted += u32::from(kept && phase.era.course.predicts);
        happened.stayed += u32::from(kept && !phase.era.course.predicts);
        happened.strays += u32::from(kept && phase.strays.len() > before.1);
        happened.begun += u32::from(matches!(phase.state, State::Kept { runs } if runs < 4));
        happened.given_up += u32::from(matches!(phase.state, State::Plain { .. }));
    }
    happened
}

fn check_seeds<const D: usize>() {
    let mut all = Happened::default();
    for seed in 0..16 {
        let Happened { kept, begun, strays, given_up, rested, predicted, stayed } =
            check::<D>(seed);
        all.rested += rested;
        all.predicted += predicted;
        all.stayed += stayed;
        all.kept += kept;
        all.begun += begun;
        all.strays += strays;
        all.given_up += given_up;
    }
    let Happened { kept, begun, strays, given_up, rested, predicted, stayed } = all;
    assert!(kept > 1000 && begun > 50 && strays > 100 && given_up > 10, "{all:?}");
    assert!(rested > 300 && predicted > 500 && stayed > 50, "{all:?}");
}

#[test]
fn runs_in_2d_are_those_of_brute_force() {
    check_seeds::<2>();
}

#[test]
fn runs_in_3d_are_those_of_brute_force() {
    check_seeds::<3>();
}

/// What is told is believed, for one run: a box that is not told is where it was.
#[test]
fn boxes_that_are_not_told_are_not_looked_at() {
    let mut scene = Drifting::<2>::new(300, 1);
    (0..300).for_each(|index| scene.place(index, 4.0 * index as f32, 4.0 * index as f32 + 1.0));
    let (mut phase, mut moved) = (VerletSap::<2>::new(), Moved::new());
    let mut run = |scene: &Drifting<2>, told: Option<&[u32]>| {
        let [min, max] = [&scene.min, &scene.max].map(|c| c.each_ref().map(|column| &column[..]));
        let mut bounds = Bounds::from_columns(min, max).expect("the columns are alike");
        if let Some(told) = told {
            moved.tell(300, told).expect("there are as many");
            bounds = bounds.with_moved(&moved).expect("it is of as many");
        }
        phase.count(&Join::within(bounds)).expect("there is memory").pairs
    };
    for _ in 0..4 {
        assert_eq!(run(&scene, Some(&[])), 0);
    }
    scene.place(80, 0.0, 1.0);
    assert_eq!(run(&scene, Some(&[7])), 0);
    assert_eq!(run(&scene, Some(&[80])), 1);
    scene.place(80, 320.0, 321.0);
    assert_eq!(run(&scene, None), 0);
    scene.place(80, 0.0, 1.0);
    // After a run that was not told, all are looked at.
    assert_eq!(run(&scene, Some(&[])), 1);
}

/// Limits are of use: of boxes that go on straight, nearly all candidates are left alone.
#[test]
fn few_candidates_are_tested() {
    let mut scene = Drifting::<2>::new(4000, 1);
    let mut phase = VerletSap::<2>::new();
    let (mut tests, mut candidates) = (0, 0);
    for run in 0..40 {
        scene.step(1.0);
        let [min, max] = [&scene.min, &scene.max].map(|c| c.each_ref().map(|column| &column[..]));
        let bounds = Bounds::from_columns(min, max).expect("the columns are alike");
        let stats = phase.count(&Join::within(bounds)).expect("there is memory");
        if matches!(phase.state, State::Kept { runs } if runs > 0) {
            (tests, candidates) = (tests + stats.tests, candidates + phase.candidates.len() as u64);
        }
        assert!(run < 2 || matches!(phase.state, State::Kept { .. }), "run {run}");
    }
    assert!(tests > 0 && 16 * tests < candidates, "{tests} of {candidates}");
}

/// What is added is handed out also where there were no candidates before.
#[test]
fn boxes_meet_where_none_were_near() {
    let mut scene = Drifting::<2>::new(300, 1);
    for index in 0..300 {
        scene.place(index, 4.0 * index as f32, 4.0 * index as f32 + 1.0);
    }
    let mut phase = VerletSap::<2>::new();
    for run in 0..8 {
        if run == 5 {
            scene.place(7, 4.0 * 80.0, 4.0 * 80.0 + 0.5);
        }
        scene.check(&mut phase, false, &format!("run {run}"));
        assert!(run == 0 || matches!(phase.state, State::Kept { .. }), "run {run}");
        assert_eq!(phase.candidates.len(), usize::from(run >= 5), "run {run}");
    }
}

/// Boxes whose ways are no numbers in their reaches meet all the same.
#[test]
fn the_least_moves_count() {
    let mut scene = Drifting::<2>::new(300, 1);
    for index in 0..300 {
        scene.place(index, 4.0e30 * index as f32, 4.0e30 * index as f32 + 1.0e30);
    }
    let mut phase = VerletSap::<2>::new();
    for run in 0..40 {
        // The sides of two boxes at zero come to each other by a few of the least numbers.
        scene.min[0][0] = f32::from_bits(40 - run);
        scene.max[0][1] = 0.0;
        scene.min[0][1] = -1.0e30;
        (scene.min[1][1], scene.max[1][1]) = (scene.min[1][0], scene.max[1][0]);
        if run == 39 {
            scene.min[0][0] = 0.0;
        }
        scene.check(&mut phase, false, &format!("run {run}"));
    }
}

/// Where more pairs touch than are kept, they are handed out as they are found.
#[test]
fn crowded_boxes_are_not_kept() {
    let mut scene = Drifting::<2>::new(400, 1);
    (0..400).for_each(|index| scene.place(index, 0.0, 1.0));
    let mut phase = VerletSap::<2>::new();
    let [min, max] = [&scene.min, &scene.max].map(|c| c.each_ref().map(|column| &column[..]));
    let bounds = Bounds::from_columns(min, max).expect("the columns are alike");
    for run in 0..12 {
        let (mut pairs, mut streamed) = (Pairs::new(), 0);
        let stats = phase.pairs(&Join::within(bounds), &mut pairs).expect("there is memory");
        assert!(!stats.canonical, "run {run}");
        assert!(!matches!(phase.state, State::Kept { .. }), "run {run}");
        let all = phase.stream(&Join::within(bounds), &mut |batch| {
            streamed += batch.len();
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!((pairs.len(), streamed), (400 * 399 / 2, 400 * 399 / 2), "run {run}");
        assert_eq!(all.expect("there is memory").pairs, streamed as u64);
    }
}
