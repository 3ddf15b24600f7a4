//! Whether two shapes on a grid of whole numbers touch: in whole numbers where that decides, else
//! in `f64`.

/// A shape in 3D; in 2D all is 0 along the last axis. Whole numbers are below 2^18.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Solid {
    /// All that is within a distance of a segment, which for a ball has no length.
    Round { from: [i64; 3], to: [i64; 3], radius: i64 },
    /// A box, and its axes if it is turned.
    Box { center: [i64; 3], half: [i64; 3], axes: Option<[[f64; 3]; 3]> },
}

/// What is known of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truth {
    /// Whether they touch; none if `f64` cannot tell.
    pub(crate) touch: Option<bool>,
    /// At most the distance between them, below 0 where they overlap; rounded.
    pub(crate) gap: f64,
}

/// Of numbers below 2^18, some roundings of `f64`, by far.
const UNSURE: f64 = 1e-8;

impl Truth {
    fn exact(touch: bool, gap: f64) -> Self {
        Self { touch: Some(touch), gap }
    }

    fn rounded(gap: f64) -> Self {
        Self { touch: (gap.abs() > UNSURE).then_some(gap < 0.0), gap }
    }
}

pub(crate) fn truth(a: &Solid, b: &Solid) -> Truth {
    match (a, b) {
        (Solid::Round { from, to, radius }, Solid::Round { from: p, to: q, radius: r }) => {
            segments([*from, *to], [*p, *q], radius + r)
        }
        (Solid::Round { .. }, Solid::Box { .. }) => truth(b, a),
        (Solid::Box { center, half, axes }, Solid::Round { from, to, radius }) => {
            let ends = [sub(*from, *center), sub(*to, *center)];
            match axes {
                None if from == to => {
                    let outside = std::array::from_fn(|i| (ends[0][i].abs() - half[i]).max(0));
                    let square = dot(outside, outside);
                    let gap = (square as f64).sqrt() - *radius as f64;
                    Truth::exact(square <= i128::from(radius * radius), gap)
                }
                _ => {
                    let axes = axes.unwrap_or(ALONG);
                    let ends = ends.map(|end| axes.map(|axis| dot_real(axis, end.map(real))));
                    Truth::rounded(from_box(half.map(real), ends) - real(*radius))
                }
            }
        }
        (
            Solid::Box { center, half, axes },
            Solid::Box { center: other, half: h, axes: axes_b },
        ) => {
            let between = sub(*other, *center);
            if axes.is_none() && axes_b.is_none() {
                let gaps: [i64; 3] = std::array::from_fn(|i| between[i].abs() - half[i] - h[i]);
                let gap = gaps.into_iter().max().expect("three axes");
                return Truth::exact(gap <= 0, gap as f64);
            }
            let [a, b] = [axes.unwrap_or(ALONG), axes_b.unwrap_or(ALONG)];
            Truth::rounded(separation((half.map(real), a), (h.map(real), b), between.map(real)))
        }
    }
}

const ALONG: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn real(number: i64) -> f64 {
    number as f64
}

fn sub(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: [i64; 3], b: [i64; 3]) -> i128 {
    (0..3).map(|i| i128::from(a[i]) * i128::from(b[i])).sum()
}

fn cross(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

fn dot_real(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// A fraction with a positive denominator.
type Fraction = (i128, i128);

fn as_real((above, below): Fraction) -> f64 {
    above as f64 / below as f64
}

/// The least distance of two segments is between an end and the other segment, or along the common
/// normal.
fn segments([p, q]: [[i64; 3]; 2], [r, s]: [[i64; 3]; 2], reach: i64) -> Truth {
    let mut squares =
        vec![to_segment(p, r, s), to_segment(q, r, s), to_segment(r, p, q), to_segment(s, p, q)];
    squares.extend(between_lines([p, q], [r, s]));
    let reach_square = i128::from(reach) * i128::from(reach);
    let touch = squares.iter().any(|(above, below)| *above <= reach_square * below);
    let least = squares.into_iter().map(as_real).fold(f64::INFINITY, f64::min);
    Truth::exact(touch, least.sqrt() - real(reach))
}

/// The square of the distance of a point from a segment.
fn to_segment(point: [i64; 3], p: [i64; 3], q: [i64; 3]) -> Fraction {
    let (along, to) = (sub(q, p), sub(point, p));
    let (part, whole) = (dot(to, along), dot(along, along));
    if part <= 0 {
        (dot(to, to), 1)
    } else if part >= whole {
        let to = sub(point, q);
        (dot(to, to), 1)
    } else {
        let normal = cross(to, along);
        (dot(normal, normal), whole)
    }
}

/// The square of the distance of two lines, if they are nearest within both segments.
fn between_lines([p, q]: [[i64; 3]; 2], [r, s]: [[i64; 3]; 2]) -> Option<Fraction> {
    let (a, b, to) = (sub(q, p), sub(s, r), sub(r, p));
    let normal = cross(a, b);
    let square = dot(normal, normal);
    let within = |direction: [i64; 3]| (0..=square).contains(&dot(cross(to, direction), normal));
    let height = dot(to, normal);
    (square != 0 && within(b) && within(a)).then_some((height * height, square))
}

/// The distance of a segment from a box about zero: convex along the segment, a parabola between
/// the places where it passes the planes of the faces.
fn from_box(half: [f64; 3], [p, q]: [[f64; 3]; 2]) -> f64 {
    let along: [f64; 3] = std::array::from_fn(|i| q[i] - p[i]);
    let at = |t: f64| -> [f64; 3] { std::array::from_fn(|i| p[i] + t * along[i]) };
    let square = |t: f64| -> f64 {
        let at = at(t);
        (0..3).map(|i| (at[i].abs() - half[i]).max(0.0).powi(2)).sum()
    };
    let planes = (0..3).flat_map(|i| [-1.0, 1.0].map(|side| (side * half[i] - p[i]) / along[i]));
    let mut places: Vec<f64> = planes.filter(|t| (0.0..=1.0).contains(t)).collect();
    places.extend([0.0, 1.0]);
    places.sort_by(f64::total_cmp);
    let mut least = places.iter().map(|t| square(*t)).fold(f64::INFINITY, f64::min);
    for pair in places.windows(2) {
        let middle = at(0.5 * (pair[0] + pair[1]));
        let (mut slope, mut bend) = (0.0, 0.0);
        for i in (0..3).filter(|i| middle[*i].abs() > half[*i]) {
            let beyond = p[i] - half[i].copysign(middle[i]);
            slope += along[i] * beyond;
            bend += along[i] * along[i];
        }
        if bend > 0.0 {
            least = least.min(square((-slope / bend).clamp(pair[0], pair[1])));
        }
    }
    least.sqrt()
}

/// The largest gap between two boxes along the axes that can separate them.
fn separation(
    (half_a, a): ([f64; 3], [[f64; 3]; 3]),
    (half_b, b): ([f64; 3], [[f64; 3]; 3]),
    between: [f64; 3],
) -> f64 {
    let across = |x: [f64; 3], y: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            x[j] * y[k] - x[k] * y[j]
        })
    };
    let edges = a.iter().flat_map(|x| b.iter().map(move |y| across(*x, *y)));
    let mut most = f64::NEG_INFINITY;
    for axis in a.into_iter().chain(b).chain(edges) {
        let length = dot_real(axis, axis).sqrt();
        if length > 1e-6 {
            let reach = |half: [f64; 3], axes: [[f64; 3]; 3]| -> f64 {
                (0..3).map(|i| half[i] * dot_real(axes[i], axis).abs()).sum()
            };
            let gap = dot_real(axis, between).abs() - reach(half_a, a) - reach(half_b, b);
            most = most.max(gap / length);
        }
    }
    most
}

#[test]
fn the_oracle_tells_what_is_known() {
    let ball = |center, radius| Solid::Round { from: center, to: center, radius };
    let touch = |a, b| truth(&a, &b).touch;
    assert_eq!(touch(ball([0; 3], 3), ball([2, 3, 6], 4)), Some(true));
    assert_eq!(touch(ball([0; 3], 3), ball([2, 3, 6], 3)), Some(false));
    let capsule = Solid::Round { from: [-9, 0, 5], to: [9, 0, 5], radius: 1 };
    assert_eq!(touch(capsule, ball([3, 3, 9], 4)), Some(true));
    let across = Solid::Round { from: [1, -9, 0], to: [1, 9, 0], radius: 3 };
    assert_eq!(touch(capsule, across), Some(false));
    assert!((truth(&capsule, &across).gap - 1.0).abs() < 1e-12);
    let cube = Solid::Box { center: [0; 3], half: [1, 2, 3], axes: None };
    assert_eq!(touch(cube, ball([3, 4, 4], 3)), Some(true));
    assert_eq!(touch(cube, ball([3, 4, 4], 2)), Some(false));
    assert!((truth(&cube, &across).gap + 3.0).abs() < 1e-12);
    assert!((truth(&cube, &capsule).gap - 1.0).abs() < 1e-12);
    let diagonal = Some([[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]]);
    let turned = Solid::Box { center: [10, 0, 0], half: [5, 5, 1], axes: diagonal };
    assert!((truth(&cube, &turned).gap - 2.0).abs() < 1e-12);
}
