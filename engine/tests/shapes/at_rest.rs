//! Shapes at rest of all kinds: what a broad phase leaves out because it was not written is what
//! stayed.

use jostle::{
    BroadPhase, Filter, Join, Pairs, Shapes,
    broad::{BoxSet, BruteForce, StaticCacheSap},
    shape::{Columns, PreparedShapes},
};

use crate::{
    again::{CHANGES, Change, apply},
    common::{Random, scale},
    support::{Dimension, In, random_set},
};

/// A set of shapes, of which most rest.
struct Scene<const D: usize> {
    shapes: Shapes<D>,
    prepared: PreparedShapes<D>,
    statics: Vec<bool>,
}

impl<const D: usize> Scene<D>
where
    In: Dimension<D>,
{
    fn new(random: &mut Random) -> Self {
        let shapes = random_set::<D>(random, 83);
        Self { shapes, prepared: PreparedShapes::new(), statics: Vec::new() }
    }

    fn change(&mut self, change: Change, random: &mut Random) {
        apply(change, &mut self.shapes, random);
        let len = self.shapes.len();
        if self.statics.len() != len {
            self.statics.resize_with(len, || random.percent(99.0));
        } else if random.percent(20.0) {
            let index = random.below(len);
            self.statics[index] = !self.statics[index];
        }
        self.prepared.update(&self.shapes).expect("the call is valid");
    }

    fn check(&self, static_cache: &mut StaticCacheSap<D>, reached: &str) -> usize {
        let filter = Filter::default().with_statics(&self.statics);
        let join = Join::within(BoxSet { bounds: self.prepared.bounds(), filter });
        let (mut found, mut expected, mut brute) = (Pairs::new(), Pairs::new(), BruteForce::new());
        static_cache.pairs(&join, &mut found).expect("nothing is wrong");
        brute.pairs(&join, &mut expected).expect("nothing is wrong");
        found.sort_canonical().expect("there is memory");
        expected.sort_canonical().expect("there is memory");
        assert!(
            found[..] == expected[..],
            "{reached}: {} pairs, not {}",
            found.len(),
            expected.len()
        );
        assert_eq!(static_cache.invalid(), brute.invalid(), "{reached}");
        found.len()
    }
}

fn check<const D: usize>(random: &mut Random)
where
    In: Dimension<D>,
{
    let mut scenes = [Scene::<D>::new(random), Scene::<D>::new(random)];
    let mut static_cache = StaticCacheSap::new();
    let (mut pairs, mut in_turn) = (0, 0);
    for step in 0..640 * scale() {
        let change = match step % 16 {
            // What gives others a new index, and is followed by some quiet.
            0 => random.pick(&CHANGES),
            1 => Change::Mend,
            _ => random.pick(&[Change::Shape, Change::Ball, Change::Nothing]),
        };
        // The same set for some frames, of which some are not looked at, and then another one.
        let scene = &mut scenes[step / 64 % 2];
        scene.change(change, random);
        if random.percent(90.0) {
            pairs += scene.check(&mut static_cache, &format!("{D}D, step {step}, {change:?}"));
            in_turn += 1;
        }
    }
    assert!(pairs > 100 * in_turn, "{pairs} pairs in {in_turn} runs");
}

#[test]
fn most_shapes_rest() {
    check::<2>(&mut Random::seeded(21));
    check::<3>(&mut Random::seeded(22));
}

#[test]
fn after_a_frame_without_shapes() {
    let random = &mut Random::seeded(23);
    let mut scene = Scene::<2>::new(random);
    let mut static_cache = StaticCacheSap::new();
    for _ in 0..3 {
        scene.change(Change::Nothing, random);
        scene.check(&mut static_cache, "before");
    }
    // Between two looks there are none, and then as many as before.
    let none: [&[f32]; 2] = [&[]; 2];
    let columns = Columns::default().with_balls(none, &[]).expect("they are alike");
    scene.prepared.update(columns).expect("the call is valid");
    scene.change(Change::Ball, random);
    scene.check(&mut static_cache, "after");
}
