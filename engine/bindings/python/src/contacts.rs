//! Contacts as arrays.

use jostle::narrow::Contacts;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::{
    error::Fault,
    output::{array, collect, pairs, rows},
};

/// Contacts as Python knows them: pairs, normals, distances, where the points of each begin, the
/// points of both shapes relative to their centers, their distances, and their features.
pub(crate) type Told<'py> = (
    Bound<'py, PyArray2<u32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<u32>>,
);

/// Contacts, listed by what is known of them.
pub(crate) struct ContactLists<const D: usize> {
    pairs: Vec<jostle::Pair>,
    normals: Vec<[f32; D]>,
    distances: Vec<f32>,
    offsets: Vec<i64>,
    on: [Vec<[f32; D]>; 2],
    point_distances: Vec<f32>,
    features: Vec<u32>,
}

impl<const D: usize> ContactLists<D> {
    pub(crate) fn of(contacts: &Contacts<D>) -> Result<Self, Fault> {
        let all = || contacts.iter();
        let sized = |len: usize| 0..len;
        let points = || all().flat_map(|contact| contact.points);
        let (heads, bodies) = (contacts.len(), contacts.points());
        let mut end = 0;
        let ends = std::iter::once(0).chain(all().map(|contact| {
            end += contact.points.len() as i64;
            end
        }));
        Ok(Self {
            pairs: collect(sized(heads).zip(all()).map(|(_, contact)| contact.pair))?,
            normals: collect(sized(heads).zip(all()).map(|(_, contact)| contact.normal))?,
            distances: collect(sized(heads).zip(all()).map(|(_, contact)| contact.distance))?,
            offsets: collect(sized(heads + 1).zip(ends).map(|(_, end)| end))?,
            on: [
                collect(sized(bodies).zip(points()).map(|(_, point)| point.on_a))?,
                collect(sized(bodies).zip(points()).map(|(_, point)| point.on_b))?,
            ],
            point_distances: collect(sized(bodies).zip(points()).map(|(_, point)| point.distance))?,
            features: collect(sized(bodies).zip(points()).map(|(_, point)| point.feature))?,
        })
    }

    pub(crate) fn told(self, py: Python<'_>) -> PyResult<Told<'_>> {
        let [on_a, on_b] = self.on;
        Ok((
            pairs(py, self.pairs)?,
            rows(py, self.normals)?,
            array(py, self.distances),
            array(py, self.offsets),
            rows(py, on_a)?,
            rows(py, on_b)?,
            array(py, self.point_distances),
            array(py, self.features),
        ))
    }
}
