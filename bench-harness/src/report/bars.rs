//! Bars, as HTML: text stays as large as it is on any screen, which that of a scaled picture does
//! not.

use std::fmt::Write;

use super::escaped;
use crate::number::decimal;

/// A bar, of one part or several.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) label: String,
    /// Lengths, and what they are of.
    pub(super) parts: Vec<(String, f64)>,
    /// Said behind its whole length.
    pub(super) remark: String,
    /// Whether it is one of ours, among others.
    pub(super) ours: bool,
}

/// How long bars are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scale {
    /// As what they stand for, the longest all across.
    Linear,
    /// As its logarithm: the shortest is a tenth of the longest at least.
    Logarithmic,
}

/// Bars below each other, with a legend where they have parts.
pub(super) fn bars(bars: &[Bar], unit: &str, scale: Scale) -> String {
    let wholes = || bars.iter().map(whole).filter(|whole| *whole > 0.0);
    let longest = wholes().fold(0.0, f64::max);
    let shortest = wholes().fold(f64::INFINITY, f64::min);
    let share = |length: f64| match scale {
        Scale::Linear => length / longest,
        Scale::Logarithmic if length <= 0.0 => 0.0,
        Scale::Logarithmic => {
            0.1 + 0.9 * (length / shortest).ln() / (longest / shortest).ln().max(1e-9)
        }
    };
    let names = names(bars);
    let mut html = legend(&names);
    for bar in bars {
        let total = decimal(whole(bar), places(longest));
        let class = if bar.ours { "row ours" } else { "row" };
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<div class=\"{class}\"><div class=\"label\"><span>{}</span><span>{total} {unit}{}</span></div>\
             <div class=\"bar\" style=\"width:{:.2}%\">",
            escaped(&bar.label),
            escaped(&bar.remark),
            100.0 * share(whole(bar)),
        );
        for (name, length) in &bar.parts {
            let series = names.iter().position(|other| *other == name).unwrap_or(0);
            let part = 100.0 * length / whole(bar).max(f64::MIN_POSITIVE);
            let _ = write!(
                html,
                "<i class=\"s{}\" style=\"width:{part:.2}%\" title=\"{}: {} {unit}\"></i>",
                series % SERIES,
                escaped(name),
                decimal(*length, places(longest)),
            );
        }
        html += "</div></div>\n";
    }
    html
}

/// Colors that there are.
const SERIES: usize = 10;

fn whole(bar: &Bar) -> f64 {
    bar.parts.iter().map(|(_, length)| length).sum()
}

/// Decimal places that tell bars apart.
fn places(longest: f64) -> usize {
    match longest {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    }
}

/// What parts are of, in the order in which they first come.
fn names(bars: &[Bar]) -> Vec<&String> {
    let mut names = Vec::new();
    for (name, _) in bars.iter().flat_map(|bar| &bar.parts) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn legend(names: &[&String]) -> String {
    if names.len() < 2 {
        return String::new();
    }
    let entry = |(series, name): (usize, &&String)| {
        format!("<span><i class=\"s{}\"></i>{}</span>", series % SERIES, escaped(name))
    };
    let entries: String = names.iter().enumerate().map(entry).collect();
    format!("<div class=\"legend\">{entries}</div>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(label: &str, parts: &[(&str, f64)]) -> Bar {
        let parts = parts.iter().map(|(name, length)| ((*name).to_owned(), *length)).collect();
        Bar { label: label.to_owned(), parts, remark: String::new(), ours: false }
    }

    #[test]
    fn lengths_are_shares_of_the_longest() {
        let html = bars(
            &[bar("a", &[("x", 1.0), ("y", 3.0)]), bar("b", &[("x", 1.0)])],
            "ms",
            Scale::Linear,
        );
        assert!(html.contains("width:100.00%") && html.contains("width:25.00%"), "{html}");
        assert!(html.contains("width:75.00%") && html.contains("4.00 ms"), "{html}");
        assert!(html.contains("class=\"legend\""), "{html}");
    }

    #[test]
    fn logarithms_leave_room_for_the_shortest() {
        let html = bars(
            &[bar("a", &[("x", 1.0)]), bar("b", &[("x", 100.0)]), bar("c", &[("x", 10.0)])],
            "ms",
            Scale::Logarithmic,
        );
        assert!(html.contains("width:10.00%") && html.contains("width:55.00%"), "{html}");
        assert!(!html.contains("legend"), "{html}");
    }

    #[test]
    fn names_are_no_html() {
        assert!(bars(&[bar("<b>", &[("x", 0.0)])], "ms", Scale::Linear).contains("&lt;b&gt;"));
    }
}
