//! Textbook tree by the surface area heuristic: every split is the cheapest there is.
//!
//! Each range of boxes is sorted by its centers on every axis, and every place between two of them
//! is tried, as MacDonald and Booth did: "Heuristics for ray tracing using space subdivision"
//! (1990). Costs, the size of leaves and the way from splits in two to nodes of eight are those of
//! the engine, so the quotient of the two costs says what its bins and its grid give away.
//!
//! O(n log² n) where splits are about even. Wants finite boxes with `min <= max`.

use jostle_bench::boxes::Boxes;

/// Children of a node, and boxes of a leaf.
const WIDTH: usize = 8;

/// Boxes up to which a range becomes a single node of leaves.
const FULL: usize = WIDTH * WIDTH;

/// What came of a tree by full sweeps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FullSweep {
    /// Nodes, leaves included.
    pub(crate) nodes: usize,
    /// Nodes that hold boxes.
    pub(crate) leaves: usize,
    /// Areas of all nodes over that of the root; NaN if it has none.
    pub(crate) sah_cost: f64,
}

/// Builds the tree of these boxes and says what it is like.
pub(crate) fn full_sweep<const D: usize>(boxes: &Boxes<D>) -> FullSweep {
    let mut sweeper = Sweeper::new((0..boxes.len()).map(|index| boxes.corners(index)).collect());
    let mut sweep = FullSweep::default();
    let len = sweeper.boxes.len();
    if len == 0 {
        return sweep;
    }
    let root = Range { first: 0, len, half_area: sweeper.half_area_of_all() };
    let mut area = 0.0;
    let mut stack = vec![root];
    // Ranges may be as uneven as they like, so nothing recurses.
    while let Some(range) = stack.pop() {
        sweep.nodes += 1;
        area += range.half_area;
        if range.len <= WIDTH {
            sweep.leaves += 1;
        } else {
            stack.extend(open(&mut sweeper, range));
        }
    }
    sweep.sah_cost = area / root.half_area;
    sweep
}

/// Boxes that become a node or a leaf.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: usize,
    len: usize,
    half_area: f64,
}

/// Splits a range into up to eight: always the one of the largest area next. What fits into a node
/// of leaves stays whole, unless the range itself does.
fn open<const D: usize>(sweeper: &mut Sweeper<D>, whole: Range) -> Vec<Range> {
    let mut ranges = vec![whole];
    while ranges.len() < WIDTH {
        let may_split = |range: &Range| {
            let stays_whole = whole.len > FULL && range.len <= FULL;
            range.len > WIDTH && !stays_whole
        };
        let mut chosen: Option<usize> = None;
        for slot in (0..ranges.len()).filter(|&slot| may_split(&ranges[slot])) {
            if chosen.is_none_or(|than| ranges[slot].half_area > ranges[than].half_area) {
                chosen = Some(slot);
            }
        }
        let Some(slot) = chosen else { break };
        let halves = sweeper.halve(ranges[slot]);
        ranges.splice(slot..=slot, halves);
    }
    ranges
}

/// A box by its corners.
type Corners<const D: usize> = ([f32; D], [f32; D]);

struct Sweeper<const D: usize> {
    boxes: Vec<Corners<D>>,
    /// The numbers of the boxes; ranges are ranges of these.
    order: Vec<u32>,
    /// A range sorted on an axis: centers in the high half, numbers in the low half.
    keys: Vec<u64>,
    /// The same on the best axis so far.
    best_keys: Vec<u64>,
    /// Half area of everything from here to the end of the range.
    behind: Vec<f64>,
}

/// The cheapest split so far.
struct Best {
    cost: f64,
    left: usize,
    half_areas: [f64; 2],
}

impl<const D: usize> Sweeper<D> {
    fn new(boxes: Vec<Corners<D>>) -> Self {
        let order = (0..boxes.len() as u32).collect();
        Self { boxes, order, keys: Vec::new(), best_keys: Vec::new(), behind: Vec::new() }
    }

    fn half_area_of_all(&self) -> f64 {
        let mut union = Union::<D>::NONE;
        self.boxes.iter().for_each(|corners| union.add(corners));
        union.half_area()
    }

    /// Splits a range at its cheapest place.
    fn halve(&mut self, range: Range) -> [Range; 2] {
        let mut best = Best { cost: f64::INFINITY, left: 0, half_areas: [0.0; 2] };
        for axis in 0..D {
            self.sort(range, axis);
            if self.improve(&mut best) {
                std::mem::swap(&mut self.keys, &mut self.best_keys);
            }
        }
        let order = &mut self.order[range.first..][..range.len];
        for (id, key) in order.iter_mut().zip(&self.best_keys) {
            *id = *key as u32;
        }
        let (first, left) = (range.first, best.left);
        let [left_area, right_area] = best.half_areas;
        [
            Range { first, len: left, half_area: left_area },
            Range { first: first + left, len: range.len - left, half_area: right_area },
        ]
    }

    /// Sorts a range by center, then by number.
    fn sort(&mut self, range: Range, axis: usize) {
        self.keys.clear();
        for &id in &self.order[range.first..][..range.len] {
            let (min, max) = &self.boxes[id as usize];
            self.keys.push(u64::from(ordered(min[axis] + max[axis])) << 32 | u64::from(id));
        }
        self.keys.sort_unstable();
    }

    /// Tries every place in the sorted range. Whether one is cheaper than the best so far.
    fn improve(&mut self, best: &mut Best) -> bool {
        let len = self.keys.len();
        self.behind.resize(len, 0.0);
        let mut union = Union::NONE;
        for (key, behind) in self.keys.iter().zip(&mut self.behind).rev() {
            union.add(&self.boxes[*key as u32 as usize]);
            *behind = union.half_area();
        }
        union = Union::NONE;
        let mut improved = false;
        for left in 1..len {
            union.add(&self.boxes[self.keys[left - 1] as u32 as usize]);
            let half_areas = [union.half_area(), self.behind[left]];
            let groups = [left, len - left].map(|boxes| boxes.div_ceil(WIDTH) as f64);
            let cost = half_areas[0] * groups[0] + half_areas[1] * groups[1];
            if cost < best.cost {
                *best = Best { cost, left, half_areas };
                improved = true;
            }
        }
        improved
    }
}

/// Bits that are in order as the values are.
fn ordered(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// The box around some boxes.
struct Union<const D: usize>(Corners<D>);

impl<const D: usize> Union<D> {
    const NONE: Self = Self(([f32::INFINITY; D], [f32::NEG_INFINITY; D]));

    fn add(&mut self, (min, max): &Corners<D>) {
        for axis in 0..D {
            self.0.0[axis] = self.0.0[axis].min(min[axis]);
            self.0.1[axis] = self.0.1[axis].max(max[axis]);
        }
    }

    /// Half the circumference in the plane, half the surface in space.
    fn half_area(&self) -> f64 {
        let (min, max) = &self.0;
        let extent = |axis: usize| f64::from(max[axis]) - f64::from(min[axis]);
        match D {
            2 => extent(0) + extent(1),
            _ => extent(0) * extent(1) + extent(1) * extent(2) + extent(2) * extent(0),
        }
    }
}

/// Unit squares from left to right, a gap after every eighth.
fn row_of_squares(count: usize) -> Boxes<2> {
    let mut boxes = Boxes::new();
    for index in 0..count {
        let x = (index + 8 * (index / 8)) as f32;
        boxes.push([x, 0.0], [x + 1.0, 1.0]);
    }
    boxes
}

#[test]
fn few_boxes_are_one_leaf() {
    assert_eq!(full_sweep(&Boxes::<3>::new()), FullSweep::default());
    for count in [1, 8] {
        let sweep = full_sweep(&row_of_squares(count));
        assert_eq!(sweep, FullSweep { nodes: 1, leaves: 1, sah_cost: 1.0 });
    }
}

#[test]
fn splits_fall_into_the_gaps() {
    let sweep = full_sweep(&row_of_squares(64));
    // A root of 120 by 1, and eight leaves of 8 by 1.
    let sah_cost = (121.0 + 8.0 * 9.0) / 121.0;
    assert_eq!(sweep, FullSweep { nodes: 9, leaves: 8, sah_cost });
}

#[test]
fn coincident_boxes_end_in_leaves() {
    let mut boxes = Boxes::<3>::new();
    (0..1000).for_each(|_| boxes.push([0.0; 3], [1.0; 3]));
    let sweep = full_sweep(&boxes);
    assert!(sweep.leaves >= 125 && sweep.nodes > sweep.leaves, "{sweep:?}");
    assert_eq!(sweep.sah_cost, sweep.nodes as f64);
}

#[test]
fn values_are_in_the_order_of_their_bits() {
    let values = [f32::NEG_INFINITY, -2.5, -1e-40, 0.0, 1e-40, 1.0, f32::MAX];
    assert!(values.is_sorted_by(|a, b| ordered(*a) < ordered(*b)));
}
