//! The general routine on boxes, of which exact arithmetic knows whether they are apart, and the
//! separating axis test in `f64` how deep they overlap: by the hundred million, if asked to.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use jostle_kernels::{
    pairs::convex::{self, Convex, Nearest},
    shape::{Obb, Pack, Rows, ShapeKind, Solid},
};

use crate::{
    obb3::{apart_exactly, gap_along, gaps},
    support::{
        Boxes, Random, evidence, relative, scale,
        solid::{inner, length, plus, wide},
    },
};

/// Pairs that one thread makes of one seed.
const CHUNK: usize = 50_000;

/// How many times larger one of the boxes is.
const RATIOS: [f32; 8] = [1.0, 1.0, 1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5];

/// The largest error of a distance, of all sizes.
const ERROR: f64 = 1e-5;
/// The largest gap of boxes that are said to touch, of all sizes: a tenth of a rounding in `f32`.
const GAP: f64 = 1e-8;

/// What was seen.
#[derive(Debug, Default)]
struct Seen {
    apart: usize,
    touching: usize,
    /// Pairs within a millionth of touching.
    close: usize,
    /// Pairs that only exact arithmetic could decide.
    exact: usize,
    /// Pairs that are apart and were said to touch, and the largest gap of one, of the sizes.
    wrongly: usize,
    gap: f64,
    /// Distances that err by more than they may, and the largest error of the others, of all sizes.
    off: usize,
    worst: f64,
    /// Searches that ended as their steps were all taken: in `f32`, in `f64`, for a depth.
    capped: [usize; 3],
    /// Pairs of which one is thinner than a part of [`THIN`] of the other, and the same of them.
    thin: usize,
    thin_capped: [usize; 3],
}

/// The share of the largest half extent below which a pair counts as thin.
const THIN: f32 = 1e-5;

/// Whether a half extent of a pair is next to nothing beside another.
fn is_thin(a: &Obb<3>, b: &Obb<3>) -> bool {
    let halves = || a.half.into_iter().chain(b.half);
    let most = halves().fold(0.0, f32::max);
    halves().any(|half| 0.0 < half && half < THIN * most)
}

impl Seen {
    fn and(mut self, other: &Self) -> Self {
        self.apart += other.apart;
        self.touching += other.touching;
        self.close += other.close;
        self.exact += other.exact;
        self.wrongly += other.wrongly;
        self.gap = self.gap.max(other.gap);
        self.off += other.off;
        self.worst = self.worst.max(other.worst);
        self.thin += other.thin;
        for k in 0..3 {
            self.capped[k] += other.capped[k];
            self.thin_capped[k] += other.thin_capped[k];
        }
        self
    }
}

/// The sum of all sizes: of the way between the centers and of the half extents.
fn sizes(a: &Obb<3>, b: &Obb<3>) -> f64 {
    let between = plus(wide(b.center), wide(a.center), -1.0);
    let all = [between, wide(a.half), wide(b.half)];
    all.as_flattened().iter().map(|x| x.abs()).sum()
}

/// Whether the boxes are apart, and whether it took exact arithmetic to tell.
///
/// `gap` is the largest along the axes. It errs by less than 2^-47 of all sizes, where 2^-53 is one
/// rounding: 1 of each component of an axis, which is as much as another direction is off; 1 of the
/// way between the centers; 4 of its product with the direction; 6 of those of the half extents; 3
/// for the sum of these; 3 for the length. Axes are unit vectors but for 1e-6, which no bound of
/// twice as much as all these sees.
fn apart(a: &Obb<3>, b: &Obb<3>, gap: f64) -> [bool; 2] {
    let is_close = gap.abs() <= sizes(a, b) * 2.0_f64.powi(-47);
    [if is_close { apart_exactly(a, b) } else { gap > 0.0 }, is_close]
}

/// The box as any convex shape.
fn convex(of: &Obb<3>) -> Convex<'static> {
    let solid = Solid {
        center: wide(of.center),
        axes: of.axes.map(wide),
        half: wide(of.half),
        lids: [0.0; 2],
        rounding: 0.0,
    };
    Convex { solid, corners: &[], polyhedron: None }
}

/// How far a point, relative to the center of a box, is beyond its sides.
fn beyond(of: &Obb<3>, point: [f64; 3]) -> f64 {
    let axes = of.axes.map(wide);
    let cross =
        |a: [f64; 3], b: [f64; 3]| [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i]);
    let off = |k: usize| {
        let normal = cross(axes[(k + 1) % 3], axes[(k + 2) % 3]);
        (inner(point, normal) / inner(axes[k], normal)).abs() - f64::from(of.half[k])
    };
    off(0).max(off(1)).max(off(2))
}

/// Holds the answer against the truth. That of boxes that are apart is between two bounds: along
/// the normal they are no less apart, and two points of theirs are no more.
fn check(seen: &mut Seen, a: &Obb<3>, b: &Obb<3>) {
    let (quads_a, quads_b) = (Obb::<3>::pack(a), Obb::<3>::pack(b));
    let rows = [&quads_a, &quads_b].map(|quads| Rows::new(ShapeKind::Box, quads.as_ref()));
    let found = convex::separation(rows);
    let distance = f64::from(found.distance);
    let gap = gaps(a, b).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let [is_apart, exact] = apart(a, b, gap);
    let case = || format!("{a:?} {b:?} {found:?}, along the axes {gap}");
    assert!(is_apart || distance <= 0.0, "a false separation: {}", case());
    assert_eq!(convex::overlap(rows), distance <= 0.0, "{}", case());
    let sizes = sizes(a, b);
    let along = gap_along(a, b, wide(found.normal));
    let error = if !is_apart {
        (distance - gap).abs()
    } else if distance > 0.0 {
        let Nearest { on_a, on_b, .. } = convex::nearest(&convex(a), &convex(b));
        let between = plus(wide(b.center), wide(a.center), -1.0);
        let more = distance - length(plus(plus(on_b, between, 1.0), on_a, -1.0));
        // Points that are beside the boxes tell nothing of the distance.
        let beside = beyond(a, on_a).max(beyond(b, on_b));
        if beside < 1e-8 * sizes { more.max(0.0) } else { f64::INFINITY }
    } else {
        seen.wrongly += 1;
        seen.gap = seen.gap.max(gap / sizes);
        gap - distance
    };
    let error = error.max((distance - along).abs());
    if error <= ERROR * sizes {
        seen.worst = seen.worst.max(error / sizes);
    } else {
        println!("off by {error}: {}", case());
        seen.off += 1;
    }
    let convex::Capped { single, double, depth } = convex::capped(rows);
    let is_thin = is_thin(a, b);
    seen.thin += usize::from(is_thin);
    let counts = if is_thin { &mut seen.thin_capped } else { &mut seen.capped };
    for (count, capped) in counts.iter_mut().zip([single, double, depth]) {
        *count += usize::from(capped);
    }
    seen.apart += usize::from(is_apart);
    seen.touching += usize::from(!is_apart);
    seen.close += usize::from(gap.abs() <= 1e-6 * sizes);
    seen.exact += usize::from(exact);
}

/// Boxes that nearly touch, of all proportions, at sizes up to 1 to 100,000, aligned or turned,
/// near the origin and far from it.
fn chunk(number: usize) -> Seen {
    let mut random = Random((number as u64) << 32 | 0xb0);
    let mut seen = Seen::default();
    for _ in 0..CHUNK {
        let ratio = random.of(&RATIOS);
        let Boxes { a, b, .. } = Boxes::of_ratio(&mut random, ratio);
        check(&mut seen, &a, &b);
    }
    seen
}

#[test]
fn boxes_are_as_far_apart_as_exact_arithmetic_says() {
    let (next, chunks) = (AtomicUsize::new(0), 10 * scale());
    let work = || {
        let mut seen = Seen::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= chunks {
                return seen;
            }
            seen = seen.and(&chunk(number));
            if number % 20 == 19 {
                println!("{number} {seen:?}");
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let seen = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().fold(Seen::default(), |all, worker| {
            all.and(&worker.join().expect("the checks of each thread hold"))
        })
    });
    println!("{seen:?}");
    evidence("box, box in 3D, general routine", chunks * CHUNK, seen.exact, relative(seen.gap));
    assert!(seen.apart > 100_000 && seen.touching > 100_000 && seen.thin > 50_000, "{seen:?}");
    assert!(seen.close > 50_000 && seen.exact > 500 && seen.gap < GAP, "{seen:?}");
    // Edges that are all but parallel make slivers; a depth is then one of another direction.
    assert!(seen.off <= chunks * CHUNK / 1_000_000, "{seen:?}");
    let [single, double, depth] = seen.capped;
    assert!(single + double == 0 && depth <= chunks * CHUNK / 100_000, "{seen:?}");
    assert!(seen.thin_capped[2] < seen.thin / 1_000, "{seen:?}");
}
