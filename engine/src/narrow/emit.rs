//! From the contacts of a test to what the user gets.

use std::mem;

use jostle_kernels::{Pair, dispatch::Precheck, pairs::Contact, simd::prefetch};

use super::{
    ContactPoint, Separation,
    block::{Head, PointCount},
    contact_rows::BLOCK,
    split::KindRun,
};
use crate::shape::ShapeKind;

/// Contacts and points whose memory is asked for so many ahead: it is not in the cache, and between
/// shapes that are read here and there the processor does not see that it is written one behind the
/// other.
const AHEAD: usize = 16;

/// How far two shapes are apart, by their contact.
#[inline(always)]
pub(super) fn separation<const D: usize, const N: usize>(
    contact: &Contact<D, N>,
    swapped: bool,
) -> Separation<D> {
    let normal = contact.normal.map(|component| if swapped { -component } else { component });
    Separation { normal, distance: contact.distance, axis: contact.axis }
}

/// The points of a contact that count.
pub(super) fn points<const D: usize, const N: usize>(
    contact: &Contact<D, N>,
    swapped: bool,
) -> impl Iterator<Item = ContactPoint<D>> + '_ {
    let all = contact.points.iter().take(contact.count as usize);
    all.map(move |point| {
        let mut point = *point;
        if swapped {
            mem::swap(&mut point.on_a, &mut point.on_b);
        }
        point
    })
}

/// The point at which two balls touch: it follows from the normal and the radii.
#[inline(always)]
pub(super) fn between_balls<const D: usize>(
    normal: [f32; D],
    distance: f32,
    [a, b]: [f32; 2],
) -> ContactPoint<D> {
    let on_a = normal.map(|component| component * a);
    let on_b = normal.map(|component| component * -b);
    ContactPoint { on_a, on_b, distance, feature: 0 }
}

/// Where contacts are written to.
pub(super) struct Target<'a, 'r, const D: usize> {
    pub(super) heads: &'a mut Vec<Head<D>>,
    pub(super) points: &'a mut Vec<ContactPoint<D>>,
    /// The run that the pairs are of.
    pub(super) run: &'a KindRun<'r, D>,
}

impl<const D: usize> Target<'_, '_, D> {
    /// Writes the contacts of those of some pairs that touch; `pair_of` tells what stands for a
    /// pair by its number among them.
    pub(super) fn add<const N: usize>(
        &mut self,
        rows: &[Pair],
        contacts: &[Contact<D, N>],
        pair_of: impl Fn(usize) -> Pair,
    ) {
        if matches!(self.run.entry.precheck, Precheck::Nothing) {
            let mut numbers = [0; BLOCK];
            let numbers =
                touching(contacts, &mut numbers).iter().map(|number| usize::from(*number));
            self.add_touching(numbers.map(|number| (number, &contacts[number])), rows, pair_of);
        } else {
            // By a branch, as it is known that they touch.
            let touches = |(_, contact): &(usize, &Contact<D, N>)| contact.distance <= 0.0;
            self.add_touching(contacts.iter().enumerate().filter(touches), rows, pair_of);
        }
    }

    /// Writes contacts, each with its number.
    #[inline(always)]
    fn add_touching<'c, const N: usize>(
        &mut self,
        contacts: impl Iterator<Item = (usize, &'c Contact<D, N>)>,
        rows: &[Pair],
        pair_of: impl Fn(usize) -> Pair,
    ) {
        if N == 0 && self.run.kinds == [ShapeKind::Ball; 2] {
            self.add_balls(contacts, rows, pair_of);
        } else if self.run.swapped {
            self.add_contacts::<N, true>(contacts, pair_of);
        } else {
            self.add_contacts::<N, false>(contacts, pair_of);
        }
    }

    // Not inlined, as the next: each is a loop that needs all registers.
    #[inline(never)]
    fn add_contacts<'c, const N: usize, const SWAPPED: bool>(
        &mut self,
        contacts: impl Iterator<Item = (usize, &'c Contact<D, N>)>,
        pair_of: impl Fn(usize) -> Pair,
    ) {
        for (number, contact) in contacts {
            let (pair, found) = (pair_of(number), separation(contact, SWAPPED));
            if SWAPPED {
                let mut points = contact.points;
                points.iter_mut().for_each(|point| mem::swap(&mut point.on_a, &mut point.on_b));
                self.push(pair, found, &points, contact.count);
            } else {
                // Not a copy of them first: that would be read back before it is written.
                self.push(pair, found, &contact.points, contact.count);
            }
        }
    }

    #[inline(never)]
    fn add_balls<'c, const N: usize>(
        &mut self,
        contacts: impl Iterator<Item = (usize, &'c Contact<D, N>)>,
        rows: &[Pair],
        pair_of: impl Fn(usize) -> Pair,
    ) {
        let [a, b] = self.run.columns.map(|rows| rows.quads);
        for (number, contact) in contacts {
            let (found, rows) = (separation(contact, false), rows[number]);
            let radii = [a[rows.a as usize][3], b[rows.b as usize][3]];
            let point = between_balls(found.normal, found.distance, radii);
            self.push(pair_of(number), found, &[point], 1);
        }
    }

    /// Adds a contact with the first `count` points.
    ///
    /// How many points there are is unpredictable: so all are written, and the next contact
    /// overwrites those that do not count.
    #[inline(always)]
    fn push<const N: usize>(
        &mut self,
        pair: Pair,
        Separation { normal, distance, axis }: Separation<D>,
        points: &[ContactPoint<D>; N],
        count: u32,
    ) {
        let before = self.points.len();
        prefetch::for_writing_at(self.heads.as_ptr(), self.heads.len() + AHEAD);
        if N > 0 {
            prefetch::for_writing_at(self.points.as_ptr(), before + AHEAD);
        }
        let first = before as u32;
        self.heads.push(Head {
            pair,
            normal,
            distance,
            axis,
            first,
            points: PointCount::new(count),
        });
        self.points.extend(points.iter().copied());
        self.points.truncate(before + count as usize);
    }
}

/// The numbers of the contacts of shapes that touch.
fn touching<'n, const D: usize, const N: usize>(
    contacts: &[Contact<D, N>],
    numbers: &'n mut [u8; BLOCK],
) -> &'n [u8] {
    const { assert!(BLOCK <= 1 << u8::BITS) };
    let mut count = 0;
    for (number, contact) in contacts.iter().enumerate() {
        // Without a branch: which of them touch is unpredictable.
        numbers[count] = number as u8;
        count += usize::from(contact.distance <= 0.0);
    }
    &numbers[..count]
}
