use super::*;

/// Times, which of them are certain, and hits of all slots at a level.
pub(super) fn at_level_of<const D: usize>(
    level: SimdLevel,
    cast: Cast<D>,
    node: Node<D>,
) -> ([f32; LANES], u32, u32) {
    at_level!(level, |lanes, cast: Cast<D>, node: Node<D>| -> ([f32; LANES], u32, u32) {
        let mut out = [0.0; LANES];
        let (times, certain, hits) = cast.wide(lanes).times(lanes, &node);
        lanes.store(times, &mut out);
        (out, lanes.bits(lanes.le(times, certain)) & hits, hits)
    })
}

/// Times of the boxes that are met, by the reference, once all levels have agreed with it, and with
/// what is decided without rounding.
pub(super) fn agreed<const D: usize>(cast: Cast<D>, node: Node<D>) -> [Option<f32>; LANES] {
    let expected = std::array::from_fn(|slot| cast.reference(&node, slot));
    for level in SimdLevel::available() {
        let (times, certain, hits) = at_level_of(*level, cast, node);
        for slot in 0..LANES {
            if node.aabb(slot).is_valid() {
                let [found, certain] = [hits, certain].map(|bits| bits >> slot & 1 == 1);
                let met = cast.meets(&node, slot);
                assert!(found || !met, "{level} slot {slot} is met: {cast:?} {node:?}");
                assert!(met || !certain, "{level} slot {slot} is not met: {cast:?} {node:?}");
            }
            let found = (hits >> slot & 1 == 1).then_some(times[slot]);
            let bits = |time: Option<f32>| time.map(f32::to_bits);
            assert_eq!(
                bits(found),
                bits(expected[slot]),
                "{level} slot {slot}: {found:?}, not {:?}: {cast:?} {node:?}",
                expected[slot]
            );
        }
    }
    expected
}

/// A direction, often along an axis or next to it.
pub(super) fn any_direction<const D: usize>(random: &mut Random, kind: u32) -> [f32; D] {
    std::array::from_fn(|_| match random.below(6) {
        0 => 0.0,
        1 => -0.0,
        2 => [1e-45, -1e-40, 1e-38, -1e-30, f32::MAX, f32::MIN][random.below(6) as usize],
        _ => {
            let x = coordinate(random, kind);
            if x.is_finite() { x } else { 1.0 }
        }
    })
}

pub(super) fn any_times(random: &mut Random) -> (f32, f32) {
    let times = [0.0, 1e-45, 1e-38, 0.5, 1.0, 100.0, 1e30, f32::MAX, f32::INFINITY];
    let begin = [0.0, 0.0, 0.0, 1.0, 1e30, f32::MAX][random.below(6) as usize];
    (begin, times[random.below(9) as usize])
}

fn levels_agree<const D: usize>() {
    let mut random = Random(31);
    let (mut hits, mut misses, mut late, mut parallel) = (0, 0, 0, 0);
    for kind in 0..20_000 {
        let node = any_node::<D>(&mut random, kind);
        let mut aabb = any_box::<D>(&mut random, kind);
        if kind % 3 > 0 {
            aabb.max = aabb.min;
        }
        if aabb.min.iter().chain(&aabb.max).any(|x| x.is_nan()) {
            continue;
        }
        let direction = any_direction::<D>(&mut random, kind);
        let (t_min, t_max) = any_times(&mut random);
        let times = agreed(Cast::new(aabb, direction, t_min, t_max), node);
        hits += times.iter().flatten().count();
        misses += node.len() - times.iter().flatten().count();
        late += times.iter().flatten().filter(|time| **time > 0.0).count();
        parallel += usize::from(direction.contains(&0.0));
    }
    assert!(hits > 2000 && misses > 10_000, "{hits} {misses}");
    assert!(late > 500 && parallel > 2000, "{late} {parallel}");
}

#[test]
fn all_levels_equal_the_reference() {
    levels_agree::<2>();
    levels_agree::<3>();
}

/// A moving box without an end, and boxes that lie at infinity: the distance on that axis is
/// infinity less infinity.
#[test]
fn boxes_at_infinity_are_met_no_sooner() {
    let high = f32::INFINITY;
    let moving = Aabb::new([0.0, 0.0, 0.0], [1.0, high, 1.0]);
    let boxes = [
        // Is reached on x at 4.
        Aabb::new([5.0, high, -2.0], [6.0, high, 9.0]),
        // Touched from the beginning.
        Aabb::new([0.0, high, 0.0], [1.0, high, 1.0]),
    ];
    let node = node_of(&boxes, &mut Random(0));
    let found = agreed(Cast::new(moving, [1.0, 0.5, 1.0], 0.0, high), node);
    assert_eq!(found[..2], [Some(4.0), Some(0.0)]);
    let still = Aabb::new([0.0, high, 0.0], [1.0, high, 1.0]);
    let found = agreed(Cast::new(still, [0.0, 1.0, 0.0], 0.0, high), node);
    assert_eq!(found[1], Some(0.0));
}
