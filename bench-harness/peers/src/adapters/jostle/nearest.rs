//! Nearest neighbors: a tree of boxes without extent, asked in one batch.

use jostle::{
    Bounds, Error,
    bvh::{Bvh, Lists, NearestHit},
};

use crate::peer::{NearestPeer, Outcome};

/// A tree of points.
#[derive(Default)]
pub(crate) struct Nearest<const D: usize> {
    bvh: Bvh<D>,
    points: Vec<[f32; D]>,
    radii: Vec<f32>,
    lists: Lists<NearestHit>,
}

impl<const D: usize> Nearest<D> {
    fn try_build(&mut self) -> Result<(), Error> {
        self.bvh.build(Bounds::from_points(&self.points, &self.radii)?)?;
        Ok(())
    }
}

impl<const D: usize> NearestPeer<D> for Nearest<D> {
    fn load(&mut self, points: &[[f32; D]]) {
        self.points.clear();
        self.points.extend_from_slice(points);
        self.radii.clear();
        self.radii.resize(points.len(), 0.0);
    }

    fn build(&mut self) -> Outcome {
        self.try_build().map_err(|error| error.to_string())
    }

    fn find(&mut self, neighbors: usize) -> Outcome {
        let Self { bvh, points, lists, .. } = self;
        let all = |_, _| true;
        let result = bvh.nearest_of(points, neighbors, f32::INFINITY, all, lists);
        result.map_err(|error| error.to_string())
    }

    fn neighbors(&self, visit: &mut dyn FnMut(u32, u32)) {
        for point in 0..self.lists.len() {
            for neighbor in self.lists.get(point) {
                visit(point as u32, neighbor.id);
            }
        }
    }
}
