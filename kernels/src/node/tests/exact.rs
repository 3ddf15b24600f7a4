//! Casts over small whole numbers, where every contact can be told without rounding.

use super::*;

/// A time as a fraction, the denominator above 0.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn new(distance: i32, speed: i32) -> Self {
        let (distance, speed) = (i64::from(distance), i64::from(speed));
        if speed < 0 { Self(-distance, -speed) } else { Self(distance, speed) }
    }

    fn at_most(self, other: Self) -> bool {
        self.0 * other.1 <= other.0 * self.1
    }

    fn later(self, other: Self) -> Self {
        if self.at_most(other) { other } else { self }
    }

    fn earlier(self, other: Self) -> Self {
        if self.at_most(other) { self } else { other }
    }
}

/// A box of whole numbers.
type Whole = [(i32, i32); 3];

/// When the moving box touches another first and last, from 0 to `t_max`.
fn contact(
    moving: &Whole,
    direction: [i32; 3],
    t_max: i32,
    other: &Whole,
) -> Option<(Fraction, Fraction)> {
    let (mut enter, mut exit) = (Fraction(0, 1), Fraction::new(t_max, 1));
    for axis in 0..3 {
        let to_low = other[axis].0 - moving[axis].1;
        let to_high = other[axis].1 - moving[axis].0;
        if direction[axis] == 0 {
            if to_low > 0 || to_high < 0 {
                return None;
            }
            continue;
        }
        let (low, high) =
            (Fraction::new(to_low, direction[axis]), Fraction::new(to_high, direction[axis]));
        enter = enter.later(low.earlier(high));
        exit = exit.earlier(low.later(high));
    }
    enter.at_most(exit).then_some((enter, exit))
}

fn whole(random: &mut Random, largest: u32) -> Whole {
    std::array::from_fn(|_| {
        let min = random.below(11) as i32 - 5;
        (min, min + random.below(largest + 1) as i32)
    })
}

fn scaled(whole: &Whole, unit: f32) -> Aabb<3> {
    Aabb { min: whole.map(|x| x.0 as f32 * unit), max: whole.map(|x| x.1 as f32 * unit) }
}

#[test]
fn grazing_contacts_are_hits_at_every_scale() {
    let mut random = Random(41);
    let (mut hits, mut grazing, mut misses) = (0, 0, 0);
    for round in 0..60_000_u32 {
        // Powers of two, so that whole numbers of units stay exact; the first are denormal.
        let unit = [1e-42, 1e-37, 1e-10, 1.0, 1e10, 1e36][round as usize % 6];
        let unit = f32::from_bits(f32::to_bits(unit) & 0x7f80_0000).max(1e-42);
        let speed = f32::from_bits((127 - 60 + random.below(120)) << 23);
        let moving = whole(&mut random, [0, 3][round as usize % 2]);
        let direction: [i32; 3] = std::array::from_fn(|_| random.below(15) as i32 - 7);
        let t_max = random.below(6) as i32;
        let others: [Whole; LANES] = std::array::from_fn(|_| whole(&mut random, 2));
        let boxes = others.map(|other| scaled(&other, unit));
        let end = t_max as f32 * (unit / speed);
        if !end.is_finite() || end < f32::MIN_POSITIVE {
            continue;
        }
        let cast = Cast::new(scaled(&moving, unit), direction.map(|d| d as f32 * speed), 0.0, end);
        let found = cast::agreed(cast, node_of(&boxes, &mut random));
        for (other, found) in others.iter().zip(found) {
            let Some((enter, exit)) = contact(&moving, direction, t_max, other) else {
                misses += usize::from(found.is_none());
                continue;
            };
            assert!(found.is_some(), "{unit} {moving:?} {direction:?} {t_max} {other:?} {cast:?}");
            hits += 1;
            grazing += usize::from(exit.at_most(enter));
        }
    }
    assert!(hits > 5000 && grazing > 2000 && misses > 100_000, "{hits} {grazing} {misses}");
}

#[test]
fn times_of_simple_casts() {
    let node = node_of(&[Aabb::new([2.0, -1.0, -1.0], [4.0, 1.0, 1.0])], &mut Random(0));
    let time = |origin: [f32; 3], direction: [f32; 3], t_max| {
        let cast = Cast::new(Aabb::point(origin), direction, 0.0, t_max);
        cast.reference(&node, 0)
    };
    let end = f32::INFINITY;
    assert_eq!(time([0.0; 3], [1.0, 0.0, 0.0], end), Some(2.0));
    assert_eq!(time([0.0; 3], [0.5, 0.0, 0.0], end), Some(4.0));
    assert_eq!(time([0.0; 3], [1.0, 0.0, 0.0], 2.0), Some(2.0));
    assert_eq!(time([0.0; 3], [1.0, 0.0, 0.0], 1.99), None);
    assert_eq!(time([0.0; 3], [-1.0, 0.0, 0.0], end), None);
    assert_eq!(time([3.0, 0.0, 0.0], [-1.0, 0.0, 0.0], end), Some(0.0));
    assert_eq!(time([3.0, 0.0, 0.0], [0.0; 3], end), Some(0.0));
    assert_eq!(time([0.0; 3], [0.0; 3], end), None);
    // Along a side, and along an edge.
    assert_eq!(time([0.0, 1.0, 0.0], [1.0, 0.0, -0.0], end), Some(2.0));
    assert_eq!(time([0.0, 1.0, 1.0], [1.0, 0.0, 0.0], end), Some(2.0));
    assert_eq!(time([0.0, 1.0_f32.next_up(), 0.0], [1.0, 0.0, 0.0], end), None);
    let moving = Aabb::new([-1.0, 1.0, 1.0], [0.5, 2.0, 2.0]);
    let cast = Cast::new(moving, [0.75, 0.0, 0.0], 0.0, 2.0);
    assert_eq!(cast.reference(&node, 0), Some(2.0));
}
