//! Pools that come and go, and pools within pools, change nothing.

use jostle::{Shape, World};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::common::{Random, watched};

/// Shapes of which steps are shared by threads.
const SHAPES: usize = 4000;

fn new_pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

fn world() -> World<3> {
    let (mut world, mut random) = (World::new(), Random::seeded(1));
    for _ in 0..SHAPES {
        let ball = Shape::ball(random.point(0.0, 12.0), random.between(0.2, 0.6));
        world.shapes_mut().insert(ball).expect("it is valid");
    }
    world
}

/// The same motion of all worlds.
fn drift(world: &mut World<3>, step: usize) {
    let mut x = world.shapes().balls().centers()[0].to_vec();
    x.iter_mut().enumerate().for_each(|(index, x)| *x += 0.05 * ((index + step) as f32).sin());
    let centers = world.shapes().balls().centers();
    let [y, z] = [centers[1].to_vec(), centers[2].to_vec()];
    world.shapes_mut().set_ball_centers([&x, &y, &z]).expect("they are as many");
}

#[test]
fn pools_come_and_go_between_steps() {
    watched(|| {
        let [mut alone, mut other] = [world(), world()];
        let one = new_pool(1);
        let mut steps = 0;
        for step in 0..24 {
            drift(&mut alone, step);
            drift(&mut other, step);
            one.install(|| alone.step().map(|_| ())).expect("nothing is wrong");
            let threads = [1, 2, 3, 8, 5][step % 5];
            let pool = new_pool(threads);
            let found = match step % 4 {
                // On all of its threads, and on those of another one that waits within it.
                0 => pool.install(|| other.step().map(|_| ())),
                1 => new_pool(2).install(|| pool.install(|| other.step().map(|_| ()))),
                // The inner one is gone before the outer one goes on.
                2 => pool.install(|| new_pool(3).install(|| other.step().map(|_| ()))),
                // In none, so in the global one.
                _ => other.step().map(|_| ()),
            };
            drop(pool);
            found.expect("nothing is wrong");
            assert_eq!(alone.touching(), other.touching(), "step {step}");
            assert_eq!(
                alone.contacts().digest(u64::from),
                other.contacts().digest(u64::from),
                "step {step}"
            );
            let counts = [&alone, &other].map(|world| world.contact_changes().counts());
            assert_eq!(counts[0], counts[1]);
            steps += usize::from(counts[0].begun > 0 && counts[0].ended > 0);
        }
        assert!(steps > 20, "{steps}");
    });
}

#[test]
fn a_thread_that_is_a_pool_by_itself_needs_no_other() {
    watched(|| {
        let mut world = world();
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let alone = alone.expect("this thread is in no pool");
        alone.install(|| world.step().map(|_| ())).expect("nothing is wrong");
        assert_eq!(rayon::current_num_threads(), 1);
        assert!(world.touching().len() > 1000);
    });
}

#[test]
fn worlds_are_stepped_beside_each_other_in_one_pool() {
    watched(|| {
        let mut worlds: Vec<World<3>> = (0..6).map(|_| world()).collect();
        let pool = new_pool(3);
        pool.scope(|scope| {
            for world in &mut worlds {
                scope.spawn(|_| {
                    for step in 0..4 {
                        drift(world, step);
                        world.step().map(|_| ()).expect("nothing is wrong");
                    }
                });
            }
        });
        let digests = worlds.iter().map(|world| world.contacts().digest(u64::from));
        let digests: Vec<_> = digests.collect();
        assert!(digests.iter().all(|digest| *digest == digests[0]));
        assert!(worlds[0].contacts().len() > 1000);
    });
}
