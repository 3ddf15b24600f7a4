//! Frames, what is kept with pairs, snapshots and explanations, whose memory is refused.

use jostle::{
    BroadPhase, CollisionPipeline, Error, Join, Pair, Pairs, Sap, Shape, Shapes, SimdLevel, World,
    coloring::Coloring,
    digest::Digest,
    events::{Events, PairData},
    large_world::{LargeBoxColumns, LargeColumns, LocalShapes},
    shape::{Attributes, Mobility},
    snapshot::Snapshot,
    step::PipelineInput,
};

use super::{
    common::{Make, Random, broad_phases, naive_within, planar, spatial, uniform},
    points::Points,
    queries::{composite_in_plane, composite_in_space},
    refusing::buffers_of,
};

/// What a pipeline found.
fn of_pipeline<const D: usize>(pipeline: &CollisionPipeline<D>) -> String {
    let hits = pipeline.ccd_hits();
    assert!(pipeline.contacts().len() > 20 && !hits.is_empty(), "hardly any contacts");
    let contacts = pipeline.contacts().digest(u64::from);
    let lists = [pipeline.pairs(), pipeline.touching(), pipeline.sensor_overlaps()];
    let counts = [pipeline.events(), pipeline.sensor_events(), pipeline.ccd_events()];
    format!("{contacts} {:?} {:?} {hits:?}", lists.map(Digest::of), counts.map(Events::counts))
}

/// Some shapes, a few with parts, and the same with some of them elsewhere.
fn before_and_after<const D: usize>(
    make: fn(&mut Random, u32) -> Shape<D>,
    composite: fn(&mut Random, u32) -> Shape<D>,
) -> [Shapes<D>; 2] {
    let (mut shapes, mut random) = (Shapes::new(), Random::seeded(60));
    for number in 0..48 {
        let shape = match number % 12 {
            0 => composite(&mut random, number / 12),
            _ => make(&mut random, number),
        };
        shapes.insert(shape).expect("it is valid");
    }
    let before = shapes.clone();
    for centers in shapes.balls_mut().centers {
        centers.iter_mut().for_each(|x| *x += random.between(-1.5, 1.5));
    }
    let boxes = shapes
        .boxes()
        .centers()
        .map(|centers| centers.iter().map(|x| x + random.between(-0.5, 0.5)).collect::<Vec<_>>());
    shapes.set_box_centers(boxes.each_ref().map(Vec::as_slice)).expect("lengths fit");
    [before, shapes]
}

fn pipelines<const D: usize>(points: &mut Points, [before, after]: &[Shapes<D>; 2]) {
    let count = after.len();
    let ccd: Vec<bool> = (0..count).map(|index| index % 5 == 1).collect();
    let sensors: Vec<bool> = (0..count).map(|index| index % 7 == 2).collect();
    let input = || {
        PipelineInput::new(after.columns())
            .with_sensors(&sensors)
            .with_previous(before.columns(), &ccd)
    };
    for margin in [0.0, 0.1] {
        let new = || CollisionPipeline::new().with_margin(margin).expect("it is valid");
        points.refuse(
            "a step of a pipeline",
            new,
            |pipeline| pipeline.step(input()).map(drop),
            |pipeline| of_pipeline(pipeline),
        );
        points.refuse(
            "the second step of a pipeline",
            || {
                let mut pipeline = new();
                pipeline.step(before.columns()).expect("there is memory");
                pipeline
            },
            |pipeline| pipeline.step(input()).map(drop),
            |pipeline| of_pipeline(pipeline),
        );
    }
    let mut pipeline = CollisionPipeline::new();
    pipeline.step(input()).expect("there is memory");
    let touching = pipeline.touching()[0];
    points.refuse(
        "why a pair of a pipeline is reported",
        || None,
        |found| {
            *found = Some(pipeline.explain(input(), touching.a, touching.b)?);
            Ok(())
        },
        |found| format!("{found:?}"),
    );
}

/// A world of such shapes after some steps.
fn world<const D: usize>([before, after]: &[Shapes<D>; 2], steps: usize) -> World<D> {
    let mut world = World::new().with_margin(0.05).expect("it is valid");
    for index in 0..before.len() {
        let handle = before.handle_of(index).expect("there is a shape");
        let attributes = Attributes::new()
            .with_sensor(index % 7 == 2)
            .with_ccd(index % 5 == 1)
            .with_mobility(if index % 3 == 0 { Mobility::Sleeping } else { Mobility::Moving });
        let shape = before.get(handle).expect("there is a shape");
        world.shapes_mut().insert_with(shape, attributes).expect("it is valid");
    }
    for _ in 0..steps {
        world.step().expect("there is memory");
        for index in 0..after.len() {
            let handle = after.handle_of(index).expect("there is a shape");
            let shape = after.get(handle).expect("there is a shape");
            world.shapes_mut().set(handle, shape).expect("it is valid");
        }
    }
    world
}

fn of_world<const D: usize>(world: &World<D>) -> String {
    let changes = [world.contact_changes(), world.sensor_changes(), world.ccd_changes()];
    let contacts = world.contacts().digest(u64::from);
    assert!(world.contacts().len() > 20, "hardly any contacts");
    format!("{contacts} {:?} {:?}", changes.map(|all| all.counts()), world.ccd_hits())
}

fn worlds<const D: usize>(points: &mut Points, shapes: &[Shapes<D>; 2]) {
    for (steps, what) in [(0, "the first step of a world"), (1, "the second step of a world")] {
        points.refuse(
            what,
            || world(shapes, steps),
            |world| world.step().map(drop),
            |world| of_world(world),
        );
    }
    points.refuse(
        "a step whose pairs a function refuses",
        || world(shapes, 1),
        |world| world.step_where(|[a, b], _| (a.slot() + b.slot()) % 2 == 0).map(drop),
        |world| format!("{:?}", world.touching()),
    );
    let stepped = || {
        let mut world = world(shapes, 1);
        world.step().expect("there is memory");
        world
    };
    let handles = |world: &World<D>, place: usize| {
        let Pair { a, b } = world.touching()[place];
        [a, b].map(|index| world.handle(index).expect("it is in the step"))
    };
    points.refuse(
        "a pair that is excluded",
        stepped,
        |world| {
            let [a, b] = handles(world, 0);
            world.set_pair_excluded(a, b, true)
        },
        |world| world.excluded_pairs().to_vec(),
    );
    points.refuse(
        "contacts of a shape",
        || (stepped(), [0; 2]),
        |(world, counts)| {
            let [a, _] = handles(world, 0);
            *counts = [world.contacts_of(a)?.count(), world.sensor_overlaps_of(a)?.count()];
            Ok(())
        },
        |(_, counts)| *counts,
    );
    points.refuse(
        "why a pair of a world is reported",
        || (stepped(), None),
        |(world, found)| {
            let [a, b] = handles(world, 1);
            *found = Some(world.explain(a, b)?);
            Ok(())
        },
        |(_, found)| format!("{found:?}"),
    );
    points.refuse("the queries of a world", stepped, |world| world.queries().map(drop), |_| ());
    points.refuse(
        "contacts that are resolved",
        || (stepped(), vec![1.0_f32; shapes[0].len()]),
        |(world, states)| {
            let count = |state: Option<&mut f32>| state.map_or((), |state| *state += 1.0);
            world.resolve(states, |_, mut a, mut b| {
                count(a.get_mut());
                count(b.get_mut());
            })
        },
        |(_, states)| states.clone(),
    );
    points.refuse(
        "values of pairs",
        || (stepped(), PairData::<u32>::new()),
        |(world, values)| values.update(&world.contact_changes()),
        |(_, values)| values.values().to_vec(),
    );
    let snapshot = stepped().snapshot();
    points.refuse(
        "the bytes of a snapshot",
        Vec::new,
        |bytes| {
            *bytes = snapshot.to_bytes()?;
            Ok(())
        },
        |bytes| bytes.clone(),
    );
    let bytes = snapshot.to_bytes().expect("there is memory");
    points.refuse(
        "a snapshot of bytes",
        || None,
        |found| {
            *found = Some(Snapshot::from_bytes(&bytes)?);
            Ok(())
        },
        |found| *found == Some(snapshot.clone()),
    );
}

/// A world of a snapshot. Parts and hulls that shapes share are in an `Arc`, which has no way to
/// refuse: here there are none.
fn restored<const D: usize>(points: &mut Points, make: fn(&mut Random, u32) -> Shape<D>) {
    let mut world = world(&before_and_after(make, make), 1);
    world.step().expect("there is memory");
    let snapshot = world.snapshot();
    let new = buffers_of(|| drop(World::<D>::new()));
    points.refuse_from(
        new,
        "a world of a snapshot",
        || None,
        |found| {
            *found = Some(World::<D>::restore(&snapshot)?);
            Ok(())
        },
        |found| {
            let world = found.as_mut().expect("it was made");
            world.step().expect("there is memory");
            of_world(world)
        },
    );
}

/// Pairs of which some are there in each of two frames.
fn lists() -> [Vec<Pair>; 2] {
    let mut random = Random::seeded(63);
    [(); 2].map(|()| {
        let all = (0..20_000).map(|a| Pair { a, b: a + 1 });
        all.filter(|_| random.percent(50.0)).collect()
    })
}

fn pairs(points: &mut Points) {
    let [before, now] = &lists();
    points.refuse(
        "events",
        Events::new,
        |events| events.update(before, now),
        |events| {
            let (begun, ended) = (events.begun().collect(), events.ended().collect());
            (events.counts(), begun, ended, events.persisted().collect())
                as (_, Vec<_>, Vec<_>, Vec<_>)
        },
    );
    points.refuse(
        "colors of pairs",
        Coloring::new,
        |coloring| coloring.color(now, 20_001),
        |coloring| {
            let colors = 0..coloring.colors();
            colors.map(|color| coloring.places(color).collect()).collect::<Vec<Vec<_>>>()
        },
    );
    let mut turned = now.clone();
    turned.reverse();
    points.refuse(
        "pairs that are sorted",
        Pairs::new,
        |pairs| {
            pairs.clear();
            pairs.extend(&turned)?;
            pairs.sort_canonical()
        },
        |pairs| assert!(**pairs == **now),
    );
}

fn large(points: &mut Points) {
    let mut random = Random::seeded(64);
    let count = 3000;
    let mut column =
        || (0..count).map(|_| 1e6 + f64::from(random.between(0.0, 90.0))).collect::<Vec<f64>>();
    let centers: [Vec<f64>; 3] = std::array::from_fn(|_| column());
    let (sizes, parts) = (vec![0.5_f32; count], vec![0.5_f64; count]);
    let [x, y, z] = centers.each_ref().map(Vec::as_slice);
    let columns = || {
        let boxes = LargeBoxColumns::<3>::new([y, z, x], [&sizes; 3], [&parts; 4])?;
        LargeColumns::default().with_boxes(boxes).with_balls([x, y, z], &sizes)?.with_capsules(
            [z, y, x],
            [&sizes; 3],
            &sizes,
        )
    };
    let columns = columns().expect("lengths fit");
    points.refuse(
        "a large world",
        LocalShapes::<3>::new,
        |local| local.update(None, columns),
        |local| {
            let all = local.columns();
            (local.origin(), local.slack(), format!("{:?}", all.get(7)), local.len())
        },
    );
}

/// Few boxes, in all broad phases: what they plan by is refused, too.
fn small<const D: usize>(points: &mut Points) {
    let mut random = Random::seeded(65);
    for count in [40, 400] {
        let boxes = uniform::<D>(&mut random, count, 8.0, 1.0);
        let expected = naive_within(&boxes);
        for make in broad_phases::<D>() {
            let make: Make<D> = make;
            points.refuse(
                "pairs of few boxes",
                || (make(SimdLevel::detect()), Pairs::new()),
                |(phase, pairs)| {
                    phase.pairs(&Join::within(boxes.bounds()), pairs)?;
                    pairs.sort_canonical()
                },
                |(_, pairs)| assert_eq!(**pairs, *expected),
            );
            points.refuse(
                "the number of pairs of few boxes",
                || (make(SimdLevel::detect()), 0),
                |(phase, count)| {
                    *count = phase.count(&Join::within(boxes.bounds()))?.pairs;
                    Ok(())
                },
                |(_, count)| assert_eq!(*count, expected.len() as u64),
            );
        }
        let pair = expected[0];
        points.refuse(
            "why a pair of boxes is reported",
            || {
                let (mut sap, mut pairs) = (Sap::new(), Pairs::new());
                sap.pairs(&Join::within(boxes.bounds()), &mut pairs).expect("there is memory");
                (sap, None)
            },
            |(sap, found)| {
                *found = Some(sap.explain(&Join::within(boxes.bounds()), pair.a, pair.b)?);
                Ok::<(), Error>(())
            },
            |(_, found)| format!("{found:?}"),
        );
    }
}

pub(crate) fn check(points: &mut Points) {
    points.begin("frames");
    small::<2>(points);
    small::<3>(points);
    pairs(points);
    large(points);
    let plane = before_and_after(planar, composite_in_plane);
    pipelines(points, &plane);
    worlds(points, &plane);
    let space = before_and_after(spatial, composite_in_space);
    pipelines(points, &space);
    worlds(points, &space);
    restored(points, planar);
    restored(points, |random, number| spatial(random, [0, 1, 2, 4][number as usize % 4]));
}
