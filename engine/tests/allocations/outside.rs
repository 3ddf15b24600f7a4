//! Steps from a thread that is in no pool are handed over to the global one as a whole.

use jostle::{BroadPhase, Join, Pairs, Sap, Shape, World};

use crate::common::{Random, allocations};

const SHAPES: usize = 5000;
const WARM_UP: usize = 100;

/// Runs between two blocks that rayon allocates for the queue of what is handed over.
const RUNS_PER_BLOCK: usize = 63;
const RUNS: usize = 10 * RUNS_PER_BLOCK;

/// Allocations of runs once they are steady.
fn steady(mut run: impl FnMut()) -> u64 {
    (0..WARM_UP).for_each(|_| run());
    let before = allocations();
    (0..RUNS).for_each(|_| run());
    allocations() - before
}

pub(crate) fn check() {
    // What comes first decides how many threads the global pool has.
    rayon::ThreadPoolBuilder::new().num_threads(2).build_global().expect("it is the first");
    let mut random = Random::seeded(3);
    let mut world = World::<2>::new();
    for _ in 0..SHAPES {
        let ball = Shape::ball(random.point(0.0, 90.0), 0.5);
        world.shapes_mut().insert(ball).expect("it is valid");
    }
    let offsets: Vec<f32> = (0..SHAPES).map(|_| random.between(-0.3, 0.3)).collect();
    let mut way = 1.0;
    let of_steps = steady(|| {
        // To and fro, so that nothing is seen that was not seen before.
        way = -way;
        for axis in world.shapes_mut().balls_mut().centers {
            axis.iter_mut().zip(&offsets).for_each(|(x, offset)| *x += way * offset);
        }
        world.step().expect("nothing is wrong");
        assert!(world.stats().contacts > 1000);
    });
    let prepared = world.pipeline().prepared();
    let join: Join<'_, 2> = Join::within(prepared.bounds());
    let (mut sap, mut pairs) = (Sap::new(), Pairs::new());
    let of_runs = steady(|| {
        sap.pairs(&join, &mut pairs).expect("nothing is wrong");
    });
    let blocks = RUNS.div_ceil(RUNS_PER_BLOCK) as u64 + 1;
    assert!(of_steps <= blocks && of_runs <= blocks, "{of_steps} and {of_runs} of {RUNS} runs");
}
