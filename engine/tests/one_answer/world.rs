//! Steps of a world of shapes of all kinds.

use jostle::{
    SimdLevel, World,
    shape::{Attributes, Mobility},
};

use crate::{
    Digests,
    common::Random,
    shapes::{All, Kinds},
};

const SHAPES: u32 = 150;
const STEPS: usize = 15;

pub(crate) fn add<const D: usize>(digests: &mut Digests, level: SimdLevel)
where
    All: Kinds<D>,
{
    for margin in [0.0, 0.2] {
        let mut random = Random::seeded(9);
        let mut world = World::new().with_level(level);
        world = world.with_margin(margin).expect("it is a number");
        for number in 0..SHAPES {
            let mobility = match number % 9 {
                0 => Mobility::Static,
                1 | 2 => Mobility::Sleeping,
                _ => Mobility::Moving,
            };
            let attributes = Attributes::new()
                .with_sensor(number % 11 == 0)
                .with_ccd(number % 4 == 0)
                .with_mobility(mobility);
            let shape = All::any(&mut random, number);
            world.shapes_mut().insert_with(shape, attributes).expect("it is valid");
        }
        let moves: Vec<[f32; D]> = (0..SHAPES).map(|_| random.point(-0.05, 0.05)).collect();
        let (mut contacts, mut others, mut hits) = (Vec::new(), Vec::new(), 0);
        for step in 0..STEPS {
            let mut centers = world.shapes().balls().centers().map(<[f32]>::to_vec);
            // Once far enough to be fast.
            let by = if step == 7 { 40.0 } else { 1.0 };
            for (axis, column) in centers.iter_mut().enumerate() {
                column.iter_mut().zip(&moves).for_each(|(at, way)| *at += by * way[axis]);
            }
            let centers = centers.each_ref().map(Vec::as_slice);
            world.shapes_mut().set_ball_centers(centers).expect("they are as many");
            world.step().expect("nothing is wrong");
            contacts.push(format!("{:?}", world.contacts().iter().collect::<Vec<_>>()));
            hits += world.ccd_hits().len();
            let changes = world.contact_changes();
            let (begun, ended): (Vec<_>, Vec<_>) =
                (changes.begun().collect(), changes.ended().collect());
            let sensors = world.sensor_overlaps().to_vec();
            let sleeping = world.sleeping_contacts().to_vec();
            others.push((begun, ended, sensors, sleeping, world.ccd_hits().to_vec()));
        }
        assert!(hits > 0);
        digests.add(&format!("world {D}, margin {margin}, contacts"), &contacts);
        digests.add(&format!("world {D}, margin {margin}, others"), &others);
    }
}
