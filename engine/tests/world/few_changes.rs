//! Few changes among so many shapes that only what changed is looked at.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use jostle::{
    Handle, Pair, Shape, World,
    shape::{Attributes, Mobility},
};

use crate::{
    common::{Random, pool},
    model::{Both, both},
};

const SHAPES: usize = 20_000;

/// The sides of the square that the discs are in, in which each touches some three others.
const SIDE: f32 = 130.0;

fn disc(random: &mut Random) -> Shape<2> {
    Shape::ball(random.point(0.0, SIDE), 0.5)
}

/// Boxes come behind the discs in the order of indices.
fn square(random: &mut Random) -> Shape<2> {
    Shape::aligned_box(random.point(0.0, SIDE), [0.5; 2])
}

/// A world of discs and of a tenth as many boxes.
fn crowd(random: &mut Random) -> (World<2>, Vec<Handle>) {
    let mut world = World::new();
    let mut handles = Vec::new();
    for _ in 0..SHAPES {
        handles.push(world.shapes_mut().insert(disc(random)).expect("it is valid"));
    }
    for _ in 0..SHAPES / 10 {
        world.shapes_mut().insert(square(random)).expect("it is valid");
    }
    (world, handles)
}

/// Pairs by handles.
fn names(world: &World<2>, pairs: &[Pair]) -> BTreeSet<Both> {
    let name = |index| world.handle(index).expect("it was there");
    pairs.iter().map(|pair| both(name(pair.a), name(pair.b))).collect()
}

/// One change of a kind.
fn change(world: &mut World<2>, handles: &mut [Handle], random: &mut Random, kind: usize) {
    let (at, new) = (random.below(handles.len()), disc(random));
    let shapes = world.shapes_mut();
    match kind {
        0 => {
            shapes.remove(handles[at]).expect("it is there");
            handles[at] = shapes.insert(new).expect("it is valid");
        }
        // All boxes get other indices.
        1 => {
            let _ = shapes.insert(new).expect("it is valid");
        }
        // Two that touch fall asleep, or wake up.
        2 => {
            let wakes = random.percent(30.0) && !world.sleeping_contacts().is_empty();
            let pairs = if wakes { world.sleeping_contacts() } else { world.touching() };
            let pair = random.pick(pairs);
            let both = [pair.a, pair.b].map(|index| world.handle(index).expect("it was there"));
            let mobility = if wakes { Mobility::Moving } else { Mobility::Sleeping };
            // One of them may be gone since.
            let _ = world.shapes_mut().set_mobility(&both, mobility);
        }
        3 => {
            let some = Attributes::new().with_category(random.bits() as u32);
            shapes.set_attributes(handles[at], some).expect("it is there");
        }
        4 => {
            let last = shapes.handle_of(shapes.balls().radii().len() - 1).expect("it is there");
            shapes.set(last, new).expect("it is a disc");
        }
        _ => shapes.set(handles[at], new).expect("it is a disc"),
    }
}

#[test]
fn events_are_exact_where_few_of_many_shapes_change() {
    let random = &mut Random::seeded(71);
    let (mut world, mut handles) = crowd(random);
    let mut alive = BTreeSet::new();
    let mut seen = [0; 4];
    for step in 0..60 {
        for _ in 0..random.below(4) {
            change(&mut world, &mut handles, random, step % 6);
        }
        pool([1, 2, 3][step % 3]).install(|| world.step().map(|_| ())).expect("nothing is wrong");
        let (now, changes) = (names(&world, world.touching()), world.contact_changes());
        let sleeping = names(&world, world.sleeping_contacts());
        let begun = names(&world, &changes.begun().collect::<Vec<_>>());
        let ended: BTreeSet<_> = changes.ended().map(|[a, b]| both(a, b)).collect();
        assert!(begun.iter().eq(now.difference(&alive)), "{step}");
        let gone = alive.difference(&now).filter(|pair| !sleeping.contains(*pair));
        assert!(ended.iter().eq(gone), "{step}");
        assert_eq!(changes.counts().ended, ended.len(), "{step}");
        if step > 0 {
            seen = [seen[0] + begun.len(), seen[1] + ended.len(), seen[2], seen[3]];
        }
        seen[2] += sleeping.len();
        // More than one part of the list is followed.
        seen[3] = seen[3].max(world.touching().len());
        alive = now.union(&sleeping).copied().collect();
    }
    assert!(seen[0] > 100 && seen[1] > 100 && seen[2] > 0 && seen[3] > 25_000, "{seen:?}");
}

#[test]
fn stages_are_all_of_a_step() {
    let random = &mut Random::seeded(72);
    let (mut world, mut handles) = crowd(random);
    let mut shares = [const { Vec::new() }; 2];
    for _ in 0..40 {
        // So many that to follow them is a good part of the step.
        for _ in 0..SHAPES / 4 {
            change(&mut world, &mut handles, random, 0);
        }
        let start = Instant::now();
        world.step().expect("nothing is wrong");
        let (whole, times) = (start.elapsed(), world.stats().times);
        assert!(times.total() <= whole, "{times:?} in {whole:?}");
        assert!(whole > Duration::from_millis(1), "{whole:?}");
        for (shares, time) in shares.iter_mut().zip([times.total(), times.changes]) {
            shares.push(time.as_secs_f64() / whole.as_secs_f64());
        }
    }
    // A thread may be kept waiting in a stage or between two, but not in each step.
    let [all, changes] = shares.each_mut().map(|shares: &mut Vec<f64>| {
        shares.sort_by(f64::total_cmp);
        shares[shares.len() / 2]
    });
    assert!(all > 0.97 && changes > 0.03, "{all} {changes}");
}

/// One box goes, and another one becomes a capsule, which has the index that it had: its pairs are
/// in another order then.
#[test]
fn another_kind_may_have_the_same_index() {
    let mut world = World::<2>::new();
    let mut insert = |shape| world.shapes_mut().insert(shape).expect("it is valid");
    let boxes = [0.0, 0.1, 0.2].map(|x| insert(Shape::aligned_box([x, 0.0], [1.0; 2])));
    let capsule = |x: f32| Shape::capsule([x, 0.0], [1.0, 0.0], 0.5);
    insert(capsule(0.3));
    world.step().expect("nothing is wrong");
    assert_eq!((world.index(boxes[2]), world.contacts().len()), (Ok(2), 6));
    world.shapes_mut().remove(boxes[1]).expect("it is there");
    world.shapes_mut().set(boxes[2], capsule(0.2)).expect("it is valid");
    world.step().expect("nothing is wrong");
    let counts = world.contact_changes().counts();
    assert_eq!((world.index(boxes[2]), counts.begun), (Ok(2), 0));
    assert_eq!((counts.persisted, counts.ended), (3, 3));
}
