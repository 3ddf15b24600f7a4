//! Rooms side by side, each with a door.
//!
//! People walk in the direction of x: from a room through its door into a space behind, at whose
//! end they are gone. The wall that the door is in is as thick as that of Kretz et al., 0.4 m, with
//! round edges.

use std::ops::Range;

use jostle::shape::Capsule;

/// Persons who begin in a room.
pub(super) const PERSONS: usize = 250;

/// Meters from one room to the next, along x and across.
const CELL: [f64; 2] = [21.0, 10.0];

/// Rooms along x for each across, so that the hall is not much longer than wide.
const ASPECT: f64 = 0.6;

/// Half the thickness of the wall with the door, and of the others.
pub(super) const THICK: f64 = 0.2;
const THIN: f64 = 0.1;

/// Meters from the back of a room to the middle of its door, and to where people are gone.
const DOOR: f64 = 16.0;
const END: f64 = 20.3;

/// Meters between persons at the beginning, 1.8 of them on a square meter, and how many stand side
/// by side.
const SPACING: f64 = 0.75;
const SIDE_BY_SIDE: usize = 13;

/// Rooms of a hall.
#[derive(Clone, Copy, Debug)]
pub struct Hall {
    /// Width of the doors in meters.
    pub door: f64,
    /// Number of rooms.
    pub rooms: usize,
    columns: usize,
}

/// A place as seen from the middle of the door of a room.
pub(super) type Place = [f64; 2];

impl Hall {
    /// A hall for so many people.
    pub(super) fn new(people: usize, door: f64) -> Self {
        let rooms = people.div_ceil(PERSONS).max(1);
        let columns = (ASPECT * rooms as f64).sqrt().ceil() as usize;
        Self { door, rooms, columns }
    }

    /// Width of a room.
    pub(super) const WIDTH: f64 = CELL[1];

    /// The middle of the door of a room.
    fn origin(&self, room: usize) -> [f64; 2] {
        let (column, row) = (room % self.columns, room / self.columns);
        [CELL[0] * column as f64 + DOOR, CELL[1] * (row as f64 + 0.5)]
    }

    /// A position in the hall as seen from the door of a room.
    pub(super) fn seen(&self, room: usize, position: [f64; 2]) -> Place {
        let origin = self.origin(room);
        [position[0] - origin[0], position[1] - origin[1]]
    }

    /// Where the person with a number begins: the first nearest to the door.
    pub(super) fn start(&self, number: usize) -> [f64; 2] {
        let origin = self.origin(number / PERSONS);
        let place = number % PERSONS;
        let (row, file) = (place / SIDE_BY_SIDE, place % SIDE_BY_SIDE);
        let aside = file as f64 - 0.5 * (SIDE_BY_SIDE - 1) as f64;
        [origin[0] - 0.8 - SPACING * row as f64, origin[1] + SPACING * aside]
    }

    /// The direction of somebody who wants to get out: to the nearest place of the door that is
    /// wide enough, then ahead.
    pub(super) fn direction(&self, place: Place, radius: f64) -> [f64; 2] {
        if place[0] >= 0.0 {
            return [1.0, 0.0];
        }
        let free = (0.5 * self.door - radius).max(0.0);
        let to = [-place[0], place[1].clamp(-free, free) - place[1]];
        let far = to[0].hypot(to[1]).max(1e-9);
        to.map(|x| x / far)
    }

    /// Whether a place is where people are gone.
    pub(super) fn is_gone(place: Place) -> bool {
        place[0] > END - DOOR
    }

    /// Whether a step led through a wall: into the next room, or past the door.
    pub(super) fn is_through_a_wall(&self, from: Place, to: Place) -> bool {
        let is_outside = to[1].abs() > 0.5 * CELL[1] || to[0] < -DOOR;
        is_outside || (is_passing(from, to) && to[1].abs() > 0.5 * self.door)
    }

    /// The walls.
    pub(super) fn walls(&self) -> Vec<Capsule<2>> {
        let rows = self.rooms.div_ceil(self.columns);
        let columns = |row: usize| self.columns.min(self.rooms - row * self.columns);
        let longest = |line: usize| {
            let beside = [line.checked_sub(1), (line < rows).then_some(line)];
            beside.into_iter().flatten().map(columns).max().unwrap_or(0)
        };
        let sides = (0..=rows).map(|line| {
            let y = CELL[1] * line as f64;
            wall([0.0, y], [CELL[0] * longest(line) as f64, y], THIN)
        });
        sides.chain((0..self.rooms).flat_map(|room| self.room(room))).collect()
    }

    /// The back of a room, and its wall on both sides of the door.
    fn room(&self, room: usize) -> [Capsule<2>; 3] {
        let [x, y] = self.origin(room);
        let (aside, edge) = (0.5 * CELL[1], 0.5 * self.door + THICK);
        [
            wall([x - DOOR, y - aside], [x - DOOR, y + aside], THIN),
            wall([x, y - aside], [x, y - edge], THICK),
            wall([x, y + edge], [x, y + aside], THICK),
        ]
    }

    /// The ends of the hall.
    pub(super) fn extent(&self) -> [Range<f64>; 2] {
        let rows = self.rooms.div_ceil(self.columns);
        let columns = self.columns.min(self.rooms);
        [0.0..CELL[0] * columns as f64, 0.0..CELL[1] * rows as f64]
    }
}

/// Whether a step led through the plane of the door.
pub(super) fn is_passing(from: Place, to: Place) -> bool {
    from[0] < 0.0 && to[0] >= 0.0
}

/// A wall with round ends.
fn wall(from: [f64; 2], to: [f64; 2], radius: f64) -> Capsule<2> {
    let half = |sign: f64| std::array::from_fn(|k| (0.5 * (to[k] + sign * from[k])) as f32);
    Capsule { center: half(1.0), axis: half(-1.0), radius: radius as f32 }
}
