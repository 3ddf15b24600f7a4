//! Polygons with round corners: as far apart as their outlines, less the roundings.

use jostle_kernels::{
    pairs::{
        BallPolygon, BoxPolygon, BoxPolygonManifold, CapsulePolygon, Contact, PairTest,
        PolygonPolygon, PolygonPolygonManifold,
    },
    shape::{Ball, Capsule, Obb, One, Polygon},
};

use crate::{
    polygon2::round,
    support::{
        Asked, Random, agreed, evidence,
        planar::{Corners, Hulls, Terms},
        relative, scale,
    },
};

impl Corners for Ball<2> {
    fn corners(&self) -> Terms {
        vec![(self.center, [(0.0, [0.0; 2]); 2])]
    }
    fn center(&self) -> [f32; 2] {
        self.center
    }
}

impl Corners for Capsule<2> {
    fn corners(&self) -> Terms {
        [1.0, -1.0].map(|end| (self.center, [(end, self.axis), (0.0, self.axis)])).to_vec()
    }
    fn center(&self) -> [f32; 2] {
        self.center
    }
}

/// A shape that has corners, and is round about them.
trait RoundShape: Corners + Copy + std::fmt::Debug {
    fn any(random: &mut Random) -> Self;
    fn rounding(&self) -> f32;
}

impl RoundShape for Ball<2> {
    fn any(random: &mut Random) -> Self {
        Self { center: random.vector(3.0), radius: random.of(&[0.0, 0.01, 1.0]) }
    }
    fn rounding(&self) -> f32 {
        self.radius
    }
}

impl RoundShape for Capsule<2> {
    fn any(random: &mut Random) -> Self {
        let Ball { center, radius } = Ball::any(random);
        Self { center, axis: random.vector(1.0), radius }
    }
    fn rounding(&self) -> f32 {
        self.radius
    }
}

impl RoundShape for Obb<2> {
    fn any(random: &mut Random) -> Self {
        let turn = random.within(3.2);
        let axes = [[turn.cos(), turn.sin()], [-turn.sin(), turn.cos()]];
        let mut half = random.vector(1.0).map(f32::abs);
        // As thin as a segment: two corners are one, or nearly.
        half[random.below(2) as usize] *= random.of(&[1.0, 1.0, 1.0, 0.0, 1e-30, 1e-7]);
        Self { center: random.vector(3.0), half, axes }
    }
    fn rounding(&self) -> f32 {
        0.0
    }
}

impl RoundShape for Polygon {
    fn any(random: &mut Random) -> Self {
        let (count, start) = (3 + random.below(14), f64::from(random.within(3.2)));
        let size = [1.0, random.of(&[1.0, 0.3, 0.1])];
        // Also so small that squares of its edges are 0.
        let whole = random.of(&[1.0, 1.0, 1.0, 1.0, 1.0, 1e-22]);
        let size = size.map(|length| whole * length);
        let rounding = random.of(&[0.0, 1e-3, 0.1, 0.5, 4.0]);
        Self { center: random.vector(3.0), rounding, ..round(count, size, start) }
    }
    fn rounding(&self) -> f32 {
        self.rounding
    }
}

/// What was met.
#[derive(Debug, Default)]
struct Met {
    apart: usize,
    /// Outlines that are apart, of shapes that touch.
    by_rounding: usize,
    overlapping: usize,
    /// Two corners that are closest, of shapes that touch.
    corners: usize,
    within_a_millionth: usize,
    two_points: usize,
    worst: f64,
}

fn check<T, const N: usize>(of: &str) -> Met
where
    T: PairTest<2, N, B = Polygon>,
    One<T::A>: RoundShape,
{
    let mut random = Random(7);
    let mut pairs: Vec<Asked<T, 2, N>> = Vec::new();
    for number in 0..8000 * scale() {
        let (a, mut b) = (One::<T::A>::any(&mut random), Polygon::any(&mut random));
        if number % 2 == 0 {
            place_near(&a, &mut b, &mut random);
        }
        pairs.push((a, b));
    }
    let mut met = Met::default();
    for ((a, b), contact) in pairs.iter().zip(agreed::<T, 2, N>(&pairs)) {
        check_pair(a, b, &contact, &mut met);
    }
    let counts = [met.apart, met.by_rounding, met.overlapping, met.within_a_millionth];
    assert!(counts.iter().all(|count| *count > 300), "{of}: {met:?}");
    evidence(of, pairs.len(), 0, relative(met.worst));
    met
}

/// Moves a polygon until its rounding nearly touches another shape, or does.
fn place_near(a: &impl RoundShape, b: &mut Polygon, random: &mut Random) {
    let [x, y] = random.direction();
    let wanted = f64::from(a.rounding()) + f64::from(b.rounding);
    let at = |far: f64| [a.center()[0] + (x * far) as f32, a.center()[1] + (y * far) as f32];
    let (mut low, mut high) = (0.0, 32.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        b.center = at(middle);
        let hulls = Hulls::new(a, b);
        let touches = hulls.meet() || hulls.gap() <= wanted;
        (low, high) = if touches { (middle, high) } else { (low, middle) };
    }
    b.center = at(low + random.of(&[0.0, 0.0, 1e-7, -1e-7, 1e-3, -1e-3, -0.1]));
}

fn check_pair<const N: usize>(
    a: &impl RoundShape,
    b: &Polygon,
    contact: &Contact<2, N>,
    met: &mut Met,
) {
    let hulls = Hulls::new(a, b);
    let roundings = [f64::from(a.rounding()), f64::from(b.rounding)];
    let rounding = roundings[0] + roundings[1];
    let (size, meet) = (hulls.size + rounding, hulls.meet());
    let tolerance = 2e-6 * size;
    let true_distance = if meet { hulls.separation() } else { hulls.gap() } - rounding;
    let distance = f64::from(contact.distance);
    let case = || format!("{a:?} {b:?} {contact:?}, in truth {true_distance}");
    if distance > 0.0 {
        assert!(true_distance > -1e-13 * size, "a gap that is not there: {}", case());
        met.apart += 1;
    } else if meet {
        met.overlapping += 1;
    } else {
        met.by_rounding += 1;
    }
    met.within_a_millionth += usize::from(true_distance.abs() < 1e-6 * size);
    if rounding == 0.0 {
        // Sharp ones have tests of their own.
        return;
    }
    met.worst = met.worst.max((distance - true_distance).abs() / size);
    assert!((distance - true_distance).abs() <= tolerance, "{}", case());
    let normal = contact.normal.map(f64::from);
    assert!((normal[0].hypot(normal[1]) - 1.0).abs() < 1e-6, "{}", case());
    // The way between points that are as near as roundings are large points anywhere; and a way
    // that is a little off tells nearly the same distance.
    let gap = (true_distance + rounding).abs();
    let turn = (4e-7 * size / gap).max((2.0 * tolerance / gap).sqrt()).min(1.0 / 16.0);
    let least = true_distance - 2.0 * tolerance - turn * size;
    assert!(hulls.along(normal) - rounding >= least, "{}", case());
    if distance > 0.0 || N == 0 {
        met.corners += usize::from(distance <= 0.0 && contact.axis == 32);
        return;
    }
    let points = &contact.points[..contact.count as usize];
    assert!(!points.is_empty(), "{}", case());
    met.two_points += usize::from(points.len() == 2);
    let mut deepest = f64::INFINITY;
    for point in points {
        let on_a = point.on_a.map(f64::from);
        let between = [0, 1].map(|axis| {
            let centers = f64::from(b.center[axis]) - f64::from(a.center()[axis]);
            centers + f64::from(point.on_b[axis])
        });
        let along = (0..2).map(|axis| (between[axis] - on_a[axis]) * normal[axis]).sum::<f64>();
        assert!((along - f64::from(point.distance)).abs() <= 2.0 * tolerance, "{}", case());
        for (side, place) in [on_a, between].into_iter().enumerate() {
            let off = hulls.off_boundary(side == 0, place);
            assert!(off <= roundings[side] + 2.0 * tolerance, "{off} {}", case());
        }
        deepest = deepest.min(f64::from(point.distance));
    }
    assert!((deepest - distance).abs() <= 4.0 * tolerance, "{}", case());
}

#[test]
fn round_polygons_and_balls() {
    check::<BallPolygon, 1>("ball and round polygon");
}

#[test]
fn round_polygons_and_capsules() {
    let met = check::<CapsulePolygon, 2>("capsule and round polygon");
    assert!(met.two_points > 50, "{met:?}");
}

#[test]
fn round_polygons_and_boxes() {
    let met = check::<BoxPolygon, 0>("box and round polygon");
    assert!(met.corners > 300, "{met:?}");
    let met = check::<BoxPolygonManifold, 2>("box and round polygon, with points");
    assert!(met.two_points > 300, "{met:?}");
}

#[test]
fn round_polygons() {
    let met = check::<PolygonPolygon, 0>("two round polygons");
    assert!(met.corners > 300, "{met:?}");
    let met = check::<PolygonPolygonManifold, 2>("two round polygons, with points");
    assert!(met.two_points > 300, "{met:?}");
}

/// Level with each other they touch with two points, whose features stay where they move a little;
/// also where they end together. Corner to corner they touch with one.
#[test]
fn round_squares_at_rest() {
    let mut random = Random(3);
    let square = |center| Polygon {
        center,
        rounding: 0.25,
        ..round(4, [1.0; 2], std::f64::consts::FRAC_PI_4)
    };
    // Half the side of the squares.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    for (aside, count) in [(0.0, 2), (0.5, 2), (1.0, 2), (2.0 * half + 0.125, 1)] {
        let mut pairs = Vec::new();
        for _ in 0..1000 {
            let high = 2.0 * half + if count == 2 { 0.499 } else { 0.375 };
            let nearly = |x: f32, random: &mut Random| x + random.within(1e-6);
            let place = [nearly(aside, &mut random), nearly(high, &mut random)];
            pairs.push((square([0.0; 2]), square(place)));
        }
        let found = agreed::<PolygonPolygonManifold, 2, 2>(&pairs);
        for contact in &found {
            assert_eq!(contact.count, count, "{aside} {contact:?}");
            let numbers = |contact: &Contact<2, 2>| contact.points.map(|point| point.feature);
            let (first, these) = (numbers(&found[0]), numbers(contact));
            assert_eq!(first[..count as usize], these[..count as usize], "{aside}");
        }
        assert_eq!(found[0].axis == 32, count == 1);
    }
}
