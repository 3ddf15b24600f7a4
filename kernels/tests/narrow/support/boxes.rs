//! Pairs of boxes in 3D that are likely to go wrong.

use jostle_kernels::shape::Obb;

use super::{Random, random::rotation};

/// A pair of boxes, and what was asked of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boxes {
    pub(crate) a: Obb<3>,
    pub(crate) b: Obb<3>,
    /// The number of the axis along which the two face each other.
    pub(crate) axis: usize,
    /// One was put inside the other instead.
    pub(crate) contained: bool,
}

/// Angles between nearly parallel boxes.
const ANGLES: [f64; 7] = [0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];
/// Gaps between them, relative to their size.
const GAPS: [f64; 7] = [-1e-2, -1e-3, -1e-6, 0.0, 1e-6, 1e-3, 1e-2];
/// How far from the origin they are.
const OFFSETS: [f32; 6] = [0.0, 0.0, 0.0, 1e3, 1e5, 1e7];

impl Boxes {
    /// Boxes that face each other along one of the 15 axes with a small gap or depth, or one of
    /// which is inside the other; turned at random, nearly parallel, or by near eighths of a turn;
    /// of all proportions; near the origin and far from it.
    pub(crate) fn random(random: &mut Random) -> Self {
        Self::of_ratio(random, 1.0)
    }

    /// The same, where one box is so many times as large as it would be.
    pub(crate) fn of_ratio(random: &mut Random, ratio: f32) -> Self {
        let (axes_a, axes_b) = turned(random);
        let (half_a, mut half_b) = (half(random), half(random).map(|half| half * ratio));
        let contained = random.below(10) < 3;
        if contained {
            let share = 0.5 * random.unit();
            half_b = half_a.map(|half| half * share * random.unit() * ratio);
        }
        let mut case = Self {
            a: Obb { center: [0.0; 3], half: half_a, axes: axes_a },
            b: Obb { center: [0.0; 3], half: half_b, axes: axes_b },
            axis: random.below(15) as usize,
            contained,
        };
        let between = if contained { case.inside(random) } else { case.facing(random) };
        let offset = random.of(&OFFSETS);
        case.a.center = random.vector(offset);
        case.b.center = std::array::from_fn(|i| (f64::from(case.a.center[i]) + between[i]) as f32);
        if random.below(2) == 0 {
            (case.a, case.b) = (case.b, case.a);
            case.axis = [3, 4, 5, 0, 1, 2, 6, 9, 12, 7, 10, 13, 8, 11, 14][case.axis];
        }
        case
    }

    /// Boxes along the axes of the world with sides on a coarse grid: every sum is exact, and one
    /// in some touches exactly.
    pub(crate) fn on_grid(random: &mut Random) -> (Obb<3>, Obb<3>) {
        let offset = random.of(&OFFSETS).min(1e5);
        let mut aligned = |offset: f32| {
            let (first, signs) = (random.below(3) as usize, random.below(8));
            let mut axes = [[0.0; 3]; 3];
            for (i, axis) in axes.iter_mut().enumerate() {
                axis[(first + i) % 3] = if signs >> i & 1 == 0 { 1.0 } else { -1.0 };
            }
            let half = [0.0; 3].map(|_: f32| random.below(4) as f32);
            Obb { center: [0.0; 3].map(|_: f32| offset + random.below(7) as f32), half, axes }
        };
        (aligned(offset), aligned(offset))
    }

    /// A place in the inner half of A.
    fn inside(&self, random: &mut Random) -> [f64; 3] {
        let share = [0.0; 3].map(|_: f64| f64::from(random.within(0.5)));
        on(&self.a, share)
    }

    /// From A to B so that the two face each other along the axis of the case.
    fn facing(&self, random: &mut Random) -> [f64; 3] {
        let sign = f64::from(random.of(&[-1.0_f32, 1.0]));
        let normal = axis(&self.a, &self.b, self.axis).map(|x| x * sign);
        // Along these axes of A and B there is a choice.
        let number = self.axis;
        let (free_a, free_b) = match number {
            0..3 => ([number != 0, number != 1, number != 2], [false; 3]),
            3..6 => ([false; 3], [number != 3, number != 4, number != 5]),
            _ => {
                let (i, j) = ((number - 6) / 3, number % 3);
                ([i == 0, i == 1, i == 2], [j == 0, j == 1, j == 2])
            }
        };
        let mut support = |shape: &Obb<3>, free: [bool; 3], sign: f64| {
            let share = std::array::from_fn(|i| {
                let any = f64::from(random.within(1.0));
                let along: f64 = (0..3).map(|k| f64::from(shape.axes[i][k]) * normal[k]).sum();
                if free[i] { any } else { sign.copysign(along * sign) }
            });
            on(shape, share)
        };
        let (on_a, on_b) = (support(&self.a, free_a, 1.0), support(&self.b, free_b, -1.0));
        let size = self.a.half.iter().chain(&self.b.half).fold(0.0, |m: f32, h| m.max(*h));
        let gap = GAPS[random.below(GAPS.len() as u32) as usize] * f64::from(size);
        std::array::from_fn(|i| on_a[i] + gap * normal[i] - on_b[i])
    }
}

/// Boxes of all kinds, also so large or so small that `f32` over- and underflows.
pub(crate) fn nasty(count: usize) -> Vec<(Obb<3>, Obb<3>)> {
    let mut random = Random(4);
    let mut pairs = Vec::new();
    for _ in 0..count {
        let case = Boxes::random(&mut random);
        pairs.push((case.a, case.b));
        pairs.push(Boxes::on_grid(&mut random));
        let by = random.of(&[1e-44, 1e-30, 1e-15, 1e15, 1e30, 3e37]);
        pairs.push((scaled(&case.a, by), scaled(&case.b, by)));
        let mut end = || [0.0; 3].map(|_: f32| random.of(&[f32::MIN, 0.0, 1.0, f32::MAX]));
        pairs.push((
            Obb { center: end(), ..case.a },
            Obb { center: end(), half: end().map(f32::abs), ..case.b },
        ));
    }
    pairs
}

/// The box in another unit of length.
pub(crate) fn scaled(shape: &Obb<3>, by: f32) -> Obb<3> {
    let clamped = |v: [f32; 3]| v.map(|x| (x * by).clamp(f32::MIN, f32::MAX));
    Obb { center: clamped(shape.center), half: clamped(shape.half), axes: shape.axes }
}

/// The unit vector along one of the 15 axes, numbered as the kernel does.
pub(crate) fn axis(a: &Obb<3>, b: &Obb<3>, number: usize) -> [f64; 3] {
    let wide = |axis: [f32; 3]| axis.map(f64::from);
    let axis = match number {
        0..3 => wide(a.axes[number]),
        3..6 => wide(b.axes[number - 3]),
        _ => {
            let (p, q) = (wide(a.axes[(number - 6) / 3]), wide(b.axes[number % 3]));
            [[1, 2], [2, 0], [0, 1]].map(|[i, j]| p[i] * q[j] - p[j] * q[i])
        }
    };
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    axis.map(|x| if length > 0.0 { x / length } else { 0.0 })
}

/// The place in a box at these shares of its half extents, relative to its center.
fn on(shape: &Obb<3>, share: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| {
        (0..3).map(|i| share[i] * f64::from(shape.half[i]) * f64::from(shape.axes[i][k])).sum()
    })
}

/// Half extents: like each other, of plates and rods as thin as 1 : 10,000, or some of them zero.
fn half(random: &mut Random) -> [f32; 3] {
    let mut half = [0.0; 3].map(|_: f32| 0.25 + 4.75 * random.unit());
    match random.below(10) {
        0..2 => half[random.below(3) as usize] *= 1e-4,
        2 => half = half.map(|half| half * random.of(&[1.0, 1e-4])),
        3 => half = half.map(|half| half * random.of(&[1.0, 0.0])),
        _ => {}
    }
    half
}

/// The axes of two boxes.
fn turned(random: &mut Random) -> ([[f32; 3]; 3], [[f32; 3]; 3]) {
    let a = if random.below(3) == 0 { [0.0, 0.0, 0.0, 1.0] } else { random.direction() };
    let b = match random.below(4) {
        0 | 1 => random.direction(),
        kind => {
            let own = random.of(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
            let about = if random.below(2) == 0 { own } else { random.direction() };
            let small = times(a, turn(about, random.of(&ANGLES)));
            let eighths = if kind == 2 { 0 } else { random.below(8) };
            times(small, turn(own, f64::from(eighths) * std::f64::consts::FRAC_PI_4))
        }
    };
    (rotation(a), rotation(b))
}

/// The unit quaternion of a turn about an axis.
pub(crate) fn turn(axis: [f64; 3], angle: f64) -> [f64; 4] {
    let (sine, cosine) = (angle / 2.0).sin_cos();
    [axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine]
}

/// The product of two quaternions: the second turn in the frame of the first.
pub(crate) fn times([a, b, c, d]: [f64; 4], [x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ]
}
