//! Lists of pairs tested, and single pairs of shapes.

use std::sync::Arc;

use jostle::{
    Pair,
    narrow::{self, Contacts, Impact, Motions, Narrow, Separation},
    records::{Field, GatheredColumns},
    shape::PreparedShapes,
};

use crate::{
    arrays::{Sized32, fill, jst_vectors, optional, optional_array, out, required, sized, write},
    broad::jst_pair,
    contacts::{ContactLists, jst_contact_2, jst_contact_3, jst_point_2, jst_point_3},
    dimensions::{Dimensions, in_dimensions},
    objects::{self, Object, using},
    pool::{Threads, jst_pool, threads_of},
    shape::{in_three, jst_shape},
    shapes::{KindColumns, Kinds, jst_shapes},
    space::{Dimension, Space},
    status::{Fault, call, jst_status},
    world::answers::{jst_hit_state, state_of},
};

/// What tests lists of pairs.
pub type jst_narrow = *mut jst_narrow_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_narrow_s {
    _private: u8,
}

/// What it is to be like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_narrow_def {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// 2 or 3.
    pub dimensions: u32,
    /// Where it works, or null.
    pub pool: jst_pool,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_narrow_def {
    const NAME: &'static str = "jst_narrow_def";
}

/// How far two shapes are apart, and which way. In 2D the last number of the normal is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_separation {
    /// From the first to the second, of length 1.
    pub normal: [f32; 3],
    /// Greater than 0 only where they are certainly apart: at most the distance. Else minus the
    /// depth.
    pub distance: f32,
    /// Which axis or feature decided.
    pub axis: u32,
}

/// When two shapes meet. In 2D the last number of the normal is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_impact {
    /// From the first to the second, of length 1; zero where they touch at the start.
    pub normal: [f32; 3],
    /// When; infinite where they do not.
    pub time: f32,
    /// How the time is meant.
    pub state: jst_hit_state,
}

/// Where two shapes are closest. In 2D the last numbers are 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_closest {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// How far they are apart; 0 where they touch.
    pub distance: f32,
    /// The point of the first, relative to its center, along the axes of the world.
    pub on_a: [f32; 3],
    /// The point of the second, likewise.
    pub on_b: [f32; 3],
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers.
unsafe impl Sized32 for jst_closest {
    const NAME: &'static str = "jst_closest";
}

/// Tests in a number of dimensions, and what calls fill.
struct Tests<const D: usize> {
    narrow: Narrow<D>,
    prepared: PreparedShapes<D>,
    columns: KindColumns<D>,
    motions: Motions<D>,
    by: GatheredColumns<D>,
    turn: GatheredColumns<3>,
    touching: Vec<bool>,
    flags: Vec<u8>,
    separations: Vec<Separation<D>>,
    told_separations: Vec<jst_separation>,
    impacts: Vec<Impact<D>>,
    told_impacts: Vec<jst_impact>,
    contacts: Contacts<D>,
    contact_lists: ContactLists<D>,
}

impl<const D: usize> Tests<D>
where
    Dimension: Space<D>,
{
    fn new() -> Self {
        Self {
            narrow: Narrow::new(),
            prepared: PreparedShapes::new(),
            columns: KindColumns::default(),
            motions: Motions::default(),
            by: GatheredColumns::new(),
            turn: GatheredColumns::new(),
            touching: Vec::new(),
            flags: Vec::new(),
            separations: Vec::new(),
            told_separations: Vec::new(),
            impacts: Vec::new(),
            told_impacts: Vec::new(),
            contacts: Contacts::new(),
            contact_lists: ContactLists::default(),
        }
    }

    /// Answers a question about pairs of shapes.
    ///
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    unsafe fn answer(
        &mut self,
        threads: &Threads,
        shapes: *const jst_shapes,
        pairs: &[Pair],
        question: Question,
    ) -> Result<(), Fault> {
        // SAFETY: the caller's promise.
        let kinds = unsafe { Kinds::of(shapes) }?;
        threads.run(|| {
            self.prepared.update(self.columns.gather(&kinds)?)?;
            match question {
                Question::Overlaps => self.overlaps(pairs),
                Question::Separations => self.separations(pairs),
                Question::Contacts => self.contacts(pairs),
            }
        })
    }

    /// Tells when the shapes of pairs meet that move in these ways, up to a time.
    ///
    /// # Safety
    /// As [`answer`](Self::answer).
    unsafe fn impacts(
        &mut self,
        threads: &Threads,
        shapes: *const jst_shapes,
        pairs: &[Pair],
        (ways, until): ([*const jst_vectors; 2], f32),
    ) -> Result<(), Fault> {
        // SAFETY: the caller's promise.
        let (kinds, Ways { by, turn }) = unsafe {
            let kinds = Kinds::of(shapes)?;
            let ways = Ways::of(ways, kinds.len())?;
            (kinds, ways)
        };
        threads.run(|| {
            let Self { narrow, prepared, columns, motions, impacts, .. } = self;
            prepared.update(columns.gather(&kinds)?)?;
            let turn = turn.map(|turn| self.turn.gather(turn)).transpose()?;
            motions.update(Dimension::motions(self.by.gather(by)?, turn)?)?;
            narrow.impacts(&*prepared, &*motions, pairs, until, impacts)?;
            let told = impacts.iter().map(|found| jst_impact {
                normal: in_three(found.normal),
                time: found.time,
                state: state_of(found.state()),
            });
            fill(&mut self.told_impacts, told).map(drop)
        })
    }

    fn overlaps(&mut self, pairs: &[Pair]) -> Result<(), Fault> {
        self.narrow.overlaps(&self.prepared, pairs, &mut self.touching)?;
        fill(&mut self.flags, self.touching.iter().map(|touches| u8::from(*touches))).map(drop)
    }

    fn separations(&mut self, pairs: &[Pair]) -> Result<(), Fault> {
        self.narrow.separations(&self.prepared, pairs, &mut self.separations)?;
        let told = self.separations.iter().map(|found| jst_separation {
            normal: in_three(found.normal),
            distance: found.distance,
            axis: found.axis,
        });
        fill(&mut self.told_separations, told).map(drop)
    }

    fn contacts(&mut self, pairs: &[Pair]) -> Result<(), Fault> {
        self.narrow.contacts(&self.prepared, pairs, &mut self.contacts)?;
        Ok(())
    }
}

/// What is asked about pairs that stay where they are.
#[derive(Clone, Copy)]
enum Question {
    Overlaps,
    Separations,
    Contacts,
}

/// How shapes move, as the caller says it, checked.
struct Ways<'a, const D: usize> {
    by: [Field<'a>; D],
    turn: Option<[Field<'a>; 3]>,
}

impl<const D: usize> Ways<'_, D>
where
    Dimension: Space<D>,
{
    /// # Safety
    /// What is not null is there, with so many vectors, and nobody writes to it as long as the
    /// call takes.
    unsafe fn of([by, turn]: [*const jst_vectors; 2], count: usize) -> Result<Self, Fault> {
        // SAFETY: the caller's promise.
        unsafe {
            let by = required(by, "by")?.fields(count, "by")?;
            let turn = optional(turn, "turn")?;
            let turn = turn.map(|turn| turn.first_fields(Dimension::TURN, count, "turn"));
            Ok(Self { by, turn: turn.transpose()? })
        }
    }
}

/// Tests of two or three dimensions, and where they run.
pub(crate) struct AnyTests {
    threads: Arc<Threads>,
    tests: Dimensions<Tests<2>, Tests<3>>,
}

impl Object for AnyTests {
    const TYPE: usize = 8;
    const NAME: &'static str = "jst_narrow";
}

/// Makes what tests lists of pairs. Keep it from list to list. Destroy it with
/// `jst_narrow_destroy`.
///
/// # Safety
/// The struct is there, and so is room for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_narrow_create(
    def: *const jst_narrow_def,
    narrow: *mut jst_narrow,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, narrow) = unsafe { (sized(def)?, out(narrow, "narrow")?) };
        let tests = Dimensions::of(def.dimensions, || Ok(Tests::new()), || Ok(Tests::new()))?;
        *narrow = objects::handle(AnyTests { threads: threads_of(def.pool)?, tests })?;
        Ok(())
    })
}

/// Destroys what tests lists of pairs.
#[unsafe(no_mangle)]
pub extern "C" fn jst_narrow_destroy(narrow: jst_narrow) -> jst_status {
    call(|| objects::remove::<AnyTests>(narrow.addr()).map(drop))
}

/// Pairs of the caller's.
///
/// # Safety
/// There are so many, and nobody writes to them as long as the call takes.
pub(crate) unsafe fn pairs_of<'a>(
    pairs: *const jst_pair,
    count: usize,
) -> Result<&'a [Pair], Fault> {
    // SAFETY: the caller's promise; the two types are laid out alike, of two numbers each.
    let pairs = unsafe { optional_array(pairs.cast::<Pair>(), count, "pairs") }?;
    pairs.ok_or(Fault::Null("pairs"))
}

/// Answers a question about pairs of shapes.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
unsafe fn test(
    narrow: &mut AnyTests,
    shapes: *const jst_shapes,
    (pairs, count): (*const jst_pair, usize),
    question: Question,
) -> Result<(), Fault> {
    let AnyTests { threads, tests } = narrow;
    // SAFETY: the caller's promise.
    unsafe {
        let pairs = pairs_of(pairs, count)?;
        in_dimensions!(tests, tests => tests.answer(threads, shapes, pairs, question))
    }
}

/// Whether the shapes of each pair touch: 1 if they do. The answers are good until the next call
/// with this object.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_narrow_overlaps(
    narrow: jst_narrow,
    shapes: *const jst_shapes,
    pairs: *const jst_pair,
    count: usize,
    touching: *mut *const u8,
) -> jst_status {
    using(narrow, |narrow: &mut AnyTests| {
        // SAFETY: the caller's promise.
        let to = unsafe {
            let to = out(touching, "touching")?;
            test(narrow, shapes, (pairs, count), Question::Overlaps)?;
            to
        };
        *to = in_dimensions!(&narrow.tests, tests => tests.flags.as_ptr());
        Ok(())
    })
}

/// How far the shapes of each pair are apart, and which way. The answers are good until the next
/// call with this object.
///
/// # Safety
/// As for `jst_narrow_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_narrow_separations(
    narrow: jst_narrow,
    shapes: *const jst_shapes,
    pairs: *const jst_pair,
    count: usize,
    separations: *mut *const jst_separation,
) -> jst_status {
    using(narrow, |narrow: &mut AnyTests| {
        // SAFETY: the caller's promise.
        let to = unsafe {
            let to = out(separations, "separations")?;
            test(narrow, shapes, (pairs, count), Question::Separations)?;
            to
        };
        *to = in_dimensions!(&narrow.tests, tests => tests.told_separations.as_ptr());
        Ok(())
    })
}

/// When the shapes of each pair meet, from time 0 to `until`. `by` says for each shape how far it
/// moves while time grows by 1, and `turn`, which may be null, how far it turns, as in `jst_casts`.
/// The answers are good until the next call with this object.
///
/// # Safety
/// As for `jst_narrow_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_narrow_impacts(
    narrow: jst_narrow,
    shapes: *const jst_shapes,
    by: *const jst_vectors,
    turn: *const jst_vectors,
    until: f32,
    pairs: *const jst_pair,
    count: usize,
    impacts: *mut *const jst_impact,
) -> jst_status {
    using(narrow, |narrow: &mut AnyTests| {
        // SAFETY: the caller's promise.
        let to = unsafe {
            let to = out(impacts, "impacts")?;
            let (AnyTests { threads, tests }, pairs) = (&mut *narrow, pairs_of(pairs, count)?);
            let ways = ([by, turn], until);
            in_dimensions!(tests, tests => tests.impacts(threads, shapes, pairs, ways)?);
            to
        };
        *to = in_dimensions!(&narrow.tests, tests => tests.told_impacts.as_ptr());
        Ok(())
    })
}

/// The pairs that touch, in 2D, in their order, and the points where they do. The answers are good
/// until the next call with this object.
///
/// # Safety
/// As for `jst_narrow_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_narrow_contacts_2(
    narrow: jst_narrow,
    shapes: *const jst_shapes,
    pairs: *const jst_pair,
    count: usize,
    contacts: *mut *const jst_contact_2,
    contact_count: *mut usize,
    points: *mut *const jst_point_2,
    point_count: *mut usize,
) -> jst_status {
    using(narrow, |narrow: &mut AnyTests| {
        if !matches!(narrow.tests, Dimensions::Two(_)) {
            return Err(Fault::Argument("narrow", "is one of 3 dimensions"));
        }
        // SAFETY: the caller's promise.
        unsafe { test(narrow, shapes, (pairs, count), Question::Contacts) }?;
        let Dimensions::Two(tests) = &mut narrow.tests else { return Ok(()) };
        // SAFETY: the caller's promise; the two types of each list are laid out alike.
        unsafe {
            tests.contact_lists.tell(
                &tests.contacts,
                (contacts.cast(), contact_count),
                (points.cast(), point_count),
            )
        }
    })
}

/// The pairs that touch, in 3D, in their order, and the points where they do. The answers are good
/// until the next call with this object.
///
/// # Safety
/// As for `jst_narrow_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_narrow_contacts_3(
    narrow: jst_narrow,
    shapes: *const jst_shapes,
    pairs: *const jst_pair,
    count: usize,
    contacts: *mut *const jst_contact_3,
    contact_count: *mut usize,
    points: *mut *const jst_point_3,
    point_count: *mut usize,
) -> jst_status {
    using(narrow, |narrow: &mut AnyTests| {
        if !matches!(narrow.tests, Dimensions::Three(_)) {
            return Err(Fault::Argument("narrow", "is one of 2 dimensions"));
        }
        // SAFETY: the caller's promise.
        unsafe { test(narrow, shapes, (pairs, count), Question::Contacts) }?;
        let Dimensions::Three(tests) = &mut narrow.tests else { return Ok(()) };
        // SAFETY: the caller's promise; the two types of each list are laid out alike.
        unsafe {
            tests.contact_lists.tell(
                &tests.contacts,
                (contacts.cast(), contact_count),
                (points.cast(), point_count),
            )
        }
    })
}

/// How far two shapes are apart, and where they are closest. The struct begins with its size.
///
/// # Safety
/// The structs are there, with as much as they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_shape_distance(
    dimensions: u32,
    a: *const jst_shape,
    b: *const jst_shape,
    closest: *mut jst_closest,
) -> jst_status {
    fn between<const D: usize>(shapes: [&jst_shape; 2]) -> Result<jst_closest, Fault>
    where
        Dimension: Space<D>,
    {
        let [a, b] = shapes.map(|shape| shape.shape(|| Err(Fault::Null("geometry"))));
        let found = narrow::distance::<D>(&a?, &b?)?;
        let (on_a, on_b) = (in_three(found.on_a), in_three(found.on_b));
        Ok(jst_closest { size: 0, distance: found.distance, on_a, on_b })
    }
    call(|| {
        // SAFETY: the caller's promise.
        let (a, b) = unsafe { (sized(a)?, sized(b)?) };
        let shapes = [&a, &b];
        let told = Dimensions::of(dimensions, || between::<2>(shapes), || between::<3>(shapes))?;
        // SAFETY: the caller's promise.
        unsafe { write(closest, &in_dimensions!(told, told => told)) }
    })
}
