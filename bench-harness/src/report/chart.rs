//! A chart of frames beside the best other libraries, for a page that is not this one.

use std::collections::BTreeMap;

use super::{Recorded, number, sections::fault, word};
use crate::{
    figures::Figure,
    number::decimal,
    peers::programs::REFERENCE,
    sheet::{Anchor, Color, Look, Sheet, rectangle, rgb},
};

/// Scenes from left to right and down, with what they are called.
const SCENES: [(&str, &str); 4] = [
    ("uniform", "uniform: boxes spread evenly"),
    ("clustered", "clustered: boxes in clusters"),
    ("slab", "slab: boxes in a flat layer"),
    ("crowd", "crowd: discs in 2D"),
];

/// Other libraries in each scene.
const OTHERS: usize = 3;

/// Colors of one thread and of two: ours, then those of others.
const OURS: [Color; 2] = [rgb(0xc2410c), rgb(0xf08c4a)];
const THEIRS: [Color; 2] = [rgb(0x4b5b6d), rgb(0x9aa8b6)];

const WIDTH: f64 = 960.0;
const HEAD: f64 = 64.0;
/// A scene, and within it where bars begin, how long they are and how far apart.
const PANEL: [f64; 2] = [480.0, 220.0];
const LEFT: f64 = 120.0;
const LONGEST: f64 = 270.0;
const ROW: f64 = 44.0;

/// A library, and the milliseconds that it takes on one thread and on two.
type ChartRow<'a> = (&'a str, [f64; 2]);

/// Bars of jostle and of the libraries that are the fastest on one thread, for each scene.
pub(crate) fn chart(record: &Recorded) -> Sheet {
    let rows = SCENES.map(|(scene, _)| rows(record, scene));
    let times = rows.iter().flatten().flat_map(|(_, times)| times);
    let longest = times.copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut sheet = Sheet { size: [WIDTH, HEAD + 2.0 * PANEL[1] + 40.0], ..Sheet::default() };
    sheet.text(
        "Milliseconds to find all touching pairs of 1,000,000 boxes",
        [20.0, 30.0],
        18.0,
        Anchor::Start,
    );
    for (thread, words) in ["1 thread", "2 threads"].into_iter().enumerate() {
        let x = 24.0 + 110.0 * thread as f64;
        for (place, colors) in [OURS, THEIRS].into_iter().enumerate() {
            let x = x + 14.0 * place as f64;
            sheet.mark(rectangle([x, 42.0], [x + 12.0, 54.0]), Look::filled(colors[thread]));
        }
        sheet.text(words, [x + 34.0, 53.0], 13.0, Anchor::Start);
    }
    for (index, ((_, title), rows)) in SCENES.into_iter().zip(rows).enumerate() {
        let [x, y] = [PANEL[0] * (index % 2) as f64, HEAD + PANEL[1] * (index / 2) as f64];
        sheet.text(title, [x + 20.0, y + 26.0], 15.0, Anchor::Start);
        for (row, (name, times)) in rows.into_iter().enumerate() {
            let y = y + 40.0 + ROW * row as f64;
            let colors = if name == REFERENCE { OURS } else { THEIRS };
            sheet.text(name, [x + LEFT - 8.0, y + 23.0], 14.0, Anchor::End);
            for (thread, ms) in times.into_iter().enumerate() {
                let (left, top) = (x + LEFT, y + 17.0 * thread as f64);
                let end = left + LONGEST * ms / longest;
                sheet.mark(rectangle([left, top], [end, top + 15.0]), Look::filled(colors[thread]));
                sheet.text(decimal(ms, 0), [end + 6.0, top + 12.0], 12.0, Anchor::Start);
            }
        }
    }
    sheet.text(caption(record), [20.0, sheet.size[1] - 16.0], 13.0, Anchor::Start);
    sheet
}

/// The reference and then the best of others, of each library in its better mode.
fn rows<'a>(record: &'a Recorded, scene: &str) -> Vec<ChartRow<'a>> {
    let mut times: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    let mut libraries: BTreeMap<&str, &str> = BTreeMap::new();
    for figure in figures(record).filter(|figure| word(&figure.printed, "scene") == scene) {
        let Some(peer) = figure.identity.get("peer") else { continue };
        let threads = number(&figure.printed, "threads_allowed").unwrap_or(0.0) as usize;
        if let 1..=2 = threads {
            let both = times.entry(peer).or_insert([f64::INFINITY; 2]);
            both[threads - 1] = figure.total_ms.median;
            libraries.insert(peer, word(&figure.printed, "library"));
        }
    }
    // What was written for the comparison is no library.
    let is_other = |peer: &str| !peer.starts_with(REFERENCE) && libraries[peer] != "hand-written";
    let mut others: Vec<ChartRow<'_>> = times
        .iter()
        .map(|(peer, both)| (*peer, *both))
        .filter(|(peer, _)| is_other(peer))
        .collect();
    others.retain(|(_, both)| both.iter().all(|ms| ms.is_finite()));
    others.sort_by(|(_, a), (_, b)| a[0].total_cmp(&b[0]));
    let mut seen = Vec::new();
    others.retain(|(peer, _)| {
        let is_new = !seen.contains(&libraries[peer]);
        seen.push(libraries[peer]);
        is_new
    });
    let ours = times.get_key_value(REFERENCE).map(|(peer, both)| (*peer, *both));
    ours.into_iter().chain(others.into_iter().take(OTHERS)).collect()
}

/// All pairs of a million boxes, from nothing, by those who found the right ones.
fn figures(record: &Recorded) -> impl Iterator<Item = &Figure> {
    record.of("peers").filter(|figure| {
        word(&figure.printed, "task") == "pairs"
            && number(&figure.printed, "shapes") == Some(1e6)
            && fault(figure).is_none()
    })
}

/// The machine and the day.
fn caption(record: &Recorded) -> String {
    let day = |figure: &Figure| figure.when.get(..10).unwrap_or("").to_owned();
    figures(record).next().map_or(String::new(), |figure| {
        let host = &figure.host;
        let (cpu, cores, level) = (&host.cpu, host.cores, &host.best_level);
        format!("{cpu}, {cores} cores, {level}; {}. Medians; shorter is better.", day(figure))
    })
}
