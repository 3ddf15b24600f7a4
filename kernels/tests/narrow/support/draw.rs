//! Random pairs of round shapes: at all scales, far from the origin, touching exactly or nearly.

use jostle_kernels::shape::Ball;

use super::{
    Random,
    solid::{Solid, plus, wide},
};

/// How a case is made.
pub(crate) struct Draw<'a> {
    pub(crate) random: &'a mut Random,
    /// Whether all numbers are small whole numbers of a power of two, so that shapes touch exactly.
    pub(crate) on_grid: bool,
    /// What numbers are multiples of.
    pub(crate) unit: f32,
}

impl<'a> Draw<'a> {
    /// Some way to make a case, at a scale from 1e-15 to 1e15.
    pub(crate) fn new(random: &'a mut Random) -> Self {
        Self::of(random, &[-50, -27, -10, 0, 0, 0, 10, 27, 50])
    }

    /// The same at 1e-30 or 1e30.
    pub(crate) fn extreme(random: &'a mut Random) -> Self {
        Self::of(random, &[-100, 100])
    }

    fn of(random: &'a mut Random, exponents: &[i32]) -> Self {
        let unit = 2_f32.powi(random.of(exponents));
        Self { on_grid: random.below(3) == 0, random, unit }
    }

    /// A number in `-range..=range` units.
    pub(crate) fn number(&mut self, range: f32) -> f32 {
        let number = self.random.within(range);
        self.unit * if self.on_grid { number.round() } else { number }
    }

    pub(crate) fn vector<const D: usize>(&mut self, range: f32) -> [f32; D] {
        std::array::from_fn(|_| self.number(range))
    }

    /// A radius, 0 in some cases.
    pub(crate) fn radius(&mut self, range: f32) -> f32 {
        if self.random.below(6) == 0 { 0.0 } else { self.number(range).abs() }
    }

    /// One of several ranges or one ten thousand times as long, if its square is not too large.
    pub(crate) fn long(&mut self, ranges: &[f32]) -> f32 {
        let longer = self.random.below(4) == 0 && self.unit < 1e12;
        self.random.of(ranges) * if longer { 1e4 } else { 1.0 }
    }

    /// A place far from or close to the origin.
    pub(crate) fn offset<const D: usize>(&mut self) -> [f32; D] {
        std::array::from_fn(|_| self.random.of(&[0.0, 0.0, 0.0, 1e3, 1e5, 1e7]) * self.unit)
    }

    /// A place near another one.
    pub(crate) fn near<const D: usize>(&mut self, place: [f32; D], range: f32) -> [f32; D] {
        let way = self.vector::<D>(range);
        std::array::from_fn(|axis| place[axis] + way[axis])
    }

    /// A ball near a place.
    pub(crate) fn ball<const D: usize>(&mut self, place: [f32; D], range: f32) -> Ball<D> {
        Ball { center: self.near(place, range), radius: self.radius(range) }
    }

    /// A radius with which shapes that are `distance` apart with `radius` touch as closely as
    /// floats can tell, or nearly so.
    pub(crate) fn touching(&mut self, radius: f32, distance: f64) -> f32 {
        let grown = (f64::from(radius) + distance) as f32;
        let grown = match self.random.below(3) {
            0 => grown.next_down(),
            1 => grown.next_up(),
            _ => grown,
        };
        if grown > 0.0 { grown } else { radius }
    }

    /// A ball that touches a shape in most cases that leave room for one.
    pub(crate) fn ball_at<const D: usize>(&mut self, shape: &impl Solid<D>, range: f32) -> Ball<D> {
        let mut ball = self.ball(shape.center(), range);
        if !self.on_grid && self.random.below(2) == 0 {
            let way = plus(wide(ball.center), wide(shape.center()), -1.0);
            let distance = shape.distance(way) - f64::from(ball.radius);
            ball.radius = self.touching(ball.radius, distance);
        }
        ball
    }
}
