//! What the bench of the box operations times, each wide and scalar, and on which boxes.

use jostle_kernels::{Aabb, Lanes, bounds::AabbLanes, simd::LANES};

/// Bounds of eight boxes, by column.
pub(crate) type Bounds = [[f32; LANES]; 6];

type Eight = [Aabb<3>; LANES];

/// The bounds of boxes, by column.
pub(crate) type Columns = [Vec<f32>; 6];

/// A box of plain size per index, and with `shift` another one that overlaps it.
pub(crate) fn boxes(count: usize, shift: f32) -> Vec<Aabb<3>> {
    let spread = |index: usize, factor: f32| (index as f32 * factor).fract();
    let one = |index| {
        let min = [0.618_034, 0.754_878, 0.569_84].map(|f| 40.0 * spread(index, f) + shift);
        let size = [0.819_173, 0.671_044, 0.549_7].map(|f| 1.0 + 2.0 * spread(index, f));
        Aabb::new(min, [min[0] + size[0], min[1] + size[1], min[2] + size[2]])
    };
    (0..count).map(one).collect()
}

/// The boxes as columns.
pub(crate) fn columns(boxes: &[Aabb<3>]) -> Columns {
    std::array::from_fn(|column| {
        let bound = |aabb: &Aabb<3>| [aabb.min, aabb.max].as_flattened()[column];
        boxes.iter().map(bound).collect()
    })
}

/// An operation on two boxes a lane: eight at a time, and its reference.
pub(crate) trait Operation {
    const NAME: &'static str;
    type Out: Clone + Default + PartialEq;
    fn wide<L: Lanes>(lanes: L, a: &AabbLanes<L, 3>, b: &AabbLanes<L, 3>) -> Self::Out;
    fn scalar(a: &Eight, b: &Eight) -> Self::Out;
}

macro_rules! operation {
    ($type:ident, $name:literal, $out:ty,
     |$lanes:ident, $a:ident, $b:ident| $wide:expr, |$c:ident, $d:ident| $scalar:expr) => {
        pub(crate) struct $type;
        impl Operation for $type {
            const NAME: &'static str = $name;
            type Out = $out;
            #[inline(always)]
            fn wide<L: Lanes>($lanes: L, $a: &AabbLanes<L, 3>, $b: &AabbLanes<L, 3>) -> $out {
                $wide
            }
            #[inline(always)]
            fn scalar($c: &Eight, $d: &Eight) -> $out {
                $scalar
            }
        }
    };
}

/// The margin by which boxes are enlarged.
const MARGIN: f32 = 0.01;

/// The box that one-against-eight compares with.
const ONE: Aabb<3> = Aabb { min: [10.0; 3], max: [30.0; 3] };

operation!(
    OverlapPairs,
    "overlap_pairs",
    u8,
    |lanes, a, b| a.overlap_pairs(lanes, b),
    |a, b| bits(|lane| a[lane].overlaps(&b[lane]))
);
operation!(OverlapOne, "overlap_one", u8, |lanes, a, _b| a.overlap_one(lanes, &ONE), |a, _b| bits(
    |lane| a[lane].overlaps(&ONE)
));
operation!(OverlapAll, "overlap_all", u64, |lanes, a, b| a.overlap_all(lanes, b), |a, b| (0
    ..LANES * LANES)
    .map(|bit| u64::from(a[bit / LANES].overlaps(&b[bit % LANES])) << bit)
    .sum());
operation!(Contain, "contain", u8, |lanes, a, b| a.contain(lanes, b), |a, b| bits(
    |lane| a[lane].contains(&b[lane])
));
operation!(Union, "union", Bounds, |lanes, a, b| stored(lanes, &a.union(lanes, b)), |a, b| bounds(
    |lane| a[lane].union(&b[lane])
));
operation!(
    Intersection,
    "intersection",
    (Bounds, u8),
    |lanes, a, b| {
        let (region, bits) = a.intersection(lanes, b);
        (stored(lanes, &region), bits)
    },
    // All pairs of the bench overlap, so no lane of the wide region is unspecified.
    |a, b| {
        let region = |lane: usize| a[lane].intersection(&b[lane]);
        let all = bounds(|lane| region(lane).unwrap_or(Aabb::EMPTY));
        (all, bits(|lane| region(lane).is_some()))
    }
);
operation!(
    HalfArea,
    "half_area",
    [f32; LANES],
    |lanes, a, _b| stored_floats(lanes, a.half_area(lanes)),
    |a, _b| a.each_ref().map(Aabb::half_area)
);
operation!(
    Volume,
    "volume",
    [f32; LANES],
    |lanes, a, _b| stored_floats(lanes, a.volume(lanes)),
    |a, _b| a.each_ref().map(Aabb::volume)
);
operation!(
    Including,
    "including",
    Bounds,
    |lanes, a, b| stored(lanes, &a.including(lanes, &b.max)),
    |a, b| bounds(|lane| a[lane].including(b[lane].max))
);
operation!(
    Enlarged,
    "enlarged",
    Bounds,
    |lanes, a, _b| stored(lanes, &a.enlarged(lanes, MARGIN)),
    |a, _b| bounds(|lane| a[lane].enlarged(MARGIN))
);
operation!(Swept, "swept", Bounds, |lanes, a, b| stored(lanes, &a.swept(lanes, &b.min)), |a, b| {
    bounds(|lane| a[lane].swept(b[lane].min))
});

#[inline(always)]
fn bits(holds: impl Fn(usize) -> bool) -> u8 {
    (0..LANES).map(|lane| u8::from(holds(lane)) << lane).sum()
}

#[inline(always)]
fn bounds(of: impl Fn(usize) -> Aabb<3>) -> Bounds {
    let mut out = [[0.0; LANES]; 6];
    let boxes: Eight = std::array::from_fn(of);
    for (column, entries) in out.iter_mut().enumerate() {
        *entries = boxes.map(|aabb| [aabb.min, aabb.max].as_flattened()[column]);
    }
    out
}

#[inline(always)]
fn stored<L: Lanes>(lanes: L, boxes: &AabbLanes<L, 3>) -> Bounds {
    let mut out = [[0.0; LANES]; 6];
    let [a, b, c, d, e, f] = &mut out;
    boxes.store(lanes, [a, b, c], [d, e, f]);
    out
}

#[inline(always)]
fn stored_floats<L: Lanes>(lanes: L, floats: L::Floats) -> [f32; LANES] {
    let mut out = [0.0; LANES];
    lanes.store(floats, &mut out);
    out
}
