//! What the C interface costs: steps of a pipeline on the arrays of the scene `crowd`, through Rust
//! and through C, one after the other.
//!
//! `cargo run --release --features scenes --example overhead -- [SHAPES] [STEPS]`

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::{
    env, ptr,
    time::{Duration, Instant},
};

use jostle::{CollisionPipeline, shape::Columns, step::PipelineInput};
use jostle_bench::{
    boxes::{Balls, Shapes},
    scene::{self, Scene, SceneShapes},
};
use jostle_capi::{
    arrays::{JST_F32, jst_numbers, jst_vectors},
    pipeline::{
        jst_pipeline_create, jst_pipeline_def, jst_pipeline_digest, jst_pipeline_step,
        jst_pipeline_touching, jst_step,
    },
    pool::{jst_pool_create, jst_pool_def},
    shapes::jst_shapes,
    status::JST_OK,
};

/// A pipeline in C.
struct InC(jostle_capi::pipeline::jst_pipeline);

impl InC {
    fn new(threads: u32) -> Self {
        let pool_def = jst_pool_def {
            size: size_of::<jst_pool_def>() as u32,
            threads,
            external: 0,
            start: None,
            stop: None,
            user: ptr::null_mut(),
        };
        let (mut pool, mut pipeline) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: zeros are a value, and all of it is there.
        unsafe {
            assert_eq!(jst_pool_create(&raw const pool_def, &raw mut pool), JST_OK);
            let mut def: jst_pipeline_def = std::mem::zeroed();
            (def.size, def.dimensions, def.pool) = (size_of::<jst_pipeline_def>() as u32, 2, pool);
            assert_eq!(jst_pipeline_create(&raw const def, &raw mut pipeline), JST_OK);
        }
        Self(pipeline)
    }

    /// A step, and how many pairs touch.
    fn step(&self, balls: &Balls<2>) -> u64 {
        let (mut pairs, mut count) = (ptr::null(), 0);
        // SAFETY: zeros are a value, and all of it is there.
        unsafe {
            let mut shapes: jst_shapes = std::mem::zeroed();
            shapes.size = size_of::<jst_shapes>() as u32;
            shapes.ball_count = balls.radius.len();
            let [x, y] = balls.center.each_ref().map(|column| column.as_ptr().cast());
            let axis = [x, y, ptr::null(), ptr::null()];
            shapes.ball_center = jst_vectors { axis, stride: 0, format: JST_F32 };
            let data = balls.radius.as_ptr().cast();
            shapes.ball_radius = jst_numbers { data, stride: 0, format: JST_F32 };
            let mut step: jst_step = std::mem::zeroed();
            (step.size, step.shapes) = (size_of::<jst_step>() as u32, &raw const shapes);
            assert_eq!(jst_pipeline_step(self.0, &raw const step), JST_OK);
            let status = jst_pipeline_touching(self.0, &raw mut pairs, &raw mut count);
            assert_eq!(status, JST_OK);
        }
        count
    }

    fn digest(&self) -> u64 {
        let mut digest = 0;
        // SAFETY: there is room for it.
        assert_eq!(unsafe { jst_pipeline_digest(self.0, &raw mut digest) }, JST_OK);
        digest
    }
}

fn step_in_rust(pipeline: &mut CollisionPipeline<2>, balls: &Balls<2>) -> u64 {
    let centers = balls.center.each_ref().map(Vec::as_slice);
    let columns = Columns::default().with_balls(centers, &balls.radius).expect("of one length");
    pipeline.step(PipelineInput::new(columns)).expect("there is memory");
    pipeline.touching().len() as u64
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn timed<R>(times: &mut Vec<Duration>, work: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = work();
    times.push(start.elapsed());
    result
}

fn measure(mut scene: Scene<2>, threads: u32, steps: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build();
    let pool = pool.expect("there are threads");
    let (mut in_rust, in_c) = (CollisionPipeline::<2>::new(), InC::new(threads));
    let [mut of_rust, mut of_c] = [Vec::new(), Vec::new()];
    for step in 0..steps + 10 {
        scene.step();
        let Shapes::Balls(balls) = &scene.shapes else { unreachable!("a crowd is of balls") };
        let rust = |times: &mut Vec<_>, pipeline: &mut _| {
            timed(times, || pool.install(|| step_in_rust(pipeline, balls)))
        };
        let c = |times: &mut Vec<_>| timed(times, || in_c.step(balls));
        // Whoever comes second has the shapes in the caches.
        let counts = if step % 2 == 0 {
            let first = rust(&mut of_rust, &mut in_rust);
            [first, c(&mut of_c)]
        } else {
            let first = c(&mut of_c);
            [rust(&mut of_rust, &mut in_rust), first]
        };
        assert_eq!(counts[0], counts[1]);
        let digest = in_rust.contacts().digest(u64::from).value();
        assert_eq!(in_c.digest(), digest);
        if step == 9 {
            // They have the memory that they need.
            (of_rust, of_c) = (Vec::new(), Vec::new());
        }
    }
    let [rust, c] = [median(&mut of_rust), median(&mut of_c)];
    println!("{threads} threads: Rust {rust:.3} ms, C {c:.3} ms, {:.4}", c / rust);
}

fn main() {
    let mut arguments = env::args().skip(1);
    let mut number = |otherwise: usize| {
        arguments.next().map_or(otherwise, |text| text.parse().expect("it is a number"))
    };
    let (shapes, steps) = (number(1_000_000), number(101));
    let kind = scene::by_name("crowd").expect("it is a scene");
    for threads in [1, 2] {
        let scene = kind.build(shapes as u32, 1).expect("it needs no file");
        let SceneShapes::Two(scene) = scene else { unreachable!("a crowd is flat") };
        measure(scene, threads, steps);
    }
}
