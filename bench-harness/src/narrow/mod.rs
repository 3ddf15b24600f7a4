//! The narrow phase on pairs of shapes: made from a seed, timed, and held against single pairs.
//!
//! A [`PairKind`] names what the shapes are and a [`Mode`] what is asked about them, [`NarrowRun`]
//! makes a [`PairScene`] and times the [`Answers`]. [`check`](fn@check)
//! holds some of them against what is found out about each pair alone, and against
//! [textbook computations](oracle) in `f64`; [`check_sweep`] does so for shapes that move.

mod answers;
mod check;
mod look;
mod make;
mod mode;
mod moves;
pub mod oracle;
mod pair;
mod run;
pub(crate) mod shapes;
mod sweep;

pub use answers::{Answers, Words, ask_one, distance, touches};
pub use check::{Checked, check};
use jostle::{Pair, Shape, Shapes};
pub use look::Answering;
pub use make::{Asked, PairScene, Pairs};
pub use mode::Mode;
pub use moves::{Moves, Moving};
pub use pair::{PairKind, all, by_name};
pub use run::NarrowRun;
pub(crate) use run::{kinds, per_pair};
pub use sweep::check_sweep;

/// The shapes of a pair.
pub(crate) fn shapes_of<const D: usize>(shapes: &Shapes<D>, pair: Pair) -> [Shape<D>; 2] {
    [pair.a, pair.b].map(|index| {
        let handle = shapes.handle_of(index as usize).expect("the pair is one of these shapes");
        shapes.get(handle).expect("the handle was just given")
    })
}
