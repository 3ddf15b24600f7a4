//! Lists with a skin over many frames: nothing within the radius is ever missing, and few are
//! built.

use jostle::neighbors::{ListKind, Neighbors, Points, RebuildReason};

use crate::{
    common::{Random, pool},
    oracle::{OPEN2, OPEN3, Periods, naive, square},
};

/// What became of the frames of a walk.
#[derive(Debug, Default)]
struct Tally {
    frames: usize,
    built: usize,
    /// Pairs that were listed, but were not within the radius.
    spare: usize,
    pairs: usize,
}

/// The farthest that a point is from where it was, and that of two of them together.
fn farthest<const D: usize>(now: &[[f32; D]], then: &[[f32; D]], periods: &Periods<D>) -> f64 {
    let moved = now.iter().zip(then).map(|(now, then)| square(*now, *then, periods).sqrt());
    moved.fold(0.0, f64::max)
}

/// Points walk at random; each frame is held against a double loop.
fn walk<const D: usize>(
    count: usize,
    side: f32,
    skin: f32,
    periods: &Periods<D>,
    kind: ListKind,
) -> Tally {
    let random = &mut Random::seeded(D as u64 + 1);
    let mut points: Vec<[f32; D]> = (0..count).map(|_| random.point(0.0, side)).collect();
    let mut then = points.clone();
    let mut lists = Neighbors::new(1.0).with_skin(skin).with_kind(kind).with_periods(*periods);
    let mut tally = Tally::default();
    for frame in 0..300 {
        for point in &mut points {
            point.iter_mut().for_each(|x| *x += random.between(-0.006, 0.006));
            if frame % 50 == 49 {
                // To another image of the same place, as far as f32 has one.
                for (x, period) in point.iter_mut().zip(periods) {
                    *x += period.map_or(0.0, |(low, high)| high - low);
                }
            }
        }
        let (kept, validity) =
            pool(2).install(|| (lists.would_keep(&points), lists.update(&points)));
        let validity = validity.expect("the points are valid");
        assert_eq!(kept, Ok(validity.rebuilt.is_none()));
        assert_eq!(lists.validity(), Some(validity));
        let moved = farthest(&points, &then, periods);
        match validity.rebuilt {
            Some(cause) => {
                assert_eq!(
                    cause,
                    if frame == 0 { RebuildReason::First } else { RebuildReason::Moved }
                );
                // Only where it is not proven that nothing can be missing.
                assert!(frame == 0 || 2.0 * moved > f64::from(skin) * 0.999, "{moved}");
                assert_eq!(validity.displacement, 0.0);
                then.clone_from(&points);
                tally.built += 1;
            }
            None => {
                assert!(moved <= validity.displacement, "{moved} {validity:?}");
                assert!(validity.displacement < moved * 1.001 + 1e-4, "{moved} {validity:?}");
                assert!(validity.left() >= 0.0 && validity.allowance <= f64::from(skin) * 1.001);
            }
        }
        let within = lists.within(Points::from(&points)).expect("there are as many");
        for (point, expected) in naive(&points, 1.0, kind, periods).iter().enumerate() {
            assert!(within.of(point).eq(expected.iter().copied()), "frame {frame}, point {point}");
            tally.pairs += expected.len();
            tally.spare += lists.of(point).len() - expected.len();
        }
        tally.frames += 1;
    }
    tally
}

#[test]
fn a_skin_saves_builds_and_loses_nothing() {
    let border2 = [Some((0.0, 8.0)), None];
    let border3 = [Some((0.0, 5.0)), Some((0.0, 5.0)), Some((0.0, 5.0))];
    let tallies = [
        walk(200, 8.0, 0.3, &OPEN2, ListKind::Full),
        walk(200, 8.0, 0.3, &border2, ListKind::Half),
    ];
    let others = [
        walk(150, 5.0, 0.3, &OPEN3, ListKind::Half),
        walk(150, 5.0, 0.3, &border3, ListKind::Full),
    ];
    for tally in tallies.into_iter().chain(others) {
        assert!(tally.built > 2 && tally.built * 8 < tally.frames, "{tally:?}");
        assert!(tally.spare > 1000 && tally.pairs > 10_000, "{tally:?}");
    }
}

#[test]
fn what_makes_lists_be_built_is_told() {
    let random = &mut Random::seeded(5);
    let mut points: Vec<[f32; 2]> = (0..500).map(|_| random.point(0.0, 9.0)).collect();
    let mut lists = Neighbors::new(1.0).with_skin(0.25);
    let cause = |lists: &mut Neighbors<2>, points: &[[f32; 2]]| {
        let kept = lists.would_keep(points);
        let validity = lists.update(points).expect("the points are valid");
        assert_eq!(kept, Ok(validity.rebuilt.is_none()));
        let within = lists.within(Points::from(points)).expect("there are as many");
        for (point, expected) in
            naive(points, lists.reach().unwrap_or(0.0) - 0.25, ListKind::Full, &OPEN2)
                .iter()
                .enumerate()
        {
            assert!(within.of(point).eq(expected.iter().copied()), "point {point}");
        }
        validity.rebuilt
    };
    assert_eq!(cause(&mut lists, &points), Some(RebuildReason::First));
    assert_eq!(cause(&mut lists, &points), None);
    // Half the skin, a little less.
    points[7][1] += 0.12;
    let before = points[8][0];
    points[8][0] = before + 0.12;
    assert_eq!(cause(&mut lists, &points), None);
    points[8][0] = before + 0.13;
    assert_eq!(cause(&mut lists, &points), Some(RebuildReason::Moved));
    points.pop();
    assert_eq!(cause(&mut lists, &points), Some(RebuildReason::Count));
    let kept = std::mem::replace(&mut points[3], [f32::NAN; 2]);
    assert_eq!(cause(&mut lists, &points), Some(RebuildReason::Quarantine));
    points[3][1] = f32::INFINITY;
    assert_eq!(cause(&mut lists, &points), None);
    points[3] = kept;
    assert_eq!(cause(&mut lists, &points), Some(RebuildReason::Quarantine));
    lists.set_radius(1.25);
    assert_eq!(cause(&mut lists, &points), Some(RebuildReason::Settings));
    lists.set_periods([None, Some((-1.0, 11.0))]);
    let validity = lists.update(&points).expect("the points are valid");
    assert_eq!(validity.rebuilt, Some(RebuildReason::Settings));
    let before = lists.indices().to_vec();
    lists.clear();
    assert_eq!((lists.len(), lists.indices(), lists.validity()), (0, &[][..], None));
    assert_eq!(lists.would_keep(&points), Ok(false));
    let validity = lists.update(&points).expect("the points are valid");
    assert_eq!((validity.rebuilt, lists.indices()), (Some(RebuildReason::First), &before[..]));
}

/// Without a skin lists are kept only where nothing moves at all, however little it is.
#[test]
fn no_skin_no_motion() {
    let mut points = [[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]];
    let mut lists = Neighbors::new(1.0);
    lists.update(&points).expect("the points are valid");
    assert_eq!(lists.update(&points).map(|validity| validity.rebuilt), Ok(None));
    points[0][0] = -f32::from_bits(1);
    let validity = lists.update(&points).expect("the points are valid");
    assert_eq!(validity.rebuilt, Some(RebuildReason::Moved));
    assert!(lists.indices().is_empty());
}
