//! What lists are asked for, from bytes.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    SimdLevel,
    neighbors::{ListKind, Neighbors, RadiusRule},
};
use jostle_fuzz::input::{AnyLevel, Number, floats};

use crate::{common::sign, lattice::Repeats};

/// The settings of lists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<const D: usize> {
    pub(crate) radius: f32,
    pub(crate) skin: f32,
    pub(crate) kind: ListKind,
    pub(crate) repeats: Repeats<D>,
    pub(crate) has_shifts: bool,
    pub(crate) rule: RadiusRule,
    pub(crate) nearest: Option<usize>,
    pub(crate) limit: u64,
    level: SimdLevel,
}

impl<'a, const D: usize> Arbitrary<'a> for Asked<D> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let bits = u8::arbitrary(u)?;
        let is = |bit: u32| bits >> bit & 1 == 1;
        let rules = [RadiusRule::Sum, RadiusRule::Sum, RadiusRule::Larger, RadiusRule::Own];
        Ok(Self {
            kind: if is(0) { ListKind::Half } else { ListKind::Full },
            has_shifts: is(1),
            rule: rules[usize::from(bits >> 2 & 3)],
            nearest: if is(4) && is(5) { Some(usize::from(u8::arbitrary(u)? % 12)) } else { None },
            limit: if is(6) && is(7) { u64::from(u8::arbitrary(u)?) } else { u64::MAX },
            radius: Number::arbitrary(u)?.size(),
            // Of what keeps lists, most often.
            skin: if is(4) && is(5) && !is(6) { 0.0 } else { Number::arbitrary(u)?.size() },
            repeats: repeats(u)?,
            level: AnyLevel::arbitrary(u)?.0,
        })
    }
}

/// No repeats, or intervals on axes, or vectors of which each stays within the axes of all.
fn repeats<const D: usize>(u: &mut Unstructured<'_>) -> Result<Repeats<D>> {
    let bits = u8::arbitrary(u)?;
    let has = |axis: usize| bits >> axis & 1 == 1;
    if bits < 100 {
        return Ok(Repeats::Axes([None; D]));
    }
    if bits < 180 {
        let mut periods = [None; D];
        for axis in (0..D).filter(|axis| has(*axis)) {
            let (low, length) = (Number::arbitrary(u)?.0, Number::arbitrary(u)?.size());
            periods[axis] = Some((low, low + length));
        }
        return Ok(Repeats::Axes(periods));
    }
    let mut vectors = [None; D];
    for axis in (0..D).filter(|axis| has(*axis)) {
        let mut vector = floats(<[Number; D]>::arbitrary(u)?).map(f64::from);
        // Else most are refused.
        if bits < 250 {
            (0..D).filter(|other| !has(*other)).for_each(|other| vector[other] = 0.0);
        }
        vectors[axis] = Some(vector);
    }
    Ok(Repeats::Vectors(vectors))
}

impl<const D: usize> Asked<D> {
    /// Lists with these settings.
    pub(crate) fn lists(&self) -> Neighbors<D> {
        let lists = Neighbors::new(self.radius)
            .with_skin(self.skin)
            .with_kind(self.kind)
            .with_rule(self.rule)
            .with_limit(self.limit)
            .with_level(self.level);
        let lists = match self.repeats {
            Repeats::Axes(periods) => lists.with_periods(periods),
            Repeats::Vectors(vectors) => lists.with_cell(vectors),
        };
        let lists = if self.has_shifts { lists.with_shifts() } else { lists };
        match self.nearest {
            Some(most) => lists.with_nearest(most),
            None => lists,
        }
    }

    /// What two radii add to the radius, and the skin: all that is summed.
    fn parts(&self, own: f32, other: f32, skin: f32) -> [f32; 4] {
        match self.rule {
            RadiusRule::Sum => [self.radius, own, other, skin],
            RadiusRule::Larger => [self.radius, own.max(other), 0.0, skin],
            RadiusRule::Own => [self.radius, own, 0.0, skin],
        }
    }

    /// Up to which distance a pair is listed, or with a skin of 0, within the radius.
    pub(crate) fn reach(&self, own: f32, other: f32, skin: f32) -> f32 {
        sum_up(self.parts(own, other, skin))
    }

    /// Whether these lists are refused, whatever the points, but for where space repeats itself.
    pub(crate) fn is_refused(&self) -> bool {
        let is_size = |x: f32| (0.0..f32::INFINITY).contains(&x);
        let is_nearest_with_skin = self.nearest.is_some() && self.skin != 0.0;
        !is_size(self.radius) || !is_size(self.skin) || is_nearest_with_skin
    }
}

/// The least `f32` that is not below the exact sum of numbers that are not negative.
fn sum_up(parts: [f32; 4]) -> f32 {
    let from = |sum: f32| {
        let [a, b, c, d] = parts.map(f64::from);
        sign([f64::from(sum), -a, -b, -c, -d])
    };
    let mut sum = parts.into_iter().map(f64::from).sum::<f64>() as f32;
    while sum.is_finite() && from(sum) < 0.0 {
        sum = sum.next_up();
    }
    while sum > 0.0 && sum.is_finite() && from(sum.next_down()) >= 0.0 {
        sum = sum.next_down();
    }
    sum
}
