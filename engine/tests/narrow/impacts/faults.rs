//! What is not valid.

use jostle::{
    Error, Pair, Shape, Shapes,
    narrow::{
        Impact, ImpactState, Motion, MotionColumns, MotionSides, Motions, Narrow, Sides, cast,
    },
    shape::PreparedShapes,
    validate::InvalidReason,
};

fn balls<const N: usize>(radii: [f32; N]) -> PreparedShapes<2> {
    let mut shapes = Shapes::new();
    for place in 0..N {
        shapes.insert(Shape::ball([2.0 * place as f32, 0.0], 0.5)).expect("the shape is valid");
    }
    shapes.set_ball_radii(&radii).expect("as many radii");
    let mut prepared = PreparedShapes::new();
    prepared.update(&shapes).expect("there is memory");
    prepared
}

fn motions<const N: usize>(x: [f32; N]) -> Motions<2> {
    let mut motions = Motions::new();
    let columns = MotionColumns::straight([&x, &[0.0; N]]).expect("lengths fit");
    motions.update(columns).expect("there is memory");
    motions
}

/// Toward each other, two by two.
const PAIRS: [Pair; 2] = [Pair { a: 0, b: 1 }, Pair { a: 2, b: 3 }];

fn asked(shapes: &PreparedShapes<2>, motions: &Motions<2>) -> Vec<Impact<2>> {
    let mut impacts = Vec::new();
    Narrow::new().impacts(shapes, motions, &PAIRS, 1.0, &mut impacts).expect("the call is valid");
    impacts
}

#[test]
fn invalid_shapes_and_motions_meet_nothing() {
    let good = asked(&balls([0.5; 4]), &motions([4.0, 0.0, 4.0, 0.0]));
    assert_eq!(good.iter().map(|impact| impact.time).collect::<Vec<_>>(), [0.25; 2]);
    let no_radius = asked(&balls([0.5, f32::NAN, 0.5, 0.5]), &motions([4.0, 0.0, 4.0, 0.0]));
    assert_eq!(no_radius, [Impact::default(), good[1]]);
    for (bad, reason) in
        [(f32::NAN, InvalidReason::NotANumber), (f32::INFINITY, InvalidReason::Infinite)]
    {
        let motions = motions([4.0, 0.0, bad, 0.0]);
        let [found] = motions.invalid() else { panic!("one of them is bad") };
        assert_eq!((found.index, found.reason), (2, reason));
        assert_eq!(asked(&balls([0.5; 4]), &motions), [good[0], Impact::default()]);
        let by = Motion::straight([bad, 0.0]);
        let ball = Shape::ball([0.0, 0.0], 1.0);
        let error = cast(&ball, &by, &ball, &Motion::REST, 1.0).unwrap_err();
        assert_eq!(error, Error::Motion { reason });
        assert!(error.to_string().starts_with("bad motion: "));
    }
    assert_eq!(Impact::<2>::default().state(), ImpactState::Apart);
}

#[test]
fn bad_angles_are_invalid() {
    let mut motions = Motions::new();
    let (zero, angles) = ([0.0; 3], [0.0, f32::NAN, 1.0]);
    let columns = MotionColumns::<2>::straight([&zero, &zero]).expect("lengths fit");
    motions.update(columns.turning(&angles).expect("as many angles")).expect("there is memory");
    assert_eq!(motions.invalid().len(), 1);
    assert_eq!(motions.invalid()[0].index, 1);
    motions.update(columns).expect("there is memory");
    assert_eq!((motions.invalid(), motions.len()), (&[][..], 3));
}

#[test]
fn pairs_of_shapes_that_are_not_there_are_errors() {
    let (shapes, motions) = (balls([0.5; 3]), motions([0.0; 3]));
    let pairs = [Pair { a: 0, b: 1 }, Pair { a: 1, b: 3 }];
    let mut narrow = Narrow::new();
    let error = narrow.impacts(&shapes, &motions, &pairs, 1.0, &mut Vec::new()).unwrap_err();
    assert_eq!(error, Error::NoShape { pair: 1, index: 3, shapes: 3 });
}

#[test]
fn there_is_a_motion_for_each_shape() {
    let (three, four) = (motions([0.0; 3]), motions([0.0; 4]));
    let shapes = balls([0.5; 4]);
    let mut narrow = Narrow::new();
    let error = narrow.impacts(&shapes, &three, &PAIRS, 1.0, &mut Vec::new()).unwrap_err();
    assert_eq!(error, Error::Length { what: "motions", expected: 4, found: 3 });
    let sides = MotionSides::between(&four, &three);
    let shapes = Sides::within(&shapes);
    assert!(narrow.impacts(shapes, sides, &PAIRS, 1.0, &mut Vec::new()).is_err());
    assert!(MotionColumns::<2>::straight([&[0.0; 2], &[0.0; 3]]).is_err());
    let straight = MotionColumns::<3>::straight([&[0.0; 2]; 3]).expect("lengths fit");
    assert!(straight.turning([&[0.0; 2], &[0.0; 2], &[0.0; 1]]).is_err());
}

#[test]
fn windows_end_at_a_time() {
    let (shapes, motions) = (balls([0.5; 4]), motions([0.0; 4]));
    let ball = Shape::ball([0.0, 0.0], 1.0);
    for until in [-1.0, -f32::MIN_POSITIVE, f32::NAN, f32::NEG_INFINITY] {
        let mut impacts = Vec::new();
        let asked = Narrow::new().impacts(&shapes, &motions, &PAIRS, until, &mut impacts);
        assert_eq!(asked, Err(Error::Window));
        let rest = Motion::REST;
        assert_eq!(cast(&ball, &rest, &ball, &rest, until), Err(Error::Window));
    }
    // Minus zero is zero.
    let rest = Motion::REST;
    let found = cast(&ball, &rest, &ball, &rest, -0.0).expect("the window is valid");
    assert_eq!(found.state(), ImpactState::Overlapping);
}

#[test]
fn no_pairs_are_a_list_too() {
    let mut impacts = vec![Impact::default(); 3];
    let (shapes, motions) = (PreparedShapes::<3>::new(), Motions::new());
    let report = Narrow::new().impacts(&shapes, &motions, &[], 1.0, &mut impacts);
    assert_eq!((impacts.len(), report.expect("the call is valid").total().candidates), (0, 0));
}
