//! What slides and rolls over floors of many parts meets no edge between them.

use std::sync::Arc;

use jostle::{
    Shape, World,
    shape::{Attributes, HeightField, Mobility, Parts, Rotation},
};

use super::made::floor;

/// A ball that rolls over a floor for 1,000 steps: all normals, and how many contacts there were.
fn roll(
    parts: Parts<3>,
    rotation: impl Into<Rotation<3>>,
    down: [f32; 3],
    at: impl Fn(f32) -> [f32; 3],
) {
    let mut world = World::<3>::new();
    let ground = Shape::composite(&Arc::new(parts), [0.0; 3], rotation);
    let fixed = Attributes::new().with_mobility(Mobility::Static);
    world.shapes_mut().insert_with(ground, fixed).expect("it is valid");
    let ball = world.shapes_mut().insert(Shape::ball(at(0.0), 0.5)).expect("it is valid");
    let (mut contacts, mut crossed) = (0, 0);
    for step in 0..1000 {
        world
            .shapes_mut()
            .set(ball, Shape::ball(at(step as f32 / 1000.0), 0.5))
            .expect("it is there");
        world.step().expect("all is valid");
        let mut of_step = 0;
        for contact in world.contacts().iter() {
            // From the ball to the floor.
            for axis in 0..3 {
                let off = (contact.normal[axis] - down[axis]).abs();
                assert!(off < 1e-4, "step {step}: {contact:?}");
            }
            assert!((contact.distance + 0.01).abs() < 1e-3, "step {step}: {contact:?}");
            of_step += 1;
        }
        assert!(of_step > 0, "step {step}");
        contacts += of_step;
        crossed += usize::from(of_step > 1);
    }
    assert!(contacts > 1500 && crossed > 300, "{contacts} {crossed}");
}

#[test]
fn a_ball_rolls_over_a_flat_mesh_of_ten_thousand_triangles() {
    let parts = Parts::mesh(floor(71, 20.0, || 0.0)).expect("it has triangles");
    assert!(parts.len() > 10_000);
    roll(parts, Rotation::IDENTITY, [0.0, -1.0, 0.0], |t| [2.0 + 15.0 * t, 0.49, 3.0 + 11.0 * t]);
}

#[test]
fn a_ball_rolls_over_a_height_field() {
    let field = HeightField::new(&[0.0; 64 * 64], 64, [0.3, 0.3]).expect("it is valid");
    let parts = Parts::height_field(field).expect("there is memory");
    roll(parts, Rotation::IDENTITY, [0.0, -1.0, 0.0], |t| [2.0 + 13.0 * t, 0.49, 3.0 + 11.0 * t]);
}
