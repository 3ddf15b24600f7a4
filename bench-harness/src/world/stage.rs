//! A world of the shapes of a scene, some of which rest.

use jostle::{
    World,
    shape::{Attributes, Mobility},
    step::StepLimits,
};

use super::AtRest;
use crate::{
    boxes::columns,
    frame::{Bodies, PAIRS_LIMIT, set_centers},
    runner::Error,
    scene::Scene,
};

/// A world of the shapes of a scene.
pub(super) struct Stage<const D: usize> {
    pub(super) world: World<D>,
    bodies: Bodies<D>,
    /// The shapes of the world by the indices of the scene, where some are left out.
    cast: Option<Vec<usize>>,
    centers: [Vec<f32>; D],
    resting: usize,
}

impl<const D: usize> Stage<D> {
    /// Moves the scene once, to see which of its shapes move.
    pub(super) fn new(
        world: World<D>,
        scene: &mut Scene<D>,
        mut bodies: Bodies<D>,
        at_rest: AtRest,
    ) -> Result<Self, Error> {
        let before = bodies.centers().map(<[f32]>::to_vec);
        scene.step();
        bodies.follow(scene)?;
        let now = bodies.centers();
        let rests = |index: &usize| (0..D).all(|axis| before[axis][*index] == now[axis][*index]);
        let resting: Vec<usize> = match at_rest {
            AtRest::Awake => Vec::new(),
            _ => (0..now[0].len()).filter(rests).collect(),
        };
        let limits = StepLimits::new().with_pairs(PAIRS_LIMIT);
        let mut stage = Self {
            world: world.with_limits(limits),
            cast: None,
            centers: columns(now[0].len()),
            resting: resting.len(),
            bodies,
        };
        stage.fill(&resting, at_rest)?;
        Ok(stage)
    }

    /// Puts the shapes into the world.
    fn fill(&mut self, resting: &[usize], at_rest: AtRest) -> Result<(), Error> {
        let (shapes, world) = (self.bodies.shapes(), self.world.shapes_mut());
        let mobility = match at_rest {
            AtRest::Asleep => Mobility::Sleeping,
            AtRest::Static => Mobility::Static,
            AtRest::Awake | AtRest::Absent => Mobility::Moving,
        };
        let mut rest = resting.iter().peekable();
        let mut cast = Vec::new();
        for index in 0..shapes.len() {
            let rests = rest.next_if_eq(&&index).is_some();
            if rests && at_rest == AtRest::Absent {
                continue;
            }
            let shape = shapes.columns().get(index);
            let mobility = if rests { mobility } else { Mobility::Moving };
            world.insert_with(shape, Attributes::new().with_mobility(mobility))?;
            cast.push(index);
        }
        self.cast = (cast.len() < shapes.len()).then_some(cast);
        Ok(())
    }

    /// Moves the scene, and the shapes of the world with it.
    pub(super) fn move_on(&mut self, scene: &mut Scene<D>) -> Result<(), Error> {
        scene.step();
        self.bodies.follow(scene)?;
        let mut centers = self.bodies.centers();
        if let Some(cast) = &self.cast {
            for (to, from) in self.centers.iter_mut().zip(centers) {
                to.clear();
                to.extend(cast.iter().map(|index| from[*index]));
            }
            centers = self.centers.each_ref().map(Vec::as_slice);
        }
        Ok(set_centers(self.world.shapes_mut(), centers)?)
    }

    /// Shapes that rest in the world.
    pub(super) fn resting(&self) -> usize {
        if self.cast.is_some() { 0 } else { self.resting }
    }
}
