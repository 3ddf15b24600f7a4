//! What a shape in `f32` has to be, without rounding.

use jostle::{Shape, large_world::LocalShapes};

use crate::{
    exact::{Exact, dot, exact, sub},
    scene::Scene,
};

/// What is larger than that may leave the range of `f32` when it grows.
const TAME: f64 = 1e37;

/// What is rounded to numbers smaller than normal ones.
const DENORMAL: f64 = 8.0 * 1.5e-45;

/// A shape as it was given.
#[derive(Debug)]
enum Given<const D: usize> {
    /// The center and the radius.
    Ball([f64; D], f64),
    /// The center and half the extents.
    Box([f64; D], [f64; D]),
    /// The middle, the way to the second end, and the radius.
    Capsule([f64; D], [f64; D], f64),
    /// Both ends and the radius.
    Between([f64; D], [f64; D], f64),
}

fn part(exponent: i32) -> f64 {
    2.0_f64.powi(exponent)
}

fn length<const D: usize>(v: &[f64; D]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn minus<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// Whether a vector is at most so long.
fn is_within<const D: usize>(vector: &[Exact; D], most: &Exact) -> bool {
    most.signum() >= 0 && dot(vector, vector) <= most.clone() * most.clone()
}

/// The ends of a segment by its middle.
fn ends<const D: usize>(center: [f64; D], axis: [f64; D]) -> [[Exact; D]; 2] {
    let axis = axis.map(exact);
    let second = std::array::from_fn(|k| exact(center[k]) + axis[k].clone());
    [sub(&center.map(exact), &axis), second]
}

impl<const D: usize> Given<D> {
    fn of(scene: &Scene<D>, index: usize) -> Self {
        let [balls, boxes] = [&scene.balls, &scene.boxes].map(|of| of.sizes().len());
        if index < balls {
            let (center, _, radius) = scene.balls.row(index);
            return Self::Ball(center, radius);
        }
        if index < balls + boxes {
            let (center, half, _) = scene.boxes.row(index - balls);
            return Self::Box(center, half);
        }
        let (first, second, radius) = scene.capsules.row(index - balls - boxes);
        if scene.by_ends {
            Self::Between(first, second, radius)
        } else {
            Self::Capsule(first, second, radius)
        }
    }

    /// Its points, its vectors, and its sizes.
    fn numbers(&self) -> (Vec<[f64; D]>, Vec<[f64; D]>, Vec<f64>) {
        match *self {
            Self::Ball(center, radius) => (vec![center], vec![], vec![radius]),
            Self::Box(center, half) => (vec![center], vec![], half.to_vec()),
            Self::Capsule(center, axis, radius) => (vec![center], vec![axis], vec![radius]),
            Self::Between(from, to, radius) => (vec![from, to], vec![], vec![radius]),
        }
    }

    /// Whether it must be invalid, and whether it may be.
    fn invalid(&self, origin: &[f64; D]) -> [bool; 2] {
        let (points, vectors, sizes) = self.numbers();
        let numbers = || points.iter().chain(&vectors).flatten();
        let must =
            sizes.iter().any(|size| size.is_nan() || *size < 0.0) || numbers().any(|x| x.is_nan());
        let ways: Vec<[f64; D]> = points.iter().map(|point| minus(point, origin)).collect();
        let mut all = ways.iter().chain(&vectors).flatten().chain(&sizes);
        [must, must || all.any(|x| x.abs() > TAME)]
    }

    /// The bound of its slack that is documented.
    fn most(&self, origin: &[f64; D], is_turned: bool) -> f64 {
        let away = |point| length(&minus(point, origin));
        match self {
            Self::Ball(center, radius) => part(-23) * (away(center) + radius),
            Self::Box(center, half) if is_turned => {
                part(-22) * away(center) + part(-20) * length(half)
            }
            Self::Box(center, half) => part(-23) * (away(center) + length(half)),
            Self::Capsule(center, axis, radius) => {
                part(-23) * (away(center) + length(axis) + radius)
            }
            Self::Between(from, to, radius) => {
                let middle = std::array::from_fn(|k| 0.5 * (from[k] + to[k]));
                part(-23) * (away(&middle) + 0.5 * length(&minus(to, from)) + radius)
            }
        }
    }
}

/// Holds a shape against what was given.
pub(crate) fn check<const D: usize>(
    scene: &Scene<D>,
    local: &LocalShapes<D>,
    index: usize,
    is_invalid: bool,
) {
    let (origin, slack, shape) =
        (local.origin(), local.slack_of(index), local.columns().get(index));
    let given = Given::of(scene, index);
    let is_turned = matches!(given, Given::Box(..)) && scene.rotations.is_some();
    let what = || format!("{index} at {origin:?}: {given:?} is {shape:?}, slack {slack}");
    let [must, may] = given.invalid(&origin);
    assert!(is_invalid || !must, "it is invalid: {}", what());
    assert!(!is_invalid || may || is_turned, "it is not invalid: {}", what());
    assert!((0.0..f32::INFINITY).contains(&slack), "{}", what());
    if is_invalid {
        return;
    }
    // Bounds are of first order.
    let most = given.most(&origin, is_turned) * (1.0 + part(-19)) + DENORMAL;
    assert!(f64::from(slack) <= most || most.is_nan(), "slack above {most}: {}", what());
    if !is_turned {
        let contains = match (&given, &shape) {
            (Given::Ball(center, radius), Shape::Ball(of)) => {
                let ends = [ends(*center, [0.0; D]), ends(of.center.map(f64::from), [0.0; D])];
                is_rounded(ends, (*radius, of.radius), &origin, slack)
            }
            (Given::Capsule(center, axis, radius), Shape::Capsule(of)) => {
                let found = ends(of.center.map(f64::from), of.axis.map(f64::from));
                is_rounded([ends(*center, *axis), found], (*radius, of.radius), &origin, slack)
            }
            (Given::Between(from, to, radius), Shape::Capsule(of)) => {
                let found = ends(of.center.map(f64::from), of.axis.map(f64::from));
                let given = [from.map(exact), to.map(exact)];
                is_rounded([given, found], (*radius, of.radius), &origin, slack)
            }
            (Given::Box(center, half), Shape::Box(of)) => {
                is_grown((center, half), (&of.center, &of.half), &origin, slack)
            }
            _ => panic!("{}", what()),
        };
        assert_eq!(contains, [true; 2], "what was given is in it, it is within: {}", what());
    }
}

/// Whether what is round contains what was given, and whether it reaches no farther than its slack.
fn is_rounded<const D: usize>(
    [given, found]: [[[Exact; D]; 2]; 2],
    (radius, grown): (f64, f32),
    origin: &[f64; D],
    slack: f32,
) -> [bool; 2] {
    let (zero, grown) = (origin.map(exact), exact(grown) - exact(radius));
    let left = exact(slack) - grown.clone();
    let moved = [0, 1].map(|end| sub(&found[end], &sub(&given[end], &zero)));
    [grown, left].map(|most| moved.iter().all(|moved| is_within(moved, &most)))
}

/// The same of a box along the axes.
fn is_grown<const D: usize>(
    (center, half): (&[f64; D], &[f64; D]),
    (found, grown): (&[f32; D], &[f32; D]),
    origin: &[f64; D],
    slack: f32,
) -> [bool; 2] {
    let moved: [Exact; D] = std::array::from_fn(|axis| {
        (exact(found[axis]) - (exact(center[axis]) - exact(origin[axis]))).abs()
    });
    let by: [Exact; D] = std::array::from_fn(|axis| exact(grown[axis]) - exact(half[axis]));
    let beyond: [Exact; D] = std::array::from_fn(|axis| moved[axis].clone() + by[axis].clone());
    [(0..D).all(|axis| moved[axis] <= by[axis]), is_within(&beyond, &exact(slack))]
}
