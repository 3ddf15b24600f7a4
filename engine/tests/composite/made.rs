//! Random composite shapes, and shapes by their parts.

use std::sync::Arc;

use jostle::{
    Shape,
    mesh::Mesh,
    shape::{HeightField, Parts, Rotation, ShapeKind},
};

use crate::common::{Random, planar, spatial};

/// A flat or uneven floor of `2 * cells * cells` triangles from 0 to `size` along `x` and `z`.
pub(crate) fn floor(cells: usize, size: f32, mut height: impl FnMut() -> f32) -> Mesh {
    let place = |i: usize| size * i as f32 / cells as f32;
    let side = cells + 1;
    let vertices: Vec<_> =
        (0..side * side).map(|i| [place(i % side), height(), place(i / side)]).collect();
    let mut triangles = Vec::new();
    for cell in 0..cells * cells {
        let a = (cell / cells * side + cell % cells) as u32;
        let (b, c, d) = (a + 1, a + side as u32, a + side as u32 + 1);
        triangles.extend([[a, c, b], [d, b, c]]);
    }
    Mesh::new(vertices, triangles).expect("it is valid")
}

/// Parts of some kind in the plane.
pub(crate) fn parts_in_plane(random: &mut Random, number: usize) -> Parts<2> {
    let count = 1 + random.below(12);
    if number.is_multiple_of(2) {
        let shapes: Vec<_> = (0..count).map(|i| planar(random, i as u32)).collect();
        return Parts::compound(shapes).expect("the shapes are valid");
    }
    let vertices: Vec<_> = (0..count + 1).map(|_| random.point(-2.0, 2.0)).collect();
    let radius = random.pick(&[0.0, 0.1]);
    Parts::polyline(vertices, random.percent(50.0), radius).expect("the vertices are valid")
}

/// Parts of some kind in space.
pub(crate) fn parts_in_space(random: &mut Random, number: usize) -> Parts<3> {
    let count = 1 + random.below(12);
    match number % 4 {
        0 => {
            let shapes: Vec<_> = (0..count).map(|i| spatial(random, i as u32)).collect();
            Parts::compound(shapes).expect("the shapes are valid")
        }
        1 => Parts::mesh(floor(count, 2.0, || random.between(-0.3, 0.3))).expect("it is valid"),
        2 => {
            let heights: Vec<_> = (0..count * 5 + 5).map(|_| random.between(-0.3, 0.3)).collect();
            let field = HeightField::new(&heights, 5, [0.5, 0.25]).expect("it is valid");
            Parts::height_field(field).expect("there is memory")
        }
        _ => {
            let vertices: Vec<_> = (0..count + 1).map(|_| random.point(-1.5, 1.5)).collect();
            Parts::polyline(vertices, false, 0.05).expect("the vertices are valid")
        }
    }
}

/// A composite shape, at rest where its parts are or elsewhere.
pub(crate) fn composite_in_plane(random: &mut Random, number: usize) -> Shape<2> {
    let parts = Arc::new(parts_in_plane(random, number));
    if random.percent(20.0) {
        return Shape::composite(&parts, [0.0; 2], Rotation::IDENTITY);
    }
    Shape::composite(&parts, random.point(-2.0, 2.0), random.between(-4.0, 4.0))
}

/// The same in space.
pub(crate) fn composite_in_space(random: &mut Random, number: usize) -> Shape<3> {
    let parts = Arc::new(parts_in_space(random, number));
    if random.percent(20.0) {
        return Shape::composite(&parts, [0.0; 3], Rotation::IDENTITY);
    }
    let turn = Rotation::about(random.point(0.1, 1.0), random.between(-4.0, 4.0));
    Shape::composite(&parts, random.point(-1.5, 1.5), turn.expect("the axis has a length"))
}

/// A shape by its parts, each with its number: one that has none is the only one.
pub(crate) fn parts_of<const D: usize>(shape: &Shape<D>) -> Vec<(u32, Shape<D>)> {
    match shape {
        Shape::Composite(composite) => {
            (0..composite.parts.len()).map(|i| (i as u32, composite.part(i))).collect()
        }
        shape => vec![(0, shape.clone())],
    }
}

/// All pairs of parts of two shapes.
pub(crate) fn pairs_of_parts<const D: usize>(
    a: &Shape<D>,
    b: &Shape<D>,
) -> Vec<([u32; 2], [Shape<D>; 2])> {
    let (a, b) = (parts_of(a), parts_of(b));
    let with = |(i, one): &(u32, Shape<D>)| {
        let (i, one) = (*i, one.clone());
        b.iter().map(move |(j, other)| ([i, *j], [one.clone(), other.clone()])).collect::<Vec<_>>()
    };
    a.iter().flat_map(with).collect()
}

/// Whether a shape is of parts between which edges matter.
pub(crate) fn has_edges<const D: usize>(shape: &Shape<D>) -> bool {
    let Shape::Composite(composite) = shape else { return false };
    let kinds = (0..composite.parts.len()).map(|part| composite.parts.get(part).kind());
    let kinds: Vec<_> = kinds.collect();
    kinds.iter().all(|kind| *kind == ShapeKind::Triangle)
        || D == 2 && kinds.iter().all(|kind| *kind == ShapeKind::Capsule)
}
