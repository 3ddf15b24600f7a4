//! Drawing the intervals on the axes.

use jostle_kernels::sort::float_of_key;

use super::{
    IncrementalSap, IncrementalSapAxes,
    endpoint::{id, side},
    kept::KeptJoin,
    single::Single,
};
use crate::{
    BroadPhase,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

impl<const D: usize> IncrementalSap<D> {
    /// Draws what the last run kept; where it kept nothing, what it found its pairs with.
    pub(super) fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        let Some(which) = self.last else { return };
        if self.axes == IncrementalSapAxes::One {
            self.single[which].draw(draw);
        } else if self.kept[which].is_whole {
            self.kept[which].draw(draw);
        } else {
            self.sap.debug_draw(draw);
        }
    }
}

impl<const D: usize> KeptJoin<D> {
    /// Draws the intervals on each axis, in the order in which they begin. O(boxes).
    fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        for (number, axis) in self.axes.iter().enumerate() {
            let style = DrawStyle::new(DrawElement::Interval, number as u32);
            for endpoint in axis.endpoints.iter().filter(|endpoint| side(**endpoint) == 0) {
                let [min, max] = self.bodies.all()[id(*endpoint)].now.0;
                let from = min.map(float_of_key);
                draw_interval(number, from, float_of_key(max[number]), style, draw);
            }
        }
    }
}

impl<const D: usize> Single<D> {
    /// Draws the intervals on the axis, in the order in which they begin. O(boxes).
    fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        let Some(axis) = self.kept else { return };
        let style = DrawStyle::new(DrawElement::Interval, axis as u32);
        for place in 0..self.run.len() {
            let from = std::array::from_fn(|axis| self.run.min[axis][place]);
            draw_interval(axis, from, self.run.max[axis][place], style, draw);
        }
    }
}

/// Draws an interval on an axis.
fn draw_interval<const D: usize>(
    axis: usize,
    from: [f32; D],
    end: f32,
    style: DrawStyle,
    draw: &mut dyn DebugDraw<D>,
) {
    let mut to = from;
    to[axis] = end;
    draw.line(from, to, style);
}
