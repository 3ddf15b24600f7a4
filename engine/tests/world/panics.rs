//! Panics of the user's functions are the user's: whoever catches one goes on with the world, and
//! the next step finds what it would have found.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
};

use jostle::{
    BroadPhase, CollisionPipeline, Error, Handle, Join, Pair, Shape, World,
    broad::{Auto, Output, RunStats, VerletSap},
    geometry::ray::Ray,
    query::QueryFilter,
    shape::{Attributes, Columns, Mobility},
    step::PipelineInput,
    validate::InvalidShape,
};

use crate::common::{Random, SAID, panics, pool, watched};

/// Threads on which all of it happens: alone, and more than this machine may have.
const THREADS: [usize; 3] = [1, 2, 8];

/// Shapes of which steps are shared by threads.
const SHAPES: usize = 4000;

/// Panics when it was called so often.
struct Bomb(AtomicUsize);

impl Bomb {
    fn after(calls: usize) -> Self {
        Self(AtomicUsize::new(calls))
    }

    fn tick(&self) {
        let left = self.0.load(Relaxed);
        self.0.store(left.saturating_sub(1), Relaxed);
        assert!(left > 0, "{}", SAID);
    }
}

/// A broad phase that panics where it is told, before it is asked or after it answered.
struct Panicking {
    phase: VerletSap<2>,
    before: Arc<AtomicBool>,
    behind: Arc<AtomicBool>,
}

impl BroadPhase<2> for Panicking {
    fn name(&self) -> &'static str {
        "panicking"
    }

    fn run(&mut self, join: &Join<'_, 2>, output: Output<'_>) -> Result<RunStats, Error> {
        if self.before.load(Relaxed) {
            std::panic::panic_any(SAID);
        }
        let stats = self.phase.run(join, output);
        if self.behind.load(Relaxed) {
            std::panic::panic_any(SAID);
        }
        stats
    }

    fn invalid(&self) -> &[InvalidShape] {
        self.phase.invalid()
    }

    fn memory_bytes(&self) -> usize {
        self.phase.memory_bytes()
    }
}

fn attributes(random: &mut Random) -> Attributes {
    let mobility =
        random.pick(&[Mobility::Moving, Mobility::Moving, Mobility::Sleeping, Mobility::Static]);
    Attributes::new()
        .with_mobility(mobility)
        .with_sensor(random.percent(10.0))
        .with_ccd(random.percent(10.0))
        .with_enabled(random.percent(95.0))
}

/// Two worlds that are told the same, of which the second one is asked in vain, too.
struct Twins {
    worlds: [World<2>; 2],
    live: Vec<Handle>,
    random: Random,
}

impl Twins {
    fn new(seed: u64, phase: impl BroadPhase<2> + 'static) -> Self {
        let worlds = [World::new(), World::new().with_broad_phase(phase)];
        let mut twins = Self { worlds, live: Vec::new(), random: Random::seeded(seed) };
        (0..SHAPES).for_each(|_| twins.insert());
        twins
    }

    fn shape(&mut self) -> Shape<2> {
        let center = self.random.point(0.0, 60.0);
        let half = self.random.point(0.2, 0.8);
        if self.random.percent(50.0) {
            Shape::ball(center, half[0])
        } else {
            Shape::aligned_box(center, half)
        }
    }

    fn insert(&mut self) {
        let (shape, attributes) = (self.shape(), attributes(&mut self.random));
        let [one, other] = self
            .worlds
            .each_mut()
            .map(|world| world.shapes_mut().insert_with(&shape, attributes).expect("it is valid"));
        assert_eq!(one, other);
        self.live.push(one);
    }

    /// Some of everything.
    fn change(&mut self) {
        for _ in 0..self.random.below(400) {
            let at = self.random.below(self.live.len());
            let handle = self.live[at];
            match self.random.below(5) {
                0 => self.insert(),
                1 => {
                    self.live.swap_remove(at);
                    for world in &mut self.worlds {
                        world.shapes_mut().remove(handle).expect("it is there");
                    }
                }
                2 => {
                    let attributes = attributes(&mut self.random);
                    for world in &mut self.worlds {
                        let set = world.shapes_mut().set_attributes(handle, attributes);
                        set.expect("it is there");
                    }
                }
                _ => {
                    let shape = self.shape();
                    for world in &mut self.worlds {
                        world.shapes_mut().set(handle, &shape).expect("it is valid");
                    }
                }
            }
        }
    }

    /// Steps both, which are to find the same, and says how much that was.
    fn step(&mut self) -> [usize; 6] {
        for world in &mut self.worlds {
            world.step().map(|_| ()).expect("nothing is wrong");
        }
        let [one, other] = &self.worlds;
        assert_eq!(one.pairs(), other.pairs());
        assert_eq!(one.contacts().digest(u64::from), other.contacts().digest(u64::from));
        assert_eq!(one.sensor_overlaps(), other.sensor_overlaps());
        assert_eq!(one.ccd_hits(), other.ccd_hits());
        assert_eq!(one.sleeping_contacts(), other.sleeping_contacts());
        for changes in [World::contact_changes, World::sensor_changes, World::ccd_changes] {
            let [one, other] = [one, other].map(changes);
            assert_eq!(one.counts(), other.counts());
            assert!(one.ended().eq(other.ended()) && one.begun().eq(other.begun()));
        }
        let counts = one.contact_changes().counts();
        let rare =
            [one.sensor_overlaps().len(), one.ccd_hits().len(), one.sleeping_contacts().len()];
        let [sensed, met, asleep] = rare;
        [counts.begun, counts.persisted, counts.ended, sensed, met, asleep]
    }
}

/// After a step that panicked nothing is found, and whoever asks is told so.
fn check_is_empty(world: &World<2>) {
    assert!(world.touching().is_empty() && world.contacts().is_empty());
    assert!(world.pairs().is_empty() && world.sensor_overlaps().is_empty());
    assert!(world.ccd_hits().is_empty());
    for changes in [world.contact_changes(), world.sensor_changes(), world.ccd_changes()] {
        assert_eq!((changes.counts().begun, changes.counts().ended), (0, 0));
        assert_eq!((changes.begun().count(), changes.ended().count()), (0, 0));
    }
}

#[test]
fn a_step_whose_filter_panics_never_was() {
    watched(|| {
        let mut all = [0; 6];
        for (seed, threads) in (0..).zip(THREADS) {
            pool(threads).install(|| {
                let mut twins = Twins::new(seed, Auto::new());
                for step in 0..12 {
                    twins.change();
                    if step % 3 > 0 {
                        // At once, in the midst of contacts, or among those that move fast.
                        let bomb = Bomb::after([0, 50, 3000][step % 4 % 3]);
                        panics(|| {
                            let wants = |_: [Handle; 2], _: [u64; 2]| {
                                bomb.tick();
                                true
                            };
                            twins.worlds[1].step_where(wants).map(|_| ()).expect("it panics");
                        });
                        check_is_empty(&twins.worlds[1]);
                        twins.change();
                    }
                    let found = twins.step();
                    all.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
                }
            });
        }
        assert!(all.iter().all(|count| *count > 100), "{all:?}");
    });
}

#[test]
fn a_step_whose_broad_phase_panics_never_was() {
    watched(|| {
        for (seed, threads) in (10..).zip(THREADS) {
            pool(threads).install(|| {
                let (before, behind) = (Arc::default(), Arc::<AtomicBool>::default());
                let phase = VerletSap::new();
                let phase =
                    Panicking { phase, before: Arc::clone(&before), behind: behind.clone() };
                let mut twins = Twins::new(seed, phase);
                for step in 0..8 {
                    twins.change();
                    let flag = [&before, &behind][step % 2];
                    flag.store(true, Relaxed);
                    panics(|| {
                        twins.worlds[1].step().map(|_| ()).expect("it panics");
                    });
                    flag.store(false, Relaxed);
                    check_is_empty(&twins.worlds[1]);
                    twins.change();
                    twins.step();
                }
            });
        }
    });
}

#[test]
fn a_step_of_a_pipeline_whose_filter_panics_never_was() {
    watched(|| {
        for threads in THREADS {
            pool(threads).install(|| {
                let mut random = Random::seeded(20);
                let mut pipelines = [CollisionPipeline::<2>::new(), CollisionPipeline::new()];
                let mut column = || (0..SHAPES).map(|_| random.between(0.0, 60.0)).collect();
                let mut centers: [Vec<f32>; 2] = [column(), column()];
                let radii = vec![0.6; SHAPES];
                for step in 0..6 {
                    centers[0].iter_mut().for_each(|x| *x += 0.1 * (*x * 7.0).sin());
                    let [x, y] = &centers;
                    let columns = Columns::default().with_balls([x, y], &radii);
                    let input = PipelineInput::new(columns.expect("they are alike"));
                    let bomb = Bomb::after(1000 * step);
                    let wants = |_: Pair| {
                        bomb.tick();
                        true
                    };
                    panics(|| {
                        let input = input.with_pair_filter(&wants);
                        pipelines[1].step(input).map(|_| ()).expect("it panics");
                    });
                    assert!(pipelines[1].touching().is_empty() && pipelines[1].pairs().is_empty());
                    assert_eq!(pipelines[1].events().counts().ended, 0);
                    for pipeline in &mut pipelines {
                        pipeline.step(input).map(|_| ()).expect("nothing is wrong");
                    }
                    let [one, other] = &pipelines;
                    assert!(one.touching().len() > 1000, "{}", one.touching().len());
                    assert_eq!(one.touching(), other.touching());
                    assert_eq!(one.events().counts(), other.events().counts());
                }
            });
        }
    });
}

#[test]
fn a_resolver_that_panics_is_asked_again() {
    watched(|| {
        for threads in THREADS {
            pool(threads).install(|| {
                let mut twins = Twins::new(30, Auto::new());
                twins.step();
                let world = &mut twins.worlds[1];
                let (shapes, pairs) = (world.shapes().len(), world.touching().len());
                assert!(pairs > 1000, "{pairs}");
                for calls in [0, 1, pairs / 2] {
                    let bomb = Bomb::after(calls);
                    panics(|| {
                        let mut states = vec![0_u32; shapes];
                        let mut of_pairs = vec![0_u32; pairs];
                        let done =
                            world.resolve_with(&mut states, &mut of_pairs, |_, _, _, _, _| {
                                bomb.tick()
                            });
                        done.expect("it panics");
                    });
                    let (mut states, mut of_pairs) = (vec![0_u32; shapes], vec![0_u32; pairs]);
                    let count = world.resolve_with(
                        &mut states,
                        &mut of_pairs,
                        |_, _, mut a, mut b, pair| {
                            *pair += 1;
                            for state in [a.get_mut(), b.get_mut()].into_iter().flatten() {
                                *state += 1;
                            }
                        },
                    );
                    count.expect("there is memory");
                    assert!(of_pairs.iter().all(|count| *count == 1));
                    let rests = world.static_or_sleeping();
                    let mut expected = vec![0; shapes];
                    for pair in world.touching() {
                        for index in [pair.a, pair.b].map(|index| index as usize) {
                            expected[index] += 1;
                        }
                    }
                    let moving = (0..shapes).filter(|index| !rests[*index]);
                    assert!(moving.clone().count() > 1000);
                    assert!(moving.into_iter().all(|index| states[index] == expected[index]));
                }
            });
        }
    });
}

#[test]
fn a_query_whose_filter_panics_is_asked_again() {
    watched(|| {
        for threads in THREADS {
            pool(threads).install(|| {
                let mut twins = Twins::new(40, Auto::new());
                twins.step();
                let mut random = Random::seeded(41);
                let ray = |_| Ray::new(random.point(0.0, 60.0), random.point(-1.0, 1.0));
                let rays: Vec<Ray<2>> = (0..3000).map(ray).collect();
                let [mut expected, mut found] = [Vec::new(), Vec::new()];
                let [one, other] = &twins.worlds;
                let queries = one.queries().expect("there is memory");
                let all = |_| QueryFilter::default();
                queries.closest_hits(&rays, all, &mut expected).expect("they are valid");
                assert!(expected.iter().flatten().count() > 1000);
                for calls in [0, 1, 1000] {
                    let bomb = Bomb::after(calls);
                    let accept = |_| {
                        bomb.tick();
                        true
                    };
                    let filter = |_| QueryFilter::default().accepting(&accept);
                    let queries = other.queries().expect("there is memory");
                    panics(|| {
                        queries.closest_hits(&rays, filter, &mut found).expect("it panics");
                    });
                    panics(|| {
                        let bomb = Bomb::after(0);
                        let accept = |_| {
                            bomb.tick();
                            true
                        };
                        let filter = QueryFilter::default().accepting(&accept);
                        for ray in &rays {
                            queries.closest_hit(ray, filter).expect("it panics");
                        }
                    });
                    queries.closest_hits(&rays, all, &mut found).expect("they are valid");
                    assert_eq!(found, expected);
                }
            });
        }
    });
}
