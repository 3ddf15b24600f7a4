//! Which triangles of two leaves touch.

use jostle_kernels::{
    Aabb, Pair, SimdLevel,
    pairs::{Batch, Overlaps, TriangleTriangle},
    shape::{Pack, Quads4, Triangle},
};

use super::{Mesh, join::Decide, place::Placement};
use crate::{
    Error,
    exec::sink::{Interrupt, ROOM, Sink},
    memory::{grow, grow_filled, reserve, reserve_one},
};

/// Pairs that are decided at once: enough to fill the lanes, few enough to stay in the first cache.
const BATCH: usize = 256;

/// Placed triangles that are kept: as many as stay near in the caches.
const PLACED: usize = 2048;

/// Leaves whose rows are remembered, as bits of their number. Pairs of leaves that come one after
/// the other are mostly of the same few, and placing triangles takes longer than finding out which
/// of them touch.
const REMEMBERED_BITS: u32 = 8;

/// Placed triangles of a leaf.
#[derive(Clone, Copy)]
struct Leaf {
    /// Its first triangle, which no other leaf has.
    first: u32,
    /// Where its rows begin.
    begin: usize,
    /// The bounds of all of them.
    bounds: Aabb<3>,
}

/// Triangles of leaves where the query sees them, with their bounds.
#[derive(Default)]
struct PlacedTriangles {
    packed: Vec<Quads4>,
    bounds: Vec<Aabb<3>>,
    /// Leaves by a hash of their first triangles.
    leaves: Vec<Option<Leaf>>,
}

impl PlacedTriangles {
    /// The rows of a leaf, and the bounds of all of them.
    fn place(&mut self, mesh: &Mesh, place: &Placement, ids: &[u32]) -> Result<Leaf, Error> {
        let first = ids[0];
        grow_filled(&mut self.leaves, 1 << REMEMBERED_BITS, "the leaves of a join")?;
        // Fibonacci hashing (Knuth, volume 3, section 6.4).
        let slot = (first.wrapping_mul(0x9e37_79b1) >> (32 - REMEMBERED_BITS)) as usize;
        if let Some(leaf) = self.leaves[slot].filter(|leaf| leaf.first == first) {
            return Ok(leaf);
        }
        let begin = self.packed.len();
        reserve(&mut self.packed, begin + ids.len(), "the triangles of a leaf")?;
        reserve(&mut self.bounds, begin + ids.len(), "the triangles of a leaf")?;
        let mut around = Aabb::EMPTY;
        for id in ids {
            let triangle = place.triangle(mesh.triangle(*id));
            let bounds = bounds(&triangle);
            self.packed.push(Triangle::pack(&triangle));
            self.bounds.push(bounds);
            around = around.union(&bounds);
        }
        let leaf = Leaf { first, begin, bounds: around };
        self.leaves[slot] = Some(leaf);
        Ok(leaf)
    }

    fn clear(&mut self) {
        self.packed.clear();
        self.bounds.clear();
        self.leaves.fill(None);
    }
}

/// The bounds of a triangle, exactly.
pub(super) fn bounds(Triangle { vertices: [a, b, c] }: &Triangle) -> Aabb<3> {
    Aabb::point(*a).including(*b).including(*c)
}

/// Pairs of triangles whose boxes touch, until there are enough of them to be decided. Kept for its
/// buffers.
#[derive(Default)]
pub(super) struct TrianglePairs {
    sides: [PlacedTriangles; 2],
    /// Those of the second leaf that may touch any of the first, by their place in it.
    near: Vec<u32>,
    /// The pairs, by row in the sides.
    rows: Vec<Pair>,
    /// The same by index in the meshes.
    pairs: Vec<Pair>,
    touches: Vec<bool>,
}

impl TrianglePairs {
    /// Adds those pairs of triangles of two leaves whose boxes touch.
    fn add(&mut self, [one, other]: [Leaf; 2], ids: [&[u32]; 2]) -> Result<(), Error> {
        let Self { sides: [a, b], near, rows, pairs, .. } = self;
        let bounds_b = &b.bounds[other.begin..][..ids[1].len()];
        near.clear();
        reserve(near, bounds_b.len(), "the triangles of a leaf")?;
        let may_touch = (0..).zip(bounds_b).filter(|(_, bounds)| one.bounds.overlaps(bounds));
        near.extend(may_touch.map(|(place, _): (u32, _)| place));
        for (place_a, id_a) in ids[0].iter().enumerate() {
            let row_a = one.begin + place_a;
            let bounds_a = &a.bounds[row_a];
            if !bounds_a.overlaps(&other.bounds) {
                continue;
            }
            for place_b in near.iter().map(|place| *place as usize) {
                if bounds_a.overlaps(&bounds_b[place_b]) {
                    let row_b = other.begin + place_b;
                    reserve_one(rows, "pairs of triangles")?;
                    reserve_one(pairs, "pairs of triangles")?;
                    rows.push(Pair { a: row_a as u32, b: row_b as u32 });
                    pairs.push(Pair { a: *id_a, b: ids[1][place_b] });
                }
            }
        }
        Ok(())
    }
}

/// Decides pairs of triangles of two meshes.
pub(super) struct Triangles<'a> {
    pub(super) level: SimdLevel,
    pub(super) meshes: [&'a Mesh; 2],
    pub(super) places: [Placement; 2],
}

impl Decide for Triangles<'_> {
    type Kept = TrianglePairs;

    fn leaves(
        &self,
        kept: &mut TrianglePairs,
        ids: [&[u32]; 2],
        sink: &mut dyn Sink,
    ) -> Result<(), Interrupt> {
        let [one, other] = &mut kept.sides;
        let one = one.place(self.meshes[0], &self.places[0], ids[0])?;
        let other = other.place(self.meshes[1], &self.places[1], ids[1])?;
        kept.add([one, other], ids)?;
        let is_full = kept.sides.iter().any(|side| side.packed.len() >= PLACED);
        if is_full || kept.rows.len() >= BATCH {
            self.decide(kept, sink)?;
        }
        if is_full {
            kept.sides.iter_mut().for_each(PlacedTriangles::clear);
        }
        Ok(())
    }

    fn clear(kept: &mut TrianglePairs) {
        kept.rows.clear();
        kept.pairs.clear();
        kept.sides.iter_mut().for_each(PlacedTriangles::clear);
    }

    fn finish(&self, kept: &mut TrianglePairs, sink: &mut dyn Sink) -> Result<(), Interrupt> {
        self.decide(kept, sink)
    }
}

impl Triangles<'_> {
    /// Hands on those of the candidates that touch.
    fn decide(&self, kept: &mut TrianglePairs, sink: &mut dyn Sink) -> Result<(), Interrupt> {
        let TrianglePairs { sides: [a, b], rows, pairs, touches, .. } = kept;
        grow(touches, rows.len(), "pairs of triangles")?;
        let touches = &mut touches[..rows.len()];
        let kernel = &Overlaps::<TriangleTriangle, 3, 0>::default();
        let (a, b) = (&a.packed[..], &b.packed[..]);
        Batch { kernel, a, b, pairs: rows, next: &[], out: &mut *touches }.compute(self.level);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Pairs,
        mesh::{Pose, place::MeshFrame},
    };

    const TRIANGLES: u32 = 3 * PLACED as u32;

    /// Triangles far from each other, in leaves of eight that come twice, once at once and once
    /// when they are forgotten: each touches itself.
    #[test]
    fn leaves_are_found_again_and_forgotten_when_there_are_too_many() {
        let corner = |i: u32| [3.0 * (i / 3) as f32 + (i % 3 % 2) as f32, (i % 3 / 2) as f32, 0.0];
        let vertices: Vec<_> = (0..3 * TRIANGLES).map(corner).collect();
        let faces: Vec<_> = (0..TRIANGLES).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = &Mesh::new(vertices, faces).expect("the mesh is valid");
        let place = Placement::in_world(&MeshFrame::of(mesh), &Pose::IDENTITY);
        let decide =
            Triangles { level: SimdLevel::PORTABLE, meshes: [mesh; 2], places: [place, place] };
        let (mut kept, mut found) = (TrianglePairs::default(), Pairs::new());
        let ids: Vec<_> = (0..TRIANGLES).collect();
        let mut placed = Vec::new();
        for _ in 0..2 {
            for leaf in ids.chunks(8) {
                for time in 0..2 {
                    let before = kept.sides[0].packed.len();
                    let done = decide.leaves(&mut kept, [leaf; 2], &mut found);
                    assert!(done.is_ok());
                    let after = kept.sides[0].packed.len();
                    assert!(time == 0 || after == before || before == 0, "placed again");
                    placed.push(after);
                }
            }
        }
        assert!(decide.finish(&mut kept, &mut found).is_ok());
        assert!(placed.iter().all(|count| *count < PLACED), "{:?}", placed.iter().max());
        assert!(placed.iter().filter(|count| **count == 0).count() >= 4, "never forgotten");
        let expected: Vec<_> = ids.chunks(8).flat_map(|leaf| [leaf; 2].concat()).collect();
        let expected = [&expected[..]; 2].concat();
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(pair, i)| *pair == Pair { a: i, b: i }));
    }
}
