//! Who touches whom in a film of people, and for how long.
//!
//! ```sh
//! cargo run --release --example film -- people.txt --out frames.csv
//! ```
//!
//! Films are those of the archives of pedestrian experiments: lines of `id frame x y`. In each
//! frame a broad phase finds the discs whose bounds touch, [`Narrow`] finds those of them that
//! touch themselves, and [`Events`] tells which pairs touched in the frame before. `--tile N` shows
//! copies of the film side by side, until there are N people at a time.
#![expect(clippy::print_stdout, reason = "a program prints its results")]

use std::{error::Error, fs, path::PathBuf, time::Instant};

use clap::Parser;
use jostle::{
    BroadPhase, Join, Pair, Pairs, Sap,
    events::{EventCounts, Events},
    narrow::Narrow,
    shape::{Columns, PreparedShapes},
};
use jostle_bench::tiling::{Tiling, moved, range};
use jostle_files::trajectory::{self, Frame, Trajectory, Unit};

/// The people of a film, and copies of them side by side.
pub(crate) struct Copies<'a> {
    film: &'a Trajectory,
    pub(crate) count: usize,
    tiling: Tiling<2>,
}

impl<'a> Copies<'a> {
    /// So many copies that so many people are there when the film has the most; one at least.
    pub(crate) fn new(film: &'a Trajectory, people: u32, radius: f32) -> Result<Self, String> {
        if !(0.0..=f32::MAX).contains(&radius) {
            return Err(format!("a radius of {radius} m: expected a number from 0 on"));
        }
        let most = film.frames.iter().map(|frame| frame.people.len()).max().unwrap_or(1);
        let count = (people as usize).div_ceil(most).max(1);
        if u32::try_from(count * film.ids.len()).is_err() {
            return Err(format!("{count} copies of {} people are too many", film.ids.len()));
        }
        let axis = |k: usize| {
            range(film.frames.iter().flat_map(|frame| frame.positions[k].iter().copied()))
        };
        // Half a meter between the discs of a copy and those of the next.
        let tiling = Tiling::new([axis(0), axis(1)], 2.0 * radius + 0.5, count);
        Ok(Self { film, count, tiling })
    }

    /// Where everybody is in a frame, copy after copy. Places are rounded to such as are the same
    /// in all copies, so that each copy has the contacts of the others.
    fn positions(&self, frame: &Frame) -> [Vec<f32>; 2] {
        if self.count == 1 {
            return frame.positions.clone();
        }
        let grain = self.tiling.grain();
        [0, 1].map(|axis| {
            let copy = |copy: usize| {
                let offset = self.tiling.offset(copy)[axis];
                let places = frame.positions[axis].iter();
                places.map(move |x| moved((x / grain).round() * grain, offset))
            };
            (0..self.count).flat_map(copy).collect()
        })
    }

    /// The number of a person among those of all copies, from the row in a frame. It grows with it.
    fn person(&self, frame: &Frame, row: u32) -> u32 {
        let (row, rows) = (row as usize, frame.people.len());
        (row / rows * self.film.ids.len()) as u32 + frame.people[row % rows]
    }
}

/// What is found in a frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    /// Its number in the file.
    pub(crate) frame: u64,
    pub(crate) people: usize,
    pub(crate) contacts: usize,
    /// Contacts that were not there in the frame before.
    pub(crate) begun: usize,
    /// Contacts of the frame before that are gone.
    pub(crate) ended: usize,
    pub(crate) ms: f64,
}

/// A touch without a break.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Longest {
    pub(crate) ids: [u64; 2],
    /// The first frame of it, and how many frames it lasts.
    pub(crate) first: u64,
    pub(crate) frames: u32,
}

/// What is found in a film.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) frames: Vec<Found>,
    /// The longest touch, the first of several.
    pub(crate) longest: Option<Longest>,
    /// Positions that are no numbers: the engine leaves them out.
    pub(crate) invalid: usize,
}

/// Finds the contacts of all frames, where each person is a disc of one radius.
pub(crate) fn watch(
    copies: &Copies<'_>,
    phase: &mut dyn BroadPhase<2>,
    radius: f32,
) -> Result<Report, jostle::Error> {
    // Kept from frame to frame, with the memory that they hold.
    let (mut prepared, mut candidates) = (PreparedShapes::new(), Pairs::new());
    let (mut narrow, mut touching, mut events) = (Narrow::new(), Vec::new(), Events::new());
    // Pairs that touch, and since when: the number of the first frame, and how many they are.
    let mut before: (Vec<Pair>, Vec<(u64, u32)>) = Default::default();
    let mut report = Report { frames: Vec::new(), longest: None, invalid: 0 };
    for frame in &copies.film.frames {
        let positions = copies.positions(frame);
        let radii = vec![radius; positions[0].len()];
        let start = Instant::now();

        // 1. Bounds of all discs; those that are not finite are left out.
        prepared.update(Columns::default().with_balls([&positions[0], &positions[1]], &radii)?)?;
        report.invalid += prepared.invalid().len();

        // 2. Pairs whose bounds touch, in an order that is the same for every broad phase.
        phase.pairs(&Join::within(prepared.bounds()), &mut candidates)?;
        candidates.sort_canonical()?;

        // 3. Those of them that touch. Rows are in the order of people, so pairs stay in order.
        narrow.overlaps(&prepared, &candidates, &mut touching)?;
        let person = |row: u32| copies.person(frame, row);
        let pair = |pair: &Pair| Pair { a: person(pair.a), b: person(pair.b) };
        let found = candidates.iter().zip(&touching).filter(|(_, touches)| **touches);
        let pairs: Vec<Pair> = found.map(|(found, _)| pair(found)).collect();

        // 4. Who touched in the frame before goes on.
        events.update(&before.0, &pairs)?;
        let now = |place: usize| {
            let was = events.place_before(place).map(|place| before.1[place]);
            was.map_or((frame.number, 1), |(first, frames)| (first, frames + 1))
        };
        let since: Vec<(u64, u32)> = (0..pairs.len()).map(now).collect();
        let ms = 1e3 * start.elapsed().as_secs_f64();

        for (pair, (first, frames)) in pairs.iter().zip(&since) {
            if report.longest.is_none_or(|longest| *frames > longest.frames) {
                let id = |person: u32| copies.film.ids[person as usize % copies.film.ids.len()];
                let ids = [pair.a, pair.b].map(id);
                report.longest = Some(Longest { ids, first: *first, frames: *frames });
            }
        }
        let EventCounts { begun, ended, .. } = events.counts();
        let (people, contacts) = (radii.len(), pairs.len());
        report.frames.push(Found { frame: frame.number, people, contacts, begun, ended, ms });
        before = (pairs, since);
    }
    Ok(report)
}

/// A line for each frame, as comma-separated values.
pub(crate) fn table(frames: &[Found]) -> String {
    let line = |found: &Found| {
        let Found { frame, people, contacts, begun, ended, .. } = found;
        format!("{frame},{people},{contacts},{begun},{ended}\n")
    };
    let lines: String = frames.iter().map(line).collect();
    format!("frame,people,contacts,begun,ended\n{lines}")
}

/// Who touches whom in a film of people, and for how long.
#[derive(Parser)]
struct Args {
    /// Lines of `id frame x y`, perhaps a height, and `#` comments
    file: PathBuf,
    /// Meters from the middle of a person to where a touch begins
    #[arg(long, default_value_t = 0.2)]
    radius: f32,
    /// Show copies of the film side by side, so that the fullest frame has N people or more
    #[arg(long, value_name = "N", default_value_t = 1)]
    tile: u32,
    /// Lengths in the file are centimeters [default: as a comment says, else meters]
    #[arg(long)]
    cm: bool,
    /// Write the numbers of each frame to this .csv file
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Args { file, radius, tile, cm, out } = Args::parse();
    let film = trajectory::read(&file, cm.then_some(Unit::Centimeters))?;
    let copies = Copies::new(&film, tile, radius)?;
    let Report { frames, longest, invalid } = watch(&copies, &mut Sap::new(), radius)?;

    let sum = |of: fn(&Found) -> usize| frames.iter().map(of).sum::<usize>();
    let ms = frames.iter().map(|found| found.ms).sum::<f64>() / frames.len() as f64;
    let (people, shown) = (copies.count * film.ids.len(), copies.count);
    println!("{people} people in {} frames, {shown} copies, {ms:.3} ms a frame", frames.len());
    println!("{} contacts in all frames, of which {} begin", sum(|f| f.contacts), sum(|f| f.begun));
    if let Some(most) = frames.iter().rev().max_by_key(|found| found.contacts) {
        println!("most: {} in frame {}, of {} people", most.contacts, most.frame, most.people);
    }
    if let Some(Longest { ids: [a, b], first, frames }) = longest {
        println!("longest: {a} and {b}, {frames} frames from frame {first} on");
    }
    if invalid > 0 {
        println!("{invalid} positions are not valid");
    }
    Ok(out.map_or(Ok(()), |path| fs::write(path, table(&frames)))?)
}
