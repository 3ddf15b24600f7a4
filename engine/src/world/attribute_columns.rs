//! The attributes of shapes by index.

use crate::{
    Error, Filter, Handle, Shapes,
    error::reserve,
    shape::{Attributes, Mobility, Stamp},
};

/// What the shapes of a step were like, by index.
#[derive(Default)]
pub(super) struct AttributeColumns {
    /// That of the shapes when they were like this; none before the first step.
    stamp: Option<Stamp>,
    /// Whether it differs from that of the step before.
    is_new: bool,
    handles: Vec<Handle>,
    categories: Vec<u32>,
    masks: Vec<u32>,
    groups: Vec<i32>,
    /// Whether it is static or sleeps.
    static_or_sleeping: Vec<bool>,
    /// Whether it is static.
    fixed: Vec<bool>,
    sensors: Vec<bool>,
    ccd: Vec<bool>,
    any: Any,
}

/// Whether any shape differs from the default, so that there is something to look at.
#[derive(Clone, Copy, Default)]
struct Any {
    category: bool,
    group: bool,
    static_or_sleeping: bool,
    sensor: bool,
    ccd: bool,
}

impl AttributeColumns {
    /// Describes the shapes, where they are not as in the last step.
    pub(super) fn update<const D: usize>(
        &mut self,
        last: &Self,
        shapes: &Shapes<D>,
    ) -> Result<(), Error> {
        let stamp = shapes.stamp();
        self.is_new = last.stamp.as_ref() != Some(stamp);
        if self.is_new {
            self.make_room(shapes.len())?;
            for handle in shapes.handles() {
                self.push(handle, &shapes.attributes_of_slot(handle.slot()));
            }
            self.stamp = Some(stamp.copy());
        }
        Ok(())
    }

    /// Whether shapes have the same indices in both.
    pub(super) fn is_numbered_like(&self, other: &Self) -> bool {
        match (&self.stamp, &other.stamp) {
            (Some(own), Some(others)) => own.is_numbered_like(others),
            _ => false,
        }
    }

    /// Whether the same indices are of shapes at rest in both.
    pub(super) fn rests_like(&self, other: &Self) -> bool {
        self.static_or_sleeping == other.static_or_sleeping
    }

    /// Those of a step long ago, of which it is known what shapes there were and which rested.
    pub(super) fn restore(handles: Vec<Handle>, static_or_sleeping: Vec<bool>) -> Self {
        Self { handles, static_or_sleeping, ..Self::default() }
    }

    /// Whether each shape rests.
    pub(super) fn static_or_sleeping(&self) -> &[bool] {
        &self.static_or_sleeping
    }

    /// Whether each shape is static.
    pub(super) fn fixed(&self) -> &[bool] {
        &self.fixed
    }

    /// Forgets all and makes room for so many shapes.
    fn make_room(&mut self, shapes: usize) -> Result<(), Error> {
        let what = "the attributes of shapes";
        self.stamp = None;
        self.any = Any::default();
        self.handles.clear();
        reserve(&mut self.handles, shapes, what)?;
        for column in [&mut self.categories, &mut self.masks] {
            column.clear();
            reserve(column, shapes, what)?;
        }
        self.groups.clear();
        reserve(&mut self.groups, shapes, what)?;
        for flags in
            [&mut self.static_or_sleeping, &mut self.fixed, &mut self.sensors, &mut self.ccd]
        {
            flags.clear();
            reserve(flags, shapes, what)?;
        }
        Ok(())
    }

    fn push(&mut self, handle: Handle, attributes: &Attributes) {
        let Attributes { category, mask, group, mobility, sensor, ccd, .. } = *attributes;
        let static_or_sleeping = mobility != Mobility::Moving;
        self.handles.push(handle);
        self.categories.push(category);
        self.masks.push(mask);
        self.groups.push(group);
        self.static_or_sleeping.push(static_or_sleeping);
        self.fixed.push(mobility == Mobility::Static);
        self.sensors.push(sensor);
        self.ccd.push(ccd);
        self.any.category |= category != u32::MAX || mask != u32::MAX;
        self.any.group |= group != 0;
        self.any.static_or_sleeping |= static_or_sleeping;
        self.any.sensor |= sensor;
        self.any.ccd |= ccd;
    }

    /// Whether it is not that of the step before.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// The handles of the shapes.
    pub(super) fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// Whether a shape is static or sleeps.
    pub(super) fn is_static_or_sleeping(&self, index: u32) -> bool {
        self.static_or_sleeping[index as usize]
    }

    /// Which pairs are wanted.
    pub(super) fn filter(&self) -> Filter<'_> {
        let mut filter = Filter::default();
        if self.any.category {
            filter = filter.with_categories(&self.categories, &self.masks);
        }
        if self.any.group {
            filter = filter.with_groups(&self.groups);
        }
        if self.any.static_or_sleeping {
            filter = filter.with_statics(&self.static_or_sleeping);
        }
        filter
    }

    /// Which shapes only sense, if there are such.
    pub(super) fn sensors(&self) -> Option<&[bool]> {
        self.any.sensor.then_some(&self.sensors)
    }

    /// Which shapes are fast, if there are such.
    pub(super) fn ccd(&self) -> Option<&[bool]> {
        self.any.ccd.then_some(&self.ccd)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.handles.capacity() * size_of::<Handle>()
            + 4 * (self.categories.capacity() + self.masks.capacity() + self.groups.capacity())
            + self.static_or_sleeping.capacity()
            + self.fixed.capacity()
            + self.sensors.capacity()
            + self.ccd.capacity()
    }
}
