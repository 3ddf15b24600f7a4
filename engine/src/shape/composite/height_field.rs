//! A ground of heights over a grid.

use jostle_kernels::{Aabb, shape::Triangle};

use super::edges::{FREE, turn};
use crate::{
    Error,
    bvh::{BoxCast, DistanceHit, Hit},
    error::{MeshFault, check_setting},
    memory::reserve_more,
};

/// Heights at the points of a grid in the plane of `x` and `z`, along `y`, with two triangles in
/// each of its cells.
///
/// The sample of a row and a column is at `[column * spacing[0], height, row * spacing[1]]`. The
/// first triangle of a cell has its corner with the lowest row and column, the second that with the
/// highest; the edge between them is between the other two. Triangle `i` is in cell `i / 2`, and
/// cells are numbered by row, then by column. It takes 4 bytes for each sample, and no tree.
///
/// ```
/// use std::sync::Arc;
/// use jostle::{Shape, narrow::contact, shape::{HeightField, Parts, Rotation}};
///
/// let heights = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]; // two rows that rise to the right
/// let field = HeightField::new(&heights, 3, [1.0, 1.0])?;
/// let parts = Arc::new(Parts::height_field(field)?);
/// let ground = Shape::composite(&parts, [0.0; 3], Rotation::IDENTITY);
/// let ball = Shape::ball([0.5, 0.875, 0.5], 1.0);
/// let found = contact(&ground, &ball)?.expect("they touch");
/// assert_eq!((found.normal[1], found.distance), (1.0, -0.125));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    heights: Vec<f32>,
    columns: usize,
    spacing: [f32; 2],
    bounds: Aabb<3>,
}

/// Most samples of a row or a column: as many numbers as `f32` has without a gap.
const MOST: usize = 1 << f32::MANTISSA_DIGITS;

impl HeightField {
    /// Heights by row, each row of so many columns, and how far columns and rows are apart.
    ///
    /// # Errors
    /// [`Error::Length`] when the heights are not those of at least two rows of at least two
    /// columns, [`Error::Mesh`] for one that is not finite, with its index, or for the last one
    /// where its place is not; [`Error::Setting`] for a spacing that is not positive and finite;
    /// when memory runs out.
    pub fn new(heights: &[f32], columns: usize, spacing: [f32; 2]) -> Result<Self, Error> {
        let found = heights.len();
        let rows = found.checked_div(columns).unwrap_or_default();
        let (fewest, most) = (columns.min(rows), columns.max(rows));
        if fewest < 2 || most > MOST || rows * columns != found {
            let expected = columns.clamp(2, MOST) * rows.clamp(2, MOST);
            return Err(Error::Length { what: "the heights of a grid", expected, found });
        }
        for spacing in spacing {
            check_setting(
                "the spacing of heights",
                spacing,
                f32::MIN_POSITIVE..=f32::MAX,
                "positive",
            )?;
        }
        let index = heights.iter().position(|height| !height.is_finite());
        if let Some(index) = index {
            return Err(Error::Mesh { fault: MeshFault::Vertex { index } });
        }
        let mut kept = Vec::new();
        reserve_more(&mut kept, found, "the heights of a grid")?;
        kept.extend(heights.iter().map(|height| height + 0.0));
        let mut field = Self { heights: kept, columns, spacing, bounds: Aabb::EMPTY };
        let low = field.heights.iter().copied().fold(f32::INFINITY, f32::min);
        let high = field.heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let far = field.vertex(field.rows() - 1, columns - 1);
        if !far.iter().all(|x| x.is_finite()) {
            return Err(Error::Mesh { fault: MeshFault::Vertex { index: found - 1 } });
        }
        field.bounds = Aabb { min: [0.0, low, 0.0], max: [far[0], high, far[2]] };
        Ok(field)
    }

    /// The heights, by row, and the number of columns.
    #[must_use]
    pub fn heights(&self) -> (&[f32], usize) {
        (&self.heights, self.columns)
    }

    /// How far columns and rows are apart.
    #[must_use]
    pub fn spacing(&self) -> [f32; 2] {
        self.spacing
    }

    fn rows(&self) -> usize {
        self.heights.len() / self.columns
    }

    /// Number of triangles.
    pub(super) fn len(&self) -> usize {
        2 * (self.columns - 1) * (self.rows() - 1)
    }

    pub(super) fn bounds(&self) -> Aabb<3> {
        self.bounds
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of_val(&self.heights[..])
    }

    fn vertex(&self, row: usize, column: usize) -> [f32; 3] {
        let height = self.heights[row * self.columns + column];
        [column as f32 * self.spacing[0], height, row as f32 * self.spacing[1]]
    }

    /// The row and the column of the cell of a triangle, and whether it is the second one.
    fn place(&self, number: usize) -> ([usize; 2], bool) {
        let cell = number / 2;
        ([cell / (self.columns - 1), cell % (self.columns - 1)], number % 2 == 1)
    }

    /// A triangle, which is seen from above counter-clockwise.
    pub(super) fn triangle(&self, number: usize) -> Triangle {
        let ([row, column], is_second) = self.place(number);
        let [low, high] = [self.vertex(row, column + 1), self.vertex(row + 1, column)];
        let own = if is_second {
            [self.vertex(row + 1, column + 1), low, high]
        } else {
            [self.vertex(row, column), high, low]
        };
        Triangle { vertices: own }
    }

    /// By how much the neighbors of a triangle are turned.
    pub(super) fn turns(&self, number: usize) -> [f32; 3] {
        let triangle = self.triangle(number);
        let ([row, column], is_second) = self.place(number);
        let (row, column) = (row as isize, column as isize);
        // The corners of the neighbors that are not corners of the triangle, by side.
        let corners = if is_second {
            [[row, column + 2], [row, column], [row + 2, column]]
        } else {
            [[row + 1, column - 1], [row + 1, column + 1], [row - 1, column + 1]]
        };
        let mut turns = [FREE; 3];
        for (side, ([row, column], to)) in corners.into_iter().zip(&mut turns).enumerate() {
            let inside = (0..self.rows() as isize).contains(&row)
                && (0..self.columns as isize).contains(&column);
            if inside {
                *to = turn(&triangle, side, self.vertex(row as usize, column as usize));
            }
        }
        turns
    }

    /// The cells, by row or column, that a range of coordinates reaches.
    fn cells(&self, [low, high]: [f32; 2], axis: usize) -> std::ops::Range<usize> {
        let count = if axis == 0 { self.columns } else { self.rows() } - 1;
        let spacing = f64::from(self.spacing[axis]);
        // One further on both sides, as coordinates of samples are rounded.
        let first = (f64::from(low) / spacing).floor() - 1.0;
        let end = (f64::from(high) / spacing).floor() + 2.0;
        let most = count as f64;
        first.clamp(0.0, most) as usize..end.clamp(0.0, most) as usize
    }

    /// Calls for the triangles whose bounds touch a region.
    fn each_near(&self, region: &Aabb<3>, mut each: impl FnMut(u32)) {
        let Aabb { min, max } = *region;
        let columns = self.cells([min[0], max[0]], 0);
        for row in self.cells([min[2], max[2]], 1) {
            for column in columns.clone() {
                let first = 2 * (row * (self.columns - 1) + column);
                for number in [first, first + 1] {
                    let [a, b, c] = self.triangle(number).vertices;
                    if Aabb::point(a).including(b).including(c).overlaps(region) {
                        each(number as u32);
                    }
                }
            }
        }
    }

    /// The triangles whose bounds touch a region, to the end of a list.
    pub(super) fn near(&self, region: &Aabb<3>, list: &mut Vec<u32>) -> Result<(), Error> {
        let mut full = Ok(());
        self.each_near(region, |number| {
            if full.is_ok() {
                full = reserve_more(list, 1, "the triangles near a shape");
            }
            if full.is_ok() {
                list.push(number);
            }
        });
        full
    }

    /// The triangle that a moving box meets first.
    pub(super) fn first_along<const D: usize>(
        &self,
        cast: &BoxCast<D>,
        time: impl Fn(u32) -> Option<f32>,
    ) -> Option<Hit> {
        let (wide, direction) = (|x: f32| f64::from(x), cast.direction);
        let mut best: Option<Hit> = None;
        // Column by column, in the order in which they are met.
        let count = self.columns - 1;
        let spacing = wide(self.spacing[0]);
        for step in 0..count {
            let column = if direction[0] < 0.0 { count - 1 - step } else { step };
            let ends = [column as f64 * spacing, (column + 1) as f64 * spacing];
            let Some([enter, leave]) = self.times(cast, 0, ends) else { continue };
            if best.is_some_and(|hit| enter > wide(hit.t)) {
                break;
            }
            // Where it is on the other axes while it is over the column.
            let (mut min, mut max) = (self.bounds.min, self.bounds.max);
            for axis in [1, 2] {
                let way = [enter, leave].map(|t| t * wide(direction[axis]));
                let low = wide(cast.aabb.min[axis]) + way[0].min(way[1]);
                let high = wide(cast.aabb.max[axis]) + way[0].max(way[1]);
                min[axis] = (low as f32).next_down();
                max[axis] = (high as f32).next_up();
            }
            (min[0], max[0]) = ((ends[0] as f32).next_down(), (ends[1] as f32).next_up());
            self.each_near(&Aabb { min, max }, |number| {
                if let Some(t) = time(number)
                    && best.is_none_or(|hit| t < hit.t || t == hit.t && number < hit.id)
                {
                    best = Some(Hit { id: number, t });
                }
            });
        }
        best
    }

    /// When a moving box is over a part of an axis, if it is.
    fn times<const D: usize>(
        &self,
        cast: &BoxCast<D>,
        axis: usize,
        [low, high]: [f64; 2],
    ) -> Option<[f64; 2]> {
        let step = f64::from(self.spacing[axis]) * 1e-6;
        let low = low - step - f64::from(cast.aabb.max[axis]);
        let high = high + step - f64::from(cast.aabb.min[axis]);
        let (speed, last) = (f64::from(cast.direction[axis]), f64::from(cast.t_max));
        if speed == 0.0 {
            return (low <= 0.0 && high >= 0.0).then_some([0.0, last]);
        }
        let (first, second) = (low / speed, high / speed);
        let (enter, leave) = (first.min(second).max(0.0), first.max(second).min(last));
        (enter <= leave).then_some([enter, leave])
    }

    /// The triangle that is nearest to what reaches so far from a point.
    pub(super) fn nearest(
        &self,
        center: [f64; 3],
        reach: f32,
        most: f32,
        distance: impl Fn(u32) -> Option<f32>,
    ) -> Option<DistanceHit> {
        let closest = |region: &Aabb<3>| {
            let mut best: Option<DistanceHit> = None;
            self.each_near(region, |id| {
                if let Some(distance) = distance(id)
                    && distance <= most
                    && best.is_none_or(|hit| distance < hit.distance)
                {
                    best = Some(DistanceHit { id, distance });
                }
            });
            best
        };
        // Something of the grid is no farther than the triangles of the cell that is nearest.
        let mut at = [0.0; 3];
        for axis in [0, 2] {
            let (low, high) = (self.bounds.min[axis], self.bounds.max[axis]);
            at[axis] = (center[axis] as f32).clamp(low, high);
        }
        let mut column = Aabb::point(at);
        (column.min[1], column.max[1]) = (self.bounds.min[1], self.bounds.max[1]);
        let below = closest(&column);
        let bound = below.map_or(most, |hit| hit.distance);
        let reach = f64::from(reach) + f64::from(bound);
        let mut region = Aabb::EMPTY;
        for (axis, at) in center.iter().enumerate() {
            region.min[axis] = ((at - reach) as f32).next_down();
            region.max[axis] = ((at + reach) as f32).next_up();
        }
        // Where distances are too small to be told, that one may seem to be nearer than it is.
        closest(&region).or(below)
    }
}
