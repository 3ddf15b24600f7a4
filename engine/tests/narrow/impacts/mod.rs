//! Times of impact over lists of pairs: all kinds of shapes, as single pairs answer, whatever the
//! threads, the level and the order; and what is true of them.

mod bounds;
mod faults;
mod known;
mod lists;
mod truth;

use jostle::narrow::{Motion, MotionColumns, Motions};

use crate::common::Random;

/// Motions of a set, by index.
struct Moving<const D: usize> {
    motions: Vec<Motion<D>>,
    packed: Motions<D>,
}

/// What depends on the dimension.
trait Turned<const D: usize> {
    /// A motion that turns by as many radians as this, at most.
    fn random(random: &mut Random, by: [f32; D], turn: f32) -> Motion<D>;
    /// Packs motions.
    fn pack(motions: &[Motion<D>]) -> Motions<D>;
}

impl Turned<2> for Motion<2> {
    fn random(random: &mut Random, by: [f32; 2], turn: f32) -> Self {
        Self::turning(by, random.between(-turn, turn))
    }

    fn pack(motions: &[Self]) -> Motions<2> {
        let by = [0, 1].map(|axis| motions.iter().map(|of| of.by()[axis]).collect::<Vec<_>>());
        let angles: Vec<_> = motions.iter().map(Self::angle).collect();
        let columns = MotionColumns::<2>::straight(by.each_ref().map(Vec::as_slice));
        let columns = columns.and_then(|columns| columns.turning(&angles));
        let mut packed = Motions::new();
        packed.update(columns.expect("lengths fit")).expect("there is memory");
        packed
    }
}

impl Turned<3> for Motion<3> {
    fn random(random: &mut Random, by: [f32; 3], turn: f32) -> Self {
        Self::turning(by, random.point(-turn, turn))
    }

    fn pack(motions: &[Self]) -> Motions<3> {
        let column = |of: &dyn Fn(&Self) -> f32| motions.iter().map(of).collect::<Vec<_>>();
        let by = [0, 1, 2].map(|axis| column(&|motion| motion.by()[axis]));
        let turns = [0, 1, 2].map(|axis| column(&|motion| motion.rotation()[axis]));
        let columns = MotionColumns::<3>::straight(by.each_ref().map(Vec::as_slice));
        let turns = turns.each_ref().map(Vec::as_slice);
        let columns = columns.and_then(|columns| columns.turning(turns));
        let mut packed = Motions::new();
        packed.update(columns.expect("lengths fit")).expect("there is memory");
        packed
    }
}

/// Motions of so many shapes: some rest, some move, some turn as well.
fn moving<const D: usize>(random: &mut Random, count: usize) -> Moving<D>
where
    Motion<D>: Turned<D>,
{
    let mut motion = || match random.below(4) {
        0 => Motion::REST,
        1 => Motion::straight(random.point(-2.0, 2.0)),
        _ => {
            let (by, turn) = (random.point(-2.0, 2.0), random.pick(&[0.1, 1.0, 3.0]));
            Motion::random(random, by, turn)
        }
    };
    let motions: Vec<_> = (0..count).map(|_| motion()).collect();
    let packed = Motion::pack(&motions);
    assert_eq!(packed.invalid(), []);
    Moving { motions, packed }
}
