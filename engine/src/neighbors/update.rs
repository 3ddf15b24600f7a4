//! An update: whether lists can be kept, and how they are built if not.

use super::{
    Neighbors, Points, RebuildReason, Validity,
    cells::CellGrid,
    ingest::MOST_KEYS,
    point_chunk::join,
    search::{SAMPLED, Search, SearchScratch, SortedPoints},
    settings::NeighborSettings,
    space::Space,
    validity::displacement,
};
use crate::{
    Error,
    exec::threads,
    instances::instances,
    validate::{InvalidShape, JoinSide},
};

/// Chunks of points from which on a sample costs less than it saves.
const FEWEST_TO_SAMPLE: usize = 4;

/// What lists were built for.
#[derive(Clone, Copy)]
pub(super) struct Built<const D: usize> {
    pub(super) space: Space<D>,
    pub(super) settings: NeighborSettings<D>,
    pub(super) is_between: bool,
}

/// The points of an update.
#[derive(Clone, Copy)]
pub(super) struct Sets<'a, const D: usize> {
    /// Those that have lists, if these are not the same.
    pub(super) queries: Option<Points<'a, D>>,
    pub(super) points: Points<'a, D>,
}

impl<'a, const D: usize> Sets<'a, D> {
    /// Those that have lists.
    fn from(&self) -> &Points<'a, D> {
        self.queries.as_ref().unwrap_or(&self.points)
    }

    /// The largest radii of valid points, of those that have lists and of the others; none if none
    /// have radii.
    fn largest(&self, space: &Space<D>) -> Option<[f32; 2]> {
        let all = [self.from(), &self.points];
        all.iter().any(|points| points.radii().is_some()).then(|| {
            all.map(|points| {
                let valid = (0..points.len()).filter(|index| space.accepts(points, *index));
                valid.map(|index| points.radius(index)).fold(0.0, f32::max)
            })
        })
    }
}

impl<const D: usize> Neighbors<D> {
    /// Makes the lists right for points: keeps them if that is proven to be enough, else builds
    /// them.
    ///
    /// Runs on all threads of the caller's pool.
    ///
    /// # Errors
    /// [`Error::Reach`], [`Error::Period`] and [`Error::Setting`] for bad settings,
    /// [`Error::TooManyPoints`], [`Error::TooManyNeighbors`] with their exact number, and
    /// [`Error::OutOfMemory`]. Then there are no lists.
    pub fn update<'a>(&mut self, points: impl Into<Points<'a, D>>) -> Result<Validity, Error> {
        self.update_sets(&Sets { queries: None, points: points.into() })
    }

    /// Makes the lists right for two sets: for each query, a point of the first one, a list of the
    /// points of the second one. Nothing is left out as being the same, and each pair is listed
    /// once, whatever the [kind](super::ListKind). Of points that are [invalid](Self::invalid),
    /// queries are on the first side.
    ///
    /// ```
    /// use jostle::neighbors::Neighbors;
    ///
    /// let mut lists = Neighbors::new(1.0);
    /// lists.update_between(&[[0.0, 0.0], [5.0, 0.0]], &[[0.5, 0.0], [9.0, 0.0], [0.0, 1.0]])?;
    /// assert_eq!((lists.of(0), lists.of(1)), (&[0, 2][..], &[][..]));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// As of [`update`](Self::update).
    pub fn update_between<'a>(
        &mut self,
        queries: impl Into<Points<'a, D>>,
        points: impl Into<Points<'a, D>>,
    ) -> Result<Validity, Error> {
        self.update_sets(&Sets { queries: Some(queries.into()), points: points.into() })
    }

    /// Whether an [`update`](Self::update) with these points would keep the lists: for whoever has
    /// something to do before lists are built, as putting points into a better order. Changes
    /// nothing.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn would_keep<'a>(&mut self, points: impl Into<Points<'a, D>>) -> Result<bool, Error> {
        let sets = Sets { queries: None, points: points.into() };
        threads::enter(sets.points.len(), || self.is_kept(&sets))
    }

    #[inline(never)]
    fn is_kept(&mut self, sets: &Sets<'_, D>) -> Result<bool, Error> {
        Ok(self.compare(sets, self.built)?.is_ok())
    }

    fn update_sets(&mut self, sets: &Sets<'_, D>) -> Result<Validity, Error> {
        let before = self.built.take();
        self.validity = None;
        let items = sets.points.len().max(sets.from().len());
        let result = threads::enter(items, || self.refresh(sets, before));
        match result {
            Ok(validity) => self.validity = Some(validity),
            Err(_) => self.clear(),
        }
        result
    }

    #[inline(never)]
    fn refresh(&mut self, sets: &Sets<'_, D>, before: Option<Built<D>>) -> Result<Validity, Error> {
        let (built, rebuilt, displacement) = match self.compare(sets, before)? {
            Ok((built, displacement)) => (built, None, displacement),
            Err(reason) => (self.build(sets)?, Some(reason), 0.0),
        };
        self.built = Some(built);
        Ok(Validity { rebuilt, displacement, allowance: built.space.allowance })
    }

    /// What lists were built for and how far points have moved, if they can be kept; else why not.
    fn compare(
        &mut self,
        sets: &Sets<'_, D>,
        before: Option<Built<D>>,
    ) -> Result<Result<(Built<D>, f64), RebuildReason>, Error> {
        let because = |reason| Ok(Err(reason));
        let Some(built) = before else { return because(RebuildReason::First) };
        if built.settings != self.settings {
            return because(RebuildReason::Settings);
        }
        if built.is_between != sets.queries.is_some() {
            return because(RebuildReason::Sets);
        }
        let mut most = 0.0_f64;
        let queries = sets.queries.as_ref().map(|queries| (queries, &self.queries));
        for (points, images) in [(&sets.points, &self.images)].into_iter().chain(queries) {
            if images.points() != points.len() {
                return because(RebuildReason::Count);
            }
            match displacement(points, images, &built.space, &mut self.farthest)? {
                None => return because(RebuildReason::Quarantine),
                Some(moved) => most = most.max(moved),
            }
        }
        // Lists without a skin are right where nothing moved at all.
        if most == 0.0 || 2.0 * most <= built.space.allowance {
            Ok(Ok((built, most)))
        } else {
            because(RebuildReason::Moved)
        }
    }

    fn build(&mut self, sets: &Sets<'_, D>) -> Result<Built<D>, Error> {
        self.lists.clear();
        let (from, points) = (sets.from(), &sets.points);
        let settings = self.settings;
        let mut space = Space::new(&settings, None)?;
        let largest = sets.largest(&space);
        if let Some([own, other]) = largest {
            space = Space::new(&settings, Some(settings.rule.added(own, other)))?;
        }
        let most = points.len().max(from.len());
        if most > MOST_KEYS {
            return Err(Error::TooManyPoints { points: most, limit: MOST_KEYS });
        }
        self.images.read(points, &space)?;
        let mut extents = self.images.extents;
        if let Some(queries) = &sets.queries {
            self.queries.read_queries(queries, &space)?;
            extents.iter_mut().zip(self.queries.extents).for_each(|(all, one)| join(all, one));
        }
        let grid = CellGrid::new(extents, space.padded);
        self.cells.sort(&self.images, &grid)?;
        if sets.queries.is_some() {
            self.query_cells.sort(&self.queries, &grid)?;
        }
        self.find(sets, &space, largest.map(|[_, other]| other))?;
        self.lists.assemble(from.len(), self.images.ranked())?;
        self.list_invalid_points(sets)?;
        Ok(Built { space, settings, is_between: sets.queries.is_some() })
    }

    /// Joins the invalid points of the second set to those of the first.
    fn list_invalid_points(&mut self, sets: &Sets<'_, D>) -> Result<(), Error> {
        if sets.queries.is_some() {
            let (all, others) = (&mut self.queries.invalid, &self.images.invalid);
            let side = JoinSide::Second;
            others.iter().try_for_each(|point| InvalidShape { side, ..*point }.push_to(all))?;
        }
        Ok(())
    }

    /// Searches, and once more if the neighbors were too many for the room that was there. Where
    /// there is none yet, the neighbors of some points tell how much there should be.
    fn find(
        &mut self,
        sets: &Sets<'_, D>,
        space: &Space<D>,
        largest: Option<f32>,
    ) -> Result<(), Error> {
        let settings = self.settings;
        let is_between = sets.queries.is_some();
        let mut is_sample = self.lists.has_no_room();
        loop {
            let (most, by_distance) = (self.most, settings.nearest.is_some());
            let prepare = |scratch: &mut SearchScratch<D>| scratch.prepare(most, by_distance);
            self.scratches.prepare(threads::count(), prepare)?;
            let to =
                SortedPoints { points: &sets.points, images: &self.images, cells: &self.cells };
            let queries = |points| {
                let (images, cells) = (&self.queries, &self.query_cells);
                SortedPoints { points, images, cells }
            };
            let from = sets.queries.as_ref().map_or(to, queries);
            let shelf = self.lists.shelf(from.points.len(), &from.images.invalid)?;
            let search = Search {
                level: self.level,
                from,
                to,
                is_between,
                space,
                shelf: &shelf,
                band: space.band(space.reach),
                largest,
                settings: &settings,
            };
            let chunks = search.chunks();
            is_sample &= chunks >= FEWEST_TO_SAMPLE;
            let every = if is_sample { SAMPLED } else { 1 };
            search.run(every, &self.scratches, self.cancel.as_ref(), &mut self.faults)?;
            let neighbors = shelf.total();
            self.most = self.scratches.most(|scratch| scratch.most);
            if is_sample {
                let times = chunks as u64 / chunks.div_ceil(SAMPLED) as u64;
                self.lists.expect(neighbors.saturating_mul(times).min(settings.limit));
                is_sample = false;
                continue;
            }
            if neighbors > settings.limit {
                return Err(Error::TooManyNeighbors { neighbors, limit: settings.limit });
            }
            if self.lists.holds(neighbors)? {
                return Ok(());
            }
        }
    }
}

instances![Neighbors::<D>::refresh, Neighbors::<D>::is_kept];
