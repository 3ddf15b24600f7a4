//! The numbers of shapes on their way into the columns of the engine.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use jostle::{
    Error, Handle, Shape, Shapes,
    shape::{Ball, Capsule, Columns, OrientedBox},
};
use zerocopy::{FromBytes, IntoBytes};

use crate::{
    link::Lane,
    space::{parts, parts_of_rotation, rotation, set_box_rotations},
};

/// Columns of the shapes of one kind, in the rows that the engine has them in. Any thread may write
/// any row: an entity has one row, and one thread looks at it.
#[derive(Default)]
pub(crate) struct LaneColumns {
    columns: Vec<Vec<AtomicU32>>,
    handles: Vec<Handle>,
}

/// The columns of the kinds that are moved in bulk.
pub(crate) struct StagedColumns<const D: usize> {
    lanes: [LaneColumns; 3],
}

impl<const D: usize> Default for StagedColumns<D> {
    fn default() -> Self {
        let widths = [D + 1, 2 * D + parts_of_rotation(D), 2 * D + 1];
        Self { lanes: widths.map(LaneColumns::new) }
    }
}

impl LaneColumns {
    fn new(width: usize) -> Self {
        Self { columns: std::iter::repeat_with(Vec::new).take(width).collect(), ..Self::default() }
    }

    fn write(&self, row: usize, first: usize, numbers: &[f32]) {
        for (column, number) in self.columns[first..].iter().zip(numbers) {
            column[row].store(number.to_bits(), Relaxed);
        }
    }

    fn number(&self, row: usize, column: usize) -> f32 {
        f32::from_bits(self.columns[column][row].load(Relaxed))
    }

    fn numbers<const N: usize>(&self, row: usize, first: usize) -> [f32; N] {
        std::array::from_fn(|number| self.number(row, first + number))
    }

    /// Some of the columns as numbers.
    fn floats<const N: usize>(columns: &mut [Vec<AtomicU32>]) -> [&[f32]; N] {
        let mut columns = columns.iter_mut();
        std::array::from_fn(|_| {
            let column = columns.next().map(Vec::as_mut_slice).unwrap_or_default();
            // Any bits are a number, and sizes and alignments are the same.
            <[f32]>::ref_from_bytes(column.as_mut_bytes()).unwrap_or_default()
        })
    }
}

impl<const D: usize> StagedColumns<D> {
    fn lane(&self, lane: Lane) -> Option<&LaneColumns> {
        self.lanes.get(lane as usize)
    }

    /// Shapes that are moved in bulk.
    pub(crate) fn len(&self) -> usize {
        self.lanes.iter().map(|lane| lane.handles.len()).sum()
    }

    /// The handle of the shape in a row.
    pub(crate) fn handle(&self, lane: Lane, row: usize) -> Option<Handle> {
        self.lane(lane)?.handles.get(row).copied()
    }

    /// Adds a row, and says which it is; 0 in a lane without rows.
    pub(crate) fn push(&mut self, lane: Lane, handle: Handle) -> usize {
        let Some(lane) = self.lanes.get_mut(lane as usize) else { return 0 };
        lane.columns.iter_mut().for_each(|column| column.push(AtomicU32::new(0)));
        lane.handles.push(handle);
        lane.handles.len() - 1
    }

    /// Removes a row. The last one takes its place; its handle is returned, if it is another.
    pub(crate) fn swap_remove(&mut self, lane: Lane, row: usize) -> Option<Handle> {
        let lane = self.lanes.get_mut(lane as usize)?;
        for column in &mut lane.columns {
            column.swap_remove(row);
        }
        lane.handles.swap_remove(row);
        lane.handles.get(row).copied()
    }

    #[inline(always)]
    pub(crate) fn write_ball(&self, row: usize, Ball { center, radius }: &Ball<D>) {
        let [lane, ..] = &self.lanes;
        lane.write(row, 0, center);
        lane.write(row, D, &[*radius]);
    }

    #[inline(always)]
    pub(crate) fn write_box(
        &self,
        row: usize,
        (center, half, parts): &([f32; D], [f32; D], [f32; 4]),
    ) {
        let [_, lane, _] = &self.lanes;
        lane.write(row, 0, center);
        lane.write(row, D, half);
        lane.write(row, 2 * D, &parts[..parts_of_rotation(D)]);
    }

    #[inline(always)]
    pub(crate) fn write_capsule(&self, row: usize, capsule: &Capsule<D>) {
        let [.., lane] = &self.lanes;
        lane.write(row, 0, &capsule.center);
        lane.write(row, D, &capsule.axis);
        lane.write(row, 2 * D, &[capsule.radius]);
    }

    /// Writes a shape to its row, if it is of a kind that is moved in bulk.
    pub(crate) fn write(&self, row: usize, shape: &Shape<D>) {
        match shape {
            Shape::Ball(ball) => self.write_ball(row, ball),
            Shape::Box(OrientedBox { center, half, rotation }) => {
                self.write_box(row, &(*center, *half, parts(rotation)));
            }
            Shape::Capsule(capsule) => self.write_capsule(row, capsule),
            _ => {}
        }
    }

    /// The shape in a row.
    pub(crate) fn shape(&self, lane: Lane, row: usize) -> Option<Shape<D>> {
        let of = self.lane(lane)?;
        let center = of.numbers(row, 0);
        Some(match lane {
            Lane::Ball => Shape::ball(center, of.number(row, D)),
            Lane::Box => {
                let mut parts = [0.0; 4];
                for (number, part) in parts[..parts_of_rotation(D)].iter_mut().enumerate() {
                    *part = of.number(row, 2 * D + number);
                }
                Shape::oriented_box(center, of.numbers::<D>(row, D), rotation::<D>(parts))
            }
            Lane::Capsule => {
                let (axis, radius) = (of.numbers(row, D), of.number(row, 2 * D));
                Shape::Capsule(Capsule { center, axis, radius })
            }
            Lane::Other => return None,
        })
    }

    /// Copies the columns of these lanes into those of the engine.
    pub(crate) fn copy_to(
        &mut self,
        shapes: &mut Shapes<D>,
        changed: [bool; 3],
    ) -> Result<(), Error> {
        let [balls, boxes, capsules] = &mut self.lanes;
        let mut columns = Columns::default();
        if changed[Lane::Ball as usize] {
            let (centers, radii) = balls.columns.split_at_mut(D);
            let [radii] = LaneColumns::floats(radii);
            columns = columns.with_balls(LaneColumns::floats(centers), radii)?;
        }
        if changed[Lane::Capsule as usize] {
            let (centers, rest) = capsules.columns.split_at_mut(D);
            let (axes, radii) = rest.split_at_mut(D);
            let [radii] = LaneColumns::floats(radii);
            let (centers, axes) = (LaneColumns::floats(centers), LaneColumns::floats(axes));
            columns = columns.with_capsules(centers, axes, radii)?;
        }
        shapes.set_columns(columns)?;
        if changed[Lane::Box as usize] {
            let (centers, rest) = boxes.columns.split_at_mut(D);
            let (halves, parts) = rest.split_at_mut(D);
            shapes.set_box_centers(LaneColumns::floats(centers))?;
            shapes.set_box_halves(LaneColumns::floats(halves))?;
            set_box_rotations(shapes, LaneColumns::floats(parts))?;
        }
        Ok(())
    }
}
