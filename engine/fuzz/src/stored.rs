//! Boxes and balls as they may lie in a user's memory.

use jostle::Bounds;

/// How they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Columns,
    Records,
}

/// What they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Boxes,
    /// The first corner of a box is the center, and how long it is on the first axis the radius.
    Balls,
}

impl Layout {
    /// That of a bit, the lowest.
    #[must_use]
    pub fn of(bits: u8) -> Self {
        if bits & 1 == 0 { Self::Columns } else { Self::Records }
    }
}

impl Kind {
    /// That of a bit, the lowest.
    #[must_use]
    pub fn of(bits: u8) -> Self {
        if bits & 1 == 0 { Self::Boxes } else { Self::Balls }
    }
}

/// The numbers of boxes or balls.
pub struct Stored<const D: usize> {
    kind: Kind,
    /// Those of a box one behind the other, then a number that means nothing.
    records: Option<Vec<f32>>,
    /// One column per axis, twice.
    columns: [[Vec<f32>; D]; 2],
}

impl<const D: usize> Stored<D> {
    /// Boxes by their corners, or the balls that stand for them.
    pub fn new(
        corners: impl Iterator<Item = ([f32; D], [f32; D])>,
        kind: Kind,
        layout: Layout,
    ) -> Self {
        let mut stored = Self {
            kind,
            records: (layout == Layout::Records).then(Vec::new),
            columns: [(); 2].map(|()| std::array::from_fn(|_| Vec::new())),
        };
        for (min, max) in corners {
            let last = if kind == Kind::Balls { [max[0] - min[0]; D] } else { max };
            if let Some(numbers) = &mut stored.records {
                numbers.extend(min.into_iter().chain(last).chain([f32::NAN]));
            } else {
                for (column, number) in
                    stored.columns.as_flattened_mut().iter_mut().zip(min.into_iter().chain(last))
                {
                    column.push(number);
                }
            }
        }
        stored
    }

    /// As the engine takes them.
    #[must_use]
    pub fn bounds(&self) -> Bounds<'_, D> {
        let columns = self.columns.each_ref().map(|of| of.each_ref().map(Vec::as_slice));
        let [first, last] = columns;
        let bounds = match (&self.records, self.kind) {
            (None, Kind::Boxes) => Bounds::from_columns(first, last),
            (None, Kind::Balls) => Bounds::from_balls(first, last[0]),
            (Some(numbers), kind) => {
                let stride = 2 * D + 1;
                let last = (numbers.get(D..).unwrap_or_default(), stride);
                let first = (&numbers[..], stride);
                match kind {
                    Kind::Boxes => Bounds::from_strided(first, last),
                    Kind::Balls => Bounds::from_strided_balls(first, last),
                }
            }
        };
        bounds.expect("there are as many of each")
    }

    /// The corners of the boxes, or of those around the balls; not in order where one is not valid.
    pub fn corners(&self) -> impl Iterator<Item = ([f32; D], [f32; D])> {
        let bounds = self.bounds();
        (0..bounds.len()).map(move |index| match bounds.get(index) {
            Ok(aabb) => (aabb.min, aabb.max),
            Err(_) => ([f32::NAN; D], [f32::NAN; D]),
        })
    }
}
