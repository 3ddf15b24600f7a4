//! What pictures of simulations have in common: colors by a number, and what they mean.

use crate::{
    render::{self, Format, Look, Mark, Sheet, Text, rectangle},
    runner::Error,
};

/// Height of a line of the legend, and pixels left free around everything.
const LINE: f64 = 18.0;
const MARGIN: f64 = 8.0;

/// Width and height of the bar of colors.
const BAR: [f64; 2] = [240.0, 12.0];

/// Colors from the lowest to the highest, after the map viridis: evenly brighter, for all eyes.
const COLORS: [[f64; 3]; 6] = [
    [68.0, 1.0, 84.0],
    [65.0, 68.0, 135.0],
    [42.0, 120.0, 142.0],
    [34.0, 168.0, 132.0],
    [122.0, 209.0, 81.0],
    [253.0, 231.0, 37.0],
];

/// Colors that are told apart: shapes of one are painted as one group.
const SHADES: f64 = 24.0;

/// What colors stand for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The number of the first color, and that of the last.
    pub(super) ends: [f64; 2],
    /// What it is.
    pub(super) label: &'static str,
}

impl Scale {
    /// The shade of a number, from 0 on.
    pub(super) fn shade(&self, number: f64) -> u32 {
        let [low, high] = self.ends;
        (SHADES * ((number - low) / (high - low)).clamp(0.0, 1.0)) as u32
    }

    /// The color of a shade.
    pub(super) fn color(shade: u32) -> [u8; 3] {
        let at = (f64::from(shade) / SHADES).min(1.0) * (COLORS.len() - 1) as f64;
        let first = (at as usize).min(COLORS.len() - 2);
        let [from, to] = [COLORS[first], COLORS[first + 1]];
        std::array::from_fn(|k| (from[k] + (at - first as f64) * (to[k] - from[k])).round() as u8)
    }
}

/// Something filled with a color.
pub(super) fn filled([red, green, blue]: [u8; 3]) -> Look {
    Look { fill: Some([red, green, blue, 0xff]), stroke: None, width: 0.0, dashes: None }
}

/// Writes lines and the scale below a picture.
pub(super) fn add_legend(sheet: &mut Sheet, lines: &[String], scale: &Scale) {
    let [width, top] = sheet.size;
    let height = LINE * (lines.len() as f64 + 1.5);
    let band = rectangle([0.0, top], [width, top + height]);
    sheet.marks.push(Mark { form: band, look: filled([0xff; 3]) });
    sheet.size[1] = top + height;
    let mut baseline = top + LINE;
    for line in lines {
        sheet.texts.push(Text { at: [MARGIN, baseline], words: line.clone() });
        baseline += LINE;
    }
    let [low, high] = scale.ends.map(|end| end.to_string());
    let start = MARGIN + 12.0 * low.len() as f64;
    sheet.texts.push(Text { at: [MARGIN, baseline], words: low });
    for shade in 0..=SHADES as u32 {
        let part = BAR[0] / (SHADES + 1.0);
        let left = start + part * f64::from(shade);
        let form = rectangle([left, baseline + 1.0 - BAR[1]], [left + part + 0.5, baseline + 1.0]);
        sheet.marks.push(Mark { form, look: filled(Scale::color(shade)) });
    }
    let words = format!("{high}  {}", scale.label);
    sheet.texts.push(Text { at: [start + BAR[0] + 6.0, baseline], words });
}

/// The file of a sheet, or of a page.
pub(super) fn file(
    format: Format,
    sheet: impl FnOnce() -> Sheet,
    page: impl FnOnce() -> Result<Vec<u8>, Error>,
) -> Result<Vec<u8>, Error> {
    match format {
        Format::Svg => Ok(render::svg(&sheet()).into_bytes()),
        Format::Png => render::png(&sheet()),
        Format::Html => page(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_go_from_end_to_end() {
        let scale = Scale { ends: [1.0, 3.0], label: "" };
        let color = |number: f64| Scale::color(scale.shade(number));
        assert_eq!((color(1.0), color(3.0)), ([68, 1, 84], [253, 231, 37]));
        assert_eq!((color(-9.0), color(f64::INFINITY)), (color(1.0), color(3.0)));
        assert_eq!(color(f64::NAN), color(1.0));
    }
}
