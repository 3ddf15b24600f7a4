//! Spheres and triangles.

use jostle_kernels::{
    contact::BallTriangle,
    shape::{Ball, Triangle},
};

use crate::support::{
    draw::Draw,
    round::{OfBall, verify},
    solid::{plus, wide},
};

fn narrow(v: [f64; 3]) -> [f32; 3] {
    v.map(|x| x as f32)
}

fn triangle(draw: &mut Draw<'_>) -> Triangle {
    let offset = draw.offset();
    let long = draw.long(&[4.0, 4.0]);
    let [a, b] = [draw.near(offset, 4.0), draw.near(offset, long)];
    let c = match draw.random.below(10) {
        // Corners that coincide, or lie on a line up to rounding.
        0 => a,
        1 => narrow(plus(wide(a), plus(wide(b), wide(a), -1.0), draw.random.of(&[0.5, 1.0, 2.0]))),
        // A needle.
        2 => {
            let aside = draw.random.of(&[1e-7, 1e-5, 1e-3]);
            let tip = draw.random.of(&[0.0, 0.5, 1.0, 1.5]);
            let foot = plus(wide(a), plus(wide(b), wide(a), -1.0), tip);
            let way = draw.random.direction();
            narrow(plus(foot, way, f64::from(aside * long * draw.unit)))
        }
        3 => [b[0], b[1], a[2]],
        _ => draw.near(offset, 4.0),
    };
    let all_one = draw.random.below(50) == 0;
    Triangle { vertices: if all_one { [a; 3] } else { [a, b, c] } }
}

fn pair(draw: &mut Draw<'_>) -> (Ball<3>, Triangle) {
    let b = triangle(draw);
    let range = draw.random.of(&[1.0, 4.0, 10.0]);
    let mut a = draw.ball_at(&b, range);
    // In the plane: in the triangle, on an edge, at a corner, beyond.
    if draw.random.below(4) == 0 {
        let (s, t) = (draw.random.of(&[-1.0, 0.0, 0.25, 1.0]), draw.random.of(&[0.0, 0.25, 0.75]));
        let [corner, u, v] = b.vertices.map(wide);
        let [u, v] = [u, v].map(|to| plus(to, corner, -1.0));
        a.center = narrow(plus(plus(corner, u, s), v, t));
    }
    (a, b)
}

#[test]
fn spheres_and_triangles() {
    type Of = OfBall<Triangle>;
    let tally = verify::<BallTriangle, Of, 3, 1>("sphere, triangle", 11, 50_000, pair);
    assert!(tally.distance < 2e-7 && tally.moved < 2e-6, "{tally:?}");
    assert!(tally.surface[0] < 2e-7 && tally.points < 1e-6, "{tally:?}");
    assert!(tally.axes.len() == 7 && tally.axes.iter().all(|count| *count > 1000), "{tally:?}");
}
