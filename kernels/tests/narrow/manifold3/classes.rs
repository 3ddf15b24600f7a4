//! The kernels for faces and for edges against the test that knows both.

use bytemuck::bytes_of;
use jostle_kernels::{
    Pair, SimdLevel,
    batch::Batch,
    contact::{
        Contact, Obb3Manifold, contact,
        obb3::{Class, Obb3Classes, Obb3Edges, Obb3Faces},
    },
    shape::{Four, Obb, Pack},
};

use crate::support::{boxes, scale};

/// The pairs of a class, by number.
fn of_class(classes: &[u8], class: Class) -> Vec<Pair> {
    let numbers = (0..).zip(classes).filter(|(_, of_pair)| **of_pair == class.number());
    numbers.map(|(number, _)| Pair { a: number, b: number }).collect()
}

/// What a class says of a pair that touches.
fn class_of(contact: &Contact<3, 4>) -> Class {
    match contact.axis {
        _ if contact.distance > 0.0 => Class::Apart,
        axis @ 0..6 => Class::Face(axis as u8),
        _ => Class::Edges,
    }
}

#[test]
fn each_class_has_the_contacts_of_the_whole() {
    let pairs: Vec<(Obb<3>, Obb<3>)> = boxes::nasty(20_000 * scale());
    let [a, b]: [Vec<Four>; 2] = [
        pairs.iter().map(|(a, _)| Obb::<3>::pack(a)).collect(),
        pairs.iter().map(|(_, b)| Obb::<3>::pack(b)).collect(),
    ];
    let all: Vec<_> = (0..pairs.len() as u32).map(|number| Pair { a: number, b: number }).collect();
    let expected: Vec<_> = pairs.iter().map(|(a, b)| contact::<Obb3Manifold, 3, 4>(a, b)).collect();
    for level in SimdLevel::available() {
        let (a, b, mut classes) = (&a[..], &b[..], vec![9; all.len()]);
        let kernel = &Obb3Classes;
        level.run(Batch { kernel, a, b, pairs: &all, ahead: &[], out: &mut classes });
        for (class, expected) in classes.iter().zip(&expected) {
            assert_eq!(*class, class_of(expected).number(), "{level} {expected:?}");
        }
        for axis in 0..6 {
            let faces = of_class(&classes, Class::Face(axis));
            assert!(faces.len() > 1_000, "{} across {axis}", faces.len());
            let mut contacts = vec![Contact::default(); faces.len()];
            let kernel = &Obb3Faces::across(axis.into());
            level.run(Batch { kernel, a, b, pairs: &faces, ahead: &[], out: &mut contacts });
            for (pair, found) in faces.iter().zip(&contacts) {
                let whole = &expected[pair.a as usize];
                assert!(bytes_of(found) == bytes_of(whole), "{level}\n{found:?}\n{whole:?}");
            }
        }
        let edges = of_class(&classes, Class::Edges);
        assert!(edges.len() > 1_000, "{}", edges.len());
        let mut contacts = vec![Contact::<3, 1>::default(); edges.len()];
        let kernel = &Obb3Edges;
        level.run(Batch { kernel, a, b, pairs: &edges, ahead: &[], out: &mut contacts });
        for (pair, found) in edges.iter().zip(&contacts) {
            let Contact { normal, distance, axis, count, points } = expected[pair.a as usize];
            let whole = Contact { normal, distance, axis, count, points: [points[0]] };
            assert!(bytes_of(found) == bytes_of(&whole), "{level}\n{found:?}\n{whole:?}");
        }
    }
}
