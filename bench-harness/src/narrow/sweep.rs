//! Holds times of impact against what is found out about each pair alone, and against `f64`.

use jostle::{
    Aabb, Bounds, Pair, Shape, Shapes,
    narrow::{Motion, MovingBoxes, Narrow, cast},
    shape::{Ball, PreparedShapes, Rotation},
};

use super::{
    Answers, Checked, Moves, PairScene,
    answers::{UNTIL, add_impact, meets_at},
    check::check_with,
    moves::Moving,
    oracle::{self, Axes},
};
use crate::runner::Error;

/// What a gap may be off by, in sizes of the shapes and ways.
const TOLERANCE: f64 = 4e-6;

/// The gap at which shapes that turn count as met, in sizes of the shapes: twice what the engine
/// promises, as sizes are taken differently here.
const CLOSE: f64 = 1.0 / 2048.0;

/// Looks at some pairs, evenly spread over the list.
///
/// # Errors
/// When a pair is not one of the scene.
pub fn check_sweep<const D: usize>(
    answers: &Answers<D>,
    scene: &PairScene<D>,
) -> Result<Checked, Error>
where
    Rotation<D>: Axes,
    Moves<D>: Moving<D>,
{
    check_with(answers, &scene.pairs, |pair, words, by_f64| {
        let shapes = scene.of(pair);
        let motions = [pair.a, pair.b].map(|index| scene.moves.of(index));
        let until = f64::from(UNTIL);
        let found = f64::from(meets_at(words));
        let mut alone = Vec::new();
        let expected = if let Answers::Times(..) = answers {
            // Two shapes of one kind keep their order.
            let prepared = alone_prepared(&shapes)?;
            let bounds = prepared.bounds();
            alone.push(time_alone(bounds, motions)?.to_bits());
            let boxes = [0, 1].map(|index| bounds.get(index).expect("the shapes are valid"));
            Some(slab(boxes, motions, until))
        } else {
            let impact = cast(&shapes[0], &motions[0], &shapes[1], &motions[1], UNTIL)?;
            add_impact(&mut alone, &impact);
            None
        };
        if alone != *words {
            return Ok(Some("it is found out otherwise about the pair alone".to_owned()));
        }
        Ok(match (expected, &shapes) {
            (Some(expected), _) => {
                *by_f64 += 1;
                off_slab(found, expected)
            }
            (None, [Shape::Ball(a), Shape::Ball(b)]) => {
                *by_f64 += 1;
                off_balls(found, &Flight::new([a, b], motions), until)
            }
            (None, [a, b]) => off_start(found, a, b, by_f64),
        })
    })
}

/// Two shapes alone.
fn alone_prepared<const D: usize>(shapes: &[Shape<D>; 2]) -> Result<PreparedShapes<D>, Error> {
    let (mut set, mut prepared) = (Shapes::new(), PreparedShapes::new());
    for shape in shapes {
        set.insert(shape)?;
    }
    prepared.update(&set)?;
    Ok(prepared)
}

/// When the bounds of two shapes meet by a list of one pair.
fn time_alone<const D: usize>(
    bounds: Bounds<'_, D>,
    motions: [Motion<D>; 2],
) -> Result<f32, Error> {
    let by: [_; D] = std::array::from_fn(|axis| motions.map(|motion| motion.by()[axis]));
    let (mut moving, mut times) = (MovingBoxes::new(), Vec::new());
    moving.update(bounds, by.each_ref().map(|column| &column[..]))?;
    Narrow::new().swept_bounds(&moving, &[Pair { a: 0, b: 1 }], UNTIL, &mut times)?;
    Ok(times[0])
}

/// When two boxes meet: the latest of the axes' first times, unless one of the last ones is
/// earlier.
fn slab<const D: usize>([a, b]: [Aabb<D>; 2], motions: [Motion<D>; 2], until: f64) -> f64 {
    let (mut enter, mut leave) = (0.0_f64, until);
    for axis in 0..D {
        let speed = f64::from(motions[0].by()[axis]) - f64::from(motions[1].by()[axis]);
        let low = f64::from(b.min[axis]) - f64::from(a.max[axis]);
        let high = f64::from(b.max[axis]) - f64::from(a.min[axis]);
        if speed == 0.0 {
            if low > 0.0 || high < 0.0 {
                return f64::INFINITY;
            }
            continue;
        }
        let (one, other) = (low / speed, high / speed);
        enter = enter.max(one.min(other));
        leave = leave.min(one.max(other));
    }
    if enter <= leave { enter } else { f64::INFINITY }
}

fn off_slab(found: f64, expected: f64) -> Option<String> {
    let same = found == expected || (found - expected).abs() <= 3e-7 * expected;
    (!same).then(|| format!("they meet at {found}, but at {expected} in f64"))
}

/// A ball as another one sees it.
struct Flight<const D: usize> {
    from: [f64; D],
    by: [f64; D],
    radius: f64,
    size: f64,
}

impl<const D: usize> Flight<D> {
    fn new([a, b]: [&Ball<D>; 2], motions: [Motion<D>; 2]) -> Self {
        let minus = |p: [f32; D], q: [f32; D]| -> [f64; D] {
            std::array::from_fn(|axis| f64::from(p[axis]) - f64::from(q[axis]))
        };
        let from = minus(a.center, b.center);
        let by = minus(motions[0].by(), motions[1].by());
        let radius = f64::from(a.radius) + f64::from(b.radius);
        let sum = |v: [f64; D]| v.iter().map(|x| x.abs()).sum::<f64>();
        Self { from, by, radius, size: radius + sum(from) + sum(by) }
    }

    /// The distance of the surfaces at a time.
    fn gap(&self, time: f64) -> f64 {
        let place = self.from.iter().zip(self.by).map(|(from, by)| from + by * time);
        place.map(|x| x * x).sum::<f64>().sqrt() - self.radius
    }

    /// When the surfaces first touch, by the quadratic formula.
    fn time(&self) -> f64 {
        let dot = |p: [f64; D], q: [f64; D]| p.iter().zip(q).map(|(p, q)| p * q).sum::<f64>();
        let (a, b) = (dot(self.by, self.by), dot(self.from, self.by));
        let c = dot(self.from, self.from) - self.radius * self.radius;
        if c <= 0.0 {
            return 0.0;
        }
        let time = (-b - (b * b - a * c).sqrt()) / a;
        if time >= 0.0 { time } else { f64::INFINITY }
    }

    /// When the centers are closest.
    fn closest(&self, until: f64) -> f64 {
        let along = self.from.iter().zip(self.by).map(|(p, q)| p * q).sum::<f64>();
        let square = self.by.iter().map(|x| x * x).sum::<f64>();
        if square > 0.0 { (-along / square).clamp(0.0, until) } else { 0.0 }
    }
}

fn off_balls<const D: usize>(found: f64, flight: &Flight<D>, until: f64) -> Option<String> {
    let (tolerance, expected) = (TOLERANCE * flight.size, flight.time());
    let wrong = if found > until {
        // Missed, so they come no nearer.
        flight.gap(flight.closest(until)) < -tolerance
    } else if found == 0.0 {
        flight.gap(0.0) > tolerance
    } else {
        // On the surface, and on the way in.
        flight.gap(found).abs() > tolerance || found > flight.closest(until) + tolerance
    };
    wrong.then(|| format!("they meet at {found}, but at {expected} in f64"))
}

/// Shapes of other kinds: whether they touch at the start.
fn off_start<const D: usize>(
    found: f64,
    a: &Shape<D>,
    b: &Shape<D>,
    by_f64: &mut usize,
) -> Option<String>
where
    Rotation<D>: Axes,
{
    let expected = oracle::distance(a, b)?;
    *by_f64 += 1;
    let size = oracle::size(a) + oracle::size(b);
    let (least, most) = (-TOLERANCE * size, (TOLERANCE + CLOSE) * size);
    let wrong = found == 0.0 && expected > most || found > 0.0 && expected < least;
    wrong.then(|| format!("they meet at {found}, and begin at a distance of {expected} in f64"))
}
