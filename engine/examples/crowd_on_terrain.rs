//! Two thousand people walk over hills and through doors.
//!
//! `cargo run --release -p jostle --example crowd_on_terrain`
//!
//! The terrain is a height field, one [composite shape](Shape::composite); rays find the ground
//! below each of the people. Doors are sensors: the world tells who comes in and who goes out.
//! People are capsules, and [`World::resolve`] keeps them apart.
#![expect(clippy::print_stdout, reason = "an example prints what it found")]

use std::{collections::BTreeSet, f32::consts::TAU, sync::Arc, time::Instant};

use glam::{Quat, Vec2, Vec3};
use jostle::{
    Error, Handle, Shape, World,
    geometry::ray::Ray,
    narrow::Contact,
    query::QueryFilter,
    shape::{Attributes, HeightField, Mobility, Parts, Rotation},
};

const PEOPLE: usize = 2000;
const RADIUS: f32 = 0.3;
const HEIGHT: f32 = 1.8;
/// Meters in a step, which takes a tenth of a second.
const STRIDE: f32 = 0.14;
/// Samples of the terrain along each side, and meters between them.
const SAMPLES: usize = 65;
const SPACING: f32 = 4.0;
/// Doors stand on a grid of so many along each side, so many meters apart. Half of their width, of
/// their height and of the way through them.
const DOORS: usize = 4;
const APART: f32 = 56.0;
const DOOR: Vec3 = Vec3::new(4.0, 6.0, 1.0);
/// People line up so far before a door, and are through so far behind it.
const BEFORE: f32 = 5.0;

const PERSON: u32 = 1;
const TERRAIN: u32 = 2;
const SENSOR: u32 = 4;

/// A number in 0..1 for each number, spread evenly: by the golden section.
fn spread(number: usize) -> f32 {
    (0.618_034 * number as f64).fract() as f32
}

struct Terrain {
    heights: Vec<f32>,
}

impl Terrain {
    fn new() -> Self {
        let hill =
            |x: f32, z: f32| 6.0 * (x / 21.0).sin() * (z / 27.0).cos() + 0.5 * (x / 5.0).sin();
        let sample = |number: usize| {
            let [row, column] = [number / SAMPLES, number % SAMPLES].map(|x| SPACING * x as f32);
            hill(column, row)
        };
        Self { heights: (0..SAMPLES * SAMPLES).map(sample).collect() }
    }

    /// The height at a place as the triangles of a [`HeightField`] have it, for comparison.
    fn height(&self, at: Vec2) -> f32 {
        let (cell, part) = ((at / SPACING).floor(), (at / SPACING).fract());
        let corner = cell.y as usize * SAMPLES + cell.x as usize;
        let [low, right, up, high] = [0, 1, SAMPLES, SAMPLES + 1].map(|k| self.heights[corner + k]);
        if part.x + part.y < 1.0 {
            low + part.x * (right - low) + part.y * (up - low)
        } else {
            high + (1.0 - part.x) * (up - high) + (1.0 - part.y) * (right - high)
        }
    }
}

/// Where a door is, and a unit vector through it; as seen from above, where `y` is the `z` of the
/// world.
struct Door {
    at: Vec2,
    through: Vec2,
}

impl Door {
    fn new(number: usize) -> Self {
        let cell = Vec2::new((number / DOORS) as f32, (number % DOORS) as f32);
        let at = Vec2::splat(SAMPLES as f32 * SPACING / 2.0) + APART * (cell - 1.5);
        Self { at, through: Vec2::from_angle(TAU * spread(number)) }
    }

    /// How far a place is from the door, as seen from above.
    fn distance(&self, place: Vec2) -> f32 {
        let way = place - self.at;
        let local = Vec2::new(way.dot(self.through.perp()), way.dot(self.through));
        (local.abs() - Vec2::new(DOOR.x, DOOR.z)).max(Vec2::ZERO).length()
    }
}

struct Person {
    handle: Handle,
    at: Vec2,
    /// The door to go through, from which of its sides, and whether the person stands before it.
    door: usize,
    side: f32,
    lined_up: bool,
    /// How often the person was told to come in and to go out since the last door.
    told: [usize; 2],
}

impl Person {
    /// Where to go. In either direction people keep to their right.
    fn goal(&self, number: usize, doors: &[Door]) -> Vec2 {
        let Door { at, through } = &doors[self.door];
        let right = self.side * through.perp() * (0.5 + 2.5 * spread(number));
        let far = if self.lined_up { -BEFORE } else { BEFORE };
        *at + right + far * self.side * *through
    }

    /// Sets out for a door, from the side on which the person is.
    fn choose(&mut self, door: usize, doors: &[Door]) {
        self.door = door;
        self.side = (self.at - doors[door].at).dot(doors[door].through).signum();
        (self.lined_up, self.told) = (false, [0; 2]);
    }
}

struct Crowd {
    world: World<3>,
    terrain: Terrain,
    doors: Vec<Door>,
    people: Vec<Person>,
    /// Who is in which door, by what was told.
    inside: BTreeSet<(usize, usize)>,
    came_in: usize,
    went_out: usize,
    passed: usize,
    /// The most that two overlap after the last step.
    overlap: f32,
}

impl Crowd {
    fn new() -> Result<Self, Error> {
        let (mut world, terrain) = (World::new().with_margin(RADIUS)?, Terrain::new());
        let fixed = Attributes::new().with_mobility(Mobility::Static);
        let field = HeightField::new(&terrain.heights, SAMPLES, [SPACING; 2])?;
        let parts = Arc::new(Parts::height_field(field)?);
        let ground = Shape::composite(&parts, [0.0; 3], Rotation::IDENTITY);
        world.shapes_mut().insert_with(ground, fixed.with_category(TERRAIN))?;

        let doors: Vec<_> = (0..DOORS * DOORS).map(Door::new).collect();
        for (number, Door { at, through }) in doors.iter().enumerate() {
            let center = Vec3::new(at.x, terrain.height(*at), at.y);
            let turned = Quat::from_rotation_arc(Vec3::Z, Vec3::new(through.x, 0.0, through.y));
            let shape = Shape::oriented_box(center, DOOR, turned.to_array());
            let attributes = fixed.with_sensor(true).with_category(SENSOR).with_mask(PERSON);
            let attributes = attributes.with_user((PEOPLE + number) as u64);
            world.shapes_mut().insert_with(shape, attributes)?;
        }
        let mut people = Vec::new();
        for number in 0..PEOPLE {
            let door = number % doors.len();
            let around = Vec2::from_angle(TAU * spread(number));
            let at = doors[door].at + (8.0 + 17.0 * spread(13 * number)) * around;
            // They touch each other and doors; the ground is for the rays.
            let attributes = Attributes::new().with_category(PERSON).with_mask(!TERRAIN);
            let attributes = attributes.with_user(number as u64);
            let shape = standing(at, terrain.height(at));
            let handle = world.shapes_mut().insert_with(shape, attributes)?;
            let (side, lined_up, told) = (1.0, false, [0; 2]);
            let mut person = Person { handle, at, door, side, lined_up, told };
            person.choose(door, &doors);
            people.push(person);
        }
        world.step()?;
        Ok(Self {
            world,
            terrain,
            doors,
            people,
            inside: BTreeSet::new(),
            came_in: 0,
            went_out: 0,
            passed: 0,
            overlap: 0.0,
        })
    }

    fn step(&mut self) -> Result<(), Error> {
        self.walk();
        self.stand()?;
        self.world.step()?;
        self.watch_doors()?;
        self.keep_apart()
    }

    /// A stride towards the goal; who is there has another one.
    fn walk(&mut self) {
        for (number, person) in self.people.iter_mut().enumerate() {
            let way = person.goal(number, &self.doors) - person.at;
            person.at += way.clamp_length_max(STRIDE);
            if way.length() > 2.0 * RADIUS {
                continue;
            }
            let [came_in, went_out] = person.told;
            if person.lined_up && came_in > 0 {
                assert_eq!(
                    came_in, went_out,
                    "{number} is behind a door and was not told to leave"
                );
                self.passed += 1;
                person.choose((person.door + 1 + number % 3) % self.doors.len(), &self.doors);
            } else {
                // Who was pushed past the door goes back.
                person.lined_up = !person.lined_up;
            }
        }
    }

    /// Puts all people on the ground, which a ray finds below each of them.
    fn stand(&mut self) -> Result<(), Error> {
        let ray = |person: &Person| {
            let Vec2 { x, y: z } = person.at;
            Ray::segment([x, 50.0, z], [x, -50.0, z])
        };
        let rays: Vec<_> = self.people.iter().map(ray).collect();
        let (filter, mut hits) = (QueryFilter::new().with_mask(TERRAIN), Vec::new());
        self.world.queries()?.closest_hits(&rays, |_| filter, &mut hits)?;
        for ((person, ray), hit) in self.people.iter().zip(&rays).zip(hits) {
            let ground = ray.at(hit.expect("nobody leaves the terrain").t)[1];
            let off = ground - self.terrain.height(person.at);
            assert!(off.abs() < 0.001, "someone stands {off} m above the ground");
            self.world.shapes_mut().set(person.handle, standing(person.at, ground))?;
        }
        Ok(())
    }

    /// Listens to the doors, and compares with who is in them.
    fn watch_doors(&mut self) -> Result<(), Error> {
        let (changes, shapes) = (self.world.sensor_changes(), self.world.shapes());
        let who = |[a, b]: [Handle; 2]| -> Result<(usize, usize), Error> {
            let users = [shapes.attributes(a)?.user as usize, shapes.attributes(b)?.user as usize];
            Ok((users[0].min(users[1]), users[0].max(users[1]) - PEOPLE))
        };
        for pair in changes.begun_handles() {
            let (person, door) = who(pair)?;
            self.came_in += 1;
            self.people[person].told[0] += 1;
            assert!(self.inside.insert((person, door)), "{person} came in twice");
        }
        for pair in changes.ended() {
            let (person, door) = who(pair)?;
            self.went_out += 1;
            self.people[person].told[1] += 1;
            assert!(self.inside.remove(&(person, door)), "{person} went out twice");
        }
        for (number, person) in self.people.iter().enumerate() {
            for (door, place) in self.doors.iter().enumerate() {
                let gap = place.distance(person.at) - RADIUS;
                let told = self.inside.contains(&(number, door));
                assert!(gap.abs() < 1e-4 || told == (gap < 0.0), "{number} is in {door}? {gap}");
            }
        }
        Ok(())
    }

    /// Pushes people apart, each by half of the overlap, some times over: a push out of one makes
    /// another. The margin of the world lists those who overlap only then.
    fn keep_apart(&mut self) -> Result<(), Error> {
        let mut pushes = vec![Vec2::ZERO; self.world.shapes().len()];
        for _ in 0..8 {
            self.world.resolve(&mut pushes, |contact, mut a, mut b| {
                let push = 0.5 * gap(&contact, *a, *b).min(0.0) * across(&contact);
                a.get_mut().into_iter().for_each(|a| *a += push);
                b.get_mut().into_iter().for_each(|b| *b -= push);
            })?;
        }
        let of = |index: u32| pushes[index as usize];
        let contacts = self.world.contacts().iter();
        let gaps = contacts.map(|contact| gap(&contact, of(contact.pair.a), of(contact.pair.b)));
        self.overlap = -gaps.fold(0.0, f32::min);
        for person in &mut self.people {
            person.at += pushes[self.world.index(person.handle)? as usize];
        }
        Ok(())
    }
}

/// The normal of a contact, as seen from above.
fn across(contact: &Contact<'_, 3>) -> Vec2 {
    Vec2::new(contact.normal[0], contact.normal[2])
}

/// How far the two of a contact are apart after they were pushed.
fn gap(contact: &Contact<'_, 3>, a: Vec2, b: Vec2) -> f32 {
    contact.distance + (b - a).dot(across(contact))
}

/// Someone who stands at a place, as a capsule.
fn standing(at: Vec2, ground: f32) -> Shape<3> {
    let end = |height: f32| Vec3::new(at.x, ground + height, at.y);
    Shape::capsule(end(RADIUS), end(HEIGHT - RADIUS), RADIUS)
}

fn main() -> Result<(), Error> {
    const STEPS: usize = 300;
    let (mut crowd, start) = (Crowd::new()?, Instant::now());
    let mut overlap: f32 = 0.0;
    for step in 0..STEPS {
        crowd.step()?;
        // They may start within each other.
        if step >= 20 {
            overlap = overlap.max(crowd.overlap);
        }
    }
    let milliseconds = 1000.0 * start.elapsed().as_secs_f64() / STEPS as f64;
    let Crowd { came_in, went_out, passed, inside, doors, .. } = &crowd;
    println!("{STEPS} steps of {PEOPLE} people, {milliseconds:.2} ms each");
    println!("{passed} times someone passed one of {} doors", doors.len());
    println!("{came_in} came in, {went_out} went out, {} are in one", inside.len());
    println!("nobody overlapped another one by more than {overlap:.3} m");
    assert_eq!(came_in - went_out, inside.len());
    assert!(*passed > PEOPLE / 2 && went_out >= passed, "too few got through");
    assert!(overlap < RADIUS / 2.0, "people walk through each other");
    Ok(())
}
