//! What there is to draw, and a broad phase that is run on it.

use jostle::{
    BroadPhase, Join, Pair, Shape,
    narrow::overlap,
    shape::{PreparedShapes, Rotation},
};
use jostle_files::page::{self, Model, Solid};

use crate::{
    boxes::{Boxes, Shapes},
    frame::Bodies,
    narrow::oracle::Axes,
    runner::{Error, Load, keep},
    scene::Scene,
};

/// What a picture is of.
pub struct Subject<'a, const D: usize> {
    /// What it is called.
    pub name: String,
    /// What is asked of the broad phase.
    pub load: &'a dyn Load<D>,
    /// All shapes, those of the second of two sets behind those of the first.
    pub solids: Vec<Solid>,
}

impl<'a, const D: usize> Subject<'a, D> {
    /// A scene as it begins.
    #[must_use]
    pub fn of_scene(name: String, scene: &'a Scene<D>) -> Self {
        let solids = match &scene.shapes {
            Shapes::Boxes(boxes) => return Self::of_boxes(name, scene, boxes),
            Shapes::Balls(balls) => (0..balls.len()).map(|index| {
                Solid::ball(balls.center.each_ref().map(|axis| axis[index]), balls.radius[index])
            }),
        };
        Self { name, load: scene, solids: solids.collect() }
    }

    /// Boxes.
    #[must_use]
    pub fn of_boxes(name: String, load: &'a dyn Load<D>, boxes: &Boxes<D>) -> Self {
        let solid = |index: usize| Solid::upright(boxes.corners(index));
        Self { name, load, solids: (0..boxes.len()).map(solid).collect() }
    }

    /// A scene whose boxes are turned.
    pub(crate) fn of_turned(
        name: String,
        turned: &'a Turned<D>,
        quaternion: fn(&Rotation<D>) -> [f32; 4],
    ) -> Self {
        let shapes = turned.bodies.shapes();
        let solid = |index: usize| match shapes.columns().get(index) {
            Shape::Ball(shape) => Solid::ball(shape.center, shape.radius),
            Shape::Box(shape) => {
                let end =
                    |sign: f32| std::array::from_fn(|k| shape.center[k] + sign * shape.half[k]);
                Solid {
                    turn: quaternion(&shape.rotation),
                    ..Solid::upright::<D>((end(-1.0), end(1.0)))
                }
            }
            _ => unreachable!("scenes are of balls and boxes"),
        };
        Self { name, load: turned, solids: (0..shapes.len()).map(solid).collect() }
    }
}

/// The quaternion of a rotation in the plane.
pub(crate) fn about_z(rotation: &Rotation<2>) -> [f32; 4] {
    let [cos, sin] = rotation.cos_sin();
    let (sin, cos) = (0.5 * sin.atan2(cos)).sin_cos();
    [0.0, 0.0, sin, cos]
}

/// Balls, and boxes turned at random, of which those pairs count that touch.
#[derive(Debug)]
pub struct Turned<const D: usize> {
    bodies: Bodies<D>,
    prepared: PreparedShapes<D>,
}

impl<const D: usize> Turned<D> {
    /// The shapes of a scene; the seed decides how its boxes are turned.
    ///
    /// # Errors
    /// When a shape of the scene is refused.
    pub(crate) fn new(scene: &Scene<D>, seed: u64) -> Result<Self, Error>
    where
        Rotation<D>: Axes,
    {
        let bodies = Bodies::new(scene, seed)?;
        let mut prepared = PreparedShapes::new();
        prepared.update(bodies.shapes())?;
        Ok(Self { bodies, prepared })
    }
}

impl<const D: usize> Load<D> for Turned<D> {
    fn step(&mut self) {}

    fn join(&self) -> Result<Join<'_, D>, jostle::Error> {
        Ok(Join::within(self.prepared.bounds()))
    }

    fn retain(&self, pairs: &mut [Pair]) -> usize {
        keep(pairs, |pair| {
            let [a, b] = self.bodies.of(pair);
            // Shapes that are not valid are in no pair.
            overlap(&a, &b).is_ok_and(|touches| touches)
        })
    }
}

/// Runs the broad phase once and takes down the shapes, their pairs, and what the broad phase draws
/// of itself.
///
/// # Errors
/// As the broad phase.
pub fn survey<const D: usize>(
    subject: Subject<'_, D>,
    phase: &mut dyn BroadPhase<D>,
) -> Result<Model, Error> {
    let Subject { name, load, solids } = subject;
    let retain = |pairs: &mut [Pair]| load.retain(pairs);
    Ok(page::survey(name, solids, &load.join()?, &retain, phase)?)
}
