//! The C interface finds the pairs of all scenes that the engine finds.

#![allow(clippy::print_stdout, reason = "the figures are what a report is made of")]

use std::{collections::BTreeMap, fs, ptr};

use jostle::{Pair, digest::Digest};
use jostle_bench::{
    boxes::Shapes,
    scene::{self, Scene, SceneShapes},
};
use jostle_capi::{
    arrays::{JST_F32, jst_numbers, jst_vectors},
    bounds::jst_bounds,
    broad::{
        JST_BROAD_PHASE_AUTO, JST_BROAD_PHASE_BRUTE_FORCE, jst_broad_phase_create,
        jst_broad_phase_def, jst_broad_phase_destroy, jst_broad_phase_pairs,
    },
    status::JST_OK,
};

/// Columns as the caller of C has them.
fn vectors<const D: usize>(columns: &[Vec<f32>; D]) -> jst_vectors {
    let mut axis = [ptr::null(); 4];
    axis.iter_mut().zip(columns).for_each(|(to, column)| *to = column.as_ptr().cast());
    jst_vectors { axis, stride: 0, format: JST_F32 }
}

const NOTHING: jst_vectors = jst_vectors { axis: [ptr::null(); 4], stride: 0, format: JST_F32 };

/// How many pairs a scene has, and their digest, through C.
fn found<const D: usize>(scene: &Scene<D>) -> (usize, u64) {
    let numbers = jst_numbers { data: ptr::null(), stride: 0, format: JST_F32 };
    let mut bounds = jst_bounds {
        size: size_of::<jst_bounds>() as u32,
        count: scene.shapes.len(),
        min: NOTHING,
        max: NOTHING,
        center: NOTHING,
        radius: numbers,
    };
    match &scene.shapes {
        Shapes::Boxes(boxes) => {
            (bounds.min, bounds.max) = (vectors(&boxes.min), vectors(&boxes.max));
        }
        Shapes::Balls(balls) => {
            bounds.center = vectors(&balls.center);
            bounds.radius.data = balls.radius.as_ptr().cast();
        }
    }
    let mut digests = Vec::new();
    for kind in [JST_BROAD_PHASE_AUTO, JST_BROAD_PHASE_BRUTE_FORCE] {
        let def = jst_broad_phase_def {
            size: size_of::<jst_broad_phase_def>() as u32,
            dimensions: D as u32,
            kind,
            pool: ptr::null_mut(),
        };
        let (mut phase, mut pairs, mut count) = (ptr::null_mut(), ptr::null(), 0);
        // SAFETY: all of it is there, and as long as it says.
        let pairs = unsafe {
            assert_eq!(jst_broad_phase_create(&raw const def, &raw mut phase), JST_OK);
            let filter = ptr::null();
            let bounds = &raw const bounds;
            let status =
                jst_broad_phase_pairs(phase, bounds, filter, &raw mut pairs, &raw mut count);
            assert_eq!(status, JST_OK);
            std::slice::from_raw_parts(pairs, count as usize)
        };
        let pairs: Vec<Pair> = pairs.iter().map(|pair| Pair { a: pair.a, b: pair.b }).collect();
        digests.push((pairs.len(), Digest::of(&pairs).value()));
        assert_eq!(jst_broad_phase_destroy(phase), JST_OK);
    }
    assert_eq!(digests[0], digests[1]);
    digests[0]
}

#[test]
fn pairs_of_scenes_are_as_ever() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../bench-harness/tests/golden/pairs.txt");
    let written = fs::read_to_string(path).expect("it is there");
    let known: BTreeMap<&str, (usize, u64)> = written
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut words = line.split_whitespace();
            let mut next = || words.next().expect("it has three words");
            let (name, count, digest) = (next(), next(), next());
            let digest = u64::from_str_radix(digest, 16).expect("it is hexadecimal");
            (name, (count.parse().expect("it is a number"), digest))
        })
        .collect();
    let mut checked = 0;
    for kind in scene::all() {
        if let Err(absent) = kind.check_recording() {
            println!("SKIPPED: {absent}");
            continue;
        }
        let found = match &kind.build(1000, 1).expect("it is there") {
            SceneShapes::Two(scene) => found(scene),
            SceneShapes::Three(scene) => found(scene),
        };
        assert_eq!(found, known[kind.name], "{}", kind.name);
        checked += 1;
    }
    println!("{checked} of {} scenes", known.len());
    assert!(checked > 15, "only {checked} scenes");
}
