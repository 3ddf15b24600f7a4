//! After the first frames, shapes in `f64` and an origin that moves allocate nothing, on any
//! thread.

use jostle::{
    CollisionPipeline,
    large_world::{LargeBoxColumns, LargeColumns, LocalShapes},
};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 3;
const FRAMES: usize = 20;
/// More than one thread rounds at a time.
const OF_EACH: usize = 10_000;

/// Allocations of frames in which shapes go far, some come and go, and one is bad.
fn measure() -> u64 {
    let mut random = Random::seeded(1);
    let mut column = || (0..OF_EACH).map(|_| 1e6 + f64::from(random.between(0.0, 90.0))).collect();
    let mut centers: [Vec<f64>; 3] = std::array::from_fn(|_| column());
    let (sizes, parts) = (vec![0.5_f32; OF_EACH], vec![0.5_f64; OF_EACH]);
    let (mut local, mut pipeline) = (LocalShapes::<3>::new(), CollisionPipeline::<3>::new());
    let (mut before, mut moves) = (0, 0);
    for number in 0..WARM_UP + FRAMES {
        if number == WARM_UP {
            before = allocations();
        }
        centers.iter_mut().flatten().for_each(|x| *x += 1000.0);
        let bad = std::mem::replace(&mut centers[1][number], f64::NAN);
        let [x, y, z] = centers.each_ref().map(Vec::as_slice);
        let boxes =
            LargeBoxColumns::<3>::new([y, z, x], [&sizes; 3], [&parts; 4]).expect("they fit");
        let some = OF_EACH - number % 2;
        let columns = LargeColumns::default()
            .with_boxes(boxes)
            .with_balls([&x[..some], &y[..some], &z[..some]], &sizes[..some])
            .and_then(|columns| columns.with_capsules([x, y, z], [&sizes; 3], &sizes))
            .expect("lengths fit");
        local.update(None, columns).expect("there is memory");
        pipeline.step(&local).expect("there is memory");
        assert_eq!(pipeline.invalid().len(), 3);
        assert!(pipeline.contacts().len() > 1_000, "hardly any: {}", pipeline.contacts().len());
        moves += usize::from(local.has_moved());
        centers[1][number] = bad;
    }
    let after = allocations();
    assert!(moves > FRAMES / 3, "the origin moved {moves} times");
    after - before
}

pub(crate) fn check() {
    for threads in [1, 2, 3] {
        assert_eq!(pool(threads).install(measure), 0, "{threads} threads");
    }
}
