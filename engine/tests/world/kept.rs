//! What is kept from step to step changes no answer: worlds that keep candidates, on some threads
//! and at some levels, against one that finds all pairs anew, over random frames.

use jostle::{
    Handle, Sap, Shape, SimdLevel, World,
    broad::{Auto, AutoCandidate, VerletSap},
    digest::Digest,
    shape::{Attributes, Mobility},
};
use rayon::ThreadPool;

use crate::common::{Random, pool, scale};

const SHAPES: usize = 400;

/// What a step found, in canonical order.
#[derive(Debug, PartialEq)]
struct Found {
    pairs: Digest,
    contacts: Digest,
    begun: Digest,
    persisted: Digest,
    ended: Vec<[Handle; 2]>,
    sensor_overlaps: Digest,
}

impl Found {
    fn in_step<const D: usize>(world: &World<D>) -> Self {
        let changes = world.contact_changes();
        Self {
            pairs: Digest::of(world.pairs()),
            contacts: world.contacts().digest(u64::from),
            begun: Digest::of(&changes.begun().collect::<Vec<_>>()),
            persisted: Digest::of(&changes.persisted().collect::<Vec<_>>()),
            ended: changes.ended().collect(),
            sensor_overlaps: Digest::of(world.sensor_overlaps()),
        }
    }
}

/// How often something happened.
#[derive(Debug, Default)]
struct Happened {
    frames: usize,
    /// Frames in which candidates were kept, by the broad phase itself and by the one that chooses.
    kept: [usize; 2],
    changes: usize,
    begun: usize,
    ended: usize,
}

/// Worlds with the same shapes. The first one keeps nothing.
struct Worlds<const D: usize> {
    worlds: Vec<(World<D>, &'static ThreadPool)>,
    live: Vec<Handle>,
    ways: Vec<[f32; D]>,
    random: Random,
    side: f32,
}

impl<const D: usize> Worlds<D> {
    fn new(seed: u64) -> Self {
        let (detected, portable) = (SimdLevel::detect(), SimdLevel::PORTABLE);
        let worlds = vec![
            (World::new().with_broad_phase(Sap::new()).with_level(detected), pool(1)),
            (World::new().with_broad_phase(VerletSap::new()).with_level(detected), pool(3)),
            (World::new().with_broad_phase(VerletSap::new()).with_level(portable), pool(1)),
            (World::new().with_broad_phase(Auto::new()).with_level(detected), pool(2)),
        ];
        let side = (2.0 * SHAPES as f32).powf(1.0 / D as f32);
        let mut all =
            Self { worlds, live: Vec::new(), ways: Vec::new(), random: Random::seeded(seed), side };
        (0..SHAPES).for_each(|_| all.insert());
        all
    }

    fn shape(&mut self) -> Shape<D> {
        let center = self.random.point(0.0, self.side);
        let size = self.random.between(0.2, 0.8);
        if self.random.percent(80.0) {
            Shape::ball(center, size)
        } else {
            Shape::aligned_box(center, [size; D])
        }
    }

    fn attributes(&mut self) -> Attributes {
        let random = &mut self.random;
        let mobilities = [Mobility::Moving, Mobility::Moving, Mobility::Sleeping, Mobility::Static];
        let mut attributes = Attributes::new().with_mobility(random.pick(&mobilities));
        attributes.sensor = random.percent(5.0);
        attributes.enabled = !random.percent(5.0);
        if random.percent(10.0) {
            (attributes.category, attributes.mask) = (1 << random.below(3), random.below(8) as u32);
        }
        attributes
    }

    fn insert(&mut self) {
        let shape = self.shape();
        let attributes =
            if self.random.percent(30.0) { self.attributes() } else { Attributes::new() };
        let insert = |(world, _): &mut (World<D>, _)| {
            world.shapes_mut().insert_with(shape.clone(), attributes).expect("it is valid")
        };
        let handles: Vec<Handle> = self.worlds.iter_mut().map(insert).collect();
        assert!(handles.iter().all(|handle| *handle == handles[0]));
        self.live.push(handles[0]);
    }

    /// One change of all worlds.
    fn change(&mut self) {
        let some = self.random.below(self.live.len());
        let handle = self.live[some];
        let (shape, attributes) = (self.shape(), self.attributes());
        match self.random.below(6) {
            0 => self.insert(),
            1 if self.live.len() > SHAPES / 2 => {
                self.live.swap_remove(some);
                self.each(|world| world.shapes_mut().remove(handle).expect("it is there"));
            }
            2 => self.each(|world| world.shapes_mut().set(handle, &shape).expect("it is valid")),
            3 => self.each(|world| {
                world.shapes_mut().set_attributes(handle, attributes).expect("it is there");
            }),
            4 => {
                let mobility = self.random.pick(&[Mobility::Moving, Mobility::Sleeping]);
                let many: Vec<Handle> = self.live.iter().copied().step_by(1 + some).collect();
                self.each(|world| {
                    world.shapes_mut().set_mobility(&many, mobility).expect("they are there");
                });
            }
            _ => {
                let jump = self.random.point(-0.3, 0.3);
                let row = self.random.below(self.ways.len().max(1));
                self.move_balls(|index, _| if index == row { jump } else { [0.0; D] });
            }
        }
    }

    fn each(&mut self, change: impl Fn(&mut World<D>)) {
        self.worlds.iter_mut().for_each(|(world, _)| change(world));
    }

    /// Moves all balls, each by its number and by where it is.
    fn move_balls(&mut self, way: impl Fn(usize, [f32; D]) -> [f32; D]) {
        let mut centers = self.worlds[0].0.shapes().balls().centers().map(<[f32]>::to_vec);
        for index in 0..centers[0].len() {
            let at = centers.each_ref().map(|column| column[index]);
            let way = way(index, at);
            (0..D).for_each(|axis| centers[axis][index] += way[axis]);
        }
        let centers = centers.each_ref().map(Vec::as_slice);
        self.each(|world| world.shapes_mut().set_ball_centers(centers).expect("they are as many"));
    }

    /// Moves all balls on by some of their ways, turning at walls.
    fn go_on(&mut self, times: f32) {
        let balls = self.worlds[0].0.shapes().balls().radii().len();
        while self.ways.len() < balls {
            self.ways.push(self.random.point(-0.01, 0.01));
        }
        let (ways, side) = (std::mem::take(&mut self.ways), self.side);
        let mut turned = ways.clone();
        let centers = self.worlds[0].0.shapes().balls().centers().map(<[f32]>::to_vec);
        for (index, way) in turned.iter_mut().enumerate().take(balls) {
            for (axis, way) in way.iter_mut().enumerate() {
                let at = centers[axis][index];
                *way = if at < 0.0 {
                    way.abs()
                } else if at > side {
                    -way.abs()
                } else {
                    *way
                };
            }
        }
        self.move_balls(|index, _| turned[index].map(|way| times * way));
        self.ways = turned;
    }

    fn step(&mut self, happened: &mut Happened, frame: usize) {
        let mut tests = Vec::new();
        for (world, pool) in &mut self.worlds {
            let stats = pool.install(|| world.step()).expect("nothing is wrong");
            let choice = stats.broad.choice.map(|choice| choice.broad_phase);
            happened.kept[1] += usize::from(choice == Some(AutoCandidate::VerletSap));
            tests.push(stats.broad.tests);
        }
        let expected = Found::in_step(&self.worlds[0].0);
        for (world, _) in &self.worlds[1..] {
            let name = world.pipeline().broad_phase().name();
            assert_eq!(Found::in_step(world), expected, "frame {frame}, {name}");
        }
        let counts = self.worlds[0].0.contact_changes().counts();
        happened.begun += counts.begun;
        happened.ended += counts.ended;
        happened.kept[0] += usize::from(4 * tests[1] < tests[0]);
        happened.frames += 1;
    }
}

fn check<const D: usize>(seed: u64, frames: usize, happened: &mut Happened) {
    let mut worlds = Worlds::<D>::new(seed);
    for frame in 0..frames {
        // Calm for a while, then busy, at times without any motion or with all of it.
        let chance = [2.0, 60.0, 0.0, 10.0][frame / 64 % 4];
        while worlds.random.percent(chance) {
            worlds.change();
            happened.changes += 1;
        }
        let times = match frame % 512 {
            200..208 => 0.0,
            300 | 305 => 100.0,
            400..430 => 4.0,
            _ => 1.0,
        };
        worlds.go_on(times);
        worlds.step(happened, frame);
    }
}

#[test]
fn kept_candidates_change_no_answer() {
    let mut happened = Happened::default();
    for seed in 0..2 * scale() as u64 {
        check::<2>(seed, 500, &mut happened);
        check::<3>(seed, 500, &mut happened);
    }
    let Happened { frames, kept, changes, begun, ended } = happened;
    assert!(kept[0] > frames / 2 && kept[1] > frames / 4, "{happened:?}");
    assert!(changes > frames / 4 && begun > frames && ended > frames, "{happened:?}");
}
