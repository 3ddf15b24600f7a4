//! The few corners of a polygon that stand for all.

use super::{Vector, clip::Corner};
use crate::real::vector::{cross, dot, sub};

/// Chooses up to four corners that span a polygon.
pub(super) struct Choice<'a> {
    pub(super) corners: &'a [Corner],
    pub(super) up: Vector,
    /// How far corners are from each other at least.
    pub(super) apart: f64,
    /// Corners whose depths differ by less are taken for equally deep.
    pub(super) even: f64,
}

/// Another corner is better only where this share of its measure is more: places that move a little
/// from frame to frame make no other choice.
const CLEARLY: f64 = 1.0 - 1.0 / 64.0;

impl Choice<'_> {
    /// One of the deepest corners, the one farthest from it, the one farthest from the line through
    /// both, and the one farthest on its other side; and how many these are.
    pub(super) fn of(&self, kept: &[usize], depths: &[f64]) -> ([usize; 4], usize) {
        let deepest = kept.iter().map(|number| depths[*number]).fold(f64::INFINITY, f64::min);
        // Of those that are nearly as deep the one with the lowest numbers: the same where the
        // shapes tilt a little, and whichever of the faces is the reference.
        let level = kept.iter().filter(|number| depths[**number] <= deepest + self.even);
        let first = level.min_by_key(|number| self.key(**number)).map_or(kept[0], |first| *first);
        let (mut chosen, mut count) = ([first; 4], 1);
        let from_first = |number: usize| sub(self.place(number), self.place(first));
        let far =
            best(kept, self.apart, |number| dot(from_first(number), from_first(number)).sqrt());
        let Some(second) = far else { return (chosen, count) };
        (chosen[count], count) = (second, count + 1);
        let line = from_first(second);
        let length = dot(line, line).sqrt();
        let aside = |number: usize| dot(self.up, cross(line, from_first(number))) / length;
        let third = best(kept, self.apart, |number| aside(number).abs());
        let Some(third) = third else { return (chosen, count) };
        (chosen[count], count) = (third, count + 1);
        let other = -1.0_f64.copysign(aside(third));
        // Beyond the triangle of the three on any side.
        let corners = [first, second, third];
        let beyond = |number: usize| {
            let out = |i: usize| {
                let (from, to) = (self.place(corners[i]), self.place(corners[(i + 1) % 3]));
                let edge = sub(to, from);
                let across = dot(self.up, cross(edge, sub(self.place(number), from)));
                other * across / dot(edge, edge).sqrt()
            };
            out(0).max(out(1)).max(out(2))
        };
        if let Some(fourth) = best(kept, self.apart, beyond) {
            (chosen[count], count) = (fourth, count + 1);
        }
        (chosen, count)
    }

    /// The numbers of what meets at a corner, in either order of the shapes.
    fn key(&self, number: usize) -> [u32; 2] {
        let [one, other] = self.corners[number].numbers;
        [one.min(other), one.max(other)]
    }

    fn place(&self, number: usize) -> Vector {
        self.corners[number].place
    }
}

/// The one of some corners that measures most, if that is more than `least`.
fn best(kept: &[usize], least: f64, measure: impl Fn(usize) -> f64) -> Option<usize> {
    let mut best = (least, None);
    for number in kept {
        let found = measure(*number);
        if found * CLEARLY > best.0 {
            best = (found, Some(*number));
        }
    }
    best.1
}
