//! What is refused, and that nothing is changed by it.

use jostle::{
    Aabb, Error,
    broad::{Quadtree, QuadtreeFit, QuadtreePhase, QuadtreeSettings},
    validate::InvalidReason,
};

use crate::model::{Model, settings, world};

#[test]
fn worlds_that_cannot_be_divided() {
    let refused = |low: f32, high: f32| {
        let world = Aabb::new([0.0, low], [1.0, high]);
        match Quadtree::new(world, QuadtreeSettings::default()) {
            Err(Error::Box { reason }) => reason,
            other => panic!("{low} to {high}: {:?}", other.map(|tree| tree.len())),
        }
    };
    assert_eq!(refused(1.0, 0.0), InvalidReason::Inverted);
    assert_eq!(refused(f32::NAN, 0.0), InvalidReason::NotANumber);
    assert_eq!(refused(0.0, f32::NAN), InvalidReason::NotANumber);
    assert_eq!(refused(0.0, f32::INFINITY), InvalidReason::Infinite);
    assert_eq!(refused(f32::NEG_INFINITY, 0.0), InvalidReason::Infinite);
}

#[test]
fn looseness_that_is_none() {
    for factor in [0.999, 0.0, -2.0, f32::NAN, f32::INFINITY] {
        let fit = QuadtreeFit::Loose(factor);
        let tree = Quadtree::new(world::<2>(), settings(4, 4, fit));
        assert_eq!(tree.err(), Some(Error::Looseness), "{factor}");
        assert_eq!(QuadtreePhase::<2>::new().with_fit(fit).err(), Some(Error::Looseness));
    }
}

#[test]
fn boxes_and_regions_that_are_none() {
    let mut model = Model::<2>::new(settings(1, 4, QuadtreeFit::Tight));
    let handle = model.insert(Aabb::new([1.0, 1.0], [2.0, 2.0])).expect("it is valid");
    for (aabb, reason) in [
        (Aabb::new([f32::NAN, 0.0], [1.0, 1.0]), InvalidReason::NotANumber),
        (Aabb::new([0.0, 0.0], [1.0, f32::NAN]), InvalidReason::NotANumber),
        (Aabb::new([0.0, 3.0], [1.0, 2.0]), InvalidReason::Inverted),
        (Aabb::new([f32::INFINITY, 3.0], [f32::NEG_INFINITY, 4.0]), InvalidReason::Inverted),
    ] {
        let error = Error::Box { reason };
        assert_eq!(model.tree.insert(&aabb).err(), Some(error.clone()));
        assert_eq!(model.tree.set(handle, &aabb).err(), Some(error.clone()));
        assert_eq!(model.tree.touching(&aabb, |_| panic!("visited")).err(), Some(error.clone()));
        assert_eq!(model.tree.retrieve(&aabb, |_| panic!("visited")).err(), Some(error));
        model.check(&[]);
    }
}
