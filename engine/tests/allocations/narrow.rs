//! After the first frames the narrow phase allocates nothing, on any thread.

use jostle::{
    Pair, Shape, Shapes,
    narrow::{Contacts, Narrow},
    shape::{ConvexPolygon, PreparedShapes, Triangle},
};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 3;
const FRAMES: usize = 20;
const SHAPES: u32 = 400;

/// Allocations of frames in which shapes tremble, all of them against all.
fn measure<const D: usize>(shape: impl Fn(&mut Random, u32) -> Shape<D>) -> u64 {
    let mut random = Random::seeded(1);
    let (mut shapes, mut prepared) = (Shapes::<D>::new(), PreparedShapes::<D>::new());
    for number in 0..SHAPES {
        shapes.insert(shape(&mut random, number)).expect("the shape is valid");
    }
    let all = (0..SHAPES).flat_map(|a| (a + 1..SHAPES).map(move |b| Pair { a, b }));
    let pairs: Vec<_> = all.collect();
    let mut centers: [Vec<f32>; D] = shapes.balls().centers().map(<[f32]>::to_vec);
    let (mut narrow, mut contacts) = (Narrow::<D>::new(), Contacts::new());
    let (mut touching, mut separations) = (Vec::new(), Vec::new());
    let mut before = 0;
    for frame in 0..WARM_UP + FRAMES {
        if frame == WARM_UP {
            before = allocations();
        }
        for column in &mut centers {
            column.iter_mut().for_each(|x| *x += random.between(-0.01, 0.01));
        }
        shapes.set_ball_centers(centers.each_ref().map(Vec::as_slice)).expect("lengths fit");
        prepared.update(&shapes).expect("the call is valid");
        let valid = "the pairs are valid";
        narrow.overlaps(&prepared, &pairs, &mut touching).expect(valid);
        narrow.separations(&prepared, &pairs, &mut separations).expect(valid);
        narrow.contacts(&prepared, &pairs, &mut contacts).expect(valid);
        assert!(contacts.len() > 1_000, "hardly any contacts: {}", contacts.len());
        let is_chunk = |count: usize| assert!((1..=1_024).contains(&count));
        narrow
            .visit_separations(&prepared, &pairs, |some| is_chunk(some.separations.len()))
            .expect(valid);
        narrow.visit_contacts(&prepared, &pairs, |some| assert!(some.len() <= 1_024)).expect(valid);
    }
    allocations() - before
}

pub(crate) fn check() {
    let plane = |random: &mut Random, number: u32| {
        let center = random.point(-9.0, 9.0);
        match number % 4 {
            _ if number == 17 => Shape::half_space(center, [0.6, 0.8]),
            0 => Shape::ball(center, 1.0),
            1 => Shape::oriented_box(center, [1.0, 2.0], random.unit()),
            2 => Shape::capsule(center, [1.0, 0.0], 1.0),
            _ => {
                let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
                Shape::from(ConvexPolygon::new(center, 0.5, &corners).expect("a triangle"))
            }
        }
    };
    let space = |random: &mut Random, number: u32| {
        let center = random.point(-4.0, 4.0);
        match number % 4 {
            _ if number == 17 => Shape::half_space(center, [0.6, 0.8, 0.0]),
            0 => Shape::ball(center, 1.0),
            1 => Shape::aligned_box(center, [1.0, 2.0, 3.0]),
            2 => Shape::capsule(center, [1.0, 0.0, 0.0], 1.0),
            _ => Shape::from(Triangle { vertices: [center, [0.0; 3], [1.0; 3]] }),
        }
    };
    for threads in [1, 2, 3, 8] {
        let allocated = pool(threads).install(|| [measure::<2>(plane), measure::<3>(space)]);
        assert_eq!(allocated, [0; 2], "{threads} threads");
    }
}
