//! Back to `f64`.

use jostle::{
    CollisionPipeline,
    large_world::{Columns, LocalShapes},
};

use crate::common::Random;

#[test]
fn places_and_points_go_there_and_back() {
    let mut random = Random::seeded(4);
    let mut local = LocalShapes::<3>::new();
    let mut rounded = 0;
    for _ in 0..10_000 {
        let mut any = |reach: f64| [(); 3].map(|()| reach * f64::from(random.between(-1.0, 1.0)));
        let origin = any(1e9);
        local.update(Some(origin), Columns::default()).expect("the origin is finite");
        let way = any(1e3);
        let place = std::array::from_fn(|axis| origin[axis] + way[axis]);
        let (point, error) = local.to_local(place);
        let back = local.to_world(point);
        // One rounding more, to f64.
        let off = (0..3).map(|axis| (back[axis] - place[axis]).powi(2)).sum::<f64>().sqrt();
        assert!(off <= f64::from(error) + 3.0 * 1e9 * f64::EPSILON, "{place:?}, {off}, {error}");
        assert!(f64::from(error) <= 2e3 / f64::from(1 << 24), "{place:?}, {error}");
        rounded += usize::from(error > 0.0);
    }
    assert!(rounded > 5_000, "hardly any was rounded: {rounded}");
    assert_eq!(local.to_local(local.origin()), ([0.0; 3], 0.0));
    assert!(local.to_local([1e300; 3]).1.is_infinite() && local.to_local([f64::NAN; 3]).1.is_nan());
}

#[test]
fn points_of_contacts_are_found_in_the_world() {
    let (mut local, mut frame) = (LocalShapes::<2>::new(), CollisionPipeline::<2>::new());
    let (x, y) = ([4e9, 4e9 + 1.75], [-7e8, -7e8]);
    let columns = Columns::default()
        .with_balls([&x[..1], &y[..1]], &[1.0_f32])
        .and_then(|columns| columns.with_aligned_boxes([&x[1..], &y[1..]], [&[1.0_f32]; 2]))
        .and_then(|columns| {
            columns.with_capsules_between([&x[..1], &y[..1]], [&x[1..], &y[1..]], &[0.5])
        })
        .expect("lengths fit");
    local.update(None, columns).expect("the shapes are valid");
    frame.step(&local).expect("the call is valid");
    let contact = frame.contacts().iter().find(|contact| contact.pair.b == 1).expect("a contact");
    let [point] = contact.points else { panic!("one point: {contact:?}") };
    assert_eq!(local.place_of(0, point.on_a), [4e9 + 1.0, -7e8]);
    assert_eq!(local.place_of(1, point.on_b), [4e9 + 0.75, -7e8]);
    assert_eq!(local.place_of(2, [0.0; 2]), [4e9 + 0.875, -7e8]);
}
