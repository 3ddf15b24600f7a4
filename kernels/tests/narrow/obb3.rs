//! Boxes in 3D against projections without rounding.

mod textbook;

use jostle_kernels::{
    pairs::{BoxBox3, PairTest, contact_of, touches},
    shape::Obb,
};

use crate::support::{
    Boxes, Exact, Random, agreed,
    boxes::{nasty, scaled},
    cross, dot, evidence, exact, relative, scale,
};

/// The gap between two boxes along a direction, negative where they overlap, and -infinity where
/// there is no direction.
pub(crate) fn gap_along(a: &Obb<3>, b: &Obb<3>, direction: [f64; 3]) -> f64 {
    let along = |v: [f32; 3]| -> f64 { (0..3).map(|i| f64::from(v[i]) * direction[i]).sum() };
    let between: f64 =
        (0..3).map(|i| (f64::from(b.center[i]) - f64::from(a.center[i])) * direction[i]).sum();
    let reach =
        |s: &Obb<3>| -> f64 { (0..3).map(|i| f64::from(s.half[i]) * along(s.axes[i]).abs()).sum() };
    let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
    let gap = between.abs() - reach(a) - reach(b);
    if length > 0.0 { gap / length } else { f64::NEG_INFINITY }
}

/// The same along each of the 15 axes. Products of two stored numbers are exact in `f64`, so a
/// cross product errs by one rounding of each component, however close to zero it is.
pub(crate) fn gaps(a: &Obb<3>, b: &Obb<3>) -> [f64; 15] {
    let cross = |p: [f32; 3], q: [f32; 3]| {
        let (p, q) = (p.map(f64::from), q.map(f64::from));
        [[1, 2], [2, 0], [0, 1]].map(|[i, j]| p[i] * q[j] - p[j] * q[i])
    };
    let normal = |s: &Obb<3>, i: usize| cross(s.axes[(i + 1) % 3], s.axes[(i + 2) % 3]);
    std::array::from_fn(|number| {
        let direction = match number {
            0..3 => normal(a, number),
            3..6 => normal(b, number - 3),
            _ => cross(a.axes[(number - 6) / 3], b.axes[number % 3]),
        };
        gap_along(a, b, direction)
    })
}

/// The largest number that the pair consists of.
fn largest(a: &Obb<3>, b: &Obb<3>) -> f32 {
    let all = [a.center, a.half, b.center, b.half];
    all.as_flattened().iter().fold(1.0, |most, x| most.max(x.abs()))
}

/// Whether the boxes are apart, without rounding: the interval of all corners of one on some axis
/// ends before that of the other begins.
pub(crate) fn apart_exactly(a: &Obb<3>, b: &Obb<3>) -> bool {
    let vector = |v: [f32; 3]| v.map(exact);
    let (p, q) = (a.axes.map(vector), b.axes.map(vector));
    let corners = |s: &Obb<3>, axes: &[[Exact; 3]; 3]| -> Vec<[Exact; 3]> {
        let corner = |signs: u32| {
            let mut corner = vector(s.center);
            for (i, axis) in axes.iter().enumerate() {
                let half = exact(if signs >> i & 1 == 0 { s.half[i] } else { -s.half[i] });
                for (place, along) in corner.iter_mut().zip(axis) {
                    *place = place.clone() + half.clone() * along.clone();
                }
            }
            corner
        };
        (0..8).map(corner).collect()
    };
    let (of_a, of_b) = (corners(a, &p), corners(b, &q));
    let mut normals: Vec<_> = (0..3).map(|i| cross(&p[(i + 1) % 3], &p[(i + 2) % 3])).collect();
    normals.extend((0..3).map(|i| cross(&q[(i + 1) % 3], &q[(i + 2) % 3])));
    normals.extend(p.iter().flat_map(|p| q.iter().map(|q| cross(p, q))));
    normals.iter().any(|normal| {
        let interval = |corners: &[[Exact; 3]]| {
            let places = corners.iter().map(|corner| dot(corner, normal));
            (places.clone().min().expect("corners"), places.max().expect("corners"))
        };
        let ((low_a, high_a), (low_b, high_b)) = (interval(&of_a), interval(&of_b));
        high_a < low_b || high_b < low_a
    })
}

/// Whether the boxes are apart, exactly; and whether rounding kept `f64` from telling.
fn apart(a: &Obb<3>, b: &Obb<3>) -> (bool, bool) {
    let gap = gaps(a, b).into_iter().fold(f64::NEG_INFINITY, f64::max);
    // 40 roundings of 2^-53 at most, of sums of up to six numbers.
    if gap.abs() > 1e-13 * f64::from(largest(a, b)) {
        (gap > 0.0, false)
    } else {
        (apart_exactly(a, b), true)
    }
}

/// Counts of what was reached.
#[derive(Debug, Default)]
struct Reached {
    /// How often each axis decided.
    decided: [usize; 15],
    /// How often each axis alone separated the boxes.
    alone: [usize; 15],
    apart: usize,
    touching: usize,
    contained: usize,
    /// Cases that only exact arithmetic could decide.
    close: usize,
    /// The largest gap of boxes that were said to touch, in units of 2^-23 of the largest number.
    worst: f64,
}

impl Reached {
    fn check(&mut self, a: &Obb<3>, b: &Obb<3>) {
        let found = contact_of::<BoxBox3, 3, 0>(a, b);
        let (apart, close) = apart(a, b);
        assert!(apart || found.distance <= 0.0, "a false separation: {a:?} {b:?} {found:?}");
        assert_eq!(touches::<BoxBox3, 3, 0>(a, b), found.distance <= 0.0, "{a:?} {b:?} {found:?}");
        let gaps = gaps(a, b);
        let gap = gaps.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let unit = f64::from(largest(a, b)) * f64::from(f32::EPSILON);
        if apart && found.distance <= 0.0 {
            self.worst = self.worst.max(gap / unit);
        }
        let (direct, slack) = BoxBox3::contact::<f32>(a, b);
        // Across edges that are all but parallel another direction is met than the exact one; where
        // the boxes are apart it may tell less.
        let (distance, slack) = (f64::from(direct.distance), f64::from(slack));
        let faces = gaps[..6].iter().fold(f64::NEG_INFINITY, |most, gap| most.max(*gap));
        let least = if apart { faces } else { gap };
        assert!(distance >= least - slack, "{a:?} {b:?} {direct:?} {gaps:?}");
        let along = gap_along(a, b, direct.normal.map(f64::from));
        assert!((distance - along).abs() <= slack, "{a:?} {b:?} {direct:?} {along}");
        let length: f64 = direct.normal.iter().map(|x| f64::from(*x).powi(2)).sum();
        assert!((length - 1.0).abs() < 2e-6, "{direct:?}");
        self.decided[direct.axis as usize] += 1;
        let clearly = 1e-13 * f64::from(largest(a, b));
        let mut separating = (0..15).filter(|number| gaps[*number] > -clearly);
        if let (Some(number), None) = (separating.next(), separating.next()) {
            self.alone[number] += usize::from(gaps[number] > clearly);
        }
        self.apart += usize::from(apart);
        self.touching += usize::from(!apart);
        self.close += usize::from(close);
    }
}

#[test]
fn never_apart_unless_exactly_apart() {
    let (mut random, mut reached) = (Random(1), Reached::default());
    for _ in 0..100_000 * scale() {
        let case = Boxes::random(&mut random);
        reached.contained += usize::from(case.contained);
        reached.check(&case.a, &case.b);
    }
    println!("{reached:?}");
    let worst = relative(reached.worst * f64::from(f32::EPSILON));
    evidence("box, box in 3D", 100_000 * scale(), reached.close, worst);
    assert!(reached.worst < 4.0, "{reached:?}");
    assert!(reached.decided.iter().all(|count| *count >= 1_000), "{reached:?}");
    assert!(reached.alone.iter().all(|count| *count >= 500), "{reached:?}");
    assert!(reached.apart > 25_000 && reached.touching > 25_000, "{reached:?}");
    assert!(reached.contained > 25_000 && reached.close > 500, "{reached:?}");
}

#[test]
fn exactly_touching_counts() {
    let mut random = Random(2);
    let (mut just, mut apart) = (0, 0);
    for _ in 0..20_000 * scale() {
        let (a, b) = Boxes::on_grid(&mut random);
        // Nothing is rounded here: the axes are those of the world, and all numbers are whole.
        let gap = gaps(&a, &b)[..3].iter().fold(f64::NEG_INFINITY, |most, gap| most.max(*gap));
        assert_eq!(touches::<BoxBox3, 3, 0>(&a, &b), gap <= 0.0, "{a:?} {b:?}");
        let found = contact_of::<BoxBox3, 3, 0>(&a, &b);
        assert_eq!(f64::from(found.distance), gap, "{a:?} {b:?}");
        // Parallel edges are no reason to doubt.
        assert_eq!(BoxBox3::verdict::<f32>(&a, &b).unsure, gap == 0.0, "{a:?} {b:?}");
        just += usize::from(gap == 0.0);
        apart += usize::from(gap > 0.0);
    }
    evidence("box, box in 3D, whole numbers", 20_000 * scale(), 20_000 * scale(), 0);
    assert!(just > 2_000 && apart > 2_000, "{just} {apart}");
}

#[test]
fn large_and_small_ones_are_never_apart_unless_exactly_apart() {
    let (mut unlike, pairs) = (0, nasty(1_000 * scale()));
    for (a, b) in &pairs {
        let apart = apart_exactly(a, b);
        let touching = touches::<BoxBox3, 3, 0>(a, b);
        assert!(apart || touching, "{a:?} {b:?}");
        unlike += usize::from(apart == touching);
    }
    let some = format!("{unlike} pairs");
    evidence("box, box in 3D, huge and tiny", pairs.len(), pairs.len(), some);
    assert!(unlike * 40 < pairs.len(), "{unlike}");
}

#[test]
fn lanes_and_levels_agree() {
    let contacts = agreed::<BoxBox3, 3, 0>(&nasty(1_500));
    assert!(contacts.iter().filter(|contact| contact.distance > 0.0).count() > 500);
    assert!(contacts.iter().filter(|contact| contact.distance <= 0.0).count() > 500);
}

#[test]
fn the_unit_of_length_does_not_matter() {
    let mut random = Random(5);
    for _ in 0..5_000 * scale() {
        let case = Boxes::random(&mut random);
        let found = contact_of::<BoxBox3, 3, 0>(&case.a, &case.b);
        let by = 2.0_f32.powi(random.below(41) as i32 - 20);
        let (a, b) = (scaled(&case.a, by), scaled(&case.b, by));
        let again = contact_of::<BoxBox3, 3, 0>(&a, &b);
        assert_eq!((again.axis, again.normal), (found.axis, found.normal), "{a:?} {b:?}");
        assert_eq!(again.distance > 0.0, found.distance > 0.0, "{a:?} {b:?}");
        let settled = found.distance == f32::MIN_POSITIVE;
        assert!(settled || again.distance == found.distance * by, "{a:?} {b:?}");
    }
}
