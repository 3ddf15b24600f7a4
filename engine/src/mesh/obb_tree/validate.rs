//! A tree of oriented boxes checks itself.

use jostle_kernels::{
    real::vector::{cross, dot, sub},
    shape::{Obb, from_quads},
};

use super::{super::place::wide, Node, ObbTree, ObbTreeSettings};
use crate::bvh::Flaw;

impl ObbTree {
    /// Walks the whole tree and checks it: every node but the root is referred to once, each
    /// triangle is in one leaf, every box contains all vertices of the triangles below it, and the
    /// depth is within [its bound](ObbTreeSettings::MOST_DEPTH). O(n depth).
    ///
    /// The axes of a box are unit vectors at right angles to 2^-22, as the tests of boxes need
    /// them. A vertex is in a box if its coordinates along the axes of the box as they are stored,
    /// computed in `f64`, are within the half extents; there is no slack.
    ///
    /// # Errors
    /// When it is not so, which is a fault of the library.
    pub fn validate(&self) -> Result<(), Flaw> {
        let count = self.mesh.triangles().len();
        let mut walk = TreeCheck {
            tree: self,
            visited: vec![false; self.parts.nodes.len()],
            seen: vec![false; count],
        };
        if self.parts.nodes.is_empty() {
            return check(0, count == 0, "is missing");
        }
        check(0, self.parts.boxes.len() == self.parts.nodes.len(), "is one of too few boxes")?;
        // Each with the nodes above it, which have to contain what it does.
        let mut above = Vec::new();
        let mut stack = vec![(0, 0)];
        while let Some((node, depth)) = stack.pop() {
            above.truncate(depth);
            above.push(node);
            let Node { first, count } = walk.node(node, depth)?;
            if count == 0 {
                check(node, first as usize > node, "comes behind a child")?;
                stack.extend([(first as usize + 1, depth + 1), (first as usize, depth + 1)]);
            } else {
                walk.leaf(node, &above)?;
            }
        }
        check(0, walk.visited.iter().all(|visited| *visited), "does not lead to all nodes")?;
        check(0, walk.seen.iter().all(|seen| *seen), "does not lead to all triangles")
    }
}

fn check(node: usize, holds: bool, what: &'static str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw { node, what }) }
}

struct TreeCheck<'a> {
    tree: &'a ObbTree,
    visited: Vec<bool>,
    seen: Vec<bool>,
}

impl TreeCheck<'_> {
    fn node(&mut self, node: usize, depth: usize) -> Result<Node, Flaw> {
        check(node, node < self.visited.len(), "is not there")?;
        check(node, depth <= ObbTreeSettings::MOST_DEPTH, "lies deeper than the bound")?;
        let visited = std::mem::replace(&mut self.visited[node], true);
        check(node, !visited, "is referred to twice")?;
        let obb = from_quads::<Obb<3>>(&self.tree.parts.boxes[node].0);
        check(node, is_square(&obb), "has a box whose axes are not at right angles")?;
        Ok(self.tree.parts.nodes[node])
    }

    /// Checks the triangles of a leaf, and all boxes above them.
    fn leaf(&mut self, node: usize, above: &[usize]) -> Result<(), Flaw> {
        let ObbTree { mesh, frame, parts } = self.tree;
        let Node { first, count } = parts.nodes[node];
        let own = parts.order.get(first as usize..(first + count) as usize);
        check(node, own.is_some(), "has triangles that are not there")?;
        for id in own.into_iter().flatten() {
            let seen = std::mem::replace(&mut self.seen[*id as usize], true);
            check(node, !seen, "has a triangle that another leaf has")?;
            for vertex in mesh.triangle(*id).vertices {
                let place = sub(wide(vertex), wide(frame.center));
                for node in above {
                    let obb = from_quads::<Obb<3>>(&parts.boxes[*node].0);
                    check(*node, contains(&obb, place), "does not contain a vertex below it")?;
                }
            }
        }
        Ok(())
    }
}

/// Whether the axes of a box are unit vectors at right angles, but for their rounding.
fn is_square(obb: &Obb<3>) -> bool {
    let axes = obb.axes.map(wide);
    let near = |x: f64, expected: f64| (x - expected).abs() <= 1.0 / f64::from(1 << 22);
    (0..3).all(|i| (0..3).all(|j| near(dot(axes[i], axes[j]), f64::from(u8::from(i == j)))))
}

/// Whether a box, as it is stored, contains a point: by Cramer's rule, as its axes are not quite at
/// right angles.
fn contains(obb: &Obb<3>, point: [f64; 3]) -> bool {
    let [a, b, c] = obb.axes.map(wide);
    let (to, volume) = (sub(point, wide(obb.center)), dot(a, cross(b, c)));
    let along = [dot(to, cross(b, c)), dot(to, cross(c, a)), dot(to, cross(a, b))];
    (0..3).all(|axis| (along[axis] / volume).abs() <= f64::from(obb.half[axis]))
}
