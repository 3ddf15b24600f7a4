//! What a shape takes besides time: tests of boxes, and bytes.

use super::{
    Recorded,
    bars::{Bar, Scale, bars},
    number, section as framed,
    stages::label,
};
use crate::figures::Figure;

/// Bars of tests and of bytes per shape.
pub(super) fn section(record: &Recorded) -> String {
    framed(
        "Tests, per shape",
        "Boxes compared with another one in the broad phase, in whole groups of eight.",
        &per_shape(record, "tests_per_shape", "tests"),
    ) + &framed(
        "Memory, per shape",
        "What the engine holds after the last frame, with its lists of pairs and contacts, over the number of shapes.",
        &per_shape(record, "bytes_per_shape", "bytes"),
    )
}

fn per_shape(record: &Recorded, name: &str, unit: &str) -> String {
    let bar = |figure: &Figure| {
        let parts = vec![(unit.to_owned(), number(&figure.printed, name)?)];
        Some(Bar { label: label(figure), parts, remark: String::new(), ours: false })
    };
    let all: Vec<Bar> = record.of("world").chain(record.of("million")).filter_map(bar).collect();
    if all.is_empty() { String::new() } else { bars(&all, unit, Scale::Linear) }
}
