//! Queries for shapes: what a ray, a moving shape or a shape at a place meets, and what is nearest.
//!
//! A [`ShapeTree`] is a tree over the shapes of a frame. [`ShapeQueries`] are the tree and the
//! shapes, borrowed to ask; any [`Bvh`](crate::bvh::Bvh) over the bounds of the shapes serves, also
//! that of a [`DynamicTree`](crate::broad::DynamicTree); [`World::queries`](crate::World::queries)
//! has one of the last step. Shapes are told by their index.
//!
//! * rays: [`closest_hit`](ShapeQueries::closest_hit), [`any_hit`](ShapeQueries::any_hit),
//!   [`all_hits`](ShapeQueries::all_hits)
//! * moving shapes: [`closest_cast`](ShapeQueries::closest_cast),
//!   [`any_cast`](ShapeQueries::any_cast), [`all_casts`](ShapeQueries::all_casts), and along a
//!   [path](ShapeQueries::closest_on_path)
//! * shapes at a place, points among them: [`overlapping`](ShapeQueries::overlapping),
//!   [`any_overlap`](ShapeQueries::any_overlap)
//! * [`nearest`](ShapeQueries::nearest) shapes, and the [`closest`](ShapeQueries::closest) points
//!
//! Each is asked alone or in batches; a [`QueryFilter`] leaves shapes out. Answers are those that
//! asking every shape would give, bit for bit, whatever the tree, the number of threads or the SIMD
//! level: ties go to the lowest index, lists are sorted. Shapes that are not valid are no answer.
//!
//! ```
//! use jostle::{Shape, Shapes, geometry::ray::Ray, query::{QueryFilter, ShapeTree}};
//! use jostle::shape::PreparedShapes;
//!
//! let mut shapes = Shapes::<2>::new();
//! shapes.insert(Shape::ball([4.0, 1.0], 1.25))?;
//! shapes.insert(Shape::oriented_box([8.0, 0.0], [1.0, 1.0], 0.5))?;
//! let mut prepared = PreparedShapes::new(); // or those of a pipeline
//! prepared.update(&shapes)?;
//! let mut tree = ShapeTree::new(); // kept from frame to frame
//! let queries = tree.update(&prepared)?;
//!
//! let ray = Ray::new([0.0, 0.0], [1.0, 0.0]);
//! let hit = queries.closest_hit(&ray, QueryFilter::new())?.expect("the ball is in the way");
//! assert_eq!((hit.index, ray.at(hit.t)), (0, [3.25, 0.0]));
//! let behind = queries.closest_hit(&ray, QueryFilter::new().without(0))?;
//! assert_eq!(behind.map(|hit| hit.index), Some(1));
//! # Ok::<(), jostle::Error>(())
//! ```

mod casts;
mod filter;
mod moving;
mod nearest;
mod overlaps;
mod path;
mod rays;
mod shapes;
mod timed;
mod tree;

pub use casts::{CastHit, ShapeCast};
pub use filter::QueryFilter;
pub use nearest::ClosestShape;
pub use path::PathHit;
pub use rays::ShapeHit;
pub use shapes::ShapeQueries;
pub use tree::ShapeTree;
