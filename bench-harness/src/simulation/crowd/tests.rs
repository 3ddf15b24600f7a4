use jostle::Pair;

use super::{
    Walk,
    force::{self, RANGE},
    hall,
};
use crate::{
    runner::{Setup, Silent},
    simulation::coupling::Touch,
};

fn setup() -> Setup {
    Setup::new("sap", None, Some(2)).unwrap()
}

/// Two bodies beside each other on the x axis, with so much space between them.
fn touch(gap: f64) -> Touch<2> {
    Touch { pair: Pair { a: 0, b: 1 }, normal: [1.0, 0.0], distance: gap - RANGE }
}

#[test]
fn forces_are_those_of_the_paper() {
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found}");
    // No bodies touch: nothing but repulsion, whatever the velocity.
    near(force::force(&touch(0.08), [3.0, 4.0])[0], 2000.0 / std::f64::consts::E);
    near(force::force(&touch(0.08), [3.0, 4.0])[1], 0.0);
    // An overlap of a centimeter, sliding at 4 m/s.
    let [press, slide] = force::force(&touch(-0.01), [3.0, 4.0]);
    near(press, 2000.0 * 0.125_f64.exp() + 1200.0);
    near(slide, -2.4e5 * 0.01 * 4.0);
    assert!(force::force(&touch(RANGE), [0.0; 2])[0] < 4.0, "little is cut off");
}

#[test]
fn alone_one_walks_as_fast_as_one_wants_and_is_gone() {
    let walk = Walk { people: 1, steps: 3000, seed: 3, door: 1.2 };
    let mut steps_behind_the_door = 0;
    let (report, crowd) = walk
        .run(&setup(), &Silent, |_, crowd| {
            let Some(person) = crowd.people.first() else { return };
            if person.place(&crowd.hall)[0] > 2.0 {
                let share = person.speed() / person.wanted;
                assert!((0.99..1.01).contains(&share), "{share} of the speed that is wanted");
                steps_behind_the_door += 1;
            }
        })
        .unwrap();
    assert!(steps_behind_the_door > 100);
    assert_eq!((report.passed, report.left, crowd.people.len()), (1, 0, 0));
}

#[test]
fn nobody_walks_through_a_wall() {
    let walk = Walk { people: 600, steps: 3000, seed: 5, door: 1.2 };
    let (mut nearest, mut passed) = (f64::INFINITY, 0);
    let (report, _) = walk
        .run(&setup(), &Silent, |_, crowd| {
            let half = 0.5 * walk.door;
            for person in &crowd.people {
                let from = crowd.hall.seen(person.room, person.before);
                let to = person.place(&crowd.hall);
                assert!(to[1].abs() < 5.0 && to[0] > -16.0, "{to:?} is not in the room");
                let is_passing = hall::is_passing(from, to);
                assert!(!is_passing || to[1].abs() < half, "{to:?} is in the wall");
                passed += u64::from(is_passing);
                // From the middle of a post: where somebody was squeezed most.
                nearest = nearest.min(to[0].hypot(to[1].abs() - half - hall::THICK));
            }
        })
        .unwrap();
    assert_eq!(report.through_walls, 0);
    // What happened in the last step was not watched.
    assert!(report.passed - passed <= 3 && passed > 50, "{passed} passed");
    assert!((0.4..0.5).contains(&nearest), "{nearest} m from a post: the test has to get close");
}

#[test]
fn a_step_through_a_wall_is_seen() {
    let hall = hall::Hall::new(600, 1.0);
    let is_through = |from, to| hall.is_through_a_wall(from, to);
    assert!(!is_through([-0.01, 0.4], [0.01, 0.4]), "through the door");
    assert!(is_through([-0.01, 0.6], [0.01, 0.6]), "beside the door");
    assert!(!is_through([0.01, 0.6], [0.02, 0.6]), "behind it");
    assert!(is_through([-3.0, 4.9], [-3.0, 5.1]), "to the next room");
    assert!(is_through([-15.9, 0.0], [-16.1, 0.0]), "through the back");
}

#[test]
fn the_flow_is_that_of_people() {
    let walk = Walk { people: 1000, steps: 5000, seed: 1, door: 1.2 };
    let (report, _) = walk.run(&setup(), &Silent, |_, _| ()).unwrap();
    let flow = report.flow.unwrap();
    assert!((1.3..2.5).contains(&flow), "{flow} persons per meter and second");
    let density = report.density_in_front.unwrap();
    assert!((1.5..4.0).contains(&density), "{density} persons per square meter");
    assert!(report.overlap < 0.1, "{} m of overlap", report.overlap);
}

#[test]
fn the_fundamental_diagram_is_that_of_weidmann() {
    let flow = |density: f64| density * super::weidmann(density);
    assert!((flow(1.75) - 1.22).abs() < 0.01, "his capacity: {}", flow(1.75));
    assert_eq!(super::weidmann(5.4), 0.0);
    assert!((super::weidmann(0.01) - 1.34).abs() < 1e-6);
}

#[test]
fn doors_have_limits() {
    for door in [0.0, 9.0, f64::NAN] {
        let walk = Walk { people: 1, steps: 1, seed: 1, door };
        assert!(walk.run(&setup(), &Silent, |_, _| ()).is_err(), "{door}");
    }
}
