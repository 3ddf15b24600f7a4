//! What a composite shape consists of.

use std::fmt;

use super::{
    edges::{EdgeLimits, NormalLimits},
    height_field::HeightField,
};
use crate::{
    Aabb, Bounds, Error,
    bvh::{BoxCast, Bvh, DistanceHit, Hit},
    error::ShapeFault,
    memory::reserve,
    mesh::Mesh,
    shape::{Shape, ShapeKind, packed::bounds_in_dimension, placement::space},
    validate::check_vertices,
};

/// Shapes that are together one shape, in its own coordinates: the children of a compound, the
/// triangles of a mesh or a height field, or the segments of a polyline. They do not change;
/// [composite shapes](super::Composite) share them.
///
/// A tree finds the parts that are near something. It is built once: O(parts log parts), on all
/// threads.
pub struct Parts<const D: usize> {
    pub(super) source: Source<D>,
    /// None where the source knows where its parts are.
    tree: Option<Bvh<D>>,
    /// Contains all parts.
    bounds: Aabb<D>,
}

/// Where parts come from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source<const D: usize> {
    Compound(Vec<Shape<D>>),
    Polyline { vertices: Vec<[f32; D]>, is_closed: bool, radius: f32 },
    Mesh { mesh: Mesh, limits: EdgeLimits },
    HeightField(HeightField),
}

fn refused(fault: ShapeFault) -> Error {
    Error::Shape { kind: ShapeKind::Composite, fault }
}

impl<const D: usize> Parts<D> {
    /// Shapes that move as one. A part is known by its place in the list.
    ///
    /// # Errors
    /// [`Error::Batch`] with the index of a shape that is invalid, a composite itself, or without
    /// an end, as a half-space;
    /// [`Error::Shape`] for no shapes at all; when memory runs out.
    pub fn compound(shapes: impl Into<Vec<Shape<D>>>) -> Result<Self, Error> {
        let shapes = shapes.into();
        for (index, shape) in shapes.iter().enumerate() {
            let nested = shape.kind() == ShapeKind::Composite;
            let fault =
                if nested { Err(refused(ShapeFault::Nested)) } else { shape.row().map(|_| ()) };
            fault.map_err(|error| Error::Batch { index, error: Box::new(error) })?;
        }
        Self::of_source(Source::Compound(shapes))
    }

    /// Segments from each vertex to the next, all that is at most `radius` from them: the ground of
    /// a world in 2D, or a wire. Part `i` begins at vertex `i`; a closed one goes back to the
    /// first.
    ///
    /// In 2D, what slides along it does not catch at vertices between two segments.
    ///
    /// # Errors
    /// [`Error::Shape`] for fewer than two vertices, or an invalid radius; [`Error::Mesh`] for a
    /// vertex that is not finite; when memory runs out.
    pub fn polyline(
        vertices: impl Into<Vec<[f32; D]>>,
        is_closed: bool,
        radius: f32,
    ) -> Result<Self, Error> {
        let vertices = vertices.into();
        if vertices.len() < 2 {
            return Err(refused(ShapeFault::NoParts));
        }
        check_vertices(&vertices)?;
        Shape::ball([0.0; D], radius).row()?;
        Self::of_source(Source::Polyline { vertices, is_closed, radius })
    }

    /// Parts by number, in own coordinates.
    pub(super) fn of_source(source: Source<D>) -> Result<Self, Error> {
        let mut parts = Self { source, tree: None, bounds: Aabb::EMPTY };
        if parts.is_empty() {
            return Err(refused(ShapeFault::NoParts));
        }
        if let Source::HeightField(field) = &parts.source {
            parts.bounds = bounds_in_dimension(&field.bounds());
            return Ok(parts);
        }
        let mut columns = [const { [const { Vec::new() }; D] }; 2];
        for column in columns.as_flattened_mut() {
            reserve(column, parts.len(), "the bounds of parts")?;
        }
        for number in 0..parts.len() {
            let bounds = parts.get(number).packed()?.bounds();
            if bounds.min.iter().chain(&bounds.max).any(|end| end.is_infinite()) {
                let error = Box::new(refused(ShapeFault::Endless));
                return Err(Error::Batch { index: number, error });
            }
            for (columns, ends) in columns.iter_mut().zip([bounds.min, bounds.max]) {
                columns.iter_mut().zip(ends).for_each(|(column, end)| column.push(end));
            }
            parts.bounds = parts.bounds.union(&bounds);
        }
        let [min, max] = columns.each_ref().map(|side| side.each_ref().map(Vec::as_slice));
        let mut tree = Bvh::new();
        tree.build(Bounds::from_columns(min, max)?)?;
        tree.trim();
        parts.tree = Some(tree);
        Ok(parts)
    }

    /// The triangles of a mesh.
    pub(super) fn of_mesh(mesh: Mesh) -> Result<Self, Error> {
        let limits = EdgeLimits::of(&mesh)?;
        Self::of_source(Source::Mesh { mesh, limits })
    }

    /// Number of parts.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.source {
            Source::Compound(shapes) => shapes.len(),
            Source::Polyline { vertices, is_closed, .. } => {
                vertices.len() - usize::from(!is_closed)
            }
            Source::Mesh { mesh, .. } => mesh.triangles().len(),
            Source::HeightField(field) => field.len(),
        }
    }

    /// Whether there are none: never, as that is refused.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A part, in own coordinates.
    ///
    /// # Panics
    /// When there is no such part.
    #[must_use]
    pub fn get(&self, number: usize) -> Shape<D> {
        match &self.source {
            Source::Compound(shapes) => shapes[number].clone(),
            Source::Polyline { vertices, radius, .. } => {
                let [from, to] = [number, number + 1].map(|place| vertices[place % vertices.len()]);
                Shape::capsule(from, to, *radius)
            }
            Source::Mesh { mesh, .. } => Shape::Triangle(mesh.triangle(number as u32)),
            Source::HeightField(field) => Shape::Triangle(field.triangle(number)),
        }
    }

    /// What contains all parts, in own coordinates.
    #[must_use]
    pub fn bounds(&self) -> Aabb<D> {
        self.bounds
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let of_source = match &self.source {
            Source::Compound(shapes) => size_of_val(&shapes[..]),
            Source::Polyline { vertices, .. } => size_of_val(&vertices[..]),
            Source::Mesh { mesh, limits } => {
                size_of_val(mesh.vertices()) + size_of_val(mesh.triangles()) + limits.memory_bytes()
            }
            Source::HeightField(field) => field.memory_bytes(),
        };
        of_source + self.tree.as_ref().map_or(0, crate::BroadPhase::memory_bytes)
    }

    /// Lists the parts whose bounds touch a region of own coordinates, in order, in the place of
    /// what was in the list.
    pub(crate) fn near(&self, region: &Aabb<D>, list: &mut Vec<u32>) -> Result<(), Error> {
        list.clear();
        match self.finder() {
            Finder::Tree(tree) => tree.overlapping(region, |_| true, list)?,
            Finder::Grid(field) => field.near(&bounds_in_dimension(region), list)?,
        }
        list.sort_unstable();
        Ok(())
    }

    /// The part that a moving box meets first, by a function of the part that tells when.
    pub(crate) fn first_along(
        &self,
        cast: &BoxCast<D>,
        time: impl Fn(u32) -> Option<f32> + Sync,
    ) -> Result<Option<Hit>, Error> {
        match self.finder() {
            Finder::Tree(tree) => tree.closest_hit_by(cast, time),
            Finder::Grid(field) => Ok(field.first_along(cast, time)),
        }
    }

    /// The part that is nearest to what is around a point, by a function of the part that tells how
    /// far it is, if it is no farther than `most`.
    pub(crate) fn nearest(
        &self,
        center: [f32; D],
        reach: f32,
        most: f32,
        distance: impl Fn(u32) -> Option<f32> + Sync,
    ) -> Result<Option<DistanceHit>, Error> {
        match self.finder() {
            Finder::Tree(tree) => tree.nearest_around(center, reach, most, distance),
            Finder::Grid(field) => Ok(field.nearest(space(center), reach, most, distance)),
        }
    }

    /// What knows where the parts are.
    fn finder(&self) -> Finder<'_, D> {
        match (&self.tree, &self.source) {
            (Some(tree), _) => Finder::Tree(tree),
            (None, Source::HeightField(field)) => Finder::Grid(field),
            (None, _) => unreachable!("all others have a tree"),
        }
    }

    /// What a part says about the normals of its contacts, in own coordinates, if there are edges.
    pub(super) fn limits(&self, number: usize) -> Option<NormalLimits> {
        match &self.source {
            Source::Mesh { mesh, limits } => {
                NormalLimits::of_triangle(&mesh.triangle(number as u32), limits.turns(number))
            }
            Source::HeightField(field) => {
                NormalLimits::of_triangle(&field.triangle(number), field.turns(number))
            }
            Source::Polyline { vertices, is_closed, .. } if D == 2 => {
                let count = vertices.len();
                let vertex = |place: usize| space(vertices[place % count]);
                let before = (number > 0 || *is_closed).then(|| vertex(number + count - 1));
                let behind = (number + 2 < count || *is_closed).then(|| vertex(number + 2));
                NormalLimits::of_segment([vertex(number), vertex(number + 1)], before, behind)
            }
            Source::Compound(_) | Source::Polyline { .. } => None,
        }
    }
}

/// What knows where parts are.
enum Finder<'a, const D: usize> {
    Tree(&'a Bvh<D>),
    Grid(&'a HeightField),
}

impl Parts<3> {
    /// The triangles of a mesh: each is met from both sides, and there is nothing inside. A part is
    /// known by the index of its triangle.
    ///
    /// What slides over it does not catch at edges between two triangles that lie flat or form a
    /// valley: a contact there has the normal of the triangle. Triangles are neighbors where they
    /// have two vertices in common by their places.
    ///
    /// # Errors
    /// [`Error::Shape`] for a mesh without triangles; when memory runs out.
    pub fn mesh(mesh: Mesh) -> Result<Self, Error> {
        Self::of_mesh(mesh)
    }

    /// A ground of heights over a grid, as [`HeightField`] describes it.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn height_field(field: HeightField) -> Result<Self, Error> {
        Self::of_source(Source::HeightField(field))
    }
}

impl<const D: usize> PartialEq for Parts<D> {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl<const D: usize> fmt::Debug for Parts<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match &self.source {
            Source::Compound(_) => "compound",
            Source::Polyline { .. } => "polyline",
            Source::Mesh { .. } => "mesh",
            Source::HeightField(_) => "height field",
        };
        write!(f, "Parts({what} of {}, {:?})", self.len(), self.bounds)
    }
}
