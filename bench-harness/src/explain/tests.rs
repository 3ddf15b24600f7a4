//! The figure against the kernels, and what is in it against what should be.

mod agreement;
mod labels;
mod marks;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;

fn explain([a, b]: [&str; 2]) -> Explanation {
    let parse = |text: &str| text.parse::<Shape>().expect("a shape");
    Explanation::new(&parse(a), &parse(b))
}

fn example(example: Example) -> Explanation {
    explain(example.shapes())
}

/// Pairs at the limits of what can be drawn.
const EXTREMES: [[&str; 2]; 8] = [
    ["0,0,0,0,10", "0,0,0,0,3"],
    ["0,0,0,0,10", "1,0,0,0,3"],
    ["0,0,5,0.001,10", "1,1,0.01,2,3"],
    ["0,0,1,1,10", "1000000,0,1,1,3"],
    ["0,0,1e-30,2e-30,10", "1e-30,0,1e-30,1e-30,30"],
    ["1e12,0,1e12,2e11,10", "1e12,0,1e11,1e11,30"],
    ["0,0,2,1,0", "0,0,1,0.5,0"],
    ["0,0 0,0 1,0 1,0 0,1", "1e-30,0 1,1e-30 1,1"],
];

/// Random shapes.
struct Random(Pcg64Mcg);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    fn number(&mut self, low: f32, high: f32) -> f32 {
        self.0.random_range(low..high)
    }

    fn oriented_box(&mut self) -> String {
        let [x, y] = [0, 1].map(|_| self.number(-3.0, 3.0));
        let [hx, hy] = [0, 1].map(|_| self.number(0.2, 2.0));
        format!("{x},{y},{hx},{hy},{}", self.number(-180.0, 180.0))
    }

    /// Vertices on an ellipse, in order.
    fn polygon(&mut self) -> String {
        let count = self.0.random_range(3..=16);
        let [x, y] = [0, 1].map(|_| self.number(-3.0, 3.0));
        let [width, height] = [0, 1].map(|_| self.number(0.5, 2.5));
        let turn = self.number(0.0, 1.0);
        let vertex = |index: u16| {
            let angle = (f32::from(index) + turn) / f32::from(count) * std::f32::consts::TAU;
            format!("{},{}", x + width * angle.cos(), y + height * angle.sin())
        };
        (0..count).map(vertex).collect::<Vec<_>>().join(" ")
    }

    fn shape(&mut self) -> String {
        if self.0.random_bool(0.5) { self.oriented_box() } else { self.polygon() }
    }
}
