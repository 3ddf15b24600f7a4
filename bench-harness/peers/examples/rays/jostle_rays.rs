//! The engine: a batch, and ray by ray.

use jostle::{
    Error, Shape, Shapes,
    geometry::ray::Ray,
    query::{QueryFilter, ShapeHit, ShapeQueries},
};

use crate::contender::Contender;

/// The shapes as the engine keeps them.
pub(crate) fn columns(shapes: &[Shape<3>]) -> Result<Shapes<3>, Error> {
    let mut columns = Shapes::new();
    for shape in shapes {
        columns.insert(shape)?;
    }
    Ok(columns)
}

/// All rays at once: it orders them itself.
pub(crate) struct Batch<'a>(pub(crate) ShapeQueries<'a, 3>);

impl Contender for Batch<'_> {
    fn name(&self) -> &'static str {
        "jostle"
    }

    fn closest_hit(&self, ray: &Ray<3>) -> Option<ShapeHit<3>> {
        Alone(self.0).closest_hit(ray)
    }

    fn closest_hits(&self, rays: &[Ray<3>], hits: &mut Vec<Option<ShapeHit<3>>>) {
        let answered = self.0.closest_hits(rays, |_| QueryFilter::new(), hits);
        answered.expect("the rays are valid");
    }
}

/// Ray by ray, as the others are asked.
pub(crate) struct Alone<'a>(pub(crate) ShapeQueries<'a, 3>);

impl Contender for Alone<'_> {
    fn name(&self) -> &'static str {
        "jostle, one by one"
    }

    fn closest_hit(&self, ray: &Ray<3>) -> Option<ShapeHit<3>> {
        self.0.closest_hit(ray, QueryFilter::new()).expect("the ray is valid")
    }
}
