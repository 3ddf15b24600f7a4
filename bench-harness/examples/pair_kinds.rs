//! What a pair of each two kinds of shapes costs, as tables of Markdown: one thread, each pair of
//! two shapes of its own, about half of which touch.

#![allow(clippy::print_stdout, reason = "the tables are what this is for")]

use std::{array, sync::Arc, time::Instant};

use jostle::{
    Error, Pair, Shape, Shapes,
    narrow::{Contacts, Narrow, Sides},
    shape::{
        Capsule, ConvexPolygon, Polyhedron, PreparedShapes, Rotation, ShapeKind, Solid, Triangle,
    },
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Pairs of each two kinds: what they take fits into the cache of a core, or nearly.
const PAIRS: u32 = 4_000;

/// How often each is asked; what counts is the median.
const ROUNDS: usize = 9;

/// Vertices of a hull.
const VERTICES: usize = 32;

/// Makes a shape of about unit size at a place; none if there is no such kind.
type Maker<const D: usize> = fn(&mut Pcg64Mcg, ShapeKind, [f32; D]) -> Option<Shape<D>>;

/// A vector with components from -1 to 1.
fn vector<const D: usize>(random: &mut Pcg64Mcg) -> [f32; D] {
    array::from_fn(|_| random.random_range(-1.0..=1.0))
}

/// A vector of length 1.
fn direction<const D: usize>(random: &mut Pcg64Mcg) -> [f32; D] {
    loop {
        let way = vector::<D>(random);
        let length = way.iter().map(|x| x * x).sum::<f32>().sqrt();
        if (0.1..=1.0).contains(&length) {
            return way.map(|x| x / length);
        }
    }
}

fn sizes<const D: usize>(random: &mut Pcg64Mcg) -> [f32; D] {
    array::from_fn(|_| random.random_range(0.25..0.5))
}

fn planar(random: &mut Pcg64Mcg, kind: ShapeKind, center: [f32; 2]) -> Option<Shape<2>> {
    let [width, height] = sizes(random);
    let turn = Rotation::from_angle(random.random_range(-3.0..3.0));
    Some(match kind {
        ShapeKind::Ball => Shape::ball(center, width),
        ShapeKind::Box => Shape::oriented_box(center, [width, height], turn),
        ShapeKind::Capsule => {
            let axis = direction(random).map(|x| x * width);
            Capsule { center, axis, radius: 0.4 * height }.into()
        }
        ShapeKind::Polygon => {
            let corner = |corner: u8| {
                let (sin, cos) = (f32::from(corner) * std::f32::consts::FRAC_PI_3).sin_cos();
                [width * cos, height * sin]
            };
            let corners = [0, 1, 2, 3, 4, 5].map(corner);
            ConvexPolygon::new(center, turn, &corners).expect("an ellipse is convex").into()
        }
        ShapeKind::HalfSpace => Shape::half_space(center, direction(random)),
        _ => return None,
    })
}

fn spatial(random: &mut Pcg64Mcg, kind: ShapeKind, center: [f32; 3]) -> Option<Shape<3>> {
    let half: [f32; 3] = sizes(random);
    let axis = direction(random);
    let turn = Rotation::about(axis, random.random_range(-3.0..3.0)).expect("it has a length");
    Some(match kind {
        ShapeKind::Ball => Shape::ball(center, half[0]),
        ShapeKind::Box => Shape::oriented_box(center, half, turn),
        ShapeKind::Capsule => {
            let axis = direction(random).map(|x| x * half[0]);
            Capsule { center, axis, radius: 0.4 * half[1] }.into()
        }
        ShapeKind::Triangle => {
            let corner = |_| {
                let way = direction::<3>(random);
                array::from_fn(|axis| center[axis] + 0.5 * way[axis])
            };
            Triangle { vertices: array::from_fn(corner) }.into()
        }
        ShapeKind::Solid => Solid::cylinder(center, half[0], half[1], turn).into(),
        ShapeKind::HalfSpace => Shape::half_space(center, direction(random)),
        ShapeKind::Hull => {
            let vertices: [[f32; 3]; VERTICES] = array::from_fn(|_| {
                let way = direction::<3>(random);
                array::from_fn(|axis| half[axis] * way[axis])
            });
            let polyhedron = Polyhedron::hull_of(&vertices).expect("an ellipsoid is not flat");
            Shape::hull(&Arc::new(polyhedron), center, turn)
        }
        _ => return None,
    })
}

/// Two sets of shapes; those with the same row are a pair.
fn sets<const D: usize>(
    kinds: [ShapeKind; 2],
    make: Maker<D>,
) -> Result<Option<[PreparedShapes<D>; 2]>, Error> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut sets = [Shapes::new(), Shapes::new()];
    for _ in 0..PAIRS {
        // Far enough that about half of them touch.
        let (way, far) = (direction::<D>(&mut random), random.random_range(0.3..1.3));
        for (kind, (set, far)) in kinds.into_iter().zip(sets.iter_mut().zip([0.0, far])) {
            let Some(shape) = make(&mut random, kind, way.map(|x| x * far)) else {
                return Ok(None);
            };
            set.insert(shape)?;
        }
    }
    let mut prepared = [PreparedShapes::new(), PreparedShapes::new()];
    for (prepared, set) in prepared.iter_mut().zip(&sets) {
        prepared.update(set)?;
    }
    Ok(Some(prepared))
}

/// The median time of a pair, in nanoseconds.
fn time(mut ask: impl FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    ask()?;
    let mut times = [0.0; ROUNDS];
    for time in &mut times {
        let start = Instant::now();
        ask()?;
        *time = start.elapsed().as_secs_f64() * 1e9 / f64::from(PAIRS);
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(times[ROUNDS / 2])
}

fn print_table<const D: usize>(make: Maker<D>) -> Result<(), Error> {
    println!("\n| pair in {D}D | touching, % | overlap | separation | contact |");
    println!("|---|---|---|---|---|");
    let pairs: Vec<Pair> = (0..PAIRS).map(|row| Pair { a: row, b: row }).collect();
    let mut narrow = Narrow::<D>::new();
    for (number, one) in ShapeKind::ALL.into_iter().enumerate() {
        for other in &ShapeKind::ALL[number..] {
            let Some([a, b]) = sets([one, *other], make)? else { continue };
            let sides = || Sides::between(&a, &b);
            let (mut touching, mut separations) = (Vec::new(), Vec::new());
            let mut contacts = Contacts::new();
            let overlap = time(|| narrow.overlaps(sides(), &pairs, &mut touching).map(|_| ()))?;
            let separation =
                time(|| narrow.separations(sides(), &pairs, &mut separations).map(|_| ()))?;
            let contact = time(|| narrow.contacts(sides(), &pairs, &mut contacts).map(|_| ()))?;
            let share = 100 * contacts.len() / pairs.len();
            println!(
                "| {one}, {other} | {share} | {overlap:.1} | {separation:.1} | {contact:.1} |"
            );
        }
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("one thread can be started");
    pool.install(|| print_table::<2>(planar).and_then(|()| print_table::<3>(spatial)))
}
