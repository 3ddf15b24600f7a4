//! Small geometry against the tree and the narrow phase: a point is a ball of no size, and a ray is
//! one that moves.

#[path = "common/mod.rs"]
mod common;

use common::Random;
use jostle::{
    Aabb, Bounds, Shape,
    bvh::Bvh,
    geometry::{
        Obb, closest, inside,
        ray::{self, Ray},
    },
    narrow::{self, ImpactState, Motion},
    shape::{Ball, Capsule, OrientedBox, Rotation, Triangle},
};

fn length<const D: usize>(a: [f32; D], b: [f32; D]) -> f64 {
    let square = |(a, b): (&f32, &f32)| (f64::from(*a) - f64::from(*b)).powi(2);
    a.iter().zip(&b).map(square).sum::<f64>().sqrt()
}

/// The first box that a ray meets is that of the tree, at the same time.
#[test]
fn rays_meet_the_boxes_that_the_tree_finds() {
    let mut random = Random::seeded(1);
    let boxes: Vec<Aabb<3>> = (0..300)
        .map(|_| {
            let min: [f32; 3] = random.point(-10.0, 10.0);
            Aabb::new(min, min.map(|x| x + random.unit()))
        })
        .collect();
    let low = [0, 1, 2].map(|axis| boxes.iter().map(|b| b.min[axis]).collect::<Vec<_>>());
    let high = [0, 1, 2].map(|axis| boxes.iter().map(|b| b.max[axis]).collect::<Vec<_>>());
    let bounds = Bounds::from_columns([&low[0], &low[1], &low[2]], [&high[0], &high[1], &high[2]])
        .expect("columns are of one length");
    let mut tree = Bvh::<3>::new();
    tree.build(bounds).expect("there is memory");
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..8_000 {
        let shot = Ray::new(random.point(-12.0, 12.0), random.point(-1.0, 1.0));
        let times = boxes.iter().filter_map(|aabb| ray::aabb(&shot, aabb)).map(|hit| hit.t);
        let first = times.reduce(f32::min);
        let found = tree.closest_hit(&shot, |_| true).expect("the ray is valid");
        let Some(first) = first else {
            misses += 1;
            continue;
        };
        let found = found.expect("what is met is found").t;
        assert!((found - first).abs() <= 4.0 * f32::EPSILON * first, "{shot:?} {found} {first}");
        hits += 1;
    }
    assert!(hits > 300 && misses > 300, "{hits} {misses}");
}

/// Whether a point is in a shape, how far it is from it, and when a ray meets it.
fn agrees(
    random: &mut Random,
    shape: &Shape<3>,
    inside: impl Fn([f32; 3]) -> bool,
    closest: impl Fn([f32; 3]) -> [f32; 3],
    met: impl Fn(&Ray<3>) -> Option<f32>,
) -> [usize; 2] {
    let valid = "the shapes are valid";
    let (from, way): ([f32; 3], [f32; 3]) = (random.point(-2.0, 2.0), random.point(-3.0, 3.0));
    let point = Shape::point(from);
    let overlap = narrow::overlap(&point, shape).expect(valid);
    assert_eq!(inside(from), overlap, "{from:?} {shape:?}");
    let distance = narrow::distance(&point, shape).expect(valid).distance;
    let found = length(from, closest(from));
    assert!((found - f64::from(distance)).abs() < 1e-5, "{from:?} {shape:?} {found} {distance}");
    let shot = Ray::new(from, way).between(0.0, 1.0);
    let impact = narrow::cast(&point, &Motion::straight(way), shape, &Motion::REST, 1.0);
    let impact = impact.expect(valid);
    let met = met(&shot);
    assert!(met.is_none() || impact.state() != ImpactState::Apart, "{shot:?} {shape:?}");
    if impact.state() != ImpactState::Apart {
        // A triangle is met by what passes it closer than its radius times 2 / 4096.
        let place = std::array::from_fn(|axis| from[axis] + way[axis] * impact.time);
        assert!(length(place, closest(place)) < 3e-3, "{shot:?} {shape:?} {impact:?}");
        assert!(met.is_none_or(|t| t >= impact.time - 1e-5), "{shot:?} {shape:?} {met:?}");
    }
    [usize::from(overlap), usize::from(met.is_some())]
}

#[test]
fn points_and_rays_are_those_of_the_narrow_phase() {
    let mut random = Random::seeded(2);
    let mut counts = [[0; 2]; 4];
    for _ in 0..8_000 {
        let half: [f32; 3] = random.point(0.2, 1.5);
        let axis: [f32; 3] = random.point(-1.0, 1.0);
        let rotation = Rotation::about(random.point(0.1, 1.0), random.between(-4.0, 4.0));
        let rotation = rotation.expect("the axis has a length");
        let (center, radius) = (random.point(-0.5, 0.5), half[0]);
        let (ball, capsule) = (Ball { center, radius }, Capsule { center, axis, radius });
        let oriented = OrientedBox { center, half, rotation };
        let obb = Obb::from(oriented);
        let triangle = Triangle { vertices: [half, axis, random.point(-2.0, 2.0)] };
        let found = [
            agrees(
                &mut random,
                &Shape::Ball(ball),
                |p| inside::ball(p, &ball),
                |p| closest::ball(p, &ball),
                |r| ray::ball(r, &ball).map(|hit| hit.t),
            ),
            agrees(
                &mut random,
                &Shape::Capsule(capsule),
                |p| inside::capsule(p, &capsule),
                |p| closest::capsule(p, &capsule),
                |r| ray::capsule(r, &capsule).map(|hit| hit.t),
            ),
            agrees(
                &mut random,
                &Shape::Box(oriented),
                |p| inside::obb(p, &obb),
                |p| closest::obb(p, &obb),
                |r| ray::obb(r, &obb).map(|hit| hit.t),
            ),
            agrees(
                &mut random,
                &Shape::Triangle(triangle),
                |p| inside::triangle3(p, &triangle),
                |p| closest::triangle3(p, &triangle),
                |r| ray::triangle3(r, &triangle).map(|hit| hit.t),
            ),
        ];
        for (sum, [within, met]) in counts.iter_mut().zip(found) {
            (sum[0], sum[1]) = (sum[0] + within, sum[1] + met);
        }
    }
    assert!(counts.iter().all(|[_, met]| *met > 100), "{counts:?}");
    assert!(counts[..3].iter().all(|[within, _]| *within > 300), "{counts:?}");
}

#[test]
fn boxes_of_the_plane_have_their_axes() {
    let rotation = Rotation::from_angle(0.5);
    let obb = Obb::from(OrientedBox { center: [1.0, 2.0], half: [3.0, 4.0], rotation });
    let [cos, sin] = rotation.cos_sin();
    assert_eq!(obb, Obb { center: [1.0, 2.0], half: [3.0, 4.0], axes: [[cos, sin], [-sin, cos]] });
    let rotation = Rotation::from([f32::NAN, 0.0]);
    let nan = OrientedBox { center: [0.0; 2], half: [1.0; 2], rotation };
    assert!(!inside::obb([0.0; 2], &Obb::from(nan)));
}
