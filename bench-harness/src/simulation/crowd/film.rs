//! A crowd over time, on a page that plays it.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;

use super::{
    Crowd, CrowdReport, Hall, force,
    picture::{self, SPEED},
};
use crate::simulation::picture::Scale;

const PAGE: &str = include_str!("film.html");

/// Persons in all frames together: what a browser takes without effort.
const MOST: u32 = 1_500_000;

/// Most frames.
const FRAMES: u32 = 200;

/// Frames of a run at even intervals.
#[derive(Clone, Debug)]
pub struct Film {
    /// Steps from frame to frame.
    every: u32,
    frames: Vec<Frame>,
}

/// A frame: where people are, as shares of the hall in 65,536ths, and the shades of their speeds.
#[derive(Clone, Debug)]
struct Frame {
    seconds: f64,
    bytes: Vec<u8>,
}

/// What the page is told.
#[derive(Serialize)]
struct Facts {
    lines: Vec<String>,
    /// Meters along x and across.
    size: [f64; 2],
    /// Meters from the middle of a person to the shoulder.
    radius: f64,
    /// Ends and half the thickness of each wall, in meters.
    walls: Vec<[f64; 5]>,
    colors: Vec<[u8; 3]>,
    fastest: f64,
    frames: Vec<FrameFacts>,
}

#[derive(Serialize)]
struct FrameFacts {
    seconds: f64,
    /// Five bytes a person, in base64.
    people: String,
}

impl Film {
    /// An empty film of a run of so many people and steps.
    #[must_use]
    pub fn new(people: u32, steps: u32) -> Self {
        let frames = (MOST / people.max(1)).clamp(2, FRAMES);
        Self { every: steps.div_ceil(frames).max(1), frames: Vec::new() }
    }

    /// Takes a frame, where it is time for one.
    pub fn watch(&mut self, step: u32, crowd: &Crowd) {
        if !step.is_multiple_of(self.every) {
            return;
        }
        let mut bytes = Vec::with_capacity(5 * crowd.people.len());
        let ends = crowd.hall.extent().map(|range| range.end);
        for person in &crowd.people {
            for (at, end) in person.position.iter().zip(ends) {
                let share = (65_536.0 * at / end) as u16;
                bytes.extend(share.to_le_bytes());
            }
            bytes.push(SPEED.shade(person.speed()) as u8);
        }
        self.frames.push(Frame { seconds: f64::from(step) * force::STEP, bytes });
    }

    /// The page.
    pub(super) fn page(&self, report: &CrowdReport, hall: &Hall) -> Vec<u8> {
        let frame = |frame: &Frame| FrameFacts {
            seconds: frame.seconds,
            people: STANDARD.encode(&frame.bytes),
        };
        let shades = SPEED.shade(SPEED.ends[1]);
        let walls = picture::walls(hall).map(|wall| {
            let [[x, y], [to_x, to_y]] = wall.ends;
            [x, y, to_x, to_y, wall.radius]
        });
        let facts = Facts {
            lines: picture::lines(report),
            size: hall.extent().map(|range| range.end),
            radius: 0.5 * (force::RADII[0] + force::RADII[1]),
            walls: walls.collect(),
            colors: (0..=shades).map(Scale::color).collect(),
            fastest: SPEED.ends[1],
            frames: self.frames.iter().map(frame).collect(),
        };
        let facts = serde_json::to_string(&facts).expect("numbers and text can be written");
        PAGE.replace("@FACTS@", &facts.replace('<', "\\u003c")).into_bytes()
    }
}
