//! What is wrong with lists and shapes.

use jostle::{
    Error, Pair, Shape, Shapes,
    narrow::{self, Contacts, Narrow},
    shape::PreparedShapes,
};

use crate::common::set;

#[test]
fn pairs_of_shapes_that_are_not_there_are_errors() {
    let set = set(3, |_| Shape::ball([0.0, 0.0], 1.0));
    let pairs = [Pair { a: 0, b: 1 }, Pair { a: 0, b: 2 }, Pair { a: 1, b: 3 }];
    let mut narrow = Narrow::new();
    let error = narrow.overlaps(&set.prepared, &pairs, &mut Vec::new()).unwrap_err();
    assert_eq!(error, Error::NoShape { pair: 2, index: 3, shapes: 3 });
    assert!(error.to_string().contains("pair 2 refers to shape 3"));
    assert!(narrow.contacts(&set.prepared, &pairs, &mut Contacts::new()).is_err());
    // Of a chunk with such a pair nothing is shown.
    let shown = narrow.visit_separations(&set.prepared, &pairs, |_| unreachable!("it is refused"));
    assert_eq!(shown, Err(error.clone()));
    let shown = narrow.visit_contacts(&set.prepared, &pairs, |_| unreachable!("it is refused"));
    assert_eq!(shown, Err(error));
    let mut contacts = Contacts::new();
    narrow.contacts(&set.prepared, &pairs[..2], &mut contacts).expect("these are there");
    assert_eq!(contacts.len(), 2);
}

#[test]
fn invalid_shapes_touch_nothing() {
    let mut shapes = Shapes::<2>::new();
    for x in [0.0, 0.5, 1.0] {
        shapes.insert(Shape::ball([x, 0.0], 1.0)).expect("the shape is valid");
    }
    shapes.set_ball_radii(&[1.0, f32::NAN, 1.0]).expect("three radii");
    let mut prepared = PreparedShapes::new();
    prepared.update(&shapes).expect("there is memory");
    assert_eq!(prepared.invalid().len(), 1);
    let pairs = [Pair { a: 0, b: 1 }, Pair { a: 0, b: 2 }, Pair { a: 1, b: 2 }];
    let (mut touching, mut contacts) = (Vec::new(), Contacts::new());
    let mut narrow = Narrow::new();
    narrow.overlaps(&prepared, &pairs, &mut touching).expect("the pairs are there");
    assert_eq!(touching, [false, true, false]);
    narrow.contacts(&prepared, &pairs, &mut contacts).expect("the pairs are there");
    assert!(contacts.iter().map(|contact| contact.pair).eq([pairs[1]]));
}

#[test]
fn single_pairs_of_what_is_no_shape_are_errors() {
    let ball = Shape::ball([0.0, 0.0], 1.0);
    for bad in [Shape::ball([f32::NAN, 0.0], 1.0), Shape::ball([0.0, 0.0], -1.0)] {
        assert!(matches!(narrow::overlap(&ball, &bad), Err(Error::Shape { .. })));
        assert!(matches!(narrow::contact(&bad, &ball), Err(Error::Shape { .. })));
        assert!(matches!(narrow::distance(&bad, &ball), Err(Error::Shape { .. })));
    }
}
