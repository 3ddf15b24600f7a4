//! The boxes at rest and the tree over them.

use jostle_kernels::{Level, LevelError, Node};

use super::look::Chunk;
use crate::{
    Aabb, Bvh, Error,
    broad::dynamic_tree::{Core, Margin},
    debug::DebugDraw,
    error::reserve,
};

/// One box in so many may have changed since the tree was built before it is built anew.
const WORN: usize = 4;

/// One box in so many may change at once before it is faster to build the tree anew.
const FEW: usize = 8;

/// The boxes at rest by their indices.
pub(super) struct Resting<const D: usize> {
    tree: Core<D>,
    /// Empty where the box with this index does not rest.
    known: Vec<Aabb<D>>,
    /// Boxes that were put in since the tree was built.
    put_in: usize,
    /// Whether the tree is not of the boxes that are known: a run failed before it was.
    is_behind: bool,
    /// Whether it was when the boxes of this run were asked for.
    was_behind: bool,
}

impl<const D: usize> Resting<D> {
    pub(super) fn from_level(level: Result<Level, LevelError>) -> Self {
        // They do not move, so that room to move would only make the tree worse.
        let margin = Margin { share: 0.0, length: 0.0 };
        let tree = Core::new(Bvh::from_level(level), margin);
        Self { tree, known: Vec::new(), put_in: 0, is_behind: false, was_behind: false }
    }

    /// The boxes at rest that are known of so many boxes, to be compared with and brought up to date.
    pub(super) fn known(&mut self, boxes: usize) -> Result<&mut [Aabb<D>], Error> {
        let level = self.tree.bvh.level.clone()?;
        let gone = boxes..self.known.len();
        if gone.len() * FEW > self.known.len() {
            self.is_behind = true;
        } else {
            for id in gone {
                if self.tree.holds(id as u32) {
                    self.tree.remove(level, id as u32);
                }
            }
        }
        self.known.truncate(boxes);
        self.tree.make_room(boxes)?;
        reserve(&mut self.known, boxes, "the boxes at rest")?;
        self.known.resize(boxes, Aabb::EMPTY);
        self.was_behind = std::mem::replace(&mut self.is_behind, true);
        Ok(&mut self.known)
    }

    /// Puts the boxes that changed, since they were asked for, where they belong.
    pub(super) fn update(&mut self, level: Level, chunks: &[Chunk<D>]) -> Result<(), Error> {
        let changed: usize = chunks.iter().map(|chunk| chunk.changed.len()).sum();
        let (len, worn) = (self.tree.len(), self.put_in + changed);
        if self.was_behind || changed * FEW > len || worn * WORN > len {
            self.put_in = 0;
            let boxes = self.known.iter().enumerate().filter(|(_, aabb)| !is_empty(aabb));
            self.tree.load_boxes(boxes.map(|(index, aabb)| (index as u32, *aabb)))?;
        } else {
            self.change(level, chunks)?;
        }
        self.is_behind = false;
        Ok(())
    }

    /// Takes boxes out and puts others in, one by one.
    fn change(&mut self, level: Level, chunks: &[Chunk<D>]) -> Result<(), Error> {
        for (id, aabb) in chunks.iter().flat_map(|chunk| &chunk.changed) {
            if self.tree.holds(*id) {
                self.tree.remove(level, *id);
            }
            if !is_empty(aabb) {
                self.tree.make_room_to_insert()?;
                self.tree.insert(level, *id, aabb, 0);
                self.put_in += 1;
            }
        }
        Ok(())
    }

    /// The nodes of the tree.
    pub(super) fn nodes(&self) -> &[Node<D>] {
        self.tree.bvh.tree.nodes()
    }

    pub(super) fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.tree.bvh.tree.draw(0, draw);
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes() + self.known.capacity() * size_of::<Aabb<D>>()
    }
}

/// Whether a box is none.
fn is_empty<const D: usize>(aabb: &Aabb<D>) -> bool {
    aabb.min[0] > aabb.max[0]
}
