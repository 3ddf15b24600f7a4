//! How often the searches of the general routine take all their steps, on pairs that are made to
//! take many. What is told then is a bound that holds; that it does is tested elsewhere.

use std::{f32::consts::TAU, sync::Arc};

use jostle_kernels::{
    pairs::convex::{Capped, capped},
    shape::{Obb, Polyhedron, Solid, Triangle},
};

use super::{Defined, hull};
use crate::support::{
    Random,
    boxes::{times, turn},
    evidence, rotation, scale,
};

/// Two shapes, made in some way.
type Make = fn(&mut Random) -> [Defined; 2];

/// The axes of a random rotation, and those turned by a small angle from there.
fn nearly_parallel(random: &mut Random) -> [[[f32; 3]; 3]; 2] {
    let first = random.direction();
    let angle = random.of(&[0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3]);
    let about = random.direction();
    [rotation(first), rotation(times(first, turn(about, angle)))]
}

/// A place so far from another along an axis, and aside.
fn beside(random: &mut Random, [along, one, other]: [[f32; 3]; 3], distance: f32) -> [f32; 3] {
    let aside = [random.within(0.5), random.within(0.5)];
    std::array::from_fn(|k| along[k] * distance + one[k] * aside[0] + other[k] * aside[1])
}

/// A gap or depth, of a size of 1.
fn gap(random: &mut Random) -> f32 {
    random.of(&[-1e-2, -1e-4, -1e-6, 0.0, 1e-6, 1e-4, 1e-2])
}

fn boxes_face_to_face(random: &mut Random) -> [Defined; 2] {
    let [own, other] = nearly_parallel(random);
    let (half, center) = ([0.5; 3], 1.0 + gap(random));
    let center = beside(random, own, center);
    [Obb { center: [0.0; 3], half, axes: own }, Obb { center, half, axes: other }].map(Defined::obb)
}

fn boxes_edge_to_edge(random: &mut Random) -> [Defined; 2] {
    let [own, other] = nearly_parallel(random);
    let (half, apart) = ([0.5; 3], 1.0 + gap(random));
    let along = random.within(0.5);
    let center = [0, 1, 2].map(|k| apart * (own[0][k] + own[1][k]) + along * own[2][k]);
    [Obb { center: [0.0; 3], half, axes: own }, Obb { center, half, axes: other }].map(Defined::obb)
}

fn needles(random: &mut Random) -> [Defined; 2] {
    let mut needle = |place: f32| {
        let (center, tip) = (random.vector::<3>(place), random.direction::<3>());
        let width = random.of(&[1e-2, 1e-4, 1e-6]);
        let side: [f32; 3] = random.vector(width);
        let tip = tip.map(|x| x as f32);
        let far = |by: f32| [0, 1, 2].map(|k| center[k] + by * tip[k]);
        let aside = [0, 1, 2].map(|k| center[k] + side[k]);
        Defined::triangle(Triangle { vertices: [far(-1.0), far(1.0), aside] })
    };
    [needle(0.0), needle(0.1)]
}

/// A prism of 60 sides, nearly a cylinder.
fn round_prism(random: &mut Random) -> Arc<Polyhedron> {
    let wobble = random.of(&[0.0, 1e-7, 1e-5]);
    let points: Vec<[f32; 3]> = (0..120)
        .map(|number| {
            let angle = (number / 2) as f32 * TAU / 60.0;
            let radius = 0.5 * (1.0 + random.within(wobble));
            let height = if number % 2 == 0 { -0.5 } else { 0.5 };
            [radius * angle.cos(), height, radius * angle.sin()]
        })
        .collect();
    Arc::new(Polyhedron::hull_of(&points).expect("it is nearly a prism"))
}

fn prisms_of_many_sides(random: &mut Random) -> [Defined; 2] {
    let [own, other] = nearly_parallel(random);
    let (a, b) = (round_prism(random), round_prism(random));
    let apart = 1.0 + gap(random);
    let center = beside(random, own, apart);
    [hull([0.0; 3], own, &a, 0.0), hull(center, other, &b, 0.0)]
}

fn sizes_of_100_000(random: &mut Random) -> [Defined; 2] {
    let [own, other] = nearly_parallel(random);
    let (large, small) = ([1e5, 2e4, 1e5], [0.5, 0.3, 0.4]);
    let aside = random.vector::<3>(9e4);
    let up = 2e4 + 0.3 + gap(random);
    let center = [0, 1, 2].map(|k| own[1][k] * up + own[0][k] * aside[0] + own[2][k] * aside[2]);
    let large = Obb { center: [0.0; 3], half: large, axes: own };
    [large, Obb { center, half: small, axes: other }].map(Defined::obb)
}

fn denormal_boxes(random: &mut Random) -> [Defined; 2] {
    let size = random.of(&[1e-38, 1e-41, 1e-44]);
    let mut small = || {
        let half = [0.0; 3].map(|_: f32| size * random.unit());
        let center = random.vector(size);
        Defined::obb(random.obb3(center, half))
    };
    [small(), small()]
}

/// A cylinder or a cone.
fn round(random: &mut Random, center: [f32; 3], axes: [[f32; 3]; 3]) -> Defined {
    let lids = random.of(&[[0.5; 2], [0.5, 0.0]]);
    Defined::solid(Solid { center, axes, half: [0.0, 0.5, 0.0], lids, rounding: 0.0 })
}

fn cylinders_and_cones(random: &mut Random) -> [Defined; 2] {
    let [own, other] = nearly_parallel(random);
    let [x, y, z] = own;
    let sides = random.of(&[[x, y, z], [y, z, x]]);
    let apart = 1.0 + gap(random);
    let center = beside(random, sides, apart);
    [round(random, [0.0; 3], own), round(random, center, other)]
}

/// The ways to make pairs.
const WAYS: [(&str, Make); 7] = [
    ("faces that are nearly parallel", boxes_face_to_face),
    ("edges that are nearly parallel", boxes_edge_to_edge),
    ("needles", needles),
    ("prisms of 60 sides", prisms_of_many_sides),
    ("boxes of sizes 1 to 100,000", sizes_of_100_000),
    ("denormal boxes", denormal_boxes),
    ("cylinders and cones, nearly parallel", cylinders_and_cones),
];

/// One pair in so many may take all steps.
const ONE_IN: usize = 1_000;

#[test]
fn steps_are_seldom_all_taken() {
    for (name, make) in WAYS {
        let mut random = Random(0xca);
        let count = 4_000 * scale();
        let mut seen = [0; 3];
        for _ in 0..count {
            let pair = make(&mut random);
            let Capped { single, double, depth } = capped(pair.each_ref().map(|of| of.rows()));
            for (seen, capped) in seen.iter_mut().zip([single, double, depth]) {
                *seen += usize::from(capped);
            }
        }
        evidence(&format!("steps all taken, {name}"), count, 0, format!("{seen:?}"));
        assert!(seen.iter().all(|seen| seen * ONE_IN < count), "{name}: {seen:?} of {count}");
    }
}
