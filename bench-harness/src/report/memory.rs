//! What is kept.

use super::{
    Recorded,
    bars::{Bar, Scale, bars},
    number, section as framed,
    stages::label,
};
use crate::figures::Figure;

/// Bars of bytes per shape.
pub(super) fn section(record: &Recorded) -> String {
    let bar = |figure: &Figure| {
        let bytes = number(&figure.printed, "bytes_per_shape")?;
        let parts = vec![("bytes".to_owned(), bytes)];
        Some(Bar { label: label(figure), parts, remark: String::new(), ours: false })
    };
    let all: Vec<Bar> = record.of("world").chain(record.of("million")).filter_map(bar).collect();
    let content = if all.is_empty() { String::new() } else { bars(&all, "bytes", Scale::Linear) };
    framed(
        "Memory, per shape",
        "What the engine holds after the last frame, with its lists of pairs and contacts, over the number of shapes.",
        &content,
    )
}
