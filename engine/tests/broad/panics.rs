//! Panics of the user's functions are the user's: what was asked answers as before. Those of
//! streams are in `streaming.rs`.

use std::{
    fmt::Debug,
    sync::atomic::{AtomicUsize, Ordering},
};

use jostle::{
    Aabb, Error, Join, Pair, Pairs,
    bvh::{Bvh, Lists},
    debug_draw::{DebugDraw, DrawStyle},
    geometry::ray::Ray,
};

use crate::common::{Boxes, Random, SAID, THREADS, best, panics, pool, uniform, watched};

/// Counts what is drawn, and panics behind so much.
struct Canvas {
    drawn: usize,
    most: usize,
}

impl Canvas {
    fn take(&mut self) {
        assert!(self.drawn < self.most, "{}", SAID);
        self.drawn += 1;
    }
}

impl DebugDraw<3> for Canvas {
    fn line(&mut self, _: [f32; 3], _: [f32; 3], _: DrawStyle) {
        self.take();
    }

    fn aabb(&mut self, _: &Aabb<3>, _: DrawStyle) {
        self.take();
    }

    fn member(&mut self, _: u32, _: DrawStyle) {
        self.take();
    }
}

fn scene() -> Boxes<3> {
    uniform(&mut Random::seeded(5), 5000, 8.0, 1.0)
}

#[test]
fn who_draws_may_panic() {
    let boxes = scene();
    let join = Join::within(boxes.bounds());
    let mut drew = 0;
    for mut phase in best() {
        let list = |phase: &mut dyn jostle::BroadPhase<3>| -> Vec<Pair> {
            let mut pairs = Pairs::new();
            phase.pairs(&join, &mut pairs).expect("the call is valid");
            pairs.to_vec()
        };
        let expected = list(&mut *phase);
        let mut all = Canvas { drawn: 0, most: usize::MAX };
        phase.debug_draw(&mut all);
        if all.drawn == 0 {
            continue;
        }
        drew += 1;
        for most in [0, all.drawn / 2, all.drawn - 1] {
            panics(|| phase.debug_draw(&mut Canvas { drawn: 0, most }));
            let mut again = Canvas { drawn: 0, most: usize::MAX };
            phase.debug_draw(&mut again);
            assert_eq!(again.drawn, all.drawn, "{}", phase.name());
        }
        assert!(list(&mut *phase) == expected, "{}", phase.name());
    }
    assert!(drew >= 6, "only {drew} broad phases drew anything");
}

#[test]
fn what_a_tree_asks_may_panic() {
    watched(|| {
        let boxes = scene();
        let mut random = Random::seeded(6);
        let ray = |_| Ray::new(random.point(0.0, 8.0), random.point(-1.0, 1.0));
        let rays: Vec<Ray<3>> = (0..2000).map(ray).collect();
        for threads in THREADS {
            pool(threads).install(|| {
                let mut bvh = Bvh::<3>::new();
                bvh.build(boxes.bounds()).expect("there is memory");
                let [mut expected, mut found] = [Vec::new(), Vec::new()];
                bvh.closest_hits(&rays, |_, _| true, &mut expected).expect("they are valid");
                assert!(expected.iter().flatten().count() > 1000);
                for at in [0, 700, 1900] {
                    // The first ray behind so many that meets a box.
                    let meets = expected[at..].iter().position(Option::is_some);
                    let at = at + meets.expect("one of them meets a box");
                    panics(|| {
                        let accept = |ray: usize, _: u32| {
                            assert!(ray != at, "{}", SAID);
                            true
                        };
                        bvh.closest_hits(&rays, accept, &mut found).expect("it panics");
                    });
                    panics(|| {
                        for ray in &rays {
                            bvh.closest_hit(ray, |_| panic!("{}", SAID)).expect("it panics");
                        }
                    });
                    bvh.closest_hits(&rays, |_, _| true, &mut found).expect("they are valid");
                    assert_eq!(found, expected);
                }
            });
        }
    });
}

/// A question of a tree, as the text of its answer. The function says which boxes count.
type Question = fn(&Bvh<3>, &(dyn Fn(u32) -> bool + Sync)) -> Result<String, Error>;

const POINTS: [[f32; 3]; 3] = [[1.0; 3], [4.0; 3], [7.0; 3]];

fn rays() -> [Ray<3>; 3] {
    POINTS.map(|point| Ray::new(point, [1.0, 0.5, -0.25]))
}

/// All questions in which functions of the user are asked.
const QUESTIONS: [Question; 14] = [
    |bvh, accept| Ok(format!("{:?}", bvh.closest_hit(&rays()[1], accept)?)),
    |bvh, accept| Ok(format!("{:?}", bvh.any_hit(&rays()[1], accept)?)),
    |bvh, accept| text(|hits| bvh.all_hits(&rays()[1], accept, hits)),
    |bvh, accept| text(|ids| bvh.overlapping(&REGIONS[1], accept, ids)),
    |bvh, accept| text(|nearest| bvh.nearest(POINTS[1], 5, 3.0, accept, nearest)),
    |bvh, accept| Ok(format!("{:?}", bvh.closest(POINTS[1], 3.0, accept)?)),
    |bvh, accept| text(|hits| bvh.closest_hits(&rays(), |_, id| accept(id), hits)),
    |bvh, accept| text(|hits| bvh.any_hits(&rays(), |_, id| accept(id), hits)),
    |bvh, accept| texts(|hits| bvh.all_hits_of(&rays(), |_, id| accept(id), hits)),
    |bvh, accept| texts(|ids| bvh.overlapping_of(&REGIONS, |_, id| accept(id), ids)),
    |bvh, accept| texts(|near| bvh.nearest_of(&POINTS, 5, 3.0, |_, id| accept(id), near)),
    |bvh, accept| {
        let time = |id| accept(id).then_some(id as f32);
        Ok(format!("{:?}", bvh.closest_hit_by(&rays()[1], time)?))
    },
    |bvh, accept| {
        text(|hits| bvh.all_hits_by(&rays()[1], |id| accept(id).then_some(id as f32), hits))
    },
    |bvh, accept| {
        let distance = |id| accept(id).then_some(1.0);
        text(|nearest| bvh.nearest_by(POINTS[1], 5, 3.0, distance, nearest))
    },
];

const REGIONS: [Aabb<3>; 3] = [
    Aabb { min: [0.5; 3], max: [1.5; 3] },
    Aabb { min: [3.5; 3], max: [4.5; 3] },
    Aabb { min: [6.5; 3], max: [7.5; 3] },
];

fn text<T: Debug>(ask: impl FnOnce(&mut Vec<T>) -> Result<(), Error>) -> Result<String, Error> {
    let mut found = Vec::new();
    ask(&mut found)?;
    Ok(format!("{found:?}"))
}

fn texts<T: Debug>(ask: impl FnOnce(&mut Lists<T>) -> Result<(), Error>) -> Result<String, Error> {
    let mut found = Lists::new();
    ask(&mut found)?;
    Ok(format!("{:?} {:?}", found.offsets(), found.items()))
}

#[test]
fn a_tree_answers_after_a_panic_in_any_question() {
    let boxes = scene();
    for threads in THREADS {
        pool(threads).install(|| {
            let mut bvh = Bvh::<3>::new();
            bvh.build(boxes.bounds()).expect("there is memory");
            let ask = |accept: &(dyn Fn(u32) -> bool + Sync)| {
                QUESTIONS.map(|question| question(&bvh, accept).expect("it is valid"))
            };
            let accept = |id: u32| id.is_multiple_of(2);
            let expected = ask(&accept);
            for (number, question) in QUESTIONS.iter().enumerate() {
                let asked = AtomicUsize::new(0);
                let count = |id| {
                    asked.fetch_add(1, Ordering::Relaxed);
                    accept(id)
                };
                question(&bvh, &count).expect("it is valid");
                let all = asked.into_inner();
                assert!(all > 0, "question {number}: the function is never asked");
                // The first time, in the middle, and the last one.
                for at in [0, all / 2, all - 1] {
                    let asked = AtomicUsize::new(0);
                    panics(|| {
                        let accept = |id| {
                            assert!(asked.fetch_add(1, Ordering::Relaxed) != at, "{}", SAID);
                            accept(id)
                        };
                        let _ = question(&bvh, &accept);
                    });
                    assert!(ask(&accept) == expected, "question {number}, time {at} of {all}");
                }
            }
        });
    }
}
