//! The pairs in which there is a copy of a box of another rank.

use bytemuck::Pod;
use jostle::{
    Aabb, Bounds, BroadPhase, Filter, Join, Pair, Pairs, Sap,
    broad::BoxSet,
    domain::{Decomposition, Selection},
};

use super::LocalBoxes;
use crate::{
    Error,
    ghosts::Ghosts,
    mail::{extend, read, reserve},
};

/// The boxes at the borders of a domain: own ones that may touch ghosts, and behind them ghosts.
pub(crate) struct Border<const D: usize, R> {
    sap: Sap<D>,
    /// The own ones.
    near: Vec<u32>,
    selection: Selection,
    /// Boxes in which ghosts are: one of each rank, and the largest ghosts.
    hulls: Vec<Aabb<D>>,
    /// Where those of the next step are expected: in these, and a little beyond.
    expected: Vec<Aabb<D>>,
    sides: Sides<D, R>,
    /// The ranks that ghosts come from.
    ranks: Vec<usize>,
    found: Pairs,
    pairs: Vec<Pair>,
}

const WHAT: &str = "boxes at the borders of a domain";

/// Both kinds of boxes, which have their places one behind the other.
struct Sides<const D: usize, R> {
    own: Boxes<D, R>,
    ghosts: Boxes<D, R>,
}

impl<const D: usize, R> Sides<D, R> {
    /// The boxes among which the one at a place is, and its row there.
    fn at(&self, place: u32) -> (&Boxes<D, R>, usize) {
        let (row, own) = (place as usize, self.own.ids.len());
        if row < own { (&self.own, row) } else { (&self.ghosts, row - own) }
    }

    /// The id of the box at a place.
    fn id(&self, place: u32) -> u64 {
        let (boxes, row) = self.at(place);
        boxes.ids[row]
    }
}

/// Some boxes, and all that is known of them.
struct Boxes<const D: usize, R> {
    /// Minima and maxima of each.
    corners: Vec<f32>,
    ids: Vec<u64>,
    categories: Vec<u32>,
    masks: Vec<u32>,
    groups: Vec<i32>,
    statics: Vec<bool>,
    records: Vec<R>,
}

impl<const D: usize, R> Default for Boxes<D, R> {
    fn default() -> Self {
        Self {
            corners: Vec::new(),
            ids: Vec::new(),
            categories: Vec::new(),
            masks: Vec::new(),
            groups: Vec::new(),
            statics: Vec::new(),
            records: Vec::new(),
        }
    }
}

impl<const D: usize, R: Pod> Boxes<D, R> {
    fn clear(&mut self) {
        self.corners.clear();
        self.ids.clear();
        self.categories.clear();
        self.masks.clear();
        self.groups.clear();
        self.statics.clear();
        self.records.clear();
    }

    /// Adds own boxes, by their indices.
    fn take(&mut self, indices: &[u32], local: &LocalBoxes<'_, D, R>) -> Result<(), Error> {
        let indices = || indices.iter().map(|index| *index as usize);
        let count = indices().len();
        // One field after the other, so that the memory of many boxes is waited for at once.
        reserve(&mut self.corners, 2 * D * count, WHAT)?;
        for index in indices() {
            // What is not valid touches nothing, and is not asked for.
            let aabb = local.set.bounds.get(index).unwrap_or(Aabb::EMPTY);
            self.corners.extend_from_slice(&aabb.min);
            self.corners.extend_from_slice(&aabb.max);
        }
        reserve(&mut self.ids, count, WHAT)?;
        self.ids.extend(indices().map(|index| local.ids[index]));
        if local.is_filtered() {
            let filter = &local.set.filter;
            reserve(&mut self.categories, count, WHAT)?;
            reserve(&mut self.masks, count, WHAT)?;
            reserve(&mut self.groups, count, WHAT)?;
            reserve(&mut self.statics, count, WHAT)?;
            for index in indices() {
                let [category, mask] = filter.categories_of(index);
                self.categories.push(category);
                self.masks.push(mask);
            }
            self.groups.extend(indices().map(|index| filter.group_of(index)));
            self.statics.extend(indices().map(|index| filter.is_static(index)));
        }
        if let Some(records) = local.records {
            reserve(&mut self.records, count, WHAT)?;
            self.records.extend(indices().map(|index| records[index]));
        }
        Ok(())
    }

    /// Adds a box, given as in a message about boxes like the local ones.
    fn push(&mut self, id: u64, body: &[u32], local: &LocalBoxes<'_, D, R>) -> Result<(), Error> {
        let (corners, rest) = body.split_at(2 * D);
        extend(&mut self.corners, bytemuck::cast_slice(corners), WHAT)?;
        extend(&mut self.ids, &[id], WHAT)?;
        let (filter, words) = rest.split_at(local.filter_words());
        if let [category, mask, group, is_static] = *filter {
            extend(&mut self.categories, &[category], WHAT)?;
            extend(&mut self.masks, &[mask], WHAT)?;
            extend(&mut self.groups, &[group.cast_signed()], WHAT)?;
            extend(&mut self.statics, &[is_static == 1], WHAT)?;
        }
        if local.records.is_some() {
            extend(&mut self.records, &[read(words)], WHAT)?;
        }
        Ok(())
    }

    fn set(&self) -> Result<BoxSet<'_, D>, jostle::Error> {
        let maxima = self.corners.get(D..).unwrap_or_default();
        let bounds = Bounds::from_strided((&self.corners, 2 * D), (maxima, 2 * D))?;
        let filter = if self.categories.is_empty() {
            Filter::default()
        } else {
            Filter::default()
                .with_categories(&self.categories, &self.masks)
                .with_groups(&self.groups)
                .with_statics(&self.statics)
        };
        Ok(BoxSet { bounds, filter })
    }

    fn get(&self, place: usize) -> Aabb<D> {
        let at =
            |offset: usize| std::array::from_fn(|axis| self.corners[2 * D * place + offset + axis]);
        Aabb { min: at(0), max: at(D) }
    }

    fn memory_bytes(&self) -> usize {
        let words = self.corners.capacity() + self.categories.capacity() + self.masks.capacity();
        size_of::<u32>() * (words + self.groups.capacity())
            + size_of::<u64>() * self.ids.capacity()
            + self.statics.capacity()
            + size_of::<R>() * self.records.capacity()
    }
}

/// How many times the mean size a ghost is that is looked at for itself, and how many are at most.
const GIANT: f64 = 8.0;
const MOST_GIANTS: u32 = 16;

/// How far ghosts are expected beyond the box in which they were, in edges of it. With more, more
/// own boxes are near than have to be; with less, all are looked at once more.
const MARGIN: f32 = 0.0625;

/// The sum of a box's edges.
fn size<const D: usize>(aabb: &Aabb<D>) -> f64 {
    aabb.size().into_iter().map(f64::from).sum()
}

impl<const D: usize, R: Pod> Default for Border<D, R> {
    fn default() -> Self {
        Self {
            sap: Sap::new(),
            near: Vec::new(),
            selection: Selection::new(),
            hulls: Vec::new(),
            expected: Vec::new(),
            sides: Sides { own: Boxes::default(), ghosts: Boxes::default() },
            ranks: Vec::new(),
            found: Pairs::new(),
            pairs: Vec::new(),
        }
    }
}

impl<const D: usize, R: Pod> Border<D, R> {
    pub(crate) fn clear(&mut self) {
        self.sides.own.clear();
        self.sides.ghosts.clear();
        self.ranks.clear();
        self.near.clear();
        self.pairs.clear();
    }

    /// Finds the pairs of ghosts with own boxes and with each other that this rank reports.
    pub(crate) fn find(
        &mut self,
        me: usize,
        domains: &Decomposition<D>,
        local: &LocalBoxes<'_, D, R>,
        ghosts: &Ghosts,
        near: &[u32],
    ) -> Result<(), Error> {
        self.clear();
        if ghosts.len() == 0 {
            self.expected.clear();
            return Ok(());
        }
        self.read(me, domains, local, ghosts)?;
        let is_within = |hull: &Aabb<D>| self.expected.iter().any(|large| large.contains(hull));
        if self.hulls.iter().all(is_within) {
            extend(&mut self.near, near, WHAT)?;
        } else {
            self.selection.update(local.set.bounds, None, &self.hulls)?;
            extend(&mut self.near, self.selection.touching(), WHAT)?;
        }
        self.expected.clear();
        extend(&mut self.expected, &self.hulls, WHAT)?;
        for hull in &mut self.expected {
            *hull = hull.enlarged_by(hull.size().map(|edge| MARGIN * edge));
        }
        self.sides.own.take(&self.near, local)?;
        let (own, ghosts) = (self.sides.own.set()?, self.sides.ghosts.set()?);
        let behind = self.sides.own.ids.len() as u32;
        for (join, first) in [(Join::between(own, ghosts), 0), (Join::within(ghosts), behind)] {
            self.sap.pairs(&join, &mut self.found)?;
            for Pair { a, b } in self.found.iter() {
                let pair = Pair { a: a + first, b: b + behind };
                let [one, other] = [pair.a, pair.b].map(|place| {
                    let (boxes, row) = self.sides.at(place);
                    boxes.get(row)
                });
                if domains.owner(&one, &other) == me {
                    let in_order = self.sides.id(pair.a) < self.sides.id(pair.b);
                    let pair = if in_order { pair } else { Pair { a: pair.b, b: pair.a } };
                    extend(&mut self.pairs, &[pair], "pairs at the borders of a domain")?;
                }
            }
        }
        Ok(())
    }

    /// Reads the ghosts, and finds in which boxes those of each rank lie, and the largest ones.
    fn read(
        &mut self,
        me: usize,
        domains: &Decomposition<D>,
        local: &LocalBoxes<'_, D, R>,
        ghosts: &Ghosts,
    ) -> Result<(), Error> {
        let Self { sides, ranks, hulls, .. } = self;
        for ghost in ghosts.iter() {
            sides.ghosts.push(ghost.id, ghost.body, local)?;
            extend(ranks, &[ghost.rank], WHAT)?;
        }
        let region = domains.region(me);
        // Each touches the domain, or it would not be here.
        let here = |place: usize| {
            let aabb = sides.ghosts.get(place);
            aabb.intersection(&region).unwrap_or(aabb)
        };
        let sizes = (0..ranks.len()).map(|place| size(&here(place)));
        let (sum, count) = sizes
            .filter(|size| size.is_finite())
            .fold((0.0, 0), |(sum, count), size| (sum + size, count + 1));
        let large = GIANT * sum / f64::from(count.max(1));
        hulls.clear();
        let (mut of_rank, mut last, mut giants) = (0, None, 0);
        for (place, rank) in ranks.iter().enumerate() {
            let aabb = here(place);
            // A wall across the domain must not make all that is beside it near.
            if size(&aabb) > large && giants < MOST_GIANTS {
                giants += 1;
                extend(hulls, &[aabb], WHAT)?;
                continue;
            }
            if last != Some(*rank) {
                (last, of_rank) = (Some(*rank), hulls.len());
                extend(hulls, &[Aabb::EMPTY], WHAT)?;
            }
            hulls[of_rank] = hulls[of_rank].union(&aabb);
        }
        Ok(())
    }

    /// The pairs, by places.
    pub(crate) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The own boxes that were compared with ghosts, by their indices.
    pub(crate) fn near(&self) -> &[u32] {
        &self.near
    }

    /// Where ghosts are expected in the next step.
    pub(crate) fn expected(&self) -> &[Aabb<D>] {
        &self.expected
    }

    /// How many boxes there are.
    pub(crate) fn len(&self) -> usize {
        self.sides.own.ids.len() + self.sides.ghosts.ids.len()
    }

    /// The id of the box at a place.
    pub(crate) fn id(&self, place: u32) -> u64 {
        self.sides.id(place)
    }

    /// The record of the box at a place, if there are records.
    pub(crate) fn record(&self, place: u32) -> Option<&R> {
        let (boxes, row) = self.sides.at(place);
        boxes.records.get(row)
    }

    /// The rank of a box.
    pub(crate) fn rank(&self, me: usize, place: u32) -> usize {
        let (own, place) = (self.sides.own.ids.len(), place as usize);
        if place < own { me } else { self.ranks[place - own] }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.sap.memory_bytes()
            + self.selection.memory_bytes()
            + size_of::<u32>() * self.near.capacity()
            + size_of::<Aabb<D>>() * (self.hulls.capacity() + self.expected.capacity())
            + self.sides.own.memory_bytes()
            + self.sides.ghosts.memory_bytes()
            + size_of::<usize>() * self.ranks.capacity()
            + self.found.capacity_bytes()
            + size_of::<Pair>() * self.pairs.capacity()
    }
}
