//! Bytes of any kind, taken for boxes and questions.
//!
//! F1: boxes of any bits are built into a sound tree that finds what a plain loop over the valid
//! ones finds, and lists the others. F6: rays and moving boxes of any bits are refused or answered,
//! and answers are numbers, within the times that were asked for, and true. Both are functions of
//! bytes, so that a fuzzer can call them; here they are given a few thousand inputs from a seed,
//! and the nasty values by hand.

use jostle::{
    Aabb, BroadPhase, Error, Pairs,
    broad::Output,
    bvh::{BoxCast, Bvh, Moving, NearestHit},
    geometry::ray::Ray,
    validate::InvalidReason,
};
use jostle_kernels::node::{distance_squared, per_unit};

use crate::common::{
    Boxes, Bytes, Counts, Line, assert_same, brute, check_truth, corpus, is_within, naive_within,
    node_of,
};

/// What is wrong with each box, told apart by bits.
fn classified<const D: usize>(boxes: &Boxes<D>) -> Vec<(u32, InvalidReason)> {
    let nan = |x: f32| x.to_bits() & 0x7fff_ffff > 0x7f80_0000;
    let reason = |(min, max): ([f32; D], [f32; D])| {
        if min.iter().chain(&max).any(|x| nan(*x)) {
            return Some(InvalidReason::NotANumber);
        }
        let inverted = (0..D).any(|axis| f64::from(min[axis]) > f64::from(max[axis]));
        inverted.then_some(InvalidReason::Inverted)
    };
    let all = boxes.iter().enumerate();
    all.filter_map(|(id, corners)| Some((id as u32, reason(corners)?))).collect()
}

/// F1
pub(crate) fn build_and_query<const D: usize>(data: &[u8], counts: &mut Counts) {
    let mut bytes = Bytes(data);
    let (header, rest) = data.split_at(data.len().min(2 + 20 * D));
    let boxes = Bytes(rest).boxes::<D>(200);
    bytes.0 = header;
    let mut tree = bytes.tree(&boxes);
    tree.validate().expect("the tree is sound");
    let (stats, bad) = (tree.stats(), classified(&boxes));
    assert_eq!(stats.boxes + bad.len(), boxes.len());
    assert!(stats.depth <= 48);
    assert!(tree.invalid().iter().map(|q| (q.index, q.reason)).eq(bad.iter().copied()));
    let mut pairs = Pairs::new();
    tree.self_pairs(Output::Collect(&mut pairs)).expect("there is memory");
    pairs.sort_canonical().expect("there is memory");
    assert_same(&pairs, &naive_within(&boxes), "pairs");
    counts.add("boxes", stats.boxes > 0);
    counts.add("boxes that are not valid", !bad.is_empty());
    counts.add("pairs", !pairs.is_empty());
    for _ in 0..2 {
        region(&tree, &boxes, Aabb { min: bytes.place(), max: bytes.place() }, counts);
        neighbors(&tree, &boxes, &mut bytes, counts);
    }
}

fn region<const D: usize>(tree: &Bvh<D>, boxes: &Boxes<D>, region: Aabb<D>, counts: &mut Counts) {
    let mut ids = Vec::new();
    let result = tree.overlapping(&region, |_| true, &mut ids);
    let valid = (0..D).all(|axis| region.min[axis] <= region.max[axis]);
    assert_eq!(result.is_ok(), valid);
    counts.add("regions that are refused", !valid);
    let touches = |index: usize| {
        let (min, max) = boxes.corners(index);
        boxes.is_valid(index)
            && (0..D).all(|axis| min[axis] <= region.max[axis] && region.min[axis] <= max[axis])
    };
    let all = (0..boxes.len()).filter(|index| valid && touches(*index));
    assert!(ids.iter().copied().eq(all.map(|index| index as u32)), "{region:?}: {ids:?}");
    counts.add("regions that touch", !ids.is_empty());
}

fn neighbors<const D: usize>(
    tree: &Bvh<D>,
    boxes: &Boxes<D>,
    bytes: &mut Bytes<'_>,
    counts: &mut Counts,
) {
    let (at, k, farthest) = (bytes.place::<D>(), usize::from(bytes.byte() % 32), bytes.float());
    let mut found = Vec::new();
    let result = tree.nearest(at, k, farthest, |_| true, &mut found);
    let valid = at.iter().all(|x| x.is_finite()) && farthest >= 0.0;
    assert_eq!(result.is_ok(), valid);
    let per_unit = per_unit(farthest.min(1.0));
    let near = |index: usize, min: &[f32; D], max: &[f32; D]| {
        valid && boxes.is_valid(index) && is_within(farthest, &at, min, max)
    };
    let near_boxes = boxes.iter().enumerate().filter(|(id, (min, max))| near(*id, min, max));
    let mut expected: Vec<NearestHit> = near_boxes
        .map(|(id, (min, max))| NearestHit {
            id: id as u32,
            distance_squared: distance_squared(&at, per_unit, &node_of(min, max), 0),
        })
        .collect();
    expected
        .sort_by(|a, b| a.distance_squared.total_cmp(&b.distance_squared).then(a.id.cmp(&b.id)));
    expected.truncate(k);
    for neighbor in &mut expected {
        neighbor.distance_squared = neighbor.distance_squared / per_unit / per_unit;
    }
    assert_eq!(found, expected, "{at:?} {k} {farthest}");
    counts.add("neighbors", !found.is_empty());
}

/// F6
pub(crate) fn sweep_and_cast<const D: usize>(data: &[u8], counts: &mut Counts) {
    let (header, rest) = data.split_at(data.len().min(2 + 4 * (5 * D + 3)));
    let boxes = Bytes(rest).boxes::<D>(40);
    let mut bytes = Bytes(header);
    let tree = bytes.tree(&boxes);
    let (origin, direction) = (bytes.place::<D>(), bytes.place::<D>());
    let (t_min, t_max) = (bytes.float(), bytes.float());
    let ray = Ray { origin, direction, t_min, t_max };
    let finite = |at: &[f32; D]| at.iter().all(|x| x.is_finite());
    let times = t_min >= 0.0 && t_min <= t_max && t_min.is_finite();
    let valid = finite(&origin) && finite(&direction) && times;
    line(&tree, &boxes, ray, valid, counts);
    // The same without anything in its times that could be refused.
    line(&tree, &boxes, Ray::new(origin, direction), finite(&origin) && finite(&direction), counts);
    let (min, max, direction) = (bytes.place::<D>(), bytes.place::<D>(), bytes.place::<D>());
    let t_max = bytes.float();
    let ordered = (0..D).all(|axis| min[axis] <= max[axis]);
    let cast = BoxCast { aabb: Aabb { min, max }, direction, t_max };
    line(&tree, &boxes, cast, ordered && finite(&direction) && t_max >= 0.0, counts);
}

/// Asks about one line, and checks what can be said about the answer.
fn line<const D: usize, M: Moving<D> + Into<Line<D>> + Copy>(
    tree: &Bvh<D>,
    boxes: &Boxes<D>,
    moving: M,
    valid: bool,
    counts: &mut Counts,
) {
    let line: Line<D> = moving.into();
    let mut hits = Vec::new();
    let result = tree.all_hits(&moving, |_| true, &mut hits);
    let first = tree.closest_hit(&moving, |_| true);
    let any = tree.any_hit(&moving, |_| true);
    counts.add("lines that are refused", !valid);
    if !valid {
        assert!(matches!(result, Err(Error::Query { index: 0, .. })), "{line:?}: {result:?}");
        assert!(first.is_err() && any.is_err() && hits.is_empty(), "{line:?}");
        return;
    }
    assert!(result.is_ok(), "{line:?}: {result:?}");
    counts.add("lines", true);
    counts.add("lines that hit", !hits.is_empty());
    let ends = line.aabb.min.iter().chain(&line.aabb.max);
    if ends.into_iter().any(|x| x.is_infinite()) {
        // The oracle knows finite ones only.
        assert!(hits.iter().all(|hit| (line.t_min..=line.t_max).contains(&hit.t)), "{line:?}");
        counts.add("moving boxes without an end", true);
        return;
    }
    let (all, closest) = brute(boxes, &line, |_| true);
    assert_eq!((first, any), (Ok(closest), Ok(closest.is_some())), "{line:?}");
    assert_eq!(hits.len(), all.len(), "{line:?}: {hits:?} {all:?}");
    assert!(all.iter().all(|hit| hits.contains(hit)), "{line:?}: {hits:?} {all:?}");
    assert!(
        hits.iter().all(|hit| (line.t_min..=line.t_max).contains(&hit.t)),
        "{line:?}: {hits:?}"
    );
    check_truth(boxes, &line, &hits, counts);
}

#[test]
fn f1_build_and_query() {
    let mut counts = Counts::default();
    for data in corpus(1, 6000) {
        build_and_query::<2>(&data, &mut counts);
        build_and_query::<3>(&data, &mut counts);
    }
    counts.assert(&[
        ("boxes", 10_000),
        ("boxes that are not valid", 5000),
        ("pairs", 5000),
        ("regions that are refused", 5000),
        ("regions that touch", 2500),
        ("neighbors", 1500),
    ]);
}

#[test]
fn f6_sweep_and_cast() {
    let mut counts = Counts::default();
    for data in corpus(2, 10_000) {
        sweep_and_cast::<2>(&data, &mut counts);
        sweep_and_cast::<3>(&data, &mut counts);
    }
    counts.assert(&[
        ("lines", 15_000),
        ("lines that are refused", 15_000),
        ("lines that hit", 9000),
        ("hits", 50_000),
        ("misses that are nearly hits", 50),
        ("grazes", 20_000),
        ("grazes a corner", 10_000),
        ("starts behind", 1500),
        ("starts within", 10_000),
        ("infinite box", 400),
        ("denormal box", 10_000),
        ("denormal direction", 10_000),
        ("huge box", 10_000),
        ("moving boxes without an end", 5),
    ]);
}
