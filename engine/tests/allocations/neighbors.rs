//! After the first frames, neighbor lists of points that move allocate nothing, on any thread,
//! whether they are built or kept.

use jostle::neighbors::{ListKind, Neighbors, Points};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 20;
const FRAMES: usize = 60;
const POINTS: usize = 20_000;

/// What lists there are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lists {
    Open,
    Periodic,
    /// All images in a tilted cell, with shifts.
    Tilted,
    /// Between two sets with radii.
    Between,
    Nearest,
}

/// Updates in motion; returns the allocations and how many updates built.
fn measure(of: Lists, skin: f32) -> (u64, usize) {
    let mut random = Random::seeded(1);
    let side = 16.0;
    let homes: Vec<[f32; 3]> = (0..POINTS).map(|_| random.point(0.0, side)).collect();
    let ways: Vec<[f32; 3]> = (0..POINTS).map(|_| random.point(-0.2, 0.2)).collect();
    let mut points = homes.clone();
    let radii: Vec<f32> = (0..POINTS).map(|_| random.between(0.0, 0.25)).collect();
    let lists = Neighbors::new(1.0).with_kind(ListKind::Half).with_skin(skin);
    let (long, tilt) = (f64::from(side), 3.0);
    let mut lists = match of {
        Lists::Open | Lists::Between => lists,
        Lists::Periodic => lists.with_periods([Some((0.0, side)), None, Some((-1.0, side + 1.0))]),
        Lists::Tilted => lists.with_shifts().with_cell([
            Some([long, 0.0, 0.0]),
            Some([tilt, long, 0.0]),
            Some([-tilt, tilt, long]),
        ]),
        Lists::Nearest => lists.with_kind(ListKind::Full).with_nearest(8),
    };
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
        let (queries, others) = points.split_at(POINTS / 2);
        let validity = match of {
            Lists::Between => {
                let radii = radii.split_at(POINTS / 2);
                let queries = Points::from(queries).with_radii(radii.0).expect("as many");
                let others = Points::from(others).with_radii(radii.1).expect("as many");
                lists.update_between(queries, others)
            }
            _ => lists.update(&points),
        }
        .expect("the points are valid");
        built += usize::from(validity.rebuilt.is_some());
    }
    let after = allocations();
    assert!(lists.indices().len() > 5 * POINTS, "hardly any neighbors");
    (after - before, built)
}

pub(crate) fn check() {
    use Lists::{Between, Nearest, Open, Periodic, Tilted};
    for threads in [1, 2, 3, 8] {
        for of in [Open, Periodic, Tilted, Between, Nearest] {
            for (skin, least, most) in [(0.0, FRAMES, FRAMES), (0.4, 5, FRAMES - 5)] {
                if of == Nearest && skin > 0.0 {
                    continue;
                }
                let (allocated, built) = pool(threads).install(|| measure(of, skin));
                assert_eq!(allocated, 0, "{threads} threads, {of:?}, skin {skin}");
                assert!((least..=most).contains(&built), "{of:?}: {built} of {FRAMES} built");
            }
        }
    }
}
