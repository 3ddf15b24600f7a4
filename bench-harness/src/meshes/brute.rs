//! The pairs of triangles that touch, without trees.

use jostle::{
    Error, Pair, Shape,
    mesh::{MeshTree, Placed},
    narrow::overlap,
    shape::Triangle,
};
use rayon::prelude::*;

/// All pairs of triangles that touch, in canonical order: each pair looked at alone, but for those
/// whose bounds have a gap. O(triangles of one x triangles of the other), on all threads.
///
/// # Errors
/// Those of the engine.
pub fn all_pairs_placed<T: MeshTree>(
    first: Placed<'_, T>,
    second: Placed<'_, T>,
) -> Result<Vec<Pair>, Error> {
    let triangles = |placed: &Placed<'_, T>, other: &Placed<'_, T>| {
        let all = 0..placed.tree.mesh().triangles().len() as u32;
        all.map(|index| placed.triangle_beside(other, index)).collect::<Result<Vec<_>, _>>()
    };
    all_pairs(&triangles(&first, &second)?, &triangles(&second, &first)?)
}

/// The same for triangles that are where they are.
///
/// # Errors
/// Those of the engine.
pub fn all_pairs(first: &[Triangle], second: &[Triangle]) -> Result<Vec<Pair>, Error> {
    let bounds: Vec<_> = second.iter().map(bounds).collect();
    let of_one = |(a, one): (usize, &Triangle)| -> Result<Vec<Pair>, Error> {
        let (around, shape) = (self::bounds(one), Shape::from(*one));
        let mut pairs = Vec::new();
        for (b, other) in second.iter().enumerate() {
            if meet(&around, &bounds[b]) && overlap(&shape, &Shape::from(*other))? {
                pairs.push(Pair { a: a as u32, b: b as u32 });
            }
        }
        Ok(pairs)
    };
    let lists: Vec<_> = first.par_iter().enumerate().map(of_one).collect::<Result<_, _>>()?;
    Ok(lists.concat())
}

fn bounds(triangle: &Triangle) -> [[f32; 3]; 2] {
    let column = |axis: usize| triangle.vertices.map(|vertex| vertex[axis]);
    let least = |of: [f32; 3]| of[0].min(of[1]).min(of[2]);
    let most = |of: [f32; 3]| of[0].max(of[1]).max(of[2]);
    [[0, 1, 2].map(|axis| least(column(axis))), [0, 1, 2].map(|axis| most(column(axis)))]
}

fn meet([a_min, a_max]: &[[f32; 3]; 2], [b_min, b_max]: &[[f32; 3]; 2]) -> bool {
    (0..3).all(|axis| a_min[axis] <= b_max[axis] && b_min[axis] <= a_max[axis])
}
