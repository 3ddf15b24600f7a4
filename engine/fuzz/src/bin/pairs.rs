//! Some shapes of raw or tame numbers, and all pairs of them.
//!
//! * A shape is refused by sets as by single pairs, and touches itself where it is not.
//! * Overlap, separation, contact, contact within a margin and distance say the same, and the same
//!   of a pair the other way round, as far as rounding is small beside the shapes.
//! * They are right: held against distances in `f64` where a shape is the hull of points
//!   (`certainty`), and against all pairs of parts where shapes have some.
//! * Lists of pairs at every SIMD level answer as single pairs, bit for bit.
//! * So do times of impact; shapes that overlap at the start say so.

#![no_main]

#[path = "../../../tests/common/contact_text.rs"]
mod contact_text;

use arbitrary::{Arbitrary, Result, Unstructured};
use contact_text::contact_text;
use jostle::{
    Pair, Shape, Shapes, SimdLevel,
    narrow::{
        Contact, ContactPoint, Contacts, Impact, ImpactState, Manifold, Motion, MotionColumns,
        Motions, Narrow, cast, contact, contact_within, distance, overlap, separation,
    },
    shape::{PreparedShapes, ShapeKind},
};
use jostle_fuzz::{
    certainty::{self, is_tame},
    input::{Number, some},
    on_one_thread,
    shapes::{AnyMotion, AnyShape},
};
use libfuzzer_sys::fuzz_target;

/// Most shapes: with all pairs of them some lanes are full.
const SHAPES: usize = 5;

const VALID: &str = "the shapes are valid";

/// The shapes that a set takes, as it gives them back.
fn taken<const D: usize>(given: Vec<AnyShape<D>>) -> (Shapes<D>, Vec<Shape<D>>) {
    let mut shapes = Shapes::new();
    for AnyShape(shape) in given {
        let alone = overlap(&shape, &shape);
        let inserted = shapes.insert(shape.clone());
        assert_eq!(alone.is_ok(), inserted.is_ok(), "{shape:?}: {alone:?} {inserted:?}");
        assert_ne!(alone, Ok(false), "{shape:?} does not touch itself");
    }
    let by_index = (0..shapes.len()).map(|index| {
        let handle = shapes.handle_of(index).expect("there is a shape");
        shapes.get(handle).expect("it has a handle")
    });
    let by_index = by_index.collect();
    (shapes, by_index)
}

/// What is said of a pair that touches, but for unused room. It is text: points of what is not tame
/// may be no numbers, and such do not equal themselves.
fn touch<const D: usize>(found: &Manifold<D>) -> String {
    contact_text(found.normal, found.distance, found.axis, found.points())
}

/// Holds the verdicts on a pair against each other.
fn consistent<const D: usize>(a: &Shape<D>, b: &Shape<D>, margin: f32) {
    let what = || format!("{a:?} {b:?}");
    let touches = overlap(a, b).expect(VALID);
    let has_parts = [a, b].iter().any(|shape| shape.kind() == ShapeKind::Composite);
    let tame = is_tame(a) && is_tame(b);
    // Which parts are near others is looked up in the first: those of which rounding does not tell
    // whether they touch may be near in one of them only.
    let same = overlap(b, a).expect(VALID) == touches;
    assert!(same || has_parts, "the other way round: {}", what());
    if !same {
        right(b, a);
    }
    let apart = separation(a, b).expect(VALID);
    assert!((apart.distance <= 0.0) == touches || !tame, "{apart:?} {}", what());
    assert!(apart.normal.iter().all(|x| x.abs() <= 1.000_001), "{apart:?} {}", what());
    let found = contact(a, b).expect(VALID);
    assert!(found.is_some() == touches || !tame, "{found:?} {}", what());
    let near = contact_within(a, b, margin).expect(VALID);
    let back = contact(b, a).expect(VALID);
    match (&found, &near, &back) {
        (Some(found), Some(near), Some(_)) => {
            assert_eq!(touch(found), touch(near), "{}", what());
            // Two half-spaces overlap without an end.
            let endless = [a, b].iter().all(|shape| shape.kind() == ShapeKind::HalfSpace);
            assert!(endless || !found.points().is_empty(), "{found:?} {}", what());
            let numbers = |point: &ContactPoint<D>| {
                !point.distance.is_nan()
                    && point.on_a.iter().chain(&point.on_b).all(|x| !x.is_nan())
            };
            assert!(!tame || found.points().iter().all(numbers), "{found:?} {}", what());
        }
        (None, Some(near), None) => {
            assert!(0.0 <= near.distance && near.distance <= margin, "{near:?} {}", what());
        }
        (None, None, None) => {}
        _ => assert!(!tame || !same, "{found:?} {near:?} {back:?} {}", what()),
    }
    let closest = distance(a, b).expect(VALID);
    assert!(closest.distance >= 0.0, "{closest:?} {}", what());
    assert!(!touches || closest.distance == 0.0, "{closest:?} {}", what());
    if !has_parts {
        let back = separation(b, a).expect(VALID);
        assert_eq!(apart.distance, back.distance, "the other way round: {}", what());
        let turned = back.normal.map(|x| -x);
        // Two shapes in one place have no other way round, if they are the same but for rounding.
        let same = a.kind() == b.kind() && a.center() == b.center();
        assert!(apart.normal == turned || same, "{apart:?} {back:?} {}", what());
    }
}

/// Holds the verdict on a pair against one that was made otherwise.
fn right<const D: usize>(a: &Shape<D>, b: &Shape<D>) {
    let touches = overlap(a, b).expect(VALID);
    if [a, b].iter().any(|shape| shape.kind() == ShapeKind::Composite) {
        let (of_a, of_b) = (certainty::parts(a), certainty::parts(b));
        let pairs = || of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a, b)));
        // A part that leaves the range of numbers where its shape stands touches nothing.
        let any = pairs().any(|(a, b)| overlap(a, b).unwrap_or(false));
        assert!(any || !touches, "no parts touch: {a:?} {b:?}");
        // Parts whose bounds are apart are not asked, so those that hardly touch may not.
        let certain = pairs()
            .filter(|(a, b)| overlap(a, b).is_ok())
            .any(|(a, b)| certainty::distance(a, b).is_some_and(|[gap, error]| gap < -error));
        assert!(touches || !certain, "parts certainly touch: {a:?} {b:?}");
        return;
    }
    let Some([gap, error]) = certainty::distance(a, b) else { return };
    let found = distance(a, b).expect(VALID);
    assert!(!touches || gap <= error, "certainly apart, by {gap}: {a:?} {b:?}");
    assert!(touches || gap >= -error, "certainly touching, by {gap}: {a:?} {b:?}");
    let off = (f64::from(found.distance) - gap.max(0.0)).abs();
    assert!(off <= 4.0 * error, "{found:?}, but {gap}: {a:?} {b:?}");
}

/// Holds lists of pairs against single ones.
fn listed<const D: usize>(set: &Shapes<D>, shapes: &[Shape<D>], level: SimdLevel) {
    let mut prepared = PreparedShapes::new().with_level(level);
    prepared.update(set).expect("there is memory");
    assert_eq!(prepared.invalid(), [], "{shapes:?}");
    let pairs = pairs(shapes.len());
    let of = |pair: &Pair| (&shapes[pair.a as usize], &shapes[pair.b as usize]);
    let mut narrow = Narrow::new().with_level(level);
    let (mut touching, mut separations, mut contacts) = (Vec::new(), Vec::new(), Contacts::new());
    narrow.overlaps(&prepared, &pairs, &mut touching).expect(VALID);
    narrow.separations(&prepared, &pairs, &mut separations).expect(VALID);
    narrow.contacts(&prepared, &pairs, &mut contacts).expect(VALID);
    let mut contacts = contacts.iter().peekable();
    for (number, pair) in pairs.iter().enumerate() {
        let (a, b) = of(pair);
        let what = || format!("{level}: {a:?} {b:?}");
        assert_eq!(Ok(touching[number]), overlap(a, b), "{}", what());
        let has_parts = [a, b].iter().any(|shape| shape.kind() == ShapeKind::Composite);
        let (apart, alone) = (separations[number], separation(a, b).expect(VALID));
        // Of parts that are apart, a list knows only those whose bounds touch.
        let same =
            if touching[number] { apart.distance == alone.distance } else { apart.distance > 0.0 };
        assert!(if has_parts { same } else { apart == alone }, "{apart:?} {alone:?} {}", what());
        let expected = contact(a, b).expect(VALID);
        let mut found = 0;
        while let Some(contact) = contacts.next_if(|contact| contact.pair == *pair) {
            found += 1;
            let touch = expected.as_ref().map(touch).expect("it touches");
            let Contact { normal, distance, axis, points, .. } = contact;
            let of_list = contact_text(normal, distance, axis, points);
            assert!(has_parts || of_list == touch, "{of_list:?} {touch:?} {}", what());
        }
        assert!(
            found == usize::from(touching[number]) || has_parts && touching[number] && found > 0
        );
    }
    assert!(contacts.next().is_none());
}

/// All pairs of so many shapes, both ways round.
fn pairs(count: usize) -> Vec<Pair> {
    let all = (0..count as u32).flat_map(|a| (0..count as u32).map(move |b| Pair { a, b }));
    all.filter(|pair| pair.a != pair.b).collect()
}

/// Motions by index, ready for lists.
trait Pack<const D: usize> {
    fn pack(motions: &[Motion<D>]) -> Motions<D>;
}

struct In;

impl Pack<2> for In {
    fn pack(motions: &[Motion<2>]) -> Motions<2> {
        let column = |of: &dyn Fn(&Motion<2>) -> f32| motions.iter().map(of).collect::<Vec<_>>();
        let by = [0, 1].map(|axis| column(&|motion| motion.by()[axis]));
        let angles = column(&Motion::<2>::angle);
        let columns = MotionColumns::<2>::straight(by.each_ref().map(Vec::as_slice));
        let mut packed = Motions::new();
        let columns = columns.and_then(|columns| columns.turning(&angles));
        packed.update(columns.expect("lengths fit")).expect("there is memory");
        packed
    }
}

impl Pack<3> for In {
    fn pack(motions: &[Motion<3>]) -> Motions<3> {
        let column = |of: &dyn Fn(&Motion<3>) -> f32| motions.iter().map(of).collect::<Vec<_>>();
        let by = [0, 1, 2].map(|axis| column(&|motion| motion.by()[axis]));
        let turns = [0, 1, 2].map(|axis| column(&|motion| motion.rotation()[axis]));
        let columns = MotionColumns::<3>::straight(by.each_ref().map(Vec::as_slice));
        let mut packed = Motions::new();
        let turns = turns.each_ref().map(Vec::as_slice);
        let columns = columns.and_then(|columns| columns.turning(turns));
        packed.update(columns.expect("lengths fit")).expect("there is memory");
        packed
    }
}

/// All bits of an impact.
fn bits<const D: usize>(impact: &Impact<D>) -> (u32, u32, [u32; D]) {
    (impact.time.to_bits(), impact.state.to_bits(), impact.normal.map(f32::to_bits))
}

/// Holds times of impact against each other, and lists of them against single ones.
fn moving<const D: usize>(
    (set, shapes): (&Shapes<D>, &[Shape<D>]),
    motions: &[Motion<D>],
    until: f32,
) where
    In: Pack<D>,
{
    let pairs = pairs(shapes.len());
    let one = |pair: &Pair| {
        let [i, j] = [pair.a as usize, pair.b as usize];
        let (a, b) = ((&shapes[i], &motions[i]), (&shapes[j], &motions[j]));
        let there = cast(a.0, a.1, b.0, b.1, until);
        let back = cast(b.0, b.1, a.0, a.1, until);
        let what = || format!("until {until}, {a:?} {b:?}: {there:?} {back:?}");
        assert_eq!(there.is_ok(), back.is_ok(), "{}", what());
        let (Ok(there), Ok(back)) = (&there, &back) else { return None };
        // Parts that turn are followed from the other side then.
        let has_parts = [a.0, b.0].iter().any(|shape| shape.kind() == ShapeKind::Composite);
        let same = (there.time, there.state) == (back.time, back.state);
        assert!(same || has_parts, "{}", what());
        let overlaps = there.state() == ImpactState::Overlapping;
        let touches = overlap(a.0, b.0).expect(VALID);
        let gap = certainty::distance(a.0, b.0);
        let doubtful = gap.is_some_and(|[gap, error]| gap > -error);
        let tame = is_tame(a.0) && is_tame(b.0);
        assert!(overlaps || !touches || doubtful || !tame, "{}", what());
        // Times are computed in `f32`: what is nearly met counts as met.
        let apart = gap.is_some_and(|[gap, error]| gap > 50.0 * error);
        assert!(!overlaps || !apart || !tame, "{}", what());
        let in_time = there.time < f32::INFINITY && (0.0..=until).contains(&there.time);
        assert!(in_time == (there.state() != ImpactState::Apart), "{}", what());
        Some(*there)
    };
    let expected: Vec<_> = pairs.iter().map(one).collect();
    let packed = In::pack(motions);
    for level in SimdLevel::available() {
        let mut prepared = PreparedShapes::new().with_level(*level);
        prepared.update(set).expect("there is memory");
        let (mut narrow, mut found) = (Narrow::new().with_level(*level), Vec::new());
        narrow.impacts(&prepared, &packed, &pairs, until, &mut found).expect(VALID);
        for ((pair, found), expected) in pairs.iter().zip(&found).zip(&expected) {
            let expected = expected.unwrap_or_default();
            assert_eq!(bits(found), bits(&expected), "{level} {pair:?}: {shapes:?} {motions:?}");
        }
    }
}

fn run<const D: usize>(u: &mut Unstructured<'_>) -> Result<()>
where
    In: Pack<D>,
{
    let margin = Number::arbitrary(u)?.size();
    let margin = if margin.is_finite() { margin.abs() } else { 0.0 };
    let until = Number::arbitrary(u)?.size();
    let until = if until >= 0.0 { until } else { 1.0 };
    let (set, shapes) = taken::<D>(some(u, SHAPES)?);
    for Pair { a, b } in pairs(shapes.len()) {
        if a < b {
            consistent(&shapes[a as usize], &shapes[b as usize], margin);
            right(&shapes[a as usize], &shapes[b as usize]);
        }
    }
    for level in SimdLevel::available() {
        listed(&set, &shapes, *level);
    }
    let mut motions: Vec<Motion<D>> =
        some::<AnyMotion<D>>(u, SHAPES)?.into_iter().map(|motion| motion.0).collect();
    motions.resize(shapes.len(), Motion::REST);
    moving((&set, &shapes), &motions, until);
    Ok(())
}

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let mut u = Unstructured::new(rest);
    // Bytes that do not suffice are no input.
    let _ = if first % 2 == 0 { run::<2>(&mut u) } else { run::<3>(&mut u) };
});
