//! All threads and levels come to the same.

use jostle::{
    Shape, SimdLevel,
    large_world::{Columns, LocalShapes},
    shape::ShapeKind,
};

use crate::common::{Random, THREADS, pool};

const SHAPES: usize = 30_001;

/// Shapes, their slacks, the largest, and the origin.
type Found = (Vec<Shape<3>>, Vec<f32>, f32, [f64; 3]);

#[test]
fn any_number_of_threads_and_any_level_rounds_the_same() {
    let mut random = Random::seeded(6);
    let mut column = || -> Vec<f64> {
        (0..SHAPES).map(|_| 1e6 * f64::from(random.unit()) * (1.0 + 1e-9)).collect()
    };
    let [x, y, z, sizes] = [(); 4].map(|()| column());
    let columns = Columns::default()
        .with_balls([&x, &y, &z], &sizes)
        .and_then(|columns| columns.with_aligned_boxes([&y, &z, &x], [&sizes; 3]))
        .and_then(|columns| columns.with_capsules_between([&x, &y, &z], [&y, &z, &x], &sizes))
        .expect("lengths fit");
    let mut first: Option<Found> = None;
    let all = THREADS
        .iter()
        .flat_map(|threads| SimdLevel::available().iter().map(move |level| (*threads, *level)));
    for (threads, level) in all {
        pool(threads).install(|| {
            let mut local = LocalShapes::new().with_level(level);
            local.update(None, columns).expect("the shapes are valid");
            let of_frame = local.columns();
            let shapes = (0..local.len()).map(|index| of_frame.get(index)).collect();
            let kinds = [ShapeKind::Ball, ShapeKind::Box, ShapeKind::Capsule];
            let slacks: Vec<f32> = kinds.map(|kind| local.slacks(kind)).concat();
            let most = slacks.iter().copied().fold(0.0, f32::max);
            assert_eq!((slacks.len(), local.slack()), (3 * SHAPES, most));
            let found = (shapes, slacks, most, local.origin());
            let expected = first.get_or_insert_with(|| found.clone());
            assert!(*expected == found, "{threads} threads, {level} differ");
        });
    }
}
