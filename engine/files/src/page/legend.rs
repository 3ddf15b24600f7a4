//! Which of what a broad phase drew can be seen without hiding everything else, and what a picture
//! says of it in words.

use std::collections::BTreeMap;

use jostle::debug_draw::{DrawElement, DrawStyle};

use super::model::Model;
use crate::number::{counted, thousands};

/// What is shown of the primitives.
#[derive(Clone, Debug)]
pub struct Shown {
    /// By kind, the first depth that is not shown.
    end: BTreeMap<DrawElement, u32>,
    /// Number of colors by depth that are in use.
    pub depths: u32,
}

impl Shown {
    /// Chooses so that of no kind more than `most` are shown: nodes and cells down to some depth,
    /// of all else everything or nothing. Loose cells lie over each other, so an eighth of that.
    pub fn choose(model: &Model, most: usize, left_out: &mut Vec<String>) -> Self {
        let mut counts: BTreeMap<DrawElement, Vec<usize>> = BTreeMap::new();
        for primitive in &model.primitives {
            let DrawStyle { element, depth } = primitive.style;
            let of = counts.entry(element).or_default();
            of.resize(of.len().max(depth as usize + 1), 0);
            of[depth as usize] += 1;
        }
        let mut shown = Self { end: BTreeMap::new(), depths: 0 };
        for (element, counts) in counts {
            let most = if element == DrawElement::LooseCell { most / 8 } else { most };
            let end = end_of(element, &counts, most);
            left_out.extend(what_is_left_out(element, &counts, end));
            let colored = if element == DrawElement::Contact { 0 } else { end as u32 };
            shown.depths = shown.depths.max(colored);
            shown.end.insert(element, end as u32);
        }
        shown
    }

    /// Shows none of a kind.
    pub fn hide(&mut self, element: DrawElement) {
        self.end.remove(&element);
    }

    /// Whether something is shown.
    pub fn shows(&self, style: DrawStyle) -> bool {
        self.end.get(&style.element).is_some_and(|end| style.depth < *end)
    }

    /// Whether some of a kind are shown.
    pub fn shows_some(&self, element: DrawElement) -> bool {
        self.end.get(&element).is_some_and(|end| *end > 0)
    }
}

/// The first depth that is not shown.
fn end_of(element: DrawElement, counts: &[usize], most: usize) -> usize {
    if element == DrawElement::Contact || counts.iter().sum::<usize>() <= most {
        return counts.len();
    }
    if !matches!(element, DrawElement::Node | DrawElement::Cell) {
        return 0;
    }
    let mut sum = 0;
    let fits = |count: &&usize| {
        sum += **count;
        sum <= most
    };
    counts.iter().take_while(fits).count()
}

/// What is not shown of a kind, in words.
fn what_is_left_out(element: DrawElement, counts: &[usize], end: usize) -> Option<String> {
    let missing: usize = counts[end..].iter().sum();
    let (name, number) = (plural_of(element), thousands(missing as u64));
    (missing > 0).then(|| match end {
        0 => format!("{number} {name} are not drawn"),
        end => {
            let (last, deepest) = (end - 1, counts.len() - 1);
            format!("{name} are drawn to depth {last} of {deepest}, {number} deeper ones are not")
        }
    })
}

/// What many of a kind are called.
pub fn plural_of(element: DrawElement) -> &'static str {
    match element {
        DrawElement::Node => "nodes",
        DrawElement::Leaf => "leaves",
        DrawElement::Cell => "cells",
        DrawElement::LooseCell => "loose cells",
        DrawElement::Strip => "strips",
        DrawElement::Cut => "cuts",
        DrawElement::Interval => "intervals",
        DrawElement::Contact => "pairs",
        _ => "shapes",
    }
}

/// What the look of something means.
#[derive(Clone, Debug)]
pub struct Key {
    /// What it is, in a word or two.
    pub label: String,
    /// What is drawn next to that.
    pub sample: Sample,
}

/// Something that has a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A shape that touches another, or none.
    Shape {
        /// Whether it touches one.
        touching: bool,
    },
    /// A primitive.
    Primitive(DrawStyle),
}

/// The scene, its shapes and pairs, and the broad phase.
pub fn title(model: &Model) -> String {
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
pub fn keys(shown: &Shown) -> Vec<Key> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_go_down_as_far_as_they_fit() {
        let counts = [1, 4, 16, 64];
        for (most, end) in [(0, 0), (1, 1), (4, 1), (5, 2), (84, 3), (85, 4)] {
            assert_eq!(end_of(DrawElement::Node, &counts, most), end, "{most}");
        }
        assert_eq!(end_of(DrawElement::Leaf, &counts, 84), 0);
        assert_eq!(end_of(DrawElement::Leaf, &counts, 85), 4);
        assert_eq!(end_of(DrawElement::Contact, &counts, 1), 4);
    }

    #[test]
    fn what_is_missing_is_said() {
        let said = what_is_left_out(DrawElement::Node, &[1, 4, 1600], 2);
        let expected = "nodes are drawn to depth 1 of 2, 1,600 deeper ones are not";
        assert_eq!(said.as_deref(), Some(expected));
        let said = what_is_left_out(DrawElement::Leaf, &[1, 4], 0);
        assert_eq!(said.as_deref(), Some("5 leaves are not drawn"));
        assert_eq!(what_is_left_out(DrawElement::Leaf, &[1, 4], 2), None);
    }
}
