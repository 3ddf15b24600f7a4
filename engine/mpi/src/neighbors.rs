//! Points within a radius, of points that many ranks hold.

use bytemuck::cast_slice;
use jostle::{
    Aabb, Error as EngineError,
    domain::Decomposition,
    neighbors::{ListKind, Neighbors, Points, RadiusRule},
};

use crate::{
    Error, Ranks,
    error::unless_it_panics,
    ghosts::Ghosts,
    mail::{extend, resize},
    ranks::{agree, check_domains},
};

/// Lists for each point of this rank the points of all ranks within a radius.
///
/// The lists are those of [`Neighbors`] of all points in the order of their ids, across periodic
/// borders as well.
pub struct DistributedNeighbors<const D: usize> {
    lists: Neighbors<D>,
    radius: f32,
    rule: RadiusRule,
    periods: [Option<(f32, f32)>; D],
    ghosts: Ghosts,
    /// All points that are here, in the order of their ids.
    numbers: Vec<f32>,
    radii: Vec<f32>,
    ids: Vec<u64>,
    /// The places of the own points among them.
    places: Vec<u32>,
    /// Where points come from: the place of an own one, or behind these that of a copy.
    order: Vec<(u64, u32)>,
    scratch: Vec<usize>,
}

impl<const D: usize> DistributedNeighbors<D> {
    /// Full lists of points at most `radius` apart, in space without borders. A bad radius is an
    /// error of the next update.
    #[must_use]
    pub fn new(radius: f32) -> Self {
        Self {
            lists: Neighbors::new(radius),
            radius,
            rule: RadiusRule::default(),
            periods: [None; D],
            ghosts: Ghosts::default(),
            numbers: Vec::new(),
            radii: Vec::new(),
            ids: Vec::new(),
            places: Vec::new(),
            order: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// With full lists, or half ones, in which each pair is listed for the point with the lower id.
    #[must_use]
    pub fn with_kind(mut self, kind: ListKind) -> Self {
        self.lists = self.lists.with_kind(kind);
        self
    }

    /// With space that repeats itself on some axes, as of [`Neighbors::with_periods`].
    #[must_use]
    pub fn with_periods(mut self, periods: [Option<(f32, f32)>; D]) -> Self {
        self.lists = self.lists.with_periods(periods);
        self.periods = periods;
        self
    }

    /// With a rule for the radii of points, as of [`Neighbors::with_rule`].
    #[must_use]
    pub fn with_rule(mut self, rule: RadiusRule) -> Self {
        self.lists = self.lists.with_rule(rule);
        self.rule = rule;
        self
    }

    /// With the nearest so many within the radius, the nearest first; of those as near, the ones
    /// with lower ids.
    #[must_use]
    pub fn with_nearest(mut self, count: usize) -> Self {
        self.lists = self.lists.with_nearest(count);
        self
    }

    /// Finds the neighbors of all points as they are now.
    ///
    /// Each id is that of one point of one rank, and each point lies in the domain of its rank:
    /// [`migrate`](crate::migrate) moves those that left theirs. Ids ascend. Where points have
    /// radii, each is copied as far as the largest radius of all reaches.
    ///
    /// # Errors
    /// As of [`Neighbors::update`]; [`jostle::Error::Setting`] for a point that lies elsewhere and
    /// for ids that do not ascend; [`Error::Settings`] where domains, radius, rule or periods are
    /// not the same on all ranks. There are no lists then.
    pub fn update(
        &mut self,
        ranks: &impl Ranks,
        domains: &Decomposition<D>,
        ids: &[u64],
        points: Points<'_, D>,
    ) -> Result<(), Error> {
        self.places.clear();
        let settings = self.settings(domains);
        let largest = largest_radius(ranks, &points);
        let chosen = self.choose(ranks, domains, ids, &points, largest.unwrap_or(0.0));
        let has_radii = largest.is_some();
        let write = |index: usize, words: &mut Vec<u32>| {
            extend(words, cast_slice(&points.get(index)), WHAT_IS_SENT)?;
            let radius = [points.radius(index).to_bits()];
            extend(words, if has_radii { &radius } else { &[] }, WHAT_IS_SENT)
        };
        let body = D + usize::from(has_radii);
        self.ghosts.exchange(ranks, chosen, settings, body, ids, write, || {})?;
        let found = unless_it_panics(|| self.find(ids, &points, has_radii));
        agree(ranks, found, settings).inspect_err(|_| {
            self.ghosts.forget();
            self.places.clear();
        })
    }

    /// What has to be the same on all ranks, as one number.
    fn settings(&self, domains: &Decomposition<D>) -> u64 {
        let ends = self.periods.iter().flatten().flat_map(|(start, end)| [*start, *end]);
        let words = ends.chain([self.radius]).map(f32::to_bits).chain([self.rule as u32]);
        words.fold(domains.digest(), |hash, word| {
            (hash.rotate_left(9) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Chooses which points go to which ranks.
    fn choose(
        &mut self,
        ranks: &impl Ranks,
        domains: &Decomposition<D>,
        ids: &[u64],
        points: &Points<'_, D>,
        largest: f32,
    ) -> Result<(), Error> {
        let refuse =
            |what, found: String, range| Err(EngineError::Setting { what, found, range }.into());
        check_domains(ranks, domains)?;
        if !(0.0..f32::INFINITY).contains(&self.radius) {
            return Err(EngineError::Reach { what: "radius" }.into());
        }
        if ids.len() != points.len() {
            let (expected, found) = (points.len(), ids.len());
            return Err(EngineError::Length { what: "ids", expected, found }.into());
        }
        if !ids.is_sorted() {
            return refuse("ids of points", "in another order".into(), "in ascending order");
        }
        let (me, radius, rule) = (ranks.rank(), self.radius, self.rule);
        let chosen = self.ghosts.choose(ranks.ranks())?;
        if domains.domains() == 1 {
            return Ok(());
        }
        let mut inside = domains.region(me);
        for (axis, period) in self.periods.iter().enumerate() {
            if let Some((start, end)) = period {
                inside.min[axis] = inside.min[axis].max(*start);
                inside.max[axis] = inside.max[axis].min(*end);
            }
        }
        for index in 0..points.len() {
            let (point, own) = (points.get(index), points.radius(index));
            if !is_valid(&point, own) {
                continue;
            }
            let reach = reach_of(radius, rule, own, largest);
            let reached = Aabb {
                min: point.map(|x| (x - reach).next_down()),
                max: point.map(|x| (x + reach).next_up()),
            };
            if is_inside(&reached, &inside) {
                continue;
            }
            let mut is_here = false;
            domains.for_each_touched_periodic(
                &Aabb::point(point),
                &self.periods,
                &mut self.scratch,
                |domain| {
                    is_here |= domain == me;
                },
            )?;
            if !is_here {
                return refuse(
                    "place of a point",
                    format!("point {index} in another domain"),
                    "in the domain of its rank",
                );
            }
            let mut result = Ok(());
            let choose = |domain: usize| {
                if domain != me && result.is_ok() {
                    result = extend(&mut chosen[domain], &[index as u32], WHAT_IS_SENT);
                }
            };
            let Self { periods, scratch, .. } = self;
            domains.for_each_touched_periodic(&reached, periods, scratch, choose)?;
            result?;
        }
        Ok(())
    }

    /// Lists the neighbors of all points that are here.
    fn find(&mut self, ids: &[u64], points: &Points<'_, D>, has_radii: bool) -> Result<(), Error> {
        const WHAT: &str = "the points of a domain";
        self.ghosts.take()?;
        if self.ghosts.len() == 0 {
            // The own points are all there are, and where they are.
            self.lists.update(*points)?;
            self.ids.clear();
            extend(&mut self.ids, ids, WHAT)?;
            self.places.clear();
            resize(&mut self.places, ids.len(), 0, WHAT)?;
            self.places.iter_mut().zip(0..).for_each(|(place, index)| *place = index);
            return Ok(());
        }
        self.order.clear();
        let mut ghosts = Vec::new();
        for (number, ghost) in self.ghosts.iter().enumerate() {
            extend(&mut self.order, &[(ghost.id, (ids.len() + number) as u32)], WHAT)?;
            extend(&mut ghosts, cast_slice::<u32, f32>(ghost.body), WHAT)?;
        }
        self.order.sort_unstable();
        let mut waiting = self.order.iter().copied().peekable();
        let Self { numbers, radii, ids: all, places, .. } = self;
        let total = ids.len() + self.ghosts.len();
        resize(numbers, D * total, 0.0, WHAT)?;
        resize(radii, if has_radii { total } else { 0 }, 0.0, WHAT)?;
        resize(all, total, 0, WHAT)?;
        resize(places, ids.len(), 0, WHAT)?;
        let mut place = 0;
        let mut put = |id: u64, point: &[f32], radius: f32| {
            numbers[D * place..][..D].copy_from_slice(point);
            if has_radii {
                radii[place] = radius;
            }
            all[place] = id;
            place += 1;
        };
        let body = D + usize::from(has_radii);
        let ghost_at = |number: u32| {
            let ghost = &ghosts[body * (number as usize - ids.len())..][..body];
            (&ghost[..D], ghost.get(D).copied().unwrap_or(0.0))
        };
        for (index, id) in ids.iter().enumerate() {
            while let Some((id, number)) = waiting.next_if(|(other, _)| other < id) {
                let (point, radius) = ghost_at(number);
                put(id, point, radius);
            }
            places[index] = (index + self.order.len() - waiting.len()) as u32;
            put(*id, &points.get(index), points.radius(index));
        }
        waiting.for_each(|(id, number)| {
            let (point, radius) = ghost_at(number);
            put(id, point, radius);
        });
        let points = Points::from_strided(&self.numbers, D)?;
        let points = if has_radii { points.with_radii(&self.radii)? } else { points };
        self.lists.update(points)?;
        Ok(())
    }

    /// How many points of this rank have lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether no point has a list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The ids of the neighbors of a point of this rank, by its index, in the order of
    /// [`Neighbors::of`].
    ///
    /// # Panics
    /// When there is no such point.
    pub fn of(&self, index: usize) -> impl ExactSizeIterator<Item = u64> + '_ {
        let list = self.lists.of(self.places[index] as usize);
        list.iter().map(|place| self.ids[*place as usize])
    }

    /// Points of other ranks that are copied to this one.
    #[must_use]
    pub fn held_ghosts(&self) -> usize {
        self.ghosts.len()
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.lists.memory_bytes()
            + self.ghosts.memory_bytes()
            + size_of::<f32>() * (self.numbers.capacity() + self.radii.capacity())
            + size_of::<u64>() * self.ids.capacity()
            + size_of::<u32>() * self.places.capacity()
            + size_of::<(u64, u32)>() * self.order.capacity()
            + size_of::<usize>() * self.scratch.capacity()
    }
}

const WHAT_IS_SENT: &str = "points for other ranks";

/// Whether a point has neighbors.
fn is_valid<const D: usize>(point: &[f32; D], radius: f32) -> bool {
    point.iter().all(|x| x.is_finite()) && (0.0..f32::INFINITY).contains(&radius)
}

/// No less than how far a point of a radius has to be known where the largest of all is that one:
/// what two roundings may make of it.
fn reach_of(radius: f32, rule: RadiusRule, own: f32, largest: f32) -> f32 {
    let added = match rule {
        RadiusRule::Sum => f64::from(own) + f64::from(largest),
        RadiusRule::Larger | RadiusRule::Own => f64::from(largest),
    };
    let reach = (f64::from(radius) + added) * (1.0 + 4.0 * f64::from(f32::EPSILON));
    (reach as f32).next_up() + f32::MIN_POSITIVE
}

/// The largest valid radius of the points of all ranks; none where all points of all ranks have
/// radii of 0.
fn largest_radius<const D: usize>(ranks: &impl Ranks, points: &Points<'_, D>) -> Option<f32> {
    let (mut largest, mut has_radii) = (0.0_f32, false);
    for index in 0..points.len() {
        let radius = points.radius(index);
        if radius != 0.0 {
            has_radii = true;
            largest =
                if is_valid(&points.get(index), radius) { largest.max(radius) } else { largest };
        }
    }
    // Numbers from 0 on are in the order of their bits, and the greatest is the least of opposites.
    let mut least = [u64::from(!largest.to_bits()), u64::from(!has_radii)];
    ranks.least(&mut least);
    (least[1] == 0).then(|| f32::from_bits(!(least[0] as u32)))
}

/// Whether a box lies within a region, below its upper borders.
fn is_inside<const D: usize>(aabb: &Aabb<D>, region: &Aabb<D>) -> bool {
    (0..D).all(|axis| aabb.min[axis] >= region.min[axis] && aabb.max[axis] < region.max[axis])
}
