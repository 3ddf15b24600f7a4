//! Neighbor lists for crowds, particles and molecules: what is within a radius of each point.
//!
//! Points are sorted into cells as wide as the radius, and of the cells around its own a point is
//! compared with everything, eight at a time (cell lists; M. P. Allen and D. J. Tildesley,
//! *Computer Simulation of Liquids*, 1987). With a *skin* lists reach farther than the radius and
//! are kept until points have moved so far that a pair could be missing (L. Verlet, "Computer
//! 'Experiments' on Classical Fluids I", 1967). Axes may be *periodic*, or space may repeat itself
//! by a cell of any vectors: then all images of each point count. Points may have
//! *radii* of their own, lists may be those of one set in another, and of the nearest alone.
//!
//! ```
//! use jostle::{neighbors::{ListKind, Neighbors, Points}};
//!
//! let mut points = [[0.1, 0.5], [0.9, 0.5], [5.0, 0.5], [9.8, 0.5], [f32::NAN, 0.0]];
//! let mut lists = Neighbors::new(1.0) // keep it from frame to frame
//!     .with_kind(ListKind::Half) // each pair once
//!     .with_skin(0.5)
//!     .with_periods([Some((0.0, 10.0)), None]);
//! lists.update(&points)?;
//! assert_eq!(lists.of(0), [1, 3]); // 3 is 0.3 away, across the border
//! assert_eq!(lists.of(1), [3]); // 1.1 away: in the skin
//! assert_eq!(lists.invalid()[0].index, 4);
//! points[2][0] += 0.2;
//! let validity = lists.update(&points)?;
//! assert!(validity.rebuilt.is_none() && validity.left() < 0.11); // nothing can be missing
//! assert_eq!(lists.within(Points::from(&points))?.of(1).count(), 0);
//! # Ok::<(), jostle::Error>(())
//! ```

mod around;
mod axis;
mod candidates;
mod cells;
mod ingest;
mod lattice;
mod lists;
mod point_chunk;
mod points;
mod refine;
mod search;
mod settings;
mod space;
mod update;
mod validity;
mod within;

use cells::Cells;
use ingest::{Images, RankedImage};
use jostle_kernels::SimdLevel;
use lists::Lists;
#[cfg(feature = "parallel")]
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use search::SearchScratch;
use update::{Built, Sets};
use validity::Farthest;

use crate::{Error, cancel::CancelToken, exec::threads::Scratches, validate::InvalidShape};
pub use points::Points;
use settings::NeighborSettings;
pub use settings::{ListKind, RadiusRule};
pub use validity::{RebuildReason, Validity};
pub use within::Within;

/// The neighbors within a radius of each of some points. See the [module](self).
///
/// **What is listed.** A pair of points is listed if and only if its distance is at most
/// [`reach`](Self::reach), the radius plus the skin: closed, so touching counts. Without periodic
/// axes this is decided without rounding. Where space repeats itself, a point outside of the box or
/// the cell is first moved into it by a multiple of each vector, in `f64`, which errs by some 2^-52
/// of the largest coordinate that takes part; then all images of the others count that are within
/// reach, and distances that differ from it by no more than some such roundings may fall on either
/// side. Either way the pair is seen the same from both of its points.
///
/// In a short box a list can have a neighbor more than once, by several of its images, and the
/// point itself, by images of it; [`images_of`](Self::images_of) tells them apart.
///
/// Each list is in ascending order and the same for every number of threads, SIMD level and run.
///
/// Where points have radii, the reach is that of each pair: the radius, what a
/// [rule](RadiusRule) makes of both, and the skin.
///
/// **Quarantine.** A point with a NaN or an infinity, a bad radius, or with
/// [shifts](Self::with_shifts) one that is too far from the cell, has no neighbors, is
/// [listed](Self::invalid) with the reason, and changes nothing for the others. All other values
/// are valid.
///
/// **Cost.** A build takes O(n log n + candidates) time, where candidates are the points in the
/// cells around each point, and O(n + neighbors) memory, however the points are spread: about 110
/// bytes a point, on periodic axes also for each image near the border, and 10 bytes a neighbor; 16
/// more an image and 4 more a neighbor where a point can have several images in reach. An update
/// that keeps the lists reads the points once. Buffers are kept: a steady scene allocates nothing.
pub struct Neighbors<const D: usize> {
    level: SimdLevel,
    settings: NeighborSettings<D>,
    /// What the lists were built for; none if there are none.
    built: Option<Built<D>>,
    validity: Option<Validity>,
    images: Images<D>,
    cells: Cells,
    /// Of the points that have lists, where these are not the same.
    queries: Images<D>,
    query_cells: Cells,
    lists: Lists,
    scratches: Scratches<SearchScratch<D>>,
    /// Most candidates that a cell had.
    most: usize,
    faults: Vec<Option<Error>>,
    farthest: Vec<Farthest>,
    cancel: Option<CancelToken>,
}

impl<const D: usize> Neighbors<D> {
    /// Full lists of what is within a radius, without a skin or periodic axes, at the [default
    /// level](SimdLevel::default). A bad radius is an error of the first update.
    #[must_use]
    pub fn new(radius: f32) -> Self {
        const { assert!(D == 2 || D == 3, "points have two or three dimensions") };
        Self {
            level: SimdLevel::default(),
            settings: NeighborSettings::new(radius),
            built: None,
            validity: None,
            images: Images::default(),
            cells: Cells::default(),
            queries: Images::default(),
            query_cells: Cells::default(),
            lists: Lists::default(),
            scratches: Scratches::default(),
            most: 0,
            faults: Vec::new(),
            farthest: Vec::new(),
            cancel: None,
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// Makes updates end with [`Error::Cancelled`] when a token is set, or none.
    pub fn set_cancel(&mut self, token: Option<CancelToken>) {
        self.cancel = token;
    }

    /// Forgets all lists, so that the next update builds them.
    pub fn clear(&mut self) {
        (self.built, self.validity) = (None, None);
        self.lists.clear();
        self.images.invalid.clear();
        self.queries.invalid.clear();
    }

    /// Number of points of the last update that have lists: of two sets, the queries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// Whether there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The neighbors of a point, in ascending order.
    ///
    /// # Panics
    /// When there is no such point.
    #[inline]
    #[must_use]
    pub fn of(&self, point: usize) -> &[u32] {
        let offsets = self.offsets();
        &self.indices()[offsets[point]..offsets[point + 1]]
    }

    /// The neighbors of a point and the shift of each, in ascending order, where
    /// [shifts](Self::with_shifts) were asked for: as many whole numbers as there are axes. The
    /// neighbor is at `points[neighbor] + shift[0] * vectors[0] + shift[1] * vectors[1] + ...` near
    /// `points[point]`, by the points of the update that built the lists, wherever in space these
    /// are. The vector of a periodic axis is as long as its interval; on other axes shifts are 0.
    ///
    /// # Panics
    /// When there is no such point.
    #[must_use]
    pub fn images_of(&self, point: usize) -> Option<impl Iterator<Item = (u32, [i32; D])>> {
        self.built.filter(|built| built.settings.has_shifts).map(|built| {
            let ranked = self.images.ranked();
            let from = if built.is_between { &self.queries } else { &self.images };
            self.ranks_of(point).map(move |(neighbor, rank)| {
                let Some(ranked) = ranked else { return (neighbor, [0; D]) };
                let (from, to) = (from.times(point), self.images.times(neighbor as usize));
                let RankedImage { shift, .. } = ranked[rank as usize];
                (neighbor, std::array::from_fn(|k| shift[k] + from[k] - to[k]))
            })
        })
    }

    /// The neighbors of a point and the rank of each, where images are ranked.
    fn ranks_of(&self, point: usize) -> impl Iterator<Item = (u32, u32)> {
        let (first, end) = (self.offsets()[point], self.offsets()[point + 1]);
        let ranks = self.lists.ranks();
        (first..end).map(move |at| (self.indices()[at], ranks.map_or(0, |ranks| ranks[at])))
    }

    /// Where the list of each point begins in [`indices`](Self::indices), and where the last one
    /// ends: one entry more than points.
    #[must_use]
    pub fn offsets(&self) -> &[usize] {
        self.lists.offsets()
    }

    /// All lists, one behind the other.
    #[must_use]
    pub fn indices(&self) -> &[u32] {
        self.lists.indices()
    }

    /// All points with their lists, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &[u32])> {
        (0..self.len()).map(|point| (point, self.of(point)))
    }

    /// All points with their lists, for rayon.
    #[cfg(feature = "parallel")]
    pub fn par_iter(&self) -> impl IndexedParallelIterator<Item = (usize, &[u32])> {
        (0..self.len()).into_par_iter().map(|point| (point, self.of(point)))
    }

    /// The lists narrowed down to what is within the radius now. The points must be those of the
    /// last update, or a pair could be missing.
    ///
    /// # Errors
    /// [`Error::Length`] when there are more points than lists, or fewer.
    pub fn within<'a>(&'a self, points: Points<'a, D>) -> Result<Within<'a, D>, Error> {
        self.within_sets(&Sets { queries: None, points })
    }

    /// As [`within`](Self::within), of lists between two sets.
    ///
    /// # Errors
    /// [`Error::Length`] when there are more points of a set than in the last update, or fewer.
    pub fn within_between<'a>(
        &'a self,
        queries: Points<'a, D>,
        points: Points<'a, D>,
    ) -> Result<Within<'a, D>, Error> {
        self.within_sets(&Sets { queries: Some(queries), points })
    }

    fn within_sets<'a>(&'a self, sets: &Sets<'a, D>) -> Result<Within<'a, D>, Error> {
        let Sets { queries, points } = *sets;
        let is_between = self.built.is_some_and(|built| built.is_between);
        let found = |points: Option<Points<'_, D>>| points.map_or(0, |points| points.len());
        let (of_queries, of_points) =
            if is_between { (self.len(), self.images.points()) } else { (0, self.len()) };
        for (what, expected, found) in
            [("queries", of_queries, found(queries)), ("points", of_points, points.len())]
        {
            if expected != found || self.built.is_none() {
                return Err(Error::Length { what, expected, found });
            }
        }
        let from_images = if is_between { &self.queries } else { &self.images };
        let space = self.built.as_ref().map(|built| &built.space);
        let space = space.ok_or(Error::Length { what: "points", expected: 0, found: 0 })?;
        Ok(Within { lists: self, from: queries.unwrap_or(points), from_images, points, space })
    }

    /// Proof that the lists have every pair within the radius; none before the first update, and
    /// after one that failed.
    #[must_use]
    pub fn validity(&self) -> Option<Validity> {
        self.validity
    }

    /// Up to which distance pairs were listed when the lists were built: the radius plus the skin,
    /// rounded up to an `f32`; where points have radii, the farthest that a pair can be.
    #[must_use]
    pub fn reach(&self) -> Option<f32> {
        self.built.as_ref().map(|built| built.space.reach)
    }

    /// Points of the last update that are not finite.
    #[must_use]
    pub fn invalid(&self) -> &[InvalidShape] {
        let is_between = self.built.is_some_and(|built| built.is_between);
        if is_between { &self.queries.invalid } else { &self.images.invalid }
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.images.memory_bytes()
            + self.cells.memory_bytes()
            + self.queries.memory_bytes()
            + self.query_cells.memory_bytes()
            + self.lists.memory_bytes()
            + self.scratches.sum(SearchScratch::memory_bytes)
            + self.faults.capacity() * size_of::<Option<Error>>()
            + self.farthest.capacity() * size_of::<Farthest>()
    }
}
