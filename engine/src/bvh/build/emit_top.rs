//! The nodes of the top.

use jostle_kernels::{Lanes, Node, Pass, SimdLevel, lane::LANES};

use super::{
    emit::{Slot, write_inner},
    top::Top,
    wide::Child,
};
use crate::bvh::tree::SENTINEL_ROOT;

impl<const D: usize> Top<D> {
    /// Writes the roof and the nodes of the top, given what refers to the roots of the groups.
    pub(super) fn emit(&mut self, level: SimdLevel, roots: &[Slot], nodes: &mut [Node<D>]) {
        level.run(EmitTop { top: self, roots, nodes });
    }
}

struct EmitTop<'a, const D: usize> {
    top: &'a mut Top<D>,
    roots: &'a [Slot],
    nodes: &'a mut [Node<D>],
}

impl<const D: usize> Pass for EmitTop<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Top { wides, groups, slots, .. } = self.top;
        slots.clear();
        slots.resize(wides.len().max(1), Slot::ABSENT);
        for (number, group) in groups.iter().enumerate() {
            match group.parent {
                Some((wide, slot)) => {
                    let (first, len) = (number as u32, group.len as u32);
                    wides[wide].children[slot] = Child::Leaf { first, len };
                }
                None => slots[0] = self.roots[number],
            }
        }
        // Children lie behind their parents.
        for (number, wide) in wides.iter().enumerate().rev() {
            let mut children = [Slot::ABSENT; LANES];
            for (slot, child) in children.iter_mut().zip(wide.children) {
                *slot = match child {
                    Child::None => break,
                    Child::Inner(inner) => slots[inner as usize],
                    Child::Leaf { first: group, .. } => self.roots[group as usize],
                };
            }
            let place = SENTINEL_ROOT + 1 + number;
            slots[number] = write_inner(lanes, &children, place as u32, &mut self.nodes[place]);
        }
        let mut roof = [Slot::ABSENT; LANES];
        roof[0] = slots[0];
        write_inner(lanes, &roof, SENTINEL_ROOT as u32, &mut self.nodes[SENTINEL_ROOT]);
    }
}
