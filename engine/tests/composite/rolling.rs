//! What slides and rolls over floors of many parts meets no edge between them.

use std::sync::Arc;

use jostle::{
    Shape, World,
    narrow::contact,
    shape::{Attributes, HeightField, Mobility, Parts, Rotation, Solid},
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
            for (normal, down) in contact.normal.iter().zip(down) {
                let off = (normal - down).abs();
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

/// Boxes, capsules and solids that slide over a flat mesh whose triangles are smaller than they
/// are, and larger: all normals are those of the floor, and something always holds them.
#[test]
fn whatever_slides_over_a_flat_mesh_is_held_from_below() {
    for cells in [8, 64] {
        let parts = Arc::new(Parts::mesh(floor(cells, 16.0, || 0.0)).expect("it has triangles"));
        let ground = Shape::composite(&parts, [0.0; 3], Rotation::IDENTITY);
        let turned = |angle: f32| Rotation::about([0.0, 1.0, 0.0], angle).expect("it is an axis");
        let shapes: [&dyn Fn([f32; 3], f32) -> Shape<3>; 4] = [
            &|at, angle| Shape::oriented_box(at, [0.6, 0.5, 0.4], turned(angle)),
            &|at, _| Shape::capsule([at[0] - 0.7, at[1], at[2]], [at[0] + 0.7, at[1], at[2]], 0.5),
            &|at, angle| Solid::cylinder(at, 0.5, 0.6, turned(angle)).into(),
            &|at, angle| Solid::rounded_box(at, [0.5, 0.4, 0.5], 0.1, turned(angle)).into(),
        ];
        for (number, shape) in shapes.iter().enumerate() {
            let (mut several, mut tilted) = (0, 0);
            for step in 0..300 {
                let t = step as f32 / 300.0;
                let shape = shape([2.0 + 11.0 * t, 0.49, 3.0 + 9.0 * t], 3.0 * t);
                let mut world = World::<3>::new();
                world.shapes_mut().insert(&ground).expect("it is valid");
                world.shapes_mut().insert(&shape).expect("it is valid");
                world.step().expect("all is valid");
                let mut deepest = 0.0_f32;
                for contact in world.contacts().iter() {
                    let down = if contact.pair.a == 0 { -1.0 } else { 1.0 };
                    let off = (contact.normal[1] - down).abs();
                    assert!(off < 1e-4, "shape {number}, step {step}: {contact:?}");
                    deepest = deepest.min(contact.distance);
                    tilted += usize::from(contact.points.is_empty());
                }
                assert!((deepest + 0.01).abs() < 1e-4, "shape {number}, step {step}: {deepest}");
                several += usize::from(world.contacts().len() > 2);
            }
            assert!(several > 50 && tilted == 0, "shape {number}: {several} {tilted}");
        }
    }
}

/// A ridge is met across both of its sides, and from above at its edge; a valley by its faces.
#[test]
fn ridges_are_met_at_their_edges_and_valleys_by_their_faces() {
    let slope = |height: f32| {
        let heights = [0.0, height, 0.0, 0.0, height, 0.0];
        let field = HeightField::new(&heights, 3, [1.0, 2.0]).expect("it is valid");
        let parts = Arc::new(Parts::height_field(field).expect("there is memory"));
        Shape::composite(&parts, [0.0; 3], Rotation::IDENTITY)
    };
    let over = contact(&slope(1.0), &Shape::ball([1.0, 1.4, 1.0], 0.5));
    let over = over.expect("both are valid").expect("they touch");
    assert_eq!((over.normal, over.distance), ([0.0, 1.0, 0.0], over.points()[0].distance));
    assert!((over.distance + 0.1).abs() < 1e-6);
    let half = 0.5_f32.sqrt();
    let in_valley = contact(&slope(-1.0), &Shape::ball([1.0, -0.4, 1.0], 0.5));
    let in_valley = in_valley.expect("both are valid").expect("they touch");
    assert!((in_valley.normal[0].abs() - half).abs() < 1e-6, "{in_valley:?}");
    assert!((in_valley.normal[1] - half).abs() < 1e-6, "{in_valley:?}");
}

/// The ground of a world in the plane: nothing catches at the vertices of a straight polyline, and
/// what comes over a corner is held by the corner.
#[test]
fn what_slides_along_a_polyline_does_not_catch() {
    let vertices: Vec<_> = (0..40).map(|i| [0.5 * i as f32, 0.0]).collect();
    for radius in [0.0, 0.125] {
        let line = Parts::polyline(vertices.clone(), false, radius).expect("it is valid");
        let ground = Shape::composite(&Arc::new(line), [0.0; 2], 0.0);
        let height = 0.49 + radius;
        let shapes: [&dyn Fn(f32) -> Shape<2>; 3] = [
            &|x| Shape::ball([x, height], 0.5),
            &|x| Shape::aligned_box([x, height], [0.8, 0.5]),
            &|x| Shape::capsule([x - 0.5, height], [x + 0.5, height], 0.5),
        ];
        for (number, shape) in shapes.iter().enumerate() {
            let mut several = 0;
            for step in 0..500 {
                let shape = shape(2.0 + 0.03 * step as f32);
                let mut world = World::<2>::new();
                world.shapes_mut().insert(&ground).expect("it is valid");
                world.shapes_mut().insert(&shape).expect("it is valid");
                world.step().expect("all is valid");
                for contact in world.contacts().iter() {
                    let up = contact.normal[1].abs();
                    assert!(up > 1.0 - 1e-4, "shape {number}, step {step}: {contact:?}");
                }
                several += usize::from(world.contacts().len() > 1);
                assert!(!world.contacts().is_empty());
            }
            assert!(several > 50, "shape {number}: {several}");
        }
    }
    let corner = vec![[-2.0, 0.0], [0.0, 0.0], [0.0, -2.0]];
    let corner = Arc::new(Parts::polyline(corner, false, 0.0).expect("it is valid"));
    let corner = Shape::composite(&corner, [0.0; 2], 0.0);
    let found = contact(&corner, &Shape::ball([0.3, 0.3], 0.5)).expect("both are valid");
    let found = found.expect("they touch");
    let half = 0.5_f32.sqrt();
    assert!((found.normal[0] - half).abs() < 1e-6 && (found.normal[1] - half).abs() < 1e-6);
}
