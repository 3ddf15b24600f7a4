//! Lines on two logarithmic scales, of the size of a small screen.

use super::SERIES;
use crate::sheet::{Anchor, Color, Form, Look, Sheet, rgb};

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 300.0;
/// Room for what stands at the axes.
const LEFT: f64 = 44.0;
const BELOW: f64 = 34.0;
const ABOVE: f64 = 22.0;
const RIGHT: f64 = 12.0;
const LETTERS: f64 = 11.0;

const GRID: Color = [0x88, 0x99, 0xaa, 0x60];

/// A line through points, with a name.
pub(super) type Line = (String, Vec<(f64, f64)>);

/// The powers of ten around some numbers.
fn powers(numbers: impl Iterator<Item = f64>) -> [i32; 2] {
    let logs = numbers.filter(|number| *number > 0.0).map(f64::log10);
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = logs.fold(none, |(low, high), log| (low.min(log), high.max(log)));
    if low > high {
        return [0, 1];
    }
    let low = low.floor() as i32;
    [low, (high.ceil() as i32).max(low + 1)]
}

/// Lines, with the names of what the axes count.
pub(super) fn lines(lines: &[Line], across: &str, up: &str) -> Sheet {
    let points = || lines.iter().flat_map(|(_, points)| points);
    let axes = [powers(points().map(|point| point.0)), powers(points().map(|point| point.1))];
    let share = |number: f64, [low, high]: [i32; 2]| {
        (number.log10() - f64::from(low)) / f64::from(high - low)
    };
    let x = |number: f64| LEFT + (WIDTH - LEFT - RIGHT) * share(number, axes[0]);
    let y = |number: f64| HEIGHT - BELOW - (HEIGHT - BELOW - ABOVE) * share(number, axes[1]);
    let mut sheet = Sheet { size: [WIDTH, HEIGHT], ..Sheet::default() };
    let mut grid = Vec::new();
    for power in axes[0][0]..=axes[0][1] {
        let at = x(10_f64.powi(power));
        grid.push(vec![[at, ABOVE], [at, HEIGHT - BELOW]]);
        sheet.text(power_of_ten(power), [at, HEIGHT - BELOW + 14.0], LETTERS, Anchor::Middle);
    }
    for power in axes[1][0]..=axes[1][1] {
        let at = y(10_f64.powi(power));
        grid.push(vec![[LEFT, at], [WIDTH - RIGHT, at]]);
        sheet.text(power_of_ten(power), [LEFT - 5.0, at + 4.0], LETTERS, Anchor::End);
    }
    sheet.mark(Form::Lines(grid), Look::line(GRID, 1.0));
    for (series, (name, points)) in lines.iter().enumerate() {
        let color = rgb(SERIES[series % SERIES.len()]);
        let at = points.iter().map(|(across, up)| [x(*across), y(*up)]);
        sheet.mark(Form::Lines(vec![at.clone().collect()]), Look::line(color, 1.8));
        for point in at {
            sheet.mark(Form::Circle(point, 2.5), Look::filled(color));
        }
        let key = [LEFT + 8.0, ABOVE + 10.0 + 15.0 * series as f64];
        sheet.mark(Form::Lines(vec![vec![key, [key[0] + 14.0, key[1]]]]), Look::line(color, 3.0));
        sheet.text(name, [key[0] + 20.0, key[1] + 4.0], LETTERS, Anchor::Start);
    }
    sheet.text(across, [WIDTH - RIGHT, HEIGHT - 4.0], LETTERS, Anchor::End);
    sheet.text(up, [4.0, 13.0], LETTERS, Anchor::Start);
    sheet
}

fn power_of_ten(power: i32) -> String {
    match power {
        -3..=-1 => format!("0.{}1", "0".repeat((-power - 1) as usize)),
        0..=3 => format!("{}", 10_i32.pow(power as u32)),
        4..=5 => format!("{}k", 10_i32.pow(power as u32 - 3)),
        6..=8 => format!("{}M", 10_i32.pow(power as u32 - 6)),
        _ => format!("1e{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_where_they_should_be() {
        let svg = lines(&[("a".to_owned(), vec![(1e3, 0.1), (1e5, 10.0)])], "shapes", "ms").svg();
        let (top, bottom) = (ABOVE, HEIGHT - BELOW);
        let corners = format!("M{LEFT:.1} {bottom:.1}L{:.1} {top:.1}", WIDTH - RIGHT);
        assert!(svg.contains(&corners), "{svg}");
        for mark in [">1000<", ">100k<", ">0.1<", ">10<"] {
            assert!(svg.contains(mark), "{mark}: {svg}");
        }
        assert!(lines(&[], "shapes", "ms").svg().starts_with("<svg"), "an empty plot");
    }
}
