//! A whole step of a world.

use jostle::World;
use jostle_bench::frame::Bodies;

use crate::{
    case::{Case, Cases},
    inputs::crowd,
};

const SHAPES: u32 = 10_000;

pub(crate) fn cases() -> Cases {
    let mut world = World::<2>::new();
    *world.shapes_mut() = Bodies::balls(&crowd(SHAPES)?)?.shapes().clone();
    Ok(vec![Case::new("world-step", move || {
        let stats = world.step().expect("all shapes are valid");
        assert!(stats.contacts > 0);
    })])
}
