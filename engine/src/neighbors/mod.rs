//! Neighbor lists for crowds, particles and molecules: what is within a radius of each point.
//!
//! Points are sorted into cells as wide as the radius, and of the cells around its own a point is
//! compared with everything, eight at a time (cell lists; M. P. Allen and D. J. Tildesley,
//! *Computer Simulation of Liquids*, 1987). With a *skin* lists reach farther than the radius and
//! are kept until points have moved so far that a pair could be missing (L. Verlet, "Computer
//! 'Experiments' on Classical Fluids I", 1967). Axes may be *periodic*, or space may
//! repeat itself by a cell of any vectors: then all images of each point count.
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

mod axis;
mod candidates;
mod cells;
mod ingest;
mod lattice;
mod lists;
mod points;
mod search;
mod settings;
mod space;
mod validity;
mod within;

use cells::Cells;
use ingest::{Images, RankedImage};
use jostle_kernels::{
    SimdLevel,
    sort::{LARGEST_KEY, SMALLEST_KEY},
};
use lists::Lists;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use search::{Search, SearchScratch};
use space::Space;
use validity::{Farthest, displacement};

use crate::{
    Error,
    exec::threads::{self, Scratches},
    instances::instances,
    validate::InvalidShape,
};
pub use points::Points;
pub use settings::ListKind;
use settings::NeighborSettings;
pub use validity::{RebuildReason, Validity};
pub use within::Within;

/// Most points: their keys are to be normal floats.
const MOST_POINTS: usize = (LARGEST_KEY - SMALLEST_KEY) as usize;

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
/// **Quarantine.** A point with a NaN or an infinity, or with [shifts](Self::with_shifts) one that
/// is too far from the cell, has no neighbors, is [listed](Self::invalid) with the reason, and
/// changes nothing for the others. All other values are valid.
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
    built: Option<(Space<D>, NeighborSettings<D>)>,
    validity: Option<Validity>,
    images: Images<D>,
    cells: Cells,
    lists: Lists,
    scratches: Scratches<SearchScratch<D>>,
    /// Most candidates that a cell had.
    most: usize,
    faults: Vec<Option<Error>>,
    farthest: Vec<Farthest>,
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
            lists: Lists::default(),
            scratches: Scratches::default(),
            most: 0,
            faults: Vec::new(),
            farthest: Vec::new(),
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// Makes the lists right for points: keeps them if that is proven to be enough, else builds
    /// them.
    ///
    /// Runs on all threads of the caller's pool.
    ///
    /// # Errors
    /// [`Error::Reach`] and [`Error::Period`] for bad settings, [`Error::TooManyPoints`],
    /// [`Error::TooManyNeighbors`] with their exact number, and [`Error::OutOfMemory`]. Then there
    /// are no lists.
    pub fn update<'a>(&mut self, points: impl Into<Points<'a, D>>) -> Result<Validity, Error> {
        let points = points.into();
        let before = self.built.take();
        self.validity = None;
        let result = threads::enter(points.len(), || self.refresh(&points, before));
        match result {
            Ok(validity) => self.validity = Some(validity),
            Err(_) => {
                self.built = None;
                self.lists.clear();
                self.images.invalid.clear();
            }
        }
        result
    }

    #[inline(never)]
    fn refresh(
        &mut self,
        points: &Points<'_, D>,
        before: Option<(Space<D>, NeighborSettings<D>)>,
    ) -> Result<Validity, Error> {
        let level = self.level;
        let space = self.settings.space()?;
        let (cause, displacement) = self.compare(points, before)?;
        if cause.is_some() {
            self.build(level, points, &space)?;
        }
        self.built = Some((space, self.settings));
        Ok(Validity { rebuilt: cause, displacement, allowance: space.allowance })
    }

    /// Why the lists have to be built, and else how far points have moved.
    fn compare(
        &mut self,
        points: &Points<'_, D>,
        before: Option<(Space<D>, NeighborSettings<D>)>,
    ) -> Result<(Option<RebuildReason>, f64), Error> {
        let Some((space, settings)) = before else { return Ok((Some(RebuildReason::First), 0.0)) };
        if settings != self.settings {
            return Ok((Some(RebuildReason::Settings), 0.0));
        }
        if self.images.points() != points.len() {
            return Ok((Some(RebuildReason::Count), 0.0));
        }
        let moved = displacement(points, &self.images, &space, &mut self.farthest)?;
        Ok(match moved {
            None => (Some(RebuildReason::Quarantine), 0.0),
            // Lists without a skin are right where nothing moved at all.
            Some(moved) if moved == 0.0 || 2.0 * moved <= space.allowance => (None, moved),
            Some(_) => (Some(RebuildReason::Moved), 0.0),
        })
    }

    fn build(
        &mut self,
        level: SimdLevel,
        points: &Points<'_, D>,
        space: &Space<D>,
    ) -> Result<(), Error> {
        self.lists.clear();
        if points.len() > MOST_POINTS {
            return Err(Error::TooManyPoints { points: points.len(), limit: MOST_POINTS });
        }
        self.images.read(points, space)?;
        self.cells.sort(&self.images, space.padded)?;
        self.find(level, points, space)?;
        self.lists.assemble(points.len(), self.images.ranked())
    }

    /// Searches, and once more if the neighbors were too many for the room that was there.
    fn find(
        &mut self,
        level: SimdLevel,
        points: &Points<'_, D>,
        space: &Space<D>,
    ) -> Result<(), Error> {
        loop {
            let most = self.most;
            self.scratches.prepare(threads::count(), |scratch| scratch.prepare(most))?;
            let shelf = self.lists.shelf(points.len(), &self.images.invalid)?;
            let half = self.settings.kind == ListKind::Half;
            let (images, cells, band) = (&self.images, &self.cells, space.band());
            let search = Search { level, points, space, images, cells, shelf: &shelf, band, half };
            search.run(&self.scratches, &mut self.faults)?;
            let neighbors = shelf.total();
            self.most = self.scratches.most(|scratch| scratch.most);
            if neighbors > self.settings.limit {
                let limit = self.settings.limit;
                return Err(Error::TooManyNeighbors { neighbors, limit });
            }
            if self.lists.holds(neighbors)? {
                return Ok(());
            }
        }
    }

    /// Number of points of the last update, each of which has a list.
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
        let settings = self.built.as_ref().map(|(_, settings)| settings);
        settings.is_some_and(|settings| settings.has_shifts).then(|| {
            let ranked = self.images.ranked();
            self.ranks_of(point).map(move |(neighbor, rank)| {
                let Some(ranked) = ranked else { return (neighbor, [0; D]) };
                let [from, to] = [point, neighbor as usize].map(|point| self.images.times(point));
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
    pub fn par_iter(&self) -> impl IndexedParallelIterator<Item = (usize, &[u32])> {
        threads::numbers(0..self.len()).map(|point| (point, self.of(point)))
    }

    /// The lists narrowed down to what is within the radius now. The points must be those of the
    /// last update, or a pair could be missing.
    ///
    /// # Errors
    /// [`Error::Length`] when there are more points than lists, or fewer.
    pub fn within<'a>(&'a self, points: Points<'a, D>) -> Result<Within<'a, D>, Error> {
        match &self.built {
            Some((space, settings)) if points.len() == self.len() => {
                Ok(Within { lists: self, points, space, radius: settings.radius })
            }
            _ => Err(Error::Length { what: "points", expected: self.len(), found: points.len() }),
        }
    }

    /// Proof that the lists have every pair within the radius; none before the first update, and
    /// after one that failed.
    #[must_use]
    pub fn validity(&self) -> Option<Validity> {
        self.validity
    }

    /// Up to which distance pairs were listed when the lists were built: the radius plus the skin,
    /// rounded up to an `f32`.
    #[must_use]
    pub fn reach(&self) -> Option<f32> {
        self.built.as_ref().map(|(space, _)| space.reach)
    }

    /// Points of the last update that are not finite.
    #[must_use]
    pub fn invalid(&self) -> &[InvalidShape] {
        &self.images.invalid
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.images.memory_bytes()
            + self.cells.memory_bytes()
            + self.lists.memory_bytes()
            + self.scratches.sum(SearchScratch::memory_bytes)
            + self.faults.capacity() * size_of::<Option<Error>>()
            + self.farthest.capacity() * size_of::<Farthest>()
    }
}

instances![Neighbors::<D>::refresh];
