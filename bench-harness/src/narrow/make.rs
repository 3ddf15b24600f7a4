//! Scenes of pairs: two shapes each, near one another and far from the others.

use std::array;

use jostle::{Handle, Pair, Shapes};

use super::{Moves, PairKind, pair::Makers, shapes::Maker};
use crate::{
    runner::Error,
    scene::placement::{between, direction, generator, point_between},
};

/// Most pairs of a scene: some GiB of shapes.
const PAIRS_LIMIT: usize = 1 << 24;

/// Half the side of the cube, or square, in which the pairs are.
const REACH: f32 = 100.0;

/// Largest distance between the centers of a pair.
const DISTANCE_MAX: f32 = 1.2;

/// So that pairs are not drawn from the numbers that other scenes are drawn from.
const STREAM: u64 = 0x4e61_7272_6f77_0000;

/// Shapes, and the pairs of them.
#[derive(Clone, Debug)]
pub struct PairScene<const D: usize> {
    /// The shapes.
    pub shapes: Shapes<D>,
    /// The pairs, each of two shapes of its own.
    pub pairs: Vec<Pair>,
    /// How the shapes move, where that is asked.
    pub moves: Moves<D>,
}

/// What scene of pairs to make.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Number of pairs.
    pub pairs: usize,
    /// What they are made from.
    pub seed: u64,
    /// Where the middle of the scene is, on each axis.
    pub offset: f32,
}

/// Pairs in the plane or in space.
#[derive(Clone, Debug)]
pub enum Pairs {
    /// In the plane.
    Two(PairScene<2>),
    /// In space.
    Three(PairScene<3>),
}

impl PairKind {
    /// Makes pairs of these kinds: the same for the same number, seed and offset.
    ///
    /// The centers of a pair are U(0, 1.2) apart in any direction.
    ///
    /// # Errors
    /// When there are too many, or the engine refuses a shape.
    pub fn make(&self, asked: &Asked) -> Result<Pairs, Error> {
        if asked.pairs > PAIRS_LIMIT {
            let why = format!("--pairs {}: at most {PAIRS_LIMIT} are made", asked.pairs);
            return Err(Error::Request(why));
        }
        Ok(match self.makers {
            Makers::Two(makers) => Pairs::Two(make(makers, asked)?),
            Makers::Three(makers) => Pairs::Three(make(makers, asked)?),
        })
    }
}

fn make<const D: usize>(makers: [Maker<D>; 2], asked: &Asked) -> Result<PairScene<D>, Error> {
    let mut rng = generator(asked.seed ^ STREAM);
    let mut shapes = Shapes::new();
    let mut handles = Vec::with_capacity(asked.pairs);
    for _ in 0..asked.pairs {
        let place = point_between(&mut rng, [-REACH; D], [REACH; D]).map(|x| x + asked.offset);
        let (away, distance) = (direction::<D>(&mut rng), between(&mut rng, 0.0, DISTANCE_MAX));
        let other = array::from_fn(|axis| place[axis] + away[axis] * distance);
        let a = shapes.insert(makers[0](&mut rng, place))?;
        let b = shapes.insert(makers[1](&mut rng, other))?;
        handles.push([a, b]);
    }
    // Now that all shapes of the first kind are there, it is known where the second kind begins.
    let pair = |[a, b]: [Handle; 2]| -> Result<Pair, jostle::Error> {
        Ok(Pair { a: shapes.index_of(a)? as u32, b: shapes.index_of(b)? as u32 })
    };
    let pairs = handles.into_iter().map(pair).collect::<Result<_, _>>()?;
    // Drawn last, so that the shapes are the same whether anybody asks how they move or not.
    let moves = Moves::random(&mut rng, shapes.len());
    Ok(PairScene { shapes, pairs, moves })
}

impl<const D: usize> PairScene<D> {
    /// The shapes of a pair.
    ///
    /// # Panics
    /// When the pair is none of this scene.
    #[must_use]
    pub fn of(&self, pair: Pair) -> [jostle::Shape<D>; 2] {
        super::shapes_of(&self.shapes, pair)
    }
}
