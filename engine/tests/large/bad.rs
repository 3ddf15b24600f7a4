//! Invalid shapes are listed with their reason and changes nothing else; wrong calls change
//! nothing.

use jostle::{
    CollisionPipeline, Error, Shape, Shapes,
    large_world::{LargeBoxColumns, LargeColumns, LocalShapes},
    validate::InvalidReason,
};

const OUT: f64 = 1e12;

#[test]
fn bad_shapes_change_nothing_for_the_others() {
    // Two of each kind that touch, and one that is bad in one of many ways.
    let cases: [(f64, f64, InvalidReason); 9] = [
        (f64::NAN, 1.0, InvalidReason::NotANumber),
        (OUT, f64::NAN, InvalidReason::NotANumber),
        (f64::INFINITY, 1.0, InvalidReason::InfiniteCenter),
        (f64::NEG_INFINITY, 1.0, InvalidReason::InfiniteCenter),
        (1e39, 1.0, InvalidReason::InfiniteCenter),
        (-f64::MAX, 1.0, InvalidReason::InfiniteCenter),
        (OUT, f64::INFINITY, InvalidReason::Infinite),
        (OUT, 1e300, InvalidReason::Infinite),
        (OUT, -1e-60, InvalidReason::NegativeRadius),
    ];
    let (mut local, mut frame) = (LocalShapes::<2>::new(), CollisionPipeline::<2>::new());
    for (place, size, reason) in cases {
        let (x, y) = ([OUT, place, OUT + 1.0], [0.25; 3]);
        let (sizes, up) = ([0.5, size, 0.5], [0.125; 3]);
        let columns = LargeColumns::default()
            .with_balls([&x, &y], &sizes)
            .and_then(|columns| columns.with_aligned_boxes([&x, &y], [&sizes, &sizes]))
            .and_then(|columns| columns.with_capsules([&x, &y], [&up, &up], &sizes))
            .expect("lengths fit");
        local.update(None, columns).expect("there is memory");
        frame.step(&local).expect("the call is valid");
        let extent = if reason == InvalidReason::NegativeRadius {
            InvalidReason::NegativeExtent
        } else {
            reason
        };
        let bad: Vec<_> = frame.invalid().iter().map(|q| (q.index, q.reason)).collect();
        assert_eq!(bad, [(1, reason), (4, extent), (7, reason)], "{place}, {size}");
        assert_eq!(frame.contacts().len(), 15, "all six that are good, {place}, {size}");
        assert_eq!(local.slack(), 0.0, "{place}, {size}");
    }
}

#[test]
fn bad_rotations_are_invalid() {
    let (at, half) = ([0.0; 3], [1.0; 3]);
    let (cos, sin) = ([1.0, 2.0, f64::NAN], [0.0; 3]);
    let boxes = LargeBoxColumns::<2>::new([&at, &at], [&half, &half], [&cos, &sin]);
    let (mut local, mut frame) = (LocalShapes::<2>::new(), CollisionPipeline::<2>::new());
    let columns = LargeColumns::default().with_boxes(boxes.expect("lengths fit"));
    local.update(None, columns).expect("there is memory");
    frame.step(&local).expect("the call is valid");
    let reasons: Vec<_> = frame.invalid().iter().map(|q| q.reason).collect();
    assert_eq!(reasons, [InvalidReason::NotARotation, InvalidReason::NotANumber]);
}

#[test]
fn wrong_calls_are_named() {
    let (two, three) = ([0.0; 2], [0.0; 3]);
    let length = |what, expected, found| Some(Error::Length { what, expected, found });
    let none = LargeColumns::<2>::default();
    assert_eq!(none.with_balls([&two, &three], &two).err(), length("centers", 2, 3));
    let boxes = none.with_aligned_boxes([&two, &two], [&two[..], &three[..]]);
    assert_eq!(boxes.err(), length("halves", 2, 3));
    let capsules = none.with_capsules([&two, &two], [&three, &three], &two);
    assert_eq!(capsules.err(), length("axes", 2, 3));
    let capsules = none.with_capsules_between([&two, &two], [&three, &three], &two);
    assert_eq!(capsules.err(), length("to", 2, 3));
    let turned = LargeBoxColumns::<2>::new([&two, &two], [&two, &two], [&three, &three]);
    assert_eq!(turned.err(), length("rotations", 2, 3));

    let mut local = LocalShapes::<2>::new();
    let balls = none.with_balls([&two, &two], &two).expect("lengths fit");
    local.update(Some([1e9, -1e9]), balls).expect("the shapes are valid");
    assert_eq!(local.len(), 2);
    let refused = local.update(Some([0.0, f64::NAN]), balls);
    assert_eq!(refused, Err(Error::Origin { axis: 1 }));
    assert_eq!((local.len(), local.origin(), local.slack()), (0, [1e9, -1e9], 0.0));
}

#[test]
fn columns_are_copied_in_whole_or_not_at_all() {
    let mut shapes = Shapes::<2>::new();
    let turned = Shape::oriented_box([0.0; 2], [1.0, 2.0], 0.5);
    let (ball, of_box) = (Shape::ball([0.0; 2], 1.0), turned);
    let handles = [&ball, &of_box].map(|shape| shapes.insert(shape).expect("it is valid"));
    let (x, radii) = ([5.0; 2], [1.0; 2]);
    let mut local = LocalShapes::<2>::new();
    let balls = LargeColumns::default().with_balls([&x, &x], &radii).expect("lengths fit");
    local.update(None, balls).expect("the shapes are valid");
    assert!(matches!(shapes.set_columns(&local), Err(Error::Length { expected: 1, found: 2, .. })));
    assert_eq!(shapes.get(handles[0]), Ok(ball.clone()));

    let boxes = LargeColumns::default().with_aligned_boxes([&x[..1], &x[..1]], [&radii[..1]; 2]);
    local.update(None, boxes.expect("lengths fit")).expect("the shapes are valid");
    shapes.set_columns(&local).expect("there is one box, and balls stay as they are");
    assert_eq!(shapes.get(handles[0]), Ok(ball.clone()));
    assert_eq!(shapes.get(handles[1]), Ok(Shape::aligned_box([5.0; 2], [1.0; 2])));
    let copy = shapes.clone();
    shapes.set_columns(&copy).expect("there are as many");
    assert_eq!(shapes.get(handles[1]), Ok(Shape::aligned_box([5.0; 2], [1.0; 2])));
}
