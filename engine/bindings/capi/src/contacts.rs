//! Contacts and their points as callers see them.

use jostle::narrow::{ContactPoint, Contacts};

use crate::{arrays::out, status::Fault};

/// Two shapes that touch, in 2D.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_contact_2 {
    /// The first shape, by index.
    pub a: u32,
    /// The second.
    pub b: u32,
    /// From the first to the second, of length 1.
    pub normal: [f32; 2],
    /// How far they are apart; negative where they overlap.
    pub distance: f32,
    /// Which axis separates them least.
    pub axis: u32,
    /// The parts that touch, of shapes that have some.
    pub parts: [u32; 2],
    /// The first of its points.
    pub first_point: u32,
    /// How many points it has.
    pub points: u32,
}

/// Two shapes that touch, in 3D.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_contact_3 {
    /// The first shape, by index.
    pub a: u32,
    /// The second.
    pub b: u32,
    /// From the first to the second, of length 1.
    pub normal: [f32; 3],
    /// How far they are apart; negative where they overlap.
    pub distance: f32,
    /// Which axis separates them least.
    pub axis: u32,
    /// The parts that touch, of shapes that have some.
    pub parts: [u32; 2],
    /// The first of its points.
    pub first_point: u32,
    /// How many points it has.
    pub points: u32,
}

/// Where two shapes touch, in 2D.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_point_2 {
    /// The point of the first shape, relative to its center, along the axes of the world.
    pub on_a: [f32; 2],
    /// The point of the second shape, likewise.
    pub on_b: [f32; 2],
    /// How far the two are apart along the normal.
    pub distance: f32,
    /// Tells the points of a pair apart, also from those of the same pair a step later.
    pub feature: u32,
}

/// Where two shapes touch, in 3D.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_point_3 {
    /// The point of the first shape, relative to its center, along the axes of the world.
    pub on_a: [f32; 3],
    /// The point of the second shape, likewise.
    pub on_b: [f32; 3],
    /// How far the two are apart along the normal.
    pub distance: f32,
    /// Tells the points of a pair apart, also from those of the same pair a step later.
    pub feature: u32,
}

/// A contact in any dimensions, laid out as the two above.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct ContactOf<const D: usize> {
    pair: [u32; 2],
    normal: [f32; D],
    distance: f32,
    axis: u32,
    parts: [u32; 2],
    first_point: u32,
    points: u32,
}

const _: () = {
    assert!(size_of::<jst_contact_2>() == size_of::<ContactOf<2>>());
    assert!(size_of::<jst_contact_3>() == size_of::<ContactOf<3>>());
    assert!(size_of::<jst_point_2>() == size_of::<ContactPoint<2>>());
    assert!(size_of::<jst_point_3>() == size_of::<ContactPoint<3>>());
};

/// Where a list goes, and its length.
pub(crate) type List<T> = (*mut *const T, *mut usize);

/// The contacts of a step, listed once they are asked for.
pub(crate) struct ContactLists<const D: usize> {
    contacts: Vec<ContactOf<D>>,
    points: Vec<ContactPoint<D>>,
}

impl<const D: usize> Default for ContactLists<D> {
    fn default() -> Self {
        Self { contacts: Vec::new(), points: Vec::new() }
    }
}

impl<const D: usize> ContactLists<D> {
    /// Lists contacts and their points, and tells where they are and how many.
    ///
    /// # Safety
    /// There is room for all four.
    pub(crate) unsafe fn tell(
        &mut self,
        found: &Contacts<D>,
        (contacts_to, contact_count): List<ContactOf<D>>,
        (points_to, point_count): List<ContactPoint<D>>,
    ) -> Result<(), Fault> {
        // SAFETY: the caller's promise.
        let (contacts_to, points_to, counts) = unsafe {
            let counts = [out(contact_count, "contact_count")?, out(point_count, "point_count")?];
            (out(contacts_to, "contacts")?, out(points_to, "points")?, counts)
        };
        let Self { contacts, points } = self;
        contacts.clear();
        points.clear();
        let refused = |_| Fault::Memory("the list of contacts");
        contacts.try_reserve(found.len()).map_err(refused)?;
        for contact in found.iter() {
            points.try_reserve(contact.points.len()).map_err(refused)?;
            contacts.push(ContactOf {
                pair: [contact.pair.a, contact.pair.b],
                normal: contact.normal,
                distance: contact.distance,
                axis: contact.axis,
                parts: contact.parts,
                first_point: points.len() as u32,
                points: contact.points.len() as u32,
            });
            points.extend_from_slice(contact.points);
        }
        (*contacts_to, *points_to) = (contacts.as_ptr(), points.as_ptr());
        [*counts[0], *counts[1]] = [contacts.len(), points.len()];
        Ok(())
    }
}
