//! After the first steps batches of queries for shapes allocate nothing, on any thread, and neither
//! does the tree of a world.

use jostle::{
    Shape, World,
    bvh::Lists,
    geometry::ray::Ray,
    narrow::Motion,
    query::{QueryFilter, ShapeCast},
};

use crate::common::{Random, allocations, pool};

const WARM_UP: usize = 30;
const STEPS: usize = 20;
const SHAPES: usize = 3000;

/// Allocations of batches of all questions about a world that moves.
fn measure() -> u64 {
    let mut random = Random::seeded(8);
    let mut world = World::<2>::new();
    let valid = "the call is valid";
    let shape = |random: &mut Random, number: usize| {
        let center: [f32; 2] = random.point(0.0, 60.0);
        if number.is_multiple_of(2) {
            Shape::ball(center, 0.5)
        } else {
            Shape::oriented_box(center, [0.5, 1.0], random.unit())
        }
    };
    let all: Vec<Shape<2>> = (0..SHAPES).map(|number| shape(&mut random, number)).collect();
    let handles: Vec<_> =
        all.iter().map(|shape| world.shapes_mut().insert(shape).expect(valid)).collect();
    let rays: Vec<Ray<2>> =
        all.iter().map(|shape| Ray::new(shape.center(), random.point(-1.0, 1.0))).collect();
    let casts: Vec<ShapeCast<2>> = all
        .iter()
        .map(|shape| ShapeCast::new(shape, Motion::straight(random.point(-2.0, 2.0))))
        .collect();
    let (mut hits, mut any, mut all_hits) = (Vec::new(), Vec::new(), Lists::new());
    let (mut touched, mut near) = (Lists::new(), Lists::new());
    let (mut cast_hits, mut all_casts) = (Vec::new(), Lists::new());
    let mut before = 0;
    for step in 0..WARM_UP + STEPS {
        if step == WARM_UP {
            before = allocations();
        }
        world.shapes_mut().set(handles[step % SHAPES], &all[step % SHAPES]).expect(valid);
        world.step().expect(valid);
        let queries = world.queries().expect(valid);
        let own = |number: usize| QueryFilter::new().without(number as u32);
        queries.closest_hits(&rays, own, &mut hits).expect(valid);
        queries.any_hits(&rays, own, &mut any).expect(valid);
        queries.all_hits_of(&rays, own, &mut all_hits).expect(valid);
        queries.overlapping_of(&all, own, &mut touched).expect(valid);
        queries.any_overlaps(&all, own, &mut any).expect(valid);
        queries.nearest_of(&all, 5, 3.0, own, &mut near).expect(valid);
        queries.closest_casts(&casts, own, &mut cast_hits).expect(valid);
        queries.all_casts_of(&casts, own, &mut all_casts).expect(valid);
        assert!(all_hits.items().len() > 10 * SHAPES && touched.items().len() > SHAPES);
    }
    allocations() - before
}

pub(crate) fn check() {
    for threads in [1, 2] {
        assert_eq!(pool(threads).install(measure), 0, "{threads} threads");
    }
}
