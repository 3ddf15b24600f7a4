//! After the first frames, neighbor lists of points that move allocate nothing, on any thread,
//! whether they are built or kept.

use jostle::neighbors::{ListKind, Neighbors};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 20;
const FRAMES: usize = 60;
const POINTS: usize = 20_000;

/// Updates in motion, periodic or not; returns the allocations and how many updates built.
fn measure(periodic: bool, skin: f32) -> (u64, usize) {
    let mut random = Random::seeded(1);
    let side = 16.0;
    let homes: Vec<[f32; 3]> = (0..POINTS).map(|_| random.point(0.0, side)).collect();
    let ways: Vec<[f32; 3]> = (0..POINTS).map(|_| random.point(-0.2, 0.2)).collect();
    let mut points = homes.clone();
    let periods = [periodic.then_some((0.0, side)), None, periodic.then_some((-1.0, side + 1.0))];
    let mut lists =
        Neighbors::new(1.0).with_kind(ListKind::Half).with_skin(skin).with_periods(periods);
    let (mut before, mut built) = (0, 0);
    for frame in 0..WARM_UP + FRAMES {
        if frame == WARM_UP {
            before = allocations();
            built = 0;
        }
        // To and fro, each at a pace of its own.
        let time = (frame as f32 * 0.37).sin();
        for ((point, home), way) in points.iter_mut().zip(&homes).zip(&ways) {
            *point = std::array::from_fn(|axis| home[axis] + time * way[axis]);
        }
        let validity = lists.update(&points).expect("the points are valid");
        built += usize::from(validity.rebuilt.is_some());
    }
    let after = allocations();
    assert!(lists.indices().len() > 5 * POINTS, "hardly any neighbors");
    (after - before, built)
}

pub(crate) fn check() {
    for threads in [1, 2, 3, 8] {
        for periodic in [false, true] {
            for (skin, least, most) in [(0.0, FRAMES, FRAMES), (0.4, 5, FRAMES - 5)] {
                let (allocated, built) = pool(threads).install(|| measure(periodic, skin));
                assert_eq!(allocated, 0, "{threads} threads, periodic {periodic}, skin {skin}");
                assert!((least..=most).contains(&built), "{built} of {FRAMES} built");
            }
        }
    }
}
