//! Reads the files of a run and checks that they go together.

use std::path::{Path, PathBuf};

use jostle_files::{boxes, extension, mesh};

use super::{Error, Row};
use crate::{
    boxes::Boxes,
    elements::{Elements, SweptElements, read_swept, triangle_boxes},
    names::name_of,
};

/// Most units in the last place by which bounds are moved: it is meant to cover rounding.
const ULP_LIMIT: u32 = 1024;

/// Which files to read, and as what.
#[derive(Clone, Debug, Default)]
pub struct InputRequest {
    /// One file of boxes, one mesh, or two frames of a mesh.
    pub paths: Vec<PathBuf>,
    /// Number of axes; without one, 3.
    pub dim: Option<usize>,
    /// Which elements of two frames; without, the faces.
    pub elements: Option<Elements>,
    /// Units in the last place by which bounds are moved outwards.
    pub ulp: u32,
}

/// What was read.
#[derive(Clone, Debug)]
pub enum Input {
    /// Boxes in the plane.
    Two(Boxes<2>),
    /// Boxes in space.
    Three(Boxes<3>),
    /// Elements of a mesh, swept from one frame to the next.
    Swept(SweptElements),
}

impl InputRequest {
    /// A report that says what was read.
    #[must_use]
    pub fn row(&self, command: &str, input: &Input) -> Row {
        let inputs: Vec<_> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let elements = matches!(input, Input::Swept(_))
            .then(|| name_of(&self.elements.unwrap_or(Elements::Faces)));
        let row = Row::new(command).with("inputs", inputs).with("elements", elements);
        row.with("dim", input.dim()).with("shapes", input.shapes())
    }
}

impl Input {
    /// Reads the files.
    ///
    /// # Errors
    /// When a file is bad, or the files do not go together or not with what is asked of them.
    pub fn read(request: &InputRequest) -> Result<Self, Error> {
        let refuse = |why: &str| Err(Error::Request(why.to_owned()));
        let meshes = request.paths.iter().filter(|path| is_mesh(path)).count();
        let dim = request.dim.unwrap_or(3);
        if request.ulp > ULP_LIMIT {
            return refuse(&format!("--ulp {}: at most {ULP_LIMIT}", request.ulp));
        }
        if meshes > 0 && dim != 3 {
            return refuse(&format!("--dim {dim}: a mesh has 3 dimensions"));
        }
        if request.elements.is_some() && meshes != 2 {
            return refuse("--elements: needs two meshes, the frames of one");
        }
        match (&*request.paths, meshes, dim) {
            ([first, second], 2, _) => {
                let elements = request.elements.unwrap_or(Elements::Faces);
                Ok(Self::Swept(read_swept(first, second, elements, request.ulp)?))
            }
            ([path], 1, _) => {
                Ok(Self::Three(grown(triangle_boxes(&mesh::read(path)?), request.ulp)))
            }
            ([path], 0, 2) => Ok(Self::Two(grown(boxes::read(path)?, request.ulp))),
            ([path], 0, 3) => Ok(Self::Three(grown(boxes::read(path)?, request.ulp))),
            ([_], 0, _) => refuse(&format!("--dim {dim}: boxes have 2 or 3 dimensions")),
            _ => refuse(
                "give one file of boxes (.bin, .csv, .npy) or one or two meshes (.ply, .obj, .stl)",
            ),
        }
    }

    /// Number of axes.
    #[must_use]
    pub fn dim(&self) -> usize {
        match self {
            Self::Two(_) => 2,
            Self::Three(_) | Self::Swept(_) => 3,
        }
    }

    /// The middles of all boxes, in the plane at a height of 0.
    #[must_use]
    pub fn centers(&self) -> Vec<[f64; 3]> {
        fn of<const D: usize>(boxes: &Boxes<D>) -> Vec<[f64; 3]> {
            let center = |index| {
                let (min, max) = boxes.corners(index);
                let mut center = [0.0; 3];
                for axis in 0..D {
                    center[axis] = 0.5 * (f64::from(min[axis]) + f64::from(max[axis]));
                }
                center
            };
            (0..boxes.len()).map(center).collect()
        }
        match self {
            Self::Two(boxes) => of(boxes),
            Self::Three(boxes) => of(boxes),
            Self::Swept(elements) => of(&elements.boxes),
        }
    }

    /// Number of boxes, in all sets.
    #[must_use]
    pub fn shapes(&self) -> usize {
        match self {
            Self::Two(boxes) => boxes.len(),
            Self::Three(boxes) => boxes.len(),
            Self::Swept(elements) => elements.boxes.len(),
        }
    }
}

fn is_mesh(path: &Path) -> bool {
    ["ply", "obj", "stl"].contains(&extension(path).as_str())
}

/// Moves all bounds outwards by `ulp` units in the last place.
fn grown<const D: usize>(mut boxes: Boxes<D>, ulp: u32) -> Boxes<D> {
    for _ in 0..ulp {
        boxes.min.iter_mut().flatten().for_each(|bound| *bound = bound.next_down());
        boxes.max.iter_mut().flatten().for_each(|bound| *bound = bound.next_up());
    }
    boxes
}
