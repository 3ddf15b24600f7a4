//! People, and how they walk.

use jostle::{
    Error, Handle, Shape, World,
    shape::{Attributes, Ball, Mobility},
};
use rand_distr::{Distribution, Normal};
use rayon::prelude::*;

use super::{
    force::{self, MASS, RADII, RANGE, RELAXATION, SPEED, SPEEDS, STEP},
    hall::{Hall, PERSONS},
};
use crate::{
    runner::Setup,
    scene::placement::{between, generator},
    simulation::{
        clock::Clock,
        coupling::{Coupling, Touch},
        vector::plus,
    },
};

/// Somebody on the way out.
#[derive(Clone, Copy, Debug)]
pub struct Person {
    /// Where, in meters.
    pub position: [f64; 2],
    /// Velocity in m/s.
    pub velocity: [f64; 2],
    /// Where a step before.
    pub before: [f64; 2],
    /// Meters from the middle to the shoulder.
    pub radius: f64,
    /// The speed that the person wants.
    pub wanted: f64,
    /// The room that the person is in, or comes from.
    pub room: usize,
}

/// The largest overlaps of bodies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Overlap {
    pub(super) persons: f64,
    pub(super) walls: f64,
}

/// People in a hall.
///
/// Persons are the balls of the world, in the same order, so that both lose the same row when
/// somebody is gone.
pub struct Crowd {
    /// The hall.
    pub hall: Hall,
    /// Those who are still there.
    pub people: Vec<Person>,
    world: World<2>,
    coupling: Coupling<2, [f64; 2]>,
    loads: Vec<[f64; 2]>,
    fixed: Vec<bool>,
    centers: [Vec<f32>; 2],
    overlap: Overlap,
}

impl Crowd {
    /// People in the rooms of a hall.
    pub(super) fn new(setup: &Setup, hall: Hall, count: usize, seed: u64) -> Result<Self, Error> {
        let mut world = World::new()
            .with_level(setup.level)
            .with_boxed_broad_phase(setup.broad_phase.two(setup.level));
        let half = 0.5 * RANGE;
        let people = people(&hall, count, seed);
        for Person { position, radius, .. } in &people {
            let center = position.map(|x| x as f32);
            world.shapes_mut().insert(Ball { center, radius: (radius + half) as f32 })?;
        }
        let still = Attributes { mobility: Mobility::Static, ..Attributes::DEFAULT };
        for mut wall in hall.walls() {
            wall.radius += half as f32;
            world.shapes_mut().insert_with(wall, still)?;
        }
        Ok(Self {
            hall,
            people,
            world,
            coupling: Coupling::new(),
            loads: Vec::new(),
            fixed: Vec::new(),
            centers: Default::default(),
            overlap: Overlap::default(),
        })
    }

    /// Lets all walk for one step.
    pub(super) fn advance(&mut self, clock: &mut Clock) -> Result<(), Error> {
        clock.time("gather", || self.gather())?;
        self.world.step()?;
        clock.add_engine(&self.world.stats().times);
        clock.time("forces", || self.push());
        clock.time("sums", || self.load())?;
        clock.time("integrate", || self.integrate());
        clock.time("gone", || self.let_go())
    }

    /// Shows the engine where people are.
    fn gather(&mut self) -> Result<(), Error> {
        let Self { people, centers, world, .. } = self;
        for (axis, column) in centers.iter_mut().enumerate() {
            people.par_iter().map(|person| person.position[axis] as f32).collect_into_vec(column);
        }
        world.shapes_mut().set_ball_centers(centers.each_ref().map(|column| &column[..]))
    }

    /// Computes the force of each contact.
    fn push(&mut self) {
        let Self { people, world, coupling, overlap, .. } = self;
        coupling.push(world.contacts(), |_, touch, _| {
            let velocity = |shape: u32| people.get(shape as usize).map_or([0.0; 2], |p| p.velocity);
            let [a, b] = [touch.pair.a, touch.pair.b].map(velocity);
            force::force(touch, plus(b, -1.0, a))
        });
        let deepest = coupling.touches().par_iter().map(|touch| Overlap::of(touch, people.len()));
        *overlap = deepest.reduce(Overlap::default, Overlap::max);
    }

    fn load(&mut self) -> Result<(), Error> {
        let Self { people, world, coupling, loads, fixed, .. } = self;
        let shapes = world.shapes().len();
        loads.clear();
        loads.resize(shapes, [0.0; 2]);
        fixed.clear();
        fixed.extend((0..shapes).map(|shape| shape >= people.len()));
        coupling.apply(world.touching(), fixed, loads, |load, side, force| {
            *load = plus(*load, side, *force);
        })
    }

    fn integrate(&mut self) {
        let Self { people, hall, loads, .. } = self;
        people.par_iter_mut().zip(loads).for_each(|(person, load)| {
            let direction = hall.direction(person.place(hall), person.radius);
            let wanted = direction.map(|x| person.wanted * x);
            let drive = plus(wanted, -1.0, person.velocity).map(|x| x / RELAXATION);
            person.velocity = plus(person.velocity, STEP, plus(drive, 1.0 / MASS, *load));
            person.before = person.position;
            person.position = plus(person.position, STEP, person.velocity);
        });
    }

    /// Takes out those who are at the end of their way.
    fn let_go(&mut self) -> Result<(), Error> {
        for index in (0..self.people.len()).rev() {
            if Hall::is_gone(self.people[index].place(&self.hall)) {
                let shapes = self.world.shapes_mut();
                let gone: Option<Handle> = shapes.handle_of(index);
                gone.map_or(Ok(()), |handle| shapes.remove(handle))?;
                self.people.swap_remove(index);
            }
        }
        Ok(())
    }

    /// People and walls as the engine sees them, first the people.
    #[must_use]
    pub fn shapes(&self) -> Vec<Shape<2>> {
        let (shapes, center) = (self.world.shapes(), |x: f64| x as f32);
        let mut all: Vec<_> = (0..shapes.len()).map(|index| shapes.columns().get(index)).collect();
        for (shape, person) in all.iter_mut().zip(&self.people) {
            if let Shape::Ball(ball) = shape {
                ball.center = person.position.map(center);
            }
        }
        all
    }

    /// The largest overlaps in the last step.
    pub(super) fn overlap(&self) -> Overlap {
        self.overlap
    }

    /// Contacts of the last step: pairs nearer than the range of forces.
    pub(super) fn contacts(&self) -> usize {
        self.coupling.touches().len()
    }
}

impl Person {
    /// Where the person is, as seen from the door.
    pub(super) fn place(&self, hall: &Hall) -> [f64; 2] {
        hall.seen(self.room, self.position)
    }

    /// The person's speed.
    pub(super) fn speed(&self) -> f64 {
        self.velocity[0].hypot(self.velocity[1])
    }
}

impl Overlap {
    /// That of a contact; shapes from the number of persons on are walls.
    fn of(touch: &Touch<2>, persons: usize) -> Self {
        let depth = (-force::gap(touch)).max(0.0);
        if (touch.pair.b as usize) < persons {
            Self { persons: depth, walls: 0.0 }
        } else {
            Self { persons: 0.0, walls: depth }
        }
    }

    /// The larger of each.
    pub(super) fn max(self, other: Self) -> Self {
        let Self { persons, walls } = other;
        Self { persons: self.persons.max(persons), walls: self.walls.max(walls) }
    }
}

/// People who stand in rows and want to get out.
fn people(hall: &Hall, count: usize, seed: u64) -> Vec<Person> {
    let mut rng = generator(seed);
    let speeds = Normal::new(SPEED[0], SPEED[1]).expect("a finite deviation");
    let person = |number: usize| {
        let mut shift = || f64::from(between(&mut rng, -0.02, 0.02));
        let start = hall.start(number);
        let position = [start[0] + shift(), start[1] + shift()];
        let radius = between(&mut rng, RADII[0] as f32, RADII[1] as f32).into();
        let wanted = speeds.sample(&mut rng).clamp(SPEEDS[0], SPEEDS[1]);
        let room = number / PERSONS;
        Person { position, velocity: [0.0; 2], before: position, radius, wanted, room }
    };
    (0..count).map(person).collect()
}
