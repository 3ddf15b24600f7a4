//! An even share of the shapes, where all are too many.

use super::model::Model;
use crate::number::thousands;

/// Leaves out shapes until at most so many are left, evenly by index, and says so.
pub(super) fn thin(model: &mut Model, most: usize) -> Option<String> {
    let all = model.solids.len();
    if all <= most {
        return None;
    }
    let mut index = 0;
    model.solids.retain(|_| {
        // The multiples of all / most, rounded down: whole numbers, so it is exact.
        let is_kept = (index + 1) * most / all > index * most / all;
        index += 1;
        is_kept
    });
    let (kept, all) = (thousands(model.solids.len() as u64), thousands(all as u64));
    Some(format!("{kept} of {all} shapes are drawn, an even sample"))
}
