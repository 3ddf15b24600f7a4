//! A whole step of a world: by a sweep, and with candidates that are kept.

use jostle::{Sap, World};
use jostle_bench::frame::Bodies;

use crate::{
    case::{Case, Cases},
    inputs::crowd,
};

const SHAPES: u32 = 10_000;

/// Steps after which the candidates of shapes that stay are kept.
const STEPS_UNTIL_KEPT: usize = 4;

pub(crate) fn cases() -> Cases {
    let mut sweeping = World::<2>::new().with_broad_phase(Sap::new());
    *sweeping.shapes_mut() = Bodies::balls(&crowd(SHAPES)?)?.shapes().clone();
    let mut keeping = World::<2>::new();
    *keeping.shapes_mut() = sweeping.shapes().clone();
    for _ in 0..STEPS_UNTIL_KEPT {
        keeping.step()?;
    }
    Ok(vec![case("world-step", sweeping), case("world-step-kept", keeping)])
}

fn case(name: &'static str, mut world: World<2>) -> Case {
    Case::new(name, move || {
        let stats = world.step().expect("all shapes are valid");
        assert!(stats.contacts > 0);
    })
}
