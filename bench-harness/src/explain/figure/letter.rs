//! The letters in the shapes.

use super::{
    geometry::{bounds, depth, to_segment},
    svg::{Anchor, Canvas, Font, Point},
};

/// Places tried along each side of the bounds.
const TRIES: usize = 32;

/// How far a letter's middle should be from all lines, as a part of its size, and how far is as
/// good as any farther.
const CLEAR: f64 = 0.7;
const ENOUGH: f64 = 2.0;

/// Writes A and B into the two shapes, away from all lines and each away from the other shape where
/// there is room.
pub(super) fn draw(
    canvas: &mut Canvas,
    shapes: &[Vec<Point>; 2],
    lines: &[[Point; 2]],
    font: &Font,
) {
    let [mut a, mut b] =
        [0, 1].map(|own: usize| best(&shapes[own], &shapes[1 - own], lines, font.size));
    // Shapes of no size may be in one place.
    if (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) < font.size {
        a[0] -= 0.6 * font.size;
        b[0] += 0.6 * font.size;
    }
    canvas.text(font, a, Anchor::Middle, "A");
    canvas.text(font, b, Anchor::Middle, "B");
}

fn best(own: &[Point], other: &[Point], lines: &[[Point; 2]], size: f64) -> Point {
    let (min, max) = bounds(own.iter().copied());
    let place = |tried: usize| {
        let part = |number: usize| (number as f64 + 0.5) / TRIES as f64;
        let parts = [part(tried % TRIES), part(tried / TRIES)];
        [0, 1].map(|k| min[k] + parts[k] * (max[k] - min[k]))
    };
    let score = |at: Point| {
        let beside = depth(at, other);
        let to_lines = lines.iter().map(|line| to_segment(at, *line));
        let clear = to_lines.fold(depth(at, own).min(beside.abs()), f64::min);
        // Of places that are as good, the one in the middle.
        let [x, y] = [0, 1].map(|k| at[k] - 0.5 * (min[k] + max[k]));
        (beside < 0.0 && clear > CLEAR * size, clear.min(ENOUGH * size) - 0.02 * x.hypot(y))
    };
    let places = (0..TRIES * TRIES).map(|tried| (score(place(tried)), place(tried)));
    let better = |a: &((bool, f64), Point), b: &((bool, f64), Point)| {
        a.0.0.cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1))
    };
    places.max_by(better).map_or(min, |(_, at)| at)
}
