//! Trees of boxes along the axes, for meshes that deform.

use jostle_kernels::{
    Aabb, Lanes, Node, Pair, Pass, SimdLevel,
    bounds::AabbLanes,
    node::BoxQuery,
    simd::{LANES, set_bits},
};

use super::{
    Mesh,
    line::Line,
    place::{MeshFrame, Relative, wide},
    tree::{Nodes, Work, sealed},
    triangles::bounds,
};
use crate::{
    Bounds, Error,
    bvh::{Bvh, Flaw, TreeStats},
    memory::{grow, reserve},
    tree::nodes::{LEAF, is_leaf, place},
};

/// A [`Bvh`] over the triangles of a mesh. When vertices move it is [refitted](Self::refit),
/// several times faster than it is built, and all that it is asked is answered as exactly as
/// before; but boxes grow the more the triangles have moved among each other.
pub struct AabbTree {
    mesh: Mesh,
    frame: MeshFrame,
    bvh: Bvh<3>,
    /// Bounds of the triangles, relative to the frame: minima, then maxima, by axis.
    columns: [Vec<f32>; 6],
}

impl AabbTree {
    /// The tree of a mesh. O(n log n), on all threads.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn new(mesh: Mesh) -> Result<Self, Error> {
        let columns = [const { Vec::new() }; 6];
        let mut tree = Self { mesh, frame: MeshFrame::default(), bvh: Bvh::new(), columns };
        tree.measure()?;
        tree.bvh.build(bounds_of(&tree.columns)?)?;
        Ok(tree)
    }

    /// Moves the vertices and gives all boxes new bounds. O(n).
    ///
    /// # Errors
    /// When the vertices are as many as before no more, or one is not finite: then nothing is
    /// changed. When memory runs out.
    pub fn refit(&mut self, vertices: &[[f32; 3]]) -> Result<(), Error> {
        self.mesh.set_vertices(vertices)?;
        self.measure()?;
        self.bvh.refit(bounds_of(&self.columns)?)?;
        Ok(())
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Figures of the tree, in O(nodes).
    #[must_use]
    pub fn stats(&self) -> TreeStats {
        self.bvh.stats()
    }

    /// Checks the tree, as [`Bvh::validate`] does.
    ///
    /// # Errors
    /// When it is not sound, which is a fault of the library.
    pub fn validate(&self) -> Result<(), Flaw> {
        self.bvh.validate()
    }

    /// Finds the bounds of all triangles.
    fn measure(&mut self) -> Result<(), Error> {
        self.frame = MeshFrame::of(&self.mesh);
        let (count, center) = (self.mesh.triangles().len(), wide(self.frame.center));
        for column in &mut self.columns {
            grow(column, count, "the bounds of triangles")?;
        }
        for index in 0..count {
            let Aabb { min, max } = bounds(&self.mesh.triangle(index as u32));
            let numbers = min.iter().chain(&max).zip([0, 1, 2, 0, 1, 2]);
            for (column, (x, axis)) in self.columns.iter_mut().zip(numbers) {
                column[index] = (f64::from(*x) - center[axis]) as f32;
            }
        }
        Ok(())
    }
}

fn bounds_of([a, b, c, d, e, f]: &[Vec<f32>; 6]) -> Result<Bounds<'_, 3>, Error> {
    Bounds::from_columns([a, b, c], [d, e, f])
}

impl sealed::MeshTree for AabbTree {
    type Nodes<'a> = AabbNodes<'a>;
    type Single = [Node<3>; 1];

    fn frame(&self) -> &MeshFrame {
        &self.frame
    }

    fn nodes(&self) -> AabbNodes<'_> {
        AabbNodes { nodes: self.bvh.tree.nodes(), root: self.bvh.tree.root() }
    }

    fn single(half: [f32; 3]) -> Self::Single {
        let mut node = Node::NONE;
        (node.refs[0], node.exclusion[0]) = (0, 0);
        for (axis, half) in half.into_iter().enumerate() {
            (node.min[axis][0], node.max[axis][0]) = (-half, half);
        }
        [node]
    }

    fn nodes_of_single(single: &Self::Single) -> AabbNodes<'_> {
        AabbNodes { nodes: single, root: Some(LEAF) }
    }
}

/// The nodes of a tree.
#[derive(Clone, Copy)]
pub struct AabbNodes<'a> {
    nodes: &'a [Node<3>],
    root: Option<u32>,
}

impl<'a> AabbNodes<'a> {
    fn node(self, reference: u32) -> &'a Node<3> {
        &self.nodes[place(reference)]
    }
}

impl<'a> Nodes<'a> for AabbNodes<'a> {
    fn root(self) -> Option<u32> {
        self.root
    }

    #[inline]
    fn is_leaf(self, reference: u32) -> bool {
        is_leaf(reference)
    }

    fn triangles(self, leaf: u32) -> &'a [u32] {
        let node = self.node(leaf);
        &node.refs[..node.len()]
    }

    fn divide(
        level: SimdLevel,
        [a, b]: [Self; 2],
        relative: &Relative,
        tasks: &[Pair],
        _work: &mut Work,
        children: &mut Vec<Pair>,
    ) -> Result<(), Error> {
        reserve(children, children.len() + LANES * LANES * tasks.len(), "the tasks of a join")?;
        level.run(Divide { a, b, relative, tasks, children });
        Ok(())
    }

    fn met(self, node: u32, line: &Line, children: &mut Vec<(f64, u32)>) -> Result<(), Error> {
        reserve(children, children.len() + LANES, "a walk down a tree")?;
        let node = self.node(node);
        for (slot, child) in node.occupied() {
            children.extend(line.enters_aabb(&node.aabb(slot)).map(|t| (t, child)));
        }
        Ok(())
    }
}

/// Divides pairs of nodes.
struct Divide<'a, 'n> {
    a: AabbNodes<'n>,
    b: AabbNodes<'n>,
    relative: &'a Relative,
    tasks: &'a [Pair],
    children: &'a mut Vec<Pair>,
}

impl Pass for Divide<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { a, b, relative, tasks, children } = self;
        for task in tasks {
            let (node, other) = (a.node(task.a), moved(lanes, b.node(task.b), relative));
            let (stays, other_stays) = (is_leaf(task.a), is_leaf(task.b));
            let mut met = 0;
            for (slot, child) in node.occupied() {
                let touches = BoxQuery::of_slot(lanes, node, slot).touches(lanes, &other);
                met |= touches;
                if !stays && !other_stays {
                    children
                        .extend(set_bits(touches).map(|to| Pair { a: child, b: other.refs[to] }));
                } else if other_stays && touches != 0 {
                    children.push(Pair { a: child, b: task.b });
                }
            }
            if stays {
                children.extend(set_bits(met).map(|to| Pair { a: task.a, b: other.refs[to] }));
            }
        }
    }
}

/// The node of a second tree as the first one sees it: with larger boxes.
#[inline(always)]
fn moved<L: Lanes>(lanes: L, node: &Node<3>, relative: &Relative) -> Node<3> {
    let mut moved = *node;
    if relative.is_blind() {
        for slot in 0..node.len() {
            for axis in 0..3 {
                (moved.min[axis][slot], moved.max[axis][slot]) = (f32::NEG_INFINITY, f32::INFINITY);
            }
        }
        return moved;
    }
    let (affine, slack) = relative.affine();
    let boxes = AabbLanes::load(lanes, node.min.each_ref(), node.max.each_ref());
    let image = boxes.transformed(lanes, &affine);
    let slack = lanes.splat(slack);
    for axis in 0..3 {
        lanes.store(lanes.sub(image.min[axis], slack), &mut moved.min[axis]);
        lanes.store(lanes.add(image.max[axis], slack), &mut moved.max[axis]);
    }
    moved
}
