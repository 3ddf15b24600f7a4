//! What a quadtree should be: a list of handles and boxes.

use std::{collections::BTreeMap, ops::ControlFlow};

use jostle::{
    Aabb, Error, Handle,
    broad::{Quadtree, QuadtreeFit, QuadtreeSettings},
};

/// A quadtree beside what it should hold.
pub(crate) struct Model<const D: usize> {
    pub(crate) tree: Quadtree<D>,
    pub(crate) boxes: BTreeMap<Handle, Aabb<D>>,
    pub(crate) stale: Vec<Handle>,
}

/// The world of all models: its lines are at 4, then at 2 and 6, and so on.
pub(crate) fn world<const D: usize>() -> Aabb<D> {
    Aabb::new([0.0; D], [8.0; D])
}

pub(crate) fn settings(
    max_objects: usize,
    max_levels: usize,
    fit: QuadtreeFit,
) -> QuadtreeSettings {
    QuadtreeSettings { max_objects, max_levels, fit }
}

/// Whether closed boxes touch, by nothing but comparisons.
fn touch<const D: usize>(a: &Aabb<D>, b: &Aabb<D>) -> bool {
    (0..D).all(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis])
}

impl<const D: usize> Model<D> {
    pub(crate) fn new(settings: QuadtreeSettings) -> Self {
        let tree = Quadtree::new(world(), settings).expect("the world is valid");
        Self { tree, boxes: BTreeMap::new(), stale: Vec::new() }
    }

    pub(crate) fn handles(&self) -> Vec<Handle> {
        self.boxes.keys().copied().collect()
    }

    pub(crate) fn insert(&mut self, aabb: Aabb<D>) -> Option<Handle> {
        let found = self.tree.insert(&aabb);
        if !aabb.is_valid() {
            assert!(matches!(found, Err(Error::Box { .. })), "{aabb:?}: {found:?}");
            return None;
        }
        let handle = found.expect("the box is valid");
        assert!(!self.stale.contains(&handle), "{handle:?} was given out twice");
        assert_eq!(self.boxes.insert(handle, aabb), None, "{handle:?} was given out twice");
        Some(handle)
    }

    pub(crate) fn remove(&mut self, handle: Handle) {
        let found = self.tree.remove(handle);
        if self.boxes.remove(&handle).is_some() {
            assert_eq!(found, Ok(()));
            self.stale.push(handle);
        } else {
            assert_eq!(found, Err(Error::StaleHandle { handle }));
        }
    }

    pub(crate) fn set(&mut self, handle: Handle, aabb: Aabb<D>) {
        let found = self.tree.set(handle, &aabb);
        match self.boxes.get_mut(&handle) {
            None => assert_eq!(found, Err(Error::StaleHandle { handle })),
            Some(_) if !aabb.is_valid() => assert!(matches!(found, Err(Error::Box { .. }))),
            Some(known) => {
                assert_eq!(found, Ok(()));
                *known = aabb;
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.tree.clear();
        self.stale.extend(std::mem::take(&mut self.boxes).into_keys());
    }

    /// All that can be asked has the answer that it should have. Returns the number of pairs.
    pub(crate) fn check(&mut self, regions: &[Aabb<D>]) -> usize {
        self.tree.validate().unwrap_or_else(|flaw| panic!("{flaw}: {:?}", self.boxes));
        assert_eq!(self.tree.len(), self.boxes.len());
        assert_eq!(self.tree.is_empty(), self.boxes.is_empty());
        for (handle, aabb) in &self.boxes {
            assert_eq!(self.tree.get(*handle), Ok(*aabb));
        }
        for handle in &self.stale {
            let handle = *handle;
            assert_eq!(self.tree.get(handle), Err(Error::StaleHandle { handle }));
        }
        let cells: Vec<_> = self.tree.cells().collect();
        let objects: usize = cells.iter().map(|cell| cell.objects).sum();
        assert_eq!(objects, self.boxes.len(), "an object is in no node, or in several");
        for region in regions.iter().chain(&[Aabb::EVERYTHING]) {
            self.check_region(region);
        }
        self.check_pairs()
    }

    fn check_region(&self, region: &Aabb<D>) {
        let all = self.boxes.iter();
        let expected: Vec<_> =
            all.filter(|(_, aabb)| touch(aabb, region)).map(|(handle, _)| *handle).collect();
        let mut found = Vec::new();
        self.tree.touching(region, |handle| found.push(handle)).expect("the region is valid");
        found.sort_unstable();
        assert_eq!(found, expected, "{region:?} in {:?}", self.boxes);
        let mut candidates = Vec::new();
        self.tree.retrieve(region, |handle| candidates.push(handle)).expect("it is valid");
        candidates.sort_unstable();
        assert!(candidates.windows(2).all(|two| two[0] < two[1]), "a candidate twice");
        assert!(candidates.iter().all(|handle| self.boxes.contains_key(handle)));
        let lost = found.iter().find(|handle| candidates.binary_search(handle).is_err());
        assert_eq!(lost, None, "it touches {region:?} and is no candidate");
    }

    fn check_pairs(&mut self) -> usize {
        let boxes: Vec<_> = self.boxes.iter().collect();
        let mut expected = Vec::new();
        for (index, (a, of_a)) in boxes.iter().enumerate() {
            let behind = boxes[index + 1..].iter().filter(|(_, of_b)| touch(of_a, of_b));
            expected.extend(behind.map(|(b, _)| (**a, **b)));
        }
        let mut found = Vec::new();
        let visit = |a: Handle, b: Handle| {
            found.push((a.min(b), a.max(b)));
            ControlFlow::Continue(())
        };
        let summary = self.tree.pairs(visit).expect("there is memory");
        assert_eq!(summary.pairs, expected.len() as u64);
        found.sort_unstable();
        assert_eq!(found, expected);
        // Joins leave the tree as it is.
        self.tree.validate().expect("it was sound before");
        found.len()
    }
}
