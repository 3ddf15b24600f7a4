//! Boxes against triangles.

use jostle_kernels::{
    contact::{Contact, contact, touches},
    sat::ObbTriangle,
    shape::{Obb, Triangle},
};

use crate::support::{
    MADE, Random, agreed,
    capsules::dot64,
    cross, dot, evidence, exact,
    near::{distance, faces, is_in_box, is_near_box, is_near_triangle},
    oriented::{axes, corners, exact_corners},
    relative, scale, sub, triangles,
};

fn wide(v: [f32; 3]) -> [f64; 3] {
    v.map(f64::from)
}

fn sub64(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn cross64(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}

/// The size of all there is, seen from the box.
fn size(a: &Obb<3>, b: &Triangle) -> f64 {
    let off = |v: [f32; 3]| sub64(wide(v), wide(a.center));
    let sizes = b.vertices.map(off).into_iter().flatten().chain(wide(a.half));
    sizes.fold(0.0, |size, x| size.max(x.abs()))
}

/// From the end of the box to the start of the triangle in a direction.
fn gap(a: &Obb<3>, b: &Triangle, way: [f64; 3]) -> f64 {
    let places = b.vertices.map(|v| dot64(sub64(wide(v), wide(a.center)), way));
    let reach = (0..3).map(|k| f64::from(a.half[k]) * dot64(wide(a.axes[k]), way).abs());
    places.into_iter().fold(f64::MAX, f64::min) - reach.sum::<f64>()
}

/// The axes by their numbers, in `f64`.
fn axes64(a: &Obb<3>, b: &Triangle) -> [[f64; 3]; 13] {
    let (axes, [p, q, r]) = (a.axes.map(wide), b.vertices.map(wide));
    let edges = [sub64(q, p), sub64(r, q), sub64(p, r)];
    std::array::from_fn(|number| match number {
        0..3 => cross64(axes[(number + 1) % 3], axes[(number + 2) % 3]),
        3 => cross64(edges[0], edges[1]),
        _ => cross64(axes[(number - 4) / 3], edges[(number - 4) % 3]),
    })
}

/// The gap along each axis by number, if it is longer than a part of what makes it.
fn gaps(a: &Obb<3>, b: &Triangle, part: f64) -> [f64; 13] {
    let (axes, size) = (axes64(a, b), size(a, b));
    std::array::from_fn(|number| {
        let (axis, longest) = (
            axes[number],
            match number {
                0..3 => 1.0,
                3 => size * size,
                _ => size,
            },
        );
        let length = dot64(axis, axis).sqrt();
        let way = axis.map(|x| x / length);
        let gap = gap(a, b, way).max(gap(a, b, way.map(|x| -x)));
        if length > part * longest { gap } else { f64::NEG_INFINITY }
    })
}

/// Whether some axis separates the shapes, without rounding: by the corners of both.
fn apart_exactly(a: &Obb<3>, b: &Triangle) -> bool {
    let (box_corners, triangle) = (exact_corners(a), b.vertices.map(|v| v.map(exact)));
    let axes = a.axes.map(|axis| axis.map(exact));
    let edges = [0, 1, 2].map(|i| sub(&triangle[(i + 1) % 3], &triangle[i]));
    let mut normals: Vec<_> = (0..3).map(|i| cross(&axes[i], &axes[(i + 1) % 3])).collect();
    normals.push(cross(&edges[0], &edges[1]));
    normals.extend(axes.iter().flat_map(|axis| edges.iter().map(|edge| cross(axis, edge))));
    normals.iter().any(|normal| {
        let interval = |points: &[_]| {
            let places = points.iter().map(|point| dot(point, normal));
            (places.clone().min().expect("points"), places.max().expect("points"))
        };
        let ((low_a, high_a), (low_b, high_b)) = (interval(&box_corners), interval(&triangle));
        high_a < low_b || high_b < low_a
    })
}

/// The same, in `f64` where that is enough; and whether it was not.
fn apart(a: &Obb<3>, b: &Triangle) -> [bool; 2] {
    let size = size(a, b);
    let most = gaps(a, b, 0.0).into_iter().fold(f64::NEG_INFINITY, f64::max);
    if most > 1e-12 * size {
        return [true, false];
    }
    // Nearly parallel edges, and needles, have axes that `f64` misses.
    let is_noise = |axis: &[f64; 3]| (1e-30..1e-16).contains(&(dot64(*axis, *axis) / size / size));
    if most < -1e-6 * size && !axes64(a, b)[4..].iter().any(is_noise) {
        return [false; 2];
    }
    [apart_exactly(a, b), true]
}

/// A box beside, in, around or on a triangle.
fn pair(random: &mut Random, index: usize) -> (Obb<3>, Triangle) {
    let [other, triangle] = triangles(random, MADE[index % MADE.len()]);
    let vertices = triangle.vertices;
    let side = [0, 1, 2].map(|k| vertices[1][k] - vertices[0][k]);
    let axes = axes(random, side);
    let mut shape = Obb { center: other.vertices[0], half: [0.0; 3], axes };
    let size = size(&shape, &triangle) as f32;
    let part = random.of(&[0.1, 0.3, 0.3, 1.0]);
    shape.half = [(); 3].map(|()| random.unit() * size * part);
    match random.below(6) {
        // With a corner of one on a face of the other, on a grid exactly.
        0 => shape.half = [0, 1, 2].map(|k| (vertices[2][k] - shape.center[k]).abs()),
        1 => shape.half[random.below(3) as usize] = 0.0,
        2 => shape.half = [random.of(&[0.0, shape.half[0]]), 0.0, 0.0],
        3 => shape.half[random.below(3) as usize] *= 1e-4,
        _ => {}
    }
    if random.below(4) == 0 {
        // Around a point of the triangle.
        shape.center = [0, 1, 2].map(|k| {
            let [p, q, r] = vertices.map(|vertex| vertex[k]);
            p * 0.25 + q * 0.25 + r * 0.5
        });
    }
    (shape, triangle)
}

fn check(a: &Obb<3>, b: &Triangle, contact: &Contact<3, 0>) {
    let (size, normal) = (size(a, b), wide(contact.normal));
    assert!((dot64(normal, normal).sqrt() - 1.0).abs() < 2e-6, "{a:?} {b:?} {contact:?}");
    if [0.0, f32::MIN_POSITIVE].contains(&contact.distance) {
        return;
    }
    let (distance, along) = (f64::from(contact.distance), gap(a, b, normal));
    assert!((along - distance).abs() <= 1e-5 * size, "{along} {a:?} {b:?} {contact:?}");
    // Across edges that are all but parallel another direction is met, and of a needle.
    let most = gaps(a, b, 1e-2).into_iter().fold(f64::NEG_INFINITY, f64::max);
    assert!(most <= distance + 1e-5 * size, "{most} {a:?} {b:?} {contact:?}");
}

#[test]
fn the_verdict_is_never_wrong() {
    let mut random = Random(0x0b7);
    let (mut verdicts, mut decided, mut alone) = ([0; 2], [0; 13], [0; 13]);
    let (mut wrongly, mut close, mut worst) = (0, 0, 0.0_f64);
    for _ in 0..60 * scale() {
        let pairs: Vec<_> = (0..1000).map(|index| pair(&mut random, index)).collect();
        let contacts = agreed::<ObbTriangle, 3, 0>(&pairs);
        for ((a, b), contact) in pairs.iter().zip(&contacts) {
            let [is_apart, is_close] = apart(a, b);
            close += usize::from(is_close);
            assert!(contact.distance <= 0.0 || is_apart, "{a:?} {b:?} {contact:?}");
            if is_apart && contact.distance <= 0.0 {
                wrongly += 1;
                let (corners, triangle) = (corners(a, f64::from), b.vertices.map(wide));
                let near = |radius: f64| {
                    let edges = [0, 1, 2].map(|i| [triangle[i], triangle[(i + 1) % 3]]);
                    edges.iter().any(|edge| is_near_box(edge, &corners, &radius, |_| true))
                };
                worst = worst.max(distance(size(a, b), near) / size(a, b));
            }
            check(a, b, contact);
            verdicts[usize::from(is_apart)] += 1;
            decided[contact.axis as usize] += 1;
            let gaps = gaps(a, b, 0.0);
            let mut separating = (0..13).filter(|number| gaps[*number] > 0.0);
            if let (Some(number), None) = (separating.next(), separating.next()) {
                alone[number] += 1;
            }
        }
    }
    println!("{verdicts:?} {decided:?} {alone:?} {wrongly} {worst:e}");
    evidence("box, triangle", 60_000 * scale(), close, relative(worst));
    assert!(worst < 1e-7, "{worst:e}");
    assert!(verdicts.iter().all(|count| *count > 10_000), "{verdicts:?}");
    assert!(decided.iter().all(|count| *count >= 1000), "{decided:?}");
    assert!(alone.iter().all(|count| *count >= 20), "{alone:?}");
}

/// Whole numbers, against edges that pierce faces, which has nothing to do with axes.
#[test]
fn exactly_touching_counts() {
    let mut random = Random(0x0b8);
    let (mut counts, mut just) = ([0; 2], 0);
    for _ in 0..20_000 * scale() {
        let mut whole = |range: u32| random.below(2 * range + 1) as f32 - range as f32;
        let [p, q, mut r] = [(); 3].map(|()| [whole(6), whole(6), whole(6)]);
        let center = [whole(3), whole(3), whole(3)];
        let half = [whole(3).abs(), whole(3).abs(), whole(3).abs()];
        match random.below(8) {
            0 => r = [0, 1, 2].map(|k| 2.0 * q[k] - p[k]),
            1 => r = p,
            _ => {}
        }
        let axes = axes(&mut Random(3 * u64::from(random.below(1000))), [0.0; 3]);
        let is_grid = axes.iter().flatten().all(|x| x.abs() == 1.0 || *x == 0.0);
        let axes = if is_grid { axes } else { [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]] };
        let (a, b) = (Obb { center, half, axes }, Triangle { vertices: [p, q, r] });
        let (corners, triangle) =
            (corners(&a, |x| x as i128), b.vertices.map(|v| v.map(|x| x as i128)));
        let lines =
            |from: usize| (0..3).filter(move |k| from >> k & 1 == 0).map(move |k| from | 1 << k);
        let meets = triangle.iter().any(|vertex| is_in_box(vertex, &corners))
            || (0..3).any(|i| {
                let edge = [triangle[i], triangle[(i + 1) % 3]];
                faces(&corners).iter().any(|face| is_near_triangle(&edge, face, &0))
            })
            || (0..8).any(|from| {
                lines(from).any(|to| is_near_triangle(&[corners[from], corners[to]], &triangle, &0))
            });
        assert_eq!(touches::<ObbTriangle, 3, 0>(&a, &b), meets, "{a:?} {b:?}");
        counts[usize::from(meets)] += 1;
        just += usize::from(contact::<ObbTriangle, 3, 0>(&a, &b).distance == 0.0);
    }
    evidence("box, triangle, whole numbers", 20_000 * scale(), 20_000 * scale(), 0);
    assert!(counts.iter().all(|count| *count > 2000) && just > 500, "{counts:?} {just}");
}
