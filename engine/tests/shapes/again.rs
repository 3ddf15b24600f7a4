//! Shapes prepared again: what is not written anew is what would be written.

use jostle::{
    Shapes,
    shape::{Columns, PreparedShapes, ShapeKind},
};

use crate::{
    common::{Random, scale},
    prepare::bits,
    support::{Dimension, In, handles, kinds, random_set, random_shape},
};

/// What becomes of a set between two updates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    Nothing,
    /// One shape of any kind.
    Shape,
    /// One ball, in all of its numbers or in the last bit of one.
    Ball,
    /// A ball becomes invalid, so that nothing can be kept until it is valid again.
    Spoil,
    Mend,
    /// A ball goes and a capsule comes: there are as many as before, and others.
    Exchange,
    Insert,
    /// A shape goes and another of its kind comes.
    Replace,
}

pub(crate) const CHANGES: [Change; 8] = [
    Change::Nothing,
    Change::Shape,
    Change::Ball,
    Change::Spoil,
    Change::Mend,
    Change::Exchange,
    Change::Insert,
    Change::Replace,
];

pub(crate) fn apply<const D: usize>(change: Change, shapes: &mut Shapes<D>, random: &mut Random)
where
    In: Dimension<D>,
{
    let ball = random.below(shapes.balls().radii().len());
    match change {
        Change::Nothing => {}
        Change::Shape => {
            let (kind, handle) = {
                let index = random.below(shapes.len());
                (shapes.ranges().kind_of(index).0, handles(shapes)[index])
            };
            shapes.set(handle, random_shape(random, kind)).expect("it is of the same kind");
        }
        Change::Ball => {
            let balls = shapes.balls_mut();
            let number = &mut balls.centers[random.below(D)][ball];
            *number = if random.percent(50.0) { -*number } else { number.next_up() };
        }
        Change::Spoil => shapes.balls_mut().radii[ball] = f32::NAN,
        Change::Mend => shapes.balls_mut().radii.iter_mut().for_each(|radius| {
            *radius = if radius.is_nan() { 0.5 } else { *radius };
        }),
        Change::Exchange => {
            shapes.remove(handles(shapes)[ball]).expect("there is one");
            shapes.insert(random_shape(random, ShapeKind::Capsule)).expect("it is valid");
        }
        Change::Insert => {
            let kind = random.pick(&kinds::<D>());
            shapes.insert(random_shape(random, kind)).expect("it is valid");
        }
        Change::Replace => {
            let index = random.below(shapes.len());
            let kind = shapes.ranges().kind_of(index).0;
            shapes.remove(handles(shapes)[index]).expect("it is there");
            shapes.insert(random_shape(random, kind)).expect("it is valid");
        }
    }
}

fn check<const D: usize>(random: &mut Random)
where
    In: Dimension<D>,
{
    let mut shapes = random_set::<D>(random, 83);
    let mut kept = PreparedShapes::new();
    let mut reached = [0; CHANGES.len()];
    let mut before = Vec::new();
    for step in 0..200 * scale() {
        // Each is mended soon after, or nothing would ever be kept.
        let change = if step % 4 == 3 { Change::Mend } else { random.pick(&CHANGES) };
        apply(change, &mut shapes, random);
        kept.update(&shapes).expect("the call is valid");
        let mut anew = PreparedShapes::new();
        anew.update(&shapes).expect("the call is valid");
        let found = bits(&kept);
        assert!(found == bits(&anew), "{D}D, step {step}: {change:?}");
        assert_eq!(kept.invalid(), anew.invalid(), "{D}D, step {step}: {change:?}");
        let matters = found != before || change == Change::Nothing;
        reached[change as usize] += usize::from(matters);
        before = found;
    }
    assert!(reached.iter().all(|count| *count > 0), "{D}D: {reached:?}");
}

#[test]
fn shapes_that_stay_and_shapes_that_change() {
    check::<2>(&mut Random::seeded(11));
    check::<3>(&mut Random::seeded(12));
}

#[test]
fn after_a_frame_without_shapes() {
    let random = &mut Random::seeded(13);
    let shapes = random_set::<2>(random, 20);
    let mut kept = PreparedShapes::new();
    kept.update(&shapes).expect("the call is valid");
    let first = bits(&kept);
    let none: [&[f32]; 2] = [&[]; 2];
    let columns = Columns::default().with_balls(none, &[]).expect("they are alike");
    kept.update(columns).expect("the call is valid");
    assert!(kept.is_empty());
    kept.update(&shapes).expect("the call is valid");
    assert!(bits(&kept) == first);
}
