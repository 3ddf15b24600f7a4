//! Space cut into domains, with boxes of any numbers and any sample.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Aabb, SimdLevel,
    domain::{Decomposition, Selection},
};
use jostle_fuzz::{
    input::{AnyBox, Number, floats, some},
    stored::{Kind, Layout, Stored},
};

use crate::{
    common::{Boxes, naive_within},
    exact::{Exact, exact},
};

/// Whether a box touches a region, of which the upper borders are no part unless there are none.
fn touches<const D: usize>(aabb: &Aabb<D>, region: &Aabb<D>) -> bool {
    (0..D).all(|axis| {
        let border = region.max[axis];
        aabb.max[axis] >= region.min[axis] && (aabb.min[axis] < border || border == f32::INFINITY)
    })
}

fn aabb<const D: usize>(boxes: &Boxes<D>, index: usize) -> Aabb<D> {
    let (min, max) = boxes.corners(index);
    Aabb { min, max }
}

/// The boxes that are valid.
fn valid<const D: usize>(boxes: &Boxes<D>) -> impl Iterator<Item = (usize, Aabb<D>)> {
    let all = (0..boxes.len()).filter(|index| boxes.is_valid(*index));
    all.map(|index| (index, aabb(boxes, index)))
}

/// Domains, what touches them, and who reports pairs.
fn cut<const D: usize>(u: &mut Unstructured<'_>, boxes: &Boxes<D>) -> Result<Decomposition<D>> {
    let given: Vec<([Number; D], Number)> = some(u, 30)?;
    let mut sample: Vec<[f32; D]> = given.iter().map(|of| floats(of.0)).collect();
    let mut weights: Vec<f32> = given.iter().map(|of| of.1.0).collect();
    if bool::arbitrary(u)? {
        sample.extend((0..boxes.len()).map(|index| boxes.corners(index).0));
        weights.resize(sample.len(), 1.0);
    }
    let count = usize::from(u8::arbitrary(u)? % 40);
    let made = Decomposition::bisect(&sample, &weights, count);
    assert_eq!(made.is_err(), count == 0);
    let Ok(domains) = made else { return Ok(Decomposition::new()) };
    assert_eq!(domains.domains(), count);
    let again = Decomposition::bisect(&sample, &weights, count).expect("as before");
    assert_eq!(domains.digest(), again.digest());
    let regions: Vec<Aabb<D>> = (0..count).map(|domain| domains.region(domain)).collect();
    let points = sample.iter().copied().chain((0..boxes.len()).map(|index| boxes.corners(index).1));
    for point in points.filter(|point| !point.iter().any(|x| x.is_nan())) {
        let at = Aabb { min: point, max: point };
        let of = domains.domain_of(&point);
        let found: Vec<usize> = (0..count).filter(|of| touches(&at, &regions[*of])).collect();
        assert_eq!(found, [of], "{point:?} in {domains:?}");
    }
    for (index, aabb) in valid(boxes) {
        let mut found = Vec::new();
        domains.for_each_touched(&aabb, |domain| found.push(domain));
        let expected: Vec<usize> = (0..count).filter(|of| touches(&aabb, &regions[*of])).collect();
        assert_eq!(found, expected, "{index} in {domains:?}");
    }
    for pair in naive_within(boxes) {
        let [a, b] = [pair.a, pair.b].map(|index| aabb(boxes, index as usize));
        let owner = domains.owner(&a, &b);
        assert_eq!(owner, domains.owner(&b, &a));
        assert!([a, b].iter().all(|aabb| touches(aabb, &regions[owner])), "{pair:?} {domains:?}");
    }
    Ok(domains)
}

/// What leaves a region, and what touches some boxes, at all levels.
fn choose<const D: usize>(
    u: &mut Unstructured<'_>,
    stored: &Stored<D>,
    boxes: &Boxes<D>,
) -> Result<()> {
    let region = Option::<AnyBox<D>>::arbitrary(u)?.map(|of| of.0);
    let near: Vec<Aabb<D>> = some::<AnyBox<D>>(u, 4)?.iter().map(|of| of.0).collect();
    let chosen = |wants: &dyn Fn(&Aabb<D>) -> bool| -> Vec<u32> {
        valid(boxes).filter(|of| wants(&of.1)).map(|of| of.0 as u32).collect()
    };
    let leaving = chosen(&|aabb| {
        region.is_some_and(|region| {
            !(0..D).all(|k| aabb.min[k] >= region.min[k] && aabb.max[k] < region.max[k])
        })
    });
    let touching = chosen(&|aabb| {
        near.iter()
            .any(|one| (0..D).all(|k| aabb.min[k] <= one.max[k] && one.min[k] <= aabb.max[k]))
    });
    let mut selection = Selection::new();
    for level in SimdLevel::available() {
        selection = selection.with_level(*level);
        selection.update(stored.bounds(), region.as_ref(), &near).expect("there is memory");
        assert_eq!((selection.leaving(), selection.touching()), (&leaving[..], &touching[..]));
    }
    Ok(())
}

/// Whether a number shifted by any number of periods is in an interval, without rounding.
fn is_met(x: f32, [low, high]: [f32; 2], period: Option<(f32, f32)>) -> bool {
    let Some((start, end)) = period else { return (low..=high).contains(&x) };
    let length = f64::from(end) - f64::from(start);
    let first = ((f64::from(low) - f64::from(x)) / length).floor();
    let shifted = |turns: f64| exact(x) + exact(turns) * (exact(end) - exact(start));
    let is_in = |at: Exact| exact(low) <= at && at <= exact(high);
    [-1.0, 0.0, 1.0, 2.0].iter().any(|more| is_in(shifted(first + more)))
}

/// Where space goes on at the other end, all domains that a box touches are visited once.
fn go_around<const D: usize>(
    u: &mut Unstructured<'_>,
    domains: &Decomposition<D>,
    boxes: &Boxes<D>,
) -> Result<()> {
    let mut periods = [None; D];
    for period in &mut periods {
        if bool::arbitrary(u)? {
            let (start, length) = (Number::arbitrary(u)?.0, Number::arbitrary(u)?.size());
            *period = Some((start, start + length));
        }
    }
    // Sixteenths of periods lie within these.
    let point = |given: &[(u8, Number); D]| {
        std::array::from_fn(|axis| match (periods[axis], given[axis]) {
            (Some((start, end)), (part, _)) => {
                start + (end - start) * (f32::from(part % 16) / 16.0)
            }
            (None, (_, number)) => number.0,
        })
    };
    let points: Vec<[f32; D]> = some(u, 8)?.iter().map(point).collect();
    let fits = |point: &[f32; D]| {
        (0..D).all(|axis| {
            let (start, end) = periods[axis].unwrap_or((f32::MIN, f32::INFINITY));
            (start..end).contains(&point[axis])
        })
    };
    let mut scratch = Vec::new();
    for (index, aabb) in valid(boxes) {
        let mut visited = vec![0; domains.domains()];
        let visit = |domain: usize| visited[domain] += 1;
        domains
            .for_each_touched_periodic(&aabb, &periods, &mut scratch, visit)
            .expect("there is memory");
        assert!(visited.iter().all(|times| *times < 2), "{index}: {visited:?}");
        // Where they are not many, periods can be counted.
        let is_counted = (0..D).all(|axis| {
            periods[axis].is_none_or(|(start, end)| {
                let numbers = [aabb.min[axis], aabb.max[axis], start, end];
                let largest = numbers.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
                largest.is_finite() && largest <= (end - start) * 1e6
            })
        });
        if !is_counted {
            continue;
        }
        for point in points.iter().filter(|point| fits(point)) {
            let is_met = (0..D)
                .all(|axis| is_met(point[axis], [aabb.min[axis], aabb.max[axis]], periods[axis]));
            let of = domains.domain_of(point);
            assert!(!is_met || visited[of] == 1, "{point:?} {aabb:?} {periods:?} {domains:?}");
        }
    }
    Ok(())
}

/// Cuts space, and asks where boxes are.
pub(crate) fn run<const D: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let bits = u8::arbitrary(u)?;
    let given: Vec<AnyBox<D>> = some(u, 60)?;
    let corners = given.iter().map(|of| (of.0.min, of.0.max));
    let stored = Stored::new(corners, Kind::of(bits), Layout::of(bits >> 1));
    let boxes: Boxes<D> = stored.corners().collect();
    let domains = cut(u, &boxes)?;
    choose(u, &stored, &boxes)?;
    go_around(u, &domains, &boxes)
}
