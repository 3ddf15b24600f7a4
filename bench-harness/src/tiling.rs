//! Copies of what was recorded, side by side on a square or cubic grid.

/// Where the copies are. Copy 0 is where it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiling<const D: usize> {
    /// From a copy to the next on each axis.
    period: [f64; D],
    /// Copies on each axis.
    side: usize,
    /// The farthest coordinate from zero of all copies.
    farthest: f64,
}

impl<const D: usize> Tiling<D> {
    /// A grid for so many copies of something that lies in a range on each axis, with more than
    /// `gap` between each copy and the next.
    ///
    /// Steps from copy to copy are whole numbers, so that multiples of the [`grain`](Self::grain)
    /// stay exact. Other coordinates are rounded, by more the farther from zero a copy is.
    #[must_use]
    pub fn new(ranges: [(f32, f32); D], gap: f32, copies: usize) -> Self {
        let period = ranges.map(|(min, max)| {
            let extent = (f64::from(max) - f64::from(min)).max(0.0);
            (extent + f64::from(gap)).floor() + 1.0
        });
        let fits = |side: &usize| side.checked_pow(D as u32).is_none_or(|places| places >= copies);
        let side = (1..).find(fits).unwrap_or(usize::MAX);
        let farthest = (0..D).map(|axis| {
            let (min, max) = ranges[axis];
            f64::from(min.abs().max(max.abs())) + period[axis] * (side - 1) as f64
        });
        Self { period, side, farthest: farthest.fold(0.0, f64::max) }
    }

    /// A power of two whose multiples, where they are in the range of what was recorded, have the
    /// same distances from each other in all copies.
    #[must_use]
    pub fn grain(&self) -> f32 {
        let farthest = self.farthest as f32;
        farthest.next_up() - farthest
    }

    /// How far a copy is from the first one.
    #[must_use]
    pub fn offset(&self, copy: usize) -> [f64; D] {
        let mut rest = copy;
        self.period.map(|period| {
            let place = rest % self.side;
            rest /= self.side;
            period * place as f64
        })
    }

    /// The first `n` of so many rows and, behind the last one, those of the copies: which row each
    /// is, and how far its copy is from the first one.
    pub fn rows(&self, n: usize, rows: usize) -> impl Iterator<Item = (usize, [f64; D])> {
        (0..n.div_ceil(rows)).flat_map(move |copy| {
            let (offset, left) = (self.offset(copy), n - copy * rows);
            (0..rows.min(left)).map(move |row| (row, offset))
        })
    }
}

/// A coordinate in a copy at this offset. The order of coordinates is kept, and so is that of the
/// bounds of boxes; those that are equal stay so.
#[must_use]
pub fn moved(coordinate: f32, offset: f64) -> f32 {
    (f64::from(coordinate) + offset) as f32
}

/// The least of some coordinates and the greatest, those left out that are not finite. Without any,
/// the least is above the greatest.
#[must_use]
pub fn range(coordinates: impl IntoIterator<Item = f32>) -> (f32, f32) {
    let finite = coordinates.into_iter().filter(|x| x.is_finite());
    finite.fold((f32::INFINITY, f32::NEG_INFINITY), |(min, max), x| (min.min(x), max.max(x)))
}
