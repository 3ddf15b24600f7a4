//! Whole columns: read, copied in, and refused where their length is wrong.

use jostle::{Error, Shape, Shapes, shape::OrientedBox};

use crate::{
    common::Random,
    support::{all_of, handles, random_set},
};

/// A column of so many numbers that are all different.
fn column(len: usize, from: f32) -> Vec<f32> {
    (0..len).map(|row| from + row as f32).collect()
}

#[test]
fn columns_are_read_and_copied_in() {
    const N: usize = 5;
    let mut shapes = random_set::<3>(&mut Random::seeded(1), N);
    let columns: Vec<_> = (0..40).map(|number| column(N, 100.0 * number as f32)).collect();
    let three = |first: usize| [0, 1, 2].map(|axis| &columns[first + axis][..]);
    let quaternion = [0, 1, 2, 3].map(|part| &columns[30 + part][..]);
    shapes.set_ball_centers(three(0)).unwrap();
    shapes.set_ball_radii(&columns[3]).unwrap();
    shapes.set_box_centers(three(4)).unwrap();
    shapes.set_box_halves(three(7)).unwrap();
    shapes.set_box_rotations(quaternion).unwrap();
    shapes.set_capsule_centers(three(10)).unwrap();
    shapes.set_capsule_axes(three(13)).unwrap();
    shapes.set_capsule_radii(&columns[16]).unwrap();
    shapes.set_triangle_vertices([three(17), three(20), three(23)]).unwrap();
    let (balls, boxes) = (shapes.balls(), shapes.boxes());
    assert_eq!((balls.centers(), balls.radii()), (three(0), &columns[3][..]));
    assert_eq!((boxes.centers(), boxes.halves()), (three(4), three(7)));
    assert_eq!(boxes.rotations(), Some(quaternion));
    let capsules = shapes.capsules();
    assert_eq!((capsules.centers(), capsules.axes()), (three(10), three(13)));
    assert_eq!(capsules.radii(), &columns[16]);
    assert_eq!(shapes.triangles().vertices(), [three(17), three(20), three(23)]);
    // Values are checked once a frame, not here; rotations stay as they are.
    let handle = handles(&shapes)[N + 2];
    let Ok(Shape::Box(OrientedBox { center, half, rotation })) = shapes.get(handle) else {
        panic!("boxes come after the balls")
    };
    let of = |first: usize| [0, 1, 2].map(|axis| columns[first + axis][2]);
    assert_eq!((center, half), (of(4), of(7)));
    assert_eq!(rotation.quaternion(), [0, 1, 2, 3].map(|part| columns[30 + part][2]));
}

#[test]
fn columns_in_2d() {
    const N: usize = 3;
    let mut shapes = random_set::<2>(&mut Random::seeded(2), N);
    let columns: Vec<_> = (0..8).map(|number| column(N, 100.0 * number as f32)).collect();
    let two = |first: usize| [&columns[first][..], &columns[first + 1][..]];
    let before = shapes.polygons().vertices().map(|axes| axes.map(<[f32]>::to_vec));
    let counts = shapes.polygons().counts().to_vec();
    shapes.set_box_rotations(two(0)).unwrap();
    shapes.set_polygon_centers(two(2)).unwrap();
    shapes.set_polygon_rotations(two(4)).unwrap();
    assert_eq!(shapes.boxes().rotations(), Some(two(0)));
    let polygons = shapes.polygons();
    assert_eq!((polygons.centers(), polygons.rotations()), (two(2), two(4)));
    assert_eq!(polygons.vertices().map(|axes| axes.map(<[f32]>::to_vec)), before);
    assert_eq!(polygons.counts(), counts);
    for (row, count) in counts.into_iter().enumerate() {
        assert_eq!(polygons.get(row).vertices().len(), count as usize);
    }
}

#[test]
fn columns_of_another_length_are_refused_and_change_nothing() {
    const N: usize = 5;
    let mut random = Random::seeded(3);
    let (mut space, mut plane) = (random_set::<3>(&mut random, N), random_set::<2>(&mut random, N));
    let before = (all_of(&space), all_of(&plane));
    let good = column(N, 0.0);
    for len in [0, N - 1, N + 1] {
        let bad = column(len, 0.0);
        let three = [&good[..], &good, &bad];
        let four = [&good[..], &bad, &good, &good];
        let two = [&good[..], &bad];
        let error = |what| Err(Error::Length { what, expected: N, found: len });
        type Setter<const D: usize> = fn(&mut Shapes<D>, [&[f32]; D]) -> Result<(), Error>;
        let of_three: [(Setter<3>, _); 5] = [
            (Shapes::set_ball_centers, "centers"),
            (Shapes::set_box_centers, "centers"),
            (Shapes::set_box_halves, "halves"),
            (Shapes::set_capsule_centers, "centers"),
            (Shapes::set_capsule_axes, "axes"),
        ];
        for (set, what) in of_three {
            assert_eq!(set(&mut space, three), error(what));
        }
        assert_eq!(space.set_ball_radii(&bad), error("radii"));
        assert_eq!(space.set_capsule_radii(&bad), error("radii"));
        assert_eq!(space.set_box_rotations(four), error("rotations"));
        let vertices = [[&good[..]; 3], [&good[..]; 3], three];
        assert_eq!(space.set_triangle_vertices(vertices), error("vertices"));
        let of_two: [(Setter<2>, _); 3] = [
            (Shapes::<2>::set_box_rotations, "rotations"),
            (Shapes::set_polygon_centers, "centers"),
            (Shapes::set_polygon_rotations, "rotations"),
        ];
        for (set, what) in of_two {
            assert_eq!(set(&mut plane, two), error(what));
        }
    }
    assert_eq!((all_of(&space), all_of(&plane)), before);
}
