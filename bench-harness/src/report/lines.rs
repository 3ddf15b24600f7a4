//! Lines on two logarithmic scales, as SVG of the size of a small screen.

use std::fmt::Write;

use super::escaped;

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 300.0;
/// Room for what stands at the axes.
const LEFT: f64 = 44.0;
const BELOW: f64 = 34.0;
const ABOVE: f64 = 22.0;
const RIGHT: f64 = 12.0;

/// A line through points.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// Powers of ten around some numbers.
struct Axis {
    low: i32,
    high: i32,
}

impl Axis {
    fn around(numbers: impl Iterator<Item = f64>) -> Self {
        let logs: Vec<f64> = numbers.filter(|number| *number > 0.0).map(f64::log10).collect();
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return Self { low: 0, high: 1 };
        }
        let low = low.floor() as i32;
        Self { low, high: (high.ceil() as i32).max(low + 1) }
    }

    fn share(&self, number: f64) -> f64 {
        (number.log10() - f64::from(self.low)) / f64::from(self.high - self.low)
    }
}

/// Lines, with the names of what the axes count.
pub(super) fn lines(lines: &[Line], across: &str, up: &str) -> String {
    let points = || lines.iter().flat_map(|line| &line.points);
    let axes =
        [Axis::around(points().map(|point| point.0)), Axis::around(points().map(|point| point.1))];
    let x = |number: f64| LEFT + (WIDTH - LEFT - RIGHT) * axes[0].share(number);
    let y = |number: f64| HEIGHT - BELOW - (HEIGHT - BELOW - ABOVE) * axes[1].share(number);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{} over {}\">\n",
        escaped(up),
        escaped(across)
    );
    // Writing to a string cannot fail.
    for power in axes[0].low..=axes[0].high {
        let at = x(10_f64.powi(power));
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} {ABOVE}V{:.1}\"/><text x=\"{at:.1}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{}</text>",
            HEIGHT - BELOW,
            HEIGHT - BELOW + 14.0,
            power_of_ten(power)
        );
    }
    for power in axes[1].low..=axes[1].high {
        let at = y(10_f64.powi(power));
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 5.0,
            at + 4.0,
            power_of_ten(power)
        );
    }
    for (series, line) in lines.iter().enumerate() {
        let path: Vec<String> = line
            .points
            .iter()
            .map(|(across, up)| format!("{:.1} {:.1}", x(*across), y(*up)))
            .collect();
        let _ = writeln!(svg, "<path class=\"line l{series}\" d=\"M{}\"/>", path.join("L"));
        for (across, up) in &line.points {
            let _ = writeln!(
                svg,
                "<circle class=\"l{series}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\"/>",
                x(*across),
                y(*up)
            );
        }
        let _ = writeln!(
            svg,
            "<text class=\"l{series}\" x=\"{}\" y=\"{:.1}\">{}</text>",
            LEFT + 8.0,
            ABOVE + 14.0 + 15.0 * series as f64,
            escaped(&line.name)
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><text x=\"4\" y=\"13\">{}</text></svg>",
        WIDTH - RIGHT,
        HEIGHT - 4.0,
        escaped(across),
        escaped(up)
    );
    svg
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
        let line = Line { name: "a".to_owned(), points: vec![(1e3, 0.1), (1e5, 10.0)] };
        let svg = lines(&[line], "shapes", "ms");
        let (top, bottom) = (ABOVE, HEIGHT - BELOW);
        assert!(
            svg.contains(&format!("M{LEFT:.1} {bottom:.1}L{:.1} {top:.1}", WIDTH - RIGHT)),
            "{svg}"
        );
        for mark in [">1000<", ">100k<", ">0.1<", ">10<"] {
            assert!(svg.contains(mark), "{mark}: {svg}");
        }
    }

    #[test]
    fn no_points_make_an_empty_plot() {
        assert!(lines(&[], "shapes", "ms").starts_with("<svg"));
    }
}
