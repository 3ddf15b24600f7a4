//! What the gate is to let in and to hold back.

use jostle::{
    Bounds, Join,
    validate::{InvalidReason, InvalidShape, JoinSide},
};

use super::{Boxes, assert_same, best, canonical, naive_within, pool};

/// Asserts pairs and invalid boxes of every broad phase on one and three threads.
pub(crate) fn check_gate<const D: usize>(
    bounds: Bounds<'_, D>,
    boxes: &Boxes<D>,
    bad: &[(u32, InvalidReason)],
    of: &str,
) {
    assert_eq!(bounds.len(), boxes.len(), "{of}");
    let expected = naive_within(boxes);
    let listed: Vec<InvalidShape> = bad
        .iter()
        .map(|(index, reason)| InvalidShape {
            side: JoinSide::First,
            index: *index,
            reason: *reason,
        })
        .collect();
    for mut phase in best::<D>() {
        for threads in [1, 3] {
            let found = pool(threads).install(|| canonical(&mut *phase, &Join::within(bounds)));
            assert_same(&found, &expected, of);
            assert_eq!(phase.invalid(), listed, "{of}");
        }
    }
    for (index, (min, max)) in boxes.iter().enumerate() {
        let reason = bad.iter().find(|(bad, _)| *bad as usize == index).map(|(_, reason)| *reason);
        match bounds.get(index) {
            Ok(aabb) => assert_eq!((aabb.min, aabb.max, None), (min, max, reason), "{of}"),
            Err(found) => assert_eq!(Some(found), reason, "{of}, box {index}"),
        }
    }
}
