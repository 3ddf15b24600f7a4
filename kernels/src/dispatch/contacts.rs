//! How two resting shapes touch: the kernels of each pair of kinds.

use bytemuck::cast_slice;

use crate::{
    Pair, SimdLevel,
    pairs::{
        Batch, BoxBox3, BoxBox3Classes, BoxBox3Edges, BoxBox3Faces, BoxBox3Manifold, Contact,
        ContactKernel, FacePoints, Kernel, MAX_POINTS, Overlaps, PairTest, SpheresTouch,
        add_face_points, contact_of,
        convex::{self, half_space},
        touches,
    },
    shape::{BoundingSphere, Pack, Rows, from_quads},
    simd::Quad,
};

/// Computes the contacts of pairs of rows of two columns.
pub type ContactBatch<const D: usize, const N: usize> =
    fn(SimdLevel, [Rows<'_>; 2], PairBlock<'_>, &mut [Contact<D, N>]);
/// Computes whether pairs of rows of two columns touch.
pub type OverlapBatch = fn(SimdLevel, [Rows<'_>; 2], &[Pair], &mut [bool]);
/// Computes the contact of a single pair of shapes.
pub type ContactOfPair<const D: usize> = fn([Rows<'_>; 2]) -> Contact<D, MAX_POINTS>;
/// Computes the number of a class for each of some pairs of rows of two columns.
type Classes = fn(SimdLevel, [Rows<'_>; 2], &[Pair], &mut [u8]);

/// Pairs of rows, and the pairs that will be computed after them.
#[derive(Clone, Copy)]
pub struct PairBlock<'a> {
    /// To be computed.
    pub pairs: &'a [Pair],
    /// To be computed next: their shapes are prefetched.
    pub next: &'a [Pair],
}

/// A kernel that computes contacts, by the number of points that they have room for.
#[derive(Clone, Copy)]
pub enum ContactTest<const D: usize> {
    /// Contacts without points.
    NoPoints(ContactBatch<D, 0>),
    /// Contacts with one point.
    OnePoint(ContactBatch<D, 1>),
    /// Contacts with up to two points.
    TwoPoints(ContactBatch<D, 2>),
    /// Contacts with up to four points.
    FourPoints(ContactBatch<D, 4>),
}

impl<const D: usize> ContactTest<D> {
    /// The most points of a contact.
    #[must_use]
    pub const fn points(&self) -> usize {
        match self {
            Self::NoPoints(_) => 0,
            Self::OnePoint(_) => 1,
            Self::TwoPoints(_) => 2,
            Self::FourPoints(_) => 4,
        }
    }
}

/// What is computed of pairs before their contacts.
#[derive(Clone, Copy)]
pub enum Precheck {
    /// Nothing: contacts cost hardly more.
    Nothing,
    /// Whether they touch.
    Overlaps(OverlapBatch),
    /// Which of the tests is to compute their contacts: 0 for none, 1 for the first.
    Classes(Classes),
}

/// How a pair of kinds is computed.
#[derive(Clone, Copy)]
pub struct ContactEntry<const D: usize> {
    /// Whether the bounding spheres of pairs touch, where computing that first pays.
    pub bounding_spheres: Option<OverlapBatch>,
    /// Whether pairs touch. If absent, pairs touch where their separation is not positive.
    pub overlaps: Option<OverlapBatch>,
    /// Whether a pair touches.
    pub overlap: fn([Rows<'_>; 2]) -> bool,
    /// How far pairs are apart: contacts of which only normal, distance and axis count.
    pub separations: ContactTest<D>,
    /// How far a pair is apart.
    pub separation: ContactOfPair<D>,
    /// What is computed before contacts are.
    pub precheck: Precheck,
    /// How pairs touch: the tests by the class that the precheck found, else the only test.
    pub contacts: &'static [ContactTest<D>],
    /// How a pair touches.
    pub contact: ContactOfPair<D>,
}

impl<const D: usize> ContactEntry<D> {
    /// The most points of a contact.
    #[must_use]
    pub fn max_points(&self) -> usize {
        self.contacts.iter().map(ContactTest::points).max().unwrap_or(0)
    }
}

/// One test for everything.
pub(super) const fn plain<T: CountedPoints<D, N>, const D: usize, const N: usize>()
-> ContactEntry<D> {
    ContactEntry {
        bounding_spheres: None,
        overlaps: if T::HOT { Some(overlaps::<T, D, N>) } else { None },
        overlap: if T::HOT { overlap::<T, D, N> } else { overlap_by_contact::<T, D, N> },
        separations: T::TEST,
        separation: contact::<T, D, N>,
        precheck: Precheck::Nothing,
        contacts: const { &[T::TEST] },
        contact: contact::<T, D, N>,
    }
}

/// A separating axis test, and one that also computes points, for pairs that touch.
pub(super) const fn with_manifold<S, T, const D: usize, const N: usize>() -> ContactEntry<D>
where
    S: CountedPoints<D, 0>,
    T: CountedPoints<D, N>,
{
    ContactEntry {
        bounding_spheres: None,
        overlaps: Some(overlaps::<S, D, 0>),
        overlap: overlap::<S, D, 0>,
        separations: S::TEST,
        separation: contact::<S, D, 0>,
        precheck: Precheck::Overlaps(overlaps::<S, D, 0>),
        contacts: const { &[T::TEST] },
        contact: contact::<T, D, N>,
    }
}

/// A separating axis test, whose contacts get their points afterwards, for pairs that touch.
pub(super) const fn with_faces<T: FacePoints>() -> ContactEntry<3> {
    let mut entry = with_manifold::<T, T, 3, 0>();
    entry.contacts = &[ContactTest::FourPoints(contacts_by_faces::<T>)];
    entry.contact = contact_by_faces::<T>;
    entry
}

/// Two boxes in 3D: contacts of a face or of edges, in the order of the numbers of their classes.
pub(super) const fn boxes3() -> ContactEntry<3> {
    ContactEntry {
        bounding_spheres: None,
        overlaps: Some(overlaps::<BoxBox3, 3, 0>),
        overlap: overlap::<BoxBox3, 3, 0>,
        separations: BoxBox3::TEST,
        separation: contact::<BoxBox3, 3, 0>,
        precheck: Precheck::Classes(each_by::<BoxBox3Classes>),
        contacts: &[
            ContactTest::FourPoints(contacts_of_faces::<0>),
            ContactTest::FourPoints(contacts_of_faces::<1>),
            ContactTest::FourPoints(contacts_of_faces::<2>),
            ContactTest::FourPoints(contacts_of_faces::<3>),
            ContactTest::FourPoints(contacts_of_faces::<4>),
            ContactTest::FourPoints(contacts_of_faces::<5>),
            ContactTest::OnePoint(contacts_of_edges),
        ],
        contact: contact::<BoxBox3Manifold, 3, 4>,
    }
}

/// The same entry with a test of the bounding spheres of the two shapes, which comes first.
pub(super) const fn with_spheres<A: BoundingSphere, B: BoundingSphere>(
    mut entry: ContactEntry<2>,
) -> ContactEntry<2> {
    entry.bounding_spheres = Some(each_by::<SpheresTouch<A, B>>);
    entry
}

/// The general routine for two convex shapes.
pub(super) const fn any_convex() -> ContactEntry<3> {
    ContactEntry {
        bounding_spheres: None,
        overlaps: Some(convex::overlaps),
        overlap: convex::overlap,
        separations: ContactTest::NoPoints(convex_separations),
        separation: convex::separation,
        precheck: Precheck::Overlaps(convex::overlaps),
        contacts: &[ContactTest::FourPoints(convex_contacts)],
        contact: convex::contact,
    }
}

/// The general routine for a convex shape and a half-space.
pub(super) const fn convex_at_half_space() -> ContactEntry<3> {
    ContactEntry {
        bounding_spheres: None,
        overlaps: Some(half_space::overlaps),
        overlap: half_space::overlap,
        separations: ContactTest::NoPoints(half_space_separations),
        separation: half_space::separation,
        precheck: Precheck::Overlaps(half_space::overlaps),
        contacts: &[ContactTest::FourPoints(half_space_contacts)],
        contact: half_space::contact,
    }
}

fn half_space_separations(
    _level: SimdLevel,
    columns: [Rows<'_>; 2],
    block: PairBlock<'_>,
    out: &mut [Contact<3, 0>],
) {
    half_space::separations(columns, block.pairs, out);
}

fn half_space_contacts(
    _level: SimdLevel,
    columns: [Rows<'_>; 2],
    block: PairBlock<'_>,
    out: &mut [Contact<3, 4>],
) {
    half_space::contacts(columns, block.pairs, out);
}

fn convex_separations(
    level: SimdLevel,
    columns: [Rows<'_>; 2],
    block: PairBlock<'_>,
    out: &mut [Contact<3, 0>],
) {
    convex::separations(level, columns, [block.pairs, block.next], out);
}

fn convex_contacts(
    level: SimdLevel,
    columns: [Rows<'_>; 2],
    block: PairBlock<'_>,
    out: &mut [Contact<3, 4>],
) {
    convex::contacts(level, columns, [block.pairs, block.next], out);
}

/// A test of which the number of points is one that contacts come with.
pub(super) trait CountedPoints<const D: usize, const N: usize>: PairTest<D, N> {
    /// Computes contacts by the test.
    const TEST: ContactTest<D>;
}

macro_rules! counted_points {
    ($points:literal, $variant:ident) => {
        impl<T: PairTest<D, $points>, const D: usize> CountedPoints<D, $points> for T {
            const TEST: ContactTest<D> = ContactTest::$variant(contacts::<T, D, $points>);
        }
    };
}
counted_points!(0, NoPoints);
counted_points!(1, OnePoint);
counted_points!(2, TwoPoints);
counted_points!(4, FourPoints);

/// Computes contacts of pairs.
fn contacts<T: PairTest<D, N>, const D: usize, const N: usize>(
    level: SimdLevel,
    columns: [Rows<'_>; 2],
    block: PairBlock<'_>,
    out: &mut [Contact<D, N>],
) {
    batch(&ContactKernel::<T, D, N>::default(), columns, block, out).compute(level);
}

/// Pairs whose contacts are computed before their points are.
const AT_ONCE: usize = 64;

/// Computes contacts of pairs, then the points of each.
fn contacts_by_faces<T: FacePoints>(
    level: SimdLevel,
    columns: [Rows<'_>; 2],
    PairBlock { pairs, next }: PairBlock<'_>,
    out: &mut [Contact<3, 4>],
) {
    let mut known = [Contact::default(); AT_ONCE];
    for (pairs, out) in pairs.chunks(AT_ONCE).zip(out.chunks_mut(AT_ONCE)) {
        let known = &mut known[..pairs.len()];
        contacts::<T, 3, 0>(level, columns, PairBlock { pairs, next }, known);
        for ((pair, known), out) in pairs.iter().zip(known).zip(out) {
            let a = from_quads::<T::A>(row::<T::A>(columns[0].quads, pair.a));
            let b = from_quads::<T::B>(row::<T::B>(columns[1].quads, pair.b));
            *out = add_face_points::<T>(&a, &b, known);
        }
    }
}

/// The quads of a row.
fn row<S: Pack>(column: &[Quad], row: u32) -> &[Quad] {
    cast_slice::<Quad, S::Quads>(column)[row as usize].as_ref()
}

/// Computes the contact of a pair with its points.
fn contact_by_faces<T: FacePoints>([a, b]: [Rows<'_>; 2]) -> Contact<3, MAX_POINTS> {
    let (a, b) = (from_quads::<T::A>(a.quads), from_quads::<T::B>(b.quads));
    add_face_points::<T>(&a, &b, &contact_of::<T, 3, 0>(&a, &b))
}

/// Computes whether pairs touch.
fn overlaps<T: PairTest<D, N>, const D: usize, const N: usize>(
    level: SimdLevel,
    columns: [Rows<'_>; 2],
    pairs: &[Pair],
    out: &mut [bool],
) {
    let kernel = &Overlaps::<T, D, N>::default();
    batch(kernel, columns, PairBlock { pairs, next: &[] }, out).compute(level);
}

/// Computes the contacts of boxes of which the face across an axis touches.
fn contacts_of_faces<const AXIS: usize>(
    level: SimdLevel,
    columns: [Rows<'_>; 2],
    block: PairBlock<'_>,
    out: &mut [Contact<3, 4>],
) {
    contacts_of_face(level, &BoxBox3Faces::across(AXIS), columns, block, out);
}

/// One copy for all axes.
#[inline(never)]
fn contacts_of_face(
    level: SimdLevel,
    kernel: &BoxBox3Faces,
    columns: [Rows<'_>; 2],
    block: PairBlock<'_>,
    out: &mut [Contact<3, 4>],
) {
    level.run(batch(kernel, columns, block, out));
}

/// Computes the contacts of boxes of which an edge of each touches.
fn contacts_of_edges(
    level: SimdLevel,
    columns: [Rows<'_>; 2],
    block: PairBlock<'_>,
    out: &mut [Contact<3, 1>],
) {
    level.run(batch(&BoxBox3Edges, columns, block, out));
}

/// Runs a kernel that only comes in batches and gives one result for each pair.
fn each_by<K: Kernel + Default>(
    level: SimdLevel,
    columns: [Rows<'_>; 2],
    pairs: &[Pair],
    out: &mut [K::Out],
) {
    level.run(batch(&K::default(), columns, PairBlock { pairs, next: &[] }, out));
}

fn batch<'a, K: Kernel>(
    kernel: &'a K,
    [a, b]: [Rows<'a>; 2],
    PairBlock { pairs, next }: PairBlock<'a>,
    out: &'a mut [K::Out],
) -> Batch<'a, K> {
    Batch { kernel, a: cast_slice(a.quads), b: cast_slice(b.quads), pairs, next, out }
}

/// Computes the contact of a pair.
fn contact<T: PairTest<D, N>, const D: usize, const N: usize>(
    [a, b]: [Rows<'_>; 2],
) -> Contact<D, MAX_POINTS> {
    let (a, b) = (from_quads::<T::A>(a.quads), from_quads::<T::B>(b.quads));
    contact_of::<T, D, N>(&a, &b).with_room()
}

/// Computes whether a pair touches.
fn overlap<T: PairTest<D, N>, const D: usize, const N: usize>([a, b]: [Rows<'_>; 2]) -> bool {
    let (a, b) = (from_quads::<T::A>(a.quads), from_quads::<T::B>(b.quads));
    touches::<T, D, N>(&a, &b)
}

/// Computes whether a pair touches, by its contact, which is compiled anyway.
fn overlap_by_contact<T: PairTest<D, N>, const D: usize, const N: usize>(
    [a, b]: [Rows<'_>; 2],
) -> bool {
    let (a, b) = (from_quads::<T::A>(a.quads), from_quads::<T::B>(b.quads));
    contact_of::<T, D, N>(&a, &b).distance <= 0.0
}
