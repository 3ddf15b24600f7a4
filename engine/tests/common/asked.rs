//! Lines asked of trees: the answers held against those of every box alone, and against the oracle.

use std::collections::BTreeMap;

use jostle::{
    Aabb, SimdLevel,
    bvh::{BuildQuality, Bvh, Hit, Moving},
};
use jostle_kernels::{Node, node::Cast};

use super::{Boxes, Line, Truth};

/// How often something was met.
#[derive(Debug, Default)]
pub(crate) struct Counts(BTreeMap<&'static str, usize>);

impl Counts {
    pub(crate) fn add(&mut self, what: &'static str, met: bool) {
        *self.0.entry(what).or_default() += usize::from(met);
    }

    /// Asserts that each of these was met so often.
    pub(crate) fn assert(&self, fewest: &[(&str, usize)]) {
        for (what, fewest) in fewest {
            let count = self.0.get(what).copied().unwrap_or_default();
            assert!(count >= *fewest, "{what}: {count}, not {fewest}; of all {self:?}");
        }
    }
}

/// The tree of some boxes at every level and with every effort, each of which comes once at least.
pub(crate) fn trees<const D: usize>(boxes: &Boxes<D>) -> Vec<(SimdLevel, Bvh<D>)> {
    let builds = [BuildQuality::Fast, BuildQuality::Balanced, BuildQuality::Quality];
    let levels = SimdLevel::available();
    let build = |number: usize| {
        let level = levels[number % levels.len()];
        let mut tree = Bvh::new().with_level(level).with_build(builds[number % builds.len()]);
        tree.build(boxes.bounds()).expect("the boxes fit");
        (level, tree)
    };
    (0..levels.len().max(builds.len())).map(build).collect()
}

/// A node with a single box.
pub(crate) fn node_of<const D: usize>(min: [f32; D], max: [f32; D]) -> Node<D> {
    let mut node = Node::NONE;
    for axis in 0..D {
        (node.min[axis][0], node.max[axis][0]) = (min[axis], max[axis]);
    }
    node.refs[0] = 0;
    node
}

/// What every box alone answers: hits by time and id, and the one that is first.
pub(crate) fn brute<const D: usize>(
    boxes: &Boxes<D>,
    line: &Line<D>,
    accept: impl Fn(u32) -> bool,
) -> (Vec<Hit>, Option<Hit>) {
    let cast = Cast::new(line.aabb, line.direction, line.t_min, line.t_max);
    let valid = boxes.iter().enumerate().filter(|(id, _)| boxes.is_valid(*id));
    let mut hits: Vec<Hit> = valid
        .map(|(id, aabb)| (id as u32, aabb))
        .filter(|(id, _)| accept(*id))
        .filter_map(|(id, (min, max))| {
            let node = node_of(min, max);
            let t = cast.reference(&node, 0).filter(|_| cast.meets(&node, 0))?;
            Some(Hit { id, t })
        })
        .collect();
    hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.id.cmp(&b.id)));
    let first = hits.first().copied();
    (hits, first)
}

/// A hit to be compared bit for bit.
fn bits(hit: &Hit) -> (u32, u32) {
    (hit.id, hit.t.to_bits())
}

/// Asserts that trees answer a line as every box alone does, bit for bit, and that what they answer
/// is true. Returns the number of hits.
pub(crate) fn check_line<const D: usize, M: Moving<D> + Into<Line<D>> + Copy>(
    boxes: &Boxes<D>,
    trees: &[(SimdLevel, Bvh<D>)],
    moving: M,
    counts: &mut Counts,
) -> usize {
    let line: Line<D> = moving.into();
    let (hits, first) = brute(boxes, &line, |_| true);
    let odd = |id: u32| id % 3 == 1;
    let (odd_hits, odd_first) = brute(boxes, &line, odd);
    for (level, tree) in trees {
        let place = || format!("{level}, {line:?}");
        let mut all = vec![Hit::default()];
        tree.all_hits(&moving, |_| true, &mut all).expect("the line is valid");
        assert_eq!(all.remove(0), Hit::default(), "the list is appended to");
        assert!(all.iter().map(bits).eq(hits.iter().map(bits)), "{}: {all:?} {hits:?}", place());
        tree.all_hits(&moving, odd, &mut all).expect("the line is valid");
        let rest = &all[hits.len()..];
        assert!(rest.iter().map(bits).eq(odd_hits.iter().map(bits)), "filtered, {}", place());
        let closest = tree.closest_hit(&moving, |_| true).expect("the line is valid");
        assert_eq!(closest.as_ref().map(bits), first.as_ref().map(bits), "first, {}", place());
        let closest = tree.closest_hit(&moving, odd).expect("the line is valid");
        assert_eq!(closest.as_ref().map(bits), odd_first.as_ref().map(bits), "odd, {}", place());
        assert_eq!(tree.any_hit(&moving, |_| true), Ok(first.is_some()), "any, {}", place());
        assert_eq!(tree.any_hit(&moving, odd), Ok(odd_first.is_some()), "any odd, {}", place());
    }
    check_truth(boxes, &line, &hits, counts);
    hits.len()
}

/// Asserts that no hit is missed, that none is made up, and that times are right.
pub(crate) fn check_truth<const D: usize>(
    boxes: &Boxes<D>,
    line: &Line<D>,
    hits: &[Hit],
    counts: &mut Counts,
) {
    let mut times = vec![None; boxes.len()];
    hits.iter().for_each(|hit| times[hit.id as usize] = Some(hit.t));
    for (index, (min, max)) in boxes.iter().enumerate() {
        if !boxes.is_valid(index) {
            assert_eq!(times[index], None, "box {index} is not valid");
            continue;
        }
        let truth = line.meets(&min, &max);
        let place = || format!("{line:?}, box {index} {min:?} {max:?}: {truth:?} {times:?}");
        assert_eq!(times[index].is_some(), truth.must, "{}", place());
        let Some(t) = times[index] else {
            counts.add("misses that are nearly hits", nearly(&truth));
            continue;
        };
        assert!(is_time(line, t, truth.enter), "not then, {}", place());
        count_kinds(line, &min, &max, &truth, counts);
    }
}

/// Relative error of what lanes find, and of what is computed from it.
const WIDENED: f64 = 16.0 * f32::EPSILON as f64;

/// What is lost below the normal numbers.
const TINY: f64 = 16.0 * 1.5e-45;

/// Relative error of a time: three roundings and some room.
const ROUNDED: f64 = 4.0 * f32::EPSILON as f64;

/// Whether a line that misses a box comes so near that roundings could make it a hit.
fn nearly(truth: &Truth) -> bool {
    let late = truth.enter - truth.exit;
    late <= WIDENED * truth.enter.abs().max(truth.exit.abs()) + TINY
}

/// Whether this may be the first time of a hit.
fn is_time<const D: usize>(line: &Line<D>, t: f32, enter: f64) -> bool {
    let enter = enter.min(line.t_max.into());
    let within = line.t_min <= t && t <= line.t_max && t.is_sign_positive();
    within && (f64::from(t) - enter).abs() <= ROUNDED * enter.abs() + TINY
}

/// Counts what a hit is like.
fn count_kinds<const D: usize>(
    line: &Line<D>,
    min: &[f32; D],
    max: &[f32; D],
    truth: &Truth,
    counts: &mut Counts,
) {
    let Aabb { min: low, max: high } = line.aabb;
    let axes = |test: &dyn Fn(usize) -> bool| (0..D).filter(|axis| test(*axis)).count();
    let still = axes(&|axis| line.direction[axis] == 0.0);
    let flush = |axis: usize| low[axis] == max[axis] || high[axis] == min[axis];
    let apart = axes(&|axis| low[axis] > max[axis] || high[axis] < min[axis]) > 0;
    let in_plane = axes(&|axis| line.direction[axis] == 0.0 && flush(axis));
    let fastest = line.direction.iter().fold(0.0_f32, |most, d| most.max(d.abs()));
    counts.add("hits", truth.hit);
    counts.add("grazes", truth.grazes);
    counts.add("grazes a corner", truth.grazes && still == 0);
    counts.add("grazes at the last moment", truth.enter == f64::from(line.t_max));
    counts.add("still on an axis", still > 0 && still < D);
    counts.add("still on all axes but one", still == D - 1);
    counts.add("at rest", still == D);
    counts.add("in the plane of a face", in_plane == 1);
    counts.add("along an edge", in_plane == D - 1);
    counts.add("starts within", !apart && axes(&flush) == 0);
    counts.add("starts on the surface", !apart && axes(&flush) > 0);
    counts.add("starts behind", truth.enter == f64::from(line.t_min) && line.t_min > 0.0);
    counts.add("fast", fastest >= 1e20);
    counts.add("slow", fastest > 0.0 && fastest <= 1e-20);
    counts.add("denormal direction", fastest > 0.0 && fastest < f32::MIN_POSITIVE);
    counts.add("infinite box", axes(&|axis| max[axis] - min[axis] == f32::INFINITY) > 0);
    counts.add("point", axes(&|axis| max[axis] == min[axis]) == D);
    counts.add("flat box", axes(&|axis| max[axis] == min[axis]) > 0);
    let extent = |axis: usize| max[axis] - min[axis];
    let denormal = |axis: usize| extent(axis) > 0.0 && extent(axis) < f32::MIN_POSITIVE;
    counts.add("denormal box", axes(&denormal) > 0);
    counts.add("huge box", axes(&|axis| extent(axis) > 1e20 && extent(axis).is_finite()) > 0);
}
