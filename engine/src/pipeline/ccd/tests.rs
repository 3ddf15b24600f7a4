use super::{Cull, SweptShapes};
use crate::{
    Shape, Shapes, SimdLevel,
    shape::{Columns, PreparedShapes},
    testing::Random,
};

/// Shapes of all kinds before and after they moved: one in forty far, and those are fast. Some are
/// nowhere, at the end of numbers, or not valid in one of the two.
struct CcdScene<const D: usize> {
    before: Shapes<D>,
    now: Shapes<D>,
    /// Their indices.
    ccd: Vec<u32>,
}

fn scene<const D: usize>(
    make: fn(&mut Random, usize, [f32; D]) -> Shape<D>,
    far: f32,
    count: usize,
) -> CcdScene<D> {
    let mut random = Random::seeded(7);
    let (mut before, mut now) = (Shapes::new(), Shapes::new());
    let mut ccd = Vec::new();
    for number in 0..count {
        let from: [f32; D] = random.point(far);
        let is_ccd = number % 40 == 0;
        let by: [f32; D] = random.point(if is_ccd { 0.05 * far } else { 0.3 });
        let mut to: [f32; D] = std::array::from_fn(|axis| from[axis] + by[axis]);
        if number % 401 == 18 {
            to[0] = f32::MAX;
        }
        before.insert(make(&mut random, number, from)).expect("there is room");
        ccd.push((now.insert(make(&mut random, number, to)).expect("there is room"), is_ccd));
    }
    for (first, shapes) in [(17, &mut before), (18, &mut now)] {
        let radii = shapes.balls_mut().radii.iter_mut();
        radii.skip(first).step_by(97).for_each(|radius| *radius = f32::NAN);
    }
    let is_ccd = |index: &u32| {
        let handle = now.handle_of(*index as usize);
        ccd.iter().any(|(of, is_ccd)| *is_ccd && Some(*of) == handle)
    };
    let ccd = (0..count as u32).filter(is_ccd).collect();
    CcdScene { before, now, ccd }
}

/// Checks that no shape is left out whose way may meet that of a fast one. Returns how many are
/// near.
fn check<const D: usize>(scene: &CcdScene<D>) -> usize {
    let columns = [Columns::from(&scene.before), Columns::from(&scene.now)];
    let mut counts = Vec::new();
    for level in SimdLevel::available() {
        let mut prepared =
            [PreparedShapes::new().with_level(*level), PreparedShapes::new().with_level(*level)];
        for (prepared, columns) in prepared.iter_mut().zip(&columns) {
            prepared.update(*columns).expect("there is memory");
        }
        let swept = SweptShapes::new((&columns[0], &prepared[0]), (&columns[1], &prepared[1]));
        let mut cull = Cull::default();
        let near = cull.find(*level, &swept, &scene.ccd).expect("there is memory");
        assert!(near.is_sorted_by(|a, b| a < b));
        let ccd = scene.ccd.iter().filter_map(|index| swept.bounds(*index as usize));
        let ccd: Vec<_> = ccd.collect();
        for index in 0..swept.len() {
            let Some(way) = swept.bounds(index) else { continue };
            if ccd.iter().any(|ccd| ccd.overlaps(&way)) {
                assert!(near.binary_search(&(index as u32)).is_ok(), "{index} at {level}");
            }
        }
        counts.push(near.len());
    }
    assert!(counts.windows(2).all(|two| two[0] == two[1]), "{counts:?}");
    counts[0]
}

fn ball<const D: usize>(random: &mut Random, number: usize, center: [f32; D]) -> Shape<D> {
    let radius = if number % 100 == 3 { 10.0 } else { 0.1 + 0.8 * random.next() };
    Shape::ball(center, radius)
}

fn capsule<const D: usize>(random: &mut Random, from: [f32; D]) -> Shape<D> {
    let way: [f32; D] = random.point(0.5);
    Shape::capsule(from, std::array::from_fn(|axis| from[axis] + way[axis]), 0.2)
}

fn flat(random: &mut Random, number: usize, center: [f32; 2]) -> Shape<2> {
    match number % 3 {
        0 => Shape::oriented_box(center, [0.5, 0.2], random.next()),
        1 => capsule(random, center),
        _ => ball(random, number, center),
    }
}

fn solid(random: &mut Random, number: usize, center: [f32; 3]) -> Shape<3> {
    match number % 2 {
        0 => capsule(random, center),
        _ => ball(random, number, center),
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
    many.ccd = (0..1000).collect();
    assert_eq!(check(&many), 1000);
    // Few that go everywhere are as good as many.
    many.ccd = vec![0];
    many.now.balls_mut().radii[0] = 200.0;
    assert_eq!(check(&many), 1000);
    many.now.balls_mut().radii[0] = f32::NAN;
    assert_eq!(check(&many), 0);
}
