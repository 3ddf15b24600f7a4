//! No other library: what stands in where none was built in.

use jostle::mesh::{Mesh, Pose};

use super::{MeshPeer, Peer};
use crate::{
    narrow::{Mode, PairScene},
    runner::Error,
};

/// Refuses: there is nobody to ask about pairs in the plane.
///
/// # Errors
/// Always.
pub fn of_plane(_scene: &PairScene<2>, _mode: Mode) -> Result<Vec<Box<dyn Peer>>, Error> {
    Err(absent())
}

/// Refuses: there is nobody to ask about pairs in space.
///
/// # Errors
/// Always.
pub fn of_space(_scene: &PairScene<3>, _mode: Mode) -> Result<Vec<Box<dyn Peer>>, Error> {
    Err(absent())
}

/// Refuses: there is nobody to ask about meshes.
///
/// # Errors
/// Always.
pub fn of_meshes(_meshes: &[Mesh; 2], _pose: &Pose) -> Result<Vec<Box<dyn MeshPeer>>, Error> {
    Err(absent())
}

fn absent() -> Error {
    let why =
        "--compare-parry: this program was built without parry; build it with --features parry";
    Error::Request(why.to_owned())
}
