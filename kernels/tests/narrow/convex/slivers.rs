//! Pairs of shapes that made a simplex or a face without an area: such a one tells of no place, and
//! of a distance with errors. Of millions of random pairs these are the ones that were told wrong.

use jostle_kernels::shape::{Obb, Solid};

use super::{Defined, Seen, check, directions};

const ALIGNED: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn passes(a: Solid, b: Defined) {
    let (a, ways) = (Defined::solid(a), directions());
    let mut seen = Seen::default();
    check(&mut seen, &a, &b, &ways);
    check(&mut seen, &b, &a, &ways);
    assert!(seen.apart == 2 || seen.together == 2, "{seen:?}");
}

/// The distance was off by all of what rounding does, as much as 1e-5 of both shapes.
#[test]
fn a_cone_and_a_cylinder_that_are_far_apart() {
    let a = Solid {
        center: [-0.3349977, 0.6458744, 0.49182785],
        axes: [
            [-0.94968164, -0.2686261, -0.16107385],
            [-0.12029377, 0.7876266, -0.604296],
            [0.28919575, -0.5545127, -0.7803086],
        ],
        half: [0.0, 0.2271979, 0.0],
        lids: [0.12974, 0.0],
        rounding: 0.00764217,
    };
    let b = Solid {
        center: [0.47240353, 0.02262783, -0.8307821],
        axes: [
            [-0.4923124, -0.47599107, -0.7287393],
            [-0.5287189, -0.50153756, 0.6847747],
            [-0.69143677, 0.72242135, -0.00475233],
        ],
        half: [0.0, 0.10348503, 0.0],
        lids: [0.101374075; 2],
        rounding: 0.0,
    };
    passes(a, Defined::solid(b));
}

/// The deepest points were outside of both: the one face that is nearest is in two triangles, and
/// the place was over the other one.
#[test]
fn a_cylinder_and_the_edge_of_a_box_along_it() {
    let a = Solid {
        center: [0.25395882, -0.66179603, 0.55928266],
        axes: ALIGNED,
        half: [0.0, 0.9945763, 0.0],
        lids: [0.5586522; 2],
        rounding: 0.0,
    };
    let b = Obb {
        center: [-0.25381124, 0.2126745, -0.21417332],
        half: [0.06227956, 0.7966198, 0.6991855],
        axes: ALIGNED,
    };
    passes(a, Defined::obb(b));
}

/// The point that both have was not in the cone: a simplex without a volume seemed to have the
/// origin inside.
#[test]
fn a_cylinder_and_a_cone_deep_in_it() {
    let a = Solid {
        center: [-0.07584578, -0.7282243, -0.7148198],
        axes: ALIGNED,
        half: [0.0, 0.6581936, 0.0],
        lids: [0.903046; 2],
        rounding: 0.0,
    };
    let b = Solid {
        center: [-0.46110833, -0.42761427, -0.50140023],
        axes: ALIGNED,
        half: [0.0, 1.0299007, 0.0],
        lids: [0.14777143, 0.0],
        rounding: 0.014739601,
    };
    passes(a, Defined::solid(b));
}
