//! Many shapes put in, taken out or put to sleep at a time.

use jostle::{
    Error, Handle, Shapes,
    error::ShapeFault,
    shape::{Attributes, Columns, Mobility, ShapeKind},
    validate::InvalidReason,
};

/// Discs with these radii on a line.
fn insert(shapes: &mut Shapes<2>, radii: &[f32], user: u64) -> Result<Vec<Handle>, Error> {
    let (mut handles, at) = (Vec::new(), vec![0.0; radii.len()]);
    let columns = Columns::default().with_balls([&at, &at], radii)?;
    let attributes = Attributes::new().with_user(user);
    shapes.insert_all(columns, attributes, &mut handles).map(|()| handles)
}

fn radii(shapes: &Shapes<2>) -> Vec<f32> {
    shapes.balls().radii().to_vec()
}

#[test]
fn whole_columns_come_in_or_nothing_does() {
    let mut shapes = Shapes::new();
    let first = insert(&mut shapes, &[1.0, 2.0, 3.0], 7).expect("they are valid");
    assert_eq!(insert(&mut shapes, &[], 0), Ok(Vec::new()));
    let error = insert(&mut shapes, &[4.0, -1.0, f32::NAN], 8).expect_err("one is negative");
    let fault = ShapeFault::Value(InvalidReason::NegativeRadius);
    let wrong = Box::new(Error::Shape { kind: ShapeKind::Ball, fault });
    assert_eq!(error, Error::Batch { index: 1, error: wrong });
    assert_eq!(error.to_string(), "entry 1 of the batch: bad ball: negative radius");
    assert_eq!(radii(&shapes), [1.0, 2.0, 3.0]);
    for (index, handle) in first.iter().enumerate() {
        assert_eq!((shapes.index_of(*handle), shapes.handle_of(index)), (Ok(index), Some(*handle)));
        assert_eq!(shapes.attributes(*handle).map(|attributes| attributes.user), Ok(7));
    }
    // Into the slots of others, and beyond them.
    shapes.remove_all(&first[..2]).expect("they are there");
    let second = insert(&mut shapes, &[5.0; 4], 9).expect("they are valid");
    assert_eq!(shapes.len(), 5);
    for handle in &second {
        assert_eq!(shapes.attributes(*handle).map(|attributes| attributes.user), Ok(9));
    }
    assert_eq!(shapes.attributes(first[2]).map(|attributes| attributes.user), Ok(7));
}

#[test]
fn a_slot_that_is_given_away_again_has_the_attributes_of_its_new_shape() {
    let mut shapes = Shapes::new();
    let wall = Attributes::new().with_mobility(Mobility::Static).with_mask(3);
    let first = insert(&mut shapes, &[1.0], 1).expect("it is valid");
    shapes.set_attributes(first[0], wall).expect("it is there");
    assert_eq!(shapes.attributes(first[0]), Ok(wall));
    shapes.remove(first[0]).expect("it is there");
    let stale = Error::StaleHandle { handle: first[0] };
    assert_eq!(shapes.attributes(first[0]), Err(stale.clone()));
    assert_eq!(shapes.set_attributes(first[0], wall), Err(stale));
    let second = insert(&mut shapes, &[1.0], 0).expect("it is valid");
    assert_eq!(second[0].slot(), first[0].slot());
    assert_eq!(shapes.attributes(second[0]), Ok(Attributes::DEFAULT));
    shapes.set_attributes(second[0], wall).expect("it is there");
    shapes.clear();
    let third = insert(&mut shapes, &[1.0], 0).expect("it is valid");
    assert_eq!(shapes.attributes(third[0]), Ok(Attributes::DEFAULT));
}

#[test]
fn handles_are_all_good_or_nothing_is_done() {
    let mut shapes = Shapes::new();
    let handles = insert(&mut shapes, &[1.0, 2.0, 3.0, 4.0], 0).expect("they are valid");
    shapes.remove(handles[2]).expect("it is there");
    let stale = Box::new(Error::StaleHandle { handle: handles[2] });
    let refused = Err(Error::Batch { index: 2, error: stale });
    assert_eq!(shapes.remove_all(&handles), refused);
    assert_eq!(shapes.set_mobility(&handles, Mobility::Sleeping), refused);
    assert_eq!(radii(&shapes), [1.0, 2.0, 4.0]);
    let mobility = |shapes: &Shapes<2>| shapes.attributes(handles[0]).map(|of| of.mobility);
    assert_eq!(mobility(&shapes), Ok(Mobility::Moving));
    shapes.set_mobility(&handles[..2], Mobility::Sleeping).expect("they are there");
    assert_eq!(mobility(&shapes), Ok(Mobility::Sleeping));
    // One that is named twice is removed once.
    shapes.remove_all(&[handles[0], handles[3], handles[0]]).expect("they are there");
    assert_eq!(radii(&shapes), [2.0]);
}
