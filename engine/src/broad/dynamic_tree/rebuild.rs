//! Building the tree anew, or parts of it.

use jostle_kernels::{Record, SimdLevel, simd::LANES};

use super::{
    core::{Core, Info, NOWHERE},
    entry::Entry,
    rebuilder::{Rebuilder, most_height},
};
use crate::{
    Bounds, Error, Handle,
    bvh::builder::{Child, DEEP},
    exec::run::StageTimes,
    handle::Slots,
    instances::instances,
    join::part::Part,
    memory::reserve,
    tree::nodes::{SENTINEL_ROOT, is_leaf, place},
};

impl<const D: usize> Core<D> {
    /// Replaces all boxes by the valid ones of a part, whose ids begin at 0.
    pub(super) fn load(&mut self, part: &Part<'_, D>) -> Result<(), Error> {
        self.clear();
        let loaded = self.load_anew(part);
        if loaded.is_err() {
            // Not half of a tree: the next frame begins with none.
            self.clear();
        }
        loaded
    }

    fn load_anew(&mut self, part: &Part<'_, D>) -> Result<(), Error> {
        let ids = part.bounds.len();
        self.make_room(ids)?;
        self.bvh.build_part(part, &mut StageTimes::default())?;
        self.make_infos()?;
        self.adopt();
        self.moved[..ids].fill(true);
        self.put_in = 0;
        self.make_room_to_grow()
    }

    /// Makes room for what will be put in until the tree is loaded again, with some to spare: later
    /// frames, in which there are some nodes more or fewer, need no memory.
    fn make_room_to_grow(&mut self) -> Result<(), Error> {
        let used = self.bvh.tree.used;
        if self.bvh.tree.nodes.len() < used + used / 2 { self.make_nodes(used) } else { Ok(()) }
    }

    /// Replaces all boxes by valid ones, and gives out a handle for each, for which there is room.
    /// What fails changes nothing.
    #[inline(never)]
    pub(super) fn load_as(
        &mut self,
        bounds: Bounds<'_, D>,
        slots: &mut Slots<()>,
        handles: &mut Vec<Handle>,
    ) -> Result<(), Error> {
        let (mut ids, records) = (0, &mut self.rebuilder.records);
        records.clear();
        reserve(records, bounds.len(), "the boxes of a tree")?;
        slots.reserve_after_clear(bounds.len())?;
        let boxes = (0..bounds.len()).filter_map(|index| bounds.get(index).ok());
        for (aabb, slot) in boxes.zip(slots.next_after_clear()) {
            ids = ids.max(slot as usize + 1);
            records.push(Entry::new(&aabb, slot, 0).record());
        }
        self.make_room(ids)?;
        self.build()?;
        slots.clear();
        self.moved.fill(false);
        for record in &self.rebuilder.records {
            let handle = slots.insert(());
            debug_assert_eq!(handle.slot(), record.id());
            handles.push(handle);
            self.moved[record.id() as usize] = true;
        }
        Ok(())
    }

    /// Builds the tree anew from the boxes in it.
    #[inline(never)]
    pub(super) fn rebuild(&mut self) -> Result<(), Error> {
        let mut records = std::mem::take(&mut self.rebuilder.records);
        let collected = self.collect(&mut records);
        self.rebuilder.records = records;
        collected?;
        self.build()
    }

    /// Builds the tree of the records in place of the one that there is, which stays if there is no
    /// memory for another.
    fn build(&mut self) -> Result<(), Error> {
        let plan = self.bvh.plan_records(&self.rebuilder.records)?;
        self.make_infos()?;
        self.bvh.write(plan);
        self.free = NOWHERE;
        self.leaf_of.fill(NOWHERE);
        self.adopt();
        Ok(())
    }

    /// The boxes as records.
    fn collect(&self, records: &mut Vec<Record>) -> Result<(), Error> {
        records.clear();
        reserve(records, self.len(), "the boxes of a tree")?;
        let nodes = self.bvh.tree.nodes().iter().zip(&self.infos);
        for (node, _) in nodes.skip(1).filter(|(_, info)| !info.free && info.height == 0) {
            let boxes = node
                .occupied()
                .map(|(slot, id)| Entry::new(&node.aabb(slot), id, node.exclusion[slot]).record());
            records.extend(boxes);
        }
        Ok(())
    }

    /// Learns all about a tree that was just built. There is room for that.
    fn adopt(&mut self) {
        let used = self.bvh.tree.used;
        if self.bvh.tree.root().is_none() {
            self.set_up_sentinel_root();
            return;
        }
        self.infos.clear();
        self.infos.resize(used, Info::new(NOWHERE, 1));
        // Parents lie before their children.
        for at in 0..used {
            let height = usize::from(self.infos[at].height);
            self.infos[at].len = self.bvh.tree.nodes[at].len() as u8;
            for (_, to) in self.bvh.tree.nodes[at].occupied() {
                if height == 0 {
                    self.leaf_of[to as usize] = at as u32;
                } else {
                    let info = &mut self.infos[place(to)];
                    (info.parent, info.height) = (at as u32, u8::from(!is_leaf(to)));
                }
            }
        }
        for at in (1..used).rev() {
            if self.infos[at].height > 0 {
                self.infos[at].height = self.height_of(at as u32);
            }
            self.refresh(at as u32);
        }
        self.infos[SENTINEL_ROOT].height = self.height_of(SENTINEL_ROOT as u32);
    }

    /// Builds those parts of the tree anew in which something changed since the last time: the
    /// nodes above the leaves that changed, over what hangs below them.
    #[inline(never)]
    pub(super) fn rebuild_changed(&mut self, level: SimdLevel) -> Result<(), Error> {
        self.reassemble(level, 0, |info| info.changed)?;
        self.keep_shallow(level)
    }

    /// Sees to it that the tree is not too high: builds its upper half anew, balanced. That takes
    /// operations without end between small subtrees: each adds a node of eight at the root before
    /// the tree grows by one.
    pub(super) fn keep_shallow(&mut self, level: SimdLevel) -> Result<(), Error> {
        let mut before = usize::MAX;
        while self.height() > most_height(self.len()) && self.height() < before {
            before = self.height();
            self.reassemble(level, DEEP, |info| usize::from(info.height) > before / 2)?;
        }
        Ok(())
    }

    /// The same; without memory for it the tree stays as it is, which makes queries slower. No box
    /// is put in then until it is lower.
    pub(super) fn keep_shallow_if_possible(&mut self, level: SimdLevel) {
        self.may_be_high = self.keep_shallow(level).is_err();
    }

    /// Takes the nodes apart that `opens` names, from the root on, and builds others over what hung
    /// below them: by the surface area heuristic where `depth` is 0, balanced where it is `DEEP`.
    fn reassemble(
        &mut self,
        level: SimdLevel,
        depth: u32,
        opens: impl Fn(&Info) -> bool,
    ) -> Result<(), Error> {
        let mut rebuilder = std::mem::take(&mut self.rebuilder);
        let planned = self.open(opens, &mut rebuilder).and_then(|()| {
            rebuilder.plan(level, depth)?;
            self.make_nodes(rebuilder.wides.len())
        });
        if planned.is_ok() && !rebuilder.wides.is_empty() {
            self.replace(&mut rebuilder);
        }
        self.rebuilder = rebuilder;
        planned
    }

    /// Lists the nodes that are opened, parents first, and what hangs below them.
    fn open(&self, opens: impl Fn(&Info) -> bool, to: &mut Rebuilder<D>) -> Result<(), Error> {
        let Rebuilder { opened, atoms, .. } = to;
        let what = "the parts of a tree";
        opened.clear();
        atoms.clear();
        let Some(root) = self.bvh.tree.root() else { return Ok(()) };
        let inner = |reference: u32| {
            let info = &self.infos[place(reference)];
            info.height > 0 && opens(info)
        };
        if inner(root) {
            reserve(opened, 1, what)?;
            opened.push(root);
        }
        let mut next = 0;
        while let Some(&at) = opened.get(next) {
            next += 1;
            let (of_opened, of_atoms) = (opened.len() + LANES, atoms.len() + LANES);
            reserve(opened, of_opened, what)?;
            reserve(atoms, of_atoms, what)?;
            for (_, below) in self.node(at).occupied() {
                if inner(below) {
                    opened.push(below);
                } else {
                    atoms.push(self.entry_of(place(below) as u32));
                }
            }
        }
        Ok(())
    }

    /// Puts the nodes that were planned in the place of those that are opened.
    fn replace(&mut self, by: &mut Rebuilder<D>) {
        for at in &by.opened {
            self.release(*at);
        }
        for atom in &by.atoms {
            self.infos[place(atom.reference)].changed = false;
        }
        by.places.clear();
        for _ in &by.wides {
            by.places.push(self.allocate(1, NOWHERE));
        }
        // Children lie behind their parents.
        for (wide, at) in by.wides.iter().zip(&by.places).rev() {
            for (slot, child) in wide.children.iter().enumerate() {
                let entry = match *child {
                    Child::None => break,
                    Child::Inner(number) => self.entry_of(by.places[number as usize]),
                    Child::Leaf { first, .. } => by.atoms[by.records[first as usize].id() as usize],
                };
                self.put(*at, slot, &entry);
            }
            self.measure(*at);
            self.infos[*at as usize].changed = false;
        }
        self.empty(SENTINEL_ROOT as u32);
        self.put(SENTINEL_ROOT as u32, 0, &self.entry_of(by.places[0]));
    }
}

instances![Core::<D>::load_as, Core::<D>::rebuild, Core::<D>::rebuild_changed];
