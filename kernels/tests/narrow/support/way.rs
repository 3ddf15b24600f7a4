//! Points that move along a line, without rounding: whether they come within reach.

use super::{Exact, cross, dot, exact, sub};

/// A point that moves from a place, relative to what it may meet, until the end of a window.
#[derive(Clone, Debug)]
pub(crate) struct Way<const D: usize> {
    pub(crate) from: [Exact; D],
    pub(crate) by: [Exact; D],
    pub(crate) end: Exact,
}

/// `a + b * by`.
pub(crate) fn add_scaled<const D: usize>(a: &[Exact; D], b: &[Exact; D], by: &Exact) -> [Exact; D] {
    std::array::from_fn(|i| a[i].clone() + b[i].clone() * by.clone())
}

fn square<const D: usize>(a: &[Exact; D]) -> Exact {
    dot(a, a)
}

fn zero() -> Exact {
    exact(0.0)
}

impl<const D: usize> Way<D> {
    fn at_end(&self) -> [Exact; D] {
        add_scaled(&self.from, &self.by, &self.end)
    }

    fn relative_to(&self, place: &[Exact; D]) -> Self {
        Self { from: sub(&self.from, place), ..self.clone() }
    }

    /// Whether the point comes as close as `radius` to the origin.
    pub(crate) fn meets_ball(&self, radius: &Exact) -> bool {
        let reach = radius.clone() * radius.clone();
        if square(&self.from) <= reach {
            return true;
        }
        let (a, b) = (square(&self.by), dot(&self.from, &self.by));
        if b >= zero() {
            return false;
        }
        if -b.clone() > a.clone() * self.end.clone() {
            return square(&self.at_end()) <= reach;
        }
        b.clone() * b >= a * (square(&self.from) - reach)
    }

    /// Whether the point comes as close as `radius` to the segment from `-axis` to `axis`: a
    /// convex function of the time and the place on the segment is least inside, or at a border.
    pub(crate) fn meets_capsule(&self, axis: &[Exact; D], radius: &Exact) -> bool {
        let origin = std::array::from_fn(|_| zero());
        let back = sub(&origin, axis);
        let along = |from: &[Exact; D]| Way {
            from: sub(from, axis),
            by: add_scaled(&origin, axis, &exact(2.0)),
            end: exact(1.0),
        };
        self.relative_to(axis).meets_ball(radius)
            || self.relative_to(&back).meets_ball(radius)
            || along(&self.from).meets_ball(radius)
            || along(&self.at_end()).meets_ball(radius)
            || self.passes(axis, radius)
    }

    /// Whether the lines of the way and of the segment come as close as `radius`, and do so inside
    /// of both.
    fn passes(&self, axis: &[Exact; D], radius: &Exact) -> bool {
        let (aa, ab, bb) = (square(&self.by), dot(&self.by, axis), square(axis));
        let (fa, fb) = (dot(&self.from, &self.by), dot(&self.from, axis));
        let determinant = aa.clone() * bb.clone() - ab.clone() * ab.clone();
        if determinant.signum() == 0 {
            return false;
        }
        // Cramer's rule for the time and the place on the segment, times the determinant.
        let time = ab.clone() * fb.clone() - bb * fa.clone();
        let place = aa * fb - ab * fa;
        let inside = time >= zero()
            && time <= self.end.clone() * determinant.clone()
            && place.abs() <= determinant;
        inside && self.line_is_near(axis, radius)
    }

    fn line_is_near(&self, axis: &[Exact; D], radius: &Exact) -> bool {
        let in_space = |v: &[Exact; D]| -> [Exact; 3] {
            std::array::from_fn(|i| v.get(i).cloned().unwrap_or_else(zero))
        };
        let normal = cross(&in_space(&self.by), &in_space(axis));
        let distance = dot(&in_space(&self.from), &normal);
        distance.clone() * distance <= radius.clone() * radius.clone() * square(&normal)
    }

    /// Whether the point meets the box of `half` extents.
    pub(crate) fn meets_box(&self, half: &[Exact; D]) -> bool {
        // Times as fractions, with denominators above 0.
        let mut after = vec![(zero(), exact(1.0))];
        let mut before = vec![(self.end.clone(), exact(1.0))];
        for i in 0..D {
            let (from, by, half) = (self.from[i].clone(), self.by[i].clone(), half[i].clone());
            let (from, by) = if by < zero() { (-from, -by) } else { (from, by) };
            if by.signum() == 0 {
                if from.abs() > half {
                    return false;
                }
                continue;
            }
            after.push((-half.clone() - from.clone(), by.clone()));
            before.push((half - from, by));
        }
        after.iter().all(|(a, b)| {
            before.iter().all(|(c, d)| a.clone() * d.clone() <= c.clone() * b.clone())
        })
    }

    /// Whether the point comes as close as `radius` to the box of `half` extents: that is to the
    /// box made longer by it on an axis, or to an edge.
    pub(crate) fn meets_rounded_box(&self, half: &[Exact; D], radius: &Exact) -> bool {
        let longer = |axis: usize| -> [Exact; D] {
            std::array::from_fn(|i| {
                if i == axis { half[i].clone() + radius.clone() } else { half[i].clone() }
            })
        };
        let edge = |axis: usize, signs: usize| {
            let middle: [Exact; D] = std::array::from_fn(|i| match i == axis {
                true => zero(),
                false if signs >> i & 1 == 1 => half[i].clone(),
                false => -half[i].clone(),
            });
            let mut along: [Exact; D] = std::array::from_fn(|_| zero());
            along[axis] = half[axis].clone();
            self.relative_to(&middle).meets_capsule(&along, radius)
        };
        (0..D).any(|axis| self.meets_box(&longer(axis)))
            || (0..D).any(|axis| {
                (0..1 << D).filter(|signs| signs >> axis & 1 == 0).any(|signs| edge(axis, signs))
            })
    }
}

#[test]
fn ways_meet_what_they_touch() {
    let numbers = |v: [f64; 2]| v.map(exact);
    let way = |from, by| Way { from: numbers(from), by: numbers(by), end: exact(1.0) };
    // Past a corner of the box [1, 2] at a distance of 5: (4, 6) is 3 and 4 away from it.
    let past = |y| way([4.0 + 40.0, 6.0 + y - 30.0], [-80.0, 60.0]);
    let half = numbers([1.0, 2.0]);
    for (lower, hit) in [(0.0, true), (1e-9, false), (-1e-9, true)] {
        assert_eq!(past(lower).meets_rounded_box(&half, &exact(5.0)), hit, "{lower}");
        let corner = past(lower).relative_to(&half);
        assert_eq!(corner.meets_ball(&exact(5.0)), hit, "{lower}");
        let edge = past(lower).relative_to(&numbers([1.0, 0.0]));
        assert_eq!(edge.meets_capsule(&numbers([0.0, 2.0]), &exact(5.0)), hit, "{lower}");
    }
    // Up to the side and no farther, or not so far.
    for (by, hit) in [(-3.0, true), (-2.9, false)] {
        assert_eq!(way([4.0, 2.0], [by, 0.0]).meets_box(&half), hit);
        assert_eq!(way([5.0, 2.0], [by, 0.0]).meets_rounded_box(&half, &exact(1.0)), hit);
    }
    let crossing = way([3.0, 0.5], [-6.0, 0.0]);
    assert!(crossing.meets_capsule(&numbers([0.0, 2.0]), &exact(0.0)));
    assert!(!crossing.meets_capsule(&numbers([0.0, 0.25]), &exact(0.0)));
}
