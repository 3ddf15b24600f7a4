//! Shapes that fly straight on until they are at a wall.

use jostle::{Bounds, BroadPhase, Error, Join, Pairs, Sap};

/// Coordinates of words go up to this.
const END: f32 = 65_535.0;

/// The share of the longest side of the box that the fastest shapes fly in a second.
const SPEED: f32 = 0.05;

/// Some shapes in a box.
pub(crate) struct Flight<const D: usize> {
    center: [Vec<f32>; D],
    half: [Vec<f32>; D],
    velocity: [Vec<f32>; D],
    min: [Vec<f32>; D],
    max: [Vec<f32>; D],
    /// Where the box begins and ends.
    ends: [[f32; D]; 2],
    are_round: bool,
    broad_phase: Sap<D>,
    pairs: Pairs,
    /// With how many others each shape makes a pair.
    degrees: Vec<u32>,
}

impl<const D: usize> Flight<D> {
    /// Shapes by their minima and maxima on three axes, in a box by its own.
    pub(crate) fn new(shapes: &[[f32; 6]], ends: [f32; 6], are_round: bool) -> Self {
        let column = |of: &dyn Fn(usize, &[f32; 6]) -> f32| {
            std::array::from_fn(|axis| shapes.iter().map(|shape| of(axis, shape)).collect())
        };
        let mut seed = 1;
        let longest = (0..D).map(|axis| ends[3 + axis] - ends[axis]).fold(0.0, f32::max);
        Self {
            center: column(&|axis, shape| 0.5 * shape[axis] + 0.5 * shape[3 + axis]),
            half: column(&|axis, shape| 0.5 * shape[3 + axis] - 0.5 * shape[axis]),
            velocity: std::array::from_fn(|_| {
                shapes.iter().map(|_| SPEED * longest * random(&mut seed)).collect()
            }),
            min: column(&|axis, shape| shape[axis]),
            max: column(&|axis, shape| shape[3 + axis]),
            ends: [0, 3].map(|first| std::array::from_fn(|axis| ends[first + axis])),
            are_round,
            broad_phase: Sap::new(),
            pairs: Pairs::new(),
            degrees: vec![0; shapes.len()],
        }
    }

    /// Moves all shapes, and finds the pairs that touch.
    pub(crate) fn step(&mut self, seconds: f32, words: &mut [[u32; 3]]) -> Result<usize, Error> {
        if seconds > 0.0 {
            self.fly(seconds);
        }
        let bounds = if self.are_round {
            Bounds::from_balls(self.center.each_ref().map(|column| &**column), &self.half[0])?
        } else {
            let [min, max] = [&self.min, &self.max].map(|of| of.each_ref().map(|column| &**column));
            Bounds::from_columns(min, max)?
        };
        self.broad_phase.pairs(&Join::within(bounds), &mut self.pairs)?;
        self.degrees.fill(0);
        for pair in &*self.pairs {
            self.degrees[pair.a as usize] += 1;
            self.degrees[pair.b as usize] += 1;
        }
        self.write(words);
        Ok(self.pairs.len())
    }

    /// Moves each shape by its velocity; who is beyond a wall turns towards it.
    fn fly(&mut self, seconds: f32) {
        for axis in 0..D {
            let [low, high] = [self.ends[0][axis], self.ends[1][axis]];
            let (center, velocity) = (&mut self.center[axis], &mut self.velocity[axis]);
            for (index, (center, velocity)) in center.iter_mut().zip(velocity).enumerate() {
                *center += *velocity * seconds;
                if *center < low {
                    *velocity = velocity.abs();
                } else if *center > high {
                    *velocity = -velocity.abs();
                }
                let half = self.half[axis][index];
                (self.min[axis][index], self.max[axis][index]) = (*center - half, *center + half);
            }
        }
    }

    /// Where shapes begin, from 0 to 65,535 on each axis, and how many others each touches; their
    /// sizes stay. In no leaf or cell, which would be depth 31.
    fn write(&self, words: &mut [[u32; 3]]) {
        for (index, words) in words.iter_mut().enumerate() {
            let mut low = [0; 3];
            for (axis, low) in low.iter_mut().enumerate().take(D) {
                let [begin, end] = [self.ends[0][axis], self.ends[1][axis]];
                let place = END * (self.min[axis][index] - begin) / (end - begin);
                // What is no number is 0.
                *low = place.clamp(0.0, END) as u32;
            }
            words[0] = low[0] | low[1] << 16;
            words[1] = low[2] | self.degrees[index].min(255) << 16 | 31 << 24;
        }
    }
}

/// A number from -1 to 1: G. Marsaglia's xorshift.
fn random(seed: &mut u32) -> f32 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    f32::from((*seed >> 16) as u16) / 32_767.5 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_stay_about_the_box_and_touch_in_turn() {
        let shapes: Vec<[f32; 6]> =
            (0_u8..50).map(|at| [f32::from(at), 0.0, 0.0, f32::from(at) + 0.5, 1.0, 0.0]).collect();
        let mut flight = Flight::<2>::new(&shapes, [0.0, 0.0, 0.0, 50.0, 1.0, 0.0], false);
        let mut words = vec![[0, 0, 7]; shapes.len()];
        assert_eq!(flight.step(0.0, &mut words), Ok(0));
        assert_eq!(words[25][0] & 0xffff, (END / 2.0) as u32);
        let mut most = 0;
        for _ in 0..200 {
            most = most.max(flight.step(0.1, &mut words).expect("the shapes are valid"));
            let degrees: u32 = words.iter().map(|word| word[1] >> 16 & 255).sum();
            assert_eq!(degrees as usize, 2 * flight.pairs.len());
        }
        assert!(most > 10, "{most}");
        assert!(words.iter().all(|word| word[2] == 7), "sizes are the page's");
        let far = flight.center[1].iter().fold(0.0_f32, |far, y| far.max(y.abs()));
        assert!(far < 2.0, "{far}");
    }
}
