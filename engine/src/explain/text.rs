//! Explanations as text: the verdict first, then a line for each thing that was decided.

use std::fmt;

use super::{AxisOverlap, FilterDecision, NarrowDecision, PairExplanation, Place, Verdict};
use crate::{Pair, debug_draw::DrawElement, shape::ShapeKind};

/// The names of the axes.
const AXES: [char; 3] = ['x', 'y', 'z'];

/// Places of a box that are named; a large box lies in many strips.
const FEW: usize = 4;

impl<const D: usize> fmt::Display for PairExplanation<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pair { a, b } = self.pair;
        let indices = [a, b];
        let verdict = self.verdict();
        let not = if verdict.is_reported() { "" } else { "not " };
        write!(f, "pair ({a}, {b}) is {not}reported: ")?;
        match verdict {
            Verdict::Invalid { side, reason } => {
                writeln!(f, "{} is invalid: {reason}", indices[side])?;
            }
            other => writeln!(f, "{other}")?,
        }
        for (index, invalid) in indices.iter().zip(self.invalid) {
            match invalid {
                None => writeln!(f, "  {index}: valid")?,
                Some(reason) => writeln!(f, "  {index}: invalid: {reason}")?,
            }
        }
        writeln!(f, "  filter: {}", self.filter)?;
        for (axis, of) in self.axes.iter().flatten().enumerate() {
            writeln!(f, "  axis {}: {of}", AXES[axis])?;
        }
        for (index, places) in indices.iter().zip(&self.places.of) {
            for place in places.iter().take(FEW) {
                writeln!(f, "  {}: {index} lies in {place}", self.broad_phase)?;
            }
            if places.len() > FEW {
                writeln!(f, "  {}: and in {} more", self.broad_phase, places.len() - FEW)?;
            }
        }
        if let Some(owner) = &self.places.owner {
            writeln!(f, "  {}: the pair belongs to {owner}", self.broad_phase)?;
        }
        if let Some(narrow) = &self.narrow {
            writeln!(f, "  narrow phase: {narrow}")?;
        }
        if let Some(hit) = &self.ccd_hit {
            writeln!(f, "  continuous: they met at time {} of the step", hit.impact.time)?;
        }
        Ok(())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pair => f.write_str("the bounds touch"),
            Self::Contact => f.write_str("the shapes touch"),
            Self::SensorOverlap => {
                f.write_str("one is a sensor, and they touch, or did when they met or came to rest")
            }
            Self::SleepingContact => f.write_str("both rest, and touched when they came to rest"),
            Self::Invalid { side, reason } => {
                let which = if *side == 0 { "first" } else { "second" };
                write!(f, "the {which} is invalid: {reason}")
            }
            Self::Filtered(decision) => decision.fmt(f),
            Self::BoundsApart { axis, gap } => {
                write!(f, "the bounds are {gap} apart on axis {}", AXES[*axis])
            }
            Self::ShapesApart { distance } => {
                write!(f, "the bounds touch, but the shapes are {distance} apart")
            }
        }
    }
}

impl fmt::Display for FilterDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wanted => f.write_str("wants the pair"),
            Self::Disabled { of_first } => {
                let which = if *of_first { "first" } else { "second" };
                write!(f, "the {which} is disabled")
            }
            Self::Excluded => f.write_str("the pair is excluded"),
            Self::LeftOut => f.write_str("the user's filter of pairs does not want it"),
            Self::BothStatic => f.write_str("both are static or asleep"),
            Self::Group { group } => write!(f, "both are of group {group}, which is negative"),
            Self::Categories { category, mask, of_first } => {
                let (own, other) =
                    if *of_first { ("first", "second") } else { ("second", "first") };
                write!(
                    f,
                    "category {category:#x} of the {own} has no bit of mask {mask:#x} of the \
                     {other}"
                )
            }
        }
    }
}

impl fmt::Display for AxisOverlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a0, a1], [b0, b1]) = (self.a, self.b);
        write!(f, "[{a0}, {a1}] and [{b0}, {b1}]: ")?;
        if self.touches() {
            write!(f, "they overlap by {}", self.depth())
        } else {
            write!(f, "they are {} apart", -self.depth())
        }
    }
}

impl<const D: usize> fmt::Display for Place<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.style.element {
            DrawElement::Node => "node",
            DrawElement::Leaf => "leaf",
            DrawElement::Cell => "cell",
            _ => "strip",
        };
        let of = if name == "strip" { "size class" } else { "depth" };
        let (min, max) = (self.bounds.min, self.bounds.max);
        write!(f, "{name} {} of {of} {}: {min:?} to {max:?}", self.number, self.style.depth)
    }
}

impl<const D: usize> fmt::Display for NarrowDecision<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.kinds;
        let found = if self.touches { "touch" } else { "are apart" };
        let (distance, normal) = (self.separation.distance, self.separation.normal);
        let axis = self.separation.axis;
        let feature = feature(self.kinds, D, axis);
        write!(f, "{a} and {b} {found}: distance {distance} along {normal:?}, by {feature}")
    }
}

/// The axis or feature of a pair of kinds by its number, in words where it has a name.
fn feature(kinds: [ShapeKind; 2], dimensions: usize, number: u32) -> String {
    let axes = dimensions as u32;
    match kinds {
        [ShapeKind::Ball, ShapeKind::Ball] => "the line of the centers".to_owned(),
        [ShapeKind::Box, ShapeKind::Box] if number < 2 * axes => {
            let which = if number < axes { "first" } else { "second" };
            format!("axis {} of the {which} box", AXES[(number % axes) as usize])
        }
        [ShapeKind::Box, ShapeKind::Box] => {
            let edges = number - 2 * axes;
            let [own, other] = [edges / 3, edges % 3].map(|axis| AXES[axis as usize % 3]);
            format!("the edges along {own} of the first box and {other} of the second")
        }
        [_, ShapeKind::HalfSpace] => "the normal of the plane".to_owned(),
        _ => format!("feature {number}"),
    }
}
