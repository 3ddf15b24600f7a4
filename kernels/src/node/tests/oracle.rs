//! Casts against f64, and against each other.

use super::{
    cast::{agreed, any_direction, any_times},
    *,
};

/// A valid box at some scale, on a grid or not.
fn plain_box(random: &mut Random, scale: f32, size: f32) -> Aabb<3> {
    let min: [f32; 3] = std::array::from_fn(|_| random.within(scale));
    Aabb { min, max: min.map(|x| x + random.within(size).abs()) }
}

/// When the boxes touch on all axes, in f64.
fn oracle(aabb: &Aabb<3>, direction: [f32; 3], times: (f32, f32), other: &Aabb<3>) -> (f64, f64) {
    let (mut enter, mut exit) = (f64::from(times.0), f64::from(times.1));
    for (axis, direction) in direction.into_iter().enumerate() {
        let wide = f64::from;
        let to_low = wide(other.min[axis]) - wide(aabb.max[axis]);
        let to_high = wide(other.max[axis]) - wide(aabb.min[axis]);
        let d = wide(direction);
        if d == 0.0 {
            if to_low > 0.0 || to_high < 0.0 {
                return (f64::INFINITY, f64::NEG_INFINITY);
            }
        } else {
            enter = enter.max((to_low / d).min(to_high / d));
            exit = exit.min((to_low / d).max(to_high / d));
        }
    }
    (enter, exit)
}

#[test]
fn no_hit_is_missed_and_times_are_right() {
    let mut random = Random(32);
    let (mut hits, mut misses, mut close, mut touching) = (0, 0, 0, 0);
    for round in 0..60_000_u32 {
        let scale = [1.0, 1e-10, 1e10, 1e-30, 1e30, 1e37][round as usize % 6];
        let speed = [1.0, 1e-6, 1e6, 1e-37, 1e-41, 1e37][random.below(6) as usize];
        let mut aabb = plain_box(&mut random, scale, scale * 0.3);
        if round % 2 == 0 {
            aabb.max = aabb.min;
        }
        let mut direction: [f32; 3] = std::array::from_fn(|_| random.within(speed));
        if random.below(4) == 0 {
            direction[random.below(3) as usize] = 0.0;
        }
        let mut boxes = [Aabb::EMPTY; LANES];
        for other in &mut boxes {
            *other = plain_box(&mut random, scale, scale);
            if random.below(2) == 0 {
                // In the way of the box, with a corner as near to its course as can be.
                let time = f64::from(random.within(1.0)).abs() * f64::from(scale / speed);
                for (axis, direction) in direction.into_iter().enumerate() {
                    let at = f64::from(aabb.max[axis]) + time * f64::from(direction);
                    let size = other.max[axis] - other.min[axis];
                    (other.min[axis], other.max[axis]) = (at as f32, at as f32 + size);
                }
            }
        }
        let times = if random.below(3) == 0 { (0.0, scale / speed) } else { (0.0, f32::INFINITY) };
        let cast = Cast::new(aabb, direction, times.0, times.1);
        let found = agreed(cast, node_of(&boxes, &mut random));
        for (other, found) in boxes.iter().zip(found) {
            if other.max.iter().any(|x| x.is_infinite()) {
                continue;
            }
            let (enter, exit) = oracle(&aabb, direction, times, other);
            let what = || format!("{aabb:?} {direction:?} {times:?} {other:?} {enter} {exit}");
            // A time beyond what `f32` holds is none.
            let met = enter <= exit && enter <= f64::from(f32::MAX);
            assert!(!met || found.is_some(), "missed: {}", what());
            let Some(time) = found else {
                misses += 1;
                continue;
            };
            hits += 1;
            close += usize::from((enter - exit).abs() <= 1e-6 * exit.abs());
            touching += usize::from(enter == 0.0);
            // Distances below 1e-38 count as none, and so the times it takes to pass them.
            let fastest = direction.iter().fold(0.0, |most, d| f64::from(d.abs()).max(most));
            let none = 4.0 * f64::from(f32::MIN_POSITIVE) / fastest;
            assert!(enter <= exit + 2e-6 * exit.abs() + none, "hit: {}", what());
            let time = f64::from(time.min(f32::MAX));
            let enter = enter.min(f64::from(f32::MAX));
            assert!(
                (time - enter).abs() <= 1e-6 * enter.abs() + none + 1e-44,
                "{time}: {}",
                what()
            );
        }
    }
    assert!(hits > 100_000 && misses > 50_000, "{hits} {misses}");
    assert!(close > 1000 && touching > 1000, "{close} {touching}");
}

/// A box is not met before a box around it, and not at all if that is not.
#[test]
fn a_box_is_never_met_before_a_box_around_it() {
    let mut random = Random(33);
    let (mut both, mut outer_only, mut later) = (0, 0, 0);
    for kind in 0..40_000_u32 {
        let (aabb, one, two) = (
            any_box::<3>(&mut random, kind),
            any_box::<3>(&mut random, kind),
            any_box::<3>(&mut random, kind / 3),
        );
        let aabb = if kind % 3 > 0 { Aabb::point(aabb.min) } else { aabb };
        let finite = |aabb: &Aabb<3>| aabb.min.iter().chain(&aabb.max).all(|x| x.is_finite());
        if !finite(&aabb) || !one.is_valid() || !two.is_valid() || !aabb.is_valid() {
            continue;
        }
        let outer = Aabb {
            min: std::array::from_fn(|axis| one.min[axis].min(two.min[axis])),
            max: std::array::from_fn(|axis| one.max[axis].max(two.max[axis])),
        };
        let direction = any_direction::<3>(&mut random, kind);
        let (t_min, t_max) = any_times(&mut random);
        let cast = Cast::new(aabb, direction, t_min, t_max);
        let found = agreed(cast, node_of(&[one, outer], &mut random));
        let what = || format!("{aabb:?} {direction:?} {t_min} {t_max} {one:?} {outer:?} {found:?}");
        match (found[0], found[1]) {
            (Some(inner), Some(outer)) => {
                assert!(outer <= inner, "{}", what());
                both += 1;
                later += usize::from(outer < inner);
            }
            (None, Some(_)) => outer_only += 1,
            (Some(_), None) => panic!("met, but not the box around it: {}", what()),
            (None, None) => {}
        }
    }
    assert!(both > 2000 && outer_only > 2000 && later > 300, "{both} {outer_only} {later}");
}
