//! Other libraries: asked about the same pairs or meshes in the same run, as the example `parry`
//! does, or by [`programs`] of their own about the same boxes.

pub mod programs;

use jostle::mesh::{Mesh, Pose};

use crate::{
    narrow::{Mode, PairScene},
    runner::{Case, Error, Progress, Row, Times, finish, measure},
};

/// Another library that takes turns with the engine. Its check counts where the two disagree.
pub struct Peer<'a> {
    /// The library and its function.
    pub name: &'static str,
    /// What it is asked.
    pub case: Box<dyn Case + 'a>,
}

/// Who takes turns with the engine.
pub trait Rivals: Sync {
    /// Those that are asked about pairs in the plane.
    ///
    /// # Errors
    /// When a shape is none for them.
    fn of_plane<'a>(&self, _: &'a PairScene<2>, _: Mode) -> Result<Vec<Peer<'a>>, Error> {
        Ok(Vec::new())
    }

    /// Those that are asked about pairs in space.
    ///
    /// # Errors
    /// When a shape is none for them.
    fn of_space<'a>(&self, _: &'a PairScene<3>, _: Mode) -> Result<Vec<Peer<'a>>, Error> {
        Ok(Vec::new())
    }

    /// Those that are asked about two meshes, the second of which stands at a pose.
    ///
    /// # Errors
    /// When a mesh is none for them.
    fn of_meshes<'a>(&self, _: &'a [Mesh; 2], _: &Pose) -> Result<Vec<Peer<'a>>, Error> {
        Ok(Vec::new())
    }
}

/// Nobody takes turns with the engine.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Rivals for Nobody {}

/// Measures a case and its rivals in turn, and reports the case with a row for each rival: its
/// name, the figures that follow from its times, and what its check counts.
pub(crate) fn report(
    asked: Row,
    case: &mut dyn Case,
    rivals: &mut [Peer<'_>],
    (frames, progress): (u32, &dyn Progress),
    figures: impl Fn(&Times, &Row) -> Row,
) -> Result<Row, Error> {
    let times = {
        let mut cases: Vec<&mut dyn Case> = vec![&mut *case];
        cases.extend(rivals.iter_mut().map(|peer| -> &mut dyn Case { &mut *peer.case }));
        measure(&mut cases, frames, progress)?
    };
    let mut row = finish(asked, case, &times[0], frames, progress)?;
    let mut peers = Vec::new();
    for (peer, times) in rivals.iter_mut().zip(&times[1..]) {
        let mut rival = Row::default().with("peer", peer.name);
        rival.extend(figures(times, &row));
        peer.case.check(&mut rival)?;
        peers.push(rival);
    }
    row.set("peers", peers);
    Ok(row)
}
