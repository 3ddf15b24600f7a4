//! Balls and capsules at cylinders, cones, frustums and boxes with round edges, of which either is
//! much larger, against distances in `f64`.

use std::array::from_fn;

use jostle_kernels::shape::{Ball, Capsule, ShapeKind, Solid};

use super::{
    ANGLE, DISTANCE, Errors, RATIOS, closest,
    corners::{General, cross},
};
use crate::support::{
    Random, evidence, rotation, scale,
    solid::{from_edge, inner, length, plus, wide},
};

/// The largest errors of a distance, in sizes of the smaller shape, and of a normal, in radians, of
/// shapes that are apart: `f32` tells as long as its roundings are less than a 256th of the way
/// between the cores.
const APART: [f64; 2] = [2e-3, 6e-2];
/// The same of shapes that touch.
const TOUCHING: [f64; 2] = [DISTANCE, ANGLE];

/// The distance from a point, relative to the center, to the surface of a solid that is round about
/// its second axis or has no lids: negative inside. In the coordinates of the axes as they are
/// stored, so that it errs by their rounding only of the way from the surface.
fn distance(solid: &Solid, point: [f64; 3]) -> f64 {
    let axes = solid.axes.map(wide);
    let normals: [_; 3] = from_fn(|k| cross(axes[(k + 1) % 3], axes[(k + 2) % 3]));
    let place: [f64; 3] = from_fn(|k| inner(point, normals[k]) / inner(axes[k], normals[k]));
    let (half, lids) = (wide(solid.half), solid.lids.map(f64::from));
    let core = if solid.lids == [0.0; 2] {
        let beyond: [f64; 3] = from_fn(|k| place[k].abs() - half[k]);
        let most = beyond.into_iter().fold(f64::NEG_INFINITY, f64::max);
        length(beyond.map(|x| x.max(0.0))) + most.min(0.0)
    } else {
        // In the half plane through the axis and the point.
        let (at, high) = ([place[0].hypot(place[2]), place[1]], half[1]);
        let outline = [[0.0, -high], [lids[0], -high], [lids[1], high], [0.0, high]];
        let edges = outline.windows(2);
        let least = edges.clone().map(|edge| {
            if edge[0] == edge[1] {
                return length(plus(at, edge[0], -1.0));
            }
            length(from_edge(at, edge[0], edge[1]))
        });
        let least = least.fold(f64::INFINITY, f64::min);
        let is_inside =
            edges.map(|edge| plus(edge[1], edge[0], -1.0)).zip(outline).all(|([x, y], from)| {
                let [to_x, to_y] = plus(at, from, -1.0);
                x * to_y - y * to_x >= 0.0
            });
        if is_inside { -least } else { least }
    };
    core - f64::from(solid.rounding)
}

/// Either end of the way from -1 to 1, or a place between.
fn part(random: &mut Random) -> f32 {
    let any = random.within(1.0);
    random.of(&[-1.0, 1.0, any])
}

/// A solid of a size, and a point of its surface: of a side or an edge, or a corner.
fn solid(random: &mut Random, size: f32) -> (Solid, [f32; 3]) {
    let mut some = || size * random.of(&[1.0, 0.6, 0.1]);
    let (high, wide_at, long, center) = (some(), some(), some(), random.vector(size));
    let aligned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let turned = rotation(random.direction());
    let axes = random.of(&[aligned, turned]);
    let lids = random.of(&[[1.0, 1.0], [1.0, 0.0], [0.5, 1.0], [0.0; 2]]).map(|x| x * wide_at);
    let is_box = lids == [0.0; 2];
    let half = if is_box { [wide_at, high, long] } else { [0.0, high, 0.0] };
    let rounding = random.of(&[0.0, 0.05]) * size;
    let (up, turn, out) = (part(random), random.within(3.2), part(random).abs());
    let reach = out * (lids[0] + (lids[1] - lids[0]) * (0.5 + 0.5 * up));
    let sides = [part(random), part(random)];
    let place = if is_box {
        [half[0] * sides[0], half[1] * up, half[2] * sides[1]]
    } else {
        [reach * turn.cos(), half[1] * up, reach * turn.sin()]
    };
    let near = (0..3).fold(wide(center), |sum, k| plus(sum, wide(axes[k]), place[k].into()));
    (Solid { center, axes, half, lids, rounding }, near.map(|x| x as f32))
}

/// A solid of a size and a capsule, or a ball where that has no length, as long as another size,
/// that touch or nearly so.
fn check(name: &str, [solid_size, capsule_size]: [f32; 2], cases: usize) {
    let (mut random, mut errors) = (Random(0xc0de), [Errors::default(), Errors::default()]);
    let small = f64::from(solid_size.min(capsule_size));
    let mut kinds = [0; 4];
    while errors[0].cases.min(errors[1].cases) < cases {
        let (solid, near) = solid(&mut random, solid_size);
        let long = capsule_size * random.of(&[0.0, 0.1, 1.0]);
        let axis: [f32; 3] = random.vector(long);
        // Some place of its axis lies beside the point, as far as the smaller shape is large.
        let part = part(&mut random);
        let center = from_fn(|k| near[k] + small as f32 * random.within(1.0) - part * axis[k]);
        let from = plus(wide(center), wide(solid.center), -1.0);
        let (core, way) = closest(|point| distance(&solid, point), from, axis);
        if core < 0.1 * small {
            continue;
        }
        let radius = (core * f64::from(1.0 + 0.3 * random.within(1.0))) as f32;
        let round = if axis == [0.0; 3] {
            General::of::<Ball<3>>(ShapeKind::Ball, &Ball { center, radius })
        } else {
            General::of::<Capsule<3>>(ShapeKind::Capsule, &Capsule { center, axis, radius })
        };
        let (found, normal) = General::of::<Solid>(ShapeKind::Solid, &solid).contact(&round);
        let touches = usize::from(found <= 0.0);
        let [most, most_angle] = [APART, TOUCHING][touches];
        let errors = &mut errors[touches];
        errors.cases += 1;
        kinds[usize::from(solid.lids == [0.0; 2]) * 2 + usize::from(axis == [0.0; 3])] += 1;
        let off = (found - (core - f64::from(radius))).abs() / small;
        let turned = length(plus(normal, way, -1.0));
        assert!(
            off < most && turned < most_angle,
            "{name}: off by {off}, turned by {turned} at {core}\n{solid:?}\n{center:?} {axis:?} \
             {radius}"
        );
        errors.distance = errors.distance.max(off);
        errors.angle = errors.angle.max(turned);
    }
    assert!(kinds.iter().all(|kind| *kind > cases / 20), "{kinds:?}");
    let [apart, touching] = errors;
    println!("{name}: {apart:?} {touching:?}");
    evidence(name, apart.cases + touching.cases, touching.cases, touching.distance);
}

#[test]
fn balls_and_capsules_at_curved_solids() {
    for ratio in RATIOS {
        check(&format!("solid, capsule or ball, {ratio} : 1"), [ratio, 1.0], 500 * scale());
        check(&format!("solid, capsule or ball, 1 : {ratio}"), [1.0, ratio], 500 * scale());
    }
}
