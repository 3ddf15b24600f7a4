//! After the first frames, events and colorings of pairs that come and go allocate nothing, on any
//! thread.

use jostle::{
    Pair,
    coloring::{Coloring, Side},
    events::Events,
};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 3;
const FRAMES: usize = 20;
const PAIRS: u32 = 100_000;

/// Pairs of which some are there and some are not, more in every other frame.
fn fill(random: &mut Random, frame: usize, pairs: &mut Vec<Pair>) {
    pairs.clear();
    let share = if frame.is_multiple_of(2) { 50.0 } else { 60.0 };
    for a in 0..PAIRS {
        if random.percent(share) {
            pairs.push(Pair { a, b: a + 1 });
        }
    }
}

fn meet(_: usize, mut a: Side<'_, u32>, mut b: Side<'_, u32>) {
    if let (Some(a), Some(b)) = (a.get_mut(), b.get_mut()) {
        (*a, *b) = (*b + 1, *a);
    }
}

pub(crate) fn check() {
    for threads in [1, 3] {
        pool(threads).install(|| {
            let mut random = Random::seeded(1);
            let (mut events, mut coloring) = (Events::new(), Coloring::new());
            let mut states = vec![0_u32; PAIRS as usize + 1];
            let mut lists = [(); 2].map(|()| Vec::with_capacity(PAIRS as usize));
            let mut before = 0;
            for frame in 0..WARM_UP + FRAMES {
                if frame == WARM_UP {
                    before = allocations();
                }
                lists.swap(0, 1);
                fill(&mut random, frame, &mut lists[1]);
                events.update(&lists[0], &lists[1]).expect("both are in order");
                coloring.color(&lists[1], states.len()).expect("the pairs are of shapes");
                coloring.for_each(&mut states, meet).expect("there are as many as shapes");
                let counts = events.counts();
                assert!(frame == 0 || counts.begun.min(counts.ended) > 10_000, "{counts:?}");
            }
            assert_eq!(allocations() - before, 0, "{threads} threads");
        });
    }
}
