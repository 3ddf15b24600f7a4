//! After some frames of a moving scene nothing is allocated any more, on any thread.

use jostle::{
    BroadPhase, Join, Pairs,
    bvh::{Bvh, Lists},
    geometry::Ray,
};

use crate::common::{Boxes, Random, allocations, best, pool, uniform};

const WARM_UP: usize = 30;
const FRAMES: usize = 100;

/// Boxes that swing about their places, each at a pace of its own: a scene in a steady state.
struct Swinging {
    boxes: Boxes<3>,
    /// Boxes that stay.
    few: Boxes<3>,
    velocity: [Vec<f32>; 3],
    frame: usize,
    /// Where queries are asked, and rays from there.
    points: Vec<[f32; 3]>,
    rays: Vec<Ray<3>>,
}

impl Swinging {
    fn new(count: usize) -> Self {
        let mut random = Random::seeded(61);
        let boxes = uniform(&mut random, count, (0.4 * count as f32).cbrt(), 1.0);
        let velocity =
            std::array::from_fn(|_| (0..count).map(|_| random.between(-0.02, 0.02)).collect());
        let points = (0..3000).map(|index| boxes.min.each_ref().map(|min| min[index])).collect();
        let few = uniform(&mut random, 100, (0.4 * count as f32).cbrt(), 1.0);
        Self { boxes, few, velocity, frame: 0, points, rays: Vec::with_capacity(3000) }
    }

    /// Moves all boxes by a frame; they turn back every tenth.
    fn step(&mut self) {
        self.frame += 1;
        let direction = if (self.frame / 10).is_multiple_of(2) { 1.0 } else { -1.0 };
        for axis in 0..3 {
            let columns = self.boxes.min[axis].iter_mut().zip(&mut self.boxes.max[axis]);
            for ((min, max), velocity) in columns.zip(&self.velocity[axis]) {
                *min += direction * velocity;
                *max += direction * velocity;
            }
        }
    }
}

/// Allocations in the frames after the warm-up.
fn measure(phase: &mut dyn BroadPhase<3>) -> u64 {
    // All against all takes its time.
    let count = if phase.name() == "brute-force" { 3000 } else { 20_000 };
    let mut scene = Swinging::new(count);
    let mut pairs = Pairs::new();
    let mut before = 0;
    let mut seen = [u64::MAX, 0];
    for frame in 0..WARM_UP + FRAMES {
        if frame == WARM_UP {
            before = allocations();
        }
        scene.step();
        let join = Join::within(scene.boxes.bounds());
        let found = phase.pairs(&join, &mut pairs).expect("the call is valid").pairs;
        let counted = phase.count(&join).expect("the call is valid").pairs;
        assert_eq!(found, counted);
        // Two sets of unlike size: what is kept for the one must not be given up for the other.
        let few = Join::between(scene.boxes.bounds(), scene.few.bounds());
        phase.count(&few).expect("the call is valid");
        seen = [seen[0].min(found), seen[1].max(found)];
    }
    let after = allocations();
    assert!(seen[0] > count as u64 / 2, "hardly any pairs: {seen:?}");
    assert!(seen[0] < seen[1], "the scene does not move: {seen:?} pairs");
    after - before
}

/// Allocations of refits and batches of queries in the frames after the warm-up.
fn measure_queries() -> u64 {
    let mut scene = Swinging::new(20_000);
    let mut bvh = Bvh::<3>::new();
    let (mut hits, mut neighbors, mut touching) = (Vec::new(), Lists::new(), Lists::new());
    let mut before = 0;
    let mut seen = [0; 3];
    bvh.build(scene.boxes.bounds()).expect("the boxes are valid");
    for frame in 0..WARM_UP + FRAMES {
        if frame == WARM_UP {
            before = allocations();
        }
        scene.step();
        bvh.refit(scene.boxes.bounds()).expect("the boxes are valid");
        let corners = scene.points.iter().map(|point| Ray::new(*point, [1.0, 0.5, -0.25]));
        scene.rays.clear();
        scene.rays.extend(corners);
        bvh.closest_hits(&scene.rays, |_, _| true, &mut hits).expect("the rays are valid");
        bvh.nearest_of(&scene.points, 8, 9.0, |_, _| true, &mut neighbors).expect("valid");
        bvh.overlapping_of(&scene.points, |_, _| true, &mut touching).expect("valid");
        seen[0] += hits.iter().flatten().count();
        seen[1] += neighbors.items().len();
        seen[2] += touching.items().len();
    }
    let after = allocations();
    assert!(seen.iter().all(|answers| *answers > 10_000), "hardly any answers: {seen:?}");
    after - before
}

pub(crate) fn check() {
    for threads in [1, 2, 3, 8] {
        for mut phase in best::<3>() {
            let phase = &mut *phase;
            let allocated = pool(threads).install(|| measure(phase));
            assert_eq!(allocated, 0, "{}, {threads} threads", phase.name());
        }
        let allocated = pool(threads).install(measure_queries);
        assert_eq!(allocated, 0, "refit and queries, {threads} threads");
    }
}
