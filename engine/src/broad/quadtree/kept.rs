//! A tree that is kept from frame to frame: box `i` of a set is the same object in every frame.

use jostle_kernels::{Node, SimdLevel};

use super::{
    QuadtreeFit, QuadtreeSettings,
    flatten::Flat,
    refresh::Refresh,
    settings,
    tree::{Entry, QuadtreeCore, ROOT},
};
use crate::{
    Aabb, Error,
    broad::sample::Sample,
    join::part::Part,
    memory::{reserve, reserve_one},
    morton,
    validate::InvalidShape,
};

/// The tree was built with so many objects, and so many of them in the root.
#[derive(Clone, Copy)]
struct Built {
    objects: usize,
    in_root: usize,
}

/// A tree of the boxes of a set, and what is known of them.
pub(super) struct KeptQuadtree<const D: usize> {
    pub(super) tree: QuadtreeCore<D>,
    pub(super) flat: Flat,
    /// None where the tree has to be built.
    built: Option<Built>,
    /// Number of boxes of the last frame.
    boxes: usize,
    /// Boxes that are not in the tree, because they are not valid.
    absent: Vec<u32>,
    /// Those of the frame before.
    waiting: Vec<u32>,
    refresh: Refresh,
    /// The order in which boxes are put into a new tree.
    order: Vec<u64>,
    sample: Sample<D>,
}

impl<const D: usize> Default for KeptQuadtree<D> {
    fn default() -> Self {
        Self {
            tree: QuadtreeCore::new(Aabb::point([0.0; D]), &QuadtreeSettings::default()),
            flat: Flat::default(),
            built: None,
            boxes: 0,
            absent: Vec::new(),
            waiting: Vec::new(),
            refresh: Refresh::default(),
            order: Vec::new(),
            sample: Sample::default(),
        }
    }
}

impl<const D: usize> KeptQuadtree<D> {
    /// Brings the tree up to date and lists the invalid boxes.
    pub(super) fn update(
        &mut self,
        level: SimdLevel,
        part: &Part<'_, D>,
        fit: QuadtreeFit,
        invalid: &mut Vec<InvalidShape>,
    ) -> Result<(), Error> {
        // What fails half-way leaves a tree that has to be built.
        let built = self.built.take();
        std::mem::swap(&mut self.absent, &mut self.waiting);
        self.absent.clear();
        self.built = match built {
            Some(built) if !self.is_outgrown(built, part.bounds.len()) => {
                let few = self.refresh.read(level, &mut self.tree, part)?;
                if few {
                    self.move_all(part)?;
                }
                Some(built).filter(|built| few && !self.has_left(*built))
            }
            _ => None,
        };
        if self.built.is_none() {
            self.built = Some(self.build(part, fit)?);
        }
        self.boxes = part.bounds.len();
        self.tree.refit(level);
        for index in &self.absent {
            if let Err(reason) = part.bounds.get(*index as usize) {
                InvalidShape { side: part.side, index: *index, reason }.push_to(invalid)?;
            }
        }
        Ok(())
    }

    /// Whether there are so many more or less boxes that nodes should be larger or smaller.
    fn is_outgrown(&self, built: Built, boxes: usize) -> bool {
        let (few, many) = (built.objects / 4, 4 * built.objects);
        !(few..=many.max(64)).contains(&boxes)
    }

    /// Whether many boxes have left the world.
    fn has_left(&self, built: Built) -> bool {
        let in_root = self.tree.quad(ROOT).len as usize;
        in_root > 2 * built.in_root + 64 + self.tree.len() / 16
    }

    /// Builds the tree.
    fn build(&mut self, part: &Part<'_, D>, fit: QuadtreeFit) -> Result<Built, Error> {
        let objects = part.bounds.len();
        let world = settings::world_of(part, &mut self.sample)?;
        self.tree.adopt(world, &settings::for_boxes(objects, fit, &world));
        self.absent.clear();
        self.tree.offset = part.first_id();
        curve_order(part, &world, &mut self.order)?;
        for index in 0..objects {
            self.add(part, self.order[index] as u32)?;
        }
        self.absent.sort_unstable();
        Ok(Built { objects, in_root: self.tree.quad(ROOT).len as usize })
    }

    /// The wide nodes for a join.
    pub(super) fn nodes(&self) -> &[Node<D>] {
        self.flat.nodes(&self.tree)
    }

    /// Bytes held, without the threads' buffers.
    pub(super) fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes()
            + self.flat.memory_bytes()
            + self.refresh.memory_bytes()
            + 4 * (self.absent.capacity() + self.waiting.capacity())
            + 8 * self.order.capacity()
    }

    /// Puts a box into the tree, or on the list of those that are not valid.
    fn add(&mut self, part: &Part<'_, D>, object: u32) -> Result<(), Error> {
        let Ok(aabb) = part.bounds.get(object as usize) else {
            reserve_one(&mut self.absent, "the boxes that are not valid")?;
            self.absent.push(object);
            return Ok(());
        };
        let entry = Entry { object, aabb, exclusion: part.tags.of(object as usize).1 };
        self.tree.insert(&entry)
    }

    /// Moves the boxes that do not belong where they are, takes those out that are gone or not
    /// valid, and puts those in that came.
    fn move_all(&mut self, part: &Part<'_, D>) -> Result<(), Error> {
        for index in 0..self.refresh.movers.len() {
            let object = self.refresh.movers[index];
            let Some((block, slot)) = self.tree.place(object) else { continue };
            self.tree.remove(block, slot);
            if (object as usize) < part.bounds.len() {
                self.add(part, object)?;
            }
        }
        let boxes = part.bounds.len();
        let came = self.boxes.min(boxes)..boxes;
        // Those that were not valid are looked at again; what is still not valid is listed again.
        let again = std::mem::take(&mut self.waiting);
        for object in again.iter().copied().filter(|object| (*object as usize) < boxes) {
            self.add(part, object)?;
        }
        self.waiting = again;
        for index in came {
            self.add(part, index as u32)?;
        }
        self.absent.sort_unstable();
        Ok(())
    }
}

/// Steps of the curve on an axis.
const STEPS: f32 = 65_535.0;

/// Puts the numbers of all boxes in the order of the curve, in the lower half of each entry. Boxes
/// that are not valid come first.
fn curve_order<const D: usize>(
    part: &Part<'_, D>,
    world: &Aabb<D>,
    order: &mut Vec<u64>,
) -> Result<(), Error> {
    let axes = settings::axes(world);
    let place = |aabb: Aabb<D>| {
        let center = aabb.center();
        morton::code(axes.map(|axis| {
            let share = (center[axis] - world.min[axis]) / (world.max[axis] - world.min[axis]);
            // What is outside, or not a number, is cut to what there is.
            u32::from((share * STEPS) as u16)
        }))
    };
    order.clear();
    reserve(order, part.bounds.len(), "the order of boxes")?;
    order.extend((0..part.bounds.len()).map(|index| {
        let key = part.bounds.get(index).map_or(0, place);
        u64::from(key) << 32 | index as u64
    }));
    order.sort_unstable();
    Ok(())
}
