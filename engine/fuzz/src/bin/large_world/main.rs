//! Shapes whose places are any numbers in `f64`, relative to an origin near or far.
//!
//! * What they become in `f32` contains what they were, and reaches beyond it by no more than their
//!   slacks: exactly, of balls, capsules and boxes along the axes. Slacks are within the bounds
//!   that are documented.
//! * A point inside of a box that is turned touches it.
//! * Invalid shapes are listed and change nothing; the SIMD level changes nothing.

#![no_main]

#[allow(dead_code, reason = "the kernels' tests use more of it")]
#[path = "../../../../../kernels/tests/narrow/support/exact.rs"]
mod exact;
mod oracle;
#[allow(dead_code, reason = "tests use more of it")]
#[path = "../../../../tests/common/rotation.rs"]
mod rotation;
mod scene;
mod turned;

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    CollisionPipeline, Error, SimdLevel,
    large_world::{LargeColumns, LocalShapes},
};
use jostle_fuzz::on_one_thread;
use libfuzzer_sys::fuzz_target;
use scene::{Place, Scene};
use turned::{Turned, check_corners};

/// Frames of an input, between which shapes change and the origin stays if it will do.
const FRAMES: usize = 3;

/// Holds a frame against the oracle.
fn check<const D: usize>(scene: &Scene<D>, local: &LocalShapes<D>) {
    let mut pipeline = CollisionPipeline::<D>::new();
    pipeline.step(local).expect("nothing is wrong");
    assert_eq!(local.len(), scene.len());
    let mut most = 0.0_f32;
    for index in 0..scene.len() {
        let is_invalid = pipeline.invalid().iter().any(|invalid| invalid.index as usize == index);
        oracle::check(scene, local, index, is_invalid);
        most = most.max(local.slack_of(index));
    }
    assert_eq!(local.slack(), most);
}

fn run<const D: usize>(u: &mut Unstructured<'_>) -> Result<()>
where
    Scene<D>: Turned<D>,
{
    let mut locals = Vec::new();
    for level in SimdLevel::available() {
        locals.push(LocalShapes::<D>::new().with_level(*level));
    }
    for _ in 0..FRAMES {
        if u.is_empty() {
            break;
        }
        let scene = Scene::<D>::arbitrary(u)?;
        let given = match u8::arbitrary(u)? {
            0..128 => None,
            _ => Some(scene.near(<[Place; D]>::arbitrary(u)?)),
        };
        let columns = LargeColumns::default();
        let columns = scene.capsules_of(columns.with_boxes(scene.boxes_of()));
        let columns =
            columns.with_balls(scene.balls.centers(), scene.balls.sizes()).expect("as many");
        let odd = given.and_then(|at| at.iter().position(|x| !x.is_finite()));
        let expected = odd.map_or(Ok(()), |axis| Err(Error::Origin { axis }));
        let mut texts = Vec::new();
        for local in &mut locals {
            let before = local.origin();
            assert_eq!(local.update(given, columns), expected);
            if expected.is_err() {
                assert_eq!((local.origin(), local.len()), (before, 0));
                continue;
            }
            assert!(local.origin().iter().all(|x| x.is_finite()));
            assert_eq!(local.has_moved(), local.origin() != before);
            // As text: a number that is none does not equal itself.
            texts.push(format!("{:?} {:?}", local.columns(), local.origin()));
        }
        assert!(texts.windows(2).all(|both| both[0] == both[1]), "{texts:?}");
        if expected.is_ok() {
            check(&scene, &locals[0]);
            check_corners(&scene, locals[0].origin());
        }
    }
    Ok(())
}

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let mut u = Unstructured::new(rest);
    // Bytes that do not suffice are no input.
    let _ = if first % 2 == 0 { run::<2>(&mut u) } else { run::<3>(&mut u) };
});
