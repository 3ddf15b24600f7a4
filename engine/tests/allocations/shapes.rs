//! After the first frames, shapes that move, come and go allocate nothing, on any thread.

use jostle::{
    Shape, Shapes,
    shape::{ConvexPolygon, PreparedShapes, Triangle},
};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 3;
const FRAMES: usize = 20;
/// More than one thread makes ready at a time.
const OF_EACH: usize = 10_000;

/// Allocations of frames in which all balls move, some of them are bad, and other shapes come and
/// go.
fn measure<const D: usize>(shape: impl Fn(&mut Random, usize) -> Shape<D>) -> u64 {
    let mut random = Random::seeded(1);
    let (mut shapes, mut prepared) = (Shapes::<D>::new(), PreparedShapes::<D>::new());
    let mut handles = Vec::new();
    for place in 0..4 * OF_EACH {
        handles.push(shapes.insert(shape(&mut random, place)).expect("the shape is valid"));
    }
    let mut centers: [Vec<f32>; D] = shapes.balls().centers().map(<[f32]>::to_vec);
    let (mut before, mut invalid) = (0, 0);
    for frame in 0..WARM_UP + FRAMES {
        if frame == WARM_UP {
            before = allocations();
        }
        for column in &mut centers {
            column.iter_mut().for_each(|x| *x += 0.01);
            column.rotate_left(1);
        }
        centers[0][frame] = f32::NAN;
        shapes.set_ball_centers(centers.each_ref().map(Vec::as_slice)).expect("lengths fit");
        for _ in 0..100 {
            let place = random.below(handles.len());
            shapes.remove(handles[place]).expect("it is there");
            // The kinds' numbers stay as they are.
            handles[place] = shapes.insert(shape(&mut random, place)).expect("it is valid");
        }
        prepared.update(&shapes).expect("the call is valid");
        invalid += prepared.invalid().len();
        centers[0][frame] = 0.0;
    }
    let after = allocations();
    assert!(invalid >= FRAMES, "hardly any shapes were bad: {invalid}");
    after - before
}

pub(crate) fn check() {
    let plane = |random: &mut Random, place: usize| {
        let center = random.point(-9.0, 9.0);
        match place % 4 {
            0 => Shape::ball(center, 1.0),
            1 => Shape::oriented_box(center, [1.0, 2.0], random.unit()),
            2 => Shape::capsule(center, [0.0, 0.0], 1.0),
            _ => {
                let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
                Shape::from(ConvexPolygon::new(center, 0.5, &corners).expect("a triangle"))
            }
        }
    };
    let space = |random: &mut Random, place: usize| {
        let center = random.point(-9.0, 9.0);
        match place % 4 {
            0 => Shape::ball(center, 1.0),
            1 => Shape::aligned_box(center, [1.0, 2.0, 3.0]),
            2 => Shape::capsule(center, [0.0; 3], 1.0),
            _ => Shape::from(Triangle { vertices: [center, [0.0; 3], [1.0; 3]] }),
        }
    };
    for threads in [1, 2, 3, 8] {
        let allocated = pool(threads).install(|| [measure::<2>(plane), measure::<3>(space)]);
        assert_eq!(allocated, [0; 2], "{threads} threads");
    }
}
