//! Random motions of the shapes of a scene of pairs.

use jostle::{
    Error,
    narrow::{Motion, MotionColumns},
};
use rand_pcg::Pcg64Mcg;

use crate::scene::placement::{between, direction};

/// Largest displacement per unit of time.
const SPEED_MAX: f32 = 1.0;

/// Largest rotation per unit of time, in radians.
const TURN_MAX: f32 = 0.5;

/// How the shapes of a scene move, by their index, as columns.
#[derive(Clone, Debug)]
pub struct Moves<const D: usize> {
    by: [Vec<f32>; D],
    /// In 2D only the first is used.
    turns: [Vec<f32>; 3],
}

impl<const D: usize> Moves<D> {
    /// U(0, 1) in any direction, while turning by U(0, 0.5) about any axis.
    pub(super) fn random(rng: &mut Pcg64Mcg, shapes: usize) -> Self {
        let mut moves = Self {
            by: std::array::from_fn(|_| Vec::with_capacity(shapes)),
            turns: std::array::from_fn(|_| Vec::with_capacity(shapes)),
        };
        for _ in 0..shapes {
            let (way, speed) = (direction::<D>(rng), between(rng, 0.0, SPEED_MAX));
            for (column, part) in moves.by.iter_mut().zip(way) {
                column.push(part * speed);
            }
            let (axis, angle) = (direction::<3>(rng), between(rng, 0.0, TURN_MAX));
            let turn =
                if D == 2 { [angle * axis[0].signum(), 0.0, 0.0] } else { axis.map(|x| x * angle) };
            for (column, part) in moves.turns.iter_mut().zip(turn) {
                column.push(part);
            }
        }
        moves
    }

    /// The displacements per unit of time, a slice for each axis.
    #[must_use]
    pub fn by(&self) -> [&[f32]; D] {
        self.by.each_ref().map(Vec::as_slice)
    }
}

/// What depends on the dimension: in the plane a motion turns by an angle.
pub trait Moving<const D: usize> {
    /// The columns.
    ///
    /// # Errors
    /// Those of the engine.
    fn columns(&self) -> Result<MotionColumns<'_, D>, Error>;
    /// The motion of a shape.
    fn of(&self, index: u32) -> Motion<D>;
}

impl Moving<2> for Moves<2> {
    fn columns(&self) -> Result<MotionColumns<'_, 2>, Error> {
        MotionColumns::<2>::straight(self.by())?.turning(&self.turns[0])
    }

    fn of(&self, index: u32) -> Motion<2> {
        let index = index as usize;
        Motion::<2>::turning(self.by().map(|column| column[index]), self.turns[0][index])
    }
}

impl Moving<3> for Moves<3> {
    fn columns(&self) -> Result<MotionColumns<'_, 3>, Error> {
        let turns = self.turns.each_ref().map(Vec::as_slice);
        MotionColumns::<3>::straight(self.by())?.turning(turns)
    }

    fn of(&self, index: u32) -> Motion<3> {
        let index = index as usize;
        let rotation = self.turns.each_ref().map(|column| column[index]);
        Motion::<3>::turning(self.by().map(|column| column[index]), rotation)
    }
}
