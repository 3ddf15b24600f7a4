//! Every setting has a range: what is just inside is taken, what is outside is refused, with what
//! it was and what it can be.

use jostle::{
    Aabb, Error, Shape, Shapes, World,
    broad::{
        DynamicTree, DynamicTreePhase, Margin, Quadtree, QuadtreeFit, QuadtreePhase,
        QuadtreeSettings,
    },
    large_world::LocalShapes,
    mesh::{self, Mesh, ObbTree},
    narrow::{Motion, cast},
    neighbors::Neighbors,
    step::StepLimits,
};

/// Numbers that are no lengths.
const BAD: [f32; 6] =
    [-1.0, -f32::from_bits(1), f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -f32::MAX];

/// Numbers that are lengths.
const GOOD: [f32; 5] = [0.0, -0.0, f32::from_bits(1), 1.0, f32::MAX];

/// Asserts that a setting was refused, and that the text tells which, what it was, and what it can
/// be.
fn refused<T>(result: Result<T, Error>, told: &[&str]) {
    let Err(error) = result else { panic!("{told:?} was taken") };
    assert!(matches!(error, Error::Setting { .. }), "{error:?}");
    let text = error.to_string();
    assert!(told.iter().all(|told| text.contains(told)), "{text}");
    assert!(text.contains(": choose "), "{text}");
}

#[test]
fn margins() {
    let both = |margin: Margin| {
        let phase = DynamicTreePhase::<3>::new().with_margin(margin).map(|_| ());
        assert_eq!(DynamicTree::<2>::new().with_margin(margin).map(|_| ()), phase);
        phase
    };
    for number in GOOD {
        assert_eq!(both(Margin { share: number, length: 0.0 }), Ok(()), "{number}");
        assert_eq!(both(Margin { share: 0.0, length: number }), Ok(()), "{number}");
        assert_eq!(both(Margin { share: number, length: number }), Ok(()), "{number}");
    }
    for number in BAD {
        let found = number.to_string();
        refused(both(Margin { share: number, length: 0.0 }), &["share", "margin", &found]);
        refused(both(Margin { share: 0.0, length: number }), &["length", "margin", &found]);
    }
}

/// The largest margin that is taken loses nothing.
#[test]
fn boxes_with_extreme_margins_are_found() {
    for share in GOOD {
        for length in GOOD {
            let margin = Margin { share, length };
            let mut tree = DynamicTree::<2>::new().with_margin(margin).expect("it is valid");
            let at = |x: f32| Aabb::new([x, 0.0], [x + 1.0, 1.0]);
            let handles: Vec<_> = (0..40)
                .map(|number| tree.insert(at(3.0 * number as f32)).expect("it is valid"))
                .collect();
            for (number, handle) in handles.iter().enumerate() {
                tree.set(*handle, at(3.0 * number as f32 + 1.5)).expect("it is valid");
                tree.validate().expect("it is sound");
            }
            let mut found = Vec::new();
            let all = Aabb::new([0.0; 2], [200.0, 1.0]);
            tree.queries().overlapping(&all, |_| true, &mut found).expect("it is valid");
            assert_eq!(found.len(), 40, "{margin:?}");
        }
    }
}

#[test]
fn quadtrees() {
    let world = Aabb::new([0.0; 2], [8.0; 2]);
    let tree = |settings| Quadtree::new(world, settings).map(|_| ());
    let usual = QuadtreeSettings::default();
    for max_objects in [1, 2, u32::MAX as usize] {
        assert_eq!(tree(QuadtreeSettings { max_objects, ..usual }), Ok(()));
    }
    refused(tree(QuadtreeSettings { max_objects: 0, ..usual }), &["max_objects", " 0", "1 to"]);
    if let Some(max_objects) = (u32::MAX as usize).checked_add(1) {
        refused(tree(QuadtreeSettings { max_objects, ..usual }), &["max_objects", "4294967296"]);
    }
    for max_levels in [0, 1, QuadtreeSettings::MOST_LEVELS] {
        assert_eq!(tree(QuadtreeSettings { max_levels, ..usual }), Ok(()));
    }
    let most = QuadtreeSettings::MOST_LEVELS.to_string();
    for max_levels in [QuadtreeSettings::MOST_LEVELS + 1, usize::MAX] {
        let told = ["max_levels", &max_levels.to_string(), &most];
        refused(tree(QuadtreeSettings { max_levels, ..usual }), &told);
    }
    for (looseness, is_good) in [
        (1.0, true),
        (1.0_f32.next_up(), true),
        (f32::MAX, true),
        (1.0_f32.next_down(), false),
        (0.0, false),
        (-0.0, false),
        (-1.0, false),
        (f32::NAN, false),
        (f32::INFINITY, false),
        (f32::NEG_INFINITY, false),
    ] {
        let fit = QuadtreeFit::Loose(looseness);
        let expected = if is_good { Ok(()) } else { Err(Error::Looseness) };
        assert_eq!(tree(QuadtreeSettings { fit, ..usual }), expected, "{looseness}");
        assert_eq!(QuadtreePhase::<2>::new().with_fit(fit).map(|_| ()), expected, "{looseness}");
    }
}

#[test]
fn trees_of_oriented_boxes() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let tree = |max_triangles, max_depth| {
        let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("it is valid");
        let settings = mesh::ObbTreeSettings { max_triangles, max_depth };
        ObbTree::with_settings(mesh, settings).map(|_| ())
    };
    let most = mesh::ObbTreeSettings::MOST_DEPTH;
    for (triangles, depth) in [(1, 0), (usize::MAX, most), (8, 1)] {
        assert_eq!(tree(triangles, depth), Ok(()));
    }
    refused(tree(0, 1), &["max_triangles", " 0"]);
    for depth in [most + 1, usize::MAX] {
        refused(tree(8, depth), &["max_depth", &depth.to_string(), &most.to_string()]);
    }
}

#[test]
fn neighbors() {
    let points = [[0.0, 0.0], [1.0, 0.0]];
    for number in GOOD {
        assert!(Neighbors::new(number).update(&points).is_ok(), "{number}");
        assert!(Neighbors::new(0.0).with_skin(number).update(&points).is_ok(), "{number}");
    }
    for number in BAD {
        let mut lists = [Neighbors::new(number), Neighbors::new(1.0).with_skin(number)];
        for (lists, what) in lists.iter_mut().zip(["radius", "skin"]) {
            let error = lists.update(&points).expect_err("it is none");
            assert_eq!(error, Error::Reach { what }, "{number}");
            assert!(error.to_string().contains(": choose "), "{error}");
        }
    }
    let limited = |limit| Neighbors::new(2.0).with_limit(limit).update(&points).map(|_| ());
    let beyond = |limit| Err(Error::TooManyNeighbors { neighbors: 2, limit });
    assert_eq!([0, 1, 2, u64::MAX].map(limited), [beyond(0), beyond(1), Ok(()), Ok(())]);
}

#[test]
fn reaches_of_large_worlds() {
    for reach in [0.0, -0.0, 5e-324, 1.0, f64::MAX, f64::INFINITY] {
        assert!(LocalShapes::<2>::new().with_reach(reach).is_ok(), "{reach}");
    }
    for reach in [-5e-324, -1.0, f64::NAN, f64::NEG_INFINITY] {
        refused(LocalShapes::<3>::new().with_reach(reach), &["reach", &reach.to_string()]);
    }
}

#[test]
fn limits() {
    for limit in [0, 1, 2] {
        let mut shapes = Shapes::<2>::new();
        shapes.set_limit(limit);
        let all = (0..2).map(|_| shapes.insert(Shape::ball([0.0; 2], 1.0)).is_ok());
        assert_eq!(all.filter(|taken| *taken).count(), limit);
    }
    for pairs in [0, 1, u64::MAX] {
        let mut world = World::<2>::new().with_limits(StepLimits::new().with_pairs(pairs));
        for _ in 0..2 {
            world.shapes_mut().insert(Shape::ball([0.0; 2], 1.0)).expect("there is no limit");
        }
        let refused = Err(Error::Limit { what: "pairs", needed: 1, limit: 0 });
        assert_eq!(world.step().map(|_| ()), if pairs == 0 { refused } else { Ok(()) });
    }
    let mut world = World::<2>::new().with_limits(StepLimits::new().with_memory_bytes(0));
    let error = world.step().map(|_| ()).err();
    assert!(
        matches!(error, None | Some(Error::Limit { what: "bytes of memory", .. })),
        "{error:?}"
    );
}

#[test]
fn motions_and_windows() {
    let (a, b) = (Shape::ball([0.0, 0.0], 1.0), Shape::ball([9.0, 0.0], 1.0));
    let meet =
        |by, until| cast(&a, &Motion::straight([by, 0.0]), &b, &Motion::REST, until).map(|_| ());
    for number in [0.0, -0.0, -1.0, f32::from_bits(1), f32::MAX, f32::MIN] {
        assert_eq!(meet(number, 1.0), Ok(()), "{number}");
    }
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(matches!(meet(number, 1.0), Err(Error::Motion { .. })), "{number}");
    }
    for until in [0.0, -0.0, f32::from_bits(1), f32::MAX, f32::INFINITY] {
        assert_eq!(meet(1.0, until), Ok(()), "{until}");
    }
    for until in [-f32::from_bits(1), -1.0, f32::NAN, f32::NEG_INFINITY] {
        assert_eq!(meet(1.0, until), Err(Error::Window), "{until}");
    }
}
