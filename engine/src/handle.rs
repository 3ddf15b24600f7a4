//! Handles, and the table that tells where what a handle names is.

use crate::{
    Error,
    memory::{collected, reserve_more},
};

/// Names a shape, or a box in a structure that is kept, for as long as it exists.
///
/// A handle of something that was removed is an error wherever it is used. It never names anything
/// else, however often its slot was given away since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Handle {
    slot: u32,
    generation: u32,
}

impl Handle {
    /// The handle with this slot and generation.
    pub(crate) fn of_parts(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }

    /// Its slot in the table of handles, a number below the most there ever were at a time; slots
    /// are given away again.
    #[must_use]
    pub fn slot(self) -> u32 {
        self.slot
    }

    /// How often its slot was given away before.
    #[must_use]
    pub fn generation(self) -> u32 {
        self.generation
    }

    /// The handle as one number, for where nothing else can be kept: in another language, or with
    /// an object of another library.
    ///
    /// ```
    /// use jostle::{Handle, Shape, World};
    ///
    /// let mut world = World::<2>::new();
    /// let handle = world.shapes_mut().insert(Shape::ball([0.0, 0.0], 1.0))?;
    /// let kept = handle.to_bits();
    /// assert_eq!(Handle::from_bits(kept), handle);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.slot)
    }

    /// The handle that [was](Self::to_bits) this number. One that was made up is as good as one of
    /// something that was removed.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self { slot: bits as u32, generation: (bits >> 32) as u32 }
    }
}

/// The end of the list of free slots. No slot has this number.
const END: u32 = u32::MAX;

/// Most slots.
const LIMIT: usize = END as usize;

#[derive(Clone, Copy, Debug)]
enum SlotState<P> {
    Taken(P),
    /// The next free slot.
    Free(u32),
    /// Its generations are used up.
    Retired,
}

#[derive(Clone, Copy, Debug)]
struct HandleSlot<P> {
    generation: u32,
    state: SlotState<P>,
}

impl<P> HandleSlot<P> {
    /// Whether it is taken, and is given out again once it is not.
    fn is_used_again(&self) -> bool {
        matches!(self.state, SlotState::Taken(_)) && self.generation != u32::MAX
    }
}

/// Where what handles name is: a place `P` for each.
///
/// Each time a slot is vacated its generation grows, so handles given out before no longer fit. A
/// slot whose generation cannot grow is not used again.
#[derive(Clone, Debug)]
pub(crate) struct Slots<P> {
    slots: Vec<HandleSlot<P>>,
    /// The first free slot: the one that was vacated last.
    free: u32,
    /// Number of free slots.
    vacant: usize,
    /// The generation of new slots.
    first_generation: u32,
}

impl<P: Copy> Slots<P> {
    /// A table whose slots begin with this generation.
    pub(crate) fn starting_at(first_generation: u32) -> Self {
        Self { slots: Vec::new(), free: END, vacant: 0, first_generation }
    }

    /// Makes sure that the next handles can be given out.
    pub(crate) fn reserve(&mut self, handles: usize) -> Result<(), Error> {
        let new = handles.saturating_sub(self.vacant);
        let needed = self.slots.len() + new;
        if needed > LIMIT {
            return Err(Error::TooMany { boxes: needed, limit: LIMIT });
        }
        reserve_more(&mut self.slots, new, "the table of handles")
    }

    /// Number of slots, those of the next handles included.
    pub(crate) fn with_next(&self, handles: usize) -> usize {
        self.slots.len() + handles.saturating_sub(self.vacant)
    }

    /// The slot of the next handle.
    pub(crate) fn next(&self) -> u32 {
        if self.free == END { self.slots.len() as u32 } else { self.free }
    }

    /// Makes sure that so many handles can be given out once all others were taken back.
    pub(crate) fn reserve_after_clear(&mut self, handles: usize) -> Result<(), Error> {
        let kept = self.slots.iter().filter(|slot| slot.is_used_again()).count();
        let new = handles.saturating_sub(self.vacant + kept);
        let needed = self.slots.len() + new;
        if needed > LIMIT {
            return Err(Error::TooMany { boxes: needed, limit: LIMIT });
        }
        reserve_more(&mut self.slots, new, "the table of handles")
    }

    /// The slots of the handles that are given out once all others were taken back, in order.
    pub(crate) fn next_after_clear(&self) -> impl Iterator<Item = u32> + '_ {
        let end = self.slots.len() as u32;
        let kept = (0..end).filter(|slot| self.slots[*slot as usize].is_used_again());
        kept.chain(self.free_slots()).chain(end..)
    }

    /// The free slots in the order in which they are given out.
    fn free_slots(&self) -> impl Iterator<Item = u32> + '_ {
        let some = |slot: u32| (slot != END).then_some(slot);
        std::iter::successors(some(self.free), move |slot| match self.slots[*slot as usize].state {
            SlotState::Free(next) => some(next),
            _ => None,
        })
    }

    /// Gives out a handle of what is at `place`.
    pub(crate) fn insert(&mut self, place: P) -> Handle {
        let taken = SlotState::Taken(place);
        let slot = self.free;
        match self.slots.get_mut(slot as usize) {
            Some(HandleSlot { generation, state }) => {
                if let SlotState::Free(next) = *state {
                    (self.free, self.vacant) = (next, self.vacant - 1);
                }
                *state = taken;
                Handle { slot, generation: *generation }
            }
            None => {
                let (slot, generation) = (self.slots.len() as u32, self.first_generation);
                self.slots.push(HandleSlot { generation, state: taken });
                Handle { slot, generation }
            }
        }
    }

    /// Where what a handle names is.
    pub(crate) fn place(&self, handle: Handle) -> Result<P, Error> {
        match self.slots.get(handle.slot as usize) {
            Some(HandleSlot { generation, state: SlotState::Taken(place) })
                if *generation == handle.generation =>
            {
                Ok(*place)
            }
            _ => Err(Error::StaleHandle { handle }),
        }
    }

    /// The handle of a slot that is taken.
    pub(crate) fn handle_of(&self, slot: u32) -> Handle {
        Handle { slot, generation: self.slots[slot as usize].generation }
    }

    /// The handle of a slot, if it is taken.
    pub(crate) fn handle_at(&self, slot: u32) -> Option<Handle> {
        let taken = matches!(self.slots.get(slot as usize)?.state, SlotState::Taken(_));
        taken.then(|| self.handle_of(slot))
    }

    /// Where what a slot names is, if it is taken.
    pub(crate) fn place_mut(&mut self, slot: u32) -> Option<&mut P> {
        match &mut self.slots[slot as usize].state {
            SlotState::Taken(place) => Some(place),
            _ => None,
        }
    }

    /// Takes a handle back, and says where what it named is.
    pub(crate) fn remove(&mut self, handle: Handle) -> Result<P, Error> {
        let place = self.place(handle)?;
        self.vacate(handle.slot);
        Ok(place)
    }

    /// Takes all handles back. Slots are given out again in their order.
    pub(crate) fn clear(&mut self) {
        for slot in (0..self.slots.len() as u32).rev() {
            if let SlotState::Taken(_) = self.slots[slot as usize].state {
                self.vacate(slot);
            }
        }
    }

    /// The generation of new slots.
    pub(crate) fn first_generation(&self) -> u32 {
        self.first_generation
    }

    /// The generations of all slots, and the free ones in the order in which they are given out.
    pub(crate) fn state(&self) -> (Vec<u32>, Vec<u32>) {
        let generations = self.slots.iter().map(|slot| slot.generation).collect();
        (generations, self.free_slots().collect())
    }

    /// Slots of these generations, none of which is taken or free yet.
    pub(crate) fn of_generations(
        first_generation: u32,
        generations: &[u32],
    ) -> Result<Self, Error> {
        let slot =
            |generation: &u32| HandleSlot { generation: *generation, state: SlotState::Retired };
        let slots = collected(generations.iter().map(slot), "the handles of shapes")?;
        Ok(Self { slots, ..Self::starting_at(first_generation) })
    }

    /// Takes a slot that is neither taken nor free yet.
    pub(crate) fn take(&mut self, slot: u32, place: P) -> Result<(), Error> {
        *self.unused(slot)? = SlotState::Taken(place);
        Ok(())
    }

    /// Makes slots free that are neither taken nor free yet. All others have to be used up.
    pub(crate) fn set_free(&mut self, free: &[u32]) -> Result<(), Error> {
        for slot in free.iter().rev() {
            let next = self.free;
            *self.unused(*slot)? = SlotState::Free(next);
            (self.free, self.vacant) = (*slot, self.vacant + 1);
        }
        let lost = |slot: &HandleSlot<P>| {
            matches!(slot.state, SlotState::Retired) && slot.generation != u32::MAX
        };
        if self.slots.iter().any(lost) {
            return Err(Error::Snapshot { what: "a handle is neither given out nor free" });
        }
        Ok(())
    }

    /// The state of a slot that is neither taken nor free.
    fn unused(&mut self, slot: u32) -> Result<&mut SlotState<P>, Error> {
        match self.slots.get_mut(slot as usize) {
            Some(HandleSlot { state, .. }) if matches!(state, SlotState::Retired) => Ok(state),
            _ => Err(Error::Snapshot { what: "a handle is given out twice, or is none" }),
        }
    }

    fn vacate(&mut self, slot: u32) {
        let HandleSlot { generation, state } = &mut self.slots[slot as usize];
        match generation.checked_add(1) {
            Some(next) => {
                (*generation, *state) = (next, SlotState::Free(self.free));
                (self.free, self.vacant) = (slot, self.vacant + 1);
            }
            None => *state = SlotState::Retired,
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<HandleSlot<P>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_given_away_again_but_not_its_handle() {
        let mut slots = Slots::<u32>::starting_at(0);
        let first = slots.insert(0);
        assert_eq!(slots.remove(first), Ok(0));
        let second = slots.insert(7);
        assert_eq!((first.slot(), second.slot()), (0, 0));
        assert_eq!((first.generation(), second.generation()), (0, 1));
        assert_eq!(slots.place(first), Err(Error::StaleHandle { handle: first }));
        assert_eq!(slots.remove(first), Err(Error::StaleHandle { handle: first }));
        assert_eq!(slots.place(second), Ok(7));
    }

    #[test]
    fn generations_do_not_wrap() {
        let mut slots = Slots::<u32>::starting_at(u32::MAX - 1);
        let mut given = Vec::new();
        for row in 0..5 {
            slots.reserve(1).expect("there is memory");
            let handle = slots.insert(row);
            assert!(!given.contains(&handle), "{handle:?} was given out twice");
            given.push(handle);
            slots.remove(handle).expect("it was just given out");
        }
        let places: Vec<_> = given.iter().map(|handle| handle.slot()).collect();
        assert_eq!(places, [0, 0, 1, 1, 2], "a slot is used for two generations, then retired");
        assert!(given.iter().all(|handle| slots.place(*handle).is_err()));
    }

    #[test]
    fn clearing_takes_back_all_handles_and_keeps_what_is_retired() {
        let mut slots = Slots::<u32>::starting_at(u32::MAX - 1);
        let mut given: Vec<_> = (0..3).map(|row| slots.insert(row)).collect();
        slots.remove(given[1]).expect("it was given out");
        given.push(slots.insert(1));
        slots.clear();
        assert!(given.iter().all(|handle| slots.place(*handle).is_err()));
        // HandleSlot 1 is used up; 0 and 2 have one generation left.
        let again: Vec<_> = (0..3).map(|row| slots.insert(row)).collect();
        let places: Vec<_> = again.iter().map(|handle| handle.slot()).collect();
        assert_eq!(places, [0, 2, 3]);
        assert!(again.iter().all(|handle| slots.place(*handle).is_ok()));
        assert!(again.iter().all(|handle| !given.contains(handle)));
    }

    #[test]
    fn the_slots_after_clearing_are_known_before() {
        let mut slots = Slots::<u32>::starting_at(u32::MAX - 2);
        let mut state = 1_u32;
        for _ in 0..200 {
            let given: Vec<_> = (0..7).map(|row| slots.insert(row)).collect();
            for handle in given {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 30 > 0 {
                    slots.remove(handle).expect("it was just given out");
                }
            }
            let mut copy = slots.clone();
            let expected: Vec<u32> = copy.next_after_clear().take(40).collect();
            copy.clear();
            copy.reserve_after_clear(40).expect("there is memory");
            let found: Vec<u32> = (0..40).map(|row| copy.insert(row).slot()).collect();
            assert_eq!(found, expected);
        }
        assert!(slots.slots.iter().any(|slot| matches!(slot.state, SlotState::Retired)));
        assert!(slots.slots.iter().any(|slot| matches!(slot.state, SlotState::Taken(_))));
        assert!(slots.slots.iter().any(|slot| matches!(slot.state, SlotState::Free(_))));
    }

    #[test]
    fn handles_of_nothing_are_stale() {
        let slots = Slots::<u32>::starting_at(0);
        let handle = Handle { slot: 0, generation: 0 };
        assert_eq!(slots.place(handle), Err(Error::StaleHandle { handle }));
    }
}
