//! Lists with a skin are kept on many ranks as on one, and lose no pair within the radius.

mod common;

use common::Random;
use jostle::{
    domain::Decomposition,
    neighbors::{ListKind, Neighbors, Points, RadiusRule},
};
use jostle_mpi::{
    DistributedNeighbors, Error, Fault, LocalPoints, RankFault, Ranks, migrate, run_ranks,
};

const SIDE: f32 = 5.0;
const RADIUS: f32 = 0.6;
const SKIN: f32 = 0.25;
const COUNT: usize = 700;

/// What moves: its place, on as many axes as there are, its radius, and a number of its own.
#[derive(Clone, Copy, PartialEq, Debug, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C)]
struct Particle {
    axes: [f32; 3],
    radius: f32,
    charge: u32,
}

impl Particle {
    fn place<const D: usize>(&self) -> [f32; D] {
        std::array::from_fn(|axis| self.axes[axis])
    }
}

/// Particles that walk, frame by frame, and stay in the box: beyond its end they come back at the
/// begin if it is periodic.
fn frames(is_periodic: bool, has_radii: bool) -> Vec<Vec<Particle>> {
    let mut random = Random(6);
    let mut now: Vec<Particle> = (0..COUNT)
        .map(|number| Particle {
            axes: random.point(0.0, SIDE),
            radius: if has_radii { random.between(0.0, 0.1) } else { 0.0 },
            charge: number as u32 * 3,
        })
        .collect();
    (0..60)
        .map(|frame| {
            for particle in &mut now {
                // None moves in some frames.
                let most = if frame % 7 == 3 { 0.0 } else { 0.03 };
                particle.axes = particle.axes.map(|x| {
                    let x = x + random.between(-most, most);
                    if is_periodic { wrapped(x) } else { x.clamp(0.0, SIDE) }
                });
                if has_radii && frame % 5 == 4 {
                    particle.radius += random.between(0.0, 0.01);
                }
            }
            match frame {
                20 => now[7].axes[0] = f32::NAN,
                25 => now[7].axes[0] = 1.0,
                // One that is suddenly far away.
                30 => now[11].axes = now[11].axes.map(|x| wrapped(x + 2.5)),
                _ => {}
            }
            now.clone()
        })
        .collect()
}

fn wrapped(x: f32) -> f32 {
    let x = if x < 0.0 { x + SIDE } else { x };
    if x >= SIDE { x - SIDE } else { x }
}

/// What one machine has of a frame: whether lists were kept, all of them, and those within the
/// radius.
struct Expected {
    kept: bool,
    lists: Vec<Vec<u32>>,
    within: Vec<Vec<u32>>,
}

fn expected<const D: usize>(mut lists: Neighbors<D>, frames: &[Vec<Particle>]) -> Vec<Expected> {
    frames
        .iter()
        .map(|particles| {
            let (places, radii) = columns::<D>(particles);
            let points = Points::from_strided(&places, D).expect("they are as long");
            let points = points.with_radii(&radii).expect("they are as many");
            let validity = lists.update(points).expect("all is well");
            let within = lists.within(points).expect("they are as many");
            Expected {
                kept: validity.rebuilt.is_none(),
                lists: lists.iter().map(|(_, list)| list.to_vec()).collect(),
                within: (0..COUNT).map(|point| within.of(point).collect()).collect(),
            }
        })
        .collect()
}

fn columns<const D: usize>(particles: &[Particle]) -> (Vec<f32>, Vec<f32>) {
    let places = particles.iter().flat_map(Particle::place::<D>).collect();
    (places, particles.iter().map(|particle| particle.radius).collect())
}

type Lists<const D: usize> = DistributedNeighbors<D, Particle>;

/// What a walk came across.
#[derive(Default, Debug)]
struct Tally {
    kept: usize,
    made: usize,
    pairs: usize,
    spare: usize,
    /// Points outside of the domain of their rank while lists were kept.
    away: usize,
    ghosts: usize,
}

fn walk<const D: usize>(
    periods: [Option<(f32, f32)>; D],
    has_radii: bool,
    with: impl Fn(Neighbors<D>) -> Neighbors<D>,
    with_too: impl Fn(Lists<D>) -> Lists<D> + Sync,
) {
    let frames = frames(periods != [None; D], has_radii);
    let expected =
        expected(with(Neighbors::new(RADIUS).with_skin(SKIN).with_periods(periods)), &frames);
    let start: Vec<_> = frames[0].iter().map(Particle::place::<D>).collect();
    for ranks in [1, 2, 3, 7] {
        let domains = Decomposition::bisect(&start, &vec![1.0; COUNT], ranks);
        let domains = domains.expect("there is memory");
        let tallies = run_ranks(ranks, |me| {
            let home = |particle: &Particle| domains.domain_of(&particle.place::<D>());
            let mut ids: Vec<u64> = (0..COUNT as u64)
                .filter(|id| home(&frames[0][*id as usize]) == me.rank())
                .collect();
            let mut lists =
                with_too(DistributedNeighbors::new(RADIUS).with_skin(SKIN).with_periods(periods));
            let mut tally = Tally::default();
            for (frame, expected) in frames.iter().zip(&expected) {
                let mut particles: Vec<_> = ids.iter().map(|id| frame[*id as usize]).collect();
                let (mut places, mut radii) = columns::<D>(&particles);
                let local = local(&ids, &places, &radii, &particles);
                let kept = lists.keep(me, local).expect("all is well");
                assert_eq!(kept, expected.kept, "all keep their lists where one machine does");
                if kept {
                    let is_away = |particle: &&Particle| home(particle) != me.rank();
                    tally.away += particles.iter().filter(is_away).count();
                    tally.kept += 1;
                } else {
                    assert!(lists.is_empty() && lists.within().is_err());
                    let homes: Vec<_> = particles.iter().map(home).collect();
                    migrate(me, &mut ids, &mut particles, |index| homes[index])
                        .expect("all is well");
                    (places, radii) = columns::<D>(&particles);
                    let local = self::local(&ids, &places, &radii, &particles);
                    lists.update(me, &domains, local).expect("all is well");
                    tally.made += 1;
                }
                let within = lists.within().expect("there are lists");
                for (index, id) in ids.iter().enumerate() {
                    let id = *id as usize;
                    let list: Vec<_> = lists.of(index).map(|other| other.id as u32).collect();
                    assert_eq!(list, expected.lists[id], "{ranks} ranks, point {id}");
                    for (other, id) in within.of(index).zip(&expected.within[id]) {
                        let particle = frame[*id as usize];
                        assert_eq!((other.id, other.record), (u64::from(*id), particle));
                        assert_eq!(
                            (other.point, other.radius),
                            (particle.place(), particle.radius)
                        );
                    }
                    assert_eq!(within.of(index).count(), expected.within[id].len());
                    tally.pairs += expected.within[id].len();
                    tally.spare += list.len() - expected.within[id].len();
                }
                tally.ghosts += lists.held_ghosts();
                assert!(lists.sent_ghosts() > 0 || ranks == 1);
            }
            tally
        });
        for tally in &tallies {
            assert!(tally.kept > 30 && tally.made >= 8, "{tally:?}");
        }
        let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
        assert!(sum(|tally| tally.pairs) > 50_000 && sum(|tally| tally.spare) > 10_000);
        let [away, ghosts] = [sum(|tally| tally.away), sum(|tally| tally.ghosts)];
        assert!((away > 50) == (ranks > 1) && (ghosts > 1000) == (ranks > 1), "{tallies:?}");
    }
}

fn local<'a, const D: usize>(
    ids: &'a [u64],
    places: &'a [f32],
    radii: &'a [f32],
    particles: &'a [Particle],
) -> LocalPoints<'a, D, Particle> {
    let points = Points::from_strided(places, D).expect("they are as long");
    let points = points.with_radii(radii).expect("they are as many");
    LocalPoints::new(ids, points).with_records(particles)
}

#[test]
fn in_open_space() {
    walk([None; 2], false, |lists| lists, |lists| lists);
    let half = ListKind::Half;
    walk([None; 3], false, |lists| lists.with_kind(half), |lists| lists.with_kind(half));
}

#[test]
fn across_periodic_borders() {
    walk([Some((0.0, SIDE)), Some((0.0, SIDE))], false, |lists| lists, |lists| lists);
    walk([Some((0.0, SIDE)); 3], false, |lists| lists, |lists| lists);
}

#[test]
fn points_with_radii() {
    let rule = RadiusRule::Larger;
    walk([None; 2], true, |lists| lists, |lists| lists);
    walk([None; 3], true, |lists| lists.with_rule(rule), |lists| lists.with_rule(rule));
}

/// Where one rank's input is bad, or not what it was, all ranks hear of it.
#[test]
fn what_cannot_be_kept() {
    let points: Vec<[f32; 2]> = (0..90).map(|number| [number as f32 * 0.25, 0.0]).collect();
    let domains = Decomposition::bisect(&points, &[1.0; 90], 3).expect("there is memory");
    let results = run_ranks(3, |me| {
        let own = 30 * me.rank()..30 * (me.rank() + 1);
        let ids: Vec<u64> = own.clone().map(|id| id as u64).collect();
        let own = &points[own];
        let local = LocalPoints::new(&ids, own);
        let fewer = LocalPoints::new(&ids[1..], &own[1..]);
        let short = LocalPoints::new(&ids[1..], own);
        let backwards: Vec<u64> = ids.iter().rev().copied().collect();
        let backwards = LocalPoints::new(&backwards, own);
        let is_victim = me.rank() == 1;
        let mut lists = DistributedNeighbors::new(0.5).with_skin(0.1);
        let mut before = vec![lists.keep(me, local)];
        let make = |lists: &mut DistributedNeighbors<2>| {
            lists.update(me, &domains, local).expect("all is well");
            assert_eq!(lists.keep(me, local), Ok(true));
            assert!(lists.of(15).map(|other| other.id - ids[0]).eq([13, 14, 16, 17]));
        };
        make(&mut lists);
        before.push(lists.keep(me, if is_victim { fewer } else { local }));
        before.push(lists.keep(me, local));
        make(&mut lists);
        let mut bad = Vec::new();
        // One rank has bad input, while another has fewer points than before.
        for (other, wrong) in [(local, short), (fewer, short), (local, backwards)] {
            bad.push(lists.keep(
                me,
                match me.rank() {
                    0 => other,
                    1 => wrong,
                    _ => local,
                },
            ));
            assert_eq!(lists.keep(me, local), Ok(false));
            make(&mut lists);
        }
        (before, bad)
    });
    for (rank, (before, bad)) in results.into_iter().enumerate() {
        assert!(before.iter().all(|kept| *kept == Ok(false)), "{before:?}");
        for (heard, what) in bad.into_iter().zip(["ids", "ids", "ids of points"]) {
            match heard {
                Err(Error::Engine(
                    jostle::Error::Length { what: found, .. }
                    | jostle::Error::Setting { what: found, .. },
                )) => assert_eq!((rank, found), (1, what)),
                other => {
                    assert_ne!(rank, 1);
                    assert_eq!(other, Err(Error::Rank(RankFault { rank: 1, fault: Fault::Input })));
                }
            }
        }
    }
}
