//! Properties that hold for every scene.

mod present;

use jostle_bench::{
    boxes::{Balls, Boxes, Shapes},
    runner::box_columns,
    scene::{Domain, Drift, Movement, Scene, SceneShapes, all, by_name},
};

const SEED: u64 = 7;
const SIZES: [u32; 9] = [0, 1, 2, 3, 8, 9, 27, 64, 300];

/// The bounds of each shape, whatever its kind.
fn bounds<const D: usize>(shapes: &Shapes<D>) -> Boxes<D> {
    box_columns(shapes).into_owned()
}

fn touching_pairs<const D: usize>(shapes: &Shapes<D>) -> u64 {
    let boxes = bounds(shapes);
    let touch = |a: usize, b: usize| {
        (0..D).all(|axis| {
            let (min, max) = (&boxes.min[axis], &boxes.max[axis]);
            min[a] <= max[b] && min[b] <= max[a]
        })
    };
    let n = boxes.len();
    (0..n).map(|a| (a + 1..n).filter(|&b| touch(a, b)).count() as u64).sum()
}

fn assert_well_formed<const D: usize>(scene: &Scene<D>) {
    let boxes = bounds(&scene.shapes);
    for axis in 0..D {
        for (min, max) in boxes.min[axis].iter().zip(&boxes.max[axis]) {
            assert!(min.is_finite() && max.is_finite(), "{}", scene.name);
            assert!(min <= max, "{}", scene.name);
        }
    }
    if let Movement::Drift(drift) = &scene.movement {
        for column in &drift.velocity {
            assert_eq!(column.len(), boxes.len(), "{}", scene.name);
            assert!(column.iter().all(|v| v.is_finite()), "{}", scene.name);
        }
    }
}

/// How far the furthest shape is past a wall, if there are walls.
fn overhang<const D: usize>(scene: &Scene<D>) -> f32 {
    let Movement::Drift(Drift { domain, .. }) = &scene.movement else { return 0.0 };
    let boxes = bounds(&scene.shapes);
    let mut furthest = 0.0_f32;
    for axis in 0..D {
        for (min, max) in boxes.min[axis].iter().zip(&boxes.max[axis]) {
            furthest = furthest.max(domain.min[axis] - min).max(max - domain.max[axis]);
        }
    }
    furthest
}

/// Evaluates an expression for the scene of either dimension.
macro_rules! with_scene {
    ($shapes:expr, $scene:ident => $body:expr) => {
        match $shapes {
            SceneShapes::Two($scene) => $body,
            SceneShapes::Three($scene) => $body,
        }
    };
}

#[test]
fn names_are_unique_and_found() {
    for kind in all() {
        assert!(std::ptr::eq(by_name(kind.name).unwrap(), kind));
    }
}

#[test]
fn scenes_carry_name_dimension_and_count() {
    for kind in present::scenes() {
        for n in SIZES {
            let shapes = kind.build(n, SEED).unwrap();
            let dim = match &shapes {
                SceneShapes::Two(_) => 2,
                SceneShapes::Three(_) => 3,
            };
            assert_eq!(dim, kind.dim());
            assert_eq!(with_scene!(&shapes, scene => scene.name), kind.name);
            let expected = match kind.name {
                "nested" => n.min(254),
                "exponential" => n.min(253),
                _ => n,
            };
            assert_eq!(shapes.len(), expected as usize, "{} of {n}", kind.name);
            assert_eq!(shapes.is_empty(), n == 0);
        }
    }
}

#[test]
fn a_seed_gives_one_scene() {
    for kind in present::scenes() {
        let scene = kind.build(200, SEED).unwrap();
        assert_eq!(scene, kind.build(200, SEED).unwrap(), "{}", kind.name);
        if !["coincident", "borders"].contains(&kind.name) {
            assert_ne!(scene, kind.build(200, SEED + 1).unwrap(), "{}", kind.name);
        }
    }
}

#[test]
fn bounds_are_finite_and_ordered() {
    for kind in present::scenes() {
        for n in SIZES {
            with_scene!(kind.build(n, SEED).unwrap(), scene => assert_well_formed(&scene));
        }
    }
}

#[test]
fn closed_forms_agree_with_a_count() {
    for kind in present::scenes() {
        for n in SIZES {
            if let Some(exact) = kind.exact_pairs(n) {
                let counted = with_scene!(
                    kind.build(n, SEED).unwrap(),
                    scene => touching_pairs(&scene.shapes)
                );
                assert_eq!(counted, exact, "{} of {n}", kind.name);
            }
        }
    }
}

#[test]
fn moving_shapes_stay_ordered_and_inside() {
    for kind in present::scenes() {
        let mut shapes = kind.build(300, SEED).unwrap();
        let before = with_scene!(&shapes, scene => overhang(scene));
        for _ in 0..1000 {
            shapes.step();
        }
        with_scene!(&shapes, scene => {
            assert_well_formed(scene);
            assert!(overhang(scene) <= before + 0.1, "{}", kind.name);
        });
    }
}

#[test]
fn still_scenes_do_not_move() {
    for kind in all().iter().filter(|kind| kind.exact_pairs(8).is_some()) {
        let start = kind.build(8, SEED).unwrap();
        let mut stepped = start.clone();
        stepped.step();
        assert_eq!(start, stepped, "{}", kind.name);
    }
}

#[test]
fn giant_adds_one_pair_per_uniform_box() {
    let pairs = |name: &str, n: u32| {
        let kind = by_name(name).unwrap();
        with_scene!(kind.build(n, SEED).unwrap(), scene => touching_pairs(&scene.shapes))
    };
    assert_eq!(pairs("giant", 501), pairs("uniform", 500) + 500);
}

#[test]
fn slab_boxes_lie_inside_the_layer() {
    let SceneShapes::Three(scene) = by_name("slab").unwrap().build(1000, SEED).unwrap() else {
        panic!("the slab is a scene in space");
    };
    let boxes = bounds(&scene.shapes);
    assert!(boxes.min[0].iter().all(|&x| x >= 0.0));
    assert!(boxes.max[0].iter().all(|&x| x <= 2.0));
}

/// Shapes that drift between walls.
fn drifting<const D: usize>(
    shapes: Shapes<D>,
    velocity: [Vec<f32>; D],
    (low, high): (f32, f32),
) -> Scene<D> {
    let domain = Domain { min: [low; D], max: [high; D] };
    Scene { name: "drifting", shapes, movement: Movement::Drift(Drift { velocity, domain }) }
}

fn velocity<const D: usize>(scene: &Scene<D>) -> &[Vec<f32>; D] {
    let Movement::Drift(drift) = &scene.movement else { panic!("it drifts") };
    &drift.velocity
}

fn boxes(corners: &[[[f32; 2]; 2]]) -> Shapes<2> {
    let mut boxes = Boxes::new();
    corners.iter().for_each(|[min, max]| boxes.push(*min, *max));
    Shapes::Boxes(boxes)
}

#[test]
fn the_share_that_moves_is_exact() {
    for (share, moving) in [(0.0, 0), (0.01, 1), (0.25, 25), (0.999, 99), (1.0, 100)] {
        let speeds = [vec![1.0; 100], vec![1.0; 100]];
        let mut scene = drifting(boxes(&[]), speeds, (0.0, 1.0));
        scene.stop_all_but(share);
        let [x, y] = velocity(&scene);
        assert_eq!(x.iter().filter(|speed| **speed != 0.0).count(), moving, "{share}");
        assert_eq!(x, y);
    }
}

#[test]
fn a_pace_is_in_extents_and_keeps_directions() {
    let shapes = boxes(&[4.0, 2.0, f32::INFINITY].map(|extent| [[0.0; 2], [extent, 1.0]]));
    let speeds = [vec![3.0, 0.0, 7.0], vec![-4.0, 0.0, 7.0]];
    let mut scene = drifting(shapes, speeds, (0.0, 9.0));
    scene.set_pace(0.25);
    assert_eq!(*velocity(&scene), [vec![0.6, 0.0, 7.0], vec![-0.8, 0.0, 7.0]]);
}

#[test]
fn walls_turn_shapes_back() {
    let shapes = boxes(&[[[0.0, 4.5], [1.0, 5.5]]]);
    let mut scene = drifting(shapes.clone(), [vec![-0.25], vec![0.25]], (0.0, 5.5));
    (0..2).for_each(|_| scene.step());
    assert_eq!(*velocity(&scene), [vec![0.25], vec![-0.25]]);
    assert_eq!(scene.shapes, shapes);
    let mut balls = Balls::<2>::with_capacity(0);
    balls.push([1.0, 1.0], 1.0);
    let mut scene = drifting(Shapes::Balls(balls), [vec![-0.5], vec![0.0]], (0.0, 9.0));
    (0..3).for_each(|_| scene.step());
    let Shapes::Balls(balls) = scene.shapes else { panic!("the shapes are balls") };
    assert_eq!(balls.center, [vec![1.5], vec![1.0]]);
}

#[test]
fn lattices_are_as_small_as_they_can_be() {
    for (name, dim, most) in [("touching-grid", 3, 1625), ("touching-squares", 2, 65_535)] {
        let scene = by_name(name).expect("there is one");
        for side in (0..200).chain([most - 1, most]) {
            // Where the cells fill the lattice, and only there, the number is known.
            let cells = u32::pow(side, dim);
            assert!(scene.exact_pairs(cells).is_some(), "{name} of {cells}");
            assert!(side < 2 || scene.exact_pairs(cells - 1).is_none(), "{name} below {cells}");
        }
    }
    let grid = by_name("touching-grid").expect("there is one");
    let known = [8, 9, 1_000_000].map(|n| grid.exact_pairs(n));
    assert_eq!(known, [Some(28), None, Some(12_731_796)]);
}
