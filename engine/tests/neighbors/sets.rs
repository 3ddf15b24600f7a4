//! Lists between two sets, with radii of points, and of the nearest, against a double loop.

use jostle::{
    Error, SimdLevel,
    neighbors::{ListKind, Neighbors, Points, RadiusRule, RebuildReason},
    validate::{InvalidReason, JoinSide},
};

use crate::{
    common::{Random, THREADS, pool},
    oracle::{Periods, square},
};

/// What is asked of two sets, or of one.
#[derive(Clone)]
struct Case<const D: usize> {
    name: &'static str,
    queries: Option<Vec<[f32; D]>>,
    points: Vec<[f32; D]>,
    query_radii: Option<Vec<f32>>,
    radii: Option<Vec<f32>>,
    radius: f32,
    rule: RadiusRule,
    periods: Periods<D>,
    kind: ListKind,
    nearest: Option<usize>,
}

impl<const D: usize> Case<D> {
    fn of(name: &'static str, points: Vec<[f32; D]>, radius: f32) -> Self {
        Self {
            name,
            queries: None,
            points,
            query_radii: None,
            radii: None,
            radius,
            rule: RadiusRule::Sum,
            periods: [None; D],
            kind: ListKind::Full,
            nearest: None,
        }
    }

    fn from(&self) -> &[[f32; D]] {
        self.queries.as_ref().unwrap_or(&self.points)
    }

    /// The lists of a double loop. Numbers are such that `f64` does not round.
    fn naive(&self) -> Vec<Vec<u32>> {
        let radius_at =
            |radii: &Option<Vec<f32>>, i: usize| radii.as_ref().map_or(0.0, |all| all[i]);
        let from_radii = if self.queries.is_some() { &self.query_radii } else { &self.radii };
        let valid = |point: &[f32; D], radius: f32| {
            point.iter().all(|x| x.is_finite()) && (0.0..f32::INFINITY).contains(&radius)
        };
        let list = |i: usize| {
            let (from, own) = (self.from()[i], radius_at(from_radii, i));
            let near = |j: &usize| {
                let (to, other) = (self.points[*j], radius_at(&self.radii, *j));
                let wanted = match (&self.queries, self.kind) {
                    (Some(_), _) => true,
                    (None, ListKind::Full) => *j != i,
                    (None, ListKind::Half) => *j > i,
                };
                let added = match self.rule {
                    RadiusRule::Sum => f64::from(own) + f64::from(other),
                    RadiusRule::Larger => f64::from(own.max(other)),
                    RadiusRule::Own => f64::from(own),
                };
                let limit = f64::from(self.radius) + added;
                wanted
                    && valid(&from, own)
                    && valid(&to, other)
                    && square(from, to, &self.periods) <= limit * limit
            };
            let mut all: Vec<usize> = (0..self.points.len()).filter(near).collect();
            if let Some(most) = self.nearest {
                let away = |j: usize| square(from, self.points[j], &self.periods);
                all.sort_by(|a, b| away(*a).total_cmp(&away(*b)).then(a.cmp(b)));
                all.truncate(most);
            }
            all.into_iter().map(|j| j as u32).collect()
        };
        (0..self.from().len()).map(list).collect()
    }

    /// Builds the lists at all levels on all numbers of threads, and holds them against the oracle.
    /// Returns the number of neighbors.
    fn check(&self) -> usize {
        let with = |points: &'_ [[f32; D]], radii: &'_ Option<Vec<f32>>| -> Vec<f32> {
            radii.clone().unwrap_or_else(|| vec![0.0; points.len()])
        };
        let (of_queries, of_points) =
            (with(self.from(), &self.query_radii), with(&self.points, &self.radii));
        let points = Points::from(&self.points);
        let points = match self.radii {
            Some(_) => points.with_radii(&of_points).expect("as many radii as points"),
            None => points,
        };
        let queries = self.queries.as_ref().map(|queries| {
            let queries = Points::from(queries);
            match self.query_radii {
                Some(_) => queries.with_radii(&of_queries).expect("as many radii as points"),
                None => queries,
            }
        });
        let expected = self.naive();
        for level in SimdLevel::available() {
            let mut lists = Neighbors::new(self.radius)
                .with_level(*level)
                .with_kind(self.kind)
                .with_rule(self.rule)
                .with_periods(self.periods);
            if let Some(most) = self.nearest {
                lists = lists.with_nearest(most);
            }
            for threads in THREADS {
                let what = format!("{}: {level}, {threads} threads", self.name);
                // Other points first, so that what they leave in the buffers meets these.
                lists.update(&[[0.25; D]; 3]).expect(&what);
                let updated = pool(threads).install(|| match queries {
                    Some(queries) => lists.update_between(queries, points),
                    None => lists.update(points),
                });
                updated.expect(&what);
                assert_eq!(lists.len(), expected.len(), "{what}");
                let within = match queries {
                    Some(queries) => lists.within_between(queries, points),
                    None => lists.within(points),
                }
                .expect(&what);
                for (point, expected) in expected.iter().enumerate() {
                    assert_eq!(lists.of(point), expected, "{what}: point {point}");
                    let found: Vec<_> = within.of(point).collect();
                    assert_eq!(&found, expected, "{what}: point {point}, within");
                }
            }
        }
        expected.iter().map(Vec::len).sum()
    }
}

/// Points on a grid, some of them in clusters.
fn scattered<const D: usize>(random: &mut Random, count: usize, side: f32) -> Vec<[f32; D]> {
    let on_grid =
        |random: &mut Random, side: f32| (random.between(0.0, side) * 64.0).round() / 64.0;
    (0..count)
        .map(|i| [(); D].map(|()| on_grid(random, if i % 4 == 0 { 0.25 * side } else { side })))
        .collect()
}

/// Radii on a grid; some are 0.
fn sizes(random: &mut Random, count: usize, largest: f32) -> Vec<f32> {
    (0..count).map(|_| (random.between(-0.2, largest).max(0.0) * 64.0).round() / 64.0).collect()
}

fn periodic<const D: usize>(side: f32) -> Periods<D> {
    std::array::from_fn(|axis| (axis != 1).then_some((0.0, side)))
}

fn every_case<const D: usize>(side: f32) -> usize {
    let random = &mut Random::seeded(D as u64);
    let mut total = 0;
    for (many, few) in [(400, 30), (30, 400), (0, 20), (20, 0), (1, 1), (300, 300)] {
        for periods in [[None; D], periodic(side)] {
            let mut case = Case::<D>::of("two sets", scattered(random, many, side), 1.0);
            case.periods = periods;
            case.queries = Some(scattered(random, few, side));
            total += case.check();
            case.kind = ListKind::Half;
            total += case.check();
            for rule in [RadiusRule::Sum, RadiusRule::Larger, RadiusRule::Own] {
                for own in [false, true] {
                    case.name = "two sets with radii";
                    case.rule = rule;
                    case.radius = 0.25;
                    case.radii = own.then(|| sizes(random, many, 0.5));
                    case.query_radii = Some(sizes(random, few, 0.5));
                    total += case.check();
                }
                let mut alone = case.clone();
                (alone.name, alone.queries) = ("one set with radii", None);
                for kind in [ListKind::Full, ListKind::Half] {
                    alone.kind = kind;
                    total += alone.check();
                }
            }
            for most in [0, 1, 3, 1000] {
                case.name = "the nearest of two sets with radii";
                case.nearest = Some(most);
                total += case.check();
                let mut alone = Case::of("the nearest", case.points.clone(), 1.0);
                (alone.nearest, alone.periods) = (Some(most), periods);
                total += alone.check();
                alone.kind = ListKind::Half;
                total += alone.check();
            }
        }
    }
    total
}

#[test]
fn sets_radii_and_the_nearest_in_2d() {
    let total = every_case::<2>(8.0);
    assert!(total > 100_000, "{total}");
}

#[test]
fn sets_radii_and_the_nearest_in_3d() {
    let total = every_case::<3>(4.0);
    assert!(total > 100_000, "{total}");
}

/// A square of whole numbers has very many points at one distance.
#[test]
fn ties_go_to_the_lower_index() {
    let points: Vec<[f32; 2]> = (0..49).map(|i| [(i % 7) as f32, (i / 7) as f32]).collect();
    let mut case = Case::of("ties", points, 3.0);
    for most in 1..9 {
        case.nearest = Some(most);
        case.check();
    }
    let mut lists = Neighbors::new(3.0).with_nearest(6);
    lists.update(&case.points).expect("the points are valid");
    assert_eq!(lists.of(24), [17, 23, 25, 31, 16, 18]);
}

/// The nearest may be images of one point, and of the point itself.
#[test]
fn images_are_among_the_nearest() {
    let periods = [Some((0.0, 1.0)), Some((0.0, 1.25))];
    let mut lists = Neighbors::new(3.0).with_periods(periods).with_nearest(5).with_shifts();
    lists.update(&[[0.0, 0.0], [0.5, 0.0]]).expect("the points are valid");
    let images: Vec<_> = lists.images_of(0).expect("they were asked for").collect();
    let expected = [(1, [-1, 0]), (1, [0, 0]), (0, [-1, 0]), (0, [1, 0]), (0, [0, -1])];
    assert_eq!(images, expected);
}

/// Sizes of many magnitudes, and points at the edge of what numbers hold.
#[test]
fn radii_of_all_sizes() {
    let random = &mut Random::seeded(7);
    let mut points: Vec<[f32; 2]> = Vec::new();
    let mut radii = Vec::new();
    for _ in 0..100 {
        let size = 2.0_f32.powi(random.below(20) as i32 - 10);
        points.push([random.below(64) as f32 * size, random.below(64) as f32 * size]);
        radii.push(random.below(32) as f32 * size);
    }
    let mut total = 0;
    for rule in [RadiusRule::Sum, RadiusRule::Larger, RadiusRule::Own] {
        let small = 1.0 / 4096.0;
        for (point, far) in [([1e30, 0.0], 2e30), ([0.0, f32::MAX], 1.0), ([small, 0.0], small)] {
            let mut case = Case::of("all sizes", points.clone(), 0.0);
            case.points.push(point);
            case.rule = rule;
            case.radii = Some(radii.iter().copied().chain([far]).collect());
            total += case.check();
        }
    }
    assert!(total > 1000, "{total}");
}

#[test]
fn bad_radii_are_invalid_and_change_nothing() {
    let random = &mut Random::seeded(8);
    let points: Vec<[f32; 3]> = scattered(random, 60, 3.0);
    let mut radii = sizes(random, 60, 0.5);
    (radii[3], radii[7], radii[9]) = (f32::NAN, -1.0, f32::INFINITY);
    let mut case = Case::of("bad radii", points.clone(), 0.25);
    case.radii = Some(radii.clone());
    assert!(case.check() > 50);
    case.queries = Some(points.clone());
    case.query_radii = Some(radii.clone());
    assert!(case.check() > 50);
    let mut lists = Neighbors::new(0.25);
    let all = Points::from(&points).with_radii(&radii).expect("as many");
    lists.update_between(&points[..5], all).expect("the call is valid");
    let found: Vec<_> = lists.invalid().iter().map(|x| (x.side, x.index, x.reason)).collect();
    let second = |index, reason| (JoinSide::Second, index, reason);
    let expected = [
        second(3, InvalidReason::NotANumber),
        second(7, InvalidReason::NegativeRadius),
        second(9, InvalidReason::Infinite),
    ];
    assert_eq!(found, expected);
    lists.update_between(all, &points[..5]).expect("the call is valid");
    assert!(lists.invalid().iter().all(|invalid| invalid.side == JoinSide::First));
    assert_eq!(lists.invalid().len(), 3);
    assert_eq!(
        Points::from(&points).with_radii(&radii[1..]).err(),
        Some(Error::Length { what: "radii", expected: 60, found: 59 })
    );
    // Nor does the radius of a point that is not valid.
    let (mut gone, mut large) = (points.clone(), sizes(random, 60, 0.5));
    (gone[5][0], large[5]) = (f32::NAN, f32::MAX);
    case.queries = None;
    (case.points, case.radii) = (gone, Some(large));
    assert!(case.check() > 50);
    let huge = [f32::MAX; 60];
    let huge = Points::from(&points).with_radii(&huge).expect("as many");
    assert_eq!(lists.update(huge), Err(Error::Reach { what: "radii" }));
    assert!(lists.invalid().is_empty() && lists.is_empty());
}

/// Lists of two sets with radii that are kept by a skin, while points and radii change.
#[test]
fn a_skin_loses_nothing_between_sets() {
    let random = &mut Random::seeded(9);
    let (mut kept, mut spare) = (0, 0);
    for (rule, periods) in [
        (RadiusRule::Sum, [None; 2]),
        (RadiusRule::Larger, periodic(4.0)),
        (RadiusRule::Own, periodic(4.0)),
    ] {
        let mut case = Case::<2>::of("a skin", scattered(random, 80, 4.0), 0.5);
        (case.rule, case.periods) = (rule, periods);
        case.queries = Some(scattered(random, 40, 4.0));
        case.radii = Some(sizes(random, 80, 0.25));
        case.query_radii = Some(sizes(random, 40, 0.25));
        let mut lists = Neighbors::new(0.5).with_skin(0.25).with_rule(rule).with_periods(periods);
        for frame in 0..60 {
            let by = |random: &mut Random| (random.below(5) as f32 - 2.0) / 256.0;
            let Case { queries: Some(queries), query_radii: Some(query_radii), .. } = &mut case
            else {
                unreachable!("there are queries");
            };
            queries.iter_mut().flatten().for_each(|x| *x += by(random));
            query_radii.iter_mut().for_each(|x| *x = (*x + by(random)).max(0.0));
            let Case { points, radii: Some(radii), .. } = &mut case else {
                unreachable!("there are radii");
            };
            points.iter_mut().flatten().for_each(|x| *x += by(random));
            radii.iter_mut().for_each(|x| *x = (*x + by(random)).max(0.0));
            let with = |points, radii| Points::from(points).with_radii(radii).expect("as many");
            let queries = with(case.from(), case.query_radii.as_deref().unwrap_or_default());
            let points = with(case.points.as_slice(), case.radii.as_deref().unwrap_or_default());
            let validity = lists.update_between(queries, points).expect("the points are valid");
            kept += usize::from(validity.rebuilt.is_none());
            assert!(frame == 0 || validity.rebuilt.is_none_or(|why| why == RebuildReason::Moved));
            let within = lists.within_between(queries, points).expect("there are as many");
            for (point, expected) in case.naive().iter().enumerate() {
                let found: Vec<_> = within.of(point).collect();
                assert_eq!(&found, expected, "frame {frame}, point {point}");
                spare += lists.of(point).len() - expected.len();
            }
        }
    }
    assert!(kept > 100 && spare > 1000, "{kept} {spare}");
}

#[test]
fn what_does_not_fit_is_told() {
    let points = [[0.0, 0.0], [1.0, 0.0]];
    let mut lists = Neighbors::new(1.0).with_nearest(1).with_skin(0.5);
    let error = lists.update(&points).expect_err("a skin would not hold");
    assert!(matches!(error, Error::Setting { what: "skin", .. }), "{error}");
    lists.set_skin(0.0);
    lists.update(&points).expect("the points are valid");
    let length = |what, expected, found| Some(Error::Length { what, expected, found });
    let all = Points::from(&points);
    assert_eq!(lists.within_between(all, all).err(), length("queries", 0, 2));
    let reason = |validity: Result<jostle::neighbors::Validity, Error>| {
        validity.expect("the points are valid").rebuilt
    };
    assert_eq!(reason(lists.update_between(&points[..1], &points)), Some(RebuildReason::Sets));
    assert_eq!(reason(lists.update_between(&points[..1], &points)), None);
    assert_eq!(reason(lists.update_between(&points, &points)), Some(RebuildReason::Count));
    assert_eq!(lists.within(all).err(), length("queries", 2, 0));
    assert_eq!(lists.within_between(all, Points::from(&points[..1])).err(), length("points", 2, 1));
    assert_eq!(reason(lists.update(&points)), Some(RebuildReason::Sets));
}
