//! The intervals of the figure against the answers of the kernels.

use jostle_kernels::real::vector::{add, dot, neg, sub};

use super::*;
use crate::explain::outline::Vector;

/// How much the two may differ, relative to the coordinates.
const TOLERANCE: f64 = 1e-5;

/// The best of all axes by their intervals.
fn best(explanation: &Explanation) -> f64 {
    explanation.axes.iter().map(Axis::distance).fold(f64::NEG_INFINITY, f64::max)
}

/// The best way outward from an edge, which is all that the kernels for polygons look at.
fn best_outward([a, b]: &[Outline; 2]) -> f64 {
    let along = |way: Vector| dot(sub(b.farthest(neg(way)), a.farthest(way)), way);
    let of_a = a.edges.iter().map(|edge| along(edge.normal));
    let of_b = b.edges.iter().map(|edge| along(neg(edge.normal)));
    of_a.chain(of_b).fold(f64::NEG_INFINITY, f64::max)
}

fn assert_agrees(explanation: &Explanation) {
    let Explanation { outlines, axes, deciding, distance, normal, relation, .. } = explanation;
    let close = |a: f64, b: f64| assert!((a - b).abs() < TOLERANCE, "{a} {b}: {explanation:?}");
    let axis = &axes[*deciding];
    close(axis.distance(), *distance);
    close(dot(axis.direction, *normal), 1.0);
    close(best_outward(outlines), *distance);
    match relation {
        Relation::Separated => assert!(best(explanation) > 0.0, "{explanation:?}"),
        Relation::Touching => close(best(explanation), 0.0),
        Relation::Overlapping => close(best(explanation), *distance),
    }
}

#[test]
fn boxes() {
    let mut random = Random::new(1);
    let mut count = [0; 3];
    for _ in 0..2000 {
        let explanation = explain([&random.oriented_box(), &random.oriented_box()]);
        assert_agrees(&explanation);
        // Both ways along each axis are ways outward.
        assert!((best(&explanation) - explanation.distance).abs() < TOLERANCE);
        assert_eq!(explanation.axes.len(), 4);
        count[explanation.relation as usize] += 1;
    }
    assert!(count[0] > 500 && count[2] > 500, "{count:?}");
}

#[test]
fn polygons_and_boxes() {
    let mut random = Random::new(2);
    let mut more_than_outward = 0;
    for _ in 0..2000 {
        let explanation = explain([&random.shape(), &random.polygon()]);
        assert_agrees(&explanation);
        let turned = explain([&random.polygon(), &random.oriented_box()]);
        assert_agrees(&turned);
        more_than_outward += usize::from(best(&explanation) > explanation.distance + TOLERANCE);
    }
    assert!(more_than_outward > 10, "{more_than_outward}");
}

#[test]
fn examples() {
    for (name, relation) in [
        (Example::Separated, Relation::Separated),
        (Example::Touching, Relation::Touching),
        (Example::Contained, Relation::Overlapping),
        (Example::Overlapping, Relation::Overlapping),
    ] {
        let explanation = example(name);
        assert_eq!(explanation.relation, relation, "{name:?}");
        assert_agrees(&explanation);
    }
    let explanation = example(Example::Contained);
    assert!(explanation.axes.iter().all(|axis| axis.intervals[0].contains(&axis.intervals[1])));
    let explanation = example(Example::Separated);
    let gaps = explanation.axes.iter().filter(|axis| axis.distance() > 0.0);
    assert_eq!(gaps.count(), 1, "the example shows that one axis is enough");
}

#[test]
fn the_way_out_leads_out() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let explanation = explain([&random.shape(), &random.shape()]);
        if explanation.relation != Relation::Overlapping {
            continue;
        }
        let [a, b] = &explanation.outlines;
        let way = explanation.way_out();
        let mut moved = b.clone();
        moved.vertices.iter_mut().for_each(|vertex| *vertex = add(*vertex, way));
        let distance = best_outward(&[a.clone(), moved]);
        assert!(distance.abs() < TOLERANCE, "{distance}: {explanation:?}");
    }
}

#[test]
fn parallel_edges_share_an_axis() {
    for (shapes, expected) in [
        (["0,0,2,1,0", "1,1,1,1,90"], 2),
        (["0,0,2,1,30", "1,1,1,1,-60"], 2),
        (["0,0,2,1,30", "1,1,1,1,30.1"], 4),
        (["2,0 1,1.7 -1,1.7 -2,0 -1,-1.7 1,-1.7", "5,0,1,1,0"], 4),
        (["0,0 1,0 0,1", "3,3 2,3 3,2"], 3),
    ] {
        assert_eq!(explain(shapes).axes.len(), expected, "{shapes:?}");
    }
}

#[test]
fn extremes_have_an_answer() {
    for shapes in EXTREMES {
        let explanation = explain(shapes);
        assert!(explanation.distance.is_finite(), "{shapes:?}");
        // Also where the middles coincide, and either way is as good.
        let direction = explanation.axes[explanation.deciding].direction;
        assert!(dot(direction, explanation.normal) > 0.999, "{shapes:?}");
    }
}
