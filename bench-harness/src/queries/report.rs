//! What is reported of a run of queries.

use jostle::bvh::TreeStats;
use serde::Serialize;

use crate::{baseline::full_sweep::FullSweep, runner::Spread};

/// Everything that is reported of a run of queries. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct QueryReport {
    /// The scene.
    pub scene: &'static str,
    /// Its number of axes.
    pub dim: usize,
    /// Its number of shapes.
    pub shapes: usize,
    /// The kind of the queries.
    pub kind: &'static str,
    /// Their number, in each frame.
    pub count: usize,
    /// How many neighbors each asks for, where it does.
    pub k: Option<usize>,
    /// How far they reach, where they do; nothing too where it is without end.
    pub radius: Option<f32>,
    /// How much work went into the tree.
    pub build: &'static str,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Frames that were timed.
    pub frames: u32,
    /// The seed of the scene and of the queries.
    pub seed: u64,
    /// Hits or neighbors of the last frame, of all queries together.
    pub answers: u64,
    /// Digest of these in the order of the queries, in hexadecimal.
    pub digest: String,
    /// Queries of the last frame that were held against testing every box.
    pub checked: usize,
    /// What was wrong with the first of them that was not answered rightly.
    #[serde(skip)]
    pub fault: Option<String>,
    /// Time to build the tree.
    pub build_ms: Spread,
    /// Time to answer all queries.
    pub total_ms: Spread,
    /// Time of both.
    pub frame_ms: Spread,
    /// Queries over the median time to answer them.
    pub queries_per_second: Option<f64>,
    /// The tree of the last frame.
    pub tree: TreeReport,
    /// The tree of a full sweep over the same shapes, if it was built.
    pub full_sweep: Option<FullSweepReport>,
    /// The most memory the process had had resident when the last frame was over.
    pub peak_rss_bytes: Option<u64>,
    /// Version of the program.
    pub version: &'static str,
}

/// What a tree is like. Quotients that do not exist become `null`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TreeReport {
    /// Nodes, leaves included.
    pub nodes: usize,
    /// Nodes that hold boxes.
    pub leaves: usize,
    /// Nodes on the longest way from the root to a leaf.
    pub depth: usize,
    /// Areas of all nodes over that of the root.
    pub sah_cost: Option<f64>,
    /// Bytes of the nodes over the number of shapes.
    pub bytes_per_shape: Option<f64>,
    /// Average number of boxes in a leaf.
    pub boxes_per_leaf: Option<f64>,
    /// Average number of children of an inner node.
    pub children_per_inner: Option<f64>,
}

impl From<TreeStats> for TreeReport {
    fn from(stats: TreeStats) -> Self {
        let number = |number: f64| number.is_finite().then_some(number);
        let some = stats.nodes > 0;
        Self {
            nodes: stats.nodes,
            leaves: stats.leaves,
            depth: stats.depth,
            sah_cost: number(stats.sah_cost).filter(|_| some),
            bytes_per_shape: number(stats.bytes as f64 / stats.boxes as f64),
            boxes_per_leaf: some.then(|| stats.boxes_per_leaf()),
            children_per_inner: some.then(|| stats.children_per_inner()).and_then(number),
        }
    }
}

/// A tree next to that of a full sweep.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FullSweepReport {
    /// Nodes of the full sweep.
    pub nodes: usize,
    /// Its leaves.
    pub leaves: usize,
    /// Its cost.
    pub sah_cost: f64,
    /// The cost of the tree over that.
    pub ratio: f64,
}

impl FullSweepReport {
    /// A full sweep, next to a tree over the same boxes.
    #[must_use]
    pub fn new(sweep: &FullSweep, tree: &TreeStats) -> Self {
        let FullSweep { nodes, leaves, sah_cost } = *sweep;
        Self { nodes, leaves, sah_cost, ratio: tree.sah_cost / sah_cost }
    }
}
