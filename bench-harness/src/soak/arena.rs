//! Worlds that are told the same, one for each broad phase, and what they were told.

use std::collections::BTreeMap;

use jostle::{Handle, SimdLevel, World};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use super::{
    body::Member,
    check::difference,
    churn::{Churn, Stretch},
};
use crate::{
    runner::{
        Error,
        broad_phases::{BroadPhaseKind, Makes},
    },
    scene::placement::generator,
};

/// Worlds that are told the same, one for each broad phase, and what they were told.
pub(super) struct Arena<const D: usize> {
    pub(super) worlds: Vec<World<D>>,
    pub(super) phases: Vec<&'static BroadPhaseKind>,
    pub(super) level: SimdLevel,
    pub(super) members: Vec<Member<D>>,
    pub(super) rng: Pcg64Mcg,
    /// How many shapes there are to be.
    pub(super) shapes: usize,
    /// How far shapes are from the origin on each axis.
    pub(super) reach: f32,
    pub(super) stretch: Stretch,
    /// Steps that are left of the stretch.
    pub(super) left: u32,
    pub(super) churn: Churn,
    pub(super) reached: Reached,
    /// How often each broad phase was chosen, by its name.
    pub(super) chosen: BTreeMap<&'static str, u64>,
    /// Of all that the steps found.
    pub(super) digest: u64,
}

/// What the steps of one world found, all together.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Reached {
    pub(super) pairs: u64,
    pub(super) contacts: u64,
    pub(super) begun: u64,
    pub(super) persisted: u64,
    pub(super) ended: u64,
    pub(super) sleeping_contacts: u64,
    pub(super) sensor_overlaps: u64,
    pub(super) ccd_hits: u64,
    pub(super) invalid: u64,
}

impl<const D: usize> Arena<D>
where
    BroadPhaseKind: Makes<D>,
{
    /// Worlds without shapes.
    pub(super) fn new(
        phases: &[&'static BroadPhaseKind],
        level: SimdLevel,
        shapes: u32,
        seed: u64,
    ) -> Self {
        let world = |kind: &&BroadPhaseKind| {
            World::new().with_level(level).with_boxed_broad_phase(kind.make(level))
        };
        Self {
            worlds: phases.iter().map(world).collect(),
            phases: phases.to_vec(),
            level,
            members: Vec::new(),
            rng: generator(seed ^ D as u64),
            shapes: shapes as usize,
            // Some two shapes in the space of a large one.
            reach: (f64::from(shapes) * 1.5).powf(1.0 / D as f64) as f32 * 0.5,
            stretch: Stretch::Storm,
            left: 30,
            churn: Churn::default(),
            reached: Reached::default(),
            chosen: BTreeMap::new(),
            digest: 0,
        }
    }

    /// Makes a step of all worlds, in which all are to find the same.
    ///
    /// # Errors
    /// Those of the engine; [`Error::Finding`] where two worlds do not agree.
    pub(super) fn step(&mut self) -> Result<(), Error> {
        for world in &mut self.worlds {
            world.step()?;
        }
        for (world, kind) in self.worlds.iter().zip(&self.phases).skip(1) {
            if let Some(what) = difference(world, &self.worlds[0]) {
                let first = self.phases[0].name;
                return Err(Error::Finding(format!("{} and {first}: {what}", kind.name)));
            }
        }
        self.count();
        Ok(())
    }

    /// Takes account of what the first world found.
    fn count(&mut self) {
        let world = &self.worlds[0];
        let (stats, counts) = (world.stats(), world.contact_changes().counts());
        let found = [
            stats.pairs,
            stats.contacts,
            counts.begun,
            counts.persisted,
            counts.ended,
            world.sleeping_contacts().len(),
            stats.sensor_overlaps,
            stats.ccd_hits,
            stats.invalid,
        ];
        let Reached {
            pairs,
            contacts,
            begun,
            persisted,
            ended,
            sleeping_contacts,
            sensor_overlaps,
            ccd_hits,
            invalid,
        } = &mut self.reached;
        let sums = [
            pairs,
            contacts,
            begun,
            persisted,
            ended,
            sleeping_contacts,
            sensor_overlaps,
            ccd_hits,
            invalid,
        ];
        let mut mix = |number: u64| {
            self.digest =
                (self.digest ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        };
        for (sum, found) in sums.into_iter().zip(found) {
            *sum += found as u64;
            mix(found as u64);
        }
        mix(world.contacts().digest(u64::from).value());
        for world in &self.worlds {
            if let Some(choice) = world.stats().broad.choice {
                *self.chosen.entry(choice.broad_phase.name()).or_default() += 1;
            }
        }
    }

    /// Bytes that the worlds hold.
    pub(super) fn held_bytes(&self) -> u64 {
        self.worlds.iter().map(|world| world.memory_bytes() as u64).sum()
    }

    /// Gives the balls of a world the numbers that those of the members are to have.
    ///
    /// # Errors
    /// Those of the engine; [`Error::Finding`] where the world has other shapes.
    pub(super) fn set_balls(
        world: &mut World<D>,
        member_of: impl Fn(Handle) -> Option<([f32; D], f32)>,
    ) -> Result<(), Error> {
        let shapes = world.shapes_mut();
        let rows = shapes.ranges().of(jostle::shape::ShapeKind::Ball);
        let mut centers: [Vec<f32>; D] = std::array::from_fn(|_| Vec::with_capacity(rows.len()));
        let mut radii = Vec::with_capacity(rows.len());
        for handle in rows.filter_map(|index| shapes.handle_of(index)) {
            let Some((center, radius)) = member_of(handle) else {
                return Err(Error::Finding(format!("{handle:?} is none of the balls put in")));
            };
            centers.iter_mut().zip(center).for_each(|(column, x)| column.push(x));
            radii.push(radius);
        }
        shapes.set_ball_centers(centers.each_ref().map(Vec::as_slice))?;
        shapes.set_ball_radii(&radii)?;
        Ok(())
    }
}
