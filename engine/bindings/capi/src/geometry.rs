//! What shapes share: polyhedra, meshes, grounds, and many shapes as one.

use std::sync::Arc;

use jostle::{
    Shape,
    mesh::Mesh,
    shape::{HeightField, Parts, Polyhedron},
};

use crate::{
    arrays::{jst_vectors, optional_array, out, sized_array, vectors},
    objects::{self, Object},
    pool::on_own_threads,
    shape::jst_shape,
    space::{Dimension, Space},
    status::{Fault, call, jst_status},
};

/// What a shape is in its own coordinates, if many can have it: a hull, a mesh, a ground of
/// heights, a line of segments, or many shapes as one. It does not change. It may be destroyed
/// while there are shapes that have it: they keep it.
pub type jst_geometry = *mut jst_geometry_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_geometry_s {
    _private: u8,
}

#[derive(Clone)]
pub(crate) enum Geometry {
    Hull(Arc<Polyhedron>),
    Parts2(Arc<Parts<2>>),
    Parts3(Arc<Parts<3>>),
}

impl Object for Geometry {
    const TYPE: usize = 6;
    const NAME: &'static str = "jst_geometry";
}

/// A call that makes a geometry.
///
/// # Safety
/// There is room for it.
unsafe fn making(
    geometry: *mut jst_geometry,
    make: impl FnOnce() -> Result<Geometry, Fault>,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let geometry = unsafe { out(geometry, "geometry") }?;
        *geometry = objects::handle(make()?)?;
        Ok(())
    })
}

/// Makes the convex hull of points in 3D, for shapes of the kind `JST_SHAPE_HULL`. Destroy it with
/// `jst_geometry_destroy`.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for the geometry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_hull_create(
    points: *const jst_vectors,
    point_count: usize,
    geometry: *mut jst_geometry,
) -> jst_status {
    let make = || {
        // SAFETY: the caller's promise.
        let points = unsafe { vectors(points, point_count, "points") }?;
        let hull = Polyhedron::hull_of(&points).map_err(jostle::Error::from)?;
        Ok(Geometry::Hull(Arc::new(hull)))
    };
    // SAFETY: the caller's promise.
    unsafe { making(geometry, make) }
}

/// Makes a mesh of triangles, which are met from both sides, for shapes of the kind
/// `JST_SHAPE_COMPOSITE` in 3D. A triangle is three indices of vertices. Destroy it with
/// `jst_geometry_destroy`.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for the geometry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_mesh_create(
    vertices: *const jst_vectors,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
    geometry: *mut jst_geometry,
) -> jst_status {
    let make = || {
        // SAFETY: the caller's promise.
        let mesh = unsafe { mesh_of((vertices, vertex_count), (triangles, triangle_count)) }?;
        on_own_threads(|| Ok(Geometry::Parts3(Arc::new(Parts::mesh(mesh)?))))
    };
    // SAFETY: the caller's promise.
    unsafe { making(geometry, make) }
}

/// A mesh of the caller's.
///
/// # Safety
/// What is not null is there, with as much as it says.
pub(crate) unsafe fn mesh_of(
    (vertices, vertex_count): (*const jst_vectors, usize),
    (triangles, triangle_count): (*const u32, usize),
) -> Result<Mesh, Fault> {
    // SAFETY: the caller's promise.
    let (vertices, triangles) = unsafe {
        let triangles = optional_array(triangles.cast::<[u32; 3]>(), triangle_count, "triangles")?;
        (self::vectors(vertices, vertex_count, "vertices")?, triangles)
    };
    let mut owned = Vec::new();
    let triangles = triangles.ok_or(Fault::Null("triangles"))?;
    owned.try_reserve_exact(triangles.len()).map_err(|_| Fault::Memory("triangles"))?;
    owned.extend_from_slice(triangles);
    Ok(Mesh::new(vertices, owned)?)
}

/// Makes a ground of heights over a grid, for shapes of the kind `JST_SHAPE_COMPOSITE` in 3D: one
/// row of heights behind the other, `spacing[0]` from column to column along x and `spacing[1]`
/// from row to row along z. Destroy it with `jst_geometry_destroy`.
///
/// # Safety
/// What is not null is there, with as much as is said, and there is room for the geometry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_height_field_create(
    heights: *const f32,
    rows: usize,
    columns: usize,
    spacing: *const f32,
    geometry: *mut jst_geometry,
) -> jst_status {
    let make = || {
        let count = rows.checked_mul(columns).ok_or(Fault::Layout("heights"))?;
        // SAFETY: the caller's promise.
        let (heights, spacing) = unsafe {
            let spacing = optional_array(spacing.cast::<[f32; 2]>(), 1, "spacing")?;
            (optional_array(heights, count, "heights")?, spacing)
        };
        let (heights, spacing) =
            (heights.ok_or(Fault::Null("heights"))?, spacing.ok_or(Fault::Null("spacing"))?);
        let field = HeightField::new(heights, columns, spacing[0])?;
        Ok(Geometry::Parts3(Arc::new(Parts::height_field(field)?)))
    };
    // SAFETY: the caller's promise.
    unsafe { making(geometry, make) }
}

/// Makes segments from each point to the next, and all that is not farther than `radius` from them,
/// for shapes of the kind `JST_SHAPE_COMPOSITE`. A closed one goes back to the first point. Destroy
/// it with `jst_geometry_destroy`.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for the geometry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_polyline_create(
    dimensions: u32,
    points: *const jst_vectors,
    point_count: usize,
    is_closed: i32,
    radius: f32,
    geometry: *mut jst_geometry,
) -> jst_status {
    /// # Safety
    /// As for the function around.
    unsafe fn parts<const D: usize>(
        points: *const jst_vectors,
        count: usize,
        is_closed: bool,
        radius: f32,
    ) -> Result<Arc<Parts<D>>, Fault> {
        // SAFETY: the caller's promise.
        let points = unsafe { vectors(points, count, "points") }?;
        on_own_threads(|| Ok(Arc::new(Parts::polyline(points, is_closed, radius)?)))
    }
    let is_closed = is_closed != 0;
    // SAFETY: the caller's promise.
    unsafe {
        making(geometry, || match dimensions {
            2 => Ok(Geometry::Parts2(parts(points, point_count, is_closed, radius)?)),
            3 => Ok(Geometry::Parts3(parts(points, point_count, is_closed, radius)?)),
            _ => Err(Fault::DIMENSIONS),
        })
    }
}

/// Makes one of many shapes, none of which is a composite itself or without an end, for shapes of
/// the kind `JST_SHAPE_COMPOSITE`. Destroy it with `jst_geometry_destroy`.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for the geometry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_compound_create(
    dimensions: u32,
    shapes: *const jst_shape,
    shape_count: usize,
    geometry: *mut jst_geometry,
) -> jst_status {
    /// # Safety
    /// As for the function around.
    unsafe fn parts<const D: usize>(
        shapes: *const jst_shape,
        count: usize,
    ) -> Result<Arc<Parts<D>>, Fault>
    where
        Dimension: Space<D>,
    {
        // SAFETY: the caller's promise.
        let shapes = unsafe { shapes_of(shapes, count) }?;
        on_own_threads(|| Ok(Arc::new(Parts::compound(shapes)?)))
    }
    // SAFETY: the caller's promise.
    unsafe {
        making(geometry, || match dimensions {
            2 => Ok(Geometry::Parts2(parts(shapes, shape_count)?)),
            3 => Ok(Geometry::Parts3(parts(shapes, shape_count)?)),
            _ => Err(Fault::DIMENSIONS),
        })
    }
}

/// Shapes of the caller's, none of which has its geometry from elsewhere.
///
/// # Safety
/// What is not null is there, with as much as it says.
pub(crate) unsafe fn shapes_of<const D: usize>(
    shapes: *const jst_shape,
    count: usize,
) -> Result<Vec<Shape<D>>, Fault>
where
    Dimension: Space<D>,
{
    // SAFETY: the caller's promise.
    let given = unsafe { sized_array(shapes, count) }?;
    let mut shapes = Vec::new();
    shapes.try_reserve_exact(count).map_err(|_| Fault::Memory("shapes"))?;
    for shape in &given {
        shapes.push(shape.shape(|| Err(Fault::Null("geometry")))?);
    }
    Ok(shapes)
}

/// Destroys a geometry. Shapes that have it keep it.
#[unsafe(no_mangle)]
pub extern "C" fn jst_geometry_destroy(geometry: jst_geometry) -> jst_status {
    call(|| objects::remove::<Geometry>(geometry.addr()).map(drop))
}
