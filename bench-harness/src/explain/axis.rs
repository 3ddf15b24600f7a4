//! Candidate axes, and what the shapes cover on them.

use jostle_kernels::real::vector::{dot, neg};

use super::outline::{Edge, Outline, Vector};

/// Sine of the angle up to which axes count as parallel: some roundings of a single-precision unit
/// vector, and far less than can be seen.
const PARALLEL: f64 = 1e-6;

/// What a shape covers on an axis, ends included: its shadow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least place on the axis.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl Interval {
    fn of(outline: &Outline, direction: Vector) -> Self {
        let places = outline.vertices.iter().map(|vertex| dot(*vertex, direction));
        places.fold(Self { low: f64::INFINITY, high: f64::NEG_INFINITY }, |all, place| Self {
            low: all.low.min(place),
            high: all.high.max(place),
        })
    }

    fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    pub(super) fn contains(&self, other: &Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }
}

/// A direction along which the test looks: that of one or more edges' normals.
#[derive(Clone, Debug)]
pub struct Axis {
    /// A unit vector that points from the middle of A's interval to that of B's.
    pub direction: [f64; 2],
    /// The edges that the axis is at a right angle to, with the number of their shape.
    pub edges: Vec<(usize, Edge)>,
    /// What A and B cover.
    pub intervals: [Interval; 2],
}

impl Axis {
    /// From the end of A's interval to the beginning of B's: a gap, or minus the least by which B
    /// has to move along the axis to get past A.
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.intervals[1].low - self.intervals[0].high
    }

    /// Whose edges it belongs to.
    #[must_use]
    pub fn owners(&self) -> &'static str {
        let has = |shape| self.edges.iter().any(|(owner, _)| *owner == shape);
        match (has(0), has(1)) {
            (true, true) => "A and B",
            (true, false) => "A",
            _ => "B",
        }
    }

    /// Points the other way.
    pub(super) fn turn(&mut self) {
        self.direction = neg(self.direction);
        self.intervals = self.intervals.map(Interval::turned);
    }

    fn new(outlines: &[Outline; 2], shape: usize, edge: Edge) -> Self {
        let direction = edge.normal;
        let intervals = [0, 1].map(|shape: usize| Interval::of(&outlines[shape], direction));
        let mut axis = Self { direction, edges: vec![(shape, edge)], intervals };
        let [a, b] = axis.intervals.map(|Interval { low, high }| low + high);
        if b < a {
            axis.turn();
        }
        axis
    }
}

/// Twice the area between two vectors: for unit vectors the sine of their angle.
pub(super) fn sine(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// The axes of all edges, those of A first, parallel ones once.
pub(super) fn candidates(outlines: &[Outline; 2]) -> Vec<Axis> {
    let mut axes: Vec<Axis> = Vec::new();
    for (shape, outline) in outlines.iter().enumerate() {
        for edge in &outline.edges {
            let is_parallel = |axis: &&mut Axis| sine(axis.direction, edge.normal).abs() < PARALLEL;
            match axes.iter_mut().find(is_parallel) {
                Some(axis) => axis.edges.push((shape, *edge)),
                None => axes.push(Axis::new(outlines, shape, *edge)),
            }
        }
    }
    axes
}
