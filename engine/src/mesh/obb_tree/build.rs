//! Building from the root down.
//!
//! The top of the tree is made by one thread, down to pieces of some thousand triangles; the pieces
//! by all. Where a piece ends is a matter of numbers alone, so the tree is always the same.

use jostle_kernels::{
    real::vector::dot,
    shape::{Obb, Pack, Quads4},
};

use super::{
    super::{
        Mesh,
        fit::{Fit, FitTriangle},
        place::wide,
    },
    Node, ObbTreeSettings, Parts,
};
use crate::{
    Error,
    exec::threads,
    memory::{reserve, reserve_more, reserve_one},
};

/// What memory is for.
const NODES: &str = "the nodes of a tree";

/// Triangles below which a subtree is a piece.
const PIECE: usize = 4096;

/// Depth from which on splits are in the middle.
const MEDIAN_DEPTH: usize = 32;

/// A node to be made.
#[derive(Clone, Copy)]
struct BuildTask {
    node: usize,
    /// Its part of the triangles.
    begin: usize,
    end: usize,
    depth: usize,
}

/// A subtree and its part of the triangles.
struct BuildPiece<'a> {
    task: BuildTask,
    items: &'a mut [FitTriangle],
    outcome: Result<Grown, Error>,
}

/// Nodes and boxes of a subtree, its root first.
#[derive(Default)]
struct Grown {
    nodes: Vec<Node>,
    boxes: Vec<Quads4>,
}

/// What a tree is made of.
struct Builder {
    center: [f64; 3],
    max_triangles: usize,
    max_depth: usize,
}

/// The tree of a mesh, with boxes relative to a center.
pub(super) fn build(
    mesh: &Mesh,
    center: [f32; 3],
    settings: ObbTreeSettings,
) -> Result<Parts, Error> {
    let mut items = Vec::new();
    reserve(&mut items, mesh.triangles().len(), "the triangles of a tree")?;
    let item = |id: u32| FitTriangle { corners: mesh.triangle(id).vertices, id };
    items.extend((0..mesh.triangles().len() as u32).map(item));
    if items.is_empty() {
        return Ok(Parts::default());
    }
    let ObbTreeSettings { max_triangles, max_depth } = settings;
    let builder = Builder { center: wide(center), max_triangles, max_depth };
    let (mut top, mut tasks) = (Grown::default(), Vec::new());
    let all = BuildTask { node: 0, begin: 0, end: items.len(), depth: 0 };
    builder.grow(&mut top, &mut items, all, PIECE, &mut tasks)?;
    tasks.sort_unstable_by_key(|task| task.begin);
    let mut pieces = pieces(&mut items, &tasks)?;
    threads::for_each(&mut pieces, |_, piece| {
        let end = piece.items.len();
        let whole = BuildTask { node: 0, begin: 0, end, depth: piece.task.depth };
        let mut grown = Grown::default();
        let done = builder.grow(&mut grown, piece.items, whole, 0, &mut Vec::new());
        piece.outcome = done.map(|()| grown);
    });
    for piece in pieces {
        top.graft(piece.task, &piece.outcome?)?;
    }
    let Grown { nodes, boxes } = top;
    let mut order = Vec::new();
    reserve(&mut order, items.len(), "the triangles of a tree")?;
    order.extend(items.iter().map(|item| item.id));
    Ok(Parts { nodes, boxes, order })
}

/// The triangles that belong to tasks, which are in order.
fn pieces<'a>(
    mut items: &'a mut [FitTriangle],
    tasks: &[BuildTask],
) -> Result<Vec<BuildPiece<'a>>, Error> {
    let mut pieces = Vec::new();
    reserve(&mut pieces, tasks.len(), "the pieces of a tree")?;
    let mut passed = 0;
    for task in tasks {
        let (_, rest) = items.split_at_mut(task.begin - passed);
        let (own, rest) = rest.split_at_mut(task.end - task.begin);
        pieces.push(BuildPiece { task: *task, items: own, outcome: Ok(Grown::default()) });
        (items, passed) = (rest, task.end);
    }
    Ok(pieces)
}

impl Grown {
    /// Makes room for two nodes and returns the place of the first.
    fn add_two(&mut self) -> Result<usize, Error> {
        let first = self.nodes.len();
        let needed = first + 2;
        if needed > self.nodes.capacity() {
            let room = needed.next_power_of_two();
            reserve(&mut self.nodes, room, NODES)?;
            reserve(&mut self.boxes, room, NODES)?;
        }
        self.nodes.resize(needed, Node::default());
        self.boxes.resize(needed, Quads4::default());
        Ok(first)
    }

    /// Puts a subtree in the place of a node.
    fn graft(&mut self, task: BuildTask, piece: &Self) -> Result<(), Error> {
        // The root goes to its place, all others behind what there is.
        let behind = self.nodes.len() - 1;
        let moved = |node: &Node| {
            let shift = if node.count > 0 { task.begin } else { behind };
            Node { first: node.first + shift as u32, count: node.count }
        };
        let needed = behind + piece.nodes.len();
        reserve(&mut self.nodes, needed, NODES)?;
        reserve(&mut self.boxes, needed, NODES)?;
        self.nodes[task.node] = moved(&piece.nodes[0]);
        self.boxes[task.node] = piece.boxes[0];
        self.nodes.extend(piece.nodes[1..].iter().map(moved));
        self.boxes.extend_from_slice(&piece.boxes[1..]);
        Ok(())
    }
}

impl Builder {
    /// Makes all nodes below and including `root`, but those of fewer triangles than `piece`, which
    /// are left to be done.
    fn grow(
        &self,
        grown: &mut Grown,
        items: &mut [FitTriangle],
        root: BuildTask,
        piece: usize,
        left: &mut Vec<BuildTask>,
    ) -> Result<(), Error> {
        reserve_one(&mut grown.nodes, NODES)?;
        reserve_one(&mut grown.boxes, NODES)?;
        grown.nodes.push(Node::default());
        grown.boxes.push(Quads4::default());
        let mut stack = Vec::new();
        reserve_one(&mut stack, NODES)?;
        stack.push(root);
        while let Some(task) = stack.pop() {
            let BuildTask { node, begin, end, depth } = task;
            if end - begin < piece {
                reserve_one(left, "the pieces of a tree")?;
                left.push(task);
                continue;
            }
            let own = &mut items[begin..end];
            let fit = Fit::of(own, self.center);
            grown.boxes[node] = Obb::<3>::pack(&fit.obb);
            let split = if own.len() > self.max_triangles && depth < self.max_depth {
                self.split(own, &fit, depth >= MEDIAN_DEPTH)
            } else {
                None
            };
            let Some(middle) = split else {
                grown.nodes[node] = Node { first: begin as u32, count: (end - begin) as u32 };
                continue;
            };
            let first = grown.add_two()?;
            grown.nodes[node] = Node { first: first as u32, count: 0 };
            let (middle, depth) = (begin + middle, depth + 1);
            reserve_more(&mut stack, 2, NODES)?;
            stack.push(BuildTask { node: first + 1, begin: middle, end, depth });
            stack.push(BuildTask { node: first, begin, end: middle, depth });
        }
        Ok(())
    }

    /// Orders triangles so that those of one child come first, and returns how many they are; none
    /// where no axis divides them.
    fn split(&self, items: &mut [FitTriangle], fit: &Fit, in_the_middle: bool) -> Option<usize> {
        let mut axes = [0, 1, 2];
        axes.sort_by(|i, j| fit.obb.half[*j].total_cmp(&fit.obb.half[*i]));
        axes.into_iter().find_map(|axis| {
            let axis = fit.dual[axis];
            let key = |item: &FitTriangle| item.key(self.center, axis);
            let mean = dot(axis, fit.mean);
            let mut middle = partition(items, |item| key(item) <= mean);
            // Rounded, the mean may lie beyond all.
            if middle == 0 || middle == items.len() {
                return None;
            }
            if in_the_middle {
                middle = items.len() / 2;
                items.select_nth_unstable_by(middle, |i, j| {
                    key(i).total_cmp(&key(j)).then(i.id.cmp(&j.id))
                });
            }
            Some(middle)
        })
    }
}

/// Brings those to the front of which something is so, and returns how many they are.
fn partition(items: &mut [FitTriangle], is_first: impl Fn(&FitTriangle) -> bool) -> usize {
    let mut first = 0;
    for index in 0..items.len() {
        if is_first(&items[index]) {
            items.swap(first, index);
            first += 1;
        }
    }
    first
}
