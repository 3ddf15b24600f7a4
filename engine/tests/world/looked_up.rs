//! What is looked up of a step, held against a search.

use std::sync::Mutex;

use jostle::{Error, Handle, Pair, World, coloring::Side, narrow::Contact};

use crate::common::pool;

/// Contacts as text, as a number that is none does not equal itself.
fn told<'a, const D: usize>(contacts: impl IntoIterator<Item = Contact<'a, D>>) -> Vec<String> {
    contacts.into_iter().map(|contact| format!("{contact:?}")).collect()
}

/// Looks up everything that the last step found of each shape, and tells how many contacts and
/// overlaps of sensors that was. Shapes may have been moved or removed since, and come.
pub(crate) fn check_lookups<const D: usize>(world: &World<D>) -> [usize; 2] {
    let name = |index| world.handle(index).expect("it was there");
    let shapes = 0..world.static_or_sleeping().len() as u32;
    let mut found = [0; 2];
    for (index, handle) in shapes.clone().map(|index| (index, name(index))) {
        if world.shapes().get(handle).is_err() {
            let stale = Err(Error::StaleHandle { handle });
            assert_eq!(world.index(handle).map(|_| ()), stale);
            assert_eq!(world.contacts_of(handle).map(|_| ()), stale);
            assert_eq!(world.sensor_overlaps_of(handle).map(|_| ()), stale);
            continue;
        }
        assert_eq!(world.index(handle), Ok(index));
        let is_of = |pair: Pair| pair.a == index || pair.b == index;
        let of_shape: Vec<_> = world.contacts_of(handle).expect("it is there").collect();
        let searched = world.contacts().iter().filter(|contact| is_of(contact.pair));
        assert_eq!(told(of_shape.iter().copied()), told(searched));
        found[0] += of_shape.len();
        of_shape.iter().for_each(|contact| check_points(world, contact));

        let overlaps = world.sensor_overlaps().iter().filter(|pair| is_of(**pair));
        let overlaps: Vec<Handle> = overlaps.map(|pair| name(pair.a + pair.b - index)).collect();
        let of_shape: Vec<_> = world.sensor_overlaps_of(handle).expect("it is there").collect();
        assert_eq!(of_shape, overlaps);
        found[1] += overlaps.len();

        for other in shapes.clone().map(name).filter(|other| world.index(*other).is_ok()) {
            let pair = Pair::ordered(index, world.index(other).expect("it is there"));
            let between = world.contact_between(handle, other).expect("they are there");
            let searched = world.contacts().iter().find(|contact| contact.pair == pair);
            assert_eq!(told(between), told(searched));
        }
    }
    for changes in [world.contact_changes(), world.sensor_changes(), world.ccd_changes()] {
        let begun = changes.begun().map(|pair| [pair.a, pair.b].map(name));
        assert!(begun.eq(changes.begun_handles()));
    }
    found
}

/// Points of a contact lie as far from the centers of the shapes as the contact says.
fn check_points<const D: usize>(world: &World<D>, contact: &Contact<'_, D>) {
    let handles = [contact.pair.a, contact.pair.b].map(|index| world.handle(index).expect("it is"));
    let shapes = handles.map(|handle| world.shapes().get(handle));
    let points = world.points_of(contact);
    let [Ok(a), Ok(b)] = shapes else {
        assert!(matches!(points.map(|_| ()), Err(Error::StaleHandle { .. })));
        return;
    };
    let at = |center: [f32; D], on: [f32; D]| -> [f32; D] {
        std::array::from_fn(|axis| center[axis] + on[axis])
    };
    let points: Vec<[[f32; D]; 2]> = points.expect("they are there").collect();
    let expected = contact.points.iter();
    let expected = expected.map(|point| [at(a.center(), point.on_a), at(b.center(), point.on_b)]);
    assert_eq!(format!("{points:?}"), format!("{:?}", expected.collect::<Vec<_>>()));
}

/// Works on each contact of the last step on so many threads, and holds what was done to each
/// shape against what one thread does in any order: numbers are added.
pub(crate) fn check_resolve<const D: usize>(world: &mut World<D>, threads: usize) {
    let shapes = world.static_or_sleeping().len();
    let (mut sums, mut expected) = (vec![0_u64; shapes], vec![0_u64; shapes]);
    let pairs = if world.contacts().is_empty() { 0 } else { world.touching().len() };
    let mut of_pairs = vec![0_u64; pairs];
    let mut expected_of_pairs = of_pairs.clone();
    // A shape is fixed, or is not, in all of its pairs.
    let mut fixed = vec![None; shapes];
    let seen = Mutex::new(&mut fixed);
    let work = |number: usize,
                contact: Contact<'_, D>,
                mut a: Side<'_, u64>,
                mut b: Side<'_, u64>,
                of_pair: &mut u64| {
        *of_pair += 1 + number as u64;
        for (sum, index) in [(a.get_mut(), contact.pair.a), (b.get_mut(), contact.pair.b)] {
            let is_fixed = sum.is_none();
            sum.into_iter().for_each(|sum| *sum += 1 + number as u64);
            let before = seen.lock().expect("nothing panics")[index as usize].replace(is_fixed);
            assert!(before.is_none_or(|before| before == is_fixed));
        }
    };
    let resolve = || world.resolve_with(&mut sums, &mut of_pairs, work);
    pool(threads).install(resolve).expect("there is a state for each");
    for (number, contact) in (1..).zip(world.contacts().iter()) {
        for index in [contact.pair.a, contact.pair.b].map(|index| index as usize) {
            let is_fixed = fixed[index].expect("each contact was worked on");
            expected[index] += if is_fixed { 0 } else { number };
            assert!(!is_fixed || world.static_or_sleeping()[index]);
        }
        let place = world.touching().binary_search(&contact.pair).expect("it touches");
        expected_of_pairs[place] += number;
    }
    assert_eq!((sums, of_pairs), (expected, expected_of_pairs));
}
