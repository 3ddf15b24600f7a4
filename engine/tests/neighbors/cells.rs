//! Cells of any vectors, and such that several images of a point are near another, against a double
//! loop over points and shifts.

use std::collections::BTreeMap;

use jostle::{
    SimdLevel,
    neighbors::{ListKind, Neighbors, Points},
    validate::InvalidReason,
};

use crate::common::{Random, THREADS, pool};

type Vectors<const D: usize> = [Option<[f64; D]>; D];
type Entry<const D: usize> = (u32, [i32; D]);

/// The neighbors of each point: all points moved by up to `most` times each vector, in the order of
/// points and shifts. The numbers of these tests are such that `f64` does not round.
fn naive<const D: usize>(
    points: &[[f32; D]],
    radius: f32,
    kind: ListKind,
    vectors: &Vectors<D>,
    most: i32,
) -> Vec<Vec<Entry<D>>> {
    let count = |k: usize| if vectors[k].is_some() { 2 * most as usize + 1 } else { 1 };
    let total: usize = (0..D).map(count).product();
    let shifts: Vec<[i32; D]> = (0..total)
        .map(|mut number| {
            let mut shift = [0; D];
            for k in (0..D).rev() {
                shift[k] = (number % count(k)) as i32 - count(k) as i32 / 2;
                number /= count(k);
            }
            shift
        })
        .collect();
    let limit = f64::from(radius).powi(2);
    let near = |i: usize, j: usize, shift: &[i32; D]| {
        let moved = |axis: usize| -> f64 {
            (0..D).map(|k| vectors[k].map_or(0.0, |v| v[axis]) * f64::from(shift[k])).sum()
        };
        let apart = |axis| f64::from(points[j][axis]) - f64::from(points[i][axis]) + moved(axis);
        let wanted = match kind {
            ListKind::Full => (j, *shift) != (i, [0; D]),
            ListKind::Half => (j, *shift) > (i, [0; D]),
        };
        wanted && (0..D).map(|axis| apart(axis).powi(2)).sum::<f64>() <= limit
    };
    let finite = |i: usize| points[i].iter().all(|x| x.is_finite());
    let list = |i: usize| -> Vec<Entry<D>> {
        let others = (0..points.len()).filter(|j| finite(i) && finite(*j));
        let images = others.flat_map(|j| shifts.iter().map(move |shift| (j, *shift)));
        images.filter(|(j, s)| near(i, *j, s)).map(|(j, shift)| (j as u32, shift)).collect()
    };
    (0..points.len()).map(list).collect()
}

/// What the lists of some tests had.
#[derive(Debug, Default)]
struct Tally {
    /// Neighbors.
    all: usize,
    /// Images of the point itself.
    own: usize,
    /// Neighbors that a list has more than once.
    again: usize,
    /// Neighbors that are an image by the third vector, or the second in 2D.
    tilted: usize,
}

/// Builds lists of both kinds at all levels on all numbers of threads, with shifts and without, and
/// holds them against the oracle.
fn check<const D: usize>(
    points: &[[f32; D]],
    radius: f32,
    vectors: &Vectors<D>,
    most: i32,
    tally: &mut Tally,
    make: impl Fn(Neighbors<D>) -> Neighbors<D>,
) {
    for kind in [ListKind::Full, ListKind::Half] {
        let expected = naive(points, radius, kind, vectors, most);
        for level in SimdLevel::available() {
            let new = || make(Neighbors::new(radius).with_level(*level).with_kind(kind));
            let (mut lists, mut without) = (new().with_shifts(), new());
            for threads in THREADS {
                let what = format!("{kind:?}, {level}, {threads} threads, {vectors:?}, {radius}");
                pool(threads).install(|| {
                    lists.set_radius(radius * 0.5);
                    // Another radius first, so that what it leaves in the buffers meets this one.
                    lists.update(points).expect(&what);
                    lists.set_radius(radius);
                    lists.update(points).expect(&what);
                    without.update(points).expect(&what);
                });
                let within = lists.within(Points::from(points)).expect(&what);
                assert!(without.images_of(0).is_none() || points.is_empty());
                for (point, expected) in expected.iter().enumerate() {
                    let found: Vec<_> = lists.images_of(point).expect(&what).collect();
                    assert_eq!(&found, expected, "{what}: point {point}");
                    let found: Vec<_> = within.images_of(point).expect(&what).collect();
                    assert_eq!(&found, expected, "{what}: point {point}, within");
                    let ids: Vec<_> = expected.iter().map(|entry| entry.0).collect();
                    assert_eq!(lists.of(point), ids, "{what}: point {point}");
                    assert_eq!(without.of(point), ids, "{what}: point {point}, without shifts");
                }
            }
        }
        for (point, list) in expected.iter().enumerate() {
            tally.all += list.len();
            tally.own += list.iter().filter(|entry| entry.0 as usize == point).count();
            tally.again += list.windows(2).filter(|two| two[0].0 == two[1].0).count();
            tally.tilted += list.iter().filter(|entry| entry.1[D - 1] != 0).count();
        }
    }
}

/// Coordinates on a grid, in clusters, and far outside of the cell.
fn scattered<const D: usize>(random: &mut Random, count: usize, side: usize) -> Vec<[f32; D]> {
    (0..count)
        .map(|i| {
            [(); D].map(|()| match i % 8 {
                0 => 0.0,
                1 => (random.below(16 * side + 1) as f32 - 8.0 * side as f32) / 4.0,
                2 => random.below(8) as f32 / 64.0,
                _ => random.below(64 * side) as f32 / 64.0,
            })
        })
        .collect()
}

#[test]
fn all_images_count_on_short_axes() {
    let random = &mut Random::seeded(1);
    let mut tally = Tally::default();
    for count in [0, 1, 2, 9, 40] {
        let flat: Vec<[f32; 2]> = scattered(random, count, 4);
        let solid: Vec<[f32; 3]> = scattered(random, count, 1);
        for radius in [0.25, 1.0, 2.5] {
            for (short, long) in [(1.0, 2.0), (0.5, 16.0)] {
                let periods = [Some((-0.5, short as f32 - 0.5)), Some((0.0, long as f32))];
                let vectors = [Some([short, 0.0]), Some([0.0, long])];
                check(&flat, radius, &vectors, 40, &mut tally, |lists| lists.with_periods(periods));
            }
        }
        for radius in [0.5, 1.0, 1.75] {
            let periods = [None, Some((0.0, 2.0)), Some((-0.25, 0.75))];
            let vectors = [None, Some([0.0, 2.0, 0.0]), Some([0.0, 0.0, 1.0])];
            check(&solid, radius, &vectors, 8, &mut tally, |lists| lists.with_periods(periods));
        }
    }
    assert!(tally.all > 50_000 && tally.own > 1000 && tally.again > 10_000, "{tally:?}");
}

#[test]
fn cells_are_of_any_vectors() {
    let random = &mut Random::seeded(2);
    let mut tally = Tally::default();
    for count in [1, 2, 9, 24] {
        let flat: Vec<[f32; 2]> = scattered(random, count, 4);
        for vectors in [
            [Some([4.0, 0.0]), Some([1.5, 3.0])],
            [Some([-2.0, 0.5]), Some([1.0, 1.25])],
            [Some([4.0, 0.0]), Some([3.5, 0.5])],
            [None, Some([0.0, -1.5])],
            [Some([0.0, 2.0]), None],
            [Some([4.0, 0.0]), Some([0.0, 4.0])],
        ] {
            for radius in [0.5, 1.25, 2.5] {
                check(&flat, radius, &vectors, 40, &mut tally, |lists| lists.with_cell(vectors));
            }
        }
        let solid: Vec<[f32; 3]> = scattered(random, count, 1);
        for vectors in [
            // LAMMPS: xy, xz and yz tilts.
            [Some([2.0, 0.0, 0.0]), Some([0.75, 2.0, 0.0]), Some([-0.5, 1.0, 1.5])],
            // Face-centered cubic, by its primitive cell.
            [Some([0.0, 1.0, 1.0]), Some([1.0, 0.0, 1.0]), Some([1.0, 1.0, 0.0])],
            [Some([3.0, 0.0, 0.0]), Some([1.0, 2.5, 0.0]), None],
            [Some([2.0, 0.0, 1.0]), None, Some([-1.0, 0.0, 2.0])],
        ] {
            for radius in [0.5, 1.5] {
                check(&solid, radius, &vectors, 9, &mut tally, |lists| lists.with_cell(vectors));
            }
        }
    }
    assert!(tally.all > 40_000 && tally.own > 1000 && tally.again > 10_000, "{tally:?}");
    assert!(tally.tilted > 20_000, "{tally:?}");
}

/// Lists of a cell that are kept by a skin, of points that leave the cell and are put back into it
/// by the user, have what is within the radius, with the shifts from where the points are now.
#[test]
fn kept_lists_follow_points_across_borders() {
    let vectors = [Some([2.0, 0.0, 0.0]), Some([0.75, 2.0, 0.0]), Some([-0.5, 1.0, 1.5])];
    let random = &mut Random::seeded(3);
    let mut points: Vec<[f32; 3]> = scattered(random, 16, 1);
    let mut lists = Neighbors::new(1.25).with_skin(0.5).with_cell(vectors).with_shifts();
    let (mut kept, mut spare, mut jumps) = (0, 0, 0);
    for frame in 0..60 {
        for point in &mut points {
            point.iter_mut().for_each(|x| *x += (random.below(5) as f32 - 2.0) / 64.0);
            if frame % 7 == 3 && random.below(4) == 0 {
                let vector = vectors[random.below(3)].expect("there are three");
                point.iter_mut().zip(vector).for_each(|(x, along)| *x -= along as f32);
                jumps += 1;
            }
        }
        let validity = pool(2).install(|| lists.update(&points)).expect("the points are valid");
        kept += usize::from(validity.rebuilt.is_none());
        let within = lists.within(Points::from(&points)).expect("there are as many");
        for (point, list) in naive(&points, 1.25, ListKind::Full, &vectors, 10).iter().enumerate() {
            let found: Vec<_> = within.images_of(point).expect("they were asked for").collect();
            // Where points moved by a vector, shifts changed by as much, and the order with them.
            let sorted = |mut list: Vec<Entry<3>>| {
                list.sort_unstable();
                list
            };
            assert_eq!(sorted(found), *list, "frame {frame}, point {point}");
            spare += lists.of(point).len() - list.len();
        }
    }
    assert!(kept > 30 && spare > 10_000 && jumps > 30, "{kept} {spare} {jumps}");
}

/// Any numbers: each neighbor is mutual, with the opposite shift, and half lists have one of both.
#[test]
fn images_are_mutual() {
    let random = &mut Random::seeded(4);
    let mut total = 0;
    for round in 0..40 {
        let vector = |random: &mut Random| random.point::<3>(-1.0, 1.0).map(f64::from);
        let cell = [(); 3].map(|()| Some(vector(random)));
        let size = if round % 2 == 0 { 1.0 } else { 2.0_f32.powi(random.below(40) as i32) };
        let points: Vec<[f32; 3]> = (0..20).map(|_| random.point(-size, size)).collect();
        let mut lists = Neighbors::new(0.7).with_cell(cell).with_shifts();
        // A cell that happens to be flat is refused.
        if lists.update(&points).is_err() {
            continue;
        }
        let mut seen = BTreeMap::new();
        for point in 0..20 {
            for (other, shift) in lists.images_of(point).into_iter().flatten() {
                *seen.entry((point as u32, other, shift)).or_insert(0) += 1;
            }
        }
        for ((point, other, shift), count) in &seen {
            assert_eq!(*count, 1);
            assert!(seen.contains_key(&(*other, *point, shift.map(|times| -times))));
        }
        let mut half = Neighbors::new(0.7).with_cell(cell).with_shifts().with_kind(ListKind::Half);
        half.update(&points).expect("the points are valid");
        assert_eq!(2 * half.indices().len(), seen.len());
        total += seen.len();
    }
    assert!(total > 10_000, "{total}");
}

/// A box whose digits are coarser than it is long: images fall on one number.
#[test]
fn boxes_far_from_the_origin() {
    let points: Vec<[f32; 2]> = (0..30).map(|i| [4e6 + i as f32 * 0.25, i as f32 / 64.0]).collect();
    for radius in [0.25, 0.0625] {
        let periods = [Some((4e6, 4e6 + 0.25)), Some((0.0, 0.5))];
        let vectors = [Some([0.25, 0.0]), Some([0.0, 0.5])];
        let mut tally = Tally::default();
        check(&points, radius, &vectors, 40, &mut tally, |lists| lists.with_periods(periods));
        assert!(tally.all > 100, "{tally:?}");
    }
}

/// A point so far away that no `i32` tells how many lengths is invalid where shifts are asked for.
#[test]
fn shifts_that_no_number_tells() {
    let points = [[0.0, 0.0], [1e30, 0.0], [0.25, 0.0]];
    let mut lists = Neighbors::new(0.5).with_periods([Some((0.0, 4.0)), None]);
    lists.update(&points).expect("the points are valid");
    assert!(lists.invalid().is_empty());
    let mut lists = lists.with_shifts();
    lists.update(&points).expect("the call is valid");
    assert_eq!(lists.invalid().len(), 1);
    let invalid = lists.invalid()[0];
    assert_eq!((invalid.index, invalid.reason), (1, InvalidReason::FarFromCell));
    assert_eq!((lists.of(0), lists.of(1)), (&[2][..], &[][..]));
    // Nor is its radius one that counts.
    let points = Points::from(&points).with_radii(&[0.0, 1e30, 0.25]).expect("as many as points");
    lists.update(points).expect("the call is valid");
    assert_eq!((lists.of(0), lists.invalid().len(), lists.reach()), (&[2][..], 1, Some(1.0)));
}
