//! A single pair: the same tests, without a batch.

use jostle_kernels::{
    dispatch::{ContactEntry, contact_entry},
    pairs::{Contact, MAX_POINTS},
    shape::Rows,
};

use super::{
    ClosestPoints, ContactPoint, Separation,
    composite::{self, Body},
    distance::nearest,
    emit::{self, between_balls},
    near::check_margin,
};
use crate::{
    Error,
    shape::{Packed, Shape, ShapeKind},
};

/// Two shapes that touch, found for a single pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold<const D: usize> {
    /// Unit vector from A to B.
    pub normal: [f32; D],
    /// Minus the depth: at most 0 where they touch, positive where they are [near](contact_within).
    /// Moving B by `-distance * normal` makes them just touch.
    pub distance: f32,
    /// Which axis or feature decided.
    pub axis: u32,
    points: [ContactPoint<D>; MAX_POINTS],
    count: usize,
}

impl<const D: usize> Manifold<D> {
    /// One of these numbers.
    pub(super) fn of(
        normal: [f32; D],
        distance: f32,
        axis: u32,
        given: &[ContactPoint<D>],
    ) -> Self {
        let none = ContactPoint { on_a: [0.0; D], on_b: [0.0; D], distance: 0.0, feature: 0 };
        let mut points = [none; MAX_POINTS];
        points[..given.len()].copy_from_slice(given);
        Self { normal, distance, axis, points, count: given.len() }
    }

    /// Where they touch: up to two points in 2D, up to four in 3D. Triangles have none with boxes
    /// and triangles.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint<D>] {
        &self.points[..self.count]
    }
}

/// Whether two shapes touch: false only where they are certainly apart.
///
/// ```
/// use jostle::{narrow::overlap, Shape};
///
/// let ball = Shape::ball([0.0, 2.0], 1.0);
/// let capsule = Shape::capsule([-3.0, 0.0], [3.0, 0.0], 1.0);
/// assert!(overlap(&ball, &capsule)?); // they just touch
/// # Ok::<(), jostle::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] when one of them is invalid.
pub fn overlap<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Result<bool, Error> {
    if has_parts([a, b]) {
        return composite::touch([&Body::of(a)?, &Body::of(b)?]);
    }
    Ok(Meeting::new(a, b)?.overlap())
}

/// Whether one of two shapes has parts.
fn has_parts<const D: usize>(shapes: [&Shape<D>; 2]) -> bool {
    shapes.iter().any(|shape| shape.kind() == ShapeKind::Composite)
}

/// How far two shapes are apart, or how deep they overlap, and which way. Of
/// [composite shapes](crate::shape::Composite) it is that of the parts that are deepest in each other,
/// or nearest.
///
/// # Errors
/// [`Error::Shape`] when one of them is invalid.
pub fn separation<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Result<Separation<D>, Error> {
    if has_parts([a, b]) {
        return composite::separation([&Body::of(a)?, &Body::of(b)?]);
    }
    let meeting = Meeting::new(a, b)?;
    Ok(meeting.separation())
}

/// How two shapes touch, if they do; of [composite shapes](crate::shape::Composite) the parts that
/// are deepest in each other.
///
/// # Errors
/// [`Error::Shape`] when one of them is invalid.
pub fn contact<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Result<Option<Manifold<D>>, Error> {
    if has_parts([a, b]) {
        return Ok(composite::deepest([a, b], 0.0)?.map(|found| found.found));
    }
    Ok(Meeting::new(a, b)?.touch())
}

/// How two shapes touch, if they do; or, if they are apart by no more than `margin`, how they would
/// if they came together: what a solver needs to keep shapes from overlapping in the first place.
///
/// Of shapes that are apart, the distance is that of their nearest points, and positive. The normal
/// is the direction from that of A to that of B. Where that is the direction in which they would
/// touch along a face or an edge, the points are those of the contact then, as far as they are
/// apart by no more than `margin`, each with its own distance along the normal; else the nearest
/// points are the only ones, and have the feature [`NEAREST`](super::NEAREST). It takes some
/// microseconds for two boxes in 3D.
///
/// ```
/// use jostle::{Shape, narrow::contact_within};
///
/// let floor = Shape::aligned_box([0.0, -1.0], [5.0, 1.0]);
/// let falling = Shape::aligned_box([0.0, 1.25], [1.0, 1.0]);
/// let near = contact_within(&floor, &falling, 0.5)?.expect("they are near");
/// assert_eq!((near.normal, near.distance), ([0.0, 1.0], 0.25));
/// assert_eq!(near.points().len(), 2);
/// assert!(contact_within(&floor, &falling, 0.125)?.is_none());
/// # Ok::<(), jostle::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] when one of them is invalid, [`Error::Setting`] when the margin is negative,
/// infinite or NaN.
pub fn contact_within<const D: usize>(
    a: &Shape<D>,
    b: &Shape<D>,
    margin: f32,
) -> Result<Option<Manifold<D>>, Error> {
    check_margin(margin)?;
    if has_parts([a, b]) {
        return Ok(composite::deepest([a, b], margin)?.map(|found| found.found));
    }
    let meeting = Meeting::new(a, b)?;
    Ok(meeting.touch().or_else(|| meeting.near([a, b], margin)))
}

/// How far two shapes are apart, and where they are nearest.
///
/// In contrast to [`separation`] this is the distance for all shapes; it takes some microseconds
/// for two boxes in 3D.
///
/// # Errors
/// [`Error::Shape`] when one of them is invalid.
pub fn distance<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Result<ClosestPoints<D>, Error> {
    if has_parts([a, b]) {
        let found = composite::closest([&Body::of(a)?, &Body::of(b)?], f32::INFINITY)?;
        return Ok(found.expect("a composite shape has parts").found);
    }
    let meeting = Meeting::<D>::new(a, b)?;
    let (first, second) = (meeting.first.features(), meeting.second.features());
    let found = nearest(&first, &second, meeting.overlap());
    Ok(if meeting.swapped { found.turned() } else { found })
}

/// Whether a shape touches another, given as the only row of its kind.
pub(crate) fn touches<const D: usize>(shape: &Packed<D>, other: Rows<'_>) -> bool {
    let [own, kind] = [shape.kind(), other.kind];
    if own <= kind {
        (contact_entry::<D>([own, kind]).overlap)([shape.rows(), other])
    } else {
        (contact_entry::<D>([kind, own]).overlap)([other, shape.rows()])
    }
}

/// Two shapes in the order of their kinds.
pub(super) struct Meeting<const D: usize> {
    pub(super) first: Packed<D>,
    pub(super) second: Packed<D>,
    pub(super) swapped: bool,
    pub(super) entry: &'static ContactEntry<D>,
}

impl<const D: usize> Meeting<D> {
    pub(super) fn new(a: &Shape<D>, b: &Shape<D>) -> Result<Self, Error> {
        Ok(Self::of_packed(a.packed()?, b.packed()?))
    }

    /// Of two shapes that have no parts.
    pub(super) fn of_packed(a: Packed<D>, b: Packed<D>) -> Self {
        let swapped = a.kind() > b.kind();
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        let entry = contact_entry([first.kind(), second.kind()]);
        Self { first, second, swapped, entry }
    }

    pub(super) fn columns(&self) -> [Rows<'_>; 2] {
        [self.first.rows(), self.second.rows()]
    }

    pub(super) fn separation(&self) -> Separation<D> {
        let contact = (self.entry.separation)(self.columns());
        emit::separation(&contact, self.swapped)
    }

    pub(super) fn overlap(&self) -> bool {
        (self.entry.overlap)(self.columns())
    }

    pub(super) fn touch(&self) -> Option<Manifold<D>> {
        let contact = (self.entry.contact)(self.columns());
        (contact.distance <= 0.0).then(|| self.manifold(&contact))
    }

    /// A contact of the two as the user gets it.
    pub(super) fn manifold(&self, contact: &Contact<D, MAX_POINTS>) -> Manifold<D> {
        let Separation { normal, distance, axis } = emit::separation(contact, self.swapped);
        let none = ContactPoint { on_a: [0.0; D], on_b: [0.0; D], distance: 0.0, feature: 0 };
        let mut touch = Manifold { normal, distance, axis, points: [none; MAX_POINTS], count: 0 };
        if [self.first.kind(), self.second.kind()] == [ShapeKind::Ball; 2] {
            let radii = [&self.first, &self.second].map(|ball| ball.quads()[0][3]);
            (touch.points[0], touch.count) = (between_balls(normal, distance, radii), 1);
        } else {
            for (to, point) in touch.points.iter_mut().zip(emit::points(contact, self.swapped)) {
                *to = point;
                touch.count += 1;
            }
        }
        touch
    }
}
