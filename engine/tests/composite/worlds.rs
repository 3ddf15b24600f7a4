//! Composite shapes in worlds: one handle, contacts of parts, events of pairs.

use std::{collections::BTreeSet, sync::Arc};

use jostle::{
    Handle, Shape, World,
    events::PairData,
    mesh::Mesh,
    narrow::{contact_within, overlap},
    shape::{Attributes, Columns, CompositeColumns, HeightField, Mobility, Parts, Rotation},
    snapshot::Snapshot,
};

use super::made::{composite_in_plane, composite_in_space, floor, pairs_of_parts};
use crate::common::{Random, planar, spatial};

/// The pairs of handles and parts that touch.
fn touching<const D: usize>(world: &World<D>) -> BTreeSet<([Handle; 2], [u32; 2])> {
    let all = world.contacts().iter().map(|contact| {
        let [a, b] = [contact.pair.a, contact.pair.b].map(|i| world.handle(i).expect("in step"));
        if a < b { ([a, b], contact.parts) } else { ([b, a], [contact.parts[1], contact.parts[0]]) }
    });
    all.collect()
}

/// A world of random shapes over some steps, against all pairs of parts.
fn follow<const D: usize>(seed: u64, make: impl Fn(&mut Random, usize) -> Shape<D>) {
    let mut random = Random::seeded(seed);
    let mut world = World::<D>::new();
    let mut live: Vec<(Handle, Shape<D>)> = Vec::new();
    let mut before: BTreeSet<[Handle; 2]> = BTreeSet::new();
    let (mut several, mut begun, mut ended) = (0, 0, 0);
    for step in 0..40 {
        if live.len() < 25 {
            let shape = make(&mut random, step + live.len());
            let handle = world.shapes_mut().insert(&shape).expect("it is valid");
            live.push((handle, shape));
        } else {
            let (gone, _) = live.swap_remove(random.below(25));
            world.shapes_mut().remove(gone).expect("it is there");
        }
        for _ in 0..3 {
            let at = random.below(live.len());
            let shape = make(&mut random, step + at);
            world.shapes_mut().set(live[at].0, &shape).expect("it is there");
            live[at].1 = shape;
        }
        if step % 7 == 3 {
            // It goes on elsewhere.
            let bytes = world.snapshot().to_bytes().expect("there is memory");
            world =
                World::restore(&Snapshot::from_bytes(&bytes).expect("it is one")).expect("same");
        }
        for (handle, shape) in &live {
            assert_eq!(world.shapes().get(*handle).as_ref(), Ok(shape));
        }
        world.step().expect("all is valid");
        let mut expected = BTreeSet::new();
        for (one, a) in &live {
            for (other, b) in live.iter().filter(|(other, _)| one < other) {
                for (parts, [a, b]) in pairs_of_parts(a, b) {
                    if overlap(&a, &b).expect("parts are valid") {
                        expected.insert(([*one, *other], parts));
                    }
                }
            }
        }
        assert_eq!(touching(&world), expected);
        let pairs: BTreeSet<_> = expected.iter().map(|(pair, _)| *pair).collect();
        assert_eq!(world.touching().len(), pairs.len());
        several += expected.len() - pairs.len();
        let sorted = |[a, b]: [Handle; 2]| if a < b { [a, b] } else { [b, a] };
        let changes = world.contact_changes();
        let begun_now: BTreeSet<_> = changes.begun_handles().map(sorted).collect();
        let ended_now: BTreeSet<_> = changes.ended().map(sorted).collect();
        assert_eq!(begun_now, pairs.difference(&before).copied().collect());
        assert_eq!(ended_now, before.difference(&pairs).copied().collect());
        begun += begun_now.len();
        ended += ended_now.len();
        for (handle, _) in &live {
            let of_shape = expected.iter().filter(|(pair, _)| pair.contains(handle)).count();
            assert_eq!(world.contacts_of(*handle).expect("it is there").count(), of_shape);
        }
        before = pairs;
    }
    assert!(several > 500 && begun > 100 && ended > 100, "{several} {begun} {ended}");
}

#[test]
fn what_touches_is_followed_by_pair_and_by_part() {
    follow::<2>(1, |random, number| match number % 3 {
        0 => planar(random, number as u32),
        _ => composite_in_plane(random, number),
    });
    follow::<3>(2, |random, number| match number % 3 {
        0 => spatial(random, number as u32),
        _ => composite_in_space(random, number),
    });
}

fn fixed() -> Attributes {
    Attributes::new().with_mobility(Mobility::Static)
}

/// A terrain as one shape is fewer bytes than a set of triangles of which each has a handle, and
/// those do not depend on what moves over it.
#[test]
fn a_mesh_is_few_bytes_for_each_triangle() {
    let mut random = Random::seeded(7);
    let mesh = floor(150, 150.0, || 0.1 * random.unit());
    let triangles = mesh.triangles().len();
    let parts = Arc::new(Parts::mesh(mesh).expect("it is valid"));
    let mut world = World::<3>::new();
    let ground = Shape::composite(&parts, [0.0; 3], Rotation::IDENTITY);
    world.shapes_mut().insert_with(ground, fixed()).expect("it is valid");
    for _ in 0..100 {
        let [x, z] = random.point(1.0, 149.0);
        world.shapes_mut().insert(Shape::ball([x, 0.3, z], 0.4)).expect("it is valid");
    }
    for _ in 0..10 {
        world.shapes_mut().balls_mut().centers[0].iter_mut().for_each(|x| *x += 0.05);
        world.step().expect("all is valid");
        assert!(world.contacts().len() >= 100, "{}", world.contacts().len());
    }
    let bytes = parts.memory_bytes() + world.memory_bytes();
    assert!(triangles == 45_000 && bytes < 90 * triangles, "{bytes} for {triangles}");
}

/// All contacts of a pair are worked on with what is kept of the pair.
#[test]
fn contacts_of_a_pair_share_what_is_kept_of_it() {
    let mut world = World::<3>::new();
    let mesh = Arc::new(Parts::mesh(floor(20, 10.0, || 0.0)).expect("it is valid"));
    let ground = Shape::composite(&mesh, [0.0; 3], Rotation::IDENTITY);
    world.shapes_mut().insert_with(ground, fixed()).expect("it is valid");
    for x in [2.0, 5.0, 8.0] {
        let crate_ = Shape::aligned_box([x, 0.49, 5.0], [0.5; 3]);
        world.shapes_mut().insert(crate_).expect("it is valid");
    }
    let mut counts = PairData::<u32>::new();
    for step in 1..4 {
        world.step().expect("all is valid");
        counts.update(&world.contact_changes()).expect("it is the next step");
        let mut states = [0_u32; 4];
        world
            .resolve_with(&mut states, counts.values_mut(), |_, contact, mut a, _, count| {
                assert!((contact.normal[1] + 1.0).abs() < 1e-4, "{contact:?}");
                *a.get_mut().expect("boxes are free") += 1;
                *count += 1;
            })
            .expect("there are as many states");
        assert_eq!(counts.values().len(), 3);
        assert!(states[..3].iter().all(|contacts| *contacts > 4), "{states:?}");
        let of_step: Vec<_> = states[..3].iter().map(|contacts| step * contacts).collect();
        assert_eq!(counts.values(), of_step);
    }
}

/// What is fast meets the parts on its way, and sensors sense them.
#[test]
fn fast_shapes_and_sensors_meet_parts() {
    let heights = [0.0; 100];
    let field = HeightField::new(&heights, 10, [1.0, 1.0]).expect("it is valid");
    let parts = Arc::new(Parts::height_field(field).expect("there is memory"));
    let mut world = World::<3>::new();
    let ground = Shape::composite(&parts, [-4.5, 0.0, -4.5], Rotation::IDENTITY);
    let ground = world.shapes_mut().insert_with(ground, fixed()).expect("it is valid");
    let fast = Attributes::new().with_ccd(true);
    let bullet = Shape::ball([0.25, 9.0, 0.25], 0.1);
    let bullet = world.shapes_mut().insert_with(bullet, fast).expect("it is valid");
    let sensor = Attributes::new().with_sensor(true);
    let door = Shape::aligned_box([1.0, 0.0, 1.0], [0.3; 3]);
    let door = world.shapes_mut().insert_with(door, sensor).expect("it is valid");
    world.step().expect("all is valid");
    assert_eq!(world.sensor_overlaps_of(door).expect("it is there").collect::<Vec<_>>(), [ground]);
    world.shapes_mut().set(bullet, Shape::ball([0.25, -9.0, 0.25], 0.1)).expect("it is there");
    world.step().expect("all is valid");
    let [hit] = world.ccd_hits() else { panic!("{:?}", world.ccd_hits()) };
    assert!((hit.impact.time - 8.9 / 18.0).abs() < 1e-3, "{hit:?}");
    // A compound of two balls on a beam turns past a post, by which it never is as a step sees it.
    let balls = vec![Shape::ball([-3.0, 0.0], 0.2), Shape::ball([3.0, 0.0], 0.2)];
    let beam = Arc::new(Parts::compound(balls).expect("they are valid"));
    let mut world = World::<2>::new();
    let post = world.shapes_mut().insert_with(Shape::ball([0.0, 3.0], 0.1), fixed());
    let at = |angle: f32| Shape::composite(&beam, [0.0, 0.0], angle);
    let beam = world.shapes_mut().insert_with(at(0.8), fast).expect("it is valid");
    world.step().expect("all is valid");
    assert!(world.ccd_hits().is_empty());
    world.shapes_mut().set(beam, at(2.2)).expect("it is there");
    world.step().expect("all is valid");
    assert!(world.contacts().is_empty());
    let changes: Vec<_> = world.ccd_changes().begun_handles().collect();
    assert_eq!(changes, [[post.expect("it is valid"), beam]]);
}

/// A margin finds the parts that are near, also beside some that touch.
#[test]
fn near_parts_are_contacts_where_a_margin_is_asked_for() {
    let mut random = Random::seeded(5);
    let (mut near, mut beside) = (0, 0);
    for number in 0..120 {
        let mut world = World::<3>::new().with_margin(0.2).expect("it is a margin");
        let shapes = [composite_in_space(&mut random, number), spatial(&mut random, number as u32)];
        for shape in &shapes {
            world.shapes_mut().insert(shape).expect("it is valid");
        }
        world.step().expect("all is valid");
        let mut expected = BTreeSet::new();
        for (parts, [a, b]) in pairs_of_parts(&shapes[0], &shapes[1]) {
            if let Some(found) = contact_within(&a, &b, 0.2).expect("parts are valid") {
                near += usize::from(found.distance > 0.0);
                expected.insert(parts);
            }
        }
        let handles: Vec<_> = touching(&world).into_iter().map(|(_, parts)| parts).collect();
        assert_eq!(handles, expected.iter().copied().collect::<Vec<_>>());
        let depths: Vec<_> = world.contacts().iter().map(|contact| contact.distance).collect();
        beside += usize::from(depths.iter().any(|x| *x > 0.0) && depths.iter().any(|x| *x < 0.0));
        assert_eq!(world.touching().len(), usize::from(!expected.is_empty()));
    }
    assert!(near > 50 && beside > 10, "{near} {beside}");
}

/// Columns with as many new pieces of geometry as there are shapes: each has its own then.
#[test]
fn columns_of_new_geometry_are_copied_in() {
    let ball = |radius: f32| {
        Arc::new(Parts::compound(vec![Shape::ball([0.0; 2], radius)]).expect("it is valid"))
    };
    let mut shapes = jostle::Shapes::<2>::new();
    for number in 0..100 {
        let shape = Shape::composite(&ball(1.0), [number as f32, 0.0], 0.0);
        shapes.insert(shape).expect("it is valid");
    }
    for round in 1..8 {
        let parts: Vec<_> = (0..100).map(|number| ball((100 * round + number) as f32)).collect();
        let numbers: Vec<_> = (0..100).map(|number| number as f32).collect();
        let (zero, one) = ([0.0; 100], [1.0; 100]);
        let columns = CompositeColumns::new(&parts, [&numbers, &zero], &[&one, &zero], &numbers);
        let columns = Columns::default().with_composites(columns.expect("lengths fit"));
        shapes.set_columns(columns).expect("there are as many");
        for (number, parts) in parts.iter().enumerate() {
            assert!(Arc::ptr_eq(&shapes.composites().get(number).parts, parts), "{round} {number}");
        }
    }
    assert!(shapes.composites().parts().len() < 400);
}

/// Geometry that many shapes share is held once, and given up when none has it any more.
#[test]
fn geometry_is_shared_and_given_up() {
    let mut world = World::<3>::new();
    let parts = Arc::new(Parts::mesh(floor(4, 4.0, || 0.0)).expect("it is valid"));
    for number in 0..100 {
        let at = [10.0 * number as f32, 0.0, 0.0];
        let shape = Shape::composite(&parts, at, Rotation::IDENTITY);
        world.shapes_mut().insert(shape).expect("it is valid");
    }
    assert_eq!(world.shapes().composites().parts().len(), 1);
    let handle = world.shapes().handle_of(0).expect("there is one");
    for _ in 0..5000 {
        let one = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], vec![[0, 1, 2]]);
        let one = Arc::new(Parts::mesh(one.expect("it is valid")).expect("it has a triangle"));
        let shape = Shape::composite(&one, [0.0, 5.0, 0.0], Rotation::IDENTITY);
        world.shapes_mut().set(handle, shape).expect("it is there");
    }
    assert!(world.shapes().composites().parts().len() < 200);
    world.step().expect("all is valid");
    assert_eq!(world.invalid(), []);
    world.shapes_mut().clear();
    assert_eq!(world.shapes().composites().parts().len(), 0);
}
