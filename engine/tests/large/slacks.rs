//! Slacks are no larger than documented.

use jostle::{
    large_world::{BoxColumns, Columns, LocalShapes},
    shape::ShapeKind,
};

use crate::common::Random;

const SHAPES: usize = 20_000;

/// Parts of a distance, of a size.
type Bound = (f64, f64);

fn part(exponent: i32) -> f64 {
    2.0_f64.powi(exponent)
}

#[test]
fn slacks_are_within_their_bounds_and_nearly_reach_them() {
    let mut random = Random::seeded(5);
    let mut local = LocalShapes::<3>::new();
    for (reach, size) in [(1e-3, 1.0), (1.0, 1.0), (1e6, 1.0), (1e12, 1e-3), (1e3, 1e6)] {
        let mut column = |scale: f64, least: f32| -> Vec<f64> {
            (0..SHAPES)
                .map(|_| scale * f64::from(random.between(least, 1.0)) * (1.0 + 1e-9))
                .collect()
        };
        let centers = [(); 3].map(|()| column(reach, -1.0));
        let halves = [(); 3].map(|()| column(size, 0.5));
        let turns =
            [(); 4].map(|()| column(1.0, 0.49).iter().map(|x| 0.5 * x / 0.745).collect::<Vec<_>>());
        let [x, y, z] = centers.each_ref().map(Vec::as_slice);
        let balls = Columns::default().with_balls([x, y, z], &halves[0]).expect("lengths fit");
        let aligned = balls.with_aligned_boxes([x, y, z], halves.each_ref()).expect("lengths fit");
        let capsules =
            aligned.with_capsules([x, y, z], halves.each_ref(), &halves[0]).expect("lengths fit");
        let turned = BoxColumns::<3>::new([x, y, z], halves.each_ref(), turns.each_ref())
            .expect("lengths fit");
        for (columns, is_turned) in [(capsules, false), (capsules.with_boxes(turned), true)] {
            local.update(Some([0.0; 3]), columns).expect("the shapes are valid");
            let of_box = if is_turned { (part(-22), part(-20)) } else { (part(-23), part(-23)) };
            let bounds: [(ShapeKind, Bound); 3] = [
                (ShapeKind::Ball, (part(-23), part(-23))),
                (ShapeKind::Box, of_box),
                (ShapeKind::Capsule, (part(-23), part(-23))),
            ];
            for (kind, (of_distance, of_size)) in bounds {
                let mut nearest = 0.0_f64;
                for row in 0..SHAPES {
                    let length = |columns: &[Vec<f64>; 3]| {
                        columns.iter().map(|column| column[row].powi(2)).sum::<f64>().sqrt()
                    };
                    let (size, distance) = match kind {
                        ShapeKind::Ball => (halves[0][row], length(&centers)),
                        ShapeKind::Box => (length(&halves), length(&centers)),
                        _ => (halves[0][row], length(&centers) + length(&halves)),
                    };
                    let most = of_distance * distance + of_size * size;
                    nearest = nearest.max(f64::from(local.slacks(kind)[row]) / most);
                }
                assert!((0.2..=1.000_001).contains(&nearest), "{kind}, {reach}, {size}: {nearest}");
            }
        }
    }
}
