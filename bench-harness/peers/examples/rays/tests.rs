//! What the contenders answer.

use clap::ValueEnum;
use jostle::{Shape, geometry::ray::Ray, query::ShapeHit, shape::Ball};

use crate::{
    check::{TOLERANCE, Tally},
    contender::Contender,
    measure,
    scene::{self, Kind, Order, Request},
    with_contenders,
};

/// All find the same shapes, at the same times, from the same sides.
#[test]
fn the_same_is_hit() {
    for kind in Kind::value_variants() {
        let request = Request { kind: *kind, shapes: 20_000, size: 1.0, rays: 5000, seed: 1 };
        let (shapes, drawn) = scene::make(&request).expect("there is such a scene");
        let done = with_contenders(&shapes, *kind, |contenders| {
            for rays in [Order::Drawn, Order::Curve].map(|order| order.of(&drawn)) {
                for (row, contender) in measure(contenders, &rays, 1).iter().zip(contenders) {
                    let Tally { hits, begins_within, apart, aslant, .. } = row.tally;
                    let what = format!("{kind:?} {}: {}", contender.name(), row.tally);
                    assert!(begins_within > 100 && hits - begins_within > 1000, "{what}");
                    assert!(apart == 0 && aslant <= 5, "{what}");
                }
            }
            Ok(())
        });
        done.expect("all can be built");
    }
}

/// Far from small balls parry and Rapier lose digits: where their answers are others, the times of
/// the engine are right, computed in `f64`.
#[test]
fn of_other_answers_that_of_the_engine_is_right() {
    let request = Request { kind: Kind::Ball, shapes: 20_000, size: 0.2, rays: 20_000, seed: 1 };
    let (shapes, rays) = scene::make(&request).expect("there is such a scene");
    let done = with_contenders(&shapes, Kind::Ball, |contenders| {
        let of = |contender: &dyn Contender| {
            let mut hits = Vec::new();
            contender.closest_hits(&rays, &mut hits);
            hits
        };
        let first = of(contenders[0]);
        for contender in &contenders[2..] {
            let answers = first.iter().zip(of(*contender)).zip(&rays);
            let others =
                answers.filter(|((own, other), _)| Tally::of(&[**own], &[*other]).apart > 0);
            let mut count = 0;
            for ((own, other), ray) in others {
                count += 1;
                let time = |hit: &ShapeHit<3>| time(ray, &shapes[hit.index as usize]);
                let times = [own.as_ref(), other.as_ref()].map(|hit| hit.and_then(time));
                let right = times.into_iter().flatten().min_by(f64::total_cmp);
                let is_right = match (own, right) {
                    (Some(own), Some(t)) => {
                        (f64::from(own.t) - t).abs() <= f64::from(TOLERANCE) * t.max(1.0)
                    }
                    (own, right) => own.is_none() && right.is_none(),
                };
                let name = contender.name();
                assert!(is_right, "{own:?}, {name} {other:?}, but {right:?}");
            }
            assert!(count > 10, "{}: {count}", contender.name());
        }
        Ok(())
    });
    done.expect("all can be built");
}

/// When a ray meets a ball, from outside.
fn time(ray: &Ray<3>, shape: &Shape<3>) -> Option<f64> {
    let Shape::Ball(Ball { center, radius }) = shape else { unreachable!("all are balls") };
    let along = ray.direction.map(f64::from);
    let from = [0, 1, 2].map(|axis| f64::from(ray.origin[axis]) - f64::from(center[axis]));
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (a, b) = (dot(along, along), dot(along, from));
    let root = b * b - a * (dot(from, from) - f64::from(*radius).powi(2));
    let t = (-b - root.sqrt()) / a;
    (root >= 0.0 && t >= 0.0).then_some(t)
}
