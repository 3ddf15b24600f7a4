//! After the first frames, times of impact of shapes that move allocate nothing, on any thread.

use jostle::{
    Pair, Shapes,
    narrow::{MotionColumns, Motions, MovingBoxes, Narrow},
    shape::PreparedShapes,
};

use crate::common::{Random, allocations, planar, pool};

const WARM_UP: usize = 3;
const FRAMES: usize = 10;
const SHAPES: usize = 6_000;
/// More than one thread works on at a time, of all kinds in any order.
const PAIRS: usize = 20_000;

/// Allocations of frames in which all shapes move, and some motions are bad.
fn measure() -> u64 {
    let mut random = Random::seeded(1);
    let mut shapes = Shapes::<2>::new();
    for number in 0..SHAPES as u32 {
        shapes.insert(planar(&mut random, number)).expect("the shape is valid");
    }
    let (mut prepared, mut motions) = (PreparedShapes::new(), Motions::new());
    let (mut boxes, mut narrow) = (MovingBoxes::new(), Narrow::new());
    let (mut impacts, mut times) = (Vec::new(), Vec::new());
    let mut columns: [Vec<f32>; 3] =
        std::array::from_fn(|_| (0..SHAPES).map(|_| random.between(-1.0, 1.0)).collect());
    let mut index = || random.below(SHAPES) as u32;
    let pairs: Vec<_> = (0..PAIRS).map(|_| Pair { a: index(), b: index() }).collect();
    let (mut before, mut met) = (0, 0);
    for frame in 0..WARM_UP + FRAMES {
        if frame == WARM_UP {
            before = allocations();
        }
        columns.iter_mut().for_each(|column| column.rotate_left(1));
        columns[0][frame] = f32::NAN;
        let [x, y, angles] = columns.each_ref().map(Vec::as_slice);
        prepared.update(&shapes).expect("there is memory");
        let straight = MotionColumns::<2>::straight([x, y]).expect("lengths fit");
        motions.update(straight.turning(angles).expect("lengths fit")).expect("there is memory");
        boxes.update(prepared.bounds(), [x, y]).expect("lengths fit");
        let report = narrow.impacts(&prepared, &motions, &pairs, 1.0, &mut impacts);
        met += report.expect("the call is valid").total().touching;
        let report = narrow.swept_bounds(&boxes, &pairs, 1.0, &mut times);
        met += report.expect("the call is valid").total().touching;
        assert!(motions.invalid().len() == 1 && boxes.invalid().len() == 1);
        columns[0][frame] = 0.0;
    }
    let after = allocations();
    assert!(met > 1000, "hardly any met: {met}");
    after - before
}

pub(crate) fn check() {
    for threads in [1, 2, 3] {
        assert_eq!(pool(threads).install(measure), 0, "{threads} threads");
    }
}
