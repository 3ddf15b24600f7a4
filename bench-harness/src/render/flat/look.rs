//! Colors and lines.

use jostle::debug_draw::{DrawElement, DrawStyle};

/// Red, green, blue and opacity, 0 to 255.
pub(crate) type Color = [u8; 4];

/// How a mark is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) fill: Option<Color>,
    pub(crate) stroke: Option<Color>,
    /// Width of the line in pixels.
    pub(crate) width: f64,
    /// Lengths of dashes and of the gaps between them, if the line is not drawn through.
    pub(crate) dashes: Option<[f64; 2]>,
}

/// Fill and line of shapes that touch none, and of those that touch another.
const ALONE: [[u8; 3]; 2] = [[0xb9, 0xc4, 0xd0], [0x6b, 0x7a, 0x8c]];
const TOUCHING: [[u8; 3]; 2] = [[0xe5, 0x48, 0x3b], [0xa3, 0x20, 0x1a]];

/// Opacity of shapes in the plane, which may lie over each other.
const OPACITY: u8 = 0x80;

impl Look {
    /// What the picture is painted on.
    pub(super) const PAPER: Self =
        Self { fill: Some([0xff; 4]), stroke: None, width: 0.0, dashes: None };

    /// Of a shape in the plane, or of a side of one in space that is so bright.
    pub(super) fn of_shape(touching: bool, brightness: f64, width: f64) -> Self {
        let [fill, stroke] = if touching { TOUCHING } else { ALONE };
        let [red, green, blue] = fill.map(|x| (f64::from(x) * brightness) as u8);
        let stroke = Some([stroke[0], stroke[1], stroke[2], 0xff]);
        Self { fill: Some([red, green, blue, 0xff]), stroke, width, dashes: None }
    }

    /// The same, but what is behind it is seen through it.
    pub(super) fn translucent(mut self) -> Self {
        if let Some(fill) = &mut self.fill {
            fill[3] = OPACITY;
        }
        self
    }

    /// Of a primitive: nodes and cells thinner the deeper they are, leaves and cuts dashed, loose
    /// cells dotted.
    pub(super) fn of_primitive(style: DrawStyle) -> Self {
        let mut stroke = style.color();
        let (width, dashes) = match style.element {
            DrawElement::Leaf => (1.1, Some([4.0, 2.5])),
            DrawElement::LooseCell => (0.8, Some([1.0, 2.5])),
            DrawElement::Cut => (1.4, Some([5.0, 4.0])),
            DrawElement::Interval => (1.6, None),
            DrawElement::Contact => (1.4, None),
            _ => ((2.6 - 0.4 * f64::from(style.depth)).max(0.9), None),
        };
        if style.element == DrawElement::LooseCell {
            stroke[3] = 0xa0;
        }
        Self { fill: None, stroke: Some(stroke), width, dashes }
    }
}
