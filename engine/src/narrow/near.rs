//! How shapes would touch that are near each other.
//!
//! What a kernel says of the points of shapes that are apart means nothing. So B is moved toward A,
//! along the line between their nearest points, until they overlap; the kernel says where they
//! touch then, and the way is added to the distances. Where the kernel finds that they would touch
//! along another axis, as at two corners, the nearest points are all that is known.

use jostle_kernels::{
    pairs::{Contact, MAX_POINTS},
    real::vector::{add, add_scaled, dot, sub},
};

use super::{
    ContactPoint, Contacts, Narrow, NarrowStats, Separation, Sides,
    block::{Block, Head, PointCount},
    composite::{OfParts, each_contact, has_parts},
    distance::{Nearest, nearest_apart},
    single::{Manifold, Meeting},
};
use crate::{
    Error, Pair, Shape,
    error::check_setting,
    exec::threads,
    memory::{reserve, reserve_one},
    shape::{Columns, Features, PreparedShapes, ShapeKind},
};

/// The [feature](ContactPoint::feature) of the nearest points of shapes that are apart.
pub const NEAREST: u32 = u32::MAX;

/// The cosine of the largest angle between two directions that are taken for one: a ten-thousandth.
const ONE_DIRECTION: f64 = 1.0 - 5e-9;

/// What distances of points are rounded by, as a share of what lies between two shapes.
const ROUNDING: f64 = 4e-6;

/// How far points may be off their shapes, as a share of the same: kernels that clip faces keep
/// what is outside of them by a few millionths.
const CLIPPING: f64 = 2e-5;

/// How far shapes are made to overlap, as shares of what the margin leaves, until that is as they
/// would touch.
const DEPTHS: [f64; 4] = [1.0, 1.0 / 4.0, 1.0 / 16.0, 1.0 / 64.0];

/// Pairs that one thread looks at one after the other.
const CHUNK: usize = 64;

/// What memory is for.
const WHAT: &str = "the pairs that are near";

/// Refuses what is no margin.
pub(crate) fn check_margin(margin: f32) -> Result<(), Error> {
    check_setting("the margin of contacts", margin, 0.0..=f32::MAX, "0 or more, and finite")
}

impl<const D: usize> Meeting<D> {
    /// How two shapes would touch that are apart by no more than a margin.
    pub(super) fn near(&self, shapes: [&Shape<D>; 2], margin: f32) -> Option<Manifold<D>> {
        // At most the distance, and what a list of pairs is asked for first.
        let apart = (self.entry.separation)(self.columns());
        if apart.distance > margin {
            return None;
        }
        let shapes = if self.swapped { [shapes[1], shapes[0]] } else { shapes };
        let features = [self.first.features(), self.second.features()];
        let gap = nearest_apart(&features[0], &features[1]);
        let most = f64::from(margin);
        if gap.distance > most {
            return None;
        }
        // As far as may be, so that all points are found that are near; where they would overlap so
        // far that another axis decides, less.
        let shifts = DEPTHS.map(|depth| gap.distance + depth * (most - gap.distance));
        let contact_after = |shift| {
            let contact = self.contact_after(shapes, shift, &gap, most)?;
            are_on_shapes(&contact, &features, &gap, most).then_some(contact)
        };
        let touching = shifts.into_iter().find_map(contact_after);
        let mut contact = touching.unwrap_or_else(|| at_nearest(&gap, apart.axis));
        contact.distance = (gap.distance as f32).max(f32::MIN_POSITIVE);
        Some(self.manifold(&contact))
    }

    /// The contact once B has come so far toward A, with the distances of now; none if they touch
    /// along another axis then.
    fn contact_after(
        &self,
        [a, b]: [&Shape<D>; 2],
        shift: f64,
        gap: &Nearest<D>,
        most: f64,
    ) -> Option<Contact<D, MAX_POINTS>> {
        // Around A, so that nothing is rounded but what lies between the two.
        let center = add_scaled(gap.between, gap.direction, -shift);
        let (a, b) = (a.at([0.0; D]).packed().ok()?, b.at(rounded(center)).packed().ok()?);
        let mut contact = (self.entry.contact)([a.rows(), b.rows()]);
        let normal = contact.normal.map(f64::from);
        let along = dot(normal, gap.direction) / dot(normal, normal).sqrt();
        if contact.distance > 0.0 || along.is_nan() || along < ONE_DIRECTION {
            return None;
        }
        let mut kept = 0;
        for place in 0..contact.count as usize {
            let point = contact.points[place];
            let [on_a, on_b] = [point.on_a, point.on_b].map(|on| on.map(f64::from));
            let distance = dot(sub(add(gap.between, on_b), on_a), gap.direction);
            if distance <= most {
                contact.points[kept] = ContactPoint { distance: distance as f32, ..point };
                kept += 1;
            }
        }
        contact.normal = rounded(gap.direction);
        contact.count = kept as u32;
        (kept > 0).then_some(contact)
    }
}

/// Whether the points of a contact are on the surfaces of the two shapes, and the nearest of them
/// is as near as the nearest ones. Points that a kernel takes for those of faces, because edges are
/// nearly as deep, need not be.
fn are_on_shapes<const D: usize>(
    contact: &Contact<D, MAX_POINTS>,
    [a, b]: &[Features<D>; 2],
    gap: &Nearest<D>,
    most: f64,
) -> bool {
    let scale = dot(gap.between, gap.between).sqrt() + most;
    let points = &contact.points[..contact.count as usize];
    let is_nearest =
        |point: &ContactPoint<D>| f64::from(point.distance) - gap.distance <= ROUNDING * scale;
    points.iter().any(is_nearest)
        && points.iter().all(|point| {
            let [on_a, on_b] = [(a, point.on_a), (b, point.on_b)].map(|(shape, on)| {
                let point = Features::of_point(add(shape.center, on.map(f64::from)));
                nearest_apart(shape, &point).distance.abs() <= CLIPPING * scale
            });
            on_a && on_b && gap.distance - f64::from(point.distance) <= ROUNDING * scale
        })
}

fn rounded<const D: usize>(vector: [f64; D]) -> [f32; D] {
    vector.map(|x| x as f32)
}

/// The contact of the nearest points alone.
fn at_nearest<const D: usize>(gap: &Nearest<D>, axis: u32) -> Contact<D, MAX_POINTS> {
    let normal = rounded(gap.direction);
    let mut contact = Contact { normal, axis, count: 1, ..Contact::default() };
    let (on_a, on_b, distance) = (rounded(gap.on_a), rounded(gap.on_b), gap.distance as f32);
    contact.points[0] = ContactPoint { on_a, on_b, distance, feature: NEAREST };
    contact
}

/// Pairs that do not touch. Kept for the memory.
#[derive(Default)]
pub(crate) struct NearPairs<const D: usize> {
    pairs: Vec<Pair>,
    separations: Vec<Separation<D>>,
    /// By chunk of pairs.
    found: Vec<Vec<NearContact<D>>>,
    all: Vec<NearContact<D>>,
}

/// A contact of a pair that is near, and the numbers of the parts, if it is of parts.
#[derive(Clone, Debug)]
pub(super) struct NearContact<const D: usize> {
    pub(super) pair: Pair,
    pub(super) parts: Option<[u32; 2]>,
    pub(super) manifold: Manifold<D>,
}

impl<const D: usize> NearContact<D> {
    /// What contacts are in order by.
    fn key(&self) -> (u64, [u32; 2]) {
        (self.pair.key(), self.parts.unwrap_or_default())
    }
}

impl<const D: usize> NearPairs<D> {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<Pair>()
            + self.separations.capacity() * size_of::<Separation<D>>()
            + size_of::<NearContact<D>>()
                * (self.all.capacity() + self.found.iter().map(Vec::capacity).sum::<usize>())
    }

    /// Lists the pairs in canonical order that have no contact, or `has_parts`. O(pairs).
    fn list(
        &mut self,
        pairs: &[Pair],
        contacts: &Contacts<D>,
        has_parts: impl Fn(&Pair) -> bool,
    ) -> Result<(), Error> {
        self.pairs.clear();
        reserve(&mut self.pairs, pairs.len(), "the pairs that are near")?;
        let mut touching = contacts.iter().map(|contact| contact.pair).peekable();
        let is_asked = |pair: &&Pair| {
            let mut is_apart = true;
            while touching.next_if_eq(pair).is_some() {
                is_apart = false;
            }
            is_apart || has_parts(pair)
        };
        self.pairs.extend(pairs.iter().filter(is_asked));
        Ok(())
    }

    /// Keeps those that may be near: of those that have parts only the parts tell.
    fn keep_near(&mut self, margin: f32, has_parts: impl Fn(&Pair) -> bool) {
        let mut separations = self.separations.iter();
        self.pairs.retain(|pair| {
            separations.next().is_some_and(|found| found.distance <= margin) || has_parts(pair)
        });
    }
}

impl<const D: usize> Narrow<D> {
    /// Adds to the contacts of pairs in canonical order those of pairs that are apart by no more
    /// than a margin. O(pairs), and some hundred nanoseconds to microseconds for each that is near,
    /// on all threads.
    pub(crate) fn add_near(
        &mut self,
        (columns, prepared): (&Columns<'_, D>, &PreparedShapes<D>),
        pairs: &[Pair],
        margin: f32,
        near: &mut NearPairs<D>,
        contacts: &mut Contacts<D>,
    ) -> Result<NarrowStats, Error> {
        let sides = Sides::within(prepared);
        let has_parts = |pair: &Pair| has_parts(&sides, pair);
        near.list(pairs, contacts, has_parts)?;
        let report = self.separations(prepared, &near.pairs, &mut near.separations)?;
        near.keep_near(margin, has_parts);
        let NearPairs { pairs: apart, found, all, .. } = near;
        let chunks = apart.len().div_ceil(CHUNK);
        if found.len() < chunks {
            reserve(found, chunks, WHAT)?;
            found.resize_with(chunks, Vec::new);
        }
        threads::try_for_each_chunk(&mut found[..chunks], 1, |number, found| {
            let found = &mut found[0];
            found.clear();
            let first = number * CHUNK;
            let mut pairs = apart[first..apart.len().min(first + CHUNK)].iter();
            pairs.try_for_each(|pair| find_near(columns, *pair, margin, found))
        })?;
        all.clear();
        reserve(all, found[..chunks].iter().map(Vec::len).sum(), WHAT)?;
        found[..chunks].iter_mut().for_each(|found| all.append(found));
        contacts.insert(pairs, all)?;
        Ok(report)
    }
}

/// Finds the contacts of a pair that does not touch, or those of its parts that do not.
fn find_near<const D: usize>(
    columns: &Columns<'_, D>,
    pair: Pair,
    margin: f32,
    found: &mut Vec<NearContact<D>>,
) -> Result<(), Error> {
    let [a, b] = [pair.a, pair.b].map(|index| columns.get(index as usize));
    if ![&a, &b].iter().any(|shape| shape.kind() == ShapeKind::Composite) {
        let near = Meeting::new(&a, &b).ok().and_then(|meeting| meeting.near([&a, &b], margin));
        if let Some(manifold) = near {
            reserve_one(found, WHAT)?;
            found.push(NearContact { pair, parts: None, manifold });
        }
        return Ok(());
    }
    let mut outcome = Ok(());
    each_contact([&a, &b], margin, |OfParts { found: manifold, parts }| {
        if manifold.distance > 0.0 && outcome.is_ok() {
            outcome = reserve_one(found, WHAT);
            if outcome.is_ok() {
                found.push(NearContact { pair, parts: Some(parts), manifold });
            }
        }
    })?;
    outcome
}

impl<const D: usize> Block<D> {
    /// Puts contacts in their places among those of the block, for which there is room.
    pub(super) fn insert(&mut self, more: &[NearContact<D>]) -> Result<(), Error> {
        let (mut kept, count) = (self.heads.len(), more.len());
        let nothing = Head {
            pair: Pair::default(),
            normal: [0.0; D],
            distance: 0.0,
            axis: 0,
            first: 0,
            points: PointCount::default(),
        };
        self.heads.resize(kept + count, nothing);
        // From behind.
        for (left, contact) in more.iter().enumerate().rev() {
            while kept > 0 && self.key(kept - 1) > contact.key() {
                kept -= 1;
                self.heads[kept + left + 1] = self.heads[kept];
            }
            let NearContact { pair, parts, manifold } = contact;
            let Manifold { normal, distance, axis, .. } = *manifold;
            let (first, points) = (self.points.len() as u32, manifold.points());
            self.points.extend_from_slice(points);
            let mut points = PointCount::new(points.len() as u32);
            if let Some(parts) = parts {
                points = points.with_parts(self.parts.len());
                reserve_one(&mut self.parts, "contacts of parts")?;
                self.parts.push(*parts);
            }
            self.heads[kept + left] = Head { pair: *pair, normal, distance, axis, first, points };
        }
        Ok(())
    }

    /// What the contact in a place is in order by.
    fn key(&self, place: usize) -> (u64, [u32; 2]) {
        let contact = self.contact(&self.heads[place]);
        (contact.pair.key(), contact.parts)
    }
}
