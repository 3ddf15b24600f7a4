//! Frames on the user's own arrays.

use jostle::{
    CollisionPipeline, Error, Filter, Pair, Shape, Shapes, broad::BruteForce, shape::Columns,
    step::PipelineInput,
};

/// Discs of radius 1 on a line.
fn columns<'a>(x: &'a [f32], zeros: &'a [f32], ones: &'a [f32]) -> Columns<'a, 2> {
    let len = x.len();
    Columns::default().with_balls([x, &zeros[..len]], &ones[..len]).expect("they are as many")
}

const ZEROS: [f32; 8] = [0.0; 8];
const ONES: [f32; 8] = [1.0; 8];

fn pair(a: u32, b: u32) -> Pair {
    Pair { a, b }
}

#[test]
fn steps_are_compared_with_the_last_good_one() {
    let mut pipeline = CollisionPipeline::<2>::new();
    let near = [0.0, 1.0, 9.0];
    pipeline.step(columns(&near, &ZEROS, &ONES)).expect("nothing is wrong");
    assert_eq!((pipeline.touching(), pipeline.touching_before()), (&[pair(0, 1)][..], &[][..]));
    let flags = [false; 2];
    let input = PipelineInput::new(columns(&near, &ZEROS, &ONES));
    for wrong in
        [input.with_sensors(&flags), input.with_filter(Filter::default().with_statics(&flags))]
    {
        let error = pipeline.step(wrong).expect_err("there are too few flags");
        assert!(matches!(error, Error::Length { expected: 3, found: 2, .. }), "{error}");
        assert!(pipeline.touching().is_empty() && pipeline.pairs().is_empty());
        assert!(pipeline.contacts().is_empty() && pipeline.events().counts().ended == 0);
        assert_eq!((pipeline.stats().shapes, pipeline.touching_before()), (0, &[pair(0, 1)][..]));
    }
    pipeline.step(columns(&[0.0, 1.0, 2.0], &ZEROS, &ONES)).expect("nothing is wrong");
    assert_eq!(pipeline.touching(), [pair(0, 1), pair(0, 2), pair(1, 2)]);
    assert_eq!(pipeline.touching_before(), [pair(0, 1)]);
    let counts = pipeline.events().counts();
    assert_eq!((counts.begun, counts.persisted, counts.ended), (2, 1, 0));
    assert_eq!(pipeline.events().place_before(0), Some(0));
}

#[test]
fn sensors_have_events_of_their_own() {
    let mut pipeline = CollisionPipeline::<2>::new().with_broad_phase(BruteForce::new());
    let sensors = [false, true, false, false];
    let step = |pipeline: &mut CollisionPipeline<2>, x: [f32; 4]| {
        let input = PipelineInput::new(columns(&x, &ZEROS, &ONES)).with_sensors(&sensors);
        *pipeline.step(input).expect("nothing is wrong")
    };
    let stats = step(&mut pipeline, [0.0, 1.0, 1.5, 9.0]);
    assert_eq!((stats.pairs, stats.contacts, stats.sensor_overlaps), (3, 1, 2));
    assert_eq!(pipeline.pairs(), [pair(0, 2)]);
    assert_eq!(pipeline.sensor_overlaps(), [pair(0, 1), pair(1, 2)]);
    assert_eq!((stats.tests_per_shape(), stats.hit_rate()), (0.75, 1.0));
    step(&mut pipeline, [0.0, 5.0, 1.5, 6.0]);
    assert_eq!(
        (pipeline.sensor_overlaps(), pipeline.sensor_overlaps_before().len()),
        (&[pair(1, 3)][..], 2)
    );
    let counts = pipeline.sensor_events().counts();
    assert_eq!((counts.begun, counts.persisted, counts.ended), (1, 0, 2));
    assert_eq!(pipeline.events().counts().persisted, 1);
    assert_eq!(pipeline.broad_phase().name(), "brute-force");
}

#[test]
fn nothing_is_no_trouble() {
    let mut pipeline = CollisionPipeline::<3>::new();
    for _ in 0..2 {
        let stats = pipeline.step(Columns::default()).expect("nothing is wrong");
        assert_eq!((stats.shapes, stats.pairs, stats.contacts), (0, 0, 0));
        assert_eq!((stats.tests_per_shape(), stats.hit_rate(), stats.occupancy()), (0.0, 0.0, 1.0));
    }
}

#[test]
fn sets_of_shapes_are_taken_as_well() {
    let mut shapes = Shapes::<3>::new();
    shapes.insert(Shape::ball([0.0; 3], 1.0)).expect("it is a ball");
    shapes.insert(Shape::aligned_box([1.5, 0.0, 0.0], [1.0; 3])).expect("it is a box");
    let mut pipeline = CollisionPipeline::new();
    pipeline.step(&shapes).expect("nothing is wrong");
    let contact = pipeline.contacts().get(0).expect("they touch");
    assert_eq!(
        (contact.pair, contact.normal, contact.distance),
        (pair(0, 1), [1.0, 0.0, 0.0], -0.5)
    );
    assert!(pipeline.stats().times.total() > std::time::Duration::ZERO);
    assert!(pipeline.memory_bytes() > 0);
}

/// Any number of threads may ask a world at a time.
#[test]
fn worlds_are_shared_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<jostle::World<2>>();
    is_shared::<CollisionPipeline<3>>();
}
