//! Domains that follow the work, and questions that find their ranks.

mod common;

use std::time::Duration;

use bytemuck::{Pod, Zeroable};
use common::Random;
use jostle::{Aabb, Bounds, bvh::Bvh, domain::Decomposition};
use jostle_mpi::{Balancer, Ranks, ask, migrate, run_ranks};

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Particle {
    place: [f32; 3],
    speed: [f32; 3],
}

/// Particles of which half are in a small cluster.
fn particles(count: usize) -> Vec<Particle> {
    let mut random = Random(6);
    (0..count)
        .map(|number| {
            let high = if number % 2 == 0 { 0.5 } else { 10.0 };
            Particle { place: random.point(0.0, high), speed: random.point(-0.01, 0.01) }
        })
        .collect()
}

#[test]
fn work_is_balanced_and_nothing_is_lost() {
    const COUNT: usize = 40_000;
    let all = particles(COUNT);
    for ranks in [1, 2, 3, 7] {
        let results = run_ranks(ranks, |me| {
            let mut balancer = Balancer::<3>::new();
            // At first all are on the last rank.
            let (mut ids, mut mine) = (Vec::new(), Vec::new());
            if me.rank() == ranks - 1 {
                ids = (0..COUNT as u64).collect();
                mine = all.clone();
            }
            let mut imbalances = Vec::new();
            let mut cuts = 0;
            for step in 0..30 {
                // A model of work: those in the cluster take three times as long.
                let weight = |particle: &Particle| if particle.place[0] < 1.0 { 3.0 } else { 1.0 };
                let work: f32 = mine.iter().map(weight).sum();
                let work = Duration::from_micros(work as u64 * 100);
                let (count, point) = (mine.len(), |index: usize| mine[index].place);
                let balance = balancer.update(me, work, count, point, |_| 1.0).expect("memory");
                imbalances.push(balance.imbalance);
                cuts += u32::from(balance.is_new);
                let domains = balancer.domains();
                let homes: Vec<_> =
                    mine.iter().map(|particle| domains.domain_of(&particle.place)).collect();
                let came = migrate(me, &mut ids, &mut mine, |index| homes[index]).expect("memory");
                assert!(step == 0 || came < COUNT);
                assert!(mine.iter().all(|one| domains.domain_of(&one.place) == me.rank()));
                for particle in &mut mine {
                    (0..3).for_each(|axis| particle.place[axis] += particle.speed[axis]);
                }
            }
            (ids, mine, imbalances, cuts)
        });
        let mut found: Vec<_> = results
            .iter()
            .flat_map(|(ids, mine, ..)| ids.iter().copied().zip(mine.clone()))
            .collect();
        found.sort_unstable_by_key(|(id, _)| *id);
        assert_eq!(found.len(), COUNT);
        for (place, (id, particle)) in found.iter().enumerate() {
            assert_eq!((*id, particle.speed), (place as u64, all[place].speed));
        }
        let (_, _, imbalances, cuts) = &results[0];
        assert!((imbalances[0] - ranks as f64).abs() < 1e-3, "{imbalances:?}");
        if ranks > 1 {
            assert!(*imbalances.last().expect("there were steps") < 1.15, "{imbalances:?}");
            assert!((2..29).contains(cuts), "{cuts} cuts");
        }
    }
}

/// A ray with the farthest that it goes.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Question {
    from: [f32; 3],
    by: [f32; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Answer {
    time: f32,
    pad: u32,
    id: u64,
}

#[test]
fn rays_find_what_they_hit_on_any_rank() {
    let mut random = Random(9);
    let boxes: Vec<Aabb<3>> = (0..3000)
        .map(|_| {
            let min = random.point::<3>(0.0, 20.0);
            Aabb { min, max: min.map(|x| x + 0.4) }
        })
        .collect();
    let questions: Vec<Question> = (0..2000)
        .map(|_| Question { from: random.point(-2.0, 22.0), by: random.point(-8.0, 8.0) })
        .collect();
    // The double loop.
    let closest = |question: &Question, boxes: &mut dyn Iterator<Item = (u64, &Aabb<3>)>| {
        let none = Answer { time: f32::INFINITY, pad: 0, id: u64::MAX };
        boxes.fold(none, |best, (id, aabb)| {
            let mut window = [0.0_f32, 1.0];
            for axis in 0..3 {
                let (from, by) = (question.from[axis], question.by[axis]);
                let ends = [aabb.min[axis], aabb.max[axis]].map(|end| (end - from) / by);
                window[0] = window[0].max(ends[0].min(ends[1]));
                window[1] = window[1].min(ends[0].max(ends[1]));
            }
            let is_hit = window[0] <= window[1] && window[0] < best.time;
            if is_hit { Answer { time: window[0], pad: 0, id } } else { best }
        })
    };
    let expected: Vec<Answer> = questions
        .iter()
        .map(|one| closest(one, &mut boxes.iter().enumerate().map(|(id, aabb)| (id as u64, aabb))))
        .collect();
    assert!(expected.iter().filter(|answer| answer.id != u64::MAX).count() > 300);
    for ranks in [1, 2, 5] {
        let sample: Vec<_> = boxes.iter().map(|aabb| aabb.min).collect();
        let domains =
            Decomposition::bisect(&sample, &vec![1.0; sample.len()], ranks).expect("memory");
        let results = run_ranks(ranks, |me| {
            let home = |id: &usize| domains.domain_of(&boxes[*id].min) == me.rank();
            let mine: Vec<usize> = (0..boxes.len()).filter(home).collect();
            let corners: Vec<f32> = mine
                .iter()
                .flat_map(|id| boxes[*id].min.into_iter().chain(boxes[*id].max))
                .collect();
            let bounds =
                Bounds::<3>::from_strided((&corners, 6), (&corners[3..], 6)).expect("even");
            let mut tree = Bvh::new();
            tree.build(bounds).expect("there is memory");
            let all =
                mine.iter().fold([[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]], |[min, max], id| {
                    let Aabb { min: low, max: high } = boxes[*id];
                    let axes = [0, 1, 2];
                    [
                        axes.map(|axis| min[axis].min(low[axis])),
                        axes.map(|axis| max[axis].max(high[axis])),
                    ]
                });
            let mut asked = 0;
            let reach = |question: &Question| {
                let ends = [0, 1, 2]
                    .map(|axis| [question.from[axis], question.from[axis] + question.by[axis]]);
                Aabb { min: ends.map(|[a, b]| a.min(b)), max: ends.map(|[a, b]| a.max(b)) }
            };
            let answer = |questions: &[Question]| {
                asked = questions.len();
                let of_mine = || mine.iter().map(|id| (*id as u64, &boxes[*id]));
                Ok(questions.iter().map(|one| closest(one, &mut of_mine())).collect())
            };
            // Each rank asks some.
            let own: Vec<Question> =
                questions.iter().skip(me.rank()).step_by(ranks).copied().collect();
            let none = Answer { time: f32::INFINITY, pad: 0, id: u64::MAX };
            let better = |a: Answer, b: Answer| if (b.time, b.id) < (a.time, a.id) { b } else { a };
            let mut answers = Vec::new();
            let bounds = Aabb { min: all[0], max: all[1] };
            ask(me, &bounds, &own, reach, answer, none, better, &mut answers).expect("memory");
            (answers, asked)
        });
        for (number, expected) in expected.iter().enumerate() {
            assert_eq!(results[number % ranks].0[number / ranks], *expected, "ray {number}");
        }
        let asked: usize = results.iter().map(|(_, asked)| asked).sum();
        assert!(asked < questions.len() * ranks || ranks == 1, "not all ranks are asked");
    }
}
