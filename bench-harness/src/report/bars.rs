//! Bars, as HTML: text stays as large as it is on any screen, which that of a scaled picture does
//! not.

use std::fmt::Write;

use super::SERIES;
use crate::{number::decimal, sheet::escaped};

/// A bar, of one part or several.
#[derive(Clone, Debug, Default)]
pub(super) struct Bar {
    pub(super) label: String,
    /// Lengths, and what they are of.
    pub(super) parts: Vec<(String, f64)>,
    /// Said behind its whole length.
    pub(super) remark: String,
    /// Whether it is one of ours, among others.
    pub(super) ours: bool,
}

impl Bar {
    /// A bar of one part.
    pub(super) fn new(label: String, what: &str, length: f64) -> Self {
        Self { label, parts: vec![(what.to_owned(), length)], ..Self::default() }
    }

    fn whole(&self) -> f64 {
        self.parts.iter().map(|(_, length)| length).sum()
    }
}

/// How long bars are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scale {
    /// As what they stand for, the longest all across.
    Linear,
    /// As its logarithm: the shortest is a tenth of the longest at least.
    Logarithmic,
}

/// Bars below each other, with a legend where they have parts; nothing where there are none.
pub(super) fn bars(bars: &[Bar], unit: &str, scale: Scale) -> String {
    let wholes = || bars.iter().map(Bar::whole).filter(|whole| *whole > 0.0);
    let longest = wholes().fold(0.0, f64::max);
    let shortest = wholes().fold(f64::INFINITY, f64::min);
    let share = |length: f64| match scale {
        Scale::Linear => length / longest,
        Scale::Logarithmic if length <= 0.0 => 0.0,
        Scale::Logarithmic => {
            0.1 + 0.9 * (length / shortest).ln() / (longest / shortest).ln().max(1e-9)
        }
    };
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in bars.iter().flat_map(|bar| &bar.parts) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut html = if names.len() < 2 { String::new() } else { legend(&names) };
    for bar in bars {
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<div class=\"row{}\"><div class=\"label\"><span>{}</span><span>{} {unit}{}</span>\
             </div><div class=\"bar\" style=\"width:{:.2}%\">",
            if bar.ours { " ours" } else { "" },
            escaped(&bar.label),
            digits(bar.whole()),
            escaped(&bar.remark),
            100.0 * share(bar.whole()),
        );
        for (name, length) in &bar.parts {
            let series = names.iter().position(|other| *other == name).unwrap_or(0);
            let _ = write!(
                html,
                "<i style=\"width:{:.2}%;{}\" title=\"{}: {} {unit}\"></i>",
                100.0 * length / bar.whole().max(f64::MIN_POSITIVE),
                background(series),
                escaped(name),
                digits(*length),
            );
        }
        html += "</div></div>\n";
    }
    html
}

/// A length with three digits or so.
fn digits(length: f64) -> String {
    decimal(length, (2 - length.max(0.1).log10().floor() as i32).clamp(0, 3) as usize)
}

fn background(series: usize) -> String {
    format!("background:#{:06x}", SERIES[series % SERIES.len()])
}

fn legend(names: &[&String]) -> String {
    let entry = |(series, name): (usize, &&String)| {
        format!("<span><i style=\"{}\"></i>{}</span>", background(series), escaped(name))
    };
    let entries: String = names.iter().enumerate().map(entry).collect();
    format!("<div class=\"legend\">{entries}</div>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(label: &str, parts: &[(&str, f64)]) -> Bar {
        let parts = parts.iter().map(|(name, length)| ((*name).to_owned(), *length)).collect();
        Bar { label: label.to_owned(), parts, ..Bar::default() }
    }

    #[test]
    fn lengths_are_shares_of_the_longest() {
        let both = [bar("a", &[("x", 1.0), ("y", 3.0)]), bar("<b>", &[("x", 1.0)])];
        let html = bars(&both, "ms", Scale::Linear);
        for part in ["width:100.00%", "width:25.00%", "width:75.00%", "4.00 ms", "legend", "&lt;b"]
        {
            assert!(html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn logarithms_leave_room_for_the_shortest() {
        let all = [("a", 1.0), ("b", 100.0), ("c", 10.0)].map(|(name, x)| bar(name, &[("x", x)]));
        let html = bars(&all, "ms", Scale::Logarithmic);
        assert!(html.contains("width:10.00%") && html.contains("width:55.00%"), "{html}");
        assert!(!html.contains("legend"), "{html}");
    }
}
