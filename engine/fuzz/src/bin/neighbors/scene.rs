//! Points, and what happens to them between two frames.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::neighbors::Points;
use jostle_fuzz::input::{Number, floats, some};

/// Points of one set.
#[derive(Clone, Debug)]
pub(crate) struct PointSet<const D: usize> {
    pub(crate) points: Vec<[f32; D]>,
    /// One of each point, where they have some.
    pub(crate) radii: Vec<f32>,
    pub(crate) has_radii: bool,
}

/// All points of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Scene<const D: usize> {
    /// Those that have lists, if these are not the same.
    pub(crate) queries: Option<PointSet<D>>,
    pub(crate) points: PointSet<D>,
}

/// What happens to a set.
#[derive(Arbitrary, Debug)]
pub(crate) enum Change<const D: usize> {
    Nothing,
    /// One moves.
    Move(u8, [Number; D]),
    /// All move by a share of this, each its own way.
    Drift(Number),
    /// Neighbors in the list of points move toward each other on an axis, by about half the skin.
    Close(u8),
    /// One is set to another place.
    Set(u8, [Number; D]),
    Push([Number; D], Number),
    /// One goes, and the last takes its place.
    Remove(u8),
    /// One of its numbers is none.
    Spoil(u8),
    Radius(u8, Number),
    /// All radii change a little.
    Swell(Number),
}

impl<const D: usize> PointSet<D> {
    /// Points from bytes, for lists with a reach.
    pub(crate) fn new(u: &mut Unstructured<'_>, reach: f32) -> Result<Self> {
        let (bits, gap) = (u8::arbitrary(u)?, Number::arbitrary(u)?.0);
        // Of those in rows some are listed, or not, by little.
        let gap = if bits & 2 == 0 { gap } else { reach * (1.0 + gap / 256.0) };
        let mut set = Self { points: Vec::new(), radii: Vec::new(), has_radii: bits & 1 == 1 };
        // Some inputs have so many that cells are full: they lie in rows.
        let rows = if bits < 220 { 0 } else { 4 * usize::from(bits - 200) };
        for index in 0..rows {
            let place = [index % 8, index / 8 % 8, index / 64];
            set.push(std::array::from_fn(|axis| place[axis] as f32 * gap), gap.abs());
        }
        for (at, radius) in some::<([Number; D], Number)>(u, 40)? {
            set.push(floats(at), radius.size());
        }
        Ok(set)
    }

    fn push(&mut self, at: [f32; D], radius: f32) {
        self.points.push(at);
        self.radii.push(radius);
    }

    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// The radius of a point; 0 where they have none.
    pub(crate) fn radius(&self, index: usize) -> f32 {
        if self.has_radii { self.radii[index] } else { 0.0 }
    }

    /// Whether a point is one that can have neighbors, its distance from the cell apart.
    pub(crate) fn is_valid(&self, index: usize) -> bool {
        let is_finite = self.points[index].iter().all(|x| x.is_finite());
        is_finite && (0.0..f32::INFINITY).contains(&self.radius(index))
    }

    /// Changes the points of lists that have a skin.
    pub(crate) fn change(&mut self, change: &Change<D>, skin: f32) {
        let len = self.len();
        let at = |index: u8| usize::from(index) % len.max(1);
        match *change {
            Change::Nothing => {}
            Change::Push(place, radius) => self.push(floats(place), radius.size()),
            _ if len == 0 => {}
            Change::Move(index, by) => {
                let point = &mut self.points[at(index)];
                point.iter_mut().zip(floats(by)).for_each(|(x, by)| *x += by);
            }
            Change::Drift(by) => {
                for (index, point) in self.points.iter_mut().enumerate() {
                    for (axis, x) in point.iter_mut().enumerate() {
                        *x += by.0 * (((7 * index + 3 * axis) % 9) as f32 - 4.0) / 16.0;
                    }
                }
            }
            Change::Close(share) => {
                let by = skin * (0.45 + f32::from(share / 4) / 640.0);
                for (index, point) in self.points.iter_mut().enumerate() {
                    point[usize::from(share) % D] += if index % 2 == 0 { by } else { -by };
                }
            }
            Change::Set(index, place) => self.points[at(index)] = floats(place),
            Change::Remove(index) => {
                self.points.swap_remove(at(index));
                self.radii.swap_remove(at(index));
            }
            Change::Spoil(index) => self.points[at(index)][usize::from(index) % D] = f32::NAN,
            Change::Radius(index, radius) => self.radii[at(index)] = radius.size(),
            Change::Swell(by) => {
                self.radii.iter_mut().for_each(|radius| *radius = (*radius + by.0 / 16.0).abs());
            }
        }
    }
}

impl<const D: usize> Scene<D> {
    /// Those that have lists.
    pub(crate) fn from(&self) -> &PointSet<D> {
        self.queries.as_ref().unwrap_or(&self.points)
    }
}

/// The numbers of a set as users may have them.
pub(crate) struct Stored<'a, const D: usize> {
    set: &'a PointSet<D>,
    columns: Option<[Vec<f32>; D]>,
    strided: Option<Vec<f32>>,
}

impl<'a, const D: usize> Stored<'a, D> {
    pub(crate) fn new(set: &'a PointSet<D>, layout: u8) -> Self {
        let column = |axis: usize| set.points.iter().map(|point| point[axis]).collect();
        // With a number behind each, but for the last.
        let spaced = set.points.iter().flat_map(|point| point.iter().copied().chain([f32::NAN]));
        let count = (set.len() * (D + 1)).saturating_sub(1);
        Self {
            set,
            columns: (layout == 1).then(|| std::array::from_fn(column)),
            strided: (layout == 2).then(|| spaced.take(count).collect()),
        }
    }

    pub(crate) fn points(&self) -> Points<'_, D> {
        let points = match (&self.columns, &self.strided) {
            (Some(columns), _) => {
                Points::from_columns(columns.each_ref().map(Vec::as_slice)).expect("as many each")
            }
            (_, Some(strided)) => Points::from_strided(strided, D + 1).expect("it is long enough"),
            _ => Points::from(&self.set.points),
        };
        assert_eq!(points.len(), self.set.len());
        let with = |radii| points.with_radii(radii).expect("as many as points");
        if self.set.has_radii { with(&self.set.radii) } else { points }
    }
}
