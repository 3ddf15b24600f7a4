//! Pairs of triangles: on a grid, where they touch exactly, and off it.

use jostle_kernels::shape::Triangle;

use self::Made::*;

/// What a pair of triangles was made to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Made {
    Random,
    Inside,
    Needles,
    NearlyParallel,
    Grid,
    Coplanar,
    ParallelPlanes,
    SharedVertex,
    SharedEdge,
    Identical,
    VertexInFace,
    EdgeOnEdge,
    Segment,
    Segments,
    Point,
    Points,
}

/// All of them.
pub(crate) const MADE: [Made; 16] = [
    Random,
    Inside,
    Needles,
    NearlyParallel,
    Grid,
    Coplanar,
    ParallelPlanes,
    SharedVertex,
    SharedEdge,
    Identical,
    VertexInFace,
    EdgeOnEdge,
    Segment,
    Segments,
    Point,
    Points,
];

type Vertices = [[f32; 3]; 3];

/// Two triangles.
pub(crate) fn triangles(random: &mut super::Random, made: Made) -> [Triangle; 2] {
    let pair = match made {
        Random | Inside | Needles | NearlyParallel => off_grid(random, made),
        _ => on_grid(random, made),
    };
    pair.map(|vertices| Triangle { vertices })
}

/// Triangles with whole numbers for coordinates, then in any plane, place and size, all exactly.
fn on_grid(random: &mut super::Random, made: Made) -> [Vertices; 2] {
    let mut corners = |height: u32| -> Vertices {
        [(); 3].map(|()| {
            let mut coordinate = |range: u32| random.below(2 * range + 1) as f32 - range as f32;
            [4.0 * coordinate(3), 4.0 * coordinate(3), 4.0 * coordinate(height)]
        })
    };
    let height = if matches!(made, Coplanar | ParallelPlanes) { 0 } else { 2 };
    let (mut a, mut b) = (corners(height), corners(height));
    let between = |p: [f32; 3], q: [f32; 3], r: [f32; 3]| {
        [0, 1, 2].map(|k| p[k] * 0.25 + q[k] * 0.25 + r[k] * 0.5)
    };
    match made {
        ParallelPlanes => b = b.map(|[x, y, _]| [x, y, random.of(&[-4.0, 1.0, 2.0])]),
        SharedVertex => b[1] = a[random.below(3) as usize],
        SharedEdge => (b[1], b[0]) = (a[0], a[1]),
        Identical => b = [a[1], a[2], a[0]],
        VertexInFace => b[2] = between(a[0], a[1], a[2]),
        EdgeOnEdge => {
            let [p, q] = [between(a[0], a[0], a[1]), between(b[0], b[0], b[1])];
            b = b.map(|v| [0, 1, 2].map(|k| v[k] + (p[k] - q[k])));
        }
        Segment => b[2] = between(b[0], b[0], b[1]),
        Segments => {
            a[0] = a[1];
            b[1] = between(b[0], b[0], b[2]);
            if random.below(2) == 0 {
                let way = [0, 1, 2].map(|k| a[2][k] - a[1][k]);
                let step = random.of(&[0.0, 1.0, 2.0]);
                b = [0.0, 1.0, 0.5].map(|t| [0, 1, 2].map(|k| b[0][k] + way[k] * t * step));
            }
        }
        Point => b = [random.of(&[b[0], a[1], between(a[0], a[1], a[2])]); 3],
        Points => (a, b) = ([a[0]; 3], [random.of(&[a[0], b[0]]); 3]),
        _ => {}
    }
    // A shear of determinant 1 tilts planes and leaves whole numbers whole.
    let [s, t, u] = [(); 3].map(|()| random.of(&[-2.0, -1.0, 0.0, 0.0, 1.0, 2.0]));
    let offset = random.of(&[0.0, 0.0, 1e3, 1e5]);
    let size = f32::from_bits((127 + random.below(101) - 50) << 23);
    let place = |v: Vertices| {
        v.map(|[x, y, z]| {
            let (y, z) = (y + s * x, z + t * x + u * y);
            [x, y, z].map(|k| (k + offset) * size)
        })
    };
    let turn = random.below(3) as usize;
    [a, b].map(|v| place(v).map(|p| [p[turn], p[(turn + 1) % 3], p[(turn + 2) % 3]]))
}

/// Triangles anywhere, of sizes from 1e-15 to 1e15.
fn off_grid(random: &mut super::Random, made: Made) -> [Vertices; 2] {
    let corner = |random: &mut super::Random| random.direction::<3>().map(|x| x as f32);
    let mut a = [(); 3].map(|()| corner(random));
    let mut b = [(); 3].map(|()| corner(random));
    let reach = random.of(&[0.1, 0.5, 1.0, 2.0]);
    let mut place: [f32; 3] = random.vector(reach);
    match made {
        // A small one around a point of the other.
        Inside => {
            let small = random.of(&[0.3, 0.01, 1e-4]);
            place = [0, 1, 2].map(|k| a[0][k] * 0.25 + a[1][k] * 0.5 + a[2][k] * 0.25);
            b = b.map(|v| v.map(|x| x * small));
        }
        // Of a width down to nothing but rounding.
        Needles => {
            for triangle in [&mut a, &mut b] {
                let width = random.of(&[1e-1, 1e-3, 1e-5, 1e-7]);
                let t = random.unit();
                let [p, q, r] = *triangle;
                triangle[2] = [0, 1, 2].map(|k| p[k] + (q[k] - p[k]) * t + r[k] * width);
            }
        }
        // The same, but for an angle and a distance.
        NearlyParallel => {
            let angle = random.of(&[0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3]);
            let distance = random.of(&[0.0, 1e-7, 1e-5, 1e-3, 1e-1]);
            b = a.map(|v| [0, 1, 2].map(|k| v[k] + random.within(angle)));
            place = random.vector(distance);
        }
        _ => {}
    }
    let size = random.of(&[1e-15, 1e-6, 1.0, 1.0, 1.0, 1e6, 1e15]);
    let offset = random.of(&[0.0, 0.0, 0.0, 1e3, 1e5, 1e7]);
    let b = b.map(|v| [0, 1, 2].map(|k| v[k] + place[k]));
    [a, b].map(|v| v.map(|p| p.map(|x| (x + offset) * size)))
}
