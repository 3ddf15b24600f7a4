//! Large worlds: positions in `f64`, made relative to an origin that moves along.
//!
//! The engine computes in `f32`, which has 24 digits: a kilometer from zero they end at 0.06 mm, at
//! the radius of the Earth at half a meter. [`LocalShapes`] takes positions in `f64`, subtracts an
//! *origin* near the shapes, rounds what is left to `f32`, and lets each shape *grow* by what
//! rounding moved it, and no less. So
//!
//! * shapes that touch in exact arithmetic on the numbers given are found, wherever they are and
//!   wherever the origin is;
//! * shapes that are found have a gap of at most the sum of their [slacks](LocalShapes::slack_of),
//!   plus what the [narrow phase](crate::narrow) itself allows for, which is about an ulp of their
//!   sizes;
//! * a shape whose numbers need no rounding does not grow: its slack is 0.
//!
//! ```
//! use jostle::{CollisionPipeline, large_world::{LargeColumns, LocalShapes}};
//!
//! // Two balls on the surface of a planet, ten centimeters deep in each other.
//! let (x, y, z) = ([6_371_000.0, 6_371_000.9], [0.25, 0.25], [-0.5, -0.5]);
//! // Keep both.
//! let (mut local, mut frame) = (LocalShapes::<3>::new(), CollisionPipeline::<3>::new());
//! local.update(None, LargeColumns::default().with_balls([&x, &y, &z], &[0.5_f32; 2])?)?;
//! frame.step(&local)?;
//! let contact = frame.contacts().get(0).expect("they touch");
//! assert!((contact.distance + 0.1).abs() <= 2.0 * local.slack() + 1e-6 && local.slack() < 1e-4);
//! let surface = contact.normal.map(|x| 0.5 * x); // of the first ball, relative to its center
//! assert!((local.place_of(0, surface)[0] - 6_371_000.5).abs() < 1e-4);
//! # Ok::<(), jostle::Error>(())
//! ```
//!
//! # The bound
//!
//! What was cut off is known, as the difference of two `f64` is the sum of two others without error
//! (Knuth's two-sum), so shapes grow by what happened to them and not by what might have: at most
//! half an ulp of the relative coordinate on each axis, which is 2^-24 of it, at 1,024 m from the
//! origin 0.03 mm. Radii and half extents then are rounded up. All in all, where `r` is the
//! distance of the center from the origin:
//!
//! | kind | grows by | slack at most |
//! |---|---|---|
//! | ball | the distance of the rounded center from the true one | 2^-23 of `r` and the radius |
//! | capsule | that of the end that was moved farther | 2^-23 of `r`, half the length and the radius |
//! | box along the axes | on each axis what the center was moved along it | 2^-23 of `r` and the half diagonal |
//! | turned box | on each of its axes all that its center was moved, and what its corners were, as its axes are `f32` | 2^-22 of `r`, 2^-20 of the half diagonal |
//!
//! Parts are those of the sum of what is named. Coordinates smaller than normal numbers are off by
//! up to 2^-149 instead. What is larger than `f32::MAX` from the origin has no place: the shape is
//! [invalid](crate::validate::InvalidShape) as one with an infinite center, like those with a
//! NaN, and changes nothing for the others.
//!
//! **Kinds.** Balls, boxes and capsules can grow: a larger one contains them and what surrounds
//! them. Triangles cannot, as a larger triangle is as flat as before; of polygons with sharp
//! corners a larger one that keeps their number of vertices would reach out without bound. So there
//! is no promise for these and they are not offered. Where their vertices are on a grid that needs
//! no rounding they lose nothing: [`LocalShapes::to_local`] tells.
//!
//! # The origin
//!
//! It may move from frame to frame as it likes: pairs are of indices, so what touched and touches
//! still goes on, but for pairs whose gap is within their slacks. Only what compares *places* of
//! two frames must have both relative to one origin:
//! [`PipelineInput::with_previous`](crate::step::PipelineInput::with_previous), for which a second
//! `LocalShapes` can be updated with the places before and the origin now, and shapes of a
//! [`World`](crate::World) that are [fast](crate::shape::Attributes::ccd), for which the origin
//! has to stay. What fast shapes meet is told up to the slacks.

mod boxes;
mod capsules;
mod columns;
mod numbers;
mod origin;
mod round;
mod rounded;

use jostle_kernels::SimdLevel;

pub use boxes::LargeBoxColumns;
pub use columns::LargeColumns;
pub use numbers::Numbers;
use origin::Chooser;
use rounded::RoundedColumns;

use crate::{
    Error,
    error::check_setting,
    shape::{self, Ranges, ShapeKind},
    step::PipelineInput,
    validate::check_origin,
};

/// Shapes in `f64` as `f32` columns relative to an origin, each grown by what rounding moved it.
/// See the [module](self).
///
/// Keep it from frame to frame: it reuses its memory, and its origin stays as long as it will do.
#[derive(Clone, Debug)]
pub struct LocalShapes<const D: usize> {
    level: SimdLevel,
    origin: [f64; D],
    has_moved: bool,
    chooser: Chooser<D>,
    ranges: Ranges,
    /// By kind; those that cannot grow stay empty.
    rounded: [RoundedColumns<D>; ShapeKind::COUNT],
    slack: f32,
}

impl<const D: usize> Default for LocalShapes<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> LocalShapes<D> {
    /// How far the middle of the shapes may be from the origin before another one is chosen, unless
    /// they are wider: where lengths are meters, coordinates there are rounded by up to 0.03 mm.
    pub const REACH: f64 = 1024.0;

    /// No shapes. The origin is zero. The SIMD level is the [default](SimdLevel::default).
    #[must_use]
    pub fn new() -> Self {
        const { assert!(D == 2 || D == 3, "shapes live in 2D or 3D") };
        Self {
            level: SimdLevel::default(),
            origin: [0.0; D],
            has_moved: false,
            chooser: Chooser::new(Self::REACH),
            ranges: Ranges::default(),
            rounded: std::array::from_fn(|_| RoundedColumns::default()),
            slack: 0.0,
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// The same with another [`REACH`](Self::REACH), in the user's unit of length: 0 or more. With
    /// infinity no origin is ever chosen.
    ///
    /// # Errors
    /// [`Error::Setting`] when it is negative or NaN.
    pub fn with_reach(mut self, reach: f64) -> Result<Self, Error> {
        check_setting("the reach", reach, 0.0..=f64::INFINITY, "a number from 0 on, or infinity")?;
        self.chooser.reach = reach;
        Ok(self)
    }

    /// Takes the shapes of a frame: O(shapes), on all threads.
    ///
    /// Without an origin the one from before is kept as long as the middle of the shapes, on each
    /// axis the median of a sample, is within the [reach](Self::REACH) of it, or within the
    /// distance of the outer quartiles on the axis where that is longest. Else the origin becomes
    /// the middle, rounded to a multiple of a power of two about as large. So it moves seldom, and
    /// some shapes far away do not take it from the others. It depends on the shapes and their
    /// order and on the origins before, not on threads.
    ///
    /// # Errors
    /// [`Error::Origin`] when the origin is not finite and [`Error::OutOfMemory`]. Then there are
    /// no shapes and the origin stays.
    pub fn update(
        &mut self,
        origin: Option<[f64; D]>,
        shapes: LargeColumns<'_, D>,
    ) -> Result<(), Error> {
        self.clear();
        let origin = match origin {
            Some(origin) => origin,
            None => self.chooser.choose(&shapes, self.origin)?,
        };
        check_origin(&origin)?;
        let taken = self.take(&shapes, &origin);
        if taken.is_err() {
            self.clear();
            return taken;
        }
        self.has_moved = origin != self.origin;
        self.origin = origin;
        Ok(())
    }

    fn take(&mut self, shapes: &LargeColumns<'_, D>, origin: &[f64; D]) -> Result<(), Error> {
        let (level, LargeColumns { balls, boxes, capsules }) = (self.level, shapes);
        let rounded = &mut self.rounded;
        let of_balls = rounded[ShapeKind::Ball as usize].take(level, balls, false, origin)?;
        let of_boxes =
            rounded[ShapeKind::Box as usize].take(level, boxes, boxes.is_turned(), origin)?;
        let of_capsules =
            rounded[ShapeKind::Capsule as usize].take(level, capsules, false, origin)?;
        self.slack = of_balls.max(of_boxes).max(of_capsules);
        self.ranges = self.columns().ranges();
        Ok(())
    }

    fn clear(&mut self) {
        self.rounded.iter_mut().for_each(RoundedColumns::clear);
        (self.ranges, self.slack, self.has_moved) = (Ranges::default(), 0.0, false);
    }

    /// The shapes relative to the origin, for a [`CollisionPipeline`](crate::CollisionPipeline),
    /// for [`PreparedShapes`](crate::shape::PreparedShapes), or for a set
    /// of [`Shapes`](crate::Shapes::set_columns), as that of a [`World`](crate::World).
    #[must_use]
    pub fn columns(&self) -> shape::Columns<'_, D> {
        fn all<const N: usize>(columns: &[Vec<f32>; N]) -> [&[f32]; N] {
            columns.each_ref().map(Vec::as_slice)
        }
        let [balls, boxes, capsules] = [ShapeKind::Ball, ShapeKind::Box, ShapeKind::Capsule]
            .map(|kind| &self.rounded[kind as usize]);
        let turns = if boxes.turns[0].is_empty() { None } else { Some(all(&boxes.turns)) };
        let fit = "columns of a kind are of one length";
        shape::Columns::default()
            .with_balls(all(&balls.centers), &balls.radii)
            .and_then(|columns| {
                columns.with_capsules(
                    all(&capsules.centers),
                    all(&capsules.vectors),
                    &capsules.radii,
                )
            })
            .expect(fit)
            .with_boxes(
                shape::BoxColumns::of_parts(all(&boxes.centers), all(&boxes.vectors), turns)
                    .expect(fit),
            )
    }

    /// Where zero of the columns is, in `f64`.
    #[must_use]
    pub fn origin(&self) -> [f64; D] {
        self.origin
    }

    /// Whether the last update moved the origin.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        self.has_moved
    }

    /// The largest [slack](Self::slack_of) of a shape, in the user's unit of length.
    #[must_use]
    pub fn slack(&self) -> f32 {
        self.slack
    }

    /// How far the shape with an index reaches beyond what was given, at most: all that it is now
    /// lies within this distance of what it is in `f64`, and contains that. 0 for shapes that are
    /// not valid.
    ///
    /// # Panics
    /// When there is no such shape.
    #[must_use]
    pub fn slack_of(&self, index: usize) -> f32 {
        let (kind, row) = self.ranges.kind_of(index);
        self.slacks(kind)[row]
    }

    /// The slacks of the shapes of a kind, by row.
    #[must_use]
    pub fn slacks(&self, kind: ShapeKind) -> &[f32] {
        &self.rounded[kind as usize].slacks
    }

    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Whether there are no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.chooser.memory_bytes()
            + self.rounded.iter().map(RoundedColumns::memory_bytes).sum::<usize>()
    }
}

impl<'a, const D: usize> From<&'a LocalShapes<D>> for shape::Columns<'a, D> {
    fn from(local: &'a LocalShapes<D>) -> Self {
        local.columns()
    }
}

impl<'a, const D: usize> From<&'a LocalShapes<D>> for PipelineInput<'a, D> {
    fn from(local: &'a LocalShapes<D>) -> Self {
        Self::new(local)
    }
}
