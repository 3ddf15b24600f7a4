//! People leave rooms through doors: the social force model on top of a [`World`].
//!
//! ```sh
//! cargo run --release --example crowd -- --people 2250 --out docs/simulation-crowd.svg
//! ```
//!
//! The engine finds who is near whom, this program does the physics: the model of Helbing, Farkas
//! and Vicsek, "Simulating dynamical features of escape panic", Nature 407 (2000). What comes out
//! is printed beside published figures; `docs/simulations.md` discusses where they differ, and why.
#![expect(clippy::print_stdout, reason = "a program prints its results")]

use std::{error::Error, path::PathBuf};

use clap::Parser;
use jostle::{
    World,
    coloring::Coloring,
    shape::{Attributes, Ball, Capsule, Mobility},
};
use plotters::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Normal};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

/// A point or a vector of the plane. The physics is in `f64`, the engine sees it in `f32`.
type Vector = [f64; 2];

// The model, in meters, seconds and kilograms. Speeds are normal, as Weidmann (1993) has them.
const MASS: f64 = 80.0;
const RELAXATION: f64 = 0.5;
const RADII: std::ops::Range<f64> = 0.25..0.35;
const SPEED: (f64, f64) = (1.34, 0.26);
/// Newtons between two bodies that just touch, and meters in which that falls to a part of e.
const REPULSION: (f64, f64) = (2000.0, 0.08);
/// Newtons per meter of overlap, and the same per meter per second of sliding.
const STIFFNESS: (f64, f64) = (1.2e5, 2.4e5);
/// Seconds of a step: a twentieth of the period of two bodies on their spring.
pub(crate) const STEP: f64 = 0.005;
/// Bodies farther apart than this do not push each other: the repulsion is down to 4 N. Shapes are
/// larger than bodies by half of it, so the engine's contacts are the pairs that matter.
pub(crate) const RANGE: f64 = 0.5;

// The rooms: 10 m wide, 16 m long, and 5 m behind the door. Walls are capsules of these radii.
const CELL: Vector = [21.0, 10.0];
const LENGTH: f64 = 16.0;
pub(crate) const THICK: f64 = 0.2;
const THIN: f64 = 0.1;
const PER_ROOM: usize = 250;
/// A door is measured after so many seconds, while at least so many people wait in front of it.
const WARM_UP: f64 = 10.0;
const QUEUE: u32 = PER_ROOM as u32 / 4;

/// `a + scale * b`.
fn plus(a: Vector, scale: f64, b: Vector) -> Vector {
    [a[0] + scale * b[0], a[1] + scale * b[1]]
}

/// The force on B of two shapes that touch; the force on A is the opposite.
///
/// `distance` is that of the shapes, `velocity` that of B against A.
pub(crate) fn force(normal: Vector, distance: f64, velocity: Vector) -> Vector {
    let gap = distance + RANGE;
    let overlap = (-gap).max(0.0);
    let press = REPULSION.0 * (-gap / REPULSION.1).exp() + STIFFNESS.0 * overlap;
    let along = [-normal[1], normal[0]];
    let slide = -STIFFNESS.1 * overlap * (velocity[0] * along[0] + velocity[1] * along[1]);
    plus(normal.map(|x| press * x), slide, along)
}

/// Rooms side by side, each with a door; people walk in the direction of x.
#[derive(Clone, Copy)]
pub(crate) struct Hall {
    pub(crate) door: f64,
    pub(crate) rooms: usize,
    columns: usize,
}

impl Hall {
    pub(crate) fn new(people: usize, door: f64) -> Self {
        let rooms = people.div_ceil(PER_ROOM).max(1);
        Self { door, rooms, columns: (0.6 * rooms as f64).sqrt().ceil() as usize }
    }

    /// The middle of the door of a room.
    fn door_of(&self, room: usize) -> Vector {
        let (column, row) = (room % self.columns, room / self.columns);
        [CELL[0] * column as f64 + LENGTH, CELL[1] * (row as f64 + 0.5)]
    }

    /// Which way to go from a place as seen from the door: to the nearest part of the door that is
    /// wide enough, then ahead.
    fn direction(&self, place: Vector, radius: f64) -> Vector {
        if place[0] >= 0.0 {
            return [1.0, 0.0];
        }
        let free = (0.5 * self.door - radius).max(0.0);
        let to = [-place[0], place[1].clamp(-free, free) - place[1]];
        let length = to[0].hypot(to[1]).max(1e-9);
        to.map(|x| x / length)
    }

    /// Whether a step, as seen from the door, led through a wall.
    pub(crate) fn is_through_a_wall(&self, from: Vector, to: Vector) -> bool {
        let passes = from[0] < 0.0 && to[0] >= 0.0;
        to[1].abs() > 0.5 * CELL[1] || to[0] < -LENGTH || (passes && to[1].abs() > 0.5 * self.door)
    }

    fn walls(&self) -> Vec<Capsule<2>> {
        let mut walls = Vec::new();
        for room in 0..self.rooms {
            let [x, y] = self.door_of(room);
            let (back, end, low, high) = (x - LENGTH, x - LENGTH + CELL[0], y - 5.0, y + 5.0);
            let edge = 0.5 * self.door + THICK;
            walls.push(wall([back, low], [back, high], THIN));
            walls.push(wall([x, low], [x, y - edge], THICK));
            walls.push(wall([x, y + edge], [x, high], THICK));
            walls.push(wall([back, low], [end, low], THIN));
            if room + self.columns >= self.rooms {
                walls.push(wall([back, high], [end, high], THIN));
            }
        }
        walls
    }

    /// Width and height.
    fn size(&self) -> Vector {
        let rows = self.rooms.div_ceil(self.columns);
        [CELL[0] * self.columns.min(self.rooms) as f64, CELL[1] * rows as f64]
    }
}

fn wall(from: Vector, to: Vector, radius: f64) -> Capsule<2> {
    let half = |sign: f64| [0, 1].map(|k| (0.5 * (to[k] + sign * from[k])) as f32);
    Capsule { center: half(1.0), axis: half(-1.0), radius: radius as f32 }
}

/// Somebody on the way out.
#[derive(Clone, Copy)]
pub(crate) struct Person {
    pub(crate) position: Vector,
    /// Where the person was a step before.
    pub(crate) before: Vector,
    pub(crate) velocity: Vector,
    pub(crate) radius: f64,
    /// The speed that the person wants.
    pub(crate) wanted: f64,
    room: usize,
}

impl Person {
    /// A position of this person as seen from the door.
    pub(crate) fn seen(&self, position: Vector, hall: &Hall) -> Vector {
        plus(position, -1.0, hall.door_of(self.room))
    }

    pub(crate) fn speed(&self) -> f64 {
        self.velocity[0].hypot(self.velocity[1])
    }
}

/// People in a hall. Person `i` is shape `i` of the world; the walls come behind the people.
pub(crate) struct Crowd {
    pub(crate) hall: Hall,
    pub(crate) people: Vec<Person>,
    pub(crate) world: World<2>,
    coloring: Coloring,
    /// The largest overlap of two bodies in the last step.
    pub(crate) overlap: f64,
}

impl Crowd {
    /// People in rows in front of their doors, in a world that is still empty.
    pub(crate) fn new(
        mut world: World<2>,
        hall: Hall,
        count: usize,
        seed: u64,
    ) -> Result<Self, jostle::Error> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let speeds = Normal::new(SPEED.0, SPEED.1).expect("the deviation is finite");
        let mut people = Vec::with_capacity(count);
        for number in 0..count {
            let (row, file) = ((number % PER_ROOM / 13) as f64, (number % PER_ROOM % 13) as f64);
            let start =
                [-0.8 - 0.75 * row, 0.75 * (file - 6.0)].map(|x| x + rng.random_range(-0.02..0.02));
            let position = plus(hall.door_of(number / PER_ROOM), 1.0, start);
            let radius = rng.random_range(RADII);
            let wanted = speeds.sample(&mut rng).clamp(0.6, 2.0);
            let (velocity, room) = ([0.0; 2], number / PER_ROOM);
            people.push(Person { position, before: position, velocity, radius, wanted, room });
            let center = position.map(|x| x as f32);
            world.shapes_mut().insert(Ball { center, radius: (radius + 0.5 * RANGE) as f32 })?;
        }
        let fixed = Attributes::new().with_mobility(Mobility::Static);
        for mut wall in hall.walls() {
            wall.radius += 0.5 * RANGE as f32;
            world.shapes_mut().insert_with(wall, fixed)?;
        }
        Ok(Self { hall, people, world, coloring: Coloring::new(), overlap: 0.0 })
    }

    /// Lets all walk for one step.
    pub(crate) fn step(&mut self) -> Result<(), jostle::Error> {
        let Self { hall, people, world, coloring, overlap } = self;

        // 1. Show the engine where people are: one column of centers for each axis.
        let column = |axis: usize| -> Vec<f32> {
            people.par_iter().map(|person| person.position[axis] as f32).collect()
        };
        world.shapes_mut().set_ball_centers([&column(0), &column(1)])?;

        // 2. Find the contacts, in an order that is the same on any number of threads.
        world.step()?;

        // 3. Compute the force of each contact. That only reads, so all threads can do it at once.
        let velocity = |shape: u32| people.get(shape as usize).map_or([0.0; 2], |p| p.velocity);
        let (forces, gaps): (Vec<Vector>, Vec<f64>) = world
            .contacts()
            .par_iter()
            .map(|contact| {
                let [a, b] = [contact.pair.a, contact.pair.b];
                let (normal, distance) =
                    (contact.normal.map(f64::from), f64::from(contact.distance));
                let are_people = (b as usize) < people.len();
                let gap = if are_people { distance + RANGE } else { f64::INFINITY };
                (force(normal, distance, plus(velocity(b), -1.0, velocity(a))), gap)
            })
            .unzip();
        *overlap = gaps.into_iter().fold(0.0, |most, gap| most.max(-gap));

        // 4. Add each force to both of its shapes. A shape has many contacts, so threads would get
        //    into each other's way: the coloring gives them contacts that share no shape.
        let shapes = world.shapes().len();
        let fixed: Vec<bool> = (0..shapes).map(|shape| shape >= people.len()).collect();
        let mut sums = vec![[0.0; 2]; shapes];
        coloring.color_with_fixed(world.touching(), &fixed)?;
        coloring.for_each(&mut sums, |contact, mut a, mut b| {
            a.get_mut().into_iter().for_each(|sum| *sum = plus(*sum, -1.0, forces[contact]));
            b.get_mut().into_iter().for_each(|sum| *sum = plus(*sum, 1.0, forces[contact]));
        })?;

        // 5. Move: everybody comes to the wanted velocity in the relaxation time, but for forces.
        people.par_iter_mut().zip(&sums).for_each(|(person, sum)| {
            let direction = hall.direction(person.seen(person.position, hall), person.radius);
            let missing = plus(direction.map(|x| person.wanted * x), -1.0, person.velocity);
            let acceleration = plus(missing.map(|x| x / RELAXATION), 1.0 / MASS, *sum);
            person.velocity = plus(person.velocity, STEP, acceleration);
            person.before = person.position;
            person.position = plus(person.position, STEP, person.velocity);
        });
        Ok(())
    }

    /// Takes those out of the world who are at the end of their way.
    pub(crate) fn let_go(&mut self) -> Result<(), jostle::Error> {
        for index in (0..self.people.len()).rev() {
            let person = self.people[index];
            if person.seen(person.position, &self.hall)[0] > 4.3 {
                let shapes = self.world.shapes_mut();
                // Both put their last ball into the place that is free, so they stay in one order.
                if let Some(handle) = shapes.handle_of(index) {
                    shapes.remove(handle)?;
                }
                self.people.swap_remove(index);
            }
        }
        Ok(())
    }
}

/// What is measured at the doors.
#[derive(Default)]
pub(crate) struct Measures {
    pub(crate) passed: u64,
    /// Steps that led through a wall: there should be none.
    pub(crate) through_walls: u64,
    /// The largest overlap of two bodies.
    pub(crate) overlap: f64,
    doors: Vec<Door>,
    /// In the 2 m before a door with a queue, and in it: people and the sum of their speeds.
    front: (f64, f64),
    inside: (f64, f64),
    /// Doors that were looked at.
    looks: f64,
}

/// Who waits at a door; how many have passed it while there was a queue, and in how many steps.
#[derive(Clone, Copy, Default)]
struct Door {
    waiting: u32,
    has_queue: bool,
    passed: u64,
    steps: u64,
}

impl Measures {
    /// Looks at the crowd after a step.
    pub(crate) fn look(&mut self, step: u32, crowd: &Crowd) {
        let hall = &crowd.hall;
        let is_warm = f64::from(step) * STEP >= WARM_UP;
        self.overlap = self.overlap.max(crowd.overlap);
        self.doors.resize(hall.rooms, Door::default());
        for door in &mut self.doors {
            door.has_queue = is_warm && door.waiting >= QUEUE;
            door.steps += u64::from(door.has_queue);
            door.waiting = 0;
        }
        // Densities change slowly: 10 looks in a second are enough.
        let is_look = is_warm && step.is_multiple_of(20);
        self.looks += self.doors.iter().filter(|door| is_look && door.has_queue).count() as f64;
        for person in &crowd.people {
            let [from, to] = [person.before, person.position].map(|at| person.seen(at, hall));
            let door = &mut self.doors[person.room];
            let passes = from[0] < 0.0 && to[0] >= 0.0;
            door.waiting += u32::from(to[0] < 0.0);
            door.passed += u64::from(passes && door.has_queue);
            self.passed += u64::from(passes);
            self.through_walls += u64::from(hall.is_through_a_wall(from, to));
            if is_look && door.has_queue {
                let [x, y] = [to[0], to[1].abs()];
                let area = match x + THICK {
                    -2.0..0.0 if y < 1.0 => &mut self.front,
                    0.0..0.4 if y < 0.5 * hall.door => &mut self.inside,
                    _ => continue,
                };
                *area = (area.0 + 1.0, area.1 + person.speed());
            }
        }
    }

    /// Persons per meter of door and second over all doors, and its standard error.
    pub(crate) fn flow(&self, width: f64) -> (f64, f64) {
        let flow = |door: &Door| door.passed as f64 / (door.steps as f64 * STEP * width);
        let doors = self.doors.iter().filter(|door| door.steps > 0);
        let flows: Vec<f64> = doors.map(flow).collect();
        let count = flows.len() as f64;
        let mean = flows.iter().sum::<f64>() / count;
        let squares: f64 = flows.iter().map(|flow| (flow - mean).powi(2)).sum();
        (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
    }

    /// Persons per square meter before the doors.
    pub(crate) fn density(&self) -> f64 {
        self.front.0 / (4.0 * self.looks)
    }
}

/// The fundamental diagram of Weidmann (1993): meters per second by persons per square meter.
pub(crate) fn weidmann(density: f64) -> f64 {
    1.34 * (1.0 - (-1.913 * (1.0 / density - 1.0 / 5.4).max(0.0)).exp())
}

/// People by their speed, and the walls, from above.
fn draw(crowd: &Crowd, path: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let [width, height] = crowd.hall.size();
    // With half a meter around the hall, and a line below it.
    let (pixels, down) = (1900.0 / (width + 1.0), 1900.0 * (height + 1.0) / (width + 1.0));
    let sheet = SVGBackend::new(path, (1900, down as u32 + 50)).into_drawing_area();
    sheet.fill(&WHITE)?;
    let at = |[x, y]: Vector| [x + 0.5, height - y + 0.5].map(|x| (pixels * x) as i32).into();
    let speed = |speed: f64| ViridisRGB.get_color_normalized(speed, 0.0, 2.0);
    for person in &crowd.people {
        let (radius, color) = ((pixels * person.radius) as i32, speed(person.speed()));
        sheet.draw(&Circle::new(at(person.position), radius, color.filled()))?;
    }
    for Capsule { center, axis, radius } in crowd.hall.walls() {
        let end = |sign: f32| at([0, 1].map(|k| f64::from(center[k] + sign * axis[k])));
        let (ends, radius) = ([end(-1.0), end(1.0)], (pixels * f64::from(radius)) as i32);
        sheet.draw(&PathElement::new(ends, BLACK.stroke_width(2 * radius as u32)))?;
        for end in ends {
            sheet.draw(&Circle::new(end, radius, BLACK.filled()))?;
        }
    }
    for half in 0..5 {
        let (x, y, meters) = (30 + 160 * half, down as i32 + 22, 0.5 * f64::from(half));
        sheet.draw(&Circle::new((x, y), 12, speed(meters).filled()))?;
        let text = Text::new(format!("{meters} m/s"), (x + 20, y - 14), ("sans-serif", 32));
        sheet.draw(&text)?;
    }
    Ok(sheet.present()?)
}

/// People who leave rooms by doors, beside published figures.
#[derive(Parser)]
struct Args {
    /// Number of people, 250 to a room
    #[arg(long, default_value_t = 10_000)]
    people: usize,
    /// Steps of 5 ms
    #[arg(long, default_value_t = 8_000)]
    steps: u32,
    /// Width of the doors in meters
    #[arg(long, default_value_t = 1.2)]
    door: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw the end into this .svg file
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Args { people, steps, door, seed, out } = Args::parse();
    let hall = Hall::new(people, door);
    let mut crowd = Crowd::new(World::new(), hall, people, seed)?;
    let mut measures = Measures::default();
    let start = std::time::Instant::now();
    for step in 0..steps {
        crowd.step()?;
        measures.look(step, &crowd);
        crowd.let_go()?;
    }
    let ms = 1e3 * start.elapsed().as_secs_f64() / f64::from(steps);
    let ((flow, error), density) = (measures.flow(door), measures.density());
    let mean = |(people, speeds): (f64, f64)| speeds / people;
    println!(
        "{people} people in {} rooms, doors of {door} m: {} passed in {} s, {ms:.2} ms a step",
        hall.rooms,
        measures.passed,
        f64::from(steps) * STEP
    );
    println!(
        "flow              {flow:.2} +- {error:.2} 1/(m s); 1.9 Seyfried 2009, 1.6 to 1.9 Kretz"
    );
    println!("density in front  {density:.2} 1/m2; up to 5 Seyfried 2009");
    println!(
        "speed in front    {:.2} m/s; {:.2} at this density, Weidmann 1993",
        mean(measures.front),
        weidmann(density)
    );
    println!(
        "speed in doors    {:.2} m/s; 1.34 where people are free, Weidmann 1993",
        mean(measures.inside)
    );
    println!(
        "overlap           {:.3} m at most; {} steps through a wall",
        measures.overlap, measures.through_walls
    );
    out.map_or(Ok(()), |path| draw(&crowd, &path))
}
