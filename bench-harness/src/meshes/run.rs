//! A run on two meshes.

use std::time::Instant;

use jostle::{
    Pair, Pairs, SimdLevel,
    broad::Output,
    digest::Digest,
    mesh::{AabbTree, Mesh, MeshQuery, ObbTree, Pose},
};

use super::{Source, Tree, TreeKind, all_pairs_placed};
use crate::{
    peers::{self, Peer, Rivals},
    runner::{Case, Error, FrameTime, Progress, Row, pool_of, ratio, since},
};

/// A run on two meshes.
#[derive(Clone, Debug)]
pub struct MeshRun {
    /// Where the meshes come from.
    pub sources: [Source; 2],
    /// Where the second stands; the first stays as it is.
    pub pose: Pose,
    /// The kind of trees.
    pub tree: TreeKind,
    /// The SIMD level of the query.
    pub level: SimdLevel,
    /// Number of threads.
    pub threads: usize,
    /// Frames to time.
    pub frames: u32,
    /// Whether one pair is enough.
    pub first: bool,
    /// Whether to hold the pairs against those of a double loop.
    pub verify: bool,
}

impl MeshRun {
    /// Reads or makes the meshes, and in each frame builds both trees and asks which triangles
    /// touch, on a pool of its own, in turn with the rivals.
    ///
    /// # Errors
    /// When a mesh cannot be read, the pool cannot be started, there are no frames, or the engine
    /// refuses; [`Error::Finding`] where the answer is wrong.
    pub fn run(&self, rivals: &dyn Rivals, progress: &dyn Progress) -> Result<Row, Error> {
        progress.begin("meshes", 1);
        let meshes = [self.sources[0].mesh()?, self.sources[1].mesh()?];
        let rivals = || rivals.of_meshes(&meshes, &self.pose);
        // Rivals are made on the thread that runs them.
        let run = |kind| match kind {
            TreeKind::Obb => self.run_on::<ObbTree>(&meshes, rivals()?, progress),
            TreeKind::Aabb => self.run_on::<AabbTree>(&meshes, rivals()?, progress),
        };
        pool_of(self.threads)?.install(|| run(self.tree))
    }

    fn run_on<T: Tree>(
        &self,
        meshes: &[Mesh; 2],
        mut rivals: Vec<Peer<'_>>,
        progress: &dyn Progress,
    ) -> Result<Row, Error> {
        let mut case = MeshCase::<T> {
            run: self,
            meshes,
            copies: None,
            trees: None,
            query: MeshQuery::new().with_level(self.level),
            pairs: Pairs::new(),
            first: None,
        };
        let query = |row: &Row| row.get("stages_ms")["query"]["min"].as_f64().unwrap_or(0.0);
        let watch = (self.frames, progress);
        peers::report(self.row(), &mut case, &mut rivals, watch, |times, ours| {
            let row = Row::default().with("stages_ms", times.stages());
            let ratio = ratio(query(&row), query(ours));
            row.with("total_ms", times.total()).with("query_ratio", ratio)
        })
    }

    fn row(&self) -> Row {
        let row = Row::new("mesh").with("tree", self.tree).with("first", self.first);
        let row = row.with("translation", self.pose.translation);
        let row = row.with("rotation", self.pose.rotation.quaternion());
        row.with("level", self.level.name()).with("threads", self.threads)
    }
}

/// Two meshes whose trees are built and asked.
struct MeshCase<'a, T> {
    run: &'a MeshRun,
    meshes: &'a [Mesh; 2],
    copies: Option<[Mesh; 2]>,
    trees: Option<[T; 2]>,
    query: MeshQuery,
    pairs: Pairs,
    first: Option<Pair>,
}

impl<T: Tree> Case for MeshCase<'_, T> {
    fn prepare(&mut self) -> Result<(), Error> {
        self.copies = Some(self.meshes.clone());
        Ok(())
    }

    fn frame(&mut self) -> Result<FrameTime, Error> {
        let copies = self.copies.take().unwrap_or_else(|| self.meshes.clone());
        let start = Instant::now();
        let [one, other] = copies.map(T::build);
        let trees = [one?, other?];
        let built = Instant::now();
        let (one, other) = (trees[0].at(Pose::IDENTITY), trees[1].at(self.run.pose));
        if self.run.first {
            self.first = self.query.first(one, other)?;
        } else {
            self.query.pairs(one, other, Output::Collect(&mut self.pairs))?;
        }
        let done = Instant::now();
        self.trees = Some(trees);
        let stages = since(start, [("build", built), ("query", done)]);
        Ok(FrameTime { total: done - start, stages })
    }

    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        let Some(trees) = &self.trees else { return Ok(None) };
        let named = self.run.sources.iter().zip(trees);
        let sides = named.map(|(source, tree)| {
            let mesh = tree.mesh();
            let mut row = Row::default().with("mesh", source.name());
            row.set("vertices", mesh.vertices().len());
            row.set("triangles", mesh.triangles().len());
            row.extend(tree.figures());
            row
        });
        row.set("sides", sides.collect::<Vec<Row>>());
        self.pairs.sort_canonical()?;
        let found =
            if self.run.first { self.first.into_iter().collect() } else { self.pairs.to_vec() };
        row.set("pairs", found.len());
        row.set("verified", self.run.verify);
        row.set("digest", Digest::of(&found).to_string());
        if !self.run.verify {
            return Ok(None);
        }
        let (one, other) = (trees[0].at(Pose::IDENTITY), trees[1].at(self.run.pose));
        let expected = all_pairs_placed(one, other)?;
        let is_right = if self.run.first {
            found.len() == expected.len().min(1) && found.iter().all(|pair| expected.contains(pair))
        } else {
            found == expected
        };
        Ok((!is_right).then(|| {
            let (found, expected) = (found.len(), expected.len());
            format!(
                "the trees find other pairs than a double loop ({found} and {expected} of them): \
                 no time is reported"
            )
        }))
    }
}
