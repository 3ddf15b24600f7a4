//! The attributes of shapes by index.

use super::column::{CHUNK, Column, WHAT};
use crate::{
    Error, Filter, Handle, Shapes,
    exec::threads,
    memory::resize,
    shape::{Attributes, Mark, Mobility, Ranges, ShapeKind},
};

/// One shape in so many may have changed before it is faster to read all, on all threads.
const FEW: usize = 16;

/// What the shapes of a step were like, by index.
///
/// Two of them take turns: that of the last step that came to its end, and that of the step before,
/// which follows the shapes by what was changed since.
#[derive(Default)]
pub(super) struct AttributeColumns {
    ranges: Ranges,
    /// By kind the members of the set that these are of; none before the first step.
    marks: [Option<Mark>; ShapeKind::COUNT],
    handles: Vec<Handle>,
    columns: Columns,
    /// How many of the shapes of each chunk differ from the default, by column.
    counts: Vec<[usize; COLUMNS]>,
}

/// Makes the columns from the list of what is kept of [`Attributes`].
macro_rules! columns {
    ($($(#[$doc:meta])* $column:ident: $type:ty = $value:expr;)+) => {
        /// The columns of all attributes.
        #[derive(Default)]
        struct Columns {
            $($(#[$doc])* $column: Column<$type>),+
        }

        /// Number of columns.
        const COLUMNS: usize = [$(stringify!($column)),+].len();

        /// Which columns a shape differs from the default in.
        fn differences(attributes: &Attributes) -> [usize; COLUMNS] {
            let differs = [$($value(attributes) != $value(&Attributes::DEFAULT)),+];
            differs.map(usize::from)
        }

        impl Columns {
            /// Makes all columns those of so many shapes, of which so many differ from the default.
            fn read(
                &mut self,
                len: usize,
                different: [usize; COLUMNS],
                attributes: &(impl Fn(usize) -> Attributes + Sync),
            ) -> Result<(), Error> {
                let mut different = different.into_iter();
                $(self.$column.read(len, different.next().unwrap_or(0), &|index| {
                    $value(&attributes(index))
                }, $value(&Attributes::DEFAULT))?;)+
                Ok(())
            }

            /// Makes all columns so long.
            fn resize(&mut self, len: usize) -> Result<(), Error> {
                $(self.$column.resize(len, $value(&Attributes::DEFAULT))?;)+
                Ok(())
            }

            /// Replaces a row of columns of this length.
            fn set(
                &mut self,
                index: usize,
                attributes: &Attributes,
                len: usize,
            ) -> Result<(), Error> {
                $({
                    let (value, default) = ($value(attributes), $value(&Attributes::DEFAULT));
                    self.$column.set(index, value, default, len)?;
                })+
                Ok(())
            }

            fn memory_bytes(&self) -> usize {
                let mut bytes = 0;
                $(bytes += self.$column.rows.capacity() * size_of::<$type>();)+
                bytes
            }
        }
    };
}

columns! {
    /// A disabled shape wants none.
    categories: u32 = |shape: &Attributes| if shape.enabled { shape.category } else { 0 };
    masks: u32 = |shape: &Attributes| if shape.enabled { shape.mask } else { 0 };
    groups: i32 = |shape: &Attributes| if shape.enabled { shape.group } else { 0 };
    disabled: bool = |shape: &Attributes| !shape.enabled;
    /// Whether it is static or sleeps.
    resting: bool = |shape: &Attributes| shape.mobility != Mobility::Moving;
    fixed: bool = |shape: &Attributes| shape.mobility == Mobility::Static;
    sensors: bool = |shape: &Attributes| shape.sensor;
    ccd: bool = |shape: &Attributes| shape.is_swept();
}

impl AttributeColumns {
    /// Whether these are those of the shapes as they are now.
    pub(super) fn are_of<const D: usize>(&self, shapes: &Shapes<D>) -> bool {
        let alike = |kind: ShapeKind| {
            shapes.members_since(kind, self.marks[kind as usize]).is_some_and(<[u32]>::is_empty)
        };
        self.ranges == shapes.ranges() && ShapeKind::ALL.into_iter().all(alike)
    }

    /// Describes the shapes as they are now. O(changes) since they were described here the last
    /// time, where these are few and shapes are numbered as they were; else O(shapes), on all
    /// threads.
    pub(super) fn update<const D: usize>(&mut self, shapes: &Shapes<D>) -> Result<(), Error> {
        let (before, ranges) = (self.ranges, shapes.ranges());
        // None of them are good before the end.
        let marks = std::mem::take(&mut self.marks);
        let changed = |kind: ShapeKind| shapes.members_since(kind, marks[kind as usize]);
        let is_near = |kind: ShapeKind| {
            let [old, new] = [&before, &ranges].map(|ranges| ranges.of(kind));
            let stays = old.start == new.start || old.is_empty() && new.is_empty();
            stays && changed(kind).is_some_and(|rows| rows.len() <= ranges.len() / FEW)
        };
        resize(&mut self.handles, ranges.len(), Handle::of_parts(0, 0), WHAT)?;
        self.ranges = ranges;
        if ShapeKind::ALL.into_iter().all(is_near) {
            self.columns.resize(ranges.len())?;
            for kind in ShapeKind::ALL {
                let range = ranges.of(kind);
                let rows = changed(kind).unwrap_or_default().iter().map(|row| *row as usize);
                // A shape that was in a row may have been removed.
                for row in rows.filter(|row| *row < range.len()) {
                    let (handle, attributes) = shapes.member(kind, row);
                    self.handles[range.start + row] = handle;
                    self.columns.set(range.start + row, &attributes, ranges.len())?;
                }
            }
        } else {
            self.read(shapes)?;
        }
        self.columns.resting.complete(ranges.len(), false)?;
        if self.has_categories() {
            self.columns.categories.complete(ranges.len(), Attributes::DEFAULT.category)?;
            self.columns.masks.complete(ranges.len(), Attributes::DEFAULT.mask)?;
        }
        self.marks = shapes.members_marks().map(Some);
        Ok(())
    }

    /// Describes all shapes.
    fn read<const D: usize>(&mut self, shapes: &Shapes<D>) -> Result<(), Error> {
        let Self { ranges, handles, columns, counts, .. } = self;
        let member = |index: usize| {
            let (kind, row) = ranges.kind_of(index);
            shapes.member(kind, row)
        };
        threads::for_each_chunk(handles, CHUNK, |number, handles| {
            for (handle, index) in handles.iter_mut().zip(number * CHUNK..) {
                *handle = member(index).0;
            }
        });
        let len = ranges.len();
        resize(counts, len.div_ceil(CHUNK), [0; COLUMNS], WHAT)?;
        threads::for_each(counts, |number, count| {
            let chunk = number * CHUNK..len.min((number + 1) * CHUNK);
            *count = chunk.map(|index| differences(&member(index).1)).fold([0; COLUMNS], sum);
        });
        columns.read(len, counts.iter().copied().fold([0; COLUMNS], sum), &|index| member(index).1)
    }

    /// Those of a step long ago, of which it is known what shapes there were, and which rested and
    /// which were disabled.
    pub(super) fn restore(
        handles: Vec<Handle>,
        static_or_sleeping: Vec<bool>,
        disabled: &[u32],
    ) -> Result<Self, Error> {
        let column = |rows: Vec<bool>| {
            let different = rows.iter().filter(|differs| **differs).count();
            Column { rows, different }
        };
        let mut are_disabled = Vec::new();
        resize(&mut are_disabled, handles.len(), false, WHAT)?;
        disabled.iter().for_each(|index| are_disabled[*index as usize] = true);
        let (resting, disabled) = (column(static_or_sleeping), column(are_disabled));
        let columns = Columns { resting, disabled, ..Columns::default() };
        Ok(Self { handles, columns, ..Self::default() })
    }

    /// How the shapes were numbered; empty of those that were [restored](Self::restore).
    pub(super) fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// The rows of a kind with other members since, where that can be told.
    pub(super) fn changed<'a, const D: usize>(
        &self,
        shapes: &'a Shapes<D>,
        kind: ShapeKind,
    ) -> Option<&'a [u32]> {
        shapes.members_since(kind, self.marks[kind as usize])
    }

    /// The handles of the shapes.
    pub(super) fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// Whether each shape is static or sleeps.
    pub(super) fn static_or_sleeping(&self) -> &[bool] {
        &self.columns.resting.rows
    }

    /// Whether a shape is static or sleeps.
    pub(super) fn is_static_or_sleeping(&self, index: u32) -> bool {
        self.columns.resting.rows[index as usize]
    }

    /// Whether a shape is static.
    pub(super) fn is_fixed(&self, index: usize) -> bool {
        self.columns.fixed.get().is_some_and(|fixed| fixed[index])
    }

    /// Whether a shape is disabled.
    pub(super) fn is_disabled(&self, index: usize) -> bool {
        self.columns.disabled.get().is_some_and(|disabled| disabled[index])
    }

    /// The shapes that are disabled, in order. O(shapes), if there are such.
    pub(super) fn disabled(&self) -> impl Iterator<Item = usize> + '_ {
        let flags = self.columns.disabled.get().unwrap_or_default();
        flags.iter().enumerate().filter(|(_, disabled)| **disabled).map(|(index, _)| index)
    }

    fn has_categories(&self) -> bool {
        self.columns.categories.different + self.columns.masks.different > 0
    }

    /// Which pairs are wanted.
    pub(super) fn filter(&self) -> Filter<'_> {
        let Columns { categories, masks, groups, resting, .. } = &self.columns;
        let mut filter = Filter::default();
        if self.has_categories() {
            filter = filter.with_categories(&categories.rows, &masks.rows);
        }
        if let Some(groups) = groups.get() {
            filter = filter.with_groups(groups);
        }
        if let Some(statics) = resting.get() {
            filter = filter.with_counted_statics(statics, resting.different);
        }
        filter
    }

    /// What queries have to know: in contrast to pairs, sleeping shapes are not static.
    pub(super) fn query_filter(&self) -> Filter<'_> {
        Filter { statics: self.columns.fixed.get(), count: None, ..self.filter() }
    }

    /// Which shapes only sense, if there are such.
    pub(super) fn sensors(&self) -> Option<&[bool]> {
        self.columns.sensors.get()
    }

    /// Which shapes are fast, if there are such.
    pub(super) fn ccd(&self) -> Option<&[bool]> {
        self.columns.ccd.get()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.handles.capacity() * size_of::<Handle>()
            + self.columns.memory_bytes()
            + self.counts.capacity() * size_of::<[usize; COLUMNS]>()
    }
}

/// Sums column by column.
fn sum(a: [usize; COLUMNS], b: [usize; COLUMNS]) -> [usize; COLUMNS] {
    std::array::from_fn(|column| a[column] + b[column])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    const SHAPES: usize = 200;

    /// Columns that follow a set are those of columns that read it anew.
    #[test]
    fn columns_follow_a_set() {
        let mut shapes = Shapes::<2>::new();
        let mut handles = Vec::new();
        for number in 0..SHAPES {
            let x = number as f32;
            handles.push(shapes.insert(Shape::ball([x, 0.0], 1.0)).expect("it is valid"));
            shapes.insert(Shape::aligned_box([x, 2.0], [1.0; 2])).expect("it is valid");
        }
        let mut columns = AttributeColumns::default();
        columns.update(&shapes).expect("there is memory");
        for step in 0..4 * SHAPES {
            let some = (step * 37) % SHAPES;
            let mut attributes = shapes.attributes(handles[some]).expect("it is there");
            let back = step % 3 == 0;
            match step % 9 {
                0 => attributes.category = if back { u32::MAX } else { step as u32 },
                1 => attributes.mask = if back { u32::MAX } else { step as u32 },
                2 => attributes.group = if back { 0 } else { 7 },
                3 => attributes.mobility = if back { Mobility::Moving } else { Mobility::Static },
                4 => attributes.sensor = !back,
                5 => attributes.ccd = !back,
                6 => attributes.mobility = Mobility::Sleeping,
                7 => attributes.enabled = back,
                _ => attributes = Attributes::DEFAULT,
            }
            shapes.set_attributes(handles[some], attributes).expect("it is there");
            if step % 5 == 0 {
                shapes.remove(handles[some]).expect("it is there");
                let shape = Shape::ball([step as f32, 0.0], 1.0);
                handles[some] = shapes.insert_with(shape, attributes).expect("it is valid");
            }
            assert!(!columns.are_of(&shapes) || step % 5 != 0);
            columns.update(&shapes).expect("there is memory");
            assert!(columns.are_of(&shapes));
            let mut anew = AttributeColumns::default();
            anew.update(&shapes).expect("there is memory");
            assert_eq!(columns.handles(), anew.handles());
            assert_eq!(columns.static_or_sleeping(), anew.static_or_sleeping());
            assert_eq!(format!("{:?}", columns.filter()), format!("{:?}", anew.filter()), "{step}");
            assert_eq!((columns.sensors(), columns.ccd()), (anew.sensors(), anew.ccd()));
            let flags = |columns: &AttributeColumns, index| {
                [columns.is_fixed(index), columns.is_disabled(index)]
            };
            assert!((0..shapes.len()).all(|index| flags(&columns, index) == flags(&anew, index)));
        }
    }
}
