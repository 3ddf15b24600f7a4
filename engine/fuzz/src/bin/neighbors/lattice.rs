//! Where space repeats itself, and whether that is refused.

/// What is asked of the lists.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Repeats<const D: usize> {
    Axes([Option<(f32, f32)>; D]),
    Vectors([Option<[f64; D]>; D]),
}

/// Whether something is refused, as far as an oracle that rounds can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    Never,
    Maybe,
    Always,
}

/// The vectors by which space repeats itself.
#[derive(Debug)]
pub(crate) struct Lattice<const D: usize> {
    pub(crate) vectors: [Option<[f64; D]>; D],
    /// What tells how many times each vector something is from the origin.
    pub(crate) duals: [[f64; D]; D],
    /// The largest number.
    pub(crate) size: f64,
    /// Whether it is refused whatever is in reach.
    is_refused: bool,
    is_of_vectors: bool,
}

/// Largest numbers that are accepted.
const FARTHEST: f64 = (f32::MAX / 4.0) as f64;

/// Most images of a point in reach of the cell.
const MOST_IMAGES: f64 = 65_536.0;

/// What some roundings come to.
pub(crate) const ROUNDINGS: f64 = 1024.0 * f64::EPSILON;

/// Axes along which no vector goes.
fn open_axes<const D: usize>(vectors: &[Option<[f64; D]>; D]) -> Vec<usize> {
    let is_open = |axis: &usize| vectors.iter().flatten().all(|vector| vector[*axis] == 0.0);
    (0..D).filter(is_open).collect()
}

pub(crate) fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

/// The inverse of a matrix of rows, transposed: by Gauss and Jordan. Not finite if there is none.
fn duals<const D: usize>(mut rows: [[f64; D]; D]) -> [[f64; D]; D] {
    let mut inverse = [[0.0; D]; D];
    (0..D).for_each(|k| inverse[k][k] = 1.0);
    for column in 0..D {
        let largest =
            |a: &usize, b: &usize| rows[*a][column].abs().total_cmp(&rows[*b][column].abs());
        let pivot = (column..D).max_by(largest).unwrap_or(column);
        rows.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = rows[column][column].recip();
        rows[column] = rows[column].map(|x| x * scale);
        inverse[column] = inverse[column].map(|x| x * scale);
        for row in (0..D).filter(|row| *row != column) {
            let times = rows[row][column];
            for k in 0..D {
                rows[row][k] -= times * rows[column][k];
                inverse[row][k] -= times * inverse[column][k];
            }
        }
    }
    std::array::from_fn(|k| std::array::from_fn(|axis| inverse[axis][k]))
}

impl<const D: usize> Repeats<D> {
    /// The vectors.
    pub(crate) fn lattice(&self) -> Lattice<D> {
        let mut size = 0.0_f64;
        let mut is_refused = false;
        let vectors = match self {
            Self::Vectors(vectors) => {
                for vector in vectors.iter().flatten() {
                    is_refused |= !vector.iter().all(|x| x.abs() <= FARTHEST);
                    is_refused |= dot(*vector, *vector) < f64::from(f32::MIN_POSITIVE).powi(2);
                    size = vector.iter().fold(size, |size, x| size.max(x.abs()));
                }
                *vectors
            }
            Self::Axes(periods) => std::array::from_fn(|axis| {
                let (low, high) = periods[axis]?;
                let (low, high) = (f64::from(low), f64::from(high));
                let is_end = |end: f64| end.abs() <= FARTHEST;
                is_refused |= !(is_end(low) && is_end(high) && low < high);
                size = size.max(low.abs()).max(high.abs());
                let mut vector = [0.0; D];
                vector[axis] = high - low;
                Some(vector)
            }),
        };
        let mut open = open_axes(&vectors).into_iter();
        let mut rows = [[0.0; D]; D];
        for (row, vector) in rows.iter_mut().zip(&vectors) {
            match vector {
                Some(vector) => *row = *vector,
                // Axes along which no vector goes complete the matrix.
                None => match open.next() {
                    Some(axis) => row[axis] = 1.0,
                    None => is_refused = true,
                },
            }
        }
        let is_of_vectors = matches!(self, Self::Vectors(_));
        Lattice { vectors, duals: duals(rows), size, is_refused, is_of_vectors }
    }
}

impl<const D: usize> Lattice<D> {
    /// Whether space does not repeat itself.
    pub(crate) fn is_open(&self) -> bool {
        self.vectors.iter().all(Option::is_none)
    }

    /// How thin the cell is across the others of each vector.
    fn thickness(&self, k: usize) -> f64 {
        dot(self.duals[k], self.duals[k]).sqrt().recip()
    }

    /// How thin the cell is.
    pub(crate) fn thinnest(&self) -> f64 {
        let there = (0..D).filter(|k| self.vectors[*k].is_some());
        there.map(|k| self.thickness(k)).fold(f64::INFINITY, f64::min)
    }

    /// About how many images of a point are in reach of the cell.
    fn images(&self, reach: f64) -> f64 {
        let there = (0..D).filter(|k| self.vectors[*k].is_some());
        there.map(|k| (2.0 * reach / self.thickness(k)).floor() + 2.0).product()
    }

    /// As many as there are at most, where reach is longer by what roundings come to.
    pub(crate) fn most_images(&self, reach: f32) -> f64 {
        let reach = f64::from(reach);
        let stretched = self.vectors.iter().flatten().map(|vector| dot(*vector, *vector).sqrt());
        let size = stretched.fold(self.size, |size, length| size + length) + reach;
        self.images(reach + ROUNDINGS * size)
    }

    /// Whether it is refused where pairs are listed up to a reach.
    pub(crate) fn refused(&self, reach: f32) -> Refused {
        if self.is_refused {
            return Refused::Always;
        }
        let mut refused = Refused::Never;
        let mut is = |sure: bool, maybe: bool| {
            if sure {
                refused = Refused::Always;
            } else if maybe && refused == Refused::Never {
                refused = Refused::Maybe;
            }
        };
        if self.is_of_vectors {
            for (k, vector) in self.vectors.iter().enumerate() {
                let Some(vector) = vector else { continue };
                let thin = self.thickness(k) * 1024.0 / dot(*vector, *vector).sqrt();
                is(thin.is_nan() || thin < 0.999, thin < 1.001);
            }
        }
        let images = self.images(f64::from(reach)) / MOST_IMAGES;
        is(images > 2.0, self.most_images(reach) > 0.5 * MOST_IMAGES);
        refused
    }
}
