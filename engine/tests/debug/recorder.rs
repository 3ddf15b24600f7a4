//! A renderer that writes down what it is told to draw.

use jostle::{
    Aabb, BroadPhase, Join,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

use crate::common::Boxes;

/// All that was drawn, by kind, in order.
#[derive(Default)]
pub(crate) struct Recorder<const D: usize> {
    pub(crate) boxes: Vec<(Aabb<D>, DrawStyle)>,
    pub(crate) lines: Vec<([f32; D], [f32; D], DrawStyle)>,
    /// Id, place of the box that was drawn last, and style.
    pub(crate) members: Vec<(u32, usize, DrawStyle)>,
    pub(crate) points: usize,
}

impl<const D: usize> DebugDraw<D> for Recorder<D> {
    fn line(&mut self, from: [f32; D], to: [f32; D], style: DrawStyle) {
        assert!(!from.iter().chain(&to).any(|x| x.is_nan()), "{from:?} {to:?} {style:?}");
        self.lines.push((from, to, style));
    }

    fn aabb(&mut self, aabb: &Aabb<D>, style: DrawStyle) {
        assert!(aabb.is_valid(), "{aabb:?} {style:?}");
        self.boxes.push((*aabb, style));
    }

    fn point(&mut self, _: [f32; D], _: DrawStyle) {
        self.points += 1;
    }

    fn member(&mut self, id: u32, style: DrawStyle) {
        let last = self.boxes.len().checked_sub(1).expect("it is in something");
        self.members.push((id, last, style));
    }
}

impl<const D: usize> Recorder<D> {
    /// What a broad phase draws of its last run.
    pub(crate) fn of(phase: &dyn BroadPhase<D>) -> Self {
        let mut recorder = Self::default();
        phase.debug_draw(&mut recorder);
        recorder
    }

    /// What a broad phase draws of boxes.
    pub(crate) fn of_run(phase: &mut dyn BroadPhase<D>, boxes: &Boxes<D>) -> Self {
        phase.count(&Join::within(boxes.bounds())).expect("the call is valid");
        Self::of_boxes(phase, boxes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        let Self { boxes, lines, members, points } = self;
        boxes.is_empty() && lines.is_empty() && members.is_empty() && *points == 0
    }

    /// The boxes of some kind.
    pub(crate) fn of_element(
        &self,
        element: DrawElement,
    ) -> impl Iterator<Item = &(Aabb<D>, DrawStyle)> {
        self.boxes.iter().filter(move |(_, style)| style.element == element)
    }

    /// What a broad phase draws of its last run, which was of these boxes: in a tree each of those
    /// that are valid once, and of the others none in any phase.
    pub(crate) fn of_boxes(phase: &dyn BroadPhase<D>, boxes: &Boxes<D>) -> Self {
        let drawn = Self::of(phase);
        if ["bvh", "dynamic-tree", "quadtree"].contains(&phase.name()) {
            drawn.assert_each_once(boxes, phase.name());
        }
        let mut ids = drawn.members.iter().map(|(id, ..)| *id as usize);
        assert!(ids.all(|id| boxes.is_valid(id)), "{}", phase.name());
        drawn
    }

    /// Asserts that each valid box is a member once.
    pub(crate) fn assert_each_once(&self, boxes: &Boxes<D>, what: &str) {
        let mut times = vec![0; boxes.len()];
        self.members.iter().for_each(|(id, ..)| times[*id as usize] += 1);
        for (id, times) in times.into_iter().enumerate() {
            assert_eq!(times, usize::from(boxes.is_valid(id)), "{what}: box {id}");
        }
    }
}

/// A box of a set.
pub(crate) fn aabb_of<const D: usize>(boxes: &Boxes<D>, id: u32) -> Aabb<D> {
    let (min, max) = boxes.corners(id as usize);
    Aabb { min, max }
}

/// Whether a bound without end is among those of a box.
pub(crate) fn is_infinite<const D: usize>(aabb: &Aabb<D>) -> bool {
    aabb.min.iter().chain(&aabb.max).any(|x| x.is_infinite())
}

/// Makes every third box invalid, in turns by a NaN and by being inverted.
pub(crate) fn spoil<const D: usize>(boxes: &mut Boxes<D>) {
    for index in (0..boxes.len()).step_by(3) {
        boxes.max[D - 1][index] = if index % 2 == 0 { f32::NAN } else { f32::NEG_INFINITY };
        // A minimum without end would make that a box again.
        boxes.min[D - 1][index] = boxes.min[D - 1][index].max(-f32::MAX);
    }
}
