//! Which boxes touch.

use jostle::{
    Aabb, Bounds, BroadPhase, Error, Filter, Handle, Join, Moved, Pair, Pairs,
    broad::{BoxSet, DynamicTree, Margin, Output},
};

/// Few boxes change where no more than one in so many does.
const FEW: usize = 16;

/// Minimum and maximum of a box. One that is not there has NaN: the engine leaves it out.
pub(crate) type Sides = [f32; 6];

/// The pairs of boxes that touch. Where many boxes change in a step, a broad phase finds all pairs
/// anew; where few do, in this step and in the last, a tree of all boxes finds those of the few.
pub(crate) struct BoxPairs {
    phase: Box<dyn BroadPhase<3>>,
    /// Whether the broad phase had the boxes of the last step.
    is_told: bool,
    moved: Moved,
    tree: Option<BoxTree>,
    found: Pairs,
    /// The pairs of the step, in order.
    pairs: Vec<Pair>,
    before: Vec<Pair>,
    had_few: bool,
    is_changed: Vec<bool>,
}

impl BoxPairs {
    pub(crate) fn new(phase: Box<dyn BroadPhase<3>>) -> Self {
        Self {
            phase,
            is_told: false,
            moved: Moved::new(),
            tree: None,
            found: Pairs::new(),
            pairs: Vec::new(),
            before: Vec::new(),
            had_few: false,
            is_changed: Vec::new(),
        }
    }

    /// The pairs of the step before, and those of this one.
    pub(crate) fn both(&self) -> [&[Pair]; 2] {
        [&self.before, &self.pairs]
    }

    /// Finds the pairs of boxes of which those in a list changed. Two that are static are none.
    pub(crate) fn update(
        &mut self,
        boxes: &[Sides],
        statics: &[bool],
        changed: &[u32],
    ) -> Result<(), Error> {
        std::mem::swap(&mut self.pairs, &mut self.before);
        self.pairs.clear();
        let has_few = changed.len() * FEW <= boxes.len();
        let had_few = std::mem::replace(&mut self.had_few, has_few);
        if has_few && had_few {
            return self.update_few(boxes, statics, changed);
        }
        self.tree = None;
        let mut bounds = Bounds::from_records(boxes, 0, size_of::<[f32; 3]>())?;
        if std::mem::replace(&mut self.is_told, true) {
            self.moved.tell(boxes.len(), changed)?;
            bounds = bounds.with_moved(&self.moved)?;
        }
        let filter = Filter::default().with_statics(statics);
        self.phase.pairs(&Join::within(BoxSet { bounds, filter }), &mut self.found)?;
        self.found.sort_canonical()?;
        self.pairs.extend_from_slice(&self.found);
        Ok(())
    }

    fn update_few(
        &mut self,
        boxes: &[Sides],
        statics: &[bool],
        changed: &[u32],
    ) -> Result<(), Error> {
        self.is_told = false;
        if changed.is_empty() {
            self.pairs.extend_from_slice(&self.before);
            return Ok(());
        }
        let tree = match &mut self.tree {
            // One that was changed often is worse than a new one.
            Some(tree) if tree.changes < boxes.len() => {
                tree.update(boxes, changed)?;
                tree
            }
            tree => tree.insert(BoxTree::new(boxes, changed)?),
        };
        let found = &mut self.found;
        tree.tree.moved_pairs(Output::Collect(found))?;
        let rows = &tree.rows;
        for pair in found.as_mut_slice() {
            *pair = Pair::ordered(rows[pair.a as usize], rows[pair.b as usize]);
        }
        found.as_mut_slice().sort_unstable();
        let is_changed = &mut self.is_changed;
        is_changed.resize(boxes.len(), false);
        changed.iter().for_each(|index| is_changed[*index as usize] = true);
        let stays = |pair: &&Pair| !is_changed[pair.a as usize] && !is_changed[pair.b as usize];
        let is_wanted = |pair: &&Pair| !statics[pair.a as usize] || !statics[pair.b as usize];
        let mut new = found.iter().filter(is_wanted).peekable();
        for old in self.before.iter().filter(stays) {
            while let Some(new) = new.next_if(|new| *new < old) {
                self.pairs.push(*new);
            }
            self.pairs.push(*old);
        }
        self.pairs.extend(new);
        changed.iter().for_each(|index| is_changed[*index as usize] = false);
        Ok(())
    }

    /// Forgets the pairs.
    pub(crate) fn forget(&mut self) {
        (self.tree, self.is_told, self.had_few) = (None, false, false);
        self.pairs.clear();
        self.before.clear();
        self.is_changed.clear();
    }
}

/// All boxes that are there.
struct BoxTree {
    tree: DynamicTree<3>,
    handles: Vec<Option<Handle>>,
    /// The indices of boxes by the slots of their handles.
    rows: Vec<u32>,
    changes: usize,
}

impl BoxTree {
    /// A tree of which these are to be looked for.
    fn new(boxes: &[Sides], changed: &[u32]) -> Result<Self, Error> {
        // Boxes have the margin of rapier.
        let tree = DynamicTree::new().with_margin(Margin { share: 0.0, length: 0.0 })?;
        let mut all = Self { tree, handles: vec![None; boxes.len()], rows: Vec::new(), changes: 0 };
        let mut handles = Vec::new();
        let there = |index: &u32| of(&boxes[*index as usize]).is_some();
        let rows: Vec<u32> = (0..boxes.len() as u32).filter(there).collect();
        let kept: Vec<Sides> = rows.iter().map(|index| boxes[*index as usize]).collect();
        let bounds = Bounds::from_records(&kept, 0, size_of::<[f32; 3]>())?;
        all.tree.load(bounds, &mut handles)?;
        for (index, handle) in rows.into_iter().zip(handles) {
            all.hold(index, handle);
        }
        // All were put in. From here on, those that changed count.
        all.tree.moved_pairs(Output::Count)?;
        all.update(boxes, changed)?;
        Ok(all)
    }

    fn hold(&mut self, index: u32, handle: Handle) {
        let slot = handle.slot() as usize;
        self.rows.resize(self.rows.len().max(slot + 1), 0);
        self.rows[slot] = index;
        self.handles[index as usize] = Some(handle);
    }

    /// Brings boxes up to date.
    fn update(&mut self, boxes: &[Sides], changed: &[u32]) -> Result<(), Error> {
        self.changes += changed.len();
        self.handles.resize(boxes.len(), None);
        for index in changed {
            let place = *index as usize;
            match (of(&boxes[place]), self.handles[place]) {
                (Some(aabb), Some(handle)) => {
                    self.tree.set(handle, aabb)?;
                }
                (Some(aabb), None) => {
                    let handle = self.tree.insert(aabb)?;
                    self.hold(*index, handle);
                }
                (None, Some(handle)) => {
                    self.tree.remove(handle)?;
                    self.handles[place] = None;
                }
                (None, None) => {}
            }
        }
        Ok(())
    }
}

/// A box, if it is there.
fn of(sides: &Sides) -> Option<Aabb<3>> {
    let [x, y, z, right, top, far] = *sides;
    let is_there = x <= right && y <= top && z <= far;
    is_there.then(|| Aabb::new([x, y, z], [right, top, far]))
}
