//! Oriented boxes around points.
//!
//! ```
//! use jostle::geometry::{fit, inside};
//!
//! let diamond = [[0.0, 0.0], [2.0, 2.0], [1.0, 3.0], [-1.0, 1.0]];
//! let obb = fit::obb2(&diamond)?.expect("there are points");
//! assert!(diamond.iter().all(|point| inside::obb(*point, &obb)));
//! let area = 4.0 * obb.half[0] * obb.half[1];
//! assert!((area - 4.0).abs() < 1e-5); // 9 along the coordinate axes
//! # Ok::<(), jostle::Error>(())
//! ```

mod eigen;
mod enclose;
mod plane;
mod space;

pub(crate) use eigen::eigenvectors;
pub(crate) use enclose::{Enclosing, enclose};
pub use plane::obb2;
pub use space::obb3;
