//! Panics of the user's functions are the user's: what was asked answers as before. Those of
//! streams are in `streaming.rs`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jostle::{
    Aabb, Join, Pair, Pairs,
    bvh::Bvh,
    debug_draw::{DebugDraw, DrawStyle},
    geometry::ray::Ray,
};

use crate::common::{Boxes, Random, THREADS, best, pool, uniform, watched};

/// What the panics say.
const SAID: &str = "the panic of the test";

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

/// Asserts that the panic of the test reaches whoever asks for it.
fn panics(work: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(work)).expect_err("the panic is lost");
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    assert_eq!(text, Some(SAID), "another panic");
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
