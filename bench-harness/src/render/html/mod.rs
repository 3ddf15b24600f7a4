//! Writing a page that draws a model by itself, in any browser with WebGL2.
//!
//! The page is one file without a library: `page.html` with its style and its scripts put in, and
//! behind them the data, in base64. It fetches nothing, and says so to the browser.

mod pack;

use base64::{Engine, engine::general_purpose::STANDARD};
use jostle::debug_draw::{DrawElement, DrawStyle};
use serde::Serialize;

use super::{
    legend,
    levels::{Shown, plural_of},
    model::{Model, Primitive},
};
use pack::{Grid, Packed};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// In this order: what each uses is in those before.
const SCRIPTS: [&str; 5] = [
    include_str!("shaders.js"),
    include_str!("scene.js"),
    include_str!("state.js"),
    include_str!("panel.js"),
    include_str!("page.js"),
];

/// Most primitives of a kind in a page.
const MOST: usize = 100_000;

/// What the page is told besides shapes and primitives.
#[derive(Serialize)]
struct Facts<'a> {
    title: String,
    notes: &'a [String],
    dim: usize,
    round: bool,
    shapes: usize,
    /// Sizes of what is drawn on the axes, as parts of the longest.
    sides: [f64; 3],
    colors: Vec<[u8; 4]>,
    groups: Vec<Group>,
}

/// Primitives of one kind and depth, one behind the other.
#[derive(Serialize)]
struct Group {
    element: &'static str,
    /// Whether depth is the level of a tree, which the page has a slider for.
    level: bool,
    line: bool,
    depth: u32,
    color: [u8; 4],
    first: usize,
    count: usize,
}

/// The file.
pub(super) fn write(model: &Model, left_out: &mut Vec<String>) -> String {
    let shown = Shown::choose(model, MOST, left_out);
    let mut primitives: Vec<&Primitive> =
        model.primitives.iter().filter(|primitive| shown.shows(primitive.style)).collect();
    primitives.sort_by_key(|primitive| (primitive.style.element, primitive.style.depth));
    let grid = Grid::new(&model.extent);
    let shapes: Vec<Packed> = model.solids.iter().map(|solid| grid.solid(solid)).collect();
    let packed: Vec<Packed> = primitives
        .iter()
        .map(|primitive| grid.primitive(primitive, is_line(primitive.style.element)))
        .collect();
    let facts = facts(model, groups(&primitives), left_out);
    let facts = serde_json::to_string(&facts).expect("numbers and text can be written");
    // Nothing in a name ends the element that it is in.
    filled(&[
        ("@STYLE@", STYLE),
        ("@FACTS@", &facts.replace('<', "\\u003c")),
        ("@SHAPES@", &encoded(&shapes)),
        ("@PRIMITIVES@", &encoded(&packed)),
        ("@SCRIPT@", &SCRIPTS.concat()),
    ])
}

fn facts<'a>(model: &Model, groups: Vec<Group>, left_out: &'a [String]) -> Facts<'a> {
    let sizes: [f64; 3] =
        std::array::from_fn(|axis| model.extent.max[axis] - model.extent.min[axis]);
    let longest = sizes.into_iter().fold(0.0, f64::max);
    Facts {
        title: legend::title(model),
        notes: left_out,
        dim: model.dim,
        round: model.solids.first().is_some_and(|solid| solid.round),
        shapes: model.solids.len(),
        sides: sizes.map(|size| size / longest),
        colors: (0..DrawStyle::COLORS)
            .map(|d| DrawStyle::new(DrawElement::Node, d).color())
            .collect(),
        groups,
    }
}

/// Where each kind and depth of sorted primitives begins.
fn groups(primitives: &[&Primitive]) -> Vec<Group> {
    let mut first = 0;
    let same = |a: &&Primitive, b: &&Primitive| a.style == b.style;
    let group = |of: &[&Primitive]| {
        let style = of[0].style;
        let group = Group {
            element: plural_of(style.element),
            level: is_level(style.element),
            line: is_line(style.element),
            depth: style.depth,
            color: style.color(),
            first,
            count: of.len(),
        };
        first += of.len();
        group
    };
    primitives.chunk_by(same).map(group).collect()
}

fn is_level(element: DrawElement) -> bool {
    matches!(
        element,
        DrawElement::Node | DrawElement::Leaf | DrawElement::Cell | DrawElement::LooseCell
    )
}

fn is_line(element: DrawElement) -> bool {
    matches!(element, DrawElement::Interval | DrawElement::Contact)
}

/// Words in base64, little-endian.
fn encoded(packed: &[Packed]) -> String {
    let bytes: Vec<u8> = packed.as_flattened().iter().flat_map(|word| word.to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

/// The page with what belongs in each place; what is put in is not looked at again.
fn filled(parts: &[(&str, &str)]) -> String {
    let mut page =
        String::with_capacity(PAGE.len() + parts.iter().map(|(_, of)| of.len()).sum::<usize>());
    let mut rest = PAGE;
    for (place, content) in parts {
        let (before, after) = rest.split_once(place).expect("the page has a place for each part");
        page.push_str(before);
        page.push_str(content);
        rest = after;
    }
    page + rest
}
