//! A tree over shapes, to ask.

use jostle::{query::ShapeTree, shape::PreparedShapes};
use pyo3::prelude::*;

use crate::{
    dimensions::{Dimensions, in_dimensions},
    error::{Fault, listed},
    pool::run,
    query::{
        GivenFilter, Hits, Near, Overlaps, Rays, Want, ask_nearest, ask_overlaps, ask_rays,
        told_nearest, told_overlaps,
    },
    shapes::{Dimension, GatheredShapes, GivenShapes, ShapeArrays, ShapeViews, Space},
};

/// A tree, the shapes in it, and what it reads that does not lie as columns.
struct Kept<const D: usize> {
    tree: ShapeTree<D>,
    prepared: PreparedShapes<D>,
    gathered: GatheredShapes<D>,
}

impl<const D: usize> Kept<D>
where
    Dimension: Space<D>,
{
    fn new() -> Self {
        let (tree, prepared) = (ShapeTree::new(), PreparedShapes::new());
        Self { tree, prepared, gathered: GatheredShapes::default() }
    }

    fn update(&mut self, shapes: &ShapeViews<'_>, refits: bool) -> Result<(), Fault> {
        let Self { tree, prepared, gathered } = self;
        prepared.update(gathered.rounded(shapes)?)?;
        if refits {
            tree.refit(prepared)?;
        } else {
            tree.update(prepared)?;
        }
        Ok(())
    }
}

/// Answers what rays meet, what overlaps and what is nearest.
#[pyclass(module = "jostle._jostle")]
pub(crate) struct Tree {
    kept: Dimensions<Kept<2>, Kept<3>>,
    dimensions: usize,
    threads: Option<usize>,
}

#[pymethods]
impl Tree {
    #[new]
    fn new(py: Python<'_>, shapes: GivenShapes<'_>, threads: Option<usize>) -> PyResult<Self> {
        let arrays = ShapeArrays::of(&shapes, None)?;
        let dimensions = arrays.dimensions;
        let kept = match dimensions {
            2 => Dimensions::Two(Kept::new()),
            _ => Dimensions::Three(Kept::new()),
        };
        let mut tree = Self { kept, dimensions, threads };
        tree.take(py, &arrays, false)?;
        Ok(tree)
    }

    /// Builds the tree anew, or fits it to where the shapes are now.
    fn update(&mut self, py: Python<'_>, shapes: GivenShapes<'_>, refits: bool) -> PyResult<()> {
        let arrays = ShapeArrays::of(&shapes, Some(self.dimensions))?;
        self.take(py, &arrays, refits)
    }

    /// What rays meet.
    fn rays<'py>(
        &self,
        py: Python<'py>,
        rays: [Bound<'py, PyAny>; 3],
        filter: GivenFilter<'py>,
        hits: &str,
    ) -> PyResult<Hits<'py>> {
        let rays = Rays::of(rays.each_ref(), self.dimensions)?;
        let (wanted, want) = (filter.wanted(rays.len())?, Want::of(hits)?);
        let views = rays.views();
        in_dimensions!(&self.kept, kept => {
            let queries = kept.tree.queries(&kept.prepared);
            run(py, self.threads, |_| ask_rays(&queries, &views, &wanted, want))?.told(py)
        })
    }

    /// What each of some shapes touches: offsets and indices.
    fn overlaps<'py>(
        &self,
        py: Python<'py>,
        shapes: GivenShapes<'py>,
        filter: GivenFilter<'py>,
    ) -> PyResult<Overlaps<'py>> {
        let asked = ShapeArrays::of(&shapes, Some(self.dimensions))?;
        let (views, wanted) = (asked.views(), filter.wanted(asked.len())?);
        let found = in_dimensions!(&self.kept, kept => {
            let queries = kept.tree.queries(&kept.prepared);
            run(py, self.threads, |_| ask_overlaps(&queries, &views, &wanted))?
        });
        told_overlaps(py, &found)
    }

    /// What is nearest to each of some shapes: offsets, indices and distances.
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        shapes: GivenShapes<'py>,
        k: usize,
        max_distance: f32,
        filter: GivenFilter<'py>,
    ) -> PyResult<Near<'py>> {
        let asked = ShapeArrays::of(&shapes, Some(self.dimensions))?;
        let (views, wanted) = (asked.views(), filter.wanted(asked.len())?);
        let found = in_dimensions!(&self.kept, kept => {
            let queries = kept.tree.queries(&kept.prepared);
            let most = (k, max_distance);
            run(py, self.threads, |_| ask_nearest(&queries, &views, most, &wanted))?
        });
        told_nearest(py, &found)
    }

    /// What the last update left out.
    fn invalid(&self) -> Vec<(u32, String, bool)> {
        listed(in_dimensions!(&self.kept, kept => kept.prepared.invalid()))
    }

    fn __len__(&self) -> usize {
        in_dimensions!(&self.kept, kept => kept.prepared.len())
    }
}

impl Tree {
    fn take(&mut self, py: Python<'_>, arrays: &ShapeArrays<'_>, refits: bool) -> PyResult<()> {
        let views = arrays.views();
        in_dimensions!(&mut self.kept, kept => {
            run(py, self.threads, |_| kept.update(&views, refits))
        })
    }
}
