//! Writing SVG.

use std::fmt::Write;

/// Width of the picture in pixels; the height follows from the scene.
const WIDTH: f32 = 960.0;

/// A picture of part of the plane, y upwards.
pub(super) struct Picture {
    min: [f32; 2],
    size: [f32; 2],
    scale: f32,
    cuts: String,
    shapes: String,
    pairs: String,
}

impl Picture {
    /// A picture of the plane between two corners.
    pub(super) fn new((min, max): ([f32; 2], [f32; 2])) -> Self {
        let size = [0, 1].map(|axis| (max[axis] - min[axis]).max(f32::MIN_POSITIVE));
        let scale = WIDTH / size[0];
        let empty = String::new;
        Self { min, size, scale, cuts: empty(), shapes: empty(), pairs: empty() }
    }

    /// Pixel coordinates of a point.
    fn at(&self, point: [f32; 2]) -> [f32; 2] {
        let x = (point[0] - self.min[0]) * self.scale;
        let y = (self.size[1] - (point[1] - self.min[1])) * self.scale;
        [x, y]
    }

    /// A line across the picture, perpendicular to an axis.
    pub(super) fn cut(&mut self, axis: usize, at: f32) {
        let (mut from, mut to) = (self.min, self.min);
        (from[axis], to[axis]) = (at, at);
        to[1 - axis] += self.size[1 - axis];
        let ([x1, y1], [x2, y2]) = (self.at(from), self.at(to));
        // Writing to a string cannot fail.
        let _ = write!(self.cuts, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
    }

    /// A rectangle between two corners.
    pub(super) fn rectangle(&mut self, min: [f32; 2], max: [f32; 2], touching: bool) {
        let ([x1, y1], [x2, y2]) = (self.at([min[0], max[1]]), self.at([max[0], min[1]]));
        let (width, height, class) = (x2 - x1, y2 - y1, class(touching));
        let _ = writeln!(
            self.shapes,
            r#"<rect{class} x="{x1:.2}" y="{y1:.2}" width="{width:.2}" height="{height:.2}"/>"#
        );
    }

    /// The circle that fills a square between two corners.
    pub(super) fn circle(&mut self, min: [f32; 2], max: [f32; 2], touching: bool) {
        let [x, y] = self.at([0, 1].map(|axis| 0.5 * (min[axis] + max[axis])));
        let (radius, class) = (0.5 * (max[0] - min[0]) * self.scale, class(touching));
        let _ =
            writeln!(self.shapes, r#"<circle{class} cx="{x:.2}" cy="{y:.2}" r="{radius:.2}"/>"#);
    }

    /// A line between the centres of two shapes.
    pub(super) fn pair(&mut self, from: [f32; 2], to: [f32; 2]) {
        let ([x1, y1], [x2, y2]) = (self.at(from), self.at(to));
        let _ = write!(self.pairs, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
    }

    /// The file.
    pub(super) fn finish(self) -> String {
        let height = self.size[1] * self.scale;
        let Self { cuts, shapes, pairs, .. } = self;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {w:.0} {h:.0}">
<style>
rect, circle {{ fill: #b9c4d0; fill-opacity: .55; stroke: #6b7a8c; stroke-width: .7 }}
.t {{ fill: #e5483b; fill-opacity: .45; stroke: #a3201a }}
</style>
<rect x="-8" y="-8" width="{w:.0}" height="{h:.0}" style="fill:#fff;fill-opacity:1;stroke:none"/>
<path d="{cuts}" stroke="#4a7fb5" stroke-width="1" stroke-dasharray="5 4" fill="none"/>
{shapes}<path d="{pairs}" stroke="#7a0f0b" stroke-width="1.4" fill="none"/>
</svg>
"##,
            w = WIDTH + 16.0,
            h = height + 16.0,
        )
    }
}

/// Shapes that touch another stand out.
fn class(touching: bool) -> &'static str {
    if touching { r#" class="t""# } else { "" }
}
