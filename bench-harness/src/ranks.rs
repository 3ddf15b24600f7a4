//! The pairs of a scene on many ranks: times, messages, and whether they are those of one machine.
//!
//! Each rank makes the whole scene and moves it, but hands in its own boxes only.

use std::time::{Duration, Instant};

use jostle::{Bounds, BroadPhase, Join, Pairs, Sap, digest::Digest, domain::Decomposition};
use jostle_mpi::{Balancer, DistributedBroadPhase, DistributedStats, LocalBoxes, Ranks, migrate};

use crate::{
    boxes::Shapes,
    runner::{Error, Row, SceneRequest, Setup, Silent, Spread, VERSION, bounds_of},
    scene::{Scene, with_scene},
};

/// Frames before those that count: buffers grow in them, and domains are cut.
const WARM_UP_FRAMES: usize = 4;

/// What runs on each rank.
#[derive(Clone, Copy, Debug)]
pub struct RanksRun {
    /// The scene.
    pub request: SceneRequest,
    /// Frames to time.
    pub frames: u32,
    /// The SIMD level, and threads of each rank. The broad phase is [`Sap`].
    pub setup: Setup,
    /// Whether the pairs of each frame are held against those of one machine.
    pub is_checked: bool,
}

impl RanksRun {
    /// Finds the pairs of the scene in each frame, on all ranks. Collective.
    ///
    /// # Errors
    /// When the scene cannot be made or a step fails; [`Error::Finding`] where the pairs of a frame
    /// are not those of one machine.
    pub fn run(&self, ranks: &impl Ranks) -> Result<Row, Error> {
        let mut shapes = self.request.make(&Silent)?;
        let row = self.tell(self.request.row("mpi", &shapes)).with("ranks", ranks.ranks());
        with_scene!(&mut shapes, scene => self.distributed(row, scene, ranks))
    }

    /// The same in one process that has no ranks: what they are to be compared with.
    ///
    /// # Errors
    /// As of [`run`](Self::run).
    pub fn run_alone(&self) -> Result<Row, Error> {
        let mut shapes = self.request.make(&Silent)?;
        let row = self.tell(self.request.row("mpi", &shapes));
        with_scene!(&mut shapes, scene => self.alone(row, scene))
    }

    fn tell(&self, row: Row) -> Row {
        self.setup.tell(row).with("frames", self.frames)
    }

    fn alone<const D: usize>(&self, row: Row, scene: &mut Scene<D>) -> Result<Row, Error> {
        let ids: Vec<u64> = (0..scene.shapes.len() as u64).collect();
        let mut sap = Sap::new().with_level(self.setup.level);
        let (mut pairs, mut mine, mut times) = (Pairs::new(), Vec::new(), Vec::new());
        for frame in 0..WARM_UP_FRAMES + self.frames as usize {
            take(&scene.shapes, &ids, &mut mine)?;
            let started = Instant::now();
            sap.pairs(&Join::within(bounds(&mine)?), &mut pairs)?;
            if frame >= WARM_UP_FRAMES {
                times.push(started.elapsed());
            }
            scene.step();
        }
        let row = row.with("pairs", pairs.len()).with("digest", Digest::of(&pairs).to_string());
        Ok(row.with("total_ms", Spread::of(times)).with("version", VERSION))
    }

    fn distributed<const D: usize>(
        &self,
        row: Row,
        scene: &mut Scene<D>,
        ranks: &impl Ranks,
    ) -> Result<Row, Error> {
        let mut own = OwnBoxes::of(scene, ranks);
        let mut phase = DistributedBroadPhase::new(Sap::<D>::new().with_level(self.setup.level));
        let (mut sap, mut pairs) = (Sap::new().with_level(self.setup.level), Pairs::new());
        let [mut times, mut moving] = [const { Vec::new() }; 2];
        let mut stages: [Vec<Duration>; 3] = Default::default();
        let (mut work, mut found, mut imbalance) = (Duration::ZERO, Digest::default(), 1.0);
        let frames = WARM_UP_FRAMES + self.frames as usize;
        for frame in 0..frames {
            take(&scene.shapes, &own.ids, &mut own.boxes)?;
            let started = Instant::now();
            let balance = own.go_home(ranks, work)?;
            // All begin at once.
            ranks.sum(&mut [0]);
            let moved = started.elapsed();
            let local = LocalBoxes::new(&own.ids, bounds(&own.boxes)?);
            let stats = phase.update(ranks, own.balancer.domains(), local)?;
            work = stats.work();
            if frame >= WARM_UP_FRAMES {
                times.push(stats.total_time);
                moving.push(moved);
                let parts = [stats.choosing, stats.own_time, stats.border_time];
                stages.iter_mut().zip(parts).for_each(|(all, part)| all.push(part));
                imbalance = balance;
            }
            if self.is_checked || frame + 1 == frames {
                found = phase.digest(ranks, &own.ids);
            }
            if self.is_checked {
                sap.pairs(&Join::within(bounds_of(&scene.shapes)?), &mut pairs)?;
                let expected = Digest::of(&pairs);
                if found != expected {
                    let name = scene.name;
                    let what = format!("{name}: frame {frame} has {found}, not {expected}");
                    return Err(Error::Finding(what));
                }
            }
            scene.step();
        }
        let stages = stages.map(|times| Spread::of(times).median);
        let by_rank = by_rank(ranks, &phase.stats(), stages, phase.memory_bytes());
        let sum = |name: &str| by_rank.iter().map(|row| row.count(name)).sum::<u64>();
        // A ghost is an id and a box.
        let least = sum("sent_ghosts") * (8 + size_of::<Corners<D>>() as u64);
        let row = row.with("pairs", sum("pairs")).with("digest", found.to_string());
        let row = row.with("checked", self.is_checked.then_some(true));
        let row = row.with("sent_ghosts", sum("sent_ghosts"));
        let row = row.with("sent_bytes", sum("sent_bytes"));
        let row = row.with("sent_of_least", sum("sent_bytes") as f64 / least.max(1) as f64);
        let row = row.with("imbalance", imbalance).with("cuts", own.cuts);
        let row = row.with("total_ms", Spread::of(times)).with("moving_ms", Spread::of(moving));
        Ok(row.with("by_rank", by_rank).with("version", VERSION))
    }
}

/// The lower and the upper corner of a box.
type Corners<const D: usize> = [[f32; D]; 2];

/// The boxes that a rank holds, and where they belong.
struct OwnBoxes<const D: usize> {
    ids: Vec<u64>,
    boxes: Vec<Corners<D>>,
    balancer: Balancer<D>,
    cuts: u32,
}

impl<const D: usize> OwnBoxes<D> {
    /// A share of the ids of a scene.
    fn of(scene: &Scene<D>, ranks: &impl Ranks) -> Self {
        let count = scene.shapes.len() as u64;
        let [start, end] =
            [0, 1].map(|next| count * (ranks.rank() as u64 + next) / ranks.ranks() as u64);
        let (ids, boxes) = ((start..end).collect(), Vec::new());
        Self { ids, boxes, balancer: Balancer::new(), cuts: 0 }
    }

    /// Looks after the domains, and moves boxes to theirs. Returns the imbalance of the last frame.
    fn go_home(&mut self, ranks: &impl Ranks, work: Duration) -> Result<f64, Error> {
        let Self { ids, boxes, balancer, cuts } = self;
        let point = |index: usize| boxes[index][0];
        let balance = balancer.update(ranks, work, boxes.len(), point, |_| 1.0)?;
        let domains: &Decomposition<D> = balancer.domains();
        let homes: Vec<usize> = boxes.iter().map(|[min, _]| domains.domain_of(min)).collect();
        let begun = Instant::now();
        migrate(ranks, ids, boxes, |index| homes[index])?;
        if balance.is_new {
            balancer.add_cost(begun.elapsed());
            *cuts += 1;
        }
        Ok(balance.imbalance)
    }
}

/// Takes the boxes of some ids as they are now. What is not valid stays so.
fn take<const D: usize>(
    shapes: &Shapes<D>,
    ids: &[u64],
    boxes: &mut Vec<Corners<D>>,
) -> Result<(), Error> {
    let bounds = bounds_of(shapes)?;
    boxes.clear();
    boxes.extend(ids.iter().map(|id| {
        let aabb = bounds.get(*id as usize);
        aabb.map_or([[f32::NAN; D]; 2], |aabb| [aabb.min, aabb.max])
    }));
    Ok(())
}

fn bounds<const D: usize>(boxes: &[Corners<D>]) -> Result<Bounds<'_, D>, Error> {
    Ok(Bounds::from_records(boxes, 0, size_of::<[f32; D]>())?)
}

/// What each rank did, in the last frame or by the medians of its stages in ms, on all of them.
fn by_rank(
    ranks: &impl Ranks,
    stats: &DistributedStats,
    stages: [f64; 3],
    memory: usize,
) -> Vec<Row> {
    let counts = [stats.boxes, stats.pairs, stats.sent_ghosts, stats.held_ghosts, memory];
    let mut own: Vec<u64> = counts.map(|count| count as u64).to_vec();
    own.push(stats.sent_bytes);
    own.extend(stages.map(f64::to_bits));
    let mut all = vec![0_u64; own.len() * ranks.ranks()];
    ranks.gather(bytemuck::cast_slice(&own), bytemuck::cast_slice_mut(&mut all));
    let rows = all.chunks_exact(own.len()).enumerate().map(|(rank, numbers)| {
        let names = ["boxes", "pairs", "sent_ghosts", "held_ghosts", "memory_bytes", "sent_bytes"];
        let row = Row::default().with("rank", rank);
        let row = names.iter().zip(numbers).fold(row, |row, (name, count)| row.with(name, count));
        let stages = ["choosing_ms", "own_ms", "border_ms"].iter().zip(&numbers[names.len()..]);
        stages.fold(row, |row, (name, bits)| row.with(name, f64::from_bits(*bits)))
    });
    rows.collect()
}
