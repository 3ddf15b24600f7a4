//! Frames, and what a step should find in them.

use std::collections::BTreeSet;

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    CollisionPipeline, Error, Pair, Shape, Shapes, SimdLevel,
    narrow::{Manifold, contact_within, overlap},
    step::PipelineInput,
};
use jostle_fuzz::{
    certainty::is_tame,
    filters::{FilterColumns, Flagged, Flags, wants},
    input::{AnyLevel, some},
    shapes::SingleShape,
    steps::{broad_phase, enlarged, margin},
};

use crate::{
    arrays::{Arrays, Change, In, Space},
    contact_text::contact_text,
};

/// Most frames of an input, and shapes at its beginning.
const FRAMES: usize = 16;
const SHAPES: usize = 24;

const VALID: &str = "the shapes are valid";

/// One frame.
#[derive(Arbitrary, Debug)]
struct Frame<const D: usize> {
    changes: [Change<D>; 2],
    columns: FilterColumns,
    /// Whether there are sensors, fast shapes, a filter of pairs, and too few flags.
    bits: u8,
}

impl<const D: usize> Frame<D> {
    fn has(&self, bit: u8) -> bool {
        self.bits >> bit & 1 == 1
    }

    fn is_wrong(&self) -> bool {
        self.bits >> 3 == 31
    }
}

/// What is known of a step, but for the shapes.
struct Known<'a> {
    flagged: &'a Flagged,
    columns: FilterColumns,
    sensors: Option<&'a [bool]>,
    has_pair_filter: bool,
    margin: f32,
}

/// The pairs that the user wants, where asked.
fn is_wanted(pair: Pair) -> bool {
    !(pair.a ^ pair.b).is_multiple_of(3)
}

impl Known<'_> {
    fn wants(&self, pair: Pair) -> bool {
        wants((self.flagged, pair.a), (self.flagged, pair.b), self.columns)
            && (!self.has_pair_filter || is_wanted(pair))
    }

    fn is_sensed(&self, pair: Pair) -> bool {
        let of = |index: u32| self.sensors.is_some_and(|sensors| sensors[index as usize]);
        of(pair.a) || of(pair.b)
    }
}

/// Everything that a step found.
fn found<const D: usize>(pipeline: &CollisionPipeline<D>) -> String {
    let contacts: Vec<_> = pipeline.contacts().iter().collect();
    let (pairs, hits) = (pipeline.pairs(), pipeline.ccd_hits());
    let lists = [pipeline.touching(), pipeline.sensor_overlaps(), pipeline.ccd_pairs_before()];
    let events = [pipeline.events(), pipeline.sensor_events(), pipeline.ccd_events()];
    let events = events.map(|of| (of.counts(), of.begun().collect::<Vec<_>>()));
    format!("{contacts:?} {pairs:?} {lists:?} {events:?} {hits:?} {:?}", pipeline.invalid())
}

/// The pairs whose bounds touch, by a double loop.
fn near<const D: usize>(pipeline: &CollisionPipeline<D>, known: &Known<'_>) -> Vec<Pair> {
    let bounds = pipeline.prepared().bounds();
    let bounds: Vec<_> = (0..bounds.len()).map(|index| bounds.get(index).ok()).collect();
    let valid = |pair: Pair| {
        let [a, b] = [pair.a, pair.b].map(|index| bounds[index as usize]);
        Some([enlarged(a?, known.margin), enlarged(b?, known.margin)])
    };
    let touch = |pair: Pair| valid(pair).is_some_and(|[a, b]| a.overlaps(&b));
    let count = bounds.len() as u32;
    let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| Pair { a, b }));
    all.filter(|pair| touch(*pair) && known.wants(*pair)).collect()
}

/// Whether a set scales the rotation of a shape, as is done where a shape is alone: in arrays it is
/// scaled when it is read, which may round otherwise.
fn is_scaled<const D: usize>(shape: &Shape<D>) -> bool {
    let mut set = Shapes::new();
    let handle = set.insert(shape.clone()).expect(VALID);
    set.get(handle).as_ref() != Ok(shape)
}

/// Holds a step against what is found of each pair alone.
fn check<const D: usize>(
    pipeline: &CollisionPipeline<D>,
    shapes: &[Shape<D>],
    known: &Known<'_>,
    is_fast: bool,
) {
    let invalid = pipeline.invalid().iter().map(|invalid| invalid.index as usize);
    let refused = |index: &usize| overlap(&shapes[*index], &shapes[*index]).is_err();
    assert!(invalid.eq((0..shapes.len()).filter(refused)), "{:?}", pipeline.invalid());
    let of = |pair: Pair| [&shapes[pair.a as usize], &shapes[pair.b as usize]];
    let tame = |pair: &Pair| of(*pair).iter().all(|shape| is_tame(shape) && !is_scaled(shape));
    let (sensed, plain): (Vec<_>, Vec<_>) =
        near(pipeline, known).into_iter().partition(|pair| known.is_sensed(*pair));
    if known.margin == 0.0 {
        assert_eq!(pipeline.pairs(), plain);
    }

    let contact = |pair: Pair| contact_within(of(pair)[0], of(pair)[1], known.margin).expect(VALID);
    let mut contacts = pipeline.contacts().iter().peekable();
    for pair in pipeline.pairs() {
        assert!(known.wants(*pair) && !known.is_sensed(*pair));
        if of(*pair).iter().any(|shape| is_scaled(shape)) {
            contacts.next_if(|found| found.pair == *pair);
            continue;
        }
        let Some(expected) = contact(*pair) else { continue };
        let found = contacts.next().expect("each pair that touches has a contact");
        assert_eq!(found.pair, *pair);
        let told = contact_text(found.normal, found.distance, found.axis, found.points);
        let Manifold { normal, distance, axis, .. } = expected;
        assert_eq!(
            told,
            contact_text(normal, distance, axis, expected.points()),
            "{:?}",
            of(*pair)
        );
    }
    assert!(contacts.next().is_none(), "there are contacts of pairs that do not touch");
    // How bounds are enlarged is a matter of rounding where shapes hardly touch.
    for pair in plain.into_iter().filter(|pair| tame(pair) && contact(*pair).is_some()) {
        assert!(pipeline.touching().contains(&pair), "{pair:?}: {:?}", of(pair));
    }
    let listed = pipeline.contacts().iter().map(|contact| contact.pair);
    assert!(listed.eq(pipeline.touching().iter().copied()), "one contact for each pair");

    let touching =
        sensed.into_iter().filter(|pair| overlap(of(*pair)[0], of(*pair)[1]).expect(VALID));
    let touching: BTreeSet<Pair> = touching.filter(tame).collect();
    let listed: BTreeSet<Pair> = pipeline.sensor_overlaps().iter().copied().filter(tame).collect();
    assert!(listed.is_superset(&touching), "{listed:?} {touching:?}");
    let passed = |pair: &&Pair| pipeline.ccd_hits().iter().any(|hit| hit.pair == **pair);
    assert!(listed.difference(&touching).all(|pair| is_fast && passed(&pair)), "{listed:?}");
    for hit in pipeline.ccd_hits() {
        assert!(is_fast && known.wants(hit.pair), "{hit:?}");
    }
    assert!(pipeline.ccd_hits().is_sorted_by_key(|hit| hit.pair), "{:?}", pipeline.ccd_hits());
}

/// Holds events against the lists of two steps.
fn check_events<const D: usize>(pipeline: &CollisionPipeline<D>, before: &[Pair]) {
    assert_eq!(pipeline.touching_before(), before);
    let (events, now) = (pipeline.events(), pipeline.touching());
    let new: Vec<usize> = (0..now.len()).filter(|place| !before.contains(&now[*place])).collect();
    let gone: Vec<usize> = (0..before.len()).filter(|at| !now.contains(&before[*at])).collect();
    assert!(events.begun().eq(new) && events.ended().eq(gone));
    assert!(events.persisted().all(|(place, at)| now[place] == before[at]));
    let counts = events.counts();
    assert_eq!(counts.begun + counts.persisted, now.len());
    assert_eq!(counts.ended + counts.persisted, before.len());
}

/// Asserts that a step that was refused found nothing.
fn check_refused<const D: usize>(pipeline: &CollisionPipeline<D>) {
    assert!(pipeline.pairs().is_empty() && pipeline.contacts().is_empty());
    assert!(pipeline.touching().is_empty() && pipeline.sensor_overlaps().is_empty());
    assert!(pipeline.ccd_hits().is_empty() && pipeline.events().counts().ended == 0);
}

/// Runs the frames that the bytes are.
pub(crate) fn run<const D: usize>(u: &mut Unstructured<'_>) -> Result<()>
where
    In: Space<D>,
{
    let margin = margin(u8::arbitrary(u)?);
    let mut make = |level: SimdLevel| {
        let phase = broad_phase(u8::arbitrary(u)?);
        let pipeline = CollisionPipeline::<D>::new().with_boxed_broad_phase(phase);
        Ok(pipeline.with_level(level).with_margin(margin).expect("it is finite"))
    };
    let (first, second) = (make(SimdLevel::available()[0])?, make(SimdLevel::detect())?);
    let AnyLevel(level) = AnyLevel::arbitrary(u)?;
    let mut pipelines = [first, second.with_level(level)];
    let given: Vec<(Flags, u8)> = some(u, 16)?;
    let mut arrays = Arrays::new::<D>(u)?;
    for SingleShape(shape) in some(u, SHAPES)? {
        arrays.push::<D>(&shape);
    }
    let mut touching = Vec::new();
    for _ in 0..FRAMES {
        if u.is_empty() {
            break;
        }
        let frame = Frame::<D>::arbitrary(u)?;
        let arrays_before = arrays.clone();
        frame.changes.iter().for_each(|change| arrays.change(change));
        let shapes = In::columns(&arrays);
        let count = shapes.ranges().len();
        let of = |index: usize| given.get(index % given.len().max(1)).copied().unwrap_or_default();
        let flagged = Flagged::new((0..count).map(|index| of(index).0));
        let [sensors, ccd]: [Vec<bool>; 2] =
            [0, 1].map(|bit| (0..count).map(|index| of(index).1 >> bit & 1 == 1).collect());
        let sensors = if frame.is_wrong() { &sensors[count.min(1)..] } else { &sensors };
        let is_fast = frame.has(1) && arrays_before.lens() == arrays.lens();
        let mut input = PipelineInput::new(shapes).with_filter(flagged.filter(frame.columns));
        if frame.has(0) || frame.is_wrong() {
            input = input.with_sensors(sensors);
        }
        if is_fast {
            input = input.with_previous(In::columns(&arrays_before), &ccd);
        }
        if frame.has(2) {
            input = input.with_pair_filter(&is_wanted);
        }
        let results = pipelines.each_mut().map(|pipeline| pipeline.step(input).map(|of| of.shapes));
        if frame.is_wrong() && count > 0 {
            let refused = Error::Length { what: "sensors", expected: count, found: count - 1 };
            assert_eq!(results, [Err(refused.clone()), Err(refused)]);
            pipelines.iter().for_each(check_refused);
            continue;
        }
        assert_eq!(results, [Ok(count), Ok(count)]);
        assert_eq!(found(&pipelines[0]), found(&pipelines[1]), "{frame:?}");
        let shapes: Vec<Shape<D>> = (0..count).map(|index| shapes.get(index)).collect();
        let sensors = frame.has(0).then_some(sensors);
        let (columns, has_pair_filter) = (frame.columns, frame.has(2));
        let known = Known { flagged: &flagged, columns, sensors, has_pair_filter, margin };
        check(&pipelines[0], &shapes, &known, is_fast);
        check_events(&pipelines[0], &touching);
        touching = pipelines[0].touching().to_vec();
    }
    Ok(())
}
