//! Shapes in `f64`, from bytes.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::large_world::LargeColumns;
use jostle_fuzz::input::{Number, floats, some};

/// Most shapes of a kind.
const SHAPES: usize = 12;

/// How far zero of a scene may be from that of the world.
const FAR: [f64; 8] = [0.0, 0.0, 1024.5, 6_371_000.1, -1e9, 1e12 + 0.1, -1e-9, 1e17];

/// A number in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// Relative to zero of the scene.
    Near(f64),
    Anywhere(f64),
}

impl<'a> Arbitrary<'a> for Place {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(match u8::arbitrary(u)? {
            0..150 => Self::Near(Number::arbitrary(u)?.0.into()),
            150..220 => Self::Near(f64::from(i32::arbitrary(u)?) / 3e6),
            220..235 => Self::Anywhere(Number::arbitrary(u)?.0.into()),
            _ => Self::Anywhere(f64::from_bits(u64::arbitrary(u)?)),
        })
    }
}

/// A size, with digits that `f32` does not have, or without.
#[derive(Clone, Copy)]
struct Size(f64);

impl<'a> Arbitrary<'a> for Size {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(match u8::arbitrary(u)? {
            0..120 => Number::arbitrary(u)?.size().into(),
            120..240 => f64::from(u32::arbitrary(u)?) / 3e8,
            _ => f64::from_bits(u64::arbitrary(u)?),
        }))
    }
}

/// Two vectors and a size. Of a ball the first vector is the center; of a box that and the half
/// extents; of a capsule that and the axis, or both ends.
type Row<const D: usize> = ([f64; D], [f64; D], f64);

/// The shapes of a kind, as columns.
#[derive(Debug)]
pub(crate) struct Table<const D: usize> {
    pub(crate) first: [Vec<f64>; D],
    pub(crate) second: [Vec<f64>; D],
    sizes: Vec<f64>,
}

impl<const D: usize> Table<D> {
    fn new(rows: Vec<Row<D>>) -> Self {
        let column = |of: &dyn Fn(&Row<D>) -> f64| rows.iter().map(of).collect();
        Self {
            first: std::array::from_fn(|axis| column(&|row| row.0[axis])),
            second: std::array::from_fn(|axis| column(&|row| row.1[axis])),
            sizes: column(&|row| row.2),
        }
    }

    pub(crate) fn centers(&self) -> [&[f64]; D] {
        self.first.each_ref().map(Vec::as_slice)
    }

    pub(crate) fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    /// A row.
    pub(crate) fn row(&self, row: usize) -> Row<D> {
        let of = |columns: &[Vec<f64>; D]| columns.each_ref().map(|column| column[row]);
        (of(&self.first), of(&self.second), self.sizes[row])
    }
}

/// Shapes of all kinds.
#[derive(Debug)]
pub(crate) struct Scene<const D: usize> {
    zero: [f64; D],
    pub(crate) balls: Table<D>,
    pub(crate) boxes: Table<D>,
    pub(crate) capsules: Table<D>,
    /// Whether capsules are given by both ends.
    pub(crate) by_ends: bool,
    /// Parts of the rotations of boxes, four each, if these are turned.
    pub(crate) rotations: Option<[Vec<f64>; 4]>,
}

impl<const D: usize> Scene<D> {
    /// Number of shapes.
    pub(crate) fn len(&self) -> usize {
        [&self.balls, &self.boxes, &self.capsules].map(|of| of.sizes.len()).iter().sum()
    }

    /// A place in the world.
    pub(crate) fn near(&self, at: [Place; D]) -> [f64; D] {
        placed(&self.zero, at)
    }

    /// The rotation of a box, if they are turned.
    pub(crate) fn rotation(&self, row: usize) -> Option<[f64; 4]> {
        self.rotations.as_ref().map(|columns| columns.each_ref().map(|column| column[row]))
    }

    /// The others, and the capsules.
    pub(crate) fn capsules_of<'a>(&'a self, others: LargeColumns<'a, D>) -> LargeColumns<'a, D> {
        let Table { first, second, sizes } = &self.capsules;
        let [first, second] = [first, second].map(|of| of.each_ref().map(Vec::as_slice));
        let columns = if self.by_ends {
            others.with_capsules_between(first, second, sizes)
        } else {
            others.with_capsules(first, second, sizes)
        };
        columns.expect("as many")
    }
}

fn placed<const D: usize>(zero: &[f64; D], at: [Place; D]) -> [f64; D] {
    std::array::from_fn(|axis| match at[axis] {
        Place::Near(x) => zero[axis] + x,
        Place::Anywhere(x) => x,
    })
}

/// A rotation, most often of length 1 but for roundings; in 2D of its first two parts.
fn rotation(u: &mut Unstructured<'_>, parts: usize) -> Result<[f64; 4]> {
    let given = floats(<[Number; 4]>::arbitrary(u)?).map(f64::from);
    let length = given[..parts].iter().map(|x| x * x).sum::<f64>().sqrt();
    let is_raw = u8::arbitrary(u)? > 240 || length.is_nan() || length <= 1e-3;
    Ok(if is_raw { given } else { given.map(|x| x / length) })
}

impl<'a, const D: usize> Arbitrary<'a> for Scene<D> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let bits = u8::arbitrary(u)?;
        let mut zero = [0.0; D];
        for zero in &mut zero {
            *zero = *u.choose(&FAR)?;
        }
        let sized = |row: &([Place; D], [Size; D], Size)| {
            (placed(&zero, row.0), row.1.map(|size| size.0), row.2.0)
        };
        let by_ends = bits & 1 == 1;
        let zero_of_second = if by_ends { zero } else { [0.0; D] };
        let long = |row: &([Place; D], [Place; D], Size)| {
            (placed(&zero, row.0), placed(&zero_of_second, row.1), row.2.0)
        };
        let balls = some(u, SHAPES)?.iter().map(sized).collect();
        let boxes = some(u, SHAPES)?.iter().map(sized).collect();
        let capsules = some(u, SHAPES)?.iter().map(long).collect();
        let mut scene = Self {
            zero,
            balls: Table::new(balls),
            boxes: Table::new(boxes),
            capsules: Table::new(capsules),
            by_ends,
            rotations: None,
        };
        if bits & 2 == 2 {
            let mut columns = [const { Vec::new() }; 4];
            for _ in 0..scene.boxes.sizes.len() {
                for (column, part) in columns.iter_mut().zip(rotation(u, 2 * D - 2)?) {
                    let rounded = f64::from(part as f32);
                    column.push(if bits & 4 == 4 { rounded } else { part });
                }
            }
            scene.rotations = Some(columns);
        }
        Ok(scene)
    }
}
