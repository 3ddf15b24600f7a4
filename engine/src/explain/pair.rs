//! What was decided about a pair.

use super::{FilterDecision, PairPlaces};
use crate::{
    Aabb, Error, Join, Pair, debug_draw::DebugDraw, narrow::Separation, shape::ShapeKind,
    step::CcdHit, validate::InvalidReason,
};

/// All that was decided about a pair, from its boxes to its contact.
///
/// ```
/// use jostle::{Bounds, BroadPhase, Join, Pairs, Sap, explain::Verdict};
///
/// // Three discs in a row; the last one is no disc.
/// let bounds = Bounds::from_points(&[[0.0, 0.0], [3.0, 0.5], [4.0, 0.0]], &[1.0, 1.0, -1.0])?;
/// let (mut sap, join) = (Sap::<2>::new(), Join::within(bounds));
/// sap.pairs(&join, &mut Pairs::new())?;
/// let explanation = sap.explain(&join, 0, 1)?;
/// assert_eq!(explanation.verdict(), Verdict::BoundsApart { axis: 0, gap: 1.0 });
/// let explanation = sap.explain(&join, 1, 2)?;
/// assert!(explanation.to_string().contains("2 is invalid: negative radius"));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairExplanation<const D: usize> {
    /// The pair, as the broad phase would report it.
    pub pair: Pair,
    /// Why each of the two is invalid, if it is.
    pub invalid: [Option<InvalidReason>; 2],
    /// What the filter says.
    pub filter: FilterDecision,
    /// How the bounds lie on each axis; none where one of the two is invalid.
    pub axes: Option<[AxisOverlap; D]>,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// Where the broad phase put the two.
    pub places: PairPlaces<D>,
    /// What the narrow phase decided, where the filter wants the pair and the bounds touch; none
    /// for a broad phase alone.
    pub narrow: Option<NarrowDecision<D>>,
    /// What continuous collision detection found on the way to where the two are.
    pub ccd_hit: Option<CcdHit<D>>,
    /// Whether both rest, and touched when they came to rest.
    pub touches_asleep: bool,
    /// Whether it is among the pairs of sensors: also of two shapes that rest, or met on their way.
    pub sensor_overlap: bool,
}

/// How the bounds of two boxes lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisOverlap {
    /// Minimum and maximum of the first box.
    pub a: [f32; 2],
    /// Minimum and maximum of the second box.
    pub b: [f32; 2],
}

/// What the narrow phase decided about two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NarrowDecision<const D: usize> {
    /// The kinds of the shapes.
    pub kinds: [ShapeKind; 2],
    /// Whether they touch, or are within the margin of contacts.
    pub touches: bool,
    /// Whether one of them is a sensor, so that there is no contact.
    pub is_sensed: bool,
    /// How far they are apart, or how deep they overlap, and the axis or feature that decided.
    pub separation: Separation<D>,
}

/// Whether a pair is reported; where it is not, the first reason.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// Reported by the broad phase: the bounds touch. No narrow phase was asked.
    Pair,
    /// Reported as a contact: the shapes touch.
    Contact,
    /// Reported as what a sensor touches.
    SensorOverlap,
    /// Reported among the contacts of shapes at rest: they touched when they came to rest.
    SleepingContact,
    /// Not reported: a shape is invalid.
    Invalid {
        /// 0 for the first of the pair, 1 for the second.
        side: usize,
        /// Why it is invalid.
        reason: InvalidReason,
    },
    /// Not reported: the filter does not want it.
    Filtered(FilterDecision),
    /// Not reported: the bounds are apart on an axis, the first such one.
    BoundsApart {
        /// The axis.
        axis: usize,
        /// The distance of the bounds on it.
        gap: f32,
    },
    /// Not reported: the bounds touch, and the shapes are apart.
    ShapesApart {
        /// The gap along the axis where it is largest.
        distance: f32,
    },
}

impl Verdict {
    /// Whether the pair is reported.
    #[must_use]
    pub fn is_reported(self) -> bool {
        matches!(self, Self::Pair | Self::Contact | Self::SensorOverlap | Self::SleepingContact)
    }
}

impl AxisOverlap {
    /// Whether the bounds touch on the axis.
    #[must_use]
    pub fn touches(&self) -> bool {
        self.a[0] <= self.b[1] && self.b[0] <= self.a[1]
    }

    /// How far they overlap; less than 0 where they are apart, then minus the gap. NaN where both
    /// are the same infinity.
    #[must_use]
    pub fn depth(&self) -> f32 {
        self.a[1].min(self.b[1]) - self.a[0].max(self.b[0])
    }

    fn of<const D: usize>(a: &Aabb<D>, b: &Aabb<D>) -> [Self; D] {
        std::array::from_fn(|axis| Self {
            a: [a.min[axis], a.max[axis]],
            b: [b.min[axis], b.max[axis]],
        })
    }
}

impl<const D: usize> PairExplanation<D> {
    /// Explains boxes `a` and `b` of a join that a broad phase answered last, which draws itself.
    /// O(boxes).
    pub(crate) fn of_boxes(
        join: &Join<'_, D>,
        [a, b]: [u32; 2],
        broad_phase: &'static str,
        draw: impl FnOnce(&mut dyn DebugDraw<D>),
    ) -> Result<Self, Error> {
        let ([first, second], pair) = match join {
            Join::Within(set) => ([set, set], Pair::ordered(a, b)),
            Join::Between(first, second) => ([first, second], Pair { a, b }),
        };
        join.check()?;
        for (set, index) in [(first, pair.a), (second, pair.b)] {
            let shapes = set.bounds.len();
            if index as usize >= shapes {
                return Err(Error::NoShape { pair: 0, index, shapes });
            }
        }
        if matches!(join, Join::Within(_)) && a == b {
            return Err(Error::OneShape { pair: 0, index: a });
        }
        let boxes = [first.bounds.get(pair.a as usize), second.bounds.get(pair.b as usize)];
        let ids = [pair.a, pair.b + join.second_offset()];
        Ok(Self {
            pair,
            invalid: boxes.map(Result::err),
            filter: join.decide(pair.a, pair.b),
            axes: match boxes {
                [Ok(a), Ok(b)] => Some(AxisOverlap::of(&a, &b)),
                _ => None,
            },
            broad_phase,
            places: PairPlaces::find(ids, draw)?,
            narrow: None,
            ccd_hit: None,
            touches_asleep: false,
            sensor_overlap: false,
        })
    }

    /// Whether the pair is wanted, and its bounds touch: whether a broad phase reports it.
    #[must_use]
    pub fn is_candidate(&self) -> bool {
        let touches = |axes: &[AxisOverlap; D]| axes.iter().all(AxisOverlap::touches);
        self.filter == FilterDecision::Wanted && self.axes.as_ref().is_some_and(touches)
    }

    /// Whether the pair is reported, and if not, the first reason.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.touches_asleep {
            return Verdict::SleepingContact;
        }
        if self.sensor_overlap {
            return Verdict::SensorOverlap;
        }
        for (side, invalid) in self.invalid.into_iter().enumerate() {
            if let Some(reason) = invalid {
                return Verdict::Invalid { side, reason };
            }
        }
        if self.filter != FilterDecision::Wanted {
            return Verdict::Filtered(self.filter);
        }
        let mut axes = self.axes.iter().flatten().enumerate();
        if let Some((axis, of)) = axes.find(|(_, of)| !of.touches()) {
            return Verdict::BoundsApart { axis, gap: -of.depth() };
        }
        match self.narrow {
            None => Verdict::Pair,
            Some(NarrowDecision { touches: false, separation, .. }) => {
                Verdict::ShapesApart { distance: separation.distance }
            }
            Some(NarrowDecision { is_sensed: true, .. }) => Verdict::SensorOverlap,
            Some(_) => Verdict::Contact,
        }
    }
}
