use super::{Cull, Ways};
use crate::{Level, Prepared, Shape, Shapes, shape::Columns, testing::Random};

/// Shapes of all kinds before and after they moved: one in forty far, and those are fast. Some are nowhere, at
/// the end of numbers, or not valid in one of the two.
struct Scene<const D: usize> {
    before: Shapes<D>,
    now: Shapes<D>,
    /// Their indices.
    fast: Vec<u32>,
}

fn scene<const D: usize>(
    make: fn(&mut Random, usize, [f32; D]) -> Shape<D>,
    far: f32,
    count: usize,
) -> Scene<D> {
    let mut random = Random::seeded(7);
    let (mut before, mut now) = (Shapes::new(), Shapes::new());
    let mut fast = Vec::new();
    for number in 0..count {
        let from: [f32; D] = random.point(far);
        let is_fast = number % 40 == 0;
        let by: [f32; D] = random.point(if is_fast { 0.05 * far } else { 0.3 });
        let mut to: [f32; D] = std::array::from_fn(|axis| from[axis] + by[axis]);
        if number % 401 == 18 {
            to[0] = f32::MAX;
        }
        before.insert(make(&mut random, number, from)).expect("there is room");
        fast.push((now.insert(make(&mut random, number, to)).expect("there is room"), is_fast));
    }
    for (first, shapes) in [(17, &mut before), (18, &mut now)] {
        let radii = shapes.balls_mut().radii.iter_mut();
        radii.skip(first).step_by(97).for_each(|radius| *radius = f32::NAN);
    }
    let is_fast = |index: &u32| {
        let handle = now.handle_of(*index as usize);
        fast.iter().any(|(of, is_fast)| *is_fast && Some(*of) == handle)
    };
    let fast = (0..count as u32).filter(is_fast).collect();
    Scene { before, now, fast }
}

/// Checks that no shape is left out whose way may meet that of a fast one. Returns how many are near.
fn check<const D: usize>(scene: &Scene<D>) -> usize {
    let columns = [Columns::from(&scene.before), Columns::from(&scene.now)];
    let mut counts = Vec::new();
    for level in Level::available() {
        let mut prepared = [Prepared::with_level(*level), Prepared::with_level(*level)];
        for (prepared, columns) in prepared.iter_mut().zip(&columns) {
            prepared.update(*columns).expect("there is memory");
        }
        let ways = Ways::new((&columns[0], &prepared[0]), (&columns[1], &prepared[1]));
        let mut cull = Cull::default();
        let near = cull.find(*level, &ways, &scene.fast).expect("there is memory");
        assert!(near.is_sorted_by(|a, b| a < b));
        let fast = scene.fast.iter().filter_map(|index| ways.bounds(*index as usize));
        let fast: Vec<_> = fast.collect();
        for index in 0..ways.len() {
            let Some(way) = ways.bounds(index) else { continue };
            if fast.iter().any(|fast| fast.overlaps(&way)) {
                assert!(near.binary_search(&(index as u32)).is_ok(), "{index} at {level}");
            }
        }
        counts.push(near.len());
    }
    assert!(counts.windows(2).all(|two| two[0] == two[1]), "{counts:?}");
    counts[0]
}

fn ball<const D: usize>(random: &mut Random, number: usize, centre: [f32; D]) -> Shape<D> {
    let radius = if number % 100 == 3 { 10.0 } else { 0.1 + 0.8 * random.next() };
    Shape::ball(centre, radius)
}

fn capsule<const D: usize>(random: &mut Random, from: [f32; D]) -> Shape<D> {
    let way: [f32; D] = random.point(0.5);
    Shape::capsule(from, std::array::from_fn(|axis| from[axis] + way[axis]), 0.2)
}

fn flat(random: &mut Random, number: usize, centre: [f32; 2]) -> Shape<2> {
    match number % 3 {
        0 => Shape::oriented_box(centre, [0.5, 0.2], random.next()),
        1 => capsule(random, centre),
        _ => ball(random, number, centre),
    }
}

fn solid(random: &mut Random, number: usize, centre: [f32; 3]) -> Shape<3> {
    match number % 2 {
        0 => capsule(random, centre),
        _ => ball(random, number, centre),
    }
}

#[test]
fn nothing_near_a_fast_shape_is_left_out() {
    let near = [
        check(&scene::<2>(ball, 100.0, 4000)),
        check(&scene::<3>(ball, 30.0, 4003)),
        check(&scene::<2>(flat, 1e6, 3000)),
        check(&scene::<3>(solid, 200.0, 3001)),
    ];
    for (near, of) in near.into_iter().zip([4000, 4003, 3000, 3001]) {
        assert!(near * 100 > of * 2 && near * 100 < of * 95, "{near} of {of}");
    }
}

#[test]
fn where_most_are_fast_all_are_near() {
    let mut many = scene::<2>(ball, 100.0, 1000);
    many.fast = (0..1000).collect();
    assert_eq!(check(&many), 1000);
    // Few that go everywhere are as good as many.
    many.fast = vec![0];
    many.now.balls_mut().radii[0] = 200.0;
    assert_eq!(check(&many), 1000);
    many.now.balls_mut().radii[0] = f32::NAN;
    assert_eq!(check(&many), 0);
}
