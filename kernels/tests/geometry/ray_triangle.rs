//! Rays and triangles in space, against exact determinants.

use jostle_kernels::{
    geometry::ray::{self, Ray, TriangleHit},
    shape::Triangle,
};

use super::support::{
    Cases, Exact, Random, cross, dot, exact, length, minus, point, product, scale, sub, wide,
};

/// What Cramer's rule says: the determinant, and `t` and the weights of the second and the third
/// corner times it.
fn cramer(ray: &Ray<3>, [a, b, c]: [[f32; 3]; 3]) -> [Exact; 4] {
    let [origin, direction, a, b, c] = [ray.origin, ray.direction, a, b, c].map(point);
    let (u, v, s) = (sub(&b, &a), sub(&c, &a), sub(&origin, &a));
    let (p, q) = (cross(&direction, &v), cross(&s, &u));
    [dot(&u, &p), dot(&v, &q), dot(&s, &p), dot(&direction, &q)]
}

/// Whether a number is a fraction but for half a step and 2^-30 of it.
fn is_near(found: f32, above: &Exact, below: &Exact) -> bool {
    let half_step = f64::from((found.next_up() - found).max(found - found.next_down()));
    let bound = half_step + 2_f64.powi(-29) * f64::from(found.abs());
    (exact(found) * below.clone() - above.clone()).abs() <= exact(bound) * below.clone().abs()
}

/// A triangle, and a ray often aimed at one of its corners or at an edge.
fn case(cases: &mut Cases) -> (Ray<3>, [[f32; 3]; 3]) {
    let mut vertices = cases.points::<3, 3>();
    if cases.random.below(10) == 0 {
        vertices[2] = cases.among(&vertices[..2]);
    }
    let (origin, target) = (cases.point::<3>(), cases.among(&vertices));
    let mut direction = std::array::from_fn(|k| target[k] - origin[k]);
    if direction.iter().any(|x| !x.is_finite()) {
        direction = cases.point();
    }
    let t_min = cases.random.of(&[0.0, 0.0, 0.0, 0.5, 1.0]);
    let t_max = cases.random.of(&[f32::INFINITY, f32::INFINITY, 1.0, 2.0]);
    (Ray::new(origin, direction).between(t_min, t_max), vertices)
}

#[test]
fn triangles_are_met_exactly() {
    let mut cases = Cases::new(61);
    let (mut hits, mut misses, mut edges, mut corners, mut extreme, mut limits) =
        (0, 0, 0, 0, 0, 0);
    for _ in 0..100_000 * scale() {
        cases.next();
        let (ray, vertices) = case(&mut cases);
        let [below, t, v, w] = cramer(&ray, vertices);
        let sign = exact(f64::from(below.signum()));
        let [whole, t, v, w] = [&below, &t, &v, &w].map(|x| x.clone() * sign.clone());
        let (u, zero) = (whole.clone() - v.clone() - w.clone(), exact(0.0));
        let limit = |t: f32| exact(t.min(f32::MAX)) * whole.clone();
        let (first, last) = (limit(ray.t_min), limit(ray.t_max));
        let through = whole > zero && u >= zero && v >= zero && w >= zero;
        let expected = through && t >= first && t <= last;
        let found = ray::triangle3(&ray, &Triangle { vertices });
        let what = || format!("{ray:?} {vertices:?} {found:?}");
        let Some(TriangleHit { t: time, normal, barycentric }) = found else {
            assert!(!expected, "{}", what());
            misses += 1;
            continue;
        };
        // Beyond the first and the last `t` only by rounding.
        let slack = exact(2_f64.powi(-29));
        let early = first.clone() - first.clone() * slack.clone();
        let late = last.clone() + last.clone() * slack;
        assert!(through && t >= early && t <= late, "{}", what());
        let is_limit = !expected && (time == ray.t_min || time == ray.t_max);
        assert!(is_limit || is_near(time, &t, &whole), "{}", what());
        assert!(time >= ray.t_min && time <= ray.t_max, "{}", what());
        for (found, weight) in barycentric.iter().zip([&u, &v, &w]) {
            assert!(*found >= 0.0 && is_near(*found, weight, &whole), "{}", what());
        }
        let against = product(wide(normal), wide(ray.direction));
        assert!(against <= 1e-6 * length(wide(ray.direction)), "{}", what());
        assert!((length(wide(normal)) - 1.0).abs() < 1e-6, "{}", what());
        hits += 1;
        edges += usize::from([&u, &v, &w].iter().any(|x| **x == zero));
        corners += usize::from([&u, &v, &w].iter().filter(|x| ***x == zero).count() == 2);
        extreme += usize::from(cases.is_extreme());
        limits += usize::from(t == last || t == first);
    }
    assert!(hits > 20_000 && misses > 20_000, "{hits} {misses}");
    assert!(edges > 5_000 && corners > 2_000, "{edges} {corners}");
    assert!(extreme > 5_000 && limits > 1_000, "{extreme} {limits}");
}

/// The normal of a triangle stands at a right angle to its edges, however thin it is.
#[test]
fn normals_are_at_right_angles() {
    let mut random = Random(62);
    let mut thin = 0;
    for _ in 0..20_000 * scale() {
        let a: [f32; 3] = random.vector(1.0);
        let b: [f32; 3] = random.vector(1.0);
        let middle: [f32; 3] = std::array::from_fn(|k| 0.5 * (a[k] + b[k]));
        let thickness = random.of(&[1.0, 1e-3, 1e-6]);
        let c: [f32; 3] = std::array::from_fn(|k| middle[k] + random.within(thickness));
        let target: [f32; 3] = std::array::from_fn(|k| {
            let sum = f64::from(a[k]) + f64::from(b[k]) + f64::from(c[k]);
            (sum / 3.0) as f32
        });
        let origin: [f32; 3] = random.vector(5.0);
        let direction: [f32; 3] = std::array::from_fn(|k| target[k] - origin[k]);
        let vertices = [a, b, c];
        if let Some(hit) = ray::triangle3(&Ray::new(origin, direction), &Triangle { vertices }) {
            for [p, q] in [[a, b], [b, c], [c, a]] {
                let side = minus(wide(q), wide(p));
                let cosine = product(wide(hit.normal), side) / length(side);
                assert!(cosine.abs() < 1e-6, "{vertices:?} {hit:?} {cosine}");
            }
            thin += usize::from(thickness < 1e-5);
        }
    }
    assert!(thin > 100, "{thin}");
}

/// A wavy sheet of triangles: no ray passes between them, wherever it is aimed.
#[test]
fn no_ray_slips_through_a_sheet() {
    const SIDE: usize = 12;
    let mut random = Random(63);
    let sheet: Vec<[f32; 3]> = (0..SIDE * SIDE)
        .map(|i| {
            [
                (i % SIDE) as f32 + random.within(0.3),
                (i / SIDE) as f32 + random.within(0.3),
                random.within(1.0),
            ]
        })
        .collect();
    let mut triangles = Vec::new();
    for cell in 0..(SIDE - 1) * (SIDE - 1) {
        let i = cell / (SIDE - 1) * SIDE + cell % (SIDE - 1);
        triangles.push([sheet[i], sheet[i + 1], sheet[i + SIDE]]);
        triangles.push([sheet[i + SIDE + 1], sheet[i + SIDE], sheet[i + 1]]);
    }
    let (mut twice, mut many) = (0, 0);
    for _ in 0..4_000 * scale() {
        // Up through the inner part; half of the rays at a corner or at a place of an edge.
        let middle = |random: &mut Random| 3 + random.below(6) as usize;
        let (x, y) = (middle(&mut random), middle(&mut random));
        let [a, b] = [sheet[y * SIDE + x], sheet[y * SIDE + x + 1]];
        let any = random.unit();
        let t = random.of(&[0.0, 0.5, 0.25, any]);
        let target: [f32; 3] = std::array::from_fn(|k| a[k] + (b[k] - a[k]) * t);
        let mut origin = [target[0] + random.within(0.5), target[1] + random.within(0.5), -9.0];
        if random.below(2) == 0 {
            (origin[0], origin[1]) = (target[0], target[1]);
        }
        let direction = std::array::from_fn(|k| target[k] - origin[k]);
        let ray = Ray::new(origin, direction);
        let met =
            |vertices: &[[f32; 3]; 3]| ray::triangle3(&ray, &Triangle { vertices: *vertices });
        let count = triangles.iter().filter_map(met).count();
        assert!(count > 0, "{ray:?}");
        twice += usize::from(count == 2);
        many += usize::from(count > 2);
    }
    assert!(twice > 200 && many > 200, "{twice} {many}");
}
