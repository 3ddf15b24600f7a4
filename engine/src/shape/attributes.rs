//! What a shape is besides its geometry.

use crate::{Error, memory::reserve};

/// Whether a shape moves, as far as pairs are concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mobility {
    /// It moves: it is held against all others.
    #[default]
    Moving,
    /// It rests until it is woken: it is held against those that move only. Pairs of which it was
    /// part when it fell asleep neither end nor are asked for again while both of their shapes
    /// rest.
    Sleeping,
    /// It never moves: it is held against those that move only.
    Static,
}

impl Mobility {
    /// Whether it moves.
    #[must_use]
    pub fn is_moving(self) -> bool {
        self == Self::Moving
    }
}

/// What a shape of a [`World`](crate::World) is besides its geometry.
///
/// The [default](Self::DEFAULT) moves, belongs to all categories and touches all.
///
/// ```
/// use jostle::shape::{Attributes, Mobility};
///
/// const WALL: u32 = 1 << 1;
/// let wall = Attributes::new().with_category(WALL).with_mobility(Mobility::Static);
/// assert_eq!((wall.mask, wall.group, wall.sensor), (u32::MAX, 0, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Attributes {
    /// The categories that it belongs to, as bits. Two shapes are a pair when the category of each
    /// has a bit in common with the mask of the other.
    pub category: u32,
    /// The categories that it touches, as bits.
    pub mask: u32,
    /// Goes before the categories: two shapes of one group are always a pair where its number is
    /// positive, never where it is negative. Where groups differ, or are 0, categories decide.
    pub group: i32,
    /// Whether it moves.
    pub mobility: Mobility,
    /// Whether it only senses: what it touches is told, without contacts, and what is fast and
    /// passes it within a step.
    ///
    /// [`mobility`](Self::mobility) says what it is held against, whether or not it stands still:
    /// one that moves senses all others in each step, also static ones, and those that were put in
    /// asleep; one that rests senses those that move, and those that fell asleep in it.
    pub sensor: bool,
    /// Whether it may move by more than its size from step to step, so that its way is to be looked
    /// at, too. The first step looks at its way from where it was put in, or was when it was made
    /// fast or enabled.
    pub ccd: bool,
    /// Whether it is there at all, as far as steps are concerned. One that is disabled is in no
    /// pair and in no list but that of [invalid](crate::World::invalid) shapes; it keeps its handle,
    /// its index and its attributes. Its pairs end in the next step, also those asleep, and begin
    /// once it is enabled again. Then, if it is fast, it comes from where it was when it was
    /// enabled. A step takes as long for it as for a shape whose mask is 0.
    pub enabled: bool,
    /// A number of the user's own, which is kept and handed back.
    pub user: u64,
}

impl Attributes {
    /// Moves, belongs to all categories and touches all, is in no group, no sensor, without
    /// continuous collision detection, and enabled.
    pub const DEFAULT: Self = Self {
        category: u32::MAX,
        mask: u32::MAX,
        group: 0,
        mobility: Mobility::Moving,
        sensor: false,
        ccd: false,
        enabled: true,
        user: 0,
    };

    /// The [default](Self::DEFAULT).
    #[must_use]
    pub const fn new() -> Self {
        Self::DEFAULT
    }

    /// The same with these [categories](Self::category).
    #[must_use]
    pub const fn with_category(mut self, category: u32) -> Self {
        self.category = category;
        self
    }

    /// The same with this [mask](Self::mask).
    #[must_use]
    pub const fn with_mask(mut self, mask: u32) -> Self {
        self.mask = mask;
        self
    }

    /// The same with this [group](Self::group).
    #[must_use]
    pub const fn with_group(mut self, group: i32) -> Self {
        self.group = group;
        self
    }

    /// The same with this mobility.
    #[must_use]
    pub const fn with_mobility(mut self, mobility: Mobility) -> Self {
        self.mobility = mobility;
        self
    }

    /// The same with or without being a sensor.
    #[must_use]
    pub const fn with_sensor(mut self, sensor: bool) -> Self {
        self.sensor = sensor;
        self
    }

    /// The same with or without continuous collision detection.
    #[must_use]
    pub const fn with_ccd(mut self, ccd: bool) -> Self {
        self.ccd = ccd;
        self
    }

    /// The same, [enabled](Self::enabled) or not.
    #[must_use]
    pub const fn with_enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// The same with this number of the user's own.
    #[must_use]
    pub const fn with_user(mut self, user: u64) -> Self {
        self.user = user;
        self
    }

    /// Whether a step looks at its way.
    pub(crate) fn is_swept(&self) -> bool {
        self.ccd && self.enabled
    }
}

impl Default for Attributes {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The attributes of shapes by the slots of their handles, as far as some differ from the default.
#[derive(Clone, Debug, Default)]
pub(super) struct AttributeTable {
    /// Those of the slots behind the last are the default.
    of_slot: Vec<Attributes>,
}

impl AttributeTable {
    pub(super) fn of_all(of_slot: Vec<Attributes>) -> Self {
        Self { of_slot }
    }

    /// All that are not certainly the default, by slot.
    pub(super) fn all(&self) -> &[Attributes] {
        &self.of_slot
    }

    pub(super) fn get(&self, slot: u32) -> Attributes {
        self.of_slot.get(slot as usize).copied().unwrap_or_default()
    }

    /// Makes sure that these attributes of slots below `slots` can be set.
    pub(super) fn reserve(&mut self, slots: usize, attributes: &Attributes) -> Result<(), Error> {
        if self.holds(slots, attributes) {
            return Ok(());
        }
        // Slots may come one by one.
        let room = if slots > self.of_slot.capacity() { slots.next_power_of_two() } else { slots };
        reserve(&mut self.of_slot, room, "the attributes of shapes")
    }

    /// Sets those of a slot, for which there is room.
    pub(super) fn set(&mut self, slot: u32, attributes: Attributes) {
        let slots = slot as usize + 1;
        if !self.holds(slots, &attributes) {
            self.of_slot.resize(slots, Attributes::DEFAULT);
        }
        if let Some(own) = self.of_slot.get_mut(slot as usize) {
            *own = attributes;
        }
    }

    /// Whether so many slots are in the table, or need not be.
    fn holds(&self, slots: usize, attributes: &Attributes) -> bool {
        slots <= self.of_slot.len() || *attributes == Attributes::DEFAULT
    }

    pub(super) fn clear(&mut self) {
        self.of_slot.clear();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.of_slot.capacity() * size_of::<Attributes>()
    }
}
