//! Where a shape comes from, if what it consisted of then is in the set no more.

use std::sync::Arc;

use jostle::{
    Handle, Shape, World,
    shape::{Attributes, Parts, Rotation},
};

/// More pieces of geometry than a set takes in before it looks for those that no shape has.
const MANY: usize = 1000;

/// A disc at a place beside the center of a composite.
fn beside(center: [f32; 2], offset: [f32; 2]) -> Shape<2> {
    let parts = Parts::compound(vec![Shape::ball(offset, 0.5)]).expect("a disc is a part");
    Shape::composite(&Arc::new(parts), center, Rotation::IDENTITY)
}

/// Puts in and takes out composites, each with geometry of its own, far from all others.
fn exchange(world: &mut World<2>) {
    for number in 0..MANY {
        let far = beside([1000.0 + 10.0 * number as f32, 0.0], [0.0, -50.0]);
        let handle = world.shapes_mut().insert(far).expect("it is valid");
        if number % 2 == 0 {
            world.shapes_mut().remove(handle).expect("it is there");
        }
    }
}

/// Steps, and says whether these two met on their way.
fn met(world: &mut World<2>, [a, b]: [Handle; 2]) -> bool {
    world.step().expect("nothing is wrong");
    let hits = world.ccd_hits().iter();
    let names = hits.map(|hit| [hit.pair.a, hit.pair.b].map(|index| world.handle(index)));
    let mut names = names.collect::<Vec<_>>().into_iter();
    names.any(|pair| pair.contains(&Some(a)) && pair.contains(&Some(b)))
}

#[test]
fn a_shape_comes_from_the_geometry_that_it_had() {
    for exchanges in [false, true] {
        let (mut world, fast) = (World::<2>::new(), Attributes::new().with_ccd(true));
        let shapes = world.shapes_mut();
        let still = shapes.insert(beside([0.0, 0.0], [0.0, 5.0])).expect("it is valid");
        let bullet = shapes.insert_with(Shape::ball([-5.0, 5.0], 0.1), fast);
        let bullet = bullet.expect("it is valid");
        assert!(!met(&mut world, [still, bullet]));
        // At the begin of the step its disc is where the ball passes.
        let shapes = world.shapes_mut();
        shapes.set(still, beside([0.0, 0.0], [0.0, 20.0])).expect("it is valid");
        shapes.set(bullet, Shape::ball([5.0, 5.0], 0.1)).expect("it is valid");
        if exchanges {
            exchange(&mut world);
        }
        assert!(met(&mut world, [still, bullet]), "{exchanges}");
        // Now it is not.
        world.shapes_mut().set(bullet, Shape::ball([-5.0, 5.0], 0.1)).expect("it is valid");
        assert!(!met(&mut world, [still, bullet]), "{exchanges}");
    }
}

#[test]
fn a_fast_shape_comes_from_the_geometry_that_it_came_in_with() {
    for exchanges in [false, true] {
        let (mut world, fast) = (World::<2>::new(), Attributes::new().with_ccd(true));
        let shapes = world.shapes_mut();
        let wall = Shape::aligned_box([0.0, 5.0], [0.1, 1.0]);
        let wall = shapes.insert(wall).expect("it is valid");
        let bullet = shapes.insert_with(beside([-5.0, 0.0], [0.0, 5.0]), fast);
        let bullet = bullet.expect("it is valid");
        shapes.set(bullet, beside([5.0, 0.0], [0.0, 20.0])).expect("it is valid");
        if exchanges {
            exchange(&mut world);
        }
        assert!(met(&mut world, [wall, bullet]), "{exchanges}");
    }
}

#[test]
fn geometry_that_no_shape_has_is_forgotten() {
    let mut world = World::<2>::new();
    let one = world.shapes_mut().insert(beside([0.0, 0.0], [0.0, 5.0])).expect("it is valid");
    let mut most = [0; 2];
    for step in 0..3000 {
        let other = beside([0.0, 0.0], [0.0, step as f32]);
        world.shapes_mut().set(one, other).expect("it is valid");
        world.step().expect("nothing is wrong");
        let most = &mut most[usize::from(step >= 1000)];
        *most = (*most).max(world.shapes().composites().parts().len());
    }
    assert!((2..=200).contains(&most[0]), "{most:?}");
    assert_eq!(most[0], most[1], "they are more and more");
}
