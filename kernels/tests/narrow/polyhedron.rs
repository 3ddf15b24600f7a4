//! Convex hulls of points, proved without rounding.

use std::collections::HashMap;

use jostle_kernels::{
    shape::{Polyhedron, PolyhedronFault},
    simd::Portable,
};

use crate::support::{Exact, Random, cross, dot, exact, rotation, scale, sub};

/// What was seen.
#[derive(Debug, Default)]
struct Seen {
    hulls: usize,
    /// Points that are no vertices and lie in a face.
    in_faces: usize,
    /// Faces of more than three corners.
    polygons: usize,
    inside: usize,
}

fn wide(point: [f32; 3]) -> [Exact; 3] {
    point.map(exact)
}

/// Proves that a polyhedron is the hull of points: it is a closed surface that is convex at every
/// edge, its faces are strictly convex polygons in planes that differ, its vertices are among the
/// points, and no point is in front of a face.
fn prove(points: &[[f32; 3]], seen: &mut Seen) -> Polyhedron {
    let hull = Polyhedron::hull_of(points).unwrap_or_else(|fault| panic!("{fault}: {points:?}"));
    let case = || format!("{points:?} {hull:?}");
    let places: Vec<[Exact; 3]> = hull.vertices().map(wide).collect();
    assert!(hull.vertices().all(|vertex| points.contains(&vertex)), "{}", case());
    let all: Vec<[Exact; 3]> = points.iter().map(|point| wide(*point)).collect();
    let mut face_across: HashMap<[u16; 2], usize> = HashMap::new();
    let mut faces_of = vec![0; places.len()];
    let mut normals = Vec::new();
    for (number, face) in hull.faces().enumerate() {
        let corners = face.corners;
        let at = |place: usize| &places[usize::from(corners[place % corners.len()])];
        let normal = cross(&sub(at(1), at(0)), &sub(at(2), at(1)));
        for place in 0..corners.len() {
            let [edge, next] = [place, place + 1].map(|place| sub(at(place + 1), at(place)));
            assert!(dot(&cross(&edge, &next), &normal).signum() > 0, "{}", case());
            let edge = [corners[place], corners[(place + 1) % corners.len()]];
            assert!(face_across.insert(edge, number).is_none(), "{}", case());
            faces_of[usize::from(edge[0])] += 1;
        }
        for (point, place) in points.iter().zip(&all) {
            let side = dot(&normal, &sub(place, at(0))).signum();
            assert!(side <= 0, "{point:?} {}", case());
            let is_corner =
                corners.iter().any(|corner| hull.vertex(usize::from(*corner)) == *point);
            assert!(side == 0 || !is_corner, "{}", case());
            seen.in_faces += usize::from(side == 0 && !hull.vertices().any(|v| v == *point));
        }
        seen.polygons += usize::from(corners.len() > 3);
        let length = |of: [f64; 3]| of.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((length(face.normal.map(f64::from)) - 1.0).abs() < 1e-6, "{}", case());
        // The cross product with the rounded normal, relative to the normal.
        let rounded = wide(face.normal);
        let off = cross(&normal, &rounded);
        let limit = dot(&normal, &normal) * exact(1e-14_f64);
        assert!(dot(&off, &off) <= limit && dot(&normal, &rounded).signum() > 0, "{}", case());
        normals.push(normal);
    }
    for ([from, to], face) in &face_across {
        let other = face_across[&[*to, *from]];
        let turn = cross(&normals[*face], &normals[other]);
        assert!(dot(&turn, &turn).signum() > 0, "{}", case());
    }
    assert!(faces_of.iter().all(|faces| *faces > 2), "{}", case());
    assert_eq!(hull.edges().count() * 2, face_across.len(), "{}", case());
    assert_eq!(places.len() + hull.faces().len(), hull.edges().count() + 2, "{}", case());
    let [low, high] = hull.bounds();
    for axis in 0..3 {
        let along = || points.iter().map(|point| point[axis]);
        assert_eq!(along().reduce(f32::min), Some(low[axis]), "{}", case());
        assert_eq!(along().reduce(f32::max), Some(high[axis]), "{}", case());
    }
    if hull.radius().is_finite() {
        let radius = exact(hull.radius());
        let square = |place: &[Exact; 3]| dot(place, place);
        assert!(places.iter().all(|place| square(place) <= radius.clone() * radius.clone()));
    }
    let vertices: Vec<_> = hull.vertices().collect();
    assert_eq!(Polyhedron::hull_of(&vertices).as_ref(), Ok(&hull), "{}", case());
    seen.hulls += 1;
    seen.inside += points.len() - places.len();
    hull
}

#[test]
fn clouds() {
    let (mut random, mut seen) = (Random(0x4011), Seen::default());
    for round in 0..300 * scale() {
        let count = 4 + random.below(120) as usize;
        let size = random.of(&[1.0, 1.0, 1e-30, 1e30, 3e38, 1e-44]);
        let far = random.of(&[0.0, 0.0, 1.0, 1000.0]) * size;
        let thin = random.of(&[1.0, 1.0, 1e-7, 0.0]);
        let mut points: Vec<[f32; 3]> = (0..count)
            .map(|_| {
                let mut point: [f32; 3] = random.vector(size);
                if round % 3 == 0 {
                    // On a sphere, but for rounding.
                    let way: [f64; 3] = random.direction();
                    point = way.map(|x| (x * f64::from(size)) as f32);
                }
                point[1] *= thin;
                point.map(|x| (x + far).clamp(-f32::MAX, f32::MAX))
            })
            .collect();
        let again = points[random.below(count as u32) as usize];
        points.push(again);
        // Numbers may leave nothing but a plane of a cloud; that is found out, too.
        match Polyhedron::hull_of(&points) {
            Err(PolyhedronFault::Flat) => assert!(is_flat(&points), "{points:?}"),
            _ => _ = prove(&points, &mut seen),
        }
    }
    println!("{seen:?}");
    assert!(seen.hulls > 150 && seen.inside > 3_000, "{seen:?}");
}

/// Whether all points are in one plane: no four of them are not.
fn is_flat(points: &[[f32; 3]]) -> bool {
    let all: Vec<[Exact; 3]> = points.iter().map(|point| wide(*point)).collect();
    let from_first: Vec<_> = all.iter().map(|place| sub(place, &all[0])).collect();
    let square = |of: &[Exact; 3]| dot(of, of).signum();
    let Some(line) = from_first.iter().find(|way| square(way) > 0) else { return true };
    let normals: Vec<_> = from_first.iter().map(|way| cross(line, way)).collect();
    let Some(normal) = normals.iter().find(|normal| square(normal) > 0) else { return true };
    from_first.iter().all(|way| dot(normal, way).signum() == 0)
}

/// Points of small whole numbers: most of them share planes and lines with others.
#[test]
fn whole_numbers() {
    let (mut random, mut seen) = (Random(0x1e7), Seen::default());
    for _ in 0..600 * scale() {
        let (count, range) = (4 + random.below(60), 2 + random.below(4));
        let scale = random.of(&[1.0, 0.125, 1e-40, 1e37]);
        let points: Vec<[f32; 3]> = (0..count)
            .map(|_| [0; 3].map(|_: i32| (random.below(range) as f32 - 1.0) * scale))
            .collect();
        if !is_flat(&points) {
            prove(&points, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.hulls > 400 && seen.in_faces > 2_000 && seen.polygons > 1_000, "{seen:?}");
}

/// Boxes with points in their faces, on their edges and inside, in any order.
#[test]
fn boxes_are_six_faces() {
    let (mut random, mut seen) = (Random(0xb0c), Seen::default());
    for _ in 0..60 * scale() {
        let half = [0; 3].map(|_: i32| (1 + random.below(8)) as f32 / 4.0);
        let steps = 2 + random.below(3);
        let mut points = Vec::new();
        for number in 0..(steps + 1).pow(3) {
            let at = [number, number / (steps + 1), number / (steps + 1).pow(2)];
            points.push(std::array::from_fn(|k| {
                half[k] * (2.0 * (at[k] % (steps + 1)) as f32 - steps as f32)
            }));
        }
        let count = points.len() as u32;
        for place in 0..points.len() {
            points.swap(place, random.below(count) as usize);
        }
        let hull = prove(&points, &mut seen);
        assert_eq!((hull.vertices().len(), hull.faces().len()), (8, 6), "{hull:?}");
        assert_eq!(hull.edges().count(), 12);
    }
    assert!(seen.in_faces > 2_000 && seen.polygons == seen.hulls * 6, "{seen:?}");
}

#[test]
fn what_is_no_polyhedron_is_told() {
    let fault = |points: &[[f32; 3]]| Polyhedron::hull_of(points).expect_err("it is none");
    let [x, y] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    for flat in [
        &[][..],
        &[x],
        &[x, x, x, x, x],
        &[[0.0; 3], x, y],
        &[[0.0; 3], x, y, [3.0, 7.0, 0.0]],
        &[[0.0; 3], [1.0; 3], [2.0; 3], [-5.0; 3]],
        &[[0.0; 3], [1e-45; 3], [1e38; 3], [f32::MAX; 3], [1.0; 3]],
    ] {
        assert_eq!(fault(flat), PolyhedronFault::Flat, "{flat:?}");
    }
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let points = [[0.0; 3], x, y, [0.0, bad, 1.0], [bad; 3]];
        assert_eq!(fault(&points), PolyhedronFault::NotFinite { index: 3 });
    }
    // One step of the last digit makes a plane a tetrahedron.
    let mut seen = Seen::default();
    let thin = [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 1.0_f32.next_up()]];
    assert_eq!(prove(&thin, &mut seen).faces().len(), 4);
}

/// Their two sides, and those whose vertices are in line: refused, and no others.
#[test]
fn triangles() {
    let (mut random, mut flat, mut thin) = (Random(0x7419), 0, 0);
    for round in 0..3_000 * scale() {
        let size = random.of(&[1.0, 1.0, 1e-30, 1e30, 3e38, 1e-44]);
        let [a, b, mut c]: [[f32; 3]; 3] = [(); 3].map(|()| random.vector(size));
        if round % 2 == 0 {
            // In line but for rounding, or in line.
            let share = random.of(&[0.0, 0.25, 0.5, 0.75, 1.0]);
            c = std::array::from_fn(|axis| (1.0 - share) * a[axis] + share * b[axis]);
        }
        let [to_b, to_c] = [b, c].map(|corner| sub(&wide(corner), &wide(a)));
        let normal = cross(&to_b, &to_c);
        let vertices = [a, b, c];
        if dot(&normal, &normal).signum() == 0 {
            assert_eq!(
                Polyhedron::triangle(vertices),
                Err(PolyhedronFault::InLine),
                "{vertices:?}"
            );
            flat += 1;
            continue;
        }
        thin += usize::from(round % 2 == 0);
        let triangle = Polyhedron::triangle(vertices).expect("it is one");
        assert!(triangle.vertices().eq(vertices));
        assert_eq!(triangle.edges().count(), 3);
        let mut faces = triangle.faces();
        for corners in [[0, 1, 2], [0, 2, 1]] {
            let face = faces.next().expect("there are two sides");
            assert_eq!(face.corners, corners);
            let rounded = wide(face.normal);
            let off = cross(&normal, &rounded);
            assert!(dot(&off, &off) <= dot(&normal, &normal) * exact(1e-14_f64), "{vertices:?}");
            let is_first = corners[1] == 1;
            assert_eq!(dot(&normal, &rounded).signum() > 0, is_first, "{vertices:?}");
        }
        assert_eq!(faces.len(), 0);
    }
    assert!(flat > 300 && thin > 300, "{flat} flat, {thin} thin");
    let bad = [[0.0; 3], [1.0, 0.0, f32::NAN], [0.0; 3]];
    assert_eq!(Polyhedron::triangle(bad), Err(PolyhedronFault::NotFinite { index: 1 }));
}

/// As many vertices as may be, and one more.
#[test]
fn the_limit_of_vertices() {
    // A prism of whole numbers around: points of a parabola make a polygon that is strictly convex.
    let half = Polyhedron::MAX_VERTICES as i32 / 2;
    let prism = |count: i32| -> Vec<[f32; 3]> {
        let base = (0..count).map(|x| x - count / 2).map(|x| [x as f32, (x * x) as f32]);
        base.flat_map(|[x, y]| [[x, y, 0.0], [x, y, 1.0]]).collect()
    };
    let most = Polyhedron::hull_of(&prism(half)).expect("they are not too many");
    assert_eq!((most.vertices().len(), most.faces().len()), (2 * half as usize, half as usize + 2));
    let longest = most.faces().map(|face| face.corners.len()).max();
    assert_eq!(longest, Some(half as usize));
    let found = 2 * half as usize + 2;
    let fault = Polyhedron::hull_of(&prism(half + 1)).expect_err("they are too many");
    assert_eq!(fault, PolyhedronFault::TooManyVertices { found });
}

/// Turned polyhedra are in their bounds, also where these leave the range of numbers.
#[test]
fn bounds_of_turned_polyhedra() {
    let mut random = Random(0x70);
    let mut infinite = 0;
    for _ in 0..500 * scale() {
        let size = random.of(&[1.0, 1e-44, 1e-30, 1e30, 3.4e38]);
        let far = random.of(&[0.0, 0.9]) * size;
        let at = |random: &mut Random| random.vector::<3>(1.0).map(|x| (x * 0.1 * size) + far);
        let points: Vec<[f32; 3]> = (0..20).map(|_| at(&mut random)).collect();
        let Ok(hull) = Polyhedron::hull_of(&points) else { continue };
        let axes = rotation(random.direction());
        let bounds = hull.turned_bounds(Portable, axes);
        for axis in 0..3 {
            let along = |place: [f32; 3]| {
                (0..3).map(|k| f64::from(place[k]) * f64::from(axes[k][axis])).sum::<f64>()
            };
            let [low, high] = [bounds[0], bounds[1]].map(|end| f64::from(end[axis]));
            let least = hull.vertices().map(along).fold(f64::INFINITY, f64::min);
            let most = hull.vertices().map(along).fold(f64::NEG_INFINITY, f64::max);
            let slack = 4e-6 * f64::from(hull.radius().min(f32::MAX)) + 1e-43;
            assert!(low <= least && most <= high, "{hull:?} {axes:?} {bounds:?}");
            let is_tight =
                |end: f64, bound: f64| bound.is_infinite() || (end - bound).abs() <= slack;
            assert!(is_tight(least.min(f32::MAX.into()), low), "{hull:?} {axes:?} {bounds:?}");
            assert!(is_tight(most.max(f32::MIN.into()), high), "{hull:?} {axes:?} {bounds:?}");
            infinite += usize::from(low.is_infinite() || high.is_infinite());
        }
    }
    assert!(infinite > 10, "{infinite}");
}

/// The order of points changes neither vertices nor faces.
#[test]
fn any_order_makes_the_same() {
    let mut random = Random(0x0e);
    let mut different = 0;
    for _ in 0..100 {
        let range = random.of(&[4, 1000]);
        let points: Vec<[f32; 3]> =
            (0..50).map(|_| [0; 3].map(|_: i32| random.below(range) as f32)).collect();
        let mut other = points.clone();
        for place in 0..other.len() {
            other.swap(place, random.below(50) as usize);
        }
        let faces = |points: &[[f32; 3]]| {
            let hull = Polyhedron::hull_of(points).expect("it is one");
            let mut faces: Vec<Vec<[u32; 3]>> = hull
                .faces()
                .map(|face| {
                    let mut corners: Vec<[u32; 3]> = face
                        .corners
                        .iter()
                        .map(|corner| hull.vertex(usize::from(*corner)).map(f32::to_bits))
                        .collect();
                    let least = (0..corners.len()).min_by_key(|at| corners[*at]).unwrap_or(0);
                    corners.rotate_left(least);
                    corners
                })
                .collect();
            faces.sort_unstable();
            faces
        };
        assert_eq!(faces(&points), faces(&other), "{points:?}");
        different += usize::from(points != other);
    }
    assert_eq!(different, 100);
}
