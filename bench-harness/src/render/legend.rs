//! What a picture says in words.

use jostle::debug_draw::{DrawElement, DrawStyle};

use super::{
    levels::{Shown, plural_of},
    model::Model,
};
use crate::number::{counted, thousands};

/// What a picture says in words.
#[derive(Clone, Debug)]
pub(super) struct Legend {
    /// Lines of text.
    pub(super) lines: Vec<String>,
    /// What the looks of things mean.
    pub(super) keys: Vec<Key>,
}

/// What the look of something means.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// What it is, in a word or two.
    pub(super) label: String,
    /// What is drawn next to that.
    pub(super) sample: Sample,
}

/// Something that has a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    /// A shape that touches another, or none.
    Shape { touching: bool },
    /// A primitive.
    Primitive(DrawStyle),
}

impl Legend {
    /// The legend of a model of which some is shown.
    pub(super) fn new(model: &Model, shown: &Shown, left_out: &[String]) -> Self {
        let mut lines = vec![title(model)];
        lines.extend(left_out.iter().cloned());
        Self { lines, keys: keys(shown) }
    }
}

/// The scene, its shapes and pairs, and the broad phase.
pub(super) fn title(model: &Model) -> String {
    let (name, phase) = (&model.name, model.broad_phase);
    let (shapes, pairs) = (model.shapes as u64, model.pairs);
    let mut title =
        format!("{name}: {}, {}; {phase}", counted(shapes, "shape"), counted(pairs, "pair"));
    if model.invalid > 0 {
        title += &format!("; {} not valid", thousands(model.invalid as u64));
    }
    title
}

/// Samples of what is shown: shapes, each kind, and the colors by depth.
fn keys(shown: &Shown) -> Vec<Key> {
    let key = |label: &str, sample| Key { label: label.to_owned(), sample };
    let mut keys = vec![
        key("touching", Sample::Shape { touching: true }),
        key("alone", Sample::Shape { touching: false }),
    ];
    let kinds = [
        DrawElement::Contact,
        DrawElement::Node,
        DrawElement::Leaf,
        DrawElement::Cell,
        DrawElement::LooseCell,
        DrawElement::Cut,
        DrawElement::Interval,
    ];
    for element in kinds.into_iter().filter(|element| shown.shows_some(*element)) {
        keys.push(key(plural_of(element), Sample::Primitive(DrawStyle::new(element, 0))));
    }
    let what = what_depth_is(shown);
    // Of one depth there is nothing to tell apart.
    let depths = if shown.depths > 1 { shown.depths.min(DrawStyle::COLORS) } else { 0 };
    for depth in 0..depths {
        let label = if depth == 0 { format!("{what} 0") } else { depth.to_string() };
        keys.push(Key {
            label,
            sample: Sample::Primitive(DrawStyle::new(DrawElement::Node, depth)),
        });
    }
    keys
}

/// What the depths of a broad phase count: see [`DrawStyle::depth`].
fn what_depth_is(shown: &Shown) -> &'static str {
    let levels = [DrawElement::Node, DrawElement::Leaf, DrawElement::Cell];
    match levels.into_iter().any(|element| shown.shows_some(element)) {
        true => "depth",
        false if shown.shows_some(DrawElement::Cut) => "class",
        false => "axis",
    }
}
