//! What is listed is what is compiled in, in the versions that are locked.

use crate::registry;

const LOCK: &str = include_str!("../../Cargo.lock");

#[test]
fn list_and_features_agree() {
    let features: [(&[&str], bool); 12] = [
        (&["jostle", "jostle-sap", "jostle-bvh", "grid", "grid-cover", "sweep"], true),
        (&["parry", "parry-leaf-queries"], cfg!(feature = "parry")),
        (&["obvhs", "obvhs-queries"], cfg!(feature = "obvhs")),
        (&["bvh"], cfg!(feature = "bvh")),
        (&["rstar"], cfg!(feature = "rstar")),
        (&["broccoli"], cfg!(feature = "broccoli")),
        (&["geo-index"], cfg!(feature = "geo-index")),
        (&["static-aabb2d-index"], cfg!(feature = "static-aabb2d-index")),
        (&["kiddo"], cfg!(feature = "kiddo")),
        (&["box2d"], cfg!(feature = "box2d")),
        (&["box3d"], cfg!(feature = "box3d")),
        (&["rapier"], cfg!(feature = "rapier")),
    ];
    for (names, compiled) in features {
        for name in names {
            assert_eq!(registry::by_name(name).is_ok(), compiled, "{name}");
        }
    }
}

#[test]
fn names_are_different() {
    let mut names: Vec<_> = registry::all().iter().map(|peer| peer.name).collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
}

#[test]
fn every_peer_does_something() {
    for peer in registry::all() {
        assert!(!peer.dims().is_empty() && !peer.tasks().is_empty(), "{}", peer.name);
        assert!(!peer.method.contains('\n'), "{}", peer.name);
        assert!(peer.serial.iter().all(|task| peer.tasks().contains(task)), "{}", peer.name);
    }
}

#[test]
fn libraries_are_those_that_are_locked() {
    for peer in registry::all().into_iter().filter(|peer| peer.library != "hand-written") {
        for library in peer.library.split(", ") {
            let (name, version) = library.split_once(' ').expect("name and version");
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(LOCK.contains(&entry), "{}: {library}", peer.name);
        }
    }
}
