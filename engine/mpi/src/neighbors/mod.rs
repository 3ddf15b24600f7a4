//! Points within a radius, of points that many ranks hold.

mod held;
mod input;
mod reach;
mod within;

use bytemuck::Pod;
use jostle::{
    domain::Decomposition,
    neighbors::{ListKind, Neighbors, RadiusRule},
};

use held::HeldPoints;
pub use input::LocalPoints;
use reach::{Reach, largest_radius};
pub use within::{DistributedWithin, Neighbor};

use crate::{Error, Ranks, error::unless_it_panics, ghosts::Ghosts, ranks::agree};

/// Lists for each point of this rank the points of all ranks within a radius.
///
/// The lists are those of [`Neighbors`] of all points in the order of their ids, across periodic
/// borders as well. With a [skin](Self::with_skin) they are [kept](Self::keep) while points may not
/// have used it up: then only the places of copies are sent, and points stay where they are, even
/// if they leave the domain of their rank.
///
/// ```
/// use jostle::domain::Decomposition;
/// use jostle_mpi::{DistributedNeighbors, LocalPoints, Ranks, migrate, run_ranks};
///
/// let counts = run_ranks(2, |ranks| {
///     let domains = Decomposition::bisect(&[[0.0, 0.0], [10.0, 0.0]], &[1.0; 2], 2)?;
///     // Four points in a row, which move to the right. Three of them go to the first rank.
///     let first = 2 * ranks.rank() as u64;
///     let mut ids = vec![first, first + 1];
///     let mut points: Vec<_> = ids.iter().map(|id| [2.0 * *id as f32, 0.0]).collect();
///     let mut lists = DistributedNeighbors::new(2.5).with_skin(0.5);
///     let mut counts = Vec::new();
///     for _ in 0..4 {
///         if !lists.keep(ranks, LocalPoints::new(&ids, &points))? {
///             let homes: Vec<_> = points.iter().map(|point| domains.domain_of(point)).collect();
///             migrate(ranks, &mut ids, &mut points, |index| homes[index])?;
///             lists.update(ranks, &domains, LocalPoints::new(&ids, &points))?;
///         }
///         let within = lists.within()?;
///         counts.extend((0..ids.len()).map(|index| within.of(index).count()));
///         points.iter_mut().for_each(|point| point[0] += 0.125);
///     }
///     Ok::<_, jostle_mpi::Error>(counts)
/// });
/// assert_eq!(counts, [Ok([1, 2, 2].repeat(4)), Ok([1].repeat(4))]);
/// ```
pub struct DistributedNeighbors<const D: usize, R = ()> {
    lists: Neighbors<D>,
    reach: Reach<D>,
    ghosts: Ghosts,
    held: HeldPoints<D, R>,
    me: usize,
    scratch: Vec<usize>,
}

impl<const D: usize, R: Pod> DistributedNeighbors<D, R> {
    /// Full lists of points at most `radius` apart, in space without borders. A bad radius is an
    /// error of the next update.
    #[must_use]
    pub fn new(radius: f32) -> Self {
        Self {
            lists: Neighbors::new(radius),
            reach: Reach { radius, skin: 0.0, rule: RadiusRule::default(), periods: [None; D] },
            ghosts: Ghosts::default(),
            held: HeldPoints::new(),
            me: 0,
            scratch: Vec::new(),
        }
    }

    /// With full lists, or half ones, in which each pair is listed for the point with the lower id.
    #[must_use]
    pub fn with_kind(mut self, kind: ListKind) -> Self {
        self.lists = self.lists.with_kind(kind);
        self
    }

    /// With a skin, as of [`Neighbors::with_skin`]: lists are made for that much more than the
    /// radius, and can be [kept](Self::keep).
    #[must_use]
    pub fn with_skin(mut self, skin: f32) -> Self {
        self.lists = self.lists.with_skin(skin);
        self.reach.skin = skin;
        self
    }

    /// With space that repeats itself on some axes, as of [`Neighbors::with_periods`].
    #[must_use]
    pub fn with_periods(mut self, periods: [Option<(f32, f32)>; D]) -> Self {
        self.lists = self.lists.with_periods(periods);
        self.reach.periods = periods;
        self
    }

    /// With a rule for the radii of points, as of [`Neighbors::with_rule`].
    #[must_use]
    pub fn with_rule(mut self, rule: RadiusRule) -> Self {
        self.lists = self.lists.with_rule(rule);
        self.reach.rule = rule;
        self
    }

    /// With the nearest so many within the radius, the nearest first; of those as near, the ones
    /// with lower ids.
    #[must_use]
    pub fn with_nearest(mut self, count: usize) -> Self {
        self.lists = self.lists.with_nearest(count);
        self
    }

    /// Makes the lists of all points as they are now.
    ///
    /// Each id is that of one point of one rank, and each point lies in the domain of its rank:
    /// [`migrate`](crate::migrate) moves those that left theirs. Where points have radii, each is
    /// copied as far as the largest radius of all reaches.
    ///
    /// # Errors
    /// As of [`Neighbors::update`]; [`jostle::Error::Setting`] for a point that lies elsewhere and
    /// for ids that do not ascend; [`Error::Settings`] where domains, radius, skin, rule, periods
    /// or the size of records are not the same on all ranks. There are no lists then.
    pub fn update(
        &mut self,
        ranks: &impl Ranks,
        domains: &Decomposition<D>,
        local: LocalPoints<'_, D, R>,
    ) -> Result<(), Error> {
        self.forget();
        self.me = ranks.rank();
        let largest = largest_radius(ranks, &local.points);
        let has_radii = largest.is_some();
        let body = LocalPoints::<D, R>::body_words(has_radii);
        let settings = self.reach.digest(domains.digest() ^ body as u64);
        let Self { reach, ghosts, scratch, .. } = self;
        let chosen = ghosts.choose(ranks.ranks()).and_then(|chosen| {
            reach.choose(ranks, domains, &local, largest.unwrap_or(0.0), chosen, scratch)
        });
        self.exchange(ranks, chosen, settings, &local, has_radii)?;
        let found = unless_it_panics(|| {
            self.ghosts.take()?;
            self.held.arrange(&local, &self.ghosts, has_radii)?;
            self.lists.update(self.held.points()?)?;
            Ok(())
        });
        self.conclude(agree(ranks, found, settings))
    }

    /// Keeps the lists, if it is proven that no pair within the radius is missing in them, and
    /// takes in where points are now. If not, on any rank, all ranks hear `false`, and there are no
    /// lists: [`update`](Self::update) is next, once points have moved to their domains.
    ///
    /// The points are those of the last update, in their order. Lists are kept in the steps in
    /// which [`Neighbors`] of all points would be, but for what the last digits of a displacement
    /// decide. Costs a look at each point, an exchange of what moved among copies, and four small
    /// reductions.
    ///
    /// # Errors
    /// As of [`update`](Self::update); there are no lists then.
    pub fn keep(
        &mut self,
        ranks: &impl Ranks,
        local: LocalPoints<'_, D, R>,
    ) -> Result<bool, Error> {
        const FAULT: u64 = 0;
        const OTHERS: u64 = 1;
        let checked = local.check();
        let has_lists = self.lists.validity().is_some();
        let is_same = has_lists && checked.is_ok() && self.held.are_of(&local);
        let own = if checked.is_err() { FAULT } else { OTHERS + u64::from(is_same) };
        let mut least = [own];
        ranks.least(&mut least);
        let settings = self.reach.digest(0);
        match least {
            [FAULT] => return self.conclude(agree(ranks, checked, settings).map(|()| false)),
            [OTHERS] => {
                self.forget();
                return Ok(false);
            }
            _ => (),
        }
        // What is copied is what it was, in the same order.
        let has_radii = self.held.has_radii();
        self.exchange(ranks, Ok(()), settings, &local, has_radii)?;
        let kept = unless_it_panics(|| {
            self.ghosts.take()?;
            self.held.follow(&local, &self.ghosts);
            Ok(self.lists.would_keep(self.held.points()?)?)
        });
        let kept = self.conclude(agree(ranks, kept, settings))?;
        let mut all = [u64::from(kept)];
        ranks.least(&mut all);
        if all == [0] {
            self.forget();
        }
        Ok(all == [1])
    }

    /// Sends ghosts of what was chosen.
    fn exchange(
        &mut self,
        ranks: &impl Ranks,
        chosen: Result<(), Error>,
        settings: u64,
        local: &LocalPoints<'_, D, R>,
        has_radii: bool,
    ) -> Result<(), Error> {
        let body = LocalPoints::<D, R>::body_words(has_radii);
        let write = |index: usize, words: &mut Vec<u32>| local.write(index, has_radii, words);
        let sent = self.ghosts.exchange(ranks, chosen, settings, body, local.ids, write, || {});
        self.conclude(sent)
    }

    /// Forgets everything after an error.
    fn conclude<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        result.inspect_err(|_| {
            self.ghosts.forget();
            self.forget();
        })
    }

    /// Forgets the lists.
    fn forget(&mut self) {
        self.held.clear();
        self.lists.clear();
    }

    /// How many points of this rank have lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.held.own_places().len()
    }

    /// Whether no point has a list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The neighbors of a point of this rank, by its index, in the order of [`Neighbors::of`]: with
    /// a skin also those within it when the lists were made.
    ///
    /// # Panics
    /// When there is no such point.
    pub fn of(&self, index: usize) -> impl ExactSizeIterator<Item = Neighbor<D, R>> + '_ {
        let list = self.lists.of(self.held.own_places()[index] as usize);
        list.iter().map(|place| self.held.neighbor(*place))
    }

    /// The lists narrowed down to what is within the radius now, where the last call was an update
    /// or kept the lists.
    ///
    /// # Errors
    /// [`jostle::Error::Length`] where there are no lists.
    pub fn within(&self) -> Result<DistributedWithin<'_, D, R>, Error> {
        let within = self.lists.within(self.held.points()?)?;
        Ok(DistributedWithin { within, held: &self.held })
    }

    /// Points of other ranks that are copied to this one.
    #[must_use]
    pub fn held_ghosts(&self) -> usize {
        self.ghosts.len()
    }

    /// Copies of points of this rank on other ranks.
    #[must_use]
    pub fn sent_ghosts(&self) -> usize {
        self.ghosts.sent(self.me).0
    }

    /// Bytes that the last call sent to other ranks.
    #[must_use]
    pub fn sent_bytes(&self) -> u64 {
        self.ghosts.sent(self.me).1
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.lists.memory_bytes()
            + self.ghosts.memory_bytes()
            + self.held.memory_bytes()
            + size_of::<usize>() * self.scratch.capacity()
    }
}
