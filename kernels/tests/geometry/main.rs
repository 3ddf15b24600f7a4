//! Small geometry against exact arithmetic.

mod closest;
mod closest_corners;
mod inside;
mod inside_polygon;
mod intersect_circles;
mod intersect_segments;
mod lanes;
mod nonsense;
mod ray_aabb;
mod ray_plane;
mod ray_solid;
mod ray_triangle;
mod support;
