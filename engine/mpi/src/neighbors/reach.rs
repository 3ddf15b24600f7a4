//! Which points other ranks have to know: those within reach of their domains.

use bytemuck::Pod;
use jostle::{
    Aabb, Error as EngineError,
    domain::Decomposition,
    neighbors::{Points, RadiusRule},
};

use super::LocalPoints;
use crate::{Error, Ranks, mail::extend, ranks::check_domains};

/// How far points reach, and where space repeats itself.
#[derive(Clone, Copy)]
pub(super) struct Reach<const D: usize> {
    pub(super) radius: f32,
    pub(super) skin: f32,
    pub(super) rule: RadiusRule,
    pub(super) periods: [Option<(f32, f32)>; D],
}

impl<const D: usize> Reach<D> {
    /// What has to be the same on all ranks, as one number.
    pub(super) fn digest(&self, domains: u64) -> u64 {
        let ends = self.periods.iter().flatten().flat_map(|(start, end)| [*start, *end]);
        let words = ends.chain([self.radius, self.skin]).map(f32::to_bits);
        words.chain([self.rule as u32]).fold(domains, |hash, word| {
            (hash.rotate_left(9) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Chooses which points go to which ranks, where the largest radius of all is known.
    pub(super) fn choose<R: Pod>(
        &self,
        ranks: &impl Ranks,
        domains: &Decomposition<D>,
        local: &LocalPoints<'_, D, R>,
        largest: f32,
        chosen: &mut [Vec<u32>],
        scratch: &mut Vec<usize>,
    ) -> Result<(), Error> {
        check_domains(ranks, domains)?;
        for (number, what) in [(self.radius, "radius"), (self.skin, "skin")] {
            if !(0.0..f32::INFINITY).contains(&number) {
                return Err(EngineError::Reach { what }.into());
            }
        }
        local.check()?;
        if domains.domains() == 1 {
            return Ok(());
        }
        let me = ranks.rank();
        let mut inside = domains.region(me);
        for (axis, period) in self.periods.iter().enumerate() {
            if let Some((start, end)) = period {
                inside.min[axis] = inside.min[axis].max(*start);
                inside.max[axis] = inside.max[axis].min(*end);
            }
        }
        // Nearly all points are so far inside that no radius makes them reach others.
        let deep = deep_inside(&inside, self.of(largest, largest));
        for index in 0..local.points.len() {
            let point = local.points.get(index);
            if (0..D).all(|axis| (deep.min[axis]..=deep.max[axis]).contains(&point[axis])) {
                continue;
            }
            let own = local.points.radius(index);
            if !is_valid(&point, own) {
                continue;
            }
            let reached = reached(point, self.of(own, largest));
            if is_inside(&reached, &inside) {
                continue;
            }
            let mut is_here = false;
            let at = Aabb::point(point);
            domains.for_each_touched_periodic(&at, &self.periods, scratch, |domain| {
                is_here |= domain == me;
            })?;
            if !is_here {
                return Err(EngineError::Setting {
                    what: "place of a point",
                    found: format!("point {index} in another domain"),
                    range: "in the domain of its rank",
                }
                .into());
            }
            let mut result = Ok(());
            let choose = |domain: usize| {
                if domain != me && result.is_ok() {
                    result = extend(&mut chosen[domain], &[index as u32], WHAT);
                }
            };
            domains.for_each_touched_periodic(&reached, &self.periods, scratch, choose)?;
            result?;
        }
        Ok(())
    }

    /// No less than how far a point of a radius has to be known where the largest of all is that
    /// one: what two roundings may make of it.
    fn of(&self, own: f32, largest: f32) -> f32 {
        let added = match self.rule {
            RadiusRule::Sum => f64::from(own) + f64::from(largest),
            RadiusRule::Larger | RadiusRule::Own => f64::from(largest),
        };
        let reach = f64::from(self.radius) + f64::from(self.skin) + added;
        let reach = reach * (1.0 + 4.0 * f64::from(f32::EPSILON));
        (reach as f32).next_up() + f32::MIN_POSITIVE
    }
}

const WHAT: &str = "points for other ranks";

/// Whether a point has neighbors.
fn is_valid<const D: usize>(point: &[f32; D], radius: f32) -> bool {
    point.iter().all(|x| x.is_finite()) && (0.0..f32::INFINITY).contains(&radius)
}

/// The largest valid radius of the points of all ranks; none where all points of all ranks have
/// radii of 0.
pub(super) fn largest_radius<const D: usize>(
    ranks: &impl Ranks,
    points: &Points<'_, D>,
) -> Option<f32> {
    let (mut largest, mut has_radii) = (0.0_f32, false);
    for index in 0..points.len() {
        let radius = points.radius(index);
        if radius != 0.0 {
            has_radii = true;
            largest =
                if is_valid(&points.get(index), radius) { largest.max(radius) } else { largest };
        }
    }
    // Numbers from 0 on are in the order of their bits, and the greatest is the least of opposites.
    let mut least = [u64::from(!largest.to_bits()), u64::from(!has_radii)];
    ranks.least(&mut least);
    (least[1] == 0).then(|| f32::from_bits(!(least[0] as u32)))
}

/// What a point reaches.
fn reached<const D: usize>(point: [f32; D], reach: f32) -> Aabb<D> {
    Aabb { min: point.map(|x| (x - reach).next_down()), max: point.map(|x| (x + reach).next_up()) }
}

/// Where points do not reach beyond a region: no less far from its borders than they reach.
fn deep_inside<const D: usize>(region: &Aabb<D>, reach: f32) -> Aabb<D> {
    let margin = |end: f32| reach + 8.0 * f32::EPSILON * (end.abs() + reach) + f32::MIN_POSITIVE;
    let is_open = |end: f32| end.abs() == f32::INFINITY;
    let min = region.min.map(|low| if is_open(low) { f32::MIN } else { low + margin(low) });
    let max = region.max.map(|high| if is_open(high) { f32::MAX } else { high - margin(high) });
    Aabb { min, max }
}

/// Whether a box lies within a region, below its upper borders.
fn is_inside<const D: usize>(aabb: &Aabb<D>, region: &Aabb<D>) -> bool {
    (0..D).all(|axis| aabb.min[axis] >= region.min[axis] && aabb.max[axis] < region.max[axis])
}

#[cfg(test)]
mod tests {
    use super::{Aabb, deep_inside, is_inside, reached};

    /// What is taken for deep inside is inside by the exact rule, at all ends of the numbers.
    #[test]
    fn deep_inside_is_inside() {
        let ends = [0.0_f32, 1.0, 1e-30, 5.0, 12_345.678, 1e9, 3e38];
        let reaches = [1e-38, 1e-7, 0.3, 1.2, 4.99, 5.0, 1e6, 1e30];
        let mut seen = 0;
        for low in ends.iter().flat_map(|end| [-end, *end]) {
            for high in ends.iter().flat_map(|end| [-end, *end]).chain([f32::INFINITY]) {
                let region = Aabb { min: [low; 2], max: [high, f32::INFINITY] };
                for reach in reaches {
                    let deep = deep_inside(&region, reach);
                    for x in [deep.min[0], deep.max[0], 0.5 * deep.min[0] + 0.5 * deep.max[0]] {
                        if (deep.min[0]..=deep.max[0]).contains(&x) && deep.min[1] <= 1e38 {
                            let point = [x, deep.min[1]];
                            // Beyond the end of numbers a point at the open end reaches nothing.
                            let is_at_end = x == f32::MAX;
                            assert!(is_at_end || is_inside(&reached(point, reach), &region));
                            seen += 1;
                        }
                    }
                }
            }
        }
        assert!(seen > 500, "{seen}");
    }
}
