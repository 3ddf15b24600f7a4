//! What happens to the shapes of a soak between two steps.

use jostle::{
    Handle, Shape, World,
    shape::{Attributes, Mobility},
};
use rand::RngExt;
use serde::Serialize;

use super::{
    arena::Arena,
    body::{AllKinds, Fault, Kinds, Member, moved},
};
use crate::{
    runner::{
        Error,
        broad_phases::{BroadPhaseKind, Makes},
    },
    scene::placement::{between, point_between},
};

/// What steps are like for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stretch {
    /// Hardly anything moves.
    Quiet,
    /// All that may move moves a little.
    Drift,
    /// That, and many changes in each step.
    Storm,
}

/// How often what was done.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Churn {
    pub(super) insertions: u64,
    pub(super) removals: u64,
    pub(super) moves: u64,
    pub(super) teleports: u64,
    pub(super) resizes: u64,
    pub(super) other_kinds: u64,
    pub(super) dashes: u64,
    pub(super) fell_asleep: u64,
    pub(super) woke: u64,
    pub(super) attributes: u64,
    pub(super) sensors: u64,
    pub(super) switched: u64,
    pub(super) exclusions: u64,
    pub(super) nan: u64,
    pub(super) infinite: u64,
    pub(super) healed: u64,
    pub(super) mass_removals: u64,
    pub(super) sets_replaced: u64,
    pub(super) restored: u64,
    pub(super) quiet_steps: u64,
    pub(super) drift_steps: u64,
    pub(super) storm_steps: u64,
}

/// How far a shape goes at most in a step of a drift, and of a quiet stretch.
const SPEED: f32 = 0.02;
const NUDGE: f32 = 5e-4;

impl<const D: usize> Arena<D>
where
    BroadPhaseKind: Makes<D>,
    AllKinds: Kinds<D>,
{
    /// Makes the changes before one step.
    ///
    /// # Errors
    /// Those of the engine, which has no reason for any; [`Error::Finding`] where two worlds give
    /// one shape other handles.
    pub(super) fn change(&mut self) -> Result<(), Error> {
        if self.left == 0 {
            let chance = self.rng.random_range(0..10);
            (self.stretch, self.left) = match chance {
                0..4 => (Stretch::Quiet, self.rng.random_range(50..300)),
                4..8 => (Stretch::Drift, self.rng.random_range(50..200)),
                _ => (Stretch::Storm, self.rng.random_range(20..80)),
            };
        }
        self.left -= 1;
        let changes = match self.stretch {
            Stretch::Quiet => {
                self.churn.quiet_steps += 1;
                for _ in 0..self.rng.random_range(0..3) {
                    self.nudge()?;
                }
                u32::from(self.rng.random_bool(0.05))
            }
            Stretch::Drift => {
                self.churn.drift_steps += 1;
                self.drift()?;
                self.rng.random_range(0..2)
            }
            Stretch::Storm => {
                self.churn.storm_steps += 1;
                self.drift()?;
                self.rng.random_range(4..16)
            }
        };
        while self.members.len() < self.shapes * 3 / 4 {
            self.insert()?;
        }
        (0..changes).try_for_each(|_| self.change_one())
    }

    fn change_one(&mut self) -> Result<(), Error> {
        match self.rng.random_range(0..1000) {
            0..170 if self.members.len() < self.shapes * 5 / 4 => self.insert(),
            0..280 => self.remove(),
            280..400 => self.teleport(),
            400..500 => self.reshape(true),
            500..560 => self.reshape(false),
            560..640 => self.rest(Mobility::Sleeping),
            640..720 => self.rest(Mobility::Moving),
            720..780 => self.set_attributes(),
            780..820 => self.switch(),
            820..870 => self.exclude(),
            870..920 => self.dash(),
            920..940 => self.spoil(true),
            940..960 => self.spoil(false),
            960..985 => self.heal(),
            985..990 => self.remove_many(),
            990..995 => self.replace_set(),
            _ => self.restore(),
        }
    }

    /// A shape of the soak, if there is one.
    fn any(&mut self) -> Option<usize> {
        (!self.members.is_empty()).then(|| self.rng.random_range(0..self.members.len()))
    }

    fn place(&mut self) -> [f32; D] {
        let reach = self.reach;
        point_between(&mut self.rng, [-reach; D], [reach; D])
    }

    fn maker(&mut self) -> usize {
        let last = AllKinds::MAKERS.len() - 1;
        // Half-spaces touch too much to be many.
        if self.rng.random_bool(0.005) { last } else { self.rng.random_range(0..last) }
    }

    fn make(&mut self, maker: usize, center: [f32; D]) -> Shape<D> {
        AllKinds::MAKERS[maker](&mut self.rng, center)
    }

    fn attributes(&mut self) -> Attributes {
        let mut attributes = Attributes::new().with_user(self.rng.random());
        if self.rng.random_bool(0.2) {
            attributes.category = 1 << self.rng.random_range(0..3);
            attributes.mask = self.rng.random_range(0..8);
        }
        if self.rng.random_bool(0.1) {
            attributes.group = self.rng.random_range(-2..3);
        }
        attributes.sensor = self.rng.random_bool(0.1);
        attributes.ccd = self.rng.random_bool(0.1);
        attributes.enabled = self.rng.random_bool(0.95);
        attributes.mobility = match self.rng.random_range(0..20) {
            0..11 => Mobility::Moving,
            11..16 => Mobility::Sleeping,
            _ => Mobility::Static,
        };
        attributes
    }

    /// Does the same to the shapes of every world.
    fn each(
        &mut self,
        change: impl FnMut(&mut World<D>) -> Result<(), jostle::Error>,
    ) -> Result<(), Error> {
        Ok(self.worlds.iter_mut().try_for_each(change)?)
    }

    fn insert(&mut self) -> Result<(), Error> {
        let (maker, center, attributes) = (self.maker(), self.place(), self.attributes());
        let shape = self.make(maker, center);
        let velocity = point_between(&mut self.rng, [-SPEED; D], [SPEED; D]);
        let mut handles: Vec<Handle> = Vec::with_capacity(self.worlds.len());
        for world in &mut self.worlds {
            handles.push(world.shapes_mut().insert_with(&shape, attributes)?);
        }
        if handles.iter().any(|handle| *handle != handles[0]) {
            let what = format!("one shape has the handles {handles:?}");
            return Err(Error::Finding(what));
        }
        let handle = handles[0];
        self.members.push(Member { handle, shape, attributes, maker, velocity, fault: None });
        self.churn.insertions += 1;
        self.churn.sensors += u64::from(attributes.sensor);
        Ok(())
    }

    fn remove(&mut self) -> Result<(), Error> {
        let Some(at) = self.any() else { return Ok(()) };
        let handle = self.members.swap_remove(at).handle;
        self.churn.removals += 1;
        self.each(|world| world.shapes_mut().remove(handle))
    }

    fn remove_many(&mut self) -> Result<(), Error> {
        let at = self.members.len() - self.members.len() / 10;
        let gone: Vec<Handle> = self.members.drain(at..).map(|member| member.handle).collect();
        self.churn.mass_removals += 1;
        self.each(|world| world.shapes_mut().remove_all(&gone))
    }

    /// Gives a shape other numbers, valid ones.
    fn set(&mut self, at: usize, shape: Shape<D>) -> Result<(), Error> {
        let handle = self.members[at].handle;
        self.each(|world| world.shapes_mut().set(handle, &shape))?;
        (self.members[at].shape, self.members[at].fault) = (shape, None);
        Ok(())
    }

    fn nudge(&mut self) -> Result<(), Error> {
        let Some(at) = self.any() else { return Ok(()) };
        let by = point_between(&mut self.rng, [-NUDGE; D], [NUDGE; D]);
        self.churn.moves += 1;
        self.set(at, moved(&self.members[at].shape, by))
    }

    /// Moves all that moves, back where it left the region.
    fn drift(&mut self) -> Result<(), Error> {
        for at in 0..self.members.len() {
            let member = &mut self.members[at];
            if member.rests() || member.fault.is_some() {
                continue;
            }
            let center = member.shape.center();
            for (speed, x) in member.velocity.iter_mut().zip(center) {
                if x.abs() > self.reach {
                    *speed = -x.signum() * speed.abs();
                }
            }
            let shape = moved(&member.shape, member.velocity);
            self.churn.moves += 1;
            self.set(at, shape)?;
        }
        Ok(())
    }

    fn teleport(&mut self) -> Result<(), Error> {
        let (Some(at), to) = (self.any(), self.place()) else { return Ok(()) };
        let member = &self.members[at];
        let center = member.shape.center();
        let by = std::array::from_fn(|axis| to[axis] - center[axis]);
        let (handle, shape) = (member.handle, moved(&member.shape, by));
        self.each(|world| world.teleport(handle, &shape))?;
        (self.members[at].shape, self.members[at].fault) = (shape, None);
        self.churn.teleports += 1;
        Ok(())
    }

    /// Another shape in its place, of its kind or of any.
    fn reshape(&mut self, is_of_kind: bool) -> Result<(), Error> {
        let Some(at) = self.any() else { return Ok(()) };
        let maker = if is_of_kind { self.members[at].maker } else { self.maker() };
        let shape = self.make(maker, self.members[at].shape.center());
        if is_of_kind {
            self.churn.resizes += 1;
        } else {
            self.churn.other_kinds += 1;
        }
        self.members[at].maker = maker;
        self.set(at, shape)
    }

    /// A fast shape crosses the region.
    fn dash(&mut self) -> Result<(), Error> {
        let (Some(start), to) = (self.any(), self.place()) else { return Ok(()) };
        let all = self.members.len();
        let is_fast = |at: &usize| {
            let Attributes { ccd, enabled, .. } = self.members[*at].attributes;
            ccd && enabled
        };
        let Some(at) = (start..start + all).map(|at| at % all).find(is_fast) else {
            return Ok(());
        };
        let center = self.members[at].shape.center();
        let by = std::array::from_fn(|axis| to[axis] - center[axis]);
        self.churn.dashes += 1;
        self.set(at, moved(&self.members[at].shape, by))
    }

    /// Puts some shapes to sleep, or wakes them.
    fn rest(&mut self, mobility: Mobility) -> Result<(), Error> {
        let share = between(&mut self.rng, 0.0, 0.1);
        let mut some = Vec::new();
        for member in &mut self.members {
            if member.attributes.mobility != Mobility::Static && self.rng.random::<f32>() < share {
                member.attributes.mobility = mobility;
                some.push(member.handle);
            }
        }
        let counted = match mobility {
            Mobility::Moving => &mut self.churn.woke,
            _ => &mut self.churn.fell_asleep,
        };
        *counted += some.len() as u64;
        self.each(|world| world.shapes_mut().set_mobility(&some, mobility))
    }

    fn set_attributes(&mut self) -> Result<(), Error> {
        let (Some(at), attributes) = (self.any(), self.attributes()) else { return Ok(()) };
        self.churn.attributes += 1;
        self.churn.sensors += u64::from(attributes.sensor);
        self.give(at, attributes)
    }

    /// Enables or disables a shape.
    fn switch(&mut self) -> Result<(), Error> {
        let Some(at) = self.any() else { return Ok(()) };
        let attributes = self.members[at].attributes;
        self.churn.switched += 1;
        self.give(at, attributes.with_enabled(!attributes.enabled))
    }

    fn give(&mut self, at: usize, attributes: Attributes) -> Result<(), Error> {
        self.members[at].attributes = attributes;
        let handle = self.members[at].handle;
        self.each(|world| world.shapes_mut().set_attributes(handle, attributes))
    }

    fn exclude(&mut self) -> Result<(), Error> {
        let pairs = self.worlds[0].touching();
        let known = |index| self.worlds[0].handle(index);
        let pair = (!pairs.is_empty()).then(|| pairs[self.rng.random_range(0..pairs.len())]);
        let Some([Some(a), Some(b)]) = pair.map(|pair| [known(pair.a), known(pair.b)]) else {
            return Ok(());
        };
        // Either may be gone since.
        let is_live = |handle| self.members.iter().any(|member| member.handle == handle);
        if !is_live(a) || !is_live(b) {
            return Ok(());
        }
        self.churn.exclusions += 1;
        self.each(|world| world.set_pair_excluded(a, b, true))?;
        // So that pairs do not get fewer and fewer.
        let excluded = self.worlds[0].excluded_pairs();
        if excluded.len() > self.shapes / 10 {
            let [a, b] = excluded[self.rng.random_range(0..excluded.len())];
            if self.worlds[0].shapes().get(a).is_ok() && self.worlds[0].shapes().get(b).is_ok() {
                return self.each(|world| world.set_pair_excluded(a, b, false));
            }
        }
        Ok(())
    }

    /// Gives a ball numbers that are none.
    fn spoil(&mut self, is_nan: bool) -> Result<(), Error> {
        let Some(start) = self.any() else { return Ok(()) };
        let all = self.members.len();
        let is_ball = |at: &usize| self.members[*at].ball().is_some();
        let Some(at) = (start..start + all).map(|at| at % all).find(is_ball) else {
            return Ok(());
        };
        let wrong = if is_nan { f32::NAN } else { f32::INFINITY };
        let is_radius = self.rng.random_bool(0.5);
        self.members[at].fault =
            Some(if is_radius { Fault::Radius(wrong) } else { Fault::Center(wrong) });
        *(if is_nan { &mut self.churn.nan } else { &mut self.churn.infinite }) += 1;
        self.set_all_balls()
    }

    /// Gives all balls their own numbers again.
    fn heal(&mut self) -> Result<(), Error> {
        for member in &mut self.members {
            self.churn.healed += u64::from(member.fault.take().is_some());
        }
        self.set_all_balls()
    }

    fn set_all_balls(&mut self) -> Result<(), Error> {
        let balls = self.members.iter().filter_map(|member| Some((member.handle, member.ball()?)));
        let balls: std::collections::BTreeMap<_, _> = balls.collect();
        for world in &mut self.worlds {
            Self::set_balls(world, |handle| balls.get(&handle).copied())?;
        }
        Ok(())
    }

    /// The number of a world but the first, where there are several: that one lives as long as the
    /// soak, so that it tells what becomes of memory.
    fn another_world(&mut self) -> usize {
        // Drawn in the same way for any number of worlds, so that all that follows is the same.
        let drawn = self.rng.random_range(0..1000);
        match self.worlds.len() {
            1 => 0,
            all => 1 + drawn % (all - 1),
        }
    }

    /// The same shapes in another set.
    fn replace_set(&mut self) -> Result<(), Error> {
        let at = self.another_world();
        self.churn.sets_replaced += 1;
        let world = &mut self.worlds[at];
        *world.shapes_mut() = world.shapes().clone();
        Ok(())
    }

    /// A world that is restored of a snapshot goes on in place of another.
    fn restore(&mut self) -> Result<(), Error> {
        let at = self.another_world();
        self.churn.restored += 1;
        let world = World::restore(&self.worlds[at].snapshot())?.with_level(self.level);
        self.worlds[at] = world.with_boxed_broad_phase(self.phases[at].make(self.level));
        Ok(())
    }
}
