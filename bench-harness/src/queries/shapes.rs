//! Rays at the shapes of a scene themselves, and not at their bounds.

use std::time::Instant;

use jostle::{
    geometry::{
        Obb,
        ray::{self, Ray},
    },
    query::{QueryFilter, ShapeHit, ShapeTree},
    shape::{Ball, Columns, PreparedShapes},
};
use rayon::prelude::*;

use super::{Asked, Batch, check::sample, make};
use crate::{
    boxes::{Balls, Shapes, columns},
    runner::{Case, Error, FrameTime, Row, ratio, since},
    scene::Scene,
};

/// A tree over the shapes of a scene that moves, and rays.
pub(super) struct ShapeCase<'a, const D: usize> {
    scene: &'a mut Scene<D>,
    asked: Asked,
    /// Boxes by center and half extent; of balls nothing.
    boxes: [[Vec<f32>; D]; 2],
    prepared: PreparedShapes<D>,
    tree: ShapeTree<D>,
    rays: Vec<Ray<D>>,
    hits: Vec<Option<ShapeHit<D>>>,
}

impl<'a, const D: usize> ShapeCase<'a, D> {
    pub(super) fn new(
        scene: &'a mut Scene<D>,
        asked: Asked,
        tree: ShapeTree<D>,
        prepared: PreparedShapes<D>,
    ) -> Self {
        let boxes = [columns(0), columns(0)];
        Self { scene, asked, boxes, prepared, tree, rays: Vec::new(), hits: Vec::new() }
    }

    /// When a ray meets a shape, alone.
    fn alone(&self, ray: &Ray<D>, index: usize) -> Option<f32> {
        let at = |columns: &[Vec<f32>; D]| columns.each_ref().map(|column| column[index]);
        let hit = match &self.scene.shapes {
            Shapes::Balls(Balls { center, radius }) => {
                ray::ball(ray, &Ball { center: at(center), radius: radius[index] })
            }
            Shapes::Boxes(_) => {
                let mut axes = [[0.0; D]; D];
                (0..D).for_each(|axis| axes[axis][axis] = 1.0);
                let [center, half] = self.boxes.each_ref().map(at);
                ray::obb(ray, &Obb { center, half, axes })
            }
        };
        hit.map(|hit| hit.t)
    }

    /// What is wrong with an answer, held against every shape alone.
    fn fault(&self, query: usize) -> Option<String> {
        let (ray, found) = (&self.rays[query], self.hits[query]);
        let times = (0..self.scene.shapes.len()).filter_map(|index| self.alone(ray, index));
        let first = times.min_by(f32::total_cmp);
        let own = found.map(|hit| self.alone(ray, hit.index as usize));
        // Times may be told by bounds, which are off by a few roundings.
        let is_right = match (found, first, own) {
            (None, None, _) => true,
            (Some(hit), Some(t), Some(Some(own))) => {
                [t, own].iter().all(|t| (hit.t - t).abs() <= 4.0 * f32::EPSILON * t)
            }
            _ => false,
        };
        (!is_right).then(|| {
            format!("ray {query} has another answer than testing every shape gives: {found:?}")
        })
    }
}

impl<const D: usize> Case for ShapeCase<'_, D> {
    fn prepare(&mut self) -> Result<(), Error> {
        self.scene.step();
        if let Shapes::Boxes(boxes) = &self.scene.shapes {
            let [centers, halves] = &mut self.boxes;
            for axis in 0..D {
                let ends = || boxes.min[axis].iter().zip(&boxes.max[axis]);
                centers[axis].clear();
                centers[axis].extend(ends().map(|(min, max)| 0.5 * min + 0.5 * max));
                halves[axis].clear();
                halves[axis].extend(ends().map(|(min, max)| 0.5 * max - 0.5 * min));
            }
        }
        if let Batch::Rays(rays) = make(&self.scene.shapes, &self.asked) {
            self.rays = rays;
        }
        Ok(())
    }

    fn frame(&mut self) -> Result<FrameTime, Error> {
        let Self { scene, boxes: [centers, halves], prepared, tree, rays, hits, .. } = self;
        let start = Instant::now();
        let columns = match &scene.shapes {
            Shapes::Balls(balls) => {
                Columns::default().with_balls(slices(&balls.center), &balls.radius)?
            }
            Shapes::Boxes(_) => {
                Columns::default().with_aligned_boxes(slices(centers), slices(halves))?
            }
        };
        prepared.update(columns)?;
        let queries = tree.update(prepared)?;
        let built = Instant::now();
        queries.closest_hits(rays, |_| QueryFilter::new(), hits)?;
        let done = Instant::now();
        let stages = since(start, [("build", built), ("queries", done)]);
        Ok(FrameTime { total: done - start, stages })
    }

    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        let ms = row.get("stages_ms")["queries"]["median"].as_f64().unwrap_or(0.0);
        let looked_at = sample(self.rays.len());
        row.set("queries_per_second", ratio(self.rays.len() as f64 * 1e3, ms));
        row.set("answers", self.hits.iter().flatten().count());
        row.set("checked", looked_at.len());
        Ok(looked_at.into_par_iter().find_map_first(|query| self.fault(query)))
    }
}

/// Columns as slices.
fn slices<const D: usize>(columns: &[Vec<f32>; D]) -> [&[f32]; D] {
    columns.each_ref().map(Vec::as_slice)
}
