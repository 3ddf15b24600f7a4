//! Lines on two logarithmic scales, of the size of a small screen.

use std::{error::Error, ops::Range};

use plotters::prelude::*;

use super::SERIES;
use crate::sheet::rgb;

/// Width and height in pixels.
const SIZE: (u32, u32) = (360, 300);

/// Kind and height of letters.
const LETTERS: (&str, u32) = ("sans-serif", 11);

/// A line through points, with a name.
pub(super) type Line = (String, Vec<(f64, f64)>);

/// Lines, with the names of what the axes count, as an element of a page.
pub(super) fn lines(lines: &[Line], across: &str, up: &str) -> String {
    let mut svg = String::new();
    draw(&mut svg, lines, across, up).expect("a string takes all that is drawn");
    // An element of a page needs no namespace.
    svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}

fn draw(svg: &mut String, lines: &[Line], across: &str, up: &str) -> Result<(), Box<dyn Error>> {
    let sheet = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let points = || lines.iter().flat_map(|(_, points)| points);
    let [x, y] = [powers(points().map(|point| point.0)), powers(points().map(|point| point.1))];
    let mut chart = ChartBuilder::on(&sheet)
        .margin(8)
        .set_label_area_size(LabelAreaPosition::Left, 48)
        .set_label_area_size(LabelAreaPosition::Bottom, 34)
        .build_cartesian_2d(x.log_scale(), y.log_scale())?;
    let short = |number: &f64| match *number {
        1e6.. => format!("{}M", number / 1e6),
        1e4.. => format!("{}k", number / 1e3),
        _ => number.to_string(),
    };
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&short)
        .y_label_formatter(&short)
        .label_style(LETTERS)
        .x_desc(across)
        .y_desc(up)
        .draw()?;
    for (series, (name, points)) in lines.iter().enumerate() {
        let [red, green, blue, _] = rgb(SERIES[series % SERIES.len()]);
        let color = RGBColor(red, green, blue);
        let drawn = points.iter().copied().filter(|(across, up)| *across > 0.0 && *up > 0.0);
        let line = LineSeries::new(drawn, color.filled().stroke_width(2)).point_size(3);
        let key = move |(x, y)| Rectangle::new([(x, y - 2), (x + 14, y + 2)], color.filled());
        chart.draw_series(line)?.label(name).legend(key);
    }
    let mut keys = chart.configure_series_labels();
    keys.position(SeriesLabelPosition::UpperLeft).legend_area_size(20).margin(4);
    keys.label_font(LETTERS).draw()?;
    sheet.present()?;
    Ok(())
}

/// The powers of ten around some numbers.
fn powers(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let logs = numbers.filter(|number| *number > 0.0).map(f64::log10);
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = logs.fold(none, |(low, high), log| (low.min(log), high.max(log)));
    let [low, high] = if low > high { [0.0, 1.0] } else { [low.floor(), high.ceil()] };
    // A little more, so that rounding leaves no power at an end out.
    0.999_999 * 10_f64.powf(low)..1.000_001 * 10_f64.powf(high.max(low + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_where_they_should_be() {
        let svg = lines(&[("a".to_owned(), vec![(1e3, 0.1), (1e5, 10.0)])], "shapes", "ms");
        // From the lower left corner of the axes to the upper right one.
        assert!(svg.contains("points=\"56,257 351,8 \""), "{svg}");
        for mark in ["\n1000\n", "\n100k\n", "\n0.1\n", "\n10\n", "\na\n"] {
            assert!(svg.contains(mark), "{mark}: {svg}");
        }
        let none = lines(&[("b".to_owned(), vec![(0.0, 1.0)])], "shapes", "ms");
        assert!(none.starts_with("<svg"), "an empty plot");
    }
}
