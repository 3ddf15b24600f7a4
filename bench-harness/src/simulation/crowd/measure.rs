//! How people get through doors.

use super::{
    force::STEP,
    hall::{self, Hall, PERSONS, THICK},
    walk::{Crowd, Overlap},
};

/// Seconds until people have come to the doors.
pub(super) const WARM_UP: f64 = 10.0;

/// A room counts while as many are in front of its door: then there is a queue.
const QUEUE: u32 = PERSONS as u32 / 4;

/// Steps from one look at densities to the next.
const EVERY: u32 = 20;

/// Meters of the square in front of a door where density is measured.
const SQUARE: f64 = 2.0;

/// Sums over a run.
#[derive(Debug, Default)]
pub(super) struct Measures {
    /// Everybody who passed a door.
    pub(super) passed: u64,
    /// Steps that led through a wall.
    pub(super) through_walls: u64,
    /// Mean speed of all in the last step.
    pub(super) speed: f64,
    pub(super) overlap: Overlap,
    /// By room: who is in front of the door, how many passed it while there was a queue, and for
    /// how many steps.
    upstream: Vec<u32>,
    passed_in_queue: Vec<u64>,
    steps_of_queue: Vec<u64>,
    front: Area,
    inside: Area,
    looks: u64,
}

/// Persons seen in an area, and the sum of their speeds.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    persons: f64,
    speeds: f64,
}

impl Measures {
    pub(super) fn new(hall: &Hall) -> Self {
        let (rooms, none) = (hall.rooms, vec![0; hall.rooms]);
        let (passed_in_queue, steps_of_queue) = (none.clone(), none);
        Self { upstream: vec![0; rooms], passed_in_queue, steps_of_queue, ..Self::default() }
    }

    /// Looks at the crowd after a step.
    pub(super) fn look(&mut self, step: u32, crowd: &Crowd) {
        let is_warm = f64::from(step) * STEP >= WARM_UP;
        self.overlap = self.overlap.max(crowd.overlap());
        self.follow(crowd, is_warm);
        if is_warm && step.is_multiple_of(EVERY) {
            self.look_at_doors(crowd);
        }
    }

    /// Counts who passed, and who is still to pass.
    fn follow(&mut self, crowd: &Crowd, is_warm: bool) {
        let hall = &crowd.hall;
        let queues: Vec<bool> = self.upstream.iter().map(|n| is_warm && *n >= QUEUE).collect();
        self.upstream.fill(0);
        self.speed = 0.0;
        for person in &crowd.people {
            let (from, to) = (hall.seen(person.room, person.before), person.place(hall));
            self.upstream[person.room] += u32::from(to[0] < 0.0);
            self.through_walls += u64::from(hall.is_through_a_wall(from, to));
            self.speed += person.speed() / crowd.people.len() as f64;
            if hall::is_passing(from, to) {
                self.passed += 1;
                self.passed_in_queue[person.room] += u64::from(queues[person.room]);
            }
        }
        for (steps, queue) in self.steps_of_queue.iter_mut().zip(queues) {
            *steps += u64::from(queue);
        }
    }

    /// Counts who is in front of doors with a queue, and in them.
    fn look_at_doors(&mut self, crowd: &Crowd) {
        self.looks += self.upstream.iter().filter(|n| **n >= QUEUE).count() as u64;
        for person in &crowd.people {
            let [x, y] = person.place(&crowd.hall);
            if self.upstream[person.room] < QUEUE {
                continue;
            }
            if (-THICK - SQUARE..-THICK).contains(&x) && y.abs() < 0.5 * SQUARE {
                self.front.add(person.speed());
            } else if (-THICK..THICK).contains(&x) && y.abs() < 0.5 * crowd.hall.door {
                self.inside.add(person.speed());
            }
        }
    }

    /// Persons per meter of door and second, over all doors, and its standard error by what doors
    /// differ.
    pub(super) fn flow(&self, door: f64) -> Option<[f64; 2]> {
        let rooms = self.passed_in_queue.iter().zip(&self.steps_of_queue);
        let flows: Vec<f64> = rooms
            .filter(|(_, steps)| **steps > 0)
            .map(|(passed, steps)| *passed as f64 / (*steps as f64 * STEP * door))
            .collect();
        let count = flows.len() as f64;
        let mean = flows.iter().sum::<f64>() / count;
        let squares: f64 = flows.iter().map(|flow| (flow - mean).powi(2)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        (count > 0.0).then_some([mean, error])
    }

    /// Persons per square meter in front of doors, and their mean speed.
    pub(super) fn front(&self) -> [Option<f64>; 2] {
        self.front.means(self.looks, SQUARE * SQUARE)
    }

    /// The same between the edges of doors.
    pub(super) fn inside(&self, door: f64) -> [Option<f64>; 2] {
        self.inside.means(self.looks, 2.0 * THICK * door)
    }
}

impl Area {
    fn add(&mut self, speed: f64) {
        self.persons += 1.0;
        self.speeds += speed;
    }

    /// Density and speed, from so many looks.
    fn means(&self, looks: u64, size: f64) -> [Option<f64>; 2] {
        let density = (looks > 0).then(|| self.persons / (looks as f64 * size));
        [density, (self.persons > 0.0).then(|| self.speeds / self.persons)]
    }
}
