//! Pictures of 2D scenes: shapes, the ones that touch, and where space was cut.

mod svg;

use jostle::{BroadPhase, Error, Join, Pairs, broad::sap::Sap};

use crate::{boxes::Shapes, runner::bounds_of, scene::Scene};

/// Draws a scene as SVG: shapes that touch another in red, those that do not in grey, a line for
/// each pair, and dashed lines where the sweep and prune cut space into strips.
///
/// # Errors
/// As the broad phase.
pub fn scene(scene: &Scene<2>) -> Result<String, Error> {
    let mut sap = Sap::<2>::new();
    let mut pairs = Pairs::new();
    sap.pairs(&Join::within(bounds_of(&scene.shapes)?), &mut pairs)?;
    let mut touches = vec![false; scene.shapes.len()];
    for pair in pairs.iter() {
        touches[pair.a as usize] = true;
        touches[pair.b as usize] = true;
    }
    let mut picture = svg::Picture::new(extent(&scene.shapes));
    for cut in sap.cuts() {
        picture.cut(cut.axis, cut.at);
    }
    for (index, touching) in touches.into_iter().enumerate() {
        let (min, max) = corners(&scene.shapes, index);
        match scene.shapes {
            Shapes::Boxes(_) => picture.rectangle(min, max, touching),
            Shapes::Balls(_) => picture.circle(min, max, touching),
        }
    }
    for pair in pairs.iter() {
        let centre = |index: u32| {
            let (min, max) = corners(&scene.shapes, index as usize);
            [0, 1].map(|axis| 0.5 * (min[axis] + max[axis]))
        };
        picture.pair(centre(pair.a), centre(pair.b));
    }
    Ok(picture.finish())
}

/// Corners of a shape's bounds.
fn corners(shapes: &Shapes<2>, index: usize) -> ([f32; 2], [f32; 2]) {
    match shapes {
        Shapes::Boxes(boxes) => boxes.corners(index),
        Shapes::Balls(balls) => {
            let radius = balls.radius[index];
            let centre = [0, 1].map(|axis: usize| balls.centre[axis][index]);
            (centre.map(|x| x - radius), centre.map(|x| x + radius))
        }
    }
}

/// Corners of all shapes together.
fn extent(shapes: &Shapes<2>) -> ([f32; 2], [f32; 2]) {
    let all = (0..shapes.len()).map(|index| corners(shapes, index));
    all.reduce(|(min, max), (other_min, other_max)| {
        (
            [0, 1].map(|axis| min[axis].min(other_min[axis])),
            [0, 1].map(|axis| max[axis].max(other_max[axis])),
        )
    })
    .unwrap_or(([0.0; 2], [1.0; 2]))
}
