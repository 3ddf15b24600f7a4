//! Writing SVG.

use std::fmt::Write;

/// A place in pixels, y downwards.
pub(super) type Point = [f64; 2];

/// A rectangle of the figure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) corner: Point,
    pub(super) size: Point,
}

impl Frame {
    pub(super) fn middle(&self) -> Point {
        [0, 1].map(|axis| self.corner[axis] + 0.5 * self.size[axis])
    }
}

/// How letters look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Font {
    pub(super) class: &'static str,
    pub(super) size: f64,
}

impl Font {
    /// How wide a text is at most, about: browsers have fonts of different widths.
    pub(super) fn width(&self, text: &str) -> f64 {
        0.62 * self.size * text.chars().count() as f64
    }
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// Colors go with dashes and letters, so that nothing is told by hue alone.
const STYLE: &str = r##"
svg { max-width: 100%; height: auto }
text { font-family: "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif; fill: #1b1f24 }
.title { font-weight: bold }
.note { fill: #57606a }
.caption, .letter, .number { font-weight: bold }
.halo { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round }
.background { fill: #fff }
.frame { fill: #fff; stroke: #d0d7de; stroke-width: 1 }
.deciding .frame { stroke: #1b1f24; stroke-width: 3 }
.a { fill: #2166ac; fill-opacity: .25; stroke: #17497c; stroke-width: 2; stroke-linejoin: round }
.b { fill: #f59d1c; fill-opacity: .3; stroke: #a65600; stroke-width: 2; stroke-dasharray: 7 3;
  stroke-linejoin: round }
.bar.a { fill-opacity: .9; stroke-width: 1 }
.bar.b { fill-opacity: .85; stroke-width: 1; stroke-dasharray: 3 2 }
.projector.a { stroke-width: 1; stroke-opacity: .55 }
.projector.b { stroke-width: 1; stroke-dasharray: 4 3; stroke-opacity: .6 }
.moved { fill: none; stroke: #a65600; stroke-width: 1.6; stroke-dasharray: 1 4;
  stroke-linecap: round }
.axis { stroke: #57606a; stroke-width: 1.2; fill: #57606a }
.overlap { fill: url(#hatch); stroke: none }
.gap { fill: #bfe3c8; stroke: none }
.mark { stroke: #1b1f24; stroke-width: 1.3; fill: #1b1f24 }
.move { stroke: #1b1f24; stroke-width: 3; fill: #1b1f24; stroke-linejoin: round }
.between { stroke: #1b1f24; stroke-width: 1.6; stroke-dasharray: 12 4 2 4; fill: none }
.tag circle { fill: #fff; stroke: #57606a; stroke-width: 1.2 }
.tag.deciding circle { fill: #1b1f24; stroke: #1b1f24 }
.tag.deciding text { fill: #fff }
"##;

const HATCH: &str = r##"<defs><pattern id="hatch" width="6" height="6"
 patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6"
 fill="#fbd5d0"/><path d="M0 0V6" stroke="#b42318" stroke-width="3"/></pattern></defs>
"##;

/// A figure under construction. All coordinates are pixels.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    body: String,
}

/// Writing to a string cannot fail.
macro_rules! put {
    ($canvas:ident, $($format:tt)*) => {
        let _ = writeln!($canvas.body, $($format)*);
    };
}

impl Canvas {
    /// What `draw` draws, as a group.
    pub(super) fn group(&mut self, class: &str, draw: impl FnOnce(&mut Self)) {
        put!(self, r#"<g class="{class}">"#);
        draw(self);
        put!(self, "</g>");
    }

    pub(super) fn line(&mut self, class: &str, [[x1, y1], [x2, y2]]: [Point; 2]) {
        put!(self, r#"<path class="{class}" d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}"/>"#);
    }

    pub(super) fn polygon(&mut self, class: &str, points: &[Point]) {
        let points: Vec<_> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        put!(self, r#"<polygon class="{class}" points="{}"/>"#, points.join(" "));
    }

    pub(super) fn rectangle(
        &mut self,
        class: &str,
        Frame { corner: [x, y], size: [w, h] }: &Frame,
    ) {
        put!(
            self,
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="4"/>"#
        );
    }

    pub(super) fn circle(&mut self, [x, y]: Point, radius: f64) {
        put!(self, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}"/>"#);
    }

    /// A line with a head, which is as long as the line where that is short.
    pub(super) fn arrow(&mut self, class: &str, [from, to]: [Point; 2], head: f64) {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let length = dx.hypot(dy);
        if length == 0.0 {
            return;
        }
        let head = head.min(length);
        let [ux, uy] = [dx / length * head, dy / length * head];
        let neck = [to[0] - ux, to[1] - uy];
        self.line(class, [from, neck]);
        let (wx, wy) = (-0.38 * uy, 0.38 * ux);
        let head = [to, [neck[0] + wx, neck[1] + wy], [neck[0] - wx, neck[1] - wy]];
        // Without the outline a head of no more than its line would grow by its width.
        self.polygon(&format!("{class} head"), &head);
    }

    /// A text without markup; `at` is at the middle of its height.
    pub(super) fn text(&mut self, font: &Font, [x, y]: Point, anchor: Anchor, text: &str) {
        let Font { class, size } = font;
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
        };
        let baseline = y + 0.36 * size;
        put!(
            self,
            r#"<text class="{class}" font-size="{size}" x="{x:.1}" y="{baseline:.1}" text-anchor="{anchor}">{text}</text>"#
        );
    }

    /// The file.
    pub(super) fn finish(self, [width, height]: Point, title: &str) -> String {
        let (width, height, body) = (width.round(), height.round(), self.body);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>The separating axis test: {title}</title>
<style>{STYLE}</style>
{HATCH}<rect class="background" width="{width}" height="{height}"/>
{body}</svg>
"##
        )
    }
}
