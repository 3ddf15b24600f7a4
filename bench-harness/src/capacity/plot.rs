//! A plot of capacities.

use std::fmt::Write;

use super::{CapacityOf, CapacityReport};

/// Pixels from the left to where bars begin, and of the longest bar.
const LEFT: f64 = 120.0;
const LONGEST: f64 = 620.0;
/// Pixels of a bar, and from one broad phase to the next.
const THICK: f64 = 14.0;
const ROW: f64 = 44.0;
/// Pixels above the first bar.
const TOP: f64 = 56.0;

/// Bars for each broad phase on a logarithmic scale, as SVG.
#[must_use]
pub fn svg(report: &CapacityReport) -> String {
    let of_all = report.broad_phases.iter().flat_map(|of| [of.pairs, of.contacts]);
    let decades = f64::from(of_all.max().unwrap_or(0).max(10)).log10().ceil() - 1.0;
    let height = TOP + ROW * report.broad_phases.len() as f64 + 28.0;
    let mut marks = String::new();
    for decade in 0..=decades as u32 {
        let x = LEFT + LONGEST * f64::from(decade) / decades.max(1.0);
        // Writing to a string cannot fail.
        let _ = write!(
            marks,
            r##"<line x1="{x:.0}" y1="{TOP}" x2="{x:.0}" y2="{y:.0}" stroke="#d5dae0"/>
<text x="{x:.0}" y="{below:.0}" text-anchor="middle">{number}</text>
"##,
            y = height - 24.0,
            below = height - 8.0,
            number = 10_u64.pow(decade + 1),
        );
    }
    let rows = report.broad_phases.iter().enumerate();
    let rows: String =
        rows.map(|(row, of)| bars(TOP + 6.0 + ROW * row as f64, of, decades)).collect();
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="22" font-size="15">Shapes of {scene} within {budget} ms a frame, {threads} thread(s)</text>
<rect x="12" y="32" width="12" height="12" fill="#4a7fb5"/><text x="30" y="42">pairs of bounds</text>
<rect x="150" y="32" width="12" height="12" fill="#e5483b"/><text x="168" y="42">contacts as well</text>
{marks}{rows}</svg>
"##,
        width = LEFT + LONGEST + 90.0,
        scene = report.scene,
        budget = report.budget_ms,
        threads = report.threads,
    )
}

/// The two bars of a broad phase.
fn bars(y: f64, of: &CapacityOf, decades: f64) -> String {
    let bar = |y: f64, shapes: u32, color: &str| {
        let width =
            LONGEST * ((f64::from(shapes.max(1)).log10() - 1.0) / decades.max(1.0)).max(0.0);
        format!(
            r#"<rect x="{LEFT}" y="{y:.0}" width="{width:.1}" height="{THICK}" fill="{color}"/>
<text x="{end:.0}" y="{base:.0}">{shapes}</text>
"#,
            end = LEFT + width + 6.0,
            base = y + 11.0,
        )
    };
    format!(
        r#"<text x="{end}" y="{middle:.0}" text-anchor="end">{name}</text>
{pairs}{contacts}"#,
        end = LEFT - 8.0,
        middle = y + THICK + 3.0,
        name = of.broad_phase,
        pairs = bar(y, of.pairs, "#4a7fb5"),
        contacts = bar(y + THICK + 1.0, of.contacts, "#e5483b"),
    )
}
