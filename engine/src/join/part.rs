//! The sets of a join as broad phases read them: boxes with ids and exclusion bits.

use jostle_kernels::{Lanes, simd::LANES};

use super::{BoxSet, Join};
use crate::{Bounds, Filter, validate::JoinSide};

/// Exclusion bits (see [`jostle_kernels::sweep`]): two boxes that share one are no pair.
pub(crate) mod exclusion {
    /// The row in which the box begins: this copy lies in a later one.
    pub(crate) const FIRST_ROW: u32 = 1;
    /// The column in which the box begins.
    pub(crate) const FIRST_COLUMN: u32 = 1 << 1;
    /// Motion: the box is static.
    pub(crate) const MOTION: u32 = 1 << 2;
    /// Membership in the first of two sets.
    pub(crate) const FIRST_SET: u32 = 1 << 3;
    /// Membership in the second of two sets.
    pub(crate) const SECOND_SET: u32 = 1 << 4;
}

/// Some boxes, and where their ids and exclusion bits come from.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a, const D: usize> {
    pub(crate) bounds: Bounds<'a, D>,
    pub(crate) side: JoinSide,
    pub(crate) tags: Tags<'a>,
}

/// Up to eight flags from `first` on as bits, the first one lowest.
#[inline(always)]
pub(crate) fn bits_of(flags: &[bool], first: usize) -> u32 {
    let flags = &flags[first..];
    match flags.first_chunk::<LANES>() {
        Some(flags) => {
            let bytes = u64::from_le_bytes(flags.map(u8::from));
            // Byte k, which is 0 or 1, is moved to bit 56 + k, where no two sums meet.
            (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
        }
        None => flags.iter().rev().fold(0, |bits, flag| bits << 1 | u32::from(*flag)),
    }
}

/// Ids and exclusion bits.
#[derive(Clone, Copy)]
pub(crate) enum Tags<'a> {
    /// A set of the user, or the static boxes of it alone: ids count up from `first_id`.
    Counted { first_id: u32, exclusion: u32, filter: Filter<'a>, only_statics: bool },
    /// The large boxes of a finer class, which have theirs already.
    Given { ids: &'a [u32], exclusion: &'a [u32] },
}

impl Tags<'_> {
    /// Ids and exclusion bits of up to eight boxes from `first` on.
    #[inline(always)]
    pub(crate) fn load<L: Lanes>(
        &self,
        lanes: L,
        first: usize,
        count: usize,
    ) -> (L::Ints, L::Ints) {
        match self {
            Self::Counted { first_id, exclusion, filter, .. } => {
                let counting = lanes.load_int(&[0, 1, 2, 3, 4, 5, 6, 7]);
                let ids = lanes.add_int(lanes.splat_int(first_id + first as u32), counting);
                let exclusion = match filter.statics {
                    None => lanes.splat_int(*exclusion),
                    Some(statics) => {
                        let mut bits = [*exclusion; LANES];
                        for (bits, is_static) in bits.iter_mut().zip(&statics[first..][..count]) {
                            *bits |= u32::from(*is_static) * exclusion::MOTION;
                        }
                        lanes.load_int(&bits)
                    }
                };
                (ids, exclusion)
            }
            Self::Given { ids, exclusion } => {
                let (mut id, mut bits) = ([0; LANES], [0; LANES]);
                id[..count].copy_from_slice(&ids[first..][..count]);
                bits[..count].copy_from_slice(&exclusion[first..][..count]);
                (lanes.load_int(&id), lanes.load_int(&bits))
            }
        }
    }

    /// Which of the eight boxes from `first` on belong to the part.
    #[inline(always)]
    pub(crate) fn wanted(&self, first: usize) -> u32 {
        match self {
            Self::Counted { filter, only_statics: true, .. } => {
                filter.statics.map_or(0, |flags| bits_of(flags, first))
            }
            _ => 0xff,
        }
    }

    /// Whether some boxes may have more exclusion bits than others.
    pub(crate) fn has_statics(&self) -> bool {
        match self {
            Self::Counted { filter, .. } => filter.statics.is_some(),
            Self::Given { .. } => true,
        }
    }

    /// Id and exclusion bits of one box.
    pub(crate) fn of(&self, index: usize) -> (u32, u32) {
        match self {
            Self::Counted { first_id, exclusion, filter, .. } => {
                let motion = u32::from(filter.is_static(index)) * exclusion::MOTION;
                (first_id + index as u32, exclusion | motion)
            }
            Self::Given { ids, exclusion } => (ids[index], exclusion[index]),
        }
    }
}

impl<'a, const D: usize> Part<'a, D> {
    /// What ids count up from; 0 where they do not.
    pub(crate) fn first_id(&self) -> u32 {
        match self.tags {
            Tags::Counted { first_id, .. } => first_id,
            Tags::Given { .. } => 0,
        }
    }

    /// The part of a join between two sets whose boxes are kept apart by other means than the
    /// exclusion bits of their sets.
    pub(crate) fn apart(mut self) -> Self {
        if let Tags::Counted { exclusion, .. } = &mut self.tags {
            *exclusion = 0;
        }
        self
    }

    /// The static boxes alone.
    pub(crate) fn statics(mut self) -> Self {
        if let Tags::Counted { only_statics, .. } = &mut self.tags {
            *only_statics = true;
        }
        self
    }

    /// The same with ids that are indices in their own set.
    pub(crate) fn indexed(mut self) -> Self {
        if let Tags::Counted { first_id, .. } = &mut self.tags {
            *first_id = 0;
        }
        self.apart()
    }
}

impl<'a, const D: usize> Join<'a, D> {
    /// The sets as parts.
    pub(crate) fn parts(&self) -> [Option<Part<'a, D>>; 2] {
        let between = matches!(self, Join::Between(..));
        let [first, second] = self.sets();
        let part = |set: &BoxSet<'a, D>, side, first_id, exclusion| Part {
            bounds: set.bounds,
            side,
            tags: Tags::Counted {
                first_id,
                exclusion: if between { exclusion } else { 0 },
                filter: set.filter,
                only_statics: false,
            },
        };
        let second_id = self.second_offset();
        [
            first.map(|set| part(set, JoinSide::First, 0, exclusion::SECOND_SET)),
            second.map(|set| part(set, JoinSide::Second, second_id, exclusion::FIRST_SET)),
        ]
    }
}
