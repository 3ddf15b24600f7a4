//! A run on two meshes.

use std::time::{Duration, Instant};

use jostle::{
    Pair, Pairs, SimdLevel,
    broad::Output,
    digest::Digest,
    mesh::{AabbTree, Mesh, MeshQuery, ObbTree, Placed, Pose},
};

use super::{MeshReport, Side, Source, Tree, TreeKind, all_pairs_placed};
use crate::{
    peers::{self, MeshContest, MeshPeer},
    runner::{Error, Progress, Spread, VERSION, WARM_UP_FRAMES, peak_rss_bytes, pool_of},
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
    /// Whether to ask parry about the same meshes, too.
    pub compare_parry: bool,
}

/// What was measured, and found in the last frame.
#[derive(Default)]
struct Measured {
    built: Vec<Duration>,
    asked: Vec<Duration>,
    /// In canonical order.
    found: Vec<Pair>,
    sides: [Side; 2],
    fault: Option<String>,
}

impl MeshRun {
    /// Reads or makes the meshes, and in each frame builds both trees and asks which triangles
    /// touch, on a pool of its own.
    ///
    /// # Errors
    /// When a mesh cannot be read, the pool cannot be started, there are no frames, the engine
    /// refuses, or parry is wanted and not there. A wrong answer is a fault of the report.
    pub fn run(&self, progress: &dyn Progress) -> Result<MeshReport, Error> {
        if self.frames == 0 {
            return Err(Error::NoFrames);
        }
        if self.compare_parry && self.first {
            let why = "--compare-parry: it is asked for all pairs, not for the --first";
            return Err(Error::Request(why.to_owned()));
        }
        progress.begin("meshes", 2);
        let [one, other] = &self.sources;
        let load = |source: &Source| {
            let mesh = source.mesh();
            progress.advance();
            mesh
        };
        let meshes = [load(one)?, load(other)?];
        let pool = pool_of(self.threads)?;
        pool.install(|| match self.tree {
            TreeKind::Obb => self.run_on::<ObbTree>(&meshes, progress),
            TreeKind::Aabb => self.run_on::<AabbTree>(&meshes, progress),
        })
    }

    fn run_on<T: Tree>(
        &self,
        meshes: &[Mesh; 2],
        progress: &dyn Progress,
    ) -> Result<MeshReport, Error> {
        let peers: Vec<Box<dyn MeshPeer>> =
            if self.compare_parry { peers::of_meshes(meshes, &self.pose)? } else { Vec::new() };
        let mut contest = MeshContest::new(peers);
        let measured = self.measure::<T>(meshes, &mut contest, progress)?;
        let [build_ms, query_ms] =
            [&measured.built, &measured.asked].map(|times| Spread::of(times.iter().copied()));
        Ok(MeshReport {
            sides: measured.sides,
            tree: self.tree.name(),
            translation: self.pose.translation,
            rotation: self.pose.rotation.quaternion(),
            level: self.level.name(),
            threads: self.threads,
            frames: self.frames,
            first: self.first,
            build_ms,
            query_ms,
            pairs: measured.found.len() as u64,
            digest: Digest::of(&measured.found).to_string(),
            verified: self.verify,
            fault: measured.fault,
            peak_rss_bytes: peak_rss_bytes(),
            peers: contest.finish(&measured.found, &query_ms),
            version: VERSION,
        })
    }

    fn measure<T: Tree>(
        &self,
        meshes: &[Mesh; 2],
        contest: &mut MeshContest,
        progress: &dyn Progress,
    ) -> Result<Measured, Error> {
        let (mut measured, mut pairs) = (Measured::default(), Pairs::new());
        let mut query = MeshQuery::new().with_level(self.level);
        let frames = WARM_UP_FRAMES + self.frames;
        progress.begin("frames", u64::from(frames));
        for frame in 0..frames {
            let counts = frame >= WARM_UP_FRAMES;
            let copies = meshes.clone();
            let start = Instant::now();
            let [one, other] = copies.map(T::build);
            let (one, other) = (one?, other?);
            let built = start.elapsed();
            let placed = (one.at(Pose::IDENTITY), other.at(self.pose));
            let start = Instant::now();
            let first = self.ask(&mut query, placed, &mut pairs)?;
            let asked = start.elapsed();
            if counts {
                measured.built.push(built);
                measured.asked.push(asked);
            }
            contest.frame(counts);
            progress.advance();
            if frame + 1 == frames {
                pairs.sort_canonical()?;
                measured.found =
                    if self.first { first.into_iter().collect() } else { pairs.to_vec() };
                let [a, b] = &self.sources;
                measured.sides = [Side::of(a, &one), Side::of(b, &other)];
                measured.fault = self.check(placed, &measured.found, progress)?;
            }
        }
        Ok(measured)
    }

    /// Asks for one pair, or for all of them.
    fn ask<T: Tree>(
        &self,
        query: &mut MeshQuery,
        (one, other): (Placed<'_, T>, Placed<'_, T>),
        pairs: &mut Pairs,
    ) -> Result<Option<Pair>, Error> {
        if self.first {
            return Ok(query.first(one, other)?);
        }
        query.pairs(one, other, Output::Collect(pairs))?;
        Ok(None)
    }

    /// Holds the pairs against those of a double loop, if that is wanted.
    fn check<T: Tree>(
        &self,
        (one, other): (Placed<'_, T>, Placed<'_, T>),
        found: &[Pair],
        progress: &dyn Progress,
    ) -> Result<Option<String>, Error> {
        if !self.verify {
            return Ok(None);
        }
        progress.begin("verify", 1);
        let expected = all_pairs_placed(one, other)?;
        progress.advance();
        let is_right = if self.first {
            found.len() == expected.len().min(1) && found.iter().all(|pair| expected.contains(pair))
        } else {
            found == expected
        };
        Ok((!is_right).then(|| {
            let (found, expected) = (found.len(), expected.len());
            format!(
                "the trees find other pairs than a double loop ({found} and {expected} of them): no \
                 time is reported"
            )
        }))
    }
}
