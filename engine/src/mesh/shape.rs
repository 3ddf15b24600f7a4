//! A mesh against a shape.

use jostle_kernels::{
    Aabb, Pair,
    shape::{Pack, Rows, Triangle},
};

use super::{
    Mesh, MeshQuery,
    join::{Decide, Join},
    place::{Placement, against_world},
    tree::{MeshTree, Placed},
    triangles::bounds,
};
use crate::{
    Error, Pairs, Shape,
    exec::sink::{Interrupt, Sink},
    memory::reserve,
    narrow::Body,
    shape::ShapeKind,
};

/// Decides triangles of a mesh against a shape.
struct Against<'a> {
    mesh: &'a Mesh,
    place: Placement,
    shape: &'a Body<'a, 3>,
    /// Bounds of the shape.
    around: Aabb<3>,
}

impl MeshQuery {
    /// The triangles that touch a shape, by index, to the end of a list. The shape is where its
    /// numbers say, in the world.
    ///
    /// Those are the triangles whose bounds touch those of the shape and that,
    /// [placed](Placed::triangle), touch it as [`overlap`](crate::narrow::overlap) says. On the
    /// calling thread.
    ///
    /// # Errors
    /// [`Error::Pose`] when the pose is invalid, [`Error::Shape`] when the shape is invalid and
    /// when memory runs out.
    pub fn overlapping<T: MeshTree>(
        &mut self,
        placed: Placed<'_, T>,
        shape: &Shape<3>,
        triangles: &mut Vec<u32>,
    ) -> Result<(), Error> {
        let level = self.level;
        placed.pose.check()?;
        let body = Body::of(shape)?;
        let around = body.bounds();
        let (center, half) = middle(&around);
        let (frame, mesh) = (placed.tree.frame(), placed.tree.mesh());
        let radius = half.iter().map(|half| f64::from(*half)).sum();
        let (place, relative) = against_world(frame, &placed.pose, center, radius);
        let single = T::single(half);
        let trees = [placed.tree.nodes(), T::nodes_of_single(&single)];
        let join = Join { level, trees, relative: &relative };
        let decide = Against { mesh, place, shape: &body, around };
        self.found.clear();
        if let Some(roots) = join.roots() {
            match join.run(&[roots], &decide, &mut self.shapes, &mut self.found) {
                Ok(()) | Err(Interrupt::Break) => {}
                Err(Interrupt::Error(error)) => return Err(error),
            }
        }
        append(&self.found, triangles)
    }
}

/// Appends the triangles of pairs in order.
fn append(pairs: &Pairs, triangles: &mut Vec<u32>) -> Result<(), Error> {
    let before = triangles.len();
    reserve(triangles, before + pairs.len(), "the triangles that touch a shape")?;
    triangles.extend(pairs.iter().map(|pair| pair.a));
    triangles[before..].sort_unstable();
    Ok(())
}

impl Decide for Against<'_> {
    type Kept = ();

    fn leaves(
        &self,
        _kept: &mut (),
        [ids, _]: [&[u32]; 2],
        sink: &mut dyn Sink,
    ) -> Result<(), Interrupt> {
        for id in ids {
            let triangle = self.place.triangle(self.mesh.triangle(*id));
            let quads = Triangle::pack(&triangle);
            let row = Rows::new(ShapeKind::Triangle, quads.as_ref());
            let shape = Shape::from(triangle);
            let body = || Body::of(&shape).expect("vertices of meshes are finite");
            if bounds(&triangle).overlaps(&self.around) && self.shape.touches_row(row, body)? {
                sink.space()?[0] = Pair { a: *id, b: 0 };
                sink.commit(1)?;
            }
        }
        Ok(())
    }

    fn clear(_kept: &mut ()) {}

    fn finish(&self, _kept: &mut (), _sink: &mut dyn Sink) -> Result<(), Interrupt> {
        Ok(())
    }
}

/// The middle of a box, and half extents that reach its ends from there.
fn middle(Aabb { min, max }: &Aabb<3>) -> ([f64; 3], [f32; 3]) {
    let (mut center, mut half) = ([0.0; 3], [0.0; 3]);
    for axis in 0..3 {
        let (low, high) = (f64::from(min[axis]), f64::from(max[axis]));
        let middle = 0.5 * low + 0.5 * high;
        // Bounds that overflowed are infinite, and so is the box then.
        center[axis] = if middle.is_finite() { middle } else { 0.0 };
        half[axis] = if middle.is_finite() { (0.5 * (high - low)) as f32 } else { f32::INFINITY };
        half[axis] = half[axis].next_up();
    }
    (center, half)
}
