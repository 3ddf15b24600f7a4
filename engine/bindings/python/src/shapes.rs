//! Shapes as Python gives them: arrays of each kind.

use jostle::{
    Error,
    large_world::{LargeBoxColumns, LargeColumns, LocalShapes, Numbers},
    records::GatheredColumns,
    shape::{BoxColumns, Columns},
};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arrays::{Column, Vectors, check_length},
    view::{Axis, View},
};

/// Arrays of balls, oriented boxes, capsules and half-spaces.
pub(crate) struct ShapeArrays<'py> {
    balls: Option<(Vectors<'py>, Column<'py>)>,
    boxes: Option<(Vectors<'py>, Vectors<'py>, Option<Vectors<'py>>)>,
    capsules: Option<(Vectors<'py>, Vectors<'py>, Column<'py>)>,
    half_spaces: Option<(Vectors<'py>, Vectors<'py>)>,
    pub(crate) dimensions: usize,
}

/// Numbers of any layout.
type Given<'py> = Bound<'py, PyAny>;

/// What Python hands over: for each kind a tuple of arrays, or nothing.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenShapes<'py> {
    balls: Option<(Given<'py>, Given<'py>)>,
    oriented_boxes: Option<(Given<'py>, Given<'py>, Option<Given<'py>>)>,
    capsules: Option<(Given<'py>, Given<'py>, Given<'py>)>,
    half_spaces: Option<(Given<'py>, Given<'py>)>,
}

impl<'py> ShapeArrays<'py> {
    /// The arrays, checked. Without any the shapes are nothing in so many dimensions.
    pub(crate) fn of(given: &GivenShapes<'py>, expected: Option<usize>) -> PyResult<Self> {
        let mut all =
            Self { balls: None, boxes: None, capsules: None, half_spaces: None, dimensions: 0 };
        let mut dimensions = expected;
        let mut vectors = |given: &Bound<'py, PyAny>, what: &str, len: Option<usize>| {
            let vectors = Vectors::of(given, what)?;
            vectors.check_dimensions(what, *dimensions.get_or_insert(vectors.dimensions()))?;
            check_length(what, vectors.len(), len.unwrap_or(vectors.len()))?;
            Ok::<_, PyErr>(vectors)
        };
        if let Some((centers, radii)) = &given.balls {
            let centers = vectors(centers, "centers of balls", None)?;
            let radii = Column::of_each(radii, "radii of balls", centers.len())?;
            all.balls = Some((centers, radii));
        }
        if let Some((centers, halves, _)) = &given.oriented_boxes {
            let centers = vectors(centers, "centers of boxes", None)?;
            let halves = vectors(halves, "half extents of boxes", Some(centers.len()))?;
            all.boxes = Some((centers, halves, None));
        }
        if let Some((centers, axes, radii)) = &given.capsules {
            let centers = vectors(centers, "centers of capsules", None)?;
            let axes = vectors(axes, "axes of capsules", Some(centers.len()))?;
            let radii = Column::of_each(radii, "radii of capsules", centers.len())?;
            all.capsules = Some((centers, axes, radii));
        }
        if let Some((points, normals)) = &given.half_spaces {
            let points = vectors(points, "points of half-spaces", None)?;
            let normals = vectors(normals, "normals of half-spaces", Some(points.len()))?;
            all.half_spaces = Some((points, normals));
        }
        all.dimensions = dimensions.ok_or_else(|| {
            PyValueError::new_err("no shapes: give balls, oriented_boxes, capsules")
        })?;
        let rotations =
            given.oriented_boxes.as_ref().and_then(|(.., rotations)| rotations.as_ref());
        if let (Some((centers, _, to)), Some(given)) = (&mut all.boxes, rotations) {
            // Cosine and sine, or a quaternion.
            let numbers = if all.dimensions == 2 { 2 } else { 4 };
            let rotations = Vectors::of_numbers(given, "rotations of boxes", &[numbers])?;
            check_length("rotations of boxes", rotations.len(), centers.len())?;
            *to = Some(rotations);
        }
        Ok(all)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        let counts = [
            self.balls.as_ref().map(|(centers, _)| centers.len()),
            self.boxes.as_ref().map(|(centers, ..)| centers.len()),
            self.capsules.as_ref().map(|(centers, ..)| centers.len()),
            self.half_spaces.as_ref().map(|(points, _)| points.len()),
        ];
        counts.iter().flatten().sum()
    }

    /// The numbers, for any thread.
    pub(crate) fn views(&self) -> ShapeViews<'_> {
        ShapeViews {
            balls: self.balls.as_ref().map(|(centers, radii)| (centers.view(), radii.axis())),
            boxes: self.boxes.as_ref().map(|(centers, halves, rotations)| {
                (centers.view(), halves.view(), rotations.as_ref().map(Vectors::view))
            }),
            capsules: self
                .capsules
                .as_ref()
                .map(|(centers, axes, radii)| (centers.view(), axes.view(), radii.axis())),
            half_spaces: self
                .half_spaces
                .as_ref()
                .map(|(points, normals)| (points.view(), normals.view())),
        }
    }
}

/// In how many dimensions shapes are.
#[pyfunction]
pub(crate) fn dimensions_of(shapes: GivenShapes<'_>) -> PyResult<usize> {
    Ok(ShapeArrays::of(&shapes, None)?.dimensions)
}

/// The numbers of shapes.
#[derive(Clone, Copy, Default)]
pub(crate) struct ShapeViews<'a> {
    pub(crate) balls: Option<(View<'a>, Axis<'a>)>,
    pub(crate) boxes: Option<(View<'a>, View<'a>, Option<View<'a>>)>,
    pub(crate) capsules: Option<(View<'a>, View<'a>, Axis<'a>)>,
    pub(crate) half_spaces: Option<(View<'a>, View<'a>)>,
}

impl ShapeViews<'_> {
    /// Whether any center is of `float64`, of shapes that can grow by what rounding moves them.
    fn is_large(&self) -> bool {
        let centers = [
            self.balls.map(|(centers, _)| centers),
            self.boxes.map(|(centers, ..)| centers),
            self.capsules.map(|(centers, ..)| centers),
        ];
        self.half_spaces.is_none() && centers.iter().flatten().any(View::is_double)
    }
}

/// What differs between spaces.
pub(crate) trait Space<const D: usize> {
    fn boxes<'a>(
        centers: [&'a [f32]; D],
        halves: [&'a [f32]; D],
        rotations: [&'a [f32]; 4],
    ) -> Result<BoxColumns<'a, D>, Error>;

    fn large_boxes<'a>(
        centers: [&'a [f64]; D],
        halves: [&'a [f64]; D],
        rotations: [&'a [f64]; 4],
    ) -> Result<LargeBoxColumns<'a, D>, Error>;
}

/// The spaces that there are.
pub(crate) struct Dimension;

impl Space<2> for Dimension {
    fn boxes<'a>(
        centers: [&'a [f32]; 2],
        halves: [&'a [f32]; 2],
        [cos, sin, ..]: [&'a [f32]; 4],
    ) -> Result<BoxColumns<'a, 2>, Error> {
        BoxColumns::<2>::new(centers, halves, [cos, sin])
    }

    fn large_boxes<'a>(
        centers: [&'a [f64]; 2],
        halves: [&'a [f64]; 2],
        [cos, sin, ..]: [&'a [f64]; 4],
    ) -> Result<LargeBoxColumns<'a, 2>, Error> {
        LargeBoxColumns::<2>::new(centers, halves, [cos, sin])
    }
}

impl Space<3> for Dimension {
    fn boxes<'a>(
        centers: [&'a [f32]; 3],
        halves: [&'a [f32]; 3],
        rotations: [&'a [f32]; 4],
    ) -> Result<BoxColumns<'a, 3>, Error> {
        BoxColumns::<3>::new(centers, halves, rotations)
    }

    fn large_boxes<'a>(
        centers: [&'a [f64]; 3],
        halves: [&'a [f64]; 3],
        rotations: [&'a [f64]; 4],
    ) -> Result<LargeBoxColumns<'a, 3>, Error> {
        LargeBoxColumns::<3>::new(centers, halves, rotations)
    }
}

/// Where numbers go that the engine does not read where they are.
#[derive(Default)]
pub(crate) struct GatheredShapes<const D: usize> {
    vectors: [GatheredColumns<D>; 7],
    rotations: GatheredColumns<4>,
    radii: [GatheredColumns<1>; 2],
    local: LocalShapes<D>,
    doubles: Vec<Vec<f64>>,
}

impl<const D: usize> GatheredShapes<D>
where
    Dimension: Space<D>,
{
    /// The shapes as the engine takes them: columns of `float32` where they are, other numbers of
    /// `float32` copied, and those with centers of `float64` relative to an origin and larger by
    /// what rounding moved them.
    pub(crate) fn columns<'a>(
        &'a mut self,
        shapes: &ShapeViews<'a>,
    ) -> Result<Columns<'a, D>, Error> {
        if shapes.is_large() {
            self.update_local(shapes)?;
            return Ok(self.local.columns());
        }
        self.rounded(shapes)
    }

    /// The same, where numbers of `float64` are rounded to the nearest of `float32`.
    pub(crate) fn rounded<'a>(
        &'a mut self,
        shapes: &ShapeViews<'a>,
    ) -> Result<Columns<'a, D>, Error> {
        let mut columns = Columns::default();
        let [balls, centers, halves, middles, axes, points, normals] = &mut self.vectors;
        let [of_balls, of_capsules] = &mut self.radii;
        if let Some((view, radii)) = &shapes.balls {
            let [radii] = of_balls.gather([radii.field()])?;
            columns = columns.with_balls(balls.gather(view.fields())?, radii)?;
        }
        if let Some((view, half, rotations)) = &shapes.boxes {
            let centers = centers.gather(view.fields())?;
            let halves = halves.gather(half.fields())?;
            columns = match rotations {
                None => columns.with_aligned_boxes(centers, halves)?,
                Some(rotations) => {
                    let rotations = self.rotations.gather(rotations.fields())?;
                    columns.with_boxes(Dimension::boxes(centers, halves, rotations)?)
                }
            };
        }
        if let Some((view, along, radii)) = &shapes.capsules {
            let [radii] = of_capsules.gather([radii.field()])?;
            let axes = axes.gather(along.fields())?;
            columns = columns.with_capsules(middles.gather(view.fields())?, axes, radii)?;
        }
        if let Some((view, out)) = &shapes.half_spaces {
            let normals = normals.gather(out.fields())?;
            columns = columns.with_half_spaces(points.gather(view.fields())?, normals)?;
        }
        Ok(columns)
    }

    fn update_local(&mut self, shapes: &ShapeViews<'_>) -> Result<(), Error> {
        let mut axes = Vec::new();
        if let Some((view, radii)) = &shapes.balls {
            axes.extend_from_slice(&view.axes[..D]);
            axes.push(*radii);
        }
        if let Some((view, halves, rotations)) = &shapes.boxes {
            axes.extend_from_slice(&view.axes[..D]);
            axes.extend_from_slice(&halves.axes[..D]);
            axes.extend(rotations.iter().flat_map(|rotations| rotations.axes));
        }
        if let Some((view, along, radii)) = &shapes.capsules {
            axes.extend_from_slice(&view.axes[..D]);
            axes.extend_from_slice(&along.axes[..D]);
            axes.push(*radii);
        }
        let mut columns = doubles(&mut self.doubles, &axes)?.into_iter();
        let mut next = || columns.next().unwrap_or_default();
        let mut large = LargeColumns::default();
        if shapes.balls.is_some() {
            large = large.with_balls(std::array::from_fn(|_| next()), next())?;
        }
        if let Some((.., rotations)) = &shapes.boxes {
            let centers = std::array::from_fn(|_| next());
            let halves: [&[f64]; D] = std::array::from_fn(|_| next());
            large = match rotations {
                None => large.with_aligned_boxes(centers, halves)?,
                Some(_) => {
                    let rotations = std::array::from_fn(|_| next());
                    large.with_boxes(Dimension::large_boxes(centers, halves, rotations)?)
                }
            };
        }
        if shapes.capsules.is_some() {
            let centers = std::array::from_fn(|_| next());
            let along: [&[f64]; D] = std::array::from_fn(|_| next());
            large = large.with_capsules(centers, along, Numbers::from(next()))?;
        }
        self.local.update(None, large)
    }
}

/// Columns of `f64`: those that are such as they are, others copied.
fn doubles<'a>(kept: &'a mut Vec<Vec<f64>>, axes: &[Axis<'a>]) -> Result<Vec<&'a [f64]>, Error> {
    kept.resize_with(axes.len().max(kept.len()), Vec::new);
    for (to, axis) in kept.iter_mut().zip(axes) {
        to.clear();
        let len = axis.field().len();
        if matches!(axis, Axis::Double(_, 1)) {
            continue;
        }
        let refused = |_| Error::OutOfMemory { what: "columns of shapes", bytes: 8 * len };
        to.try_reserve(len).map_err(refused)?;
        to.extend((0..len).map(|row| axis.get(row)));
    }
    let columns = axes.iter().zip(kept.iter()).map(|(axis, kept)| match *axis {
        Axis::Double(numbers, 1) => numbers,
        _ => kept.as_slice(),
    });
    Ok(columns.collect())
}
