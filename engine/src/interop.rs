//! Vectors of glam, nalgebra and mint: there is nothing here but this page.
//!
//! The engine speaks `[f32; D]`, and columns of `f32`. What takes one point or vector takes
//! `impl Into<[f32; D]>`, which the types of these libraries are; what takes many takes slices,
//! which `bytemuck` makes of theirs without copying. So none of them is a dependency, and any
//! version will do. Of [small geometry](crate::geometry) some functions are the same for `f32`,
//! `f64` and eight lanes, and take arrays: there it takes an `into()`.
//!
//! # glam
//!
//! Points go in as they are. Rotations are `[x, y, z, w]` in 3D, `[cos, sin]` or an angle in 2D.
//!
//! ```
//! use glam::{Quat, Vec2, Vec3};
//! use jostle::{Shape, Shapes, World, shape::{ConvexPolygon, Rotation, Triangle}};
//!
//! let mut world = World::<3>::new();
//! let shapes = world.shapes_mut();
//! let turn = Quat::from_rotation_z(0.5);
//! shapes.insert(Shape::ball(Vec3::new(0.0, 2.5, 0.0), 1.0))?;
//! let block = Shape::oriented_box(Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0), turn.to_array());
//! let block = shapes.insert(block)?;
//! shapes.insert(Shape::capsule(Vec3::NEG_X, Vec3::X, 0.25))?;
//! let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
//! shapes.insert(Triangle { vertices: corners.map(Into::into) })?;
//!
//! // What was found comes back the same way.
//! world.step()?;
//! let contact = world.contacts().get(0).expect("the ball is in the block");
//! let normal = Vec3::from(contact.normal);
//! let center = Vec3::from(world.shapes().get(block)?.center());
//! let on_block = center + Vec3::from(contact.points[0].on_b); // relative to the center of B
//! assert!(normal.is_normalized() && on_block.distance(Vec3::Y * 2.5) < 1.0);
//!
//! // In 2D, and polygons: a slice of vectors is a slice of arrays.
//! let house = [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(1.0, 1.0)];
//! let turn = Rotation::from(Vec2::from_angle(0.5).to_array());
//! let mut flat = Shapes::<2>::new();
//! flat.insert(ConvexPolygon::new(Vec2::X, turn, bytemuck::cast_slice(&house))?)?;
//! # Ok::<(), jostle::Error>(())
//! ```
//!
//! Many at once are borrowed: `&[Vec3]` is `&[[f32; 3]]` (glam's feature `bytemuck`), and records
//! that have vectors among their fields are read where they lie.
//!
//! ```
//! use glam::Vec3;
//! use jostle::{broad::BoxSet, Bounds, BroadPhase, Join, neighbors::Neighbors, Pairs, Sap};
//!
//! let crowd = vec![Vec3::ZERO, Vec3::new(0.9, 0.0, 0.0), Vec3::new(0.0, 7.0, 0.0)];
//! let mut lists = Neighbors::<3>::new(1.0);
//! lists.update(bytemuck::cast_slice::<Vec3, [f32; 3]>(&crowd))?;
//! assert_eq!(lists.of(0), [1]);
//!
//! #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
//! #[repr(C)]
//! struct Body {
//!     center: Vec3,
//!     radius: f32,
//!     velocity: Vec3,
//!     mass: f32,
//! }
//! let body = |center| Body { center, radius: 0.5, velocity: Vec3::ONE, mass: 1.0 };
//! let bodies: Vec<Body> = crowd.iter().map(|at| body(*at)).collect();
//! let (center, radius) = (std::mem::offset_of!(Body, center), std::mem::offset_of!(Body, radius));
//! let bounds = Bounds::<3>::from_ball_records(&bodies, center, radius)?;
//! let mut pairs = Pairs::new();
//! Sap::new().pairs(&Join::within(BoxSet::from(bounds)), &mut pairs)?;
//! assert_eq!((pairs.len(), pairs[0].a, pairs[0].b), (1, 0, 1));
//! # Ok::<(), jostle::Error>(())
//! ```
//!
//! `Vec3A`, which has sixteen bytes, goes in one at a time as `Vec3` does.
//!
//! # nalgebra
//!
//! Points and vectors go in as they are; the coordinates of a unit quaternion are in the right
//! order.
//!
//! ```
//! use jostle::{Shape, narrow, shape::Rotation};
//! use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
//!
//! let pose = Isometry3::new(Vector3::new(0.0, 1.5, 0.0), Vector3::z() * 0.25);
//! let quaternion: [f32; 4] = pose.rotation.coords.into();
//! let block = Shape::oriented_box(pose.translation.vector, Vector3::repeat(1.0), quaternion);
//! let ball = Shape::ball(Point3::new(0.0, 0.0, 0.0), 1.0);
//! let touch = narrow::contact(&ball, &block)?.expect("they touch");
//! let normal = Vector3::from(touch.normal);
//! assert!((normal.norm() - 1.0).abs() < 1e-6 && normal.y > 0.9);
//!
//! let back = Rotation::from(quaternion).quaternion();
//! let back = UnitQuaternion::from_quaternion(nalgebra::Quaternion::from(back));
//! assert!(back.angle_to(&pose.rotation) < 1e-6);
//! # Ok::<(), jostle::Error>(())
//! ```
//!
//! # mint
//!
//! `mint::Point3<f32>`, `mint::Vector3<f32>` and those of the plane are `Into<[f32; D]>` as well,
//! so whatever else speaks mint gets in. A `mint::Quaternion` is `[v.x, v.y, v.z, s]`.
//!
//! # Double precision
//!
//! `DVec3` and the like are columns of `f64` for [`large`](crate::large_world).
