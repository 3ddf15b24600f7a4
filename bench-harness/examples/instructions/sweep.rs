//! The kernels of the sweep, on one cell.

use std::hint::black_box;

use jostle::{Pair, SimdLevel};
use jostle_kernels::sweep::{Cursor, PADDING, count, sweep};

use crate::{
    case::{Case, Cases},
    sorted_run::{BOXES, Scene},
};

pub(crate) fn cases() -> Cases {
    let level = SimdLevel::selected()?;
    let (of_pairs, of_count) = (Scene::new(), Scene::new());
    let mut touching = 0;
    of_pairs.scalar(|_| touching += 1);
    let mut out = vec![Pair::default(); touching + 2 * PADDING];
    Ok(vec![
        Case::new("sweep", move || {
            let (run, mut cursor) = (of_pairs.run(), Cursor::default());
            let ranges = of_pairs.ranges();
            let found = sweep(level, &run, &run, ranges, BOXES, &mut cursor, black_box(&mut out));
            assert_eq!(found, touching);
        }),
        Case::new("sweep-count", move || {
            let run = of_count.run();
            let (found, _) = count(level, &run, &run, of_count.ranges(), 0, BOXES);
            assert_eq!(found, touching as u64);
        }),
    ])
}
