//! Where the origin is, and how seldom it moves.

use jostle::large_world::{Columns, LocalShapes};

use crate::common::Random;

/// The origin for balls at these places on the first axis.
fn update(local: &mut LocalShapes<2>, x: &[f64]) -> [f64; 2] {
    let (y, radii) = (vec![0.0; x.len()], vec![0.5; x.len()]);
    let columns = Columns::default().with_balls([x, &y], &radii).expect("lengths fit");
    local.update(None, columns).expect("the shapes are valid");
    local.origin()
}

#[test]
fn it_stays_while_shapes_are_near() {
    let mut local = LocalShapes::new();
    assert_eq!(update(&mut local, &[1024.0]), [0.0; 2]);
    assert!(!local.has_moved());
    assert_eq!(update(&mut local, &[1025.0]), [1024.0, 0.0]);
    assert!(local.has_moved());
    assert_eq!(update(&mut local, &[2047.0]), [1024.0, 0.0]);
    assert_eq!(update(&mut local, &[]), [1024.0, 0.0]);
    // Wider than the reach: what is wide may be farther away.
    let wide: Vec<f64> = (0..100).map(|number| 1e6 * f64::from(number)).collect();
    assert_eq!(update(&mut local, &wide), [1024.0, 0.0]);
    let away: Vec<f64> = wide.iter().map(|x| x + 1e8).collect();
    let [x, _] = update(&mut local, &away);
    assert!((x - 1.5e8).abs() < 5e7 && x % f64::from(1 << 25) == 0.0, "{x}");
}

#[test]
fn it_follows_most_shapes() {
    let mut local = LocalShapes::new().with_reach(1.0);
    let mut random = Random::seeded(3);
    let mut x: Vec<f64> = (0..5000).map(|_| 1e9 + f64::from(random.unit())).collect();
    for far in x.iter_mut().take(100) {
        *far = random.pick(&[1e300, -1e300, f64::NAN, f64::INFINITY, 0.0]);
    }
    let [first, _] = update(&mut local, &x);
    assert!((first - 1e9).abs() <= 1.5, "{first}");
    assert!(local.slacks(jostle::shape::ShapeKind::Ball)[100..].iter().all(|slack| *slack < 1e-6));
}

#[test]
fn any_reach_will_do() {
    for reach in [0.0, -1.0, f64::NAN, f64::MIN_POSITIVE, 5e-324] {
        let mut local = LocalShapes::new().with_reach(reach);
        assert_eq!(update(&mut local, &[1e9 + 0.125]), [1e9 + 0.125, 0.0], "{reach}");
    }
    let mut fixed = LocalShapes::new().with_reach(f64::INFINITY);
    assert_eq!(update(&mut fixed, &[1e9]), [0.0; 2]);
}
