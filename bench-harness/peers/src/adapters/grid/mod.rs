//! Textbook uniform grids on a counting sort.

mod center;
mod cover;
mod layout;
mod sort;

use crate::peer::{Peer, Tasks};

/// Grids with each box in one cell, and in every cell that it covers.
pub(crate) const PEERS: &[Peer] = &[
    Peer {
        name: "grid",
        library: "hand-written",
        method: "counting sort by the cell of the center, cells as large as the largest box, half \
                 of the neighbors",
        threads: true,
        serial: &[],
        flat: Tasks { pairs: Some(|| Box::<center::Grid<2>>::default()), ..Tasks::NONE },
        space: Tasks { pairs: Some(|| Box::<center::Grid<3>>::default()), ..Tasks::NONE },
    },
    Peer {
        name: "grid-cover",
        library: "hand-written",
        method: "counting sort into every cell that a box covers, a pair where its intersection \
                 begins",
        threads: true,
        serial: &[],
        flat: Tasks { pairs: Some(|| Box::<cover::Grid<2>>::default()), ..Tasks::NONE },
        space: Tasks { pairs: Some(|| Box::<cover::Grid<3>>::default()), ..Tasks::NONE },
    },
];
