//! What is asked of each library.

use jostle::{geometry::ray::Ray, query::ShapeHit};
use rayon::prelude::*;

/// Fewest rays that a thread takes at a time.
const FEWEST: usize = 64;

/// Finds the shape that a ray hits first, when, and from which side. A ray that begins in a shape
/// hits it at once.
pub(crate) trait Contender: Sync {
    /// The library, and how it is asked.
    fn name(&self) -> &'static str;

    /// The first hit of a ray.
    fn closest_hit(&self, ray: &Ray<3>) -> Option<ShapeHit<3>>;

    /// The first hit of each ray, one by one over the threads of the pool.
    fn closest_hits(&self, rays: &[Ray<3>], hits: &mut Vec<Option<ShapeHit<3>>>) {
        let rays = rays.par_iter().with_min_len(FEWEST);
        rays.map(|ray| self.closest_hit(ray)).collect_into_vec(hits);
    }
}
