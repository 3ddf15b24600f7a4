//! Triangles against triangles.

use std::collections::BTreeMap;

use jostle_kernels::{
    pairs::{Contact, PairTest, TriangleTriangle},
    shape::Triangle,
};

use crate::support::{
    Exact, MADE, Made, Random, agreed, cross, dot, evidence, exact, scale, sub, triangles,
};

type Points = [[f64; 3]; 3];

fn wide(triangle: &Triangle) -> Points {
    triangle.vertices.map(|vertex| vertex.map(f64::from))
}

fn sub64(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn dot64(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length(v: [f64; 3]) -> f64 {
    dot64(v, v).sqrt()
}

fn cross64(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}

fn edges([a, b, c]: Points) -> Points {
    [sub64(b, a), sub64(c, b), sub64(a, c)]
}

/// From the end of A to the start of B along an axis.
fn gap(a: Points, b: Points, axis: [f64; 3]) -> f64 {
    let from = a.map(|p| dot64(sub64(p, a[0]), axis)).into_iter().fold(f64::MIN, f64::max);
    let to = b.map(|p| dot64(sub64(p, a[0]), axis)).into_iter().fold(f64::MAX, f64::min);
    to - from
}

/// The size of all there is, seen from A.
fn size(a: Points, b: Points) -> f64 {
    a.iter().chain(&b).flat_map(|p| sub64(*p, a[0])).fold(0.0, |size, x| size.max(x.abs()))
}

/// Whether two triangles are apart, if that is plain in `f64`.
fn plainly(a: Points, b: Points) -> Option<bool> {
    let (e, f, size) = (edges(a), edges(b), size(a, b));
    let axes = [cross64(e[0], e[1]), cross64(f[0], f[1])];
    let across = e.iter().flat_map(|e| f.iter().map(|f| cross64(*e, *f)));
    let apart = axes
        .into_iter()
        .chain(across)
        .any(|axis| gap(a, b, axis).max(gap(b, a, axis)) > 1e-9 * size * length(axis));
    // The signed volume, where it is far from 0.
    let volume = |p: [f64; 3], e: [f64; 3], q: [f64; 3], f: [f64; 3]| {
        let (w, n) = (sub64(q, p), cross64(e, f));
        let volume = dot64(w, n);
        if volume.abs() > 1e-9 * size * length(e) * length(f) { volume.signum() } else { 0.0 }
    };
    let pierces = |a: Points, b: Points| {
        let (e, f) = (edges(a), edges(b));
        (0..3).any(|i| {
            let ends = [a[i], a[(i + 1) % 3]].map(|p| volume(p, f[0], b[0], f[1]));
            let sides = [0, 1, 2].map(|j| volume(a[i], e[i], b[j], f[j]));
            ends[0] * ends[1] < 0.0 && sides[0] != 0.0 && sides.iter().all(|s| *s == sides[0])
        })
    };
    if apart { Some(true) } else { (pierces(a, b) || pierces(b, a)).then_some(false) }
}

/// Whether two triangles of any shape are apart: exactly, by all axes that the Minkowski difference
/// of the two can have, be it a solid, flat, a line or a point.
fn exactly_apart(a: &Triangle, b: &Triangle) -> bool {
    let [a, b] = [a, b].map(|t| t.vertices.map(|vertex| vertex.map(exact)));
    let separates = |axis: &[Exact; 3]| {
        let places = |of: &[[Exact; 3]; 3]| {
            let mut places = [0, 1, 2].map(|i| dot(axis, &of[i]));
            places.sort();
            places
        };
        let ([low_a, _, high_a], [low_b, _, high_b]) = (places(&a), places(&b));
        high_a < low_b || high_b < low_a
    };
    let edges: Vec<_> =
        [&a, &b].iter().flat_map(|t| (0..3).map(|i| sub(&t[(i + 1) % 3], &t[i]))).collect();
    let is_zero = |v: &[Exact; 3]| v.iter().all(|x| x.signum() == 0);
    let between = sub(&b[0], &a[0]);
    let mut normals = Vec::new();
    for (index, e) in edges.iter().enumerate() {
        normals.extend(edges[..index].iter().map(|f| cross(e, f)).filter(|n| !is_zero(n)));
    }
    if normals.iter().any(separates) || separates(&between) {
        return true;
    }
    // Flat, if all normals are parallel.
    let flat = normals.iter().all(|n| is_zero(&cross(n, &normals[0])));
    if let Some(normal) = normals.first().filter(|_| flat) {
        return edges.iter().any(|e| separates(&cross(normal, e)));
    }
    // A line or a point, if there is none.
    normals.is_empty()
        && edges.iter().any(|e| separates(e) || separates(&cross(&cross(e, &between), e)))
}

/// Makes sure that a contact is that of a pair.
fn check(a: Points, b: Points, contact: &Contact<3, 0>) {
    let normal = contact.normal.map(f64::from);
    assert!((length(normal) - 1.0).abs() < 1e-6, "{a:?} {b:?} {contact:?}");
    let (size, distance) = (size(a, b), f64::from(contact.distance));
    let along = gap(a, b, normal);
    // Of needles, and what is less, the sign may be all that is known.
    let settled = [0.0, f32::MIN_POSITIVE].contains(&contact.distance);
    let is_plain = |t: Points| {
        let e = edges(t);
        length(cross64(e[0], e[1])) > 1e-3 * e.map(|e| dot64(e, e)).into_iter().fold(0.0, f64::max)
    };
    if !settled || is_plain(a) && is_plain(b) {
        assert!((along - distance).abs() <= 1e-5 * size, "{along} {a:?} {b:?} {contact:?}");
    }
    // No axis that is far from noise tells more.
    let (e, f) = (edges(a), edges(b));
    let (n, m) = (cross64(e[0], e[1]), cross64(f[0], f[1]));
    let mut axes = vec![(n, 2), (m, 2)];
    axes.extend(e.iter().flat_map(|e| f.iter().map(|f| (cross64(*e, *f), 2))));
    if length(cross64(n, m)) < 1e-7 * length(n) * length(m) {
        axes.extend(e.iter().chain(&f).map(|edge| (cross64(n, *edge), 3)));
    }
    for (axis, degree) in axes {
        if length(axis) > 1e-3 * size.powi(degree) {
            let most = gap(a, b, axis).max(gap(b, a, axis)) / length(axis);
            assert!(most <= distance.max(along) + 1e-4 * size, "{most} {a:?} {b:?} {contact:?}");
        }
    }
}

#[test]
fn the_verdict_is_exact() {
    let mut random = Random(0x7121);
    let mut counts = BTreeMap::<_, [usize; 2]>::new();
    let (mut axes, mut unsure, mut close) = ([0; 18], [0; 2], 0);
    // Those in one plane are what the axes in a plane are for.
    let mix = [&MADE[..], &[Made::Coplanar; 8]].concat();
    for _ in 0..44 * scale() {
        let made: Vec<_> = (0..1000).map(|i| mix[i % mix.len()]).collect();
        let pairs: Vec<_> =
            made.iter().map(|made| triangles(&mut random, *made)).map(|[a, b]| (a, b)).collect();
        for (((a, b), contact), made) in
            pairs.iter().zip(agreed::<TriangleTriangle, 3, 0>(&pairs)).zip(made)
        {
            let plainly = plainly(wide(a), wide(b));
            close += usize::from(plainly.is_none());
            let apart = plainly.unwrap_or_else(|| exactly_apart(a, b));
            assert_eq!(contact.distance > 0.0, apart, "{made:?} {a:?} {b:?} {contact:?}");
            check(wide(a), wide(b), &contact);
            counts.entry(made).or_default()[usize::from(apart)] += 1;
            axes[contact.axis as usize] += 1;
            if matches!(made, Made::Random | Made::Inside) {
                let verdict = TriangleTriangle::verdict::<f32>(a, b);
                unsure[0] += usize::from(verdict.unsure);
                unsure[1] += 1;
            }
        }
    }
    println!("{counts:?} {axes:?} {unsure:?}");
    evidence("triangle, triangle", 44_000 * scale(), close, 0);
    // Offsets leave some of them next to nothing.
    assert!(unsure[0] * 6 < unsure[1], "{unsure:?}");
    for (made, [together, apart]) in counts {
        let always = matches!(
            made,
            Made::SharedVertex
                | Made::SharedEdge
                | Made::Identical
                | Made::VertexInFace
                | Made::EdgeOnEdge
        );
        assert!(together > 25 && (apart > 500 || always), "{made:?} {together} {apart}");
        assert!(!always || apart == 0, "{made:?}");
    }
    assert!(axes.iter().all(|count| *count >= 600), "{axes:?}");
}
