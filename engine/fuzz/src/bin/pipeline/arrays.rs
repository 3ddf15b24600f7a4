//! Shapes as a user keeps them who has arrays of his own.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Error, Shape,
    shape::{BoxColumns, Columns, Rotation, SolidColumns},
};
use jostle_fuzz::{
    input::{Number, floats},
    shapes::SingleShape,
};

/// Kinds that may be given as arrays, the last two in space only.
const KINDS: usize = 6;

/// One column for each number of a shape, by kind.
#[derive(Clone)]
pub(crate) struct Arrays {
    columns: [Vec<Vec<f32>>; KINDS],
    /// Whether boxes have rotations.
    is_turned: bool,
}

/// What happens to arrays between two frames.
#[derive(Arbitrary, Debug)]
pub(crate) enum Change<const D: usize> {
    Push(SingleShape<D>),
    /// A row becomes another shape.
    Set(u8, SingleShape<D>),
    /// A shape moves.
    Move([u8; 2], [Number; D]),
    /// All shapes of a kind move, each its own way.
    Drift(u8, Number),
    /// A number of any column is another.
    Number([u8; 3], Number),
    /// The last row of a kind goes.
    Pop(u8),
    Swap([u8; 3]),
}

/// What differs by dimension.
pub(crate) trait Space<const D: usize> {
    /// How many numbers a shape of each kind has.
    const WIDTHS: [usize; KINDS];
    fn numbers_of(rotation: &Rotation<D>) -> Vec<f32>;
    fn columns(arrays: &Arrays) -> Columns<'_, D>;
}

pub(crate) struct In;

/// Boxes, or why columns are none.
type Boxes<'a, const D: usize> = std::result::Result<BoxColumns<'a, D>, Error>;

const FIT: &str = "all columns of a kind are as long";

impl Space<2> for In {
    const WIDTHS: [usize; KINDS] = [3, 6, 5, 4, 0, 0];

    fn numbers_of(rotation: &Rotation<2>) -> Vec<f32> {
        rotation.cos_sin().to_vec()
    }

    fn columns(arrays: &Arrays) -> Columns<'_, 2> {
        arrays.in_any_dimension(|centers, halves| {
            BoxColumns::<2>::new(centers, halves, arrays.of(1, 4))
        })
    }
}

impl Space<3> for In {
    const WIDTHS: [usize; KINDS] = [4, 10, 7, 6, 9, 13];

    fn numbers_of(rotation: &Rotation<3>) -> Vec<f32> {
        rotation.quaternion().to_vec()
    }

    fn columns(arrays: &Arrays) -> Columns<'_, 3> {
        let turned = |centers, halves| BoxColumns::<3>::new(centers, halves, arrays.of(1, 6));
        let columns = arrays.in_any_dimension(turned);
        let columns = columns.with_triangles([0, 3, 6].map(|first| arrays.of(4, first)));
        let [lower, upper, roundings] = arrays.of(5, 6);
        let solids = SolidColumns::new(
            arrays.of(5, 0),
            arrays.of(5, 3),
            [lower, upper],
            roundings,
            arrays.of(5, 9),
        );
        columns.expect(FIT).with_solids(solids.expect(FIT))
    }
}

/// The kind of a shape, and its numbers; of one that no array holds, a ball in its place.
fn row<const D: usize>(shape: &Shape<D>) -> (usize, Vec<f32>)
where
    In: Space<D>,
{
    match shape {
        Shape::Ball(of) => (0, [&of.center[..], &[of.radius]].concat()),
        Shape::Box(of) => (1, [&of.center[..], &of.half, &In::numbers_of(&of.rotation)].concat()),
        Shape::Capsule(of) => (2, [&of.center[..], &of.axis, &[of.radius]].concat()),
        Shape::HalfSpace(of) => (3, [of.point, of.normal].concat()),
        Shape::Triangle(of) => (4, of.vertices.concat()),
        Shape::Solid(of) => {
            let rotation = of.rotation.quaternion();
            (5, [&of.center[..], &of.half, &of.lids, &[of.rounding], &rotation].concat())
        }
        other => (0, [&other.center()[..], &[0.5]].concat()),
    }
}

impl Arrays {
    pub(crate) fn new<const D: usize>(u: &mut Unstructured<'_>) -> Result<Self>
    where
        In: Space<D>,
    {
        let columns = <In as Space<D>>::WIDTHS.map(|width| vec![Vec::new(); width]);
        Ok(Self { columns, is_turned: u8::arbitrary(u)? % 4 > 0 })
    }

    /// Some columns of a kind, from one on.
    fn of<const N: usize>(&self, kind: usize, first: usize) -> [&[f32]; N] {
        std::array::from_fn(|at| &self.columns[kind][first + at][..])
    }

    /// The kinds that there are in both dimensions, with boxes by a function of centers and half
    /// extents where they have rotations.
    fn in_any_dimension<'a, const D: usize>(
        &'a self,
        turned: impl Fn([&'a [f32]; D], [&'a [f32]; D]) -> Boxes<'a, D>,
    ) -> Columns<'a, D> {
        let ([radii], [radii_of_capsules]) = (self.of(0, D), self.of(2, 2 * D));
        let (centers, halves) = (self.of(1, 0), self.of(1, D));
        let boxes = if self.is_turned {
            turned(centers, halves)
        } else {
            BoxColumns::aligned(centers, halves)
        };
        let columns = Columns::default().with_balls(self.of(0, 0), radii).expect(FIT);
        let columns = columns.with_boxes(boxes.expect(FIT));
        let columns = columns.with_capsules(self.of(2, 0), self.of(2, D), radii_of_capsules);
        columns.expect(FIT).with_half_spaces(self.of(3, 0), self.of(3, D)).expect(FIT)
    }

    /// How many shapes there are of each kind.
    pub(crate) fn lens(&self) -> [usize; KINDS] {
        self.columns.each_ref().map(|columns| columns.first().map_or(0, Vec::len))
    }

    pub(crate) fn push<const D: usize>(&mut self, shape: &Shape<D>)
    where
        In: Space<D>,
    {
        let (kind, numbers) = row(shape);
        self.columns[kind].iter_mut().zip(numbers).for_each(|(column, x)| column.push(x));
    }

    /// A kind that has shapes, and one of its rows.
    fn at(&self, kind: u8, row: u8) -> Option<(usize, usize)> {
        let lens = self.lens();
        let kinds: Vec<usize> = (0..KINDS).filter(|kind| lens[*kind] > 0).collect();
        let kind = *kinds.get(usize::from(kind) % kinds.len().max(1))?;
        Some((kind, usize::from(row) % lens[kind]))
    }

    /// Adds to the place of a shape.
    fn shift<const D: usize>(&mut self, kind: usize, row: usize, by: [f32; D]) {
        // A triangle has three places.
        let places = if kind == 4 { 3 } else { 1 };
        for (axis, by) in (0..places * D).zip(by.into_iter().cycle()) {
            self.columns[kind][axis][row] += by;
        }
    }

    pub(crate) fn change<const D: usize>(&mut self, change: &Change<D>)
    where
        In: Space<D>,
    {
        match change {
            Change::Push(SingleShape(shape)) => self.push(shape),
            Change::Set(at, SingleShape(shape)) => {
                let (kind, numbers) = row(shape);
                let at = usize::from(*at) % self.lens()[kind].max(1);
                for (column, x) in self.columns[kind].iter_mut().zip(numbers) {
                    column.get_mut(at).into_iter().for_each(|to| *to = x);
                }
            }
            Change::Move([kind, row], by) => {
                let Some((kind, row)) = self.at(*kind, *row) else { return };
                self.shift(kind, row, floats(*by));
            }
            Change::Drift(kind, by) => {
                let Some((kind, _)) = self.at(*kind, 0) else { return };
                for row in 0..self.lens()[kind] {
                    let turn = |axis: usize| ((7 * row + 3 * axis) % 13) as f32 / 6.0 - 1.0;
                    self.shift::<D>(kind, row, std::array::from_fn(|axis| by.0 * turn(axis)));
                }
            }
            Change::Number([kind, column, row], Number(x)) => {
                let Some((kind, row)) = self.at(*kind, *row) else { return };
                let column = usize::from(*column) % self.columns[kind].len();
                self.columns[kind][column][row] = *x;
            }
            Change::Pop(kind) => {
                let Some((kind, _)) = self.at(*kind, 0) else { return };
                self.columns[kind].iter_mut().for_each(|column| column.truncate(column.len() - 1));
            }
            Change::Swap([kind, row, other]) => {
                let Some((kind, row)) = self.at(*kind, *row) else { return };
                let other = usize::from(*other) % self.lens()[kind];
                self.columns[kind].iter_mut().for_each(|column| column.swap(row, other));
            }
        }
    }
}
