//! Which triangles of two leaves touch.

use jostle_kernels::{
    Level, Pair,
    batch::Batch,
    contact::Overlaps,
    sat::TriangleTriangle,
    shape::{Four, Pack, Triangle},
};

use super::{Mesh, join::Decide, place::Placement};
use crate::{
    Error,
    broad::emit::{ROOM, Sink, Stop},
    error::{grow, reserve, reserve_one},
};

/// Pairs that are decided at once: enough to fill the lanes, few enough to stay in the first cache.
const BATCH: usize = 256;

/// Triangles of a leaf where the query sees them, with their bounds.
#[derive(Default)]
struct Side {
    packed: Vec<Four>,
    bounds: Vec<[[f32; 3]; 2]>,
}

impl Side {
    fn place(&mut self, mesh: &Mesh, place: &Placement, ids: &[u32]) -> Result<(), Error> {
        let needed = self.packed.len() + ids.len();
        reserve(&mut self.packed, needed, "the triangles of a leaf")?;
        reserve(&mut self.bounds, needed, "the triangles of a leaf")?;
        for id in ids {
            let triangle = place.triangle(mesh.triangle(*id));
            self.packed.push(Triangle::pack(&triangle));
            self.bounds.push(bounds(&triangle));
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.packed.clear();
        self.bounds.clear();
    }
}

/// The minima and maxima of a triangle, exactly.
pub(super) fn bounds(Triangle { vertices: [a, b, c] }: &Triangle) -> [[f32; 3]; 2] {
    let (mut min, mut max) = (*a, *a);
    for vertex in [b, c] {
        for axis in 0..3 {
            min[axis] = min[axis].min(vertex[axis]);
            max[axis] = max[axis].max(vertex[axis]);
        }
    }
    [min, max]
}

/// Whether closed boxes have a point in common.
#[inline]
pub(super) fn meet([a_min, a_max]: &[[f32; 3]; 2], [b_min, b_max]: &[[f32; 3]; 2]) -> bool {
    let mut meet = true;
    for axis in 0..3 {
        meet &= (a_min[axis] <= b_max[axis]) & (b_min[axis] <= a_max[axis]);
    }
    meet
}

/// Pairs of triangles whose boxes touch, until there are enough of them to be decided. Kept for its
/// buffers.
#[derive(Default)]
pub(super) struct Candidates {
    sides: [Side; 2],
    /// The pairs, by row in the sides.
    rows: Vec<Pair>,
    /// The same by index in the meshes.
    pairs: Vec<Pair>,
    touches: Vec<bool>,
}

/// Decides pairs of triangles of two meshes.
pub(super) struct Triangles<'a> {
    pub(super) level: Level,
    pub(super) meshes: [&'a Mesh; 2],
    pub(super) places: [Placement; 2],
}

impl Decide for Triangles<'_> {
    type Kept = Candidates;

    fn leaves(
        &self,
        kept: &mut Candidates,
        ids: [&[u32]; 2],
        sink: &mut dyn Sink,
    ) -> Result<(), Stop> {
        let begins = kept.sides.each_ref().map(|side| side.packed.len());
        for (k, side) in kept.sides.iter_mut().enumerate() {
            side.place(self.meshes[k], &self.places[k], ids[k])?;
        }
        for (a, id_a) in ids[0].iter().enumerate() {
            for (b, id_b) in ids[1].iter().enumerate() {
                let (row_a, row_b) = (begins[0] + a, begins[1] + b);
                if meet(&kept.sides[0].bounds[row_a], &kept.sides[1].bounds[row_b]) {
                    reserve_one(&mut kept.rows, "pairs of triangles")?;
                    reserve_one(&mut kept.pairs, "pairs of triangles")?;
                    kept.rows.push(Pair { a: row_a as u32, b: row_b as u32 });
                    kept.pairs.push(Pair { a: *id_a, b: *id_b });
                }
            }
            if kept.rows.len() >= BATCH {
                self.decide(kept, sink)?;
            }
        }
        if kept.rows.is_empty() {
            kept.sides.iter_mut().for_each(Side::clear);
        }
        Ok(())
    }

    fn clear(kept: &mut Candidates) {
        kept.rows.clear();
        kept.pairs.clear();
        kept.sides.iter_mut().for_each(Side::clear);
    }

    fn finish(&self, kept: &mut Candidates, sink: &mut dyn Sink) -> Result<(), Stop> {
        self.decide(kept, sink)
    }
}

impl Triangles<'_> {
    /// Hands on those of the candidates that touch.
    fn decide(&self, kept: &mut Candidates, sink: &mut dyn Sink) -> Result<(), Stop> {
        let Candidates { sides: [a, b], rows, pairs, touches } = kept;
        grow(touches, rows.len(), "pairs of triangles")?;
        let touches = &mut touches[..rows.len()];
        let kernel = &Overlaps::<TriangleTriangle, 3, 0>::default();
        let (a, b) = (&a.packed[..], &b.packed[..]);
        Batch { kernel, a, b, pairs: rows, ahead: &[], out: &mut *touches }.compute(self.level);
        for (pairs, touches) in pairs.chunks(ROOM).zip(touches.chunks(ROOM)) {
            let (space, mut written) = (sink.space()?, 0);
            for (pair, touches) in pairs.iter().zip(touches) {
                space[written] = *pair;
                written += usize::from(*touches);
            }
            sink.commit(written)?;
        }
        rows.clear();
        pairs.clear();
        Ok(())
    }
}
