//! Contacts, impacts and events of many ranks are those of one machine, while shapes move and
//! change ranks.

mod common;

use std::{collections::BTreeSet, sync::Arc};

use bytemuck::{Pod, Zeroable};
use common::Random;
use jostle::{
    Bounds, BroadPhase, Join, Pair, Pairs, Sap, Shape, Shapes,
    digest::Digest,
    domain::Decomposition,
    narrow::{Contacts, Impact, ImpactState, Motion, Motions, Narrow},
    shape::{Polyhedron, PreparedShapes, Rotation},
};
use jostle_mpi::{
    DistributedBroadPhase, DistributedContacts, DistributedEvents, DistributedImpacts, LocalBoxes,
    Ranks, migrate, run_ranks,
};

/// What is known of a shape: all kinds that take part have the same record.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Record {
    kind: u32,
    center: [f32; 3],
    size: f32,
    turn: [f32; 4],
}

impl Record {
    fn shape(&self, hull: &Arc<Polyhedron>) -> Shape<3> {
        let rotation = Rotation::<3>::from(self.turn);
        match self.kind {
            0 => Shape::ball(self.center, self.size),
            1 => Shape::oriented_box(self.center, [self.size, 0.5 * self.size, 0.3], rotation),
            2 => {
                let ends = [-self.size, self.size]
                    .map(|x| [self.center[0] + x, self.center[1], self.center[2]]);
                Shape::capsule(ends[0], ends[1], 0.2)
            }
            _ => Shape::hull(hull, self.center, rotation),
        }
    }
}

fn hull() -> Arc<Polyhedron> {
    let mut random = Random(3);
    let points: Vec<[f32; 3]> = (0..12).map(|_| random.point(-0.5, 0.5)).collect();
    Arc::new(Polyhedron::hull_of(&points).expect("they are not flat"))
}

fn records(count: usize) -> Vec<Record> {
    let mut random = Random(11);
    (0..count)
        .map(|number| {
            let turn = random.point::<4>(-1.0, 1.0);
            let length = turn.iter().map(|x| x * x).sum::<f32>().sqrt();
            Record {
                kind: number as u32 % 4,
                center: random.point(0.0, 7.0),
                size: if number % 100 == 1 { 4.0 } else { random.between(0.2, 0.5) },
                turn: turn.map(|x| x / length),
            }
        })
        .collect()
}

/// Frames in which all shapes move.
fn frames(count: usize, frames: usize) -> Vec<Vec<Record>> {
    let mut random = Random(12);
    let mut all = vec![records(count)];
    for _ in 1..frames {
        let mut next = all[all.len() - 1].clone();
        for record in &mut next {
            let by = random.point::<3>(-0.15, 0.15);
            record.center = std::array::from_fn(|axis| record.center[axis] + by[axis]);
        }
        all.push(next);
    }
    all
}

/// The shapes in an order of kinds, as they are prepared, and the index of each.
fn prepare(records: &[Record], hull: &Arc<Polyhedron>) -> (PreparedShapes<3>, Vec<usize>) {
    let mut shapes = Shapes::new();
    let handles: Vec<_> =
        records.iter().map(|record| shapes.insert(record.shape(hull)).expect("memory")).collect();
    let mut prepared = PreparedShapes::new();
    prepared.update(&shapes).expect("there is memory");
    let indices = handles.iter().map(|handle| shapes.index_of(*handle).expect("it is there"));
    (prepared, indices.collect())
}

/// One machine's contacts and pairs, by ids.
fn of_one_machine(
    records: &[Record],
    hull: &Arc<Polyhedron>,
) -> (Digest, usize, BTreeSet<[u64; 2]>) {
    let (prepared, indices) = prepare(records, hull);
    let mut ids = vec![0; indices.len()];
    indices.iter().enumerate().for_each(|(id, index)| ids[*index] = id as u64);
    let mut pairs = Pairs::new();
    Sap::new().pairs(&Join::within(prepared.bounds()), &mut pairs).expect("there is memory");
    let mut contacts = Contacts::default();
    Narrow::new().contacts(&prepared, &pairs, &mut contacts).expect("there is memory");
    let touching = contacts.iter().map(|contact| {
        let mut two = [contact.pair.a, contact.pair.b].map(|index| ids[index as usize]);
        two.sort_unstable();
        two
    });
    let touching = touching.collect();
    (contacts.digest(|index| ids[index as usize]), contacts.len(), touching)
}

#[test]
fn contacts_and_events_are_those_of_one_machine() {
    let hull = hull();
    let frames = frames(1500, 8);
    let expected: Vec<_> = frames.iter().map(|records| of_one_machine(records, &hull)).collect();
    assert!(expected.iter().all(|(_, contacts, _)| *contacts > 2_000));
    for ranks in [1, 2, 3, 7] {
        let sample: Vec<_> = frames[0].iter().map(|record| record.center).collect();
        let domains = Decomposition::bisect(&sample, &vec![1.0; sample.len()], ranks);
        let domains = domains.expect("there is memory");
        let results = run_ranks(ranks, |me| {
            let mut phase = DistributedBroadPhase::new(Sap::<3>::new());
            let mut contacts = DistributedContacts::new();
            let mut events = DistributedEvents::new();
            let first = (0..frames[0].len()).filter(|id| id % ranks == me.rank());
            let mut ids: Vec<u64> = first.map(|id| id as u64).collect();
            let mut came = 0;
            let told: Vec<_> = frames
                .iter()
                .zip(&expected)
                .map(|(all, (digest, count, _))| {
                    let mut mine: Vec<Record> = ids.iter().map(|id| all[*id as usize]).collect();
                    let homes: Vec<_> =
                        mine.iter().map(|record| domains.domain_of(&record.center)).collect();
                    came += migrate(me, &mut ids, &mut mine, |index| homes[index]).expect("memory");
                    assert!(ids.is_sorted());
                    let same = |(id, record): (&u64, &Record)| {
                        bytemuck::bytes_of(record) == bytemuck::bytes_of(&all[*id as usize])
                    };
                    assert!(ids.iter().zip(&mine).all(same));
                    let (prepared, indices) = prepare(&mine, &hull);
                    let (mut own_ids, mut own_records) = (ids.clone(), mine.clone());
                    for (place, index) in indices.iter().enumerate() {
                        (own_ids[*index], own_records[*index]) = (ids[place], mine[place]);
                    }
                    let local =
                        LocalBoxes::new(&own_ids, prepared.bounds()).with_records(&own_records);
                    phase.update(me, &domains, local).expect("there is memory");
                    let shape_of = |record: &Record| record.shape(&hull);
                    contacts.update(me, &phase, &prepared, shape_of).expect("there is memory");
                    let mut counts = [(contacts.own().len() + contacts.border().len()) as u64];
                    me.sum(&mut counts);
                    assert_eq!(counts[0], *count as u64);
                    assert_eq!(contacts.digest(me, &phase, &own_ids), *digest, "{ranks} ranks");
                    let own = contacts.own().iter().map(|contact| {
                        [contact.pair.a, contact.pair.b].map(|index| own_ids[index as usize])
                    });
                    let border = contacts.border().iter().map(|contact| {
                        [contact.pair.a, contact.pair.b]
                            .map(|index| phase.border_id(contacts.border_place(index)))
                    });
                    let sorted = own.chain(border).map(|mut two| {
                        two.sort_unstable();
                        two
                    });
                    events.update(me, sorted).expect("there is memory");
                    let persisting = events.persisting();
                    (events.begun().to_vec(), persisting, events.ended().to_vec())
                })
                .collect();
            (told, came)
        });
        let came: usize = results.iter().map(|(_, came)| came).sum();
        assert_eq!(came > 500, ranks > 1, "{came}");
        let mut before = BTreeSet::new();
        for (frame, (_, _, now)) in expected.iter().enumerate() {
            let told = || results.iter().map(|(told, _)| &told[frame]);
            let mut begun: Vec<_> = told().flat_map(|(begun, ..)| begun).copied().collect();
            let mut ended: Vec<_> = told().flat_map(|(_, _, ended)| ended).copied().collect();
            begun.sort_unstable();
            ended.sort_unstable();
            assert!(begun.iter().eq(now.difference(&before)), "{ranks} ranks, frame {frame}");
            assert!(ended.iter().eq(before.difference(now)));
            let persisting: usize = told().map(|(_, persisting, _)| persisting).sum();
            assert_eq!(persisting, now.intersection(&before).count());
            assert!(frame == 0 || begun.len() > 100 && ended.len() > 100 && persisting > 1_000);
            before = now.clone();
        }
    }
}

/// How a shape moves and turns in a step.
fn motion(record: &Record) -> Motion<3> {
    let [x, y, z, w] = record.turn;
    Motion::<3>::turning([3.0 * x, 3.0 * y, 3.0 * z], [w, x, 0.5 * y])
}

/// A box that holds a shape on its way, however it turns: no shape reaches as far as 1.5.
fn way(record: &Record) -> [[f32; 3]; 2] {
    let (from, by) = (record.center, motion(record).by());
    let to: [f32; 3] = std::array::from_fn(|axis| from[axis] + by[axis]);
    let corner =
        |axis: usize, sign: f32, pick: fn(f32, f32) -> f32| pick(from[axis], to[axis]) + sign * 1.5;
    [
        std::array::from_fn(|axis| corner(axis, -1.0, f32::min)),
        std::array::from_fn(|axis| corner(axis, 1.0, f32::max)),
    ]
}

fn ways(ways: &[[[f32; 3]; 2]]) -> Bounds<'_, 3> {
    Bounds::from_records(ways, 0, size_of::<[f32; 3]>()).expect("corners are in a record")
}

/// Shapes by index, how they move, and what was known of each.
fn moving(
    records: &[Record],
    hull: &Arc<Polyhedron>,
) -> (PreparedShapes<3>, Motions<3>, Vec<usize>) {
    let (prepared, indices) = prepare(records, hull);
    let mut by_index = vec![0; indices.len()];
    indices.iter().enumerate().for_each(|(number, index)| by_index[*index] = number);
    let mut motions = Motions::new();
    let motion_of = |index: usize| motion(&records[by_index[index]]);
    motions.update_by(by_index.len(), motion_of).expect("there is memory");
    (prepared, motions, by_index)
}

#[test]
fn impacts_are_those_of_one_machine() {
    let hull = hull();
    let records = records(500);
    let (prepared, motions, by_index) = moving(&records, &hull);
    let mut index_of = vec![0; by_index.len()];
    by_index.iter().enumerate().for_each(|(index, id)| index_of[*id] = index as u32);
    let all: Vec<_> = records.iter().map(way).collect();
    let mut pairs = Pairs::new();
    Sap::new().pairs(&Join::within(ways(&all)), &mut pairs).expect("there is memory");
    let by_indices: Vec<_> = pairs
        .iter()
        .map(|Pair { a, b }| Pair { a: index_of[*a as usize], b: index_of[*b as usize] })
        .collect();
    let mut impacts = Vec::new();
    let narrow = &mut Narrow::new();
    narrow.impacts(&prepared, &motions, &by_indices, 1.0, &mut impacts).expect("there is memory");
    let counts = [ImpactState::Apart, ImpactState::Hit, ImpactState::Overlapping]
        .map(|state| impacts.iter().filter(|impact| impact.state() == state).count());
    assert!(counts.iter().all(|count| *count > 150), "{counts:?}");
    let ids = pairs.iter().map(|Pair { a, b }| [u64::from(*a), u64::from(*b)]);
    let bits = |impact: &Impact<3>| bytemuck::bytes_of(impact).to_vec();
    let mut expected: Vec<_> = ids.zip(impacts.iter().map(bits)).collect();
    expected.sort_unstable();
    for ranks in [1, 2, 3, 7] {
        let sample: Vec<_> = records.iter().map(|record| record.center).collect();
        let domains = Decomposition::bisect(&sample, &vec![1.0; sample.len()], ranks);
        let domains = domains.expect("there is memory");
        let found = run_ranks(ranks, |me| {
            let own = (0..records.len())
                .filter(|id| domains.domain_of(&records[*id].center) == me.rank());
            let own: Vec<_> = own.collect();
            let mine: Vec<_> = own.iter().map(|id| records[*id]).collect();
            let (prepared, motions, by_index) = moving(&mine, &hull);
            let ids: Vec<_> = by_index.iter().map(|number| own[*number] as u64).collect();
            let mine: Vec<_> = by_index.iter().map(|number| mine[*number]).collect();
            let bounds: Vec<_> = mine.iter().map(way).collect();
            let local = LocalBoxes::new(&ids, ways(&bounds)).with_records(&mine);
            let mut phase = DistributedBroadPhase::new(Sap::<3>::new());
            phase.update(me, &domains, local).expect("there is memory");
            let mut impacts = DistributedImpacts::new();
            let shape = |record: &Record| record.shape(&hull);
            // An end that is none, or another one, is an error on all ranks, and there are none.
            for (until, is_right) in [(1.0, true), (-1.0, false), (me.rank() as f32, ranks == 1)] {
                let result =
                    impacts.update(me, &phase, (&prepared, &motions), until, shape, motion);
                assert_eq!(result.is_ok(), is_right, "{result:?}");
                assert!(is_right || impacts.own().is_empty() && impacts.border().is_empty());
            }
            impacts.update(me, &phase, (&prepared, &motions), 1.0, shape, motion).expect("memory");
            let both = impacts.own().iter().chain(impacts.border());
            assert_eq!(both.clone().count(), phase.stats().pairs);
            let found: Vec<_> = phase.ids(&ids).zip(both.map(bits)).collect();
            assert_eq!(impacts.border().is_empty(), ranks == 1);
            found
        });
        let mut found: Vec<_> = found.into_iter().flatten().collect();
        found.sort_unstable();
        assert!(found == expected, "{ranks} ranks");
    }
}
