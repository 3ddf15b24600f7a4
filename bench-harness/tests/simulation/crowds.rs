//! People and doors.

use jostle::{Shape, World};

use crate::{
    Setup, assert_any_order, assert_one_state,
    crowd::{Crowd, Hall, Measures, RANGE, STEP, THICK, force, weidmann},
};

fn crowd(people: usize, seed: u64) -> Crowd {
    let hall = Hall::new(people, 1.2);
    Crowd::new(World::new(), hall, people, seed).expect("all shapes are valid")
}

/// Lets all walk, and shows each step before those are gone who are at the end.
fn run(crowd: &mut Crowd, steps: u32, mut watch: impl FnMut(u32, &Crowd)) {
    for step in 0..steps {
        crowd.step().expect("nothing is wrong");
        watch(step, crowd);
        crowd.let_go().expect("all of them are there");
    }
}

#[test]
fn forces_are_those_of_the_paper() {
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found}");
    // Two bodies beside each other on the x axis, with so much space between them.
    let force = |gap: f64, velocity| force([1.0, 0.0], gap - RANGE, velocity);
    // No bodies touch: nothing but repulsion, whatever the velocity.
    near(force(0.08, [3.0, 4.0])[0], 2000.0 / std::f64::consts::E);
    near(force(0.08, [3.0, 4.0])[1], 0.0);
    // An overlap of a centimeter, sliding at 4 m/s.
    let [press, slide] = force(-0.01, [3.0, 4.0]);
    near(press, 2000.0 * 0.125_f64.exp() + 1200.0);
    near(slide, -2.4e5 * 0.01 * 4.0);
    assert!(force(RANGE, [0.0; 2])[0] < 4.0, "little is cut off");
}

#[test]
fn alone_one_walks_as_fast_as_one_wants_and_is_gone() {
    let mut crowd = crowd(1, 3);
    let (mut steps_behind_the_door, mut measures) = (0, Measures::default());
    run(&mut crowd, 3000, |step, crowd| {
        measures.look(step, crowd);
        let Some(person) = crowd.people.first() else { return };
        if person.seen(person.position, &crowd.hall)[0] > 2.0 {
            let share = person.speed() / person.wanted;
            assert!((0.99..1.01).contains(&share), "{share} of the speed that is wanted");
            steps_behind_the_door += 1;
        }
    });
    assert!(steps_behind_the_door > 100);
    assert_eq!((measures.passed, crowd.people.len()), (1, 0));
}

#[test]
fn nobody_walks_through_a_wall() {
    let mut crowd = crowd(600, 5);
    let (mut nearest, mut passed, mut measures) = (f64::INFINITY, 0, Measures::default());
    run(&mut crowd, 3000, |step, crowd| {
        measures.look(step, crowd);
        let half = 0.5 * crowd.hall.door;
        for person in &crowd.people {
            let [from, to] =
                [person.before, person.position].map(|at| person.seen(at, &crowd.hall));
            assert!(to[1].abs() < 5.0 && to[0] > -16.0, "{to:?} is not in the room");
            let is_passing = from[0] < 0.0 && to[0] >= 0.0;
            assert!(!is_passing || to[1].abs() < half, "{to:?} is in the wall");
            passed += u64::from(is_passing);
            // From the middle of a post: where somebody was squeezed most.
            nearest = nearest.min(to[0].hypot(to[1].abs() - half - THICK));
        }
    });
    assert_eq!((measures.through_walls, measures.passed), (0, passed));
    assert!(passed > 50, "{passed} passed");
    assert!((0.4..0.5).contains(&nearest), "{nearest} m from a post: the test has to get close");
}

#[test]
fn a_step_through_a_wall_is_seen() {
    let hall = Hall::new(600, 1.0);
    let is_through = |from, to| hall.is_through_a_wall(from, to);
    assert!(!is_through([-0.01, 0.4], [0.01, 0.4]), "through the door");
    assert!(is_through([-0.01, 0.6], [0.01, 0.6]), "beside the door");
    assert!(!is_through([0.01, 0.6], [0.02, 0.6]), "behind it");
    assert!(is_through([-3.0, 4.9], [-3.0, 5.1]), "to the next room");
    assert!(is_through([-15.9, 0.0], [-16.1, 0.0]), "through the back");
}

#[test]
fn the_flow_is_that_of_people() {
    let (mut crowd, mut measures) = (crowd(1000, 1), Measures::default());
    run(&mut crowd, 5000, |step, crowd| measures.look(step, crowd));
    let (flow, _) = measures.flow(1.2);
    assert!((1.3..2.5).contains(&flow), "{flow} persons per meter and second");
    let density = measures.density();
    assert!((1.5..4.0).contains(&density), "{density} persons per square meter");
    assert!((0.01..0.1).contains(&measures.overlap), "{} m of overlap", measures.overlap);
    assert_eq!(measures.through_walls, 0);
}

#[test]
fn the_fundamental_diagram_is_that_of_weidmann() {
    let flow = |density: f64| density * weidmann(density);
    assert!((flow(1.75) - 1.22).abs() < 0.01, "his capacity: {}", flow(1.75));
    assert_eq!(weidmann(5.4), 0.0);
    assert!((weidmann(0.01) - 1.34).abs() < 1e-6);
    assert_eq!(STEP, 0.005);
}

/// Where everybody is after some steps, by the bits.
fn state(mut crowd: Crowd) -> Vec<u64> {
    run(&mut crowd, 300, |_, _| ());
    let numbers = crowd.people.iter().flat_map(|person| [person.position, person.velocity]);
    numbers.flatten().map(f64::to_bits).collect()
}

#[test]
fn a_crowd_ends_in_one_state() {
    assert_one_state(|Setup { level, phase }| {
        let world = World::new().with_level(level).with_boxed_broad_phase(phase);
        state(Crowd::new(world, Hall::new(1500, 1.2), 1500, 1).expect("all shapes are valid"))
    });
    assert_ne!(state(crowd(1500, 1)), state(crowd(1500, 2)), "seeds make a difference");
}

#[test]
fn the_order_of_people_makes_no_difference() {
    let mut total = 0;
    run(&mut crowd(1500, 1), 300, |_, crowd| {
        let shapes = crowd.world.shapes();
        let mut all: Vec<Shape<2>> =
            (0..shapes.len()).map(|index| shapes.columns().get(index)).collect();
        for (shape, person) in all.iter_mut().zip(&crowd.people) {
            if let Shape::Ball(ball) = shape {
                ball.center = person.position.map(|x| x as f32);
            }
        }
        total += assert_any_order(&all, crowd.people.len());
    });
    assert!(total > 100_000, "{total} contacts");
}
