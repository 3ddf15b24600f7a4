//! What a world should find, by asking about each pair of shapes alone.

use std::collections::{BTreeMap, BTreeSet};

use jostle::{
    Handle, Pair, Shape, Shapes, World,
    events::PairChanges,
    narrow::{self, Manifold},
    shape::{Attributes, Mobility},
};

use crate::common::contact_text;

/// Two shapes, in the order of their handles.
pub(crate) type Both = [Handle; 2];

pub(crate) fn both(a: Handle, b: Handle) -> Both {
    if a < b { [a, b] } else { [b, a] }
}

/// How often what was reached, so that tests can tell whether they test anything.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) contacts: usize,
    pub(crate) begun: usize,
    pub(crate) persisted: usize,
    pub(crate) ended: usize,
    pub(crate) ended_by_removal: usize,
    pub(crate) ended_by_disabling: usize,
    pub(crate) woken: usize,
    pub(crate) sleeping_contacts: usize,
    pub(crate) sensor_overlaps: usize,
    pub(crate) invalid: usize,
    pub(crate) near: usize,
    pub(crate) excluded: usize,
    pub(crate) unwanted: usize,
}

/// The pairs of the last step.
#[derive(Default)]
pub(crate) struct Model {
    /// Pairs that touch or are dormant: contacts, and those of sensors.
    alive: [BTreeSet<Both>; 2],
    /// Those of them that are in the lists of the last step, with their places.
    listed: [BTreeMap<Both, usize>; 2],
    /// How far apart shapes may be that are contacts.
    pub(crate) margin: f32,
    pub(crate) seen: Seen,
}

/// A shape of a world.
struct Member<const D: usize> {
    handle: Handle,
    shape: Shape<D>,
    attributes: Attributes,
}

fn members<const D: usize>(shapes: &Shapes<D>) -> Vec<Member<D>> {
    let handles = (0..shapes.len()).filter_map(|index| shapes.handle_of(index));
    let member = |handle| Member {
        handle,
        shape: shapes.get(handle).expect("it is there"),
        attributes: shapes.attributes(handle).expect("it is there"),
    };
    handles.map(member).collect()
}

/// How two shapes touch or are near, if they are; a shape that is none touches nothing.
fn contact<const D: usize>(a: &Shape<D>, b: &Shape<D>, margin: f32) -> Option<Manifold<D>> {
    narrow::contact_within(a, b, margin).ok().flatten()
}

fn want(a: &Attributes, b: &Attributes) -> bool {
    if a.group != 0 && a.group == b.group {
        return a.group > 0;
    }
    a.category & b.mask != 0 && b.category & a.mask != 0
}

fn rests(attributes: &Attributes) -> bool {
    attributes.mobility != Mobility::Moving
}

impl Model {
    /// Holds all that a world found in a step against what is found about each pair alone.
    pub(crate) fn check<const D: usize>(&mut self, world: &World<D>) {
        self.check_where(world, &|_, _| true);
    }

    /// The same of a step in which only these pairs were wanted.
    pub(crate) fn check_where<const D: usize>(
        &mut self,
        world: &World<D>,
        wants: &dyn Fn(Both, [u64; 2]) -> bool,
    ) {
        let members = members(world.shapes());
        for (index, member) in members.iter().enumerate() {
            assert_eq!(world.handle(index as u32), Some(member.handle));
            assert_eq!(world.user(index as u32), Some(member.attributes.user));
        }
        assert_eq!(world.handle(members.len() as u32), None);
        let mut now = [BTreeSet::new(), BTreeSet::new()];
        let mut sleeping_contacts = BTreeSet::new();
        let mut contacts = world.contacts().iter();
        for (j, b) in members.iter().enumerate() {
            for a in &members[..j] {
                let names = both(a.handle, b.handle);
                if !(a.attributes.enabled && b.attributes.enabled) {
                    continue;
                }
                if rests(&a.attributes) && rests(&b.attributes) {
                    sleeping_contacts.insert(names);
                    continue;
                }
                let is_sensed = a.attributes.sensor || b.attributes.sensor;
                let margin = if is_sensed { 0.0 } else { self.margin };
                if want(&a.attributes, &b.attributes)
                    && contact(&a.shape, &b.shape, margin).is_some()
                {
                    let users = [a.attributes.user, b.attributes.user];
                    if world.excluded_pairs().binary_search(&names).is_ok() {
                        self.seen.excluded += 1;
                        continue;
                    }
                    if !wants([a.handle, b.handle], users) {
                        self.seen.unwanted += 1;
                        continue;
                    }
                    now[usize::from(is_sensed)].insert(names);
                }
            }
        }
        for (i, a) in members.iter().enumerate() {
            for (j, b) in members.iter().enumerate().skip(i + 1) {
                if !now[0].contains(&both(a.handle, b.handle)) {
                    continue;
                }
                let expected = contact(&a.shape, &b.shape, self.margin).expect("it touches");
                self.seen.near += usize::from(expected.distance > 0.0);
                let found = contacts.next().expect("each pair that touches has a contact");
                assert_eq!(found.pair, Pair { a: i as u32, b: j as u32 });
                let of = (&a.shape, &b.shape);
                let told = contact_text(found.normal, found.distance, found.axis, found.points);
                let Manifold { normal, distance, axis, .. } = expected;
                assert_eq!(told, contact_text(normal, distance, axis, expected.points()), "{of:?}");
                self.seen.contacts += 1;
            }
        }
        assert!(contacts.next().is_none(), "there are contacts of pairs that do not touch");
        // Pairs of sensors stay while both shapes rest.
        now[1].extend(self.alive[1].intersection(&sleeping_contacts));
        let lists = [world.touching(), world.sensor_overlaps()];
        let changes = [world.contact_changes(), world.sensor_changes()];
        let live: BTreeSet<_> = members.iter().map(|member| member.handle).collect();
        let disabled = members.iter().filter(|member| !member.attributes.enabled);
        let disabled: BTreeSet<_> = disabled.map(|member| member.handle).collect();
        for (of, list) in lists.into_iter().enumerate() {
            let names = |pair: &Pair| {
                let [a, b] =
                    [pair.a, pair.b].map(|index| world.handle(index).expect("it is there"));
                both(a, b)
            };
            let (now, changes) = (&now[of], &changes[of]);
            self.check_list(of, list, now, &sleeping_contacts, &live, &disabled, changes, &names);
        }
        for member in &members {
            let inside = world.sensor_overlaps_of(member.handle).expect("it is there");
            let inside: Vec<_> = inside.map(|other| both(member.handle, other)).collect();
            let is_of = |pair: &&Both| pair.contains(&member.handle);
            assert_eq!(inside.len(), now[1].iter().filter(is_of).count());
            assert!(inside.iter().all(|pair| now[1].contains(pair)));
        }
        let sleeping: BTreeSet<_> = world.sleeping_contacts().iter().collect();
        assert_eq!(
            sleeping.len(),
            world.sleeping_contacts().len(),
            "a pair is sleeping_contacts twice"
        );
        assert!(world.sleeping_contacts().is_sorted());
        let expected =
            self.alive[0].iter().filter(|names| sleeping_contacts.contains(*names)).count();
        assert_eq!(world.sleeping_contacts().len(), expected);
        self.seen.sleeping_contacts += expected;
        self.seen.sensor_overlaps += lists[1].len();
        self.seen.invalid += world.invalid().len();
    }

    #[expect(clippy::too_many_arguments, reason = "it is one comparison, of all that there is")]
    fn check_list(
        &mut self,
        of: usize,
        list: &[Pair],
        now: &BTreeSet<Both>,
        sleeping_contacts: &BTreeSet<Both>,
        live: &BTreeSet<Handle>,
        disabled: &BTreeSet<Handle>,
        changes: &PairChanges<'_>,
        names: &dyn Fn(&Pair) -> Both,
    ) {
        assert!(list.is_sorted_by(|a, b| a.key() < b.key()), "not in canonical order");
        assert_eq!(&list.iter().map(names).collect::<BTreeSet<_>>(), now);
        let before = std::mem::take(&mut self.alive[of]);
        let begun: BTreeSet<_> = now.difference(&before).copied().collect();
        let persisted: BTreeSet<_> = now.intersection(&before).copied().collect();
        let stays = |pair: &&Both| {
            pair.iter().all(|shape| live.contains(shape)) && sleeping_contacts.contains(*pair)
        };
        let asleep: BTreeSet<_> = before.iter().filter(stays).copied().collect();
        let ended = before.iter().filter(|pair| !now.contains(*pair) && !asleep.contains(*pair));
        let ended: BTreeSet<_> = ended.copied().collect();
        let found: Vec<Both> = changes.ended().map(|[a, b]| both(a, b)).collect();
        assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), ended);
        assert_eq!(found.len(), ended.len(), "a pair ended twice");
        let is_disabled = |pair: &&Both| pair.iter().any(|shape| disabled.contains(shape));
        self.seen.ended_by_disabling += found.iter().filter(is_disabled).count();
        let by_removal = found.iter().filter(|pair| !pair.iter().all(|shape| live.contains(shape)));
        self.seen.ended_by_removal += by_removal.count();
        assert_eq!(changes.begun().map(|pair| names(&pair)).collect::<BTreeSet<_>>(), begun);
        let found = changes.persisted().map(|pair| names(&pair)).collect::<BTreeSet<_>>();
        assert_eq!(found, persisted);
        let counts = changes.counts();
        assert_eq!(
            (counts.begun, counts.persisted, counts.ended),
            (begun.len(), persisted.len(), ended.len())
        );
        let listed = list.iter().zip(0..).map(|(pair, place)| (names(pair), place)).collect();
        let listed_before = std::mem::replace(&mut self.listed[of], listed);
        for (place, pair) in list.iter().enumerate() {
            let place_before = listed_before.get(&names(pair)).copied();
            assert_eq!(changes.place_before(place), place_before, "{pair:?}");
            self.seen.woken += usize::from(before.contains(&names(pair)) && place_before.is_none());
        }
        assert_eq!(changes.place_before(list.len()), None);
        self.seen.begun += begun.len();
        self.seen.persisted += persisted.len();
        self.seen.ended += ended.len();
        self.alive[of] = now.union(&asleep).copied().collect();
    }
}
