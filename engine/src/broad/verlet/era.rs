//! An era: the runs from one search of all candidates to the next, by one clock.

use super::{fatten::RUNS, limits::Clock, motion::Course};

/// What roundings make of the way of a box in a run, at most, in its reach.
const ROUNDED: f64 = 1.0 / ((1 << 18) as f64 * RUNS as f64);

/// One box in so many may turn in a run, and some more, before boxes may go farther astray.
const MANY_GO_ON: usize = 128;
const FEW_TURN: usize = 16;

/// Who goes half as far astray turns more often: so many times, or some more.
const CALM: usize = 4;

/// Eras in which nothing is predicted, before it is tried once more.
const PATIENCE: u32 = 8;

/// What the clock may say before roundings of it are a good part of a run.
const LONGEST: f64 = (1 << 16) as f64;

/// What boxes are taken to do, and how they did so far.
pub(super) struct Era {
    pub(super) course: Course,
    /// How far boxes are taken to go astray in a run, in their reaches.
    drift: f64,
    /// The clock.
    now: f64,
    /// Whether few boxes turned, so that it may do to let them go less far astray.
    is_calm: bool,
    /// Eras before this one in which nothing was predicted.
    stays: u32,
}

impl Default for Era {
    fn default() -> Self {
        Self {
            course: Course::GO_ON,
            drift: f64::from(Course::GO_ON.most),
            now: 0.0,
            is_calm: true,
            stays: 0,
        }
    }
}

impl Era {
    /// The next one: by how boxes did in this one.
    pub(super) fn next(&self) -> Self {
        let (course, stays) = match self.course {
            Course { predicts: true, most } if most > Course::MOST_TURNS => (Course::STAY, 0),
            Course { predicts: true, most } => {
                let less = (0.5 * most).max(Course::GO_ON.most);
                let most = if self.is_calm { less } else { most };
                (Course { predicts: true, most }, 0)
            }
            Course { predicts: false, .. } if self.stays + 1 == PATIENCE => (Course::GO_ON, 0),
            stay => (stay, self.stays + 1),
        };
        let drift = if course.predicts { course.most } else { 1.0 / RUNS };
        Self { course, drift: f64::from(drift), now: 0.0, is_calm: true, stays }
    }

    /// A run in which so many of the boxes turned, and the others went astray by this share of
    /// their reaches at most.
    pub(super) fn go_on(&mut self, share: f32, turned: usize, boxes: usize) {
        let share = f64::from(share) + ROUNDED;
        self.now += (share / self.drift).max(1.0);
        let many = FEW_TURN + boxes / MANY_GO_ON;
        self.is_calm &= CALM * turned <= many;
        if turned > many {
            self.course.most = (2.0 * self.course.most).min(Course::STAY.most);
        }
    }

    /// Whether it is to end, as where nothing moves.
    pub(super) fn is_long(&self) -> bool {
        self.now > LONGEST
    }

    /// What limits are told by: no less than it is.
    pub(super) fn clock(&self) -> Clock {
        let [now, drift] =
            [self.now, self.drift].map(|x| (x * (1.0 + 2.0 * f64::from(f32::EPSILON))) as f32);
        Clock { now, drift, quantum: self.course.quantum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_turn_all_the_time_are_taken_to_stay_for_some_eras() {
        let mut era = Era::default();
        assert!(era.course.predicts);
        for _ in 0..20 {
            era.go_on(era.course.most, 500, 1000);
        }
        era = era.next();
        for _ in 0..PATIENCE {
            assert!(!era.course.predicts);
            era.go_on(0.5 / RUNS, 0, 1000);
            assert!(
                (0.9..1.1).contains(&era.clock().now),
                "half of what is reckoned with is a run"
            );
            era = era.next();
        }
        assert!(era.course.predicts);
    }

    #[test]
    fn the_clock_goes_faster_where_boxes_go_farther_astray_than_was_reckoned_with() {
        let (mut era, little) = (Era::default(), Course::GO_ON.most);
        era.go_on(0.0, 0, 1000);
        assert_eq!(era.clock().now.floor(), 1.0);
        era.go_on(10.0 * little, 1000, 1000);
        assert!((11.0..11.2).contains(&era.clock().now));
        assert!(!era.is_long());
        let mut era = era.next();
        assert_eq!(era.course.most, 2.0 * little, "many turned");
        era.go_on(little, 5, 1000);
        let mut era = era.next();
        assert_eq!(era.course.most, little, "few did");
        era.go_on(little, 1000, 1000);
        let mut era = era.next();
        era.go_on(1.9 * little, 0, 1000);
        assert_eq!(era.clock().now.floor(), 1.0, "twice as far was reckoned with");
        (0..=1 << 16).for_each(|_| era.go_on(0.0, 0, 1000));
        assert!(era.is_long() && !era.next().is_long());
    }
}
