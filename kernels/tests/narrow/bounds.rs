//! Bounds of shapes, and shapes to quads and back.

use bytemuck::{bytes_of, cast_slice};
use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    real::Wide,
    shape::{
        Ball, Bounded, Capsule, MAX_QUADS, MAX_VERTICES, Obb, Pack, Polygon, TIGHT, Triangle, store,
    },
    simd::{LANES, Quad},
};

use crate::support::{Exact, Random, evidence, exact, scale};

/// Minima and maxima.
type Extent<const D: usize, T> = ([T; D], [T; D]);

/// Eight shapes from quads to lanes: their bounds, and their quads again.
struct InLanes<'a, S: Pack, const D: usize>(&'a [S::Quads; LANES]);

impl<S: Pack + Bounded<D>, const D: usize> Pass for InLanes<'_, S, D> {
    type Output = ([Extent<D, f32>; LANES], [S::Quads; LANES]);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut columns = [[Wide::new(lanes, lanes.splat(0.0)); 4]; MAX_QUADS];
        for (quad, columns) in columns[..S::QUADS].iter_mut().enumerate() {
            let rows = self.0.each_ref().map(|quads| &quads.as_ref()[quad]);
            for (column, floats) in columns.iter_mut().zip(lanes.load_quads(rows)) {
                column.floats = floats;
            }
        }
        let shapes = S::unpack(&columns);
        let (min, max) = S::bounds(&shapes);
        let mut extents = [([0.0; D], [0.0; D]); LANES];
        for axis in 0..D {
            let mut numbers = [[0.0; LANES]; 2];
            lanes.store(min[axis].floats, &mut numbers[0]);
            lanes.store(max[axis].floats, &mut numbers[1]);
            for (lane, (min, max)) in extents.iter_mut().enumerate() {
                (min[axis], max[axis]) = (numbers[0][lane], numbers[1][lane]);
            }
        }
        let mut quads = [S::Quads::default(); LANES];
        store::<S, L>(lanes, &shapes, &mut quads);
        (extents, quads)
    }
}

/// Holds the bounds of shapes against exact ones, and lanes against single shapes. Returns how many
/// bounds exceed the shape by more than half of what is allowed.
fn check<S, const D: usize>(
    shapes: &[S::Of<f32>],
    exactly: impl Fn(&S::Of<f32>) -> Extent<D, Exact>,
) -> usize
where
    S: Pack + Bounded<D>,
    S::Of<f32>: std::fmt::Debug,
{
    let mut nearly = 0;
    for shape in shapes {
        let (min, max) = S::bounds::<f32>(shape);
        let (exact_min, exact_max) = exactly(shape);
        for axis in 0..D {
            let (low, high) = (exact_min[axis].clone(), exact_max[axis].clone());
            let middle = (low.clone() + high.clone()).half();
            let sizes = middle.clone().abs() + high.clone() - middle;
            let allowed = sizes * exact(TIGHT * f32::EPSILON / 2.0) + exact(f32::MIN_POSITIVE);
            let sticks_out = [exact(min[axis]) - low, high - exact(max[axis])];
            for out in sticks_out {
                assert!(out.signum() <= 0, "{shape:?} sticks out of {min:?} {max:?}");
                let excess = -out;
                assert!(excess <= allowed, "{shape:?}: {min:?} {max:?} are not tight");
                nearly += usize::from(excess + allowed.clone().half() > allowed);
            }
        }
    }
    let name = std::any::type_name::<S>();
    let wide = format!("{nearly} bounds wider than by half of what may be");
    evidence(&format!("bounds of {}", name_of(name)), shapes.len(), shapes.len(), wide);
    for eight in shapes.as_chunks::<LANES>().0 {
        let packed = eight.each_ref().map(S::pack);
        for level in SimdLevel::available() {
            let (extents, quads) = level.run(InLanes::<S, D>(&packed));
            assert_eq!(bits(&quads), bits(&packed), "{name}, {level}");
            for (shape, extent) in eight.iter().zip(extents) {
                let (min, max) = S::bounds::<f32>(shape);
                assert_eq!(
                    (min.map(f32::to_bits), max.map(f32::to_bits)),
                    (extent.0.map(f32::to_bits), extent.1.map(f32::to_bits)),
                    "{level}: {shape:?}"
                );
            }
        }
    }
    nearly
}

/// The name of a type without its path.
fn name_of(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn bits<Q: bytemuck::Pod>(quads: &[Q; LANES]) -> &[u32] {
    cast_slice(quads)
}

/// The center plus and minus something, exactly.
fn around<const D: usize>(center: [f32; D], reach: impl Fn(usize) -> Exact) -> Extent<D, Exact> {
    let at = |axis: usize| exact(center[axis]);
    (
        std::array::from_fn(|axis| at(axis) - reach(axis)),
        std::array::from_fn(|axis| at(axis) + reach(axis)),
    )
}

/// Minima and maxima of points, exactly.
fn hull<const D: usize>(points: impl Iterator<Item = [Exact; D]> + Clone) -> Extent<D, Exact> {
    let of = |axis: usize| points.clone().map(move |point| point[axis].clone());
    (
        std::array::from_fn(|axis| of(axis).min().expect("there are points")),
        std::array::from_fn(|axis| of(axis).max().expect("there are points")),
    )
}

/// Sizes from nothing to huge, places from near to far.
struct Cases {
    random: Random,
    size: f32,
    place: f32,
}

/// Shapes of many sizes at many places.
fn shapes<T>(seed: u64, mut make: impl FnMut(&mut Cases) -> T) -> Vec<T> {
    let mut cases = Cases { random: Random(seed), size: 0.0, place: 0.0 };
    let mut made = Vec::new();
    for _ in 0..320 * scale() {
        for size in [0.0, 1e-42, 1e-30, 1e-15, 1e-3, 1.0, 3e4, 1e15, 1e30] {
            for place in [0.0, 1e-41, 1e-20, 1.0, 1e3, 1e7, 1e20] {
                (cases.size, cases.place) = (size, place);
                made.push(make(&mut cases));
            }
        }
    }
    made
}

impl Cases {
    fn center<const D: usize>(&mut self) -> [f32; D] {
        self.random.vector(self.place)
    }

    /// A size; zero now and then.
    fn size(&mut self) -> f32 {
        if self.random.below(8) == 0 { 0.0 } else { self.random.unit() * self.size }
    }
}

#[test]
fn balls() {
    fn of<const D: usize>() {
        let balls = shapes(1, |cases| Ball::<D> { center: cases.center(), radius: cases.size() });
        check::<Ball<D>, D>(&balls, |ball| around(ball.center, |_| exact(ball.radius)));
    }
    of::<2>();
    of::<3>();
}

#[test]
fn capsules() {
    fn of<const D: usize>() {
        let capsules = shapes(2, |cases| Capsule::<D> {
            center: cases.center(),
            axis: cases.random.vector(cases.size),
            radius: cases.size(),
        });
        check::<Capsule<D>, D>(&capsules, |capsule| {
            let reach = |axis: usize| exact(capsule.axis[axis]).abs() + exact(capsule.radius);
            around(capsule.center, reach)
        });
    }
    of::<2>();
    of::<3>();
}

/// The exact bounds of the box that the stored axes span, whatever their lengths and angles.
fn of_box<const D: usize>(obb: &Obb<D>) -> Extent<D, Exact> {
    around(obb.center, |axis| {
        let along = |own: usize| exact(obb.half[own]) * exact(obb.axes[own][axis]).abs();
        (1..D).map(along).fold(along(0), |sum, along| sum + along)
    })
}

#[test]
fn boxes() {
    let boxes = shapes(3, |cases| {
        let half = std::array::from_fn(|_| cases.size());
        let center = cases.center();
        if cases.random.below(5) == 0 {
            let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            return Obb { center, half, axes };
        }
        cases.random.obb3(center, half)
    });
    let nearly = check::<Obb<3>, 3>(&boxes, of_box);
    assert!(nearly > 0, "bounds are tighter than promised");
    let boxes = shapes(4, |cases| {
        let (center, half) = (cases.center(), std::array::from_fn(|_| cases.size()));
        let [cos, sin]: [f32; 2] = cases.random.direction().map(|x: f64| x as f32);
        Obb { center, half, axes: [[cos, sin], [-sin, cos]] }
    });
    check::<Obb<2>, 2>(&boxes, of_box);
}

#[test]
fn polygons() {
    let polygons = shapes(5, |cases| {
        let center = cases.center();
        let count = 3 + cases.random.below(MAX_VERTICES as u32 - 2) as usize;
        let mut vertices = [[0.0; 2]; MAX_VERTICES];
        for vertex in &mut vertices[..count] {
            *vertex = cases.random.vector(cases.size);
        }
        let first = vertices[0];
        vertices[count..].fill(first);
        Polygon { center, count: count as f32, vertices, rounding: 0.0 }
    });
    check::<Polygon, 2>(&polygons, |polygon| {
        let at = |vertex: [f32; 2]| {
            std::array::from_fn(|axis| exact(polygon.center[axis]) + exact(vertex[axis]))
        };
        hull(polygon.vertices.into_iter().map(at))
    });
}

#[test]
fn triangles() {
    let triangles = shapes(6, |cases| {
        let mut corner = || {
            let center: [f32; 3] = cases.center();
            let offset: [f32; 3] = cases.random.vector(cases.size);
            std::array::from_fn(|axis| center[axis] + offset[axis])
        };
        Triangle { vertices: [corner(), corner(), corner()] }
    });
    check::<Triangle, 3>(&triangles, |triangle| {
        hull(triangle.vertices.into_iter().map(|corner| corner.map(exact)))
    });
    for triangle in triangles {
        let (min, max) = Triangle::bounds::<f32>(&triangle);
        for bound in min.into_iter().chain(max) {
            assert!(triangle.vertices.as_flattened().contains(&bound), "{triangle:?}");
        }
    }
}

/// Where a bound is more than `f32` holds it is infinite, not NaN.
#[test]
fn what_is_too_large_is_unbounded() {
    let ball = Ball { center: [3e38, -3e38], radius: 2e38 };
    let ([left, bottom], [right, top]) = Ball::bounds::<f32>(&ball);
    assert_eq!([right, bottom], [f32::INFINITY, f32::NEG_INFINITY]);
    assert!(left <= 1e38 && top >= -1e38);
    let half = [f32::MAX, 1e38, f32::MAX];
    let (unit, tilted) = ([0.6, 0.0, 0.8], [-0.8, 0.0, 0.6]);
    let obb = Obb { center: [0.0, f32::MAX, 0.0], half, axes: [unit, [0.0, 1.0, 0.0], tilted] };
    let (min, max) = Obb::<3>::bounds::<f32>(&obb);
    assert_eq!(max, [f32::INFINITY; 3]);
    assert_eq!([min[0], min[2]], [f32::NEG_INFINITY; 2]);
    assert!((2.4e38..2.402_824e38).contains(&min[1]), "{min:?}");
}

/// The smallest steps are made up for too.
#[test]
fn what_is_too_small_does_not_stick_out() {
    let mut random = Random(7);
    let tiny = |random: &mut Random| f32::from_bits(random.below(40));
    let boxes: Vec<_> = (0..2000 * scale())
        .map(|_| {
            let center = [tiny(&mut random), -tiny(&mut random), tiny(&mut random)];
            let half = std::array::from_fn(|_| tiny(&mut random));
            random.obb3(center, half)
        })
        .collect();
    check::<Obb<3>, 3>(&boxes, of_box);
}

#[test]
fn quads_are_what_single_shapes_are_packed_to() {
    let quads: [Quad; 1] = Ball::<2>::pack(&Ball { center: [1.0, 2.0], radius: 3.0 }).0;
    assert_eq!(bytes_of(&quads), bytes_of(&[[1.0_f32, 2.0, 0.0, 3.0]]));
}
