//! Bad entries in whole columns: left out for the frame and listed; nothing else changes.

use jostle::{
    Aabb, BroadPhase, Filter, Join, Pairs, Shapes, SimdLevel,
    broad::{BoxSet, BruteForce},
    shape::{PreparedShapes, ShapeKind},
    validate::{InvalidReason, JoinSide},
};

use crate::{
    common::{Random, THREADS, pool},
    support::random_set,
};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;
const OF_EACH: usize = 45;

/// Columns to be changed, and written back.
type Owned<const N: usize> = [Vec<f32>; N];

fn owned<const N: usize>(columns: [&[f32]; N]) -> Owned<N> {
    columns.map(<[f32]>::to_vec)
}

fn slices<const N: usize>(columns: &Owned<N>) -> [&[f32]; N] {
    columns.each_ref().map(Vec::as_slice)
}

/// Changes the numbers of one row of each kind that both dimensions have.
struct Change<const D: usize> {
    kind: ShapeKind,
    row: usize,
    /// Which column of the kind, in the order of its setters.
    column: usize,
    value: f32,
    reason: InvalidReason,
}

/// Bad numbers of what must be finite and nothing else.
const PLACES: [(f32, InvalidReason); 3] = [
    (NAN, InvalidReason::NotANumber),
    (INF, InvalidReason::InfiniteCenter),
    (-INF, InvalidReason::InfiniteCenter),
];
const OTHERS: [(f32, InvalidReason); 3] = [
    (NAN, InvalidReason::NotANumber),
    (INF, InvalidReason::Infinite),
    (-INF, InvalidReason::Infinite),
];
const RADII: [(f32, InvalidReason); 4] = [
    (NAN, InvalidReason::NotANumber),
    (INF, InvalidReason::Infinite),
    (-1.0, InvalidReason::NegativeRadius),
    (-INF, InvalidReason::NegativeRadius),
];
const HALVES: [(f32, InvalidReason); 4] = [
    (NAN, InvalidReason::NotANumber),
    (INF, InvalidReason::Infinite),
    (-1e-40, InvalidReason::NegativeExtent),
    (-INF, InvalidReason::NegativeExtent),
];
const ROTATIONS: [(f32, InvalidReason); 4] = [
    (NAN, InvalidReason::NotANumber),
    (INF, InvalidReason::Infinite),
    (3.0, InvalidReason::NotARotation),
    (-1e30, InvalidReason::NotARotation),
];

const NORMALS: [(f32, InvalidReason); 5] = [
    (NAN, InvalidReason::NotANumber),
    (INF, InvalidReason::Infinite),
    (-INF, InvalidReason::Infinite),
    (3.0, InvalidReason::NotANormal),
    (-1e30, InvalidReason::NotANormal),
];

/// For each kind its columns by what may be wrong with them.
fn columns_of<const D: usize>(kind: ShapeKind) -> Vec<&'static [(f32, InvalidReason)]> {
    let rotation = if D == 2 { 2 } else { 4 };
    match kind {
        ShapeKind::Ball => [&[&PLACES[..]; D][..], &[&RADII]].concat(),
        ShapeKind::Box => {
            let rotations = vec![&ROTATIONS[..]; rotation];
            [&[&PLACES[..]; D][..], &[&HALVES[..]; D], &rotations].concat()
        }
        ShapeKind::Capsule => [&[&PLACES[..]; D][..], &[&OTHERS[..]; D], &[&RADII]].concat(),
        ShapeKind::Polygon => [[&PLACES[..]; 2], [&ROTATIONS[..]; 2]].concat(),
        ShapeKind::Triangle => vec![&OTHERS[..]; 9],
        ShapeKind::HalfSpace => [&[&PLACES[..]; D][..], &[&NORMALS[..]; D]].concat(),
        kind => unreachable!("a {kind} has no columns here yet"),
    }
}

/// All changes there are, in rows of whole groups and of the incomplete last one.
fn changes<const D: usize>(kinds: &[ShapeKind]) -> Vec<Change<D>> {
    let rows = [0, 7, 8, 20, 39, 40, 44];
    let mut changes = Vec::new();
    for kind in kinds {
        for (column, values) in columns_of::<D>(*kind).into_iter().enumerate() {
            for (value, reason) in values {
                let row = rows[changes.len() % rows.len()];
                changes.push(Change { kind: *kind, row, column, value: *value, reason: *reason });
            }
        }
    }
    changes
}

/// Writes a bad number into the columns that both dimensions have.
fn apply_common<const D: usize>(shapes: &mut Shapes<D>, change: &Change<D>) -> bool {
    let Change { kind, row, column, value, .. } = *change;
    match kind {
        ShapeKind::Ball => {
            let (mut centers, mut radii) =
                (owned(shapes.balls().centers()), shapes.balls().radii().to_vec());
            if column < D {
                centers[column][row] = value
            } else {
                radii[row] = value
            }
            shapes.set_ball_centers(slices(&centers)).unwrap();
            shapes.set_ball_radii(&radii).unwrap();
        }
        ShapeKind::Capsule => {
            let capsules = shapes.capsules();
            let mut columns = [owned(capsules.centers()), owned(capsules.axes())];
            let mut radii = capsules.radii().to_vec();
            match column {
                _ if column == 2 * D => radii[row] = value,
                _ => columns[column / D][column % D][row] = value,
            }
            shapes.set_capsule_centers(slices(&columns[0])).unwrap();
            shapes.set_capsule_axes(slices(&columns[1])).unwrap();
            shapes.set_capsule_radii(&radii).unwrap();
        }
        ShapeKind::HalfSpace => {
            let half_spaces = shapes.half_spaces();
            let mut columns = [owned(half_spaces.points()), owned(half_spaces.normals())];
            columns[column / D][column % D][row] = value;
            shapes.set_half_space_points(slices(&columns[0])).unwrap();
            shapes.set_half_space_normals(slices(&columns[1])).unwrap();
        }
        ShapeKind::Box if column < 2 * D => {
            let boxes = shapes.boxes();
            let mut columns = [owned(boxes.centers()), owned(boxes.halves())];
            columns[column / D][column % D][row] = value;
            shapes.set_box_centers(slices(&columns[0])).unwrap();
            shapes.set_box_halves(slices(&columns[1])).unwrap();
        }
        _ => return false,
    }
    true
}

fn apply_plane(shapes: &mut Shapes<2>, change: &Change<2>) {
    let Change { kind, row, column, value, .. } = *change;
    if apply_common(shapes, change) {
        return;
    }
    if kind == ShapeKind::Box {
        let mut rotations = owned(shapes.boxes().rotations().expect("they may be turned"));
        rotations[column - 4][row] = value;
        shapes.set_box_rotations(slices(&rotations)).unwrap();
        return;
    }
    let mut columns = [owned(shapes.polygons().centers()), owned(shapes.polygons().rotations())];
    columns[column / 2][column % 2][row] = value;
    shapes.set_polygon_centers(slices(&columns[0])).unwrap();
    shapes.set_polygon_rotations(slices(&columns[1])).unwrap();
}

fn apply_space(shapes: &mut Shapes<3>, change: &Change<3>) {
    let Change { kind, row, column, value, .. } = *change;
    if apply_common(shapes, change) {
        return;
    }
    if kind == ShapeKind::Box {
        let mut rotations = owned(shapes.boxes().rotations().expect("they may be turned"));
        rotations[column - 6][row] = value;
        shapes.set_box_rotations(slices(&rotations)).unwrap();
        return;
    }
    let mut vertices = shapes.triangles().vertices().map(owned);
    vertices[column / 3][column % 3][row] = value;
    shapes.set_triangle_vertices(vertices.each_ref().map(slices)).unwrap();
}

fn bounds<const D: usize>(prepared: &PreparedShapes<D>) -> Vec<Result<Aabb<D>, InvalidReason>> {
    (0..prepared.len()).map(|index| prepared.bounds().get(index)).collect()
}

/// Prepares a set at each level, and makes sure that exactly the given shapes are left out.
fn check<const D: usize>(
    shapes: &Shapes<D>,
    bad: &[(usize, InvalidReason)],
    before: &PreparedShapes<D>,
) {
    for level in SimdLevel::available() {
        let mut prepared = PreparedShapes::new().with_level(*level);
        prepared.update(shapes).unwrap();
        let listed: Vec<_> = prepared
            .invalid()
            .iter()
            .map(|listed| (listed.side, listed.index as usize, listed.reason))
            .collect();
        let expected: Vec<_> =
            bad.iter().map(|(index, why)| (JoinSide::First, *index, *why)).collect();
        assert_eq!(listed, expected, "{level}");
        let mut of_good = bounds(before);
        for (index, _) in bad {
            of_good[*index] = Err(InvalidReason::NotANumber);
        }
        assert_eq!(bounds(&prepared), of_good, "{level}");
        // No broad phase finds them.
        let mut pairs = Pairs::new();
        let set = BoxSet { bounds: prepared.bounds(), filter: Filter::default() };
        BruteForce::new().with_level(*level).pairs(&Join::within(set), &mut pairs).unwrap();
        let is_bad = |index: u32| bad.iter().any(|(bad, _)| *bad == index as usize);
        assert!(pairs.iter().all(|pair| !is_bad(pair.a) && !is_bad(pair.b)));
    }
}

/// One bad number at a time.
fn check_each<const D: usize>(
    shapes: &Shapes<D>,
    kinds: &[ShapeKind],
    apply: impl Fn(&mut Shapes<D>, &Change<D>),
) {
    let mut before = PreparedShapes::new();
    before.update(shapes).unwrap();
    check(shapes, &[], &before);
    for change in changes::<D>(kinds) {
        let mut changed = shapes.clone();
        apply(&mut changed, &change);
        let index = shapes.ranges().of(change.kind).start + change.row;
        check(&changed, &[(index, change.reason)], &before);
    }
}

const PLANE: [ShapeKind; 5] =
    [ShapeKind::Ball, ShapeKind::Box, ShapeKind::Capsule, ShapeKind::Polygon, ShapeKind::HalfSpace];
const SPACE: [ShapeKind; 5] = [
    ShapeKind::Ball,
    ShapeKind::Box,
    ShapeKind::Capsule,
    ShapeKind::Triangle,
    ShapeKind::HalfSpace,
];

#[test]
fn each_number_that_is_bad_is_told() {
    let mut random = Random::seeded(1);
    check_each(&random_set::<2>(&mut random, OF_EACH), &PLANE, apply_plane);
    check_each(&random_set::<3>(&mut random, OF_EACH), &SPACE, apply_space);
}

/// Many at once, of all kinds, in order; and the set is as good as new when they are mended.
#[test]
fn many_that_are_bad_are_listed_in_order() {
    let shapes = random_set::<3>(&mut Random::seeded(2), OF_EACH);
    let mut before = PreparedShapes::new();
    before.update(&shapes).unwrap();
    let (mut changed, mut bad) = (shapes.clone(), Vec::new());
    for kind in SPACE {
        for row in [44, 3, 17] {
            let reason = InvalidReason::NotANumber;
            apply_space(&mut changed, &Change { kind, row, column: 1, value: NAN, reason });
            bad.push((shapes.ranges().of(kind).start + row, reason));
        }
    }
    bad.sort_unstable();
    check(&changed, &bad, &before);
    let mut prepared = PreparedShapes::new();
    prepared.update(&changed).unwrap();
    assert_eq!(prepared.invalid().len(), bad.len());
    prepared.update(&shapes).unwrap();
    assert!(prepared.invalid().is_empty());
    assert_eq!(bounds(&prepared), bounds(&before));
}

/// The ends of what rotations may be, to the last digit, at all levels as for one.
#[test]
fn the_gate_is_one() {
    let mut shapes = Shapes::<2>::new();
    let mut cos = Vec::new();
    for length in [0.9_f32.sqrt(), 1.1_f32.sqrt()] {
        for step in -20..=20_i32 {
            cos.push(f32::from_bits(length.to_bits().wrapping_add_signed(step)));
        }
    }
    for _ in &cos {
        shapes.insert(jostle::Shape::aligned_box([0.0; 2], [1.0; 2])).unwrap();
    }
    shapes.set_box_rotations([&cos, &vec![0.0; cos.len()]]).unwrap();
    let refused: Vec<u32> = (0..)
        .zip(&cos)
        .filter(|(_, cos)| {
            let shape = jostle::Shape::<2>::oriented_box([0.0; 2], [1.0; 2], [**cos, 0.0]);
            Shapes::new().insert(shape).is_err()
        })
        .map(|(index, _)| index)
        .collect();
    assert!((30..=50).contains(&refused.len()), "{}", refused.len());
    for level in SimdLevel::available() {
        let mut prepared = PreparedShapes::new().with_level(*level);
        prepared.update(&shapes).unwrap();
        let listed: Vec<_> = prepared.invalid().iter().map(|listed| listed.index).collect();
        assert_eq!(listed, refused, "{level}");
    }
}

/// Lists of sets of many parts do not depend on the threads.
#[test]
fn lists_do_not_depend_on_threads() {
    let mut random = Random::seeded(3);
    let mut shapes = random_set::<3>(&mut random, 9001);
    let mut radii = shapes.balls().radii().to_vec();
    for _ in 0..50 {
        radii[random.below(9001)] = random.pick(&[NAN, INF, -1.0]);
    }
    shapes.set_ball_radii(&radii).unwrap();
    shapes.set_capsule_radii(&radii).unwrap();
    let lists = THREADS.map(|threads| {
        let mut prepared = PreparedShapes::new();
        pool(threads).install(|| prepared.update(&shapes)).unwrap();
        prepared.invalid().to_vec()
    });
    assert!(lists[0].len() > 90 && lists[0].is_sorted_by_key(|listed| listed.index));
    assert!(lists.iter().all(|list| *list == lists[0]));
}
