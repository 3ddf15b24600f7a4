//! Changing both shapes of each pair, in parallel.
//!
//! A solver changes what it keeps of the two shapes of a pair, and a shape is in many pairs. Pairs
//! are given colors such that those of one color share no shape (a greedy edge coloring, as solvers
//! of rigid bodies use it for their constraint graphs). Then the pairs of a color may be worked on
//! at a time, by any number of threads, without locks, and it makes no difference in which order.

use std::ops::{Deref, Range};

use jostle_kernels::{simd::prefetch, sort::prefix_sum};

use crate::{
    Error, Pair,
    exec::{disjoint_slice::DisjointSlice, threads},
    memory::{grow, grow_filled},
};

/// Colors: as many as fit a word of bits per shape.
const COLORS: usize = u64::BITS as usize;

/// Pairs that one thread works on one after the other.
const CHUNK: usize = 512;

/// Pairs ahead of which a shape's colors are asked for.
const AHEAD: usize = 8;

/// A list of pairs in the order of their colors.
///
/// Each pair gets the first color that no earlier pair of its shapes has, so it depends on the list
/// alone. A shape of more than 64 pairs has some without a color; these are worked on last, one
/// after the other. Shapes that are *fixed* are not changed, so any number of their pairs may have
/// one color: ground and walls, which have the most.
///
/// To color costs O(pairs + shapes), on one thread, some nanoseconds a pair; the memory is 17 bytes
/// a pair and 8 a shape, and is used again.
///
/// ```
/// use jostle::{Pair, coloring::Coloring};
///
/// // Shape 0 is the ground; the others share momentum where they touch.
/// let pairs = [(0, 1), (0, 2), (1, 2), (2, 3)].map(|(a, b)| Pair { a, b });
/// let mut velocity = [0.0, 4.0, 2.0, 1.0];
/// let mut coloring = Coloring::new();
/// coloring.color_with_fixed(&pairs, &[true, false, false, false])?;
/// coloring.for_each(&mut velocity, |_, mut a, mut b| {
///     let mean = 0.5 * (*a + *b);
///     a.get_mut().map(|a| *a = mean);
///     b.get_mut().map(|b| *b = mean);
/// })?;
/// assert_eq!(coloring.colors(), 3);
/// assert_eq!(velocity[0], 0.0);
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Debug)]
pub struct Coloring {
    /// Per shape: the colors of its pairs so far.
    taken: Vec<u64>,
    /// Per pair of the list: its color, or [`COLORS`] for none.
    color_of: Vec<u8>,
    /// By color, then in the order of the list; what lies behind the last end is of no meaning.
    colored: Vec<Colored>,
    /// Where the pairs of each color end, and at last those without.
    ends: [u32; COLORS + 1],
    shapes: usize,
}

/// A pair with its place in the list, and which of its shapes are fixed.
#[derive(Clone, Copy, Debug, Default)]
struct Colored {
    pair: Pair,
    place: u32,
    fixed: [bool; 2],
}

impl Default for Coloring {
    fn default() -> Self {
        let (taken, color_of, colored) = (Vec::new(), Vec::new(), Vec::new());
        Self { taken, color_of, colored, ends: [0; COLORS + 1], shapes: 0 }
    }
}

impl Coloring {
    /// No pairs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Colors pairs of so many shapes, all of which may be changed.
    ///
    /// # Errors
    /// [`Error::NoShape`] when a pair refers to a shape that is not there, [`Error::OneShape`] when
    /// both are one, [`Error::TooManyPairs`] and [`Error::OutOfMemory`]. Then there are no pairs.
    pub fn color(&mut self, pairs: &[Pair], shapes: usize) -> Result<(), Error> {
        self.color_by(pairs, shapes, |_| false)
    }

    /// Colors pairs of as many shapes as there are flags, of which those that are set are fixed.
    ///
    /// # Errors
    /// As [`color`](Self::color).
    pub fn color_with_fixed(&mut self, pairs: &[Pair], fixed: &[bool]) -> Result<(), Error> {
        self.color_by(pairs, fixed.len(), |shape| fixed[shape])
    }

    /// Colors pairs of so many shapes, of which some are fixed.
    pub(crate) fn color_by(
        &mut self,
        pairs: &[Pair],
        shapes: usize,
        is_fixed: impl Fn(usize) -> bool,
    ) -> Result<(), Error> {
        self.ends.fill(0);
        if pairs.len() >= u32::MAX as usize {
            return Err(Error::TooManyPairs { pairs: pairs.len() });
        }
        let what = "the colors of pairs";
        self.taken.clear();
        grow(&mut self.taken, shapes, what)?;
        grow(&mut self.color_of, pairs.len(), what)?;
        grow_filled(&mut self.colored, pairs.len(), what)?;
        let mut counts = [0_u32; COLORS + 1];
        for (place, pair) in pairs.iter().enumerate() {
            if let Some(later) = pairs.get(place + AHEAD) {
                prefetch::for_writing(&self.taken, later.b as usize);
            }
            check(place, *pair, shapes)?;
            let [a, b] = [pair.a as usize, pair.b as usize];
            let fixed = [is_fixed(a), is_fixed(b)];
            let of = |shape: usize, fixed: bool| if fixed { 0 } else { self.taken[shape] };
            let color = (!(of(a, fixed[0]) | of(b, fixed[1]))).trailing_zeros();
            let bit = 1_u64.checked_shl(color).unwrap_or(0);
            self.taken[a] |= bit;
            self.taken[b] |= bit;
            self.color_of[place] = color as u8;
            counts[color as usize] += 1;
        }
        self.sort(pairs, counts, is_fixed);
        self.shapes = shapes;
        Ok(())
    }

    /// Puts the pairs in the order of their colors.
    fn sort(
        &mut self,
        pairs: &[Pair],
        counts: [u32; COLORS + 1],
        is_fixed: impl Fn(usize) -> bool,
    ) {
        // Where the next pair of each color goes, which at last is where they end.
        let mut places = counts;
        prefix_sum(&mut places);
        for (number, (pair, color)) in pairs.iter().zip(&self.color_of).enumerate() {
            let to = &mut places[usize::from(*color)];
            let fixed = [is_fixed(pair.a as usize), is_fixed(pair.b as usize)];
            self.colored[*to as usize] = Colored { pair: *pair, place: number as u32, fixed };
            *to += 1;
        }
        self.ends = places;
    }

    /// Number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends[COLORS] as usize
    }

    /// Whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of colors.
    #[must_use]
    pub fn colors(&self) -> usize {
        (0..COLORS).filter(|color| !self.range(*color).is_empty()).count()
    }

    /// Number of pairs without a color, which no two threads work on at a time.
    #[must_use]
    pub fn uncolored(&self) -> usize {
        self.range(COLORS).len()
    }

    /// The places in the list of the pairs of a color, in order; the color [`colors`](Self::colors)
    /// and those behind it have none.
    pub fn places(&self, color: usize) -> impl Iterator<Item = usize> + '_ {
        let range = if color < COLORS { self.range(color) } else { 0..0 };
        self.colored[range].iter().map(|colored| colored.place as usize)
    }

    fn range(&self, color: usize) -> Range<usize> {
        let end = |color: usize| self.ends[color] as usize;
        color.checked_sub(1).map_or(0, end)..end(color)
    }

    /// Works on each pair once, with its place in the list and what is kept of its two shapes,
    /// `states[a]` and `states[b]`: on those of the first color, then on those of the second, and
    /// so on, each color on all threads.
    ///
    /// The result is that of one thread that works on them in this order, bit for bit.
    ///
    /// # Errors
    /// [`Error::Length`] when there are not as many states as shapes. Then nothing was done.
    pub fn for_each<T: Send + Sync>(
        &self,
        states: &mut [T],
        work: impl Fn(usize, Side<'_, T>, Side<'_, T>) + Sync,
    ) -> Result<(), Error> {
        // No memory: they have no size.
        let mut nothing = vec![(); self.len()];
        self.for_each_with(states, &mut nothing, |place, a, b, ()| work(place, a, b))
    }

    /// The same with what is kept of each pair, by its place in the list.
    ///
    /// # Errors
    /// [`Error::Length`] when there are not as many states as shapes, or of pairs as pairs. Then
    /// nothing was done.
    pub fn for_each_with<T: Send + Sync, P: Send>(
        &self,
        states: &mut [T],
        states_of_pairs: &mut [P],
        work: impl Fn(usize, Side<'_, T>, Side<'_, T>, &mut P) + Sync,
    ) -> Result<(), Error> {
        if states_of_pairs.len() != self.len() {
            let (expected, found) = (self.len(), states_of_pairs.len());
            return Err(Error::Length { what: "the states of pairs", expected, found });
        }
        if states.len() != self.shapes {
            let (expected, found) = (self.shapes, states.len());
            return Err(Error::Length { what: "the states of shapes", expected, found });
        }
        let states = &DisjointSlice::new(states);
        let states_of_pairs = &DisjointSlice::new(states_of_pairs);
        let work_on = |colored: &Colored| {
            let Colored { pair, place, fixed } = *colored;
            // SAFETY: 1. `color_by` has checked that both are less than the number of shapes, of
            // which there are as many states. 2. The two are different, and no other pair that is
            // worked on at the same time has one of them unless it is fixed: those of a color share
            // no shape that is not, and those without a color come one after the other. Whether a
            // shape is fixed is the same in all of its pairs.
            let [a, b] = unsafe {
                [(pair.a, fixed[0]), (pair.b, fixed[1])].map(|(shape, fixed)| {
                    let shape = shape as usize;
                    if fixed {
                        Side::Fixed(states.get(shape))
                    } else {
                        Side::Free(states.get_mut(shape))
                    }
                })
            };
            let place = place as usize;
            // SAFETY: 1. `color_by` has numbered as many pairs as there are states. 2. Each number
            // is that of one pair, which is worked on once.
            let of_pair = unsafe { states_of_pairs.get_mut(place) };
            work(place, a, b, of_pair);
        };
        for color in 0..COLORS {
            threads::for_each_part(&self.colored[self.range(color)], CHUNK, &|pairs| {
                pairs.iter().for_each(work_on);
            });
        }
        self.colored[self.range(COLORS)].iter().for_each(work_on);
        Ok(())
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        8 * self.taken.capacity()
            + self.color_of.capacity()
            + self.colored.capacity() * size_of::<Colored>()
    }
}

/// Checks that a pair is of two shapes that are there.
#[inline(always)]
fn check(place: usize, pair: Pair, shapes: usize) -> Result<(), Error> {
    let larger = pair.a.max(pair.b);
    if larger as usize >= shapes {
        return Err(Error::NoShape { pair: place, index: larger, shapes });
    }
    if pair.a == pair.b {
        return Err(Error::OneShape { pair: place, index: pair.a });
    }
    Ok(())
}

/// What is kept of a shape of a pair: to be changed, unless the shape is fixed.
#[derive(Debug)]
pub enum Side<'a, T> {
    /// No other pair is given it at the same time.
    Free(&'a mut T),
    /// Other pairs may read it at the same time.
    Fixed(&'a T),
}

impl<T> Side<'_, T> {
    /// The same for a while.
    pub(crate) fn reborrow(&mut self) -> Side<'_, T> {
        match self {
            Self::Fixed(state) => Side::Fixed(state),
            Self::Free(state) => Side::Free(state),
        }
    }

    /// To be changed; none where the shape is fixed.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Free(state) => Some(state),
            Self::Fixed(_) => None,
        }
    }
}

impl<T> Deref for Side<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        match self {
            Self::Free(state) => state,
            Self::Fixed(state) => state,
        }
    }
}
