//! Files of particles, people and meshes as arrays, and a page that shows shapes.

use std::path::PathBuf;

use jostle::{Bounds, Filter, Join, Pair, Sap, broad::BoxSet, records::GatheredColumns};
use jostle_files::{
    FileError, mesh,
    page::{Model, Solid, draw, survey},
    particles,
    trajectory::{self, Unit},
};
use numpy::{PyArray1, PyArray2};
use pyo3::{
    exceptions::{PyOSError, PyValueError},
    prelude::*,
};

use crate::{
    arrays::{Column, Vectors, check_length},
    error::Fault,
    output::{array, rows},
    pool::run,
    view::{Axis, View},
};

fn unread(error: FileError) -> PyErr {
    let text = error.to_string();
    match error {
        FileError::Io { source, .. } => match source.raw_os_error() {
            Some(number) => PyOSError::new_err((number, text)),
            None => PyOSError::new_err(text),
        },
        FileError::File { .. } => PyValueError::new_err(text),
    }
}

/// The cell of particles: its origin, its vectors, and along which of them space repeats itself.
type Cell = ([f64; 3], [[f64; 3]; 3], [bool; 3]);

/// The particles of a frame: positions, the cell, species with their names, ids, radii, and the
/// step.
type Frame<'py> = (
    Bound<'py, PyArray2<f64>>,
    Option<Cell>,
    Option<Bound<'py, PyArray1<u32>>>,
    Vec<String>,
    Option<Bound<'py, PyArray1<u64>>>,
    Option<Bound<'py, PyArray1<f64>>>,
    Option<u64>,
);

/// The frames of a file of particles.
#[pyfunction]
pub(crate) fn read_particles(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Frame<'_>>> {
    let frames = py.detach(|| particles::read(&path)).map_err(unread)?;
    let told = |frame: particles::Frame| {
        Ok((
            rows(py, frame.positions)?,
            frame.cell.map(|cell| (cell.origin, cell.vectors, cell.periodic)),
            frame.species.map(|species| array(py, species)),
            frame.species_names,
            frame.ids.map(|ids| array(py, ids)),
            frame.radii.map(|radii| array(py, radii)),
            frame.step,
        ))
    };
    frames.into_iter().map(told).collect()
}

/// People in all frames of a file: frames per second, and of each row the frame, the person and the
/// place.
type People<'py> =
    (Option<f64>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray2<f32>>);

/// The trajectories of people.
#[pyfunction]
pub(crate) fn read_trajectory<'py>(
    py: Python<'py>,
    path: PathBuf,
    unit: Option<&str>,
) -> PyResult<People<'py>> {
    let unit = match unit {
        None => None,
        Some("m") => Some(Unit::Meters),
        Some("cm") => Some(Unit::Centimeters),
        Some(other) => {
            return Err(PyValueError::new_err(format!("unit is \"m\" or \"cm\", got {other:?}")));
        }
    };
    let found = py.detach(|| trajectory::read(&path, unit)).map_err(unread)?;
    let (mut frames, mut people, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for frame in &found.frames {
        let [x, y] = &frame.positions;
        for ((person, x), y) in frame.people.iter().zip(x).zip(y) {
            frames.push(frame.number);
            people.push(found.ids[*person as usize]);
            places.push([*x, *y]);
        }
    }
    Ok((found.frame_rate, array(py, frames), array(py, people), rows(py, places)?))
}

/// Vertices and triangles.
type Mesh<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<u32>>);

/// The vertices and the triangles of a mesh.
#[pyfunction]
pub(crate) fn read_mesh(py: Python<'_>, path: PathBuf) -> PyResult<Mesh<'_>> {
    let found = py.detach(|| mesh::read(&path)).map_err(unread)?;
    Ok((rows(py, found.vertices)?, rows(py, found.triangles)?))
}

/// A page that shows balls, or boxes by their corners, with the pairs that touch; and a line for
/// each thing that it leaves out.
#[pyfunction]
pub(crate) fn page(
    py: Python<'_>,
    name: String,
    balls: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    boxes: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    threads: Option<usize>,
) -> PyResult<(String, Vec<String>)> {
    let picture = match (balls, boxes) {
        (Some((centers, radii)), None) => {
            let centers = Vectors::of(&centers, "centers of balls")?;
            let radii = Column::of_each(&radii, "radii of balls", centers.len())?;
            let (view, radii) = (centers.view(), radii.axis());
            run(py, threads, |_| match view.dimensions {
                2 => of_balls::<2>(name, &view, &radii),
                _ => of_balls::<3>(name, &view, &radii),
            })?
        }
        (None, Some((min, max))) => {
            let (min, max) = (Vectors::of(&min, "min")?, Vectors::of(&max, "max")?);
            max.check_dimensions("max", min.dimensions())?;
            check_length("max", max.len(), min.len())?;
            let (min, max) = (min.view(), max.view());
            run(py, threads, |_| match min.dimensions {
                2 => of_boxes::<2>(name, &min, &max),
                _ => of_boxes::<3>(name, &min, &max),
            })?
        }
        _ => return Err(PyValueError::new_err("show needs balls, or boxes")),
    };
    let (bytes, left_out) = picture;
    // It is text; what would not be is told apart where it is read.
    Ok((String::from_utf8_lossy(&bytes).into_owned(), left_out))
}

/// The page, and what it leaves out.
type Drawn = (Vec<u8>, Vec<String>);

fn drawn(mut model: Model) -> Drawn {
    let picture = draw(&mut model);
    (picture.bytes, picture.left_out)
}

fn of_balls<const D: usize>(
    name: String,
    centers: &View<'_>,
    radii: &Axis<'_>,
) -> Result<Drawn, Fault> {
    let (mut gathered, mut of_radii) = (GatheredColumns::<D>::new(), GatheredColumns::<1>::new());
    let ([radius], center) =
        (of_radii.gather([radii.field()])?, gathered.gather(centers.fields())?);
    let at = |index: usize| center.map(|axis| axis[index]);
    let solids = (0..radius.len()).map(|index| Solid::ball(at(index), radius[index])).collect();
    let bounds = Bounds::from_balls(center, radius)?;
    let touches = |Pair { a, b }: &Pair| {
        let [a, b] = [*a as usize, *b as usize];
        let (from, to) = (at(a).map(f64::from), at(b).map(f64::from));
        let reach = f64::from(radius[a]) + f64::from(radius[b]);
        (0..D).map(|axis| (to[axis] - from[axis]).powi(2)).sum::<f64>() <= reach * reach
    };
    let retain = |pairs: &mut [Pair]| {
        let mut kept = 0;
        for index in 0..pairs.len() {
            pairs[kept] = pairs[index];
            kept += usize::from(touches(&pairs[index]));
        }
        kept
    };
    let join = Join::within(BoxSet { bounds, filter: Filter::default() });
    Ok(drawn(survey(name, solids, &join, &retain, &mut Sap::new())?))
}

fn of_boxes<const D: usize>(name: String, min: &View<'_>, max: &View<'_>) -> Result<Drawn, Fault> {
    let (mut low, mut high) = (GatheredColumns::<D>::new(), GatheredColumns::new());
    let (low, high) = (low.gather(min.fields())?, high.gather(max.fields())?);
    let at = |columns: [&[f32]; D], index: usize| columns.map(|axis| axis[index]);
    let solid = |index: usize| Solid::upright((at(low, index), at(high, index)));
    let solids = (0..min.len).map(solid).collect();
    let bounds = Bounds::from_columns(low, high)?;
    let join = Join::within(BoxSet { bounds, filter: Filter::default() });
    Ok(drawn(survey(name, solids, &join, &|pairs: &mut [Pair]| pairs.len(), &mut Sap::new())?))
}
