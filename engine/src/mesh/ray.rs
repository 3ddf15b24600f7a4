//! A mesh against a ray.

use jostle_kernels::geometry::ray::{Ray, TriangleHit, triangle3};

use super::{
    MeshQuery,
    line::Line,
    place::Placement,
    tree::{MeshTree, Nodes, Placed},
};
use crate::{Error, memory::reserve, tree::query::check_ray};

/// Where a ray meets a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshHit {
    /// The index of the triangle.
    pub triangle: u32,
    /// When, which way the triangle faces, and where on it.
    pub at: TriangleHit,
}

impl MeshQuery {
    /// The triangle that a ray of the world meets first; that of the lowest index among those that
    /// it meets at the same `t`.
    ///
    /// Each is met as [`triangle3`] says of [the triangle](Placed::triangle). Edges belong to both
    /// triangles, and a ray through a closed mesh does not slip between. Placing may round the
    /// corners that triangles share, but rounds them alike.
    ///
    /// # Errors
    /// [`Error::Pose`] when the pose is invalid, [`Error::Query`] when the ray has a number that it
    /// cannot have; when memory runs out.
    pub fn closest_hit<T: MeshTree>(
        &mut self,
        placed: Placed<'_, T>,
        ray: &Ray<3>,
    ) -> Result<Option<MeshHit>, Error> {
        self.hit(&placed, ray, false)
    }

    /// Whether a ray of the world meets any triangle: faster than asking which is the first.
    ///
    /// # Errors
    /// As [`closest_hit`](Self::closest_hit).
    pub fn any_hit<T: MeshTree>(
        &mut self,
        placed: Placed<'_, T>,
        ray: &Ray<3>,
    ) -> Result<bool, Error> {
        Ok(self.hit(&placed, ray, true)?.is_some())
    }

    /// The first triangle that is met, or any.
    fn hit<T: MeshTree>(
        &mut self,
        placed: &Placed<'_, T>,
        ray: &Ray<3>,
        any: bool,
    ) -> Result<Option<MeshHit>, Error> {
        placed.pose.check()?;
        check_ray(ray)?;
        let (frame, nodes) = (placed.tree.frame(), placed.tree.nodes());
        let place = Placement::in_world(frame, &placed.pose);
        let line = Line::new(ray, &place, frame);
        let stack = &mut self.stack;
        stack.clear();
        reserve(stack, 1, "a walk down a tree")?;
        stack.extend(nodes.root().map(|root| (0.0, root)));
        let mut best: Option<MeshHit> = None;
        while let Some((t, node)) = stack.pop() {
            if best.is_some_and(|best| !Line::may_be_by(t, best.at.t)) {
                continue;
            }
            if nodes.is_leaf(node) {
                for triangle in nodes.triangles(node) {
                    let corners = place.triangle(placed.tree.mesh().triangle(*triangle));
                    let hit = triangle3(ray, &corners);
                    best = nearer(best, hit.map(|at| MeshHit { triangle: *triangle, at }));
                }
                if any && best.is_some() {
                    return Ok(best);
                }
            } else {
                let before = stack.len();
                nodes.met(node, &line, stack)?;
                stack[before..].sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
            }
        }
        Ok(best)
    }
}

/// The one that is met first.
fn nearer(a: Option<MeshHit>, b: Option<MeshHit>) -> Option<MeshHit> {
    let (Some(one), Some(other)) = (a, b) else { return a.or(b) };
    let is_first = one.at.t.total_cmp(&other.at.t).then(one.triangle.cmp(&other.triangle)).is_le();
    Some(if is_first { one } else { other })
}
