//! Balls: values, columns, packing, validation and features.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide},
    shape::{Ball, Pack, Quads1, Rows},
    simd::Quad,
};

use super::{
    ShapeKind, Shapes,
    features::{Features, FeaturesOf, wide},
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::{Packed, bounds, features, positive},
    placement::Placement,
    shared::Geometry,
    table::{ShapeRow, ShapeTable},
    traits::{ShapeColumns, ShapeValue},
};
use crate::{
    Aabb, Error,
    error::same_length,
    validate::{self, InvalidReason, ShapeNumbers},
};

impl<const D: usize> ShapeValue<D> for Ball<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }

    fn at(&self, center: [f32; D]) -> Self {
        Self { center, ..*self }
    }

    fn placed(&self, placement: &Placement) -> Self {
        Self { center: placement.point(self.center), ..*self }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, radius } = self;
        ShapeNumbers { center, radius: *radius, ..ShapeNumbers::default() }.check()
    }

    fn row(&self) -> ShapeRow {
        ShapeRow::of([&self.center[..], &[self.radius]])
    }

    fn packed(&self) -> Packed<D> {
        let ball = Self { center: positive(self.center), radius: self.radius + 0.0 };
        Packed::of::<Self, D>(ShapeKind::Ball, &ball)
    }

    /// A ball looks the same from all sides.
    fn turn_to(&self, _other: &Self) -> [f64; 3] {
        [0.0; 3]
    }
}

/// A point has an edge to itself, so that whatever looks at edges sees it.
const POINT: [[u8; 2]; 1] = [[0, 0]];

impl<const D: usize> FeaturesOf for Ball<D> {
    fn features<const E: usize>(&self) -> Features<E> {
        Features::new(self.center, [wide(self.center)], &POINT, &[], self.radius)
    }
}

/// Balls, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct BallColumns<'a, const D: usize> {
    centers: [&'a [f32]; D],
    radii: &'a [f32],
}

/// Balls, borrowed as columns to be changed in place. Whatever is written there, invalid balls are
/// left out by the next step.
#[derive(Debug)]
pub struct BallColumnsMut<'a, const D: usize> {
    /// The centers, a slice for each axis.
    pub centers: [&'a mut [f32]; D],
    /// The radii.
    pub radii: &'a mut [f32],
}

impl<'a, const D: usize> BallColumnsMut<'a, D> {
    fn of(table: &'a mut ShapeTable) -> Self {
        let (centers, rest) = table.columns_mut().split_at_mut(D);
        let mut centers = centers.iter_mut();
        let center = |_| centers.next().expect("there is a column for each axis").as_mut_slice();
        Self { centers: std::array::from_fn(center), radii: &mut rest[0] }
    }
}

impl<'a, const D: usize> BallColumns<'a, D> {
    /// The column of the radii.
    const RADII: usize = D;

    /// A slice of centers for each axis, and the radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(centers: [&'a [f32]; D], radii: &'a [f32]) -> Result<Self, Error> {
        same_length("centers", radii.len(), &centers)?;
        Ok(Self { centers, radii })
    }

    /// The centers, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; D] {
        self.centers
    }

    /// The radii.
    #[must_use]
    pub fn radii(&self) -> &'a [f32] {
        self.radii
    }

    /// The ball in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Ball<D> {
        Ball { center: self.centers.map(|axis| axis[row]), radius: self.radii[row] }
    }
}

impl<const D: usize> Default for BallColumns<'_, D> {
    fn default() -> Self {
        Self { centers: [&[]; D], radii: &[] }
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for BallColumns<'a, D> {
    type Value = Ball<D>;
    type Entry = Quads1;

    const QUADS: usize = Ball::<D>::QUADS;
    const WIDTH: usize = D + 1;

    fn of(table: &'a ShapeTable, _geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        Self {
            centers: std::array::from_fn(|axis| &columns[axis][..]),
            radii: &columns[Self::RADII],
        }
    }

    fn len(&self) -> usize {
        self.radii.len()
    }

    fn value(&self, row: usize) -> Ball<D> {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, _geometry: &mut Geometry<D>) -> Result<(), Error> {
        table.copy_in(0, &self.centers, "centers")?;
        table.copy_in(Self::RADII, &[self.radii], "radii")
    }

    /// Any numbers are.
    fn is_sound(&self, _row: usize) -> bool {
        true
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        bounds::<Ball<D>, D, D>(quads)
    }

    fn features(row: Rows<'_>) -> Features<D> {
        features::<Ball<D>, D>(row)
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads1]) {
        filling.add::<_, D>(self, records);
    }
}

impl<const D: usize> LaneColumns<D> for BallColumns<'_, D> {
    type Shape = Ball<D>;

    fn len(&self) -> usize {
        self.radii.len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Ball<D, Wide<L>>, Truth<L>) {
        let center = rows.load_all(&self.centers);
        let radius = rows.load(self.radii);
        (Ball { center, radius }, validate::finite(&center) & validate::sizes(&[radius]))
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        ShapeValue::<D>::check(&self.get(row))
    }
}

impl<const D: usize> Shapes<D> {
    /// The columns of the balls.
    #[must_use]
    pub fn balls(&self) -> BallColumns<'_, D> {
        BallColumns::of(&self.tables[ShapeKind::Ball as usize], &self.geometry)
    }

    /// The columns of all balls, to be changed in place: balls that the user moves need no columns
    /// of their own.
    ///
    /// ```
    /// use jostle::{Shape, Shapes};
    ///
    /// let mut shapes = Shapes::<2>::new();
    /// let ball = shapes.insert(Shape::ball([1.0, 2.0], 0.5))?;
    /// let balls = shapes.balls_mut();
    /// balls.centers[1].iter_mut().for_each(|y| *y -= 0.25);
    /// balls.radii[0] = 1.0;
    /// assert_eq!(shapes.get(ball)?, Shape::ball([1.0, 1.75], 1.0));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    pub fn balls_mut(&mut self) -> BallColumnsMut<'_, D> {
        BallColumnsMut::of(&mut self.tables[ShapeKind::Ball as usize])
    }

    /// The centers of all balls.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_ball_centers(&mut self, centers: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Ball, 0, &centers, "centers")
    }

    /// The radii of all balls.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_ball_radii(&mut self, radii: &[f32]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Ball, BallColumns::<D>::RADII, &[radii], "radii")
    }
}
