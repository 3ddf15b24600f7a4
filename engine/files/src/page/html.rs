//! Writing a page that draws a model by itself, in any browser with WebGL2.
//!
//! The page is one file without a library: `page/page.html` with its style and its scripts put in,
//! and behind them the data, in base64. It fetches nothing, and says so to the browser.

use base64::{Engine, engine::general_purpose::STANDARD};
use jostle::debug_draw::{DrawElement, DrawStyle};
use serde_json::{Value, json};

use super::{
    legend::{self, Shown, plural_of},
    model::{Model, Primitive, Solid},
    pack::{Grid, Packed},
};

const PAGE: &str = include_str!("../../page/page.html");
const STYLE: &str = include_str!("../../page/page.css");
/// In this order: what each uses is in those before.
const SCRIPTS: [&str; 6] = [
    include_str!("../../page/shaders.js"),
    include_str!("../../page/scene.js"),
    include_str!("../../page/state.js"),
    include_str!("../../page/panel.js"),
    include_str!("../../page/live.js"),
    include_str!("../../page/page.js"),
];

/// Most primitives of a kind in a page.
const MOST: usize = 100_000;

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
    let facts = facts(model, &groups(&primitives), left_out).to_string();
    // Nothing in a name ends the element that it is in.
    let (sources, module, bounds) = match &model.engine {
        Some(module) => (" 'wasm-unsafe-eval'", STANDARD.encode(module), bounds(&model.solids)),
        None => ("", String::new(), String::new()),
    };
    filled(&[
        ("@SOURCES@", sources),
        ("@STYLE@", STYLE),
        ("@FACTS@", &facts.replace('<', "\\u003c")),
        ("@SHAPES@", &encoded(&shapes)),
        ("@TURNS@", &turns(&model.solids)),
        ("@PRIMITIVES@", &encoded(&packed)),
        ("@ENGINE@", &module),
        ("@BOUNDS@", &bounds),
        ("@SCRIPT@", &SCRIPTS.concat()),
    ])
}

/// What the page is told besides shapes and primitives.
fn facts(model: &Model, groups: &[Value], left_out: &[String]) -> Value {
    let sizes: [f64; 3] =
        std::array::from_fn(|axis| model.extent.max[axis] - model.extent.min[axis]);
    let longest = sizes.into_iter().fold(0.0, f64::max);
    let ends = [model.extent.min, model.extent.max];
    let color = |depth| DrawStyle::new(DrawElement::Node, depth).color();
    json!({
        "title": legend::title(model),
        "notes": left_out,
        "dim": model.dim,
        "round": model.solids.first().is_some_and(|solid| solid.round),
        "shapes": model.solids.len(),
        // Sizes of what is drawn on the axes, as parts of the longest.
        "sides": sizes.map(|size| size / longest),
        "ends": ends.as_flattened(),
        "colors": (0..DrawStyle::COLORS).map(color).collect::<Vec<_>>(),
        "groups": groups,
    })
}

/// Sorted primitives of one kind and depth, and where they begin.
fn groups(primitives: &[&Primitive]) -> Vec<Value> {
    let mut first = 0;
    let group = |of: &[&Primitive]| {
        let DrawStyle { element, depth, .. } = of[0].style;
        let levels =
            [DrawElement::Node, DrawElement::Leaf, DrawElement::Cell, DrawElement::LooseCell];
        first += of.len();
        json!({
            "element": plural_of(element),
            // Whether depth is the level of a tree, which the page has a slider for.
            "level": levels.contains(&element),
            "line": is_line(element),
            "depth": depth,
            "color": of[0].style.color(),
            "first": first - of.len(),
            "count": of.len(),
        })
    };
    primitives.chunk_by(|a, b| a.style == b.style).map(group).collect()
}

fn is_line(element: DrawElement) -> bool {
    matches!(element, DrawElement::Interval | DrawElement::Contact)
}

/// How shapes are turned: four numbers each, as 32,767ths; nothing where none is.
fn turns(solids: &[Solid]) -> String {
    if !solids.iter().any(Solid::is_turned) {
        return String::new();
    }
    let numbers = solids.iter().flat_map(|solid| solid.turn);
    let numbers = numbers.map(|part| (32_767.0 * part.clamp(-1.0, 1.0)).round() as i16);
    STANDARD.encode(numbers.flat_map(i16::to_le_bytes).collect::<Vec<u8>>())
}

/// Minima and maxima of shapes on three axes, for the engine.
fn bounds(solids: &[Solid]) -> String {
    let numbers = solids.iter().flat_map(|solid| [solid.own.min, solid.own.max]).flatten();
    STANDARD.encode(numbers.flat_map(f32::to_le_bytes).collect::<Vec<u8>>())
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
