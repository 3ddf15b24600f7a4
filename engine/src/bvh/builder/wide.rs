//! Splitting in eight: from records to the outline of a tree.
//!
//! A wide node begins as one range of records. The range of the largest area is split in two until
//! there are eight, or none is left that is to be split. Whatever the boxes, every split leaves
//! less on both sides, and below a certain depth splits are at the median, so the depth is bounded.

use jostle_kernels::{
    Lanes, Pass, Record, SimdLevel,
    sah::{self, Axes, SplitBuffers, SplitOptions, Weights},
    simd::LANES,
};

use super::median::at_median;
use crate::{
    Error,
    memory::{grow, reserve_more, reserve_one},
};

/// How hard to look for the best splits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(super) axes: Axes,
    /// Bins per axis.
    pub(super) bins: usize,
    /// Boxes per cell of the grid, as far as its size allows.
    pub(super) per_cell: usize,
    /// Boxes in a group at most, as far as the grid can tell them apart.
    pub(super) group: u32,
}

/// Depth from which on splits are at the median.
pub(crate) const DEEP: u32 = 24;

/// A node in outline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide {
    pub(super) depth: u32,
    pub(crate) children: [Child; LANES],
}

/// What is in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    None,
    /// Another node in outline, by its number.
    Inner(u32),
    /// Records that are not to be split any further.
    Leaf {
        first: u32,
        len: u32,
    },
}

/// A range of records that becomes a child or a node.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: usize,
    len: usize,
    weight: u32,
    half_area: f64,
}

/// A node to be made.
struct OpenNode {
    range: Range,
    depth: u32,
    /// The node and slot that refer to it.
    parent: Option<(usize, usize)>,
}

/// What is to be built.
#[derive(Clone, Copy)]
pub(crate) struct WideTask {
    pub(crate) effort: Effort,
    pub(crate) weights: Weights,
    /// Ranges of this weight or less are leaves.
    pub(crate) limit: u32,
    /// How deep the root of this part lies.
    pub(crate) depth: u32,
}

/// Builds outlines. Kept for its buffers.
pub(crate) struct WideBuilder<const D: usize> {
    centers: [Vec<f32>; D],
    bins: [Vec<u32>; D],
    right: Vec<Record>,
    stack: Vec<OpenNode>,
}

impl<const D: usize> Default for WideBuilder<D> {
    fn default() -> Self {
        Self {
            centers: std::array::from_fn(|_| Vec::new()),
            bins: std::array::from_fn(|_| Vec::new()),
            right: Vec::new(),
            stack: Vec::new(),
        }
    }
}

impl<const D: usize> WideBuilder<D> {
    /// Sorts the records into leaves and appends the nodes above them to `wides`, the root first,
    /// children behind their parents. All records together must weigh more than a leaf may.
    pub(crate) fn build(
        &mut self,
        level: SimdLevel,
        records: &mut [Record],
        task: WideTask,
        wides: &mut Vec<Wide>,
    ) -> Result<(), Error> {
        // Groups of boxes are a little larger or smaller in every build: room to spare, so that a
        // later one needs no memory.
        let (room, what) = ((records.len() + LANES).next_power_of_two(), "splitting boxes");
        for axis in 0..D {
            grow(&mut self.centers[axis], room, what)?;
            grow(&mut self.bins[axis], room, what)?;
        }
        grow(&mut self.right, room, what)?;
        level.run(BuildWide { builder: self, records, task, wides })
    }

    /// Bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.right.capacity() * (size_of::<Record>() + 8 * D)
            + self.stack.capacity() * size_of::<OpenNode>()
    }
}

struct BuildWide<'a, const D: usize> {
    builder: &'a mut WideBuilder<D>,
    records: &'a mut [Record],
    task: WideTask,
    wides: &'a mut Vec<Wide>,
}

impl<const D: usize> Pass for BuildWide<'_, D> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let Self { builder, records, task, wides } = self;
        let weight = match task.weights {
            Weights::One => records.len() as u32,
            Weights::Exclusion => records.iter().map(Record::exclusion).sum(),
        };
        let whole = Range { first: 0, len: records.len(), weight, half_area: 0.0 };
        builder.stack.clear();
        reserve_one(&mut builder.stack, "splitting boxes")?;
        builder.stack.push(OpenNode { range: whole, depth: task.depth, parent: None });
        while let Some(item) = builder.stack.pop() {
            let number = wides.len();
            if let Some((parent, slot)) = item.parent {
                wides[parent].children[slot] = Child::Inner(number as u32);
            }
            let mut ranges = [item.range; LANES];
            let count = open(lanes, builder, records, &task, item.depth, &mut ranges);
            let mut wide = Wide { depth: item.depth, children: [Child::None; LANES] };
            for (slot, range) in ranges[..count].iter().enumerate() {
                let (first, len) = (range.first as u32, range.len as u32);
                wide.children[slot] = Child::Leaf { first, len };
            }
            reserve_one(wides, "the nodes of a tree")?;
            wides.push(wide);
            reserve_more(&mut builder.stack, LANES, "splitting boxes")?;
            for (slot, range) in ranges[..count].iter().enumerate().rev() {
                if splits(range, &task) {
                    let parent = Some((number, slot));
                    builder.stack.push(OpenNode { range: *range, depth: item.depth + 1, parent });
                }
            }
        }
        Ok(())
    }
}

/// Whether a range is to be split.
#[inline(always)]
fn splits(range: &Range, task: &WideTask) -> bool {
    range.weight > task.limit && range.len > 1
}

/// Splits the range in `ranges[0]` into up to eight, which stay in order. Returns their number.
#[inline(always)]
fn open<L: Lanes, const D: usize>(
    lanes: L,
    builder: &mut WideBuilder<D>,
    records: &mut [Record],
    task: &WideTask,
    depth: u32,
    ranges: &mut [Range; LANES],
) -> usize {
    // What fits into a single node of leaves stays together and becomes one: nodes of few leaves
    // are what a tree has most of, and it is they that should be full.
    let (whole, full) = (ranges[0].weight, task.limit.saturating_mul(LANES as u32));
    let mut count = 1;
    while count < LANES {
        let mut chosen: Option<usize> = None;
        for slot in 0..count {
            let larger = |than: usize| {
                let (this, than) = (&ranges[slot], &ranges[than]);
                let wider = this.half_area.total_cmp(&than.half_area);
                let longer = this.len.cmp(&than.len);
                (if depth < DEEP { wider.then(longer) } else { longer }).is_gt()
            };
            let stays_whole = depth < DEEP && whole > full && ranges[slot].weight <= full;
            if splits(&ranges[slot], task) && !stays_whole && chosen.is_none_or(larger) {
                chosen = Some(slot);
            }
        }
        let Some(slot) = chosen else { break };
        let range = ranges[slot];
        let halves = halve(lanes, builder, records, task, depth, range);
        ranges.copy_within(slot + 1..count, slot + 2);
        (ranges[slot], ranges[slot + 1]) = halves;
        count += 1;
    }
    count
}

/// Splits a range in two.
#[inline(always)]
fn halve<L: Lanes, const D: usize>(
    lanes: L,
    builder: &mut WideBuilder<D>,
    records: &mut [Record],
    task: &WideTask,
    depth: u32,
    range: Range,
) -> (Range, Range) {
    let records = &mut records[range.first..range.first + range.len];
    let split = if depth < DEEP { by_heuristic(lanes, builder, records, task) } else { None };
    let split = split.unwrap_or_else(|| at_median::<D>(records, task.weights, range.half_area));
    let (left, right) = (split.left, range.len - split.left);
    let [left_area, right_area] = split.half_areas;
    (
        Range { first: range.first, len: left, weight: split.left_weight, half_area: left_area },
        Range {
            first: range.first + left,
            len: right,
            weight: range.weight - split.left_weight,
            half_area: right_area,
        },
    )
}

#[inline(always)]
fn by_heuristic<L: Lanes, const D: usize>(
    lanes: L,
    builder: &mut WideBuilder<D>,
    records: &mut [Record],
    task: &WideTask,
) -> Option<sah::SahSplit> {
    let Effort { bins, axes, .. } = task.effort;
    let options = SplitOptions { bins, axes, weights: task.weights };
    let room = records.len() + LANES;
    let mut buffers = SplitBuffers {
        centers: builder.centers.each_mut().map(|centers| &mut centers[..room]),
        bins: builder.bins.each_mut().map(|bins| &mut bins[..room]),
        right: &mut builder.right[..room],
    };
    sah::split(lanes, records, options, &mut buffers)
}
