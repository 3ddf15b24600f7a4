//! Sets of shapes, what composite shapes consist of, and lists of pairs, whose memory is refused.

use jostle::{
    Handle, Pair, Shape, Shapes,
    geometry::fit,
    mesh::Mesh,
    narrow::{
        Contacts, Motion, MotionColumns, Motions, MovingBoxes, Narrow, cast, contact,
        contact_within, distance, overlap, separation,
    },
    shape::{Attributes, HeightField, Mobility, Parts, Polyhedron, PreparedShapes},
};

use super::{
    common::{Random, planar, spatial},
    points::Points,
    queries::{composite_in_plane, composite_in_space},
};

/// Makes a random shape.
type Make<const D: usize> = fn(&mut Random, u32) -> Shape<D>;

/// All that a set knows of its shapes.
fn contents<const D: usize>(shapes: &Shapes<D>) -> Vec<(Handle, Shape<D>, Attributes)> {
    let of = |index: usize| {
        let handle = shapes.handle_of(index).expect("there is a shape");
        let shape = shapes.get(handle).expect("it has a handle");
        (handle, shape, shapes.attributes(handle).expect("it has a handle"))
    };
    (0..shapes.len()).map(of).collect()
}

fn some<const D: usize>(make: Make<D>, composite: Make<D>) -> Vec<Shape<D>> {
    let mut random = Random::seeded(51);
    let shape = |number: u32| match number % 7 {
        0 => composite(&mut random, number / 7),
        _ => make(&mut random, number),
    };
    (0..60).map(shape).collect()
}

fn set_of<const D: usize>(all: &[Shape<D>]) -> (Shapes<D>, Vec<Handle>) {
    let mut shapes = Shapes::new();
    let handles = all.iter().map(|shape| shapes.insert(shape).expect("there is memory")).collect();
    (shapes, handles)
}

/// Sets, in which a failed call changes nothing.
fn sets<const D: usize>(points: &mut Points, all: &[Shape<D>]) {
    let fast = Attributes::new().with_ccd(true).with_group(1);
    points.refuse(
        "a shape that is put in",
        || (Shapes::new(), 0),
        |(shapes, done)| {
            for shape in &all[*done..] {
                shapes.insert_with(shape, fast)?;
                *done += 1;
            }
            Ok(())
        },
        |(shapes, _)| contents(shapes),
    );
    let (other, _) = set_of(all);
    points.refuse(
        "shapes that are put in at once",
        || (Shapes::new(), Vec::new()),
        |(shapes, handles)| {
            assert!(shapes.is_empty() && handles.is_empty(), "a call that failed put some in");
            shapes.insert_all(&other, fast, handles)
        },
        |(shapes, handles)| (contents(shapes), handles.clone()),
    );
    points.refuse(
        "a shape that becomes one of another kind",
        || set_of(all),
        |(shapes, handles)| {
            handles.iter().rev().zip(all).try_for_each(|(handle, shape)| shapes.set(*handle, shape))
        },
        |(shapes, _)| contents(shapes),
    );
    points.refuse(
        "attributes",
        || set_of(all),
        |(shapes, handles)| {
            shapes.set_mobility(handles, Mobility::Sleeping)?;
            handles.iter().try_for_each(|handle| shapes.set_attributes(*handle, fast))
        },
        |(shapes, _)| contents(shapes),
    );
    points.refuse(
        "shapes that are made ready",
        PreparedShapes::new,
        |prepared| prepared.update(&other),
        |prepared| {
            let bounds = prepared.bounds();
            let ends: Vec<_> = (0..prepared.len()).map(|index| bounds.get(index)).collect();
            format!("{ends:?}")
        },
    );
}

/// What is found about many pairs.
fn lists<const D: usize>(points: &mut Points, all: &[Shape<D>]) {
    let (shapes, _) = set_of(all);
    let mut prepared = PreparedShapes::new();
    prepared.update(&shapes).expect("there is memory");
    let count = all.len() as u32;
    let pairs: Vec<Pair> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| Pair { a, b })).collect();
    let (prepared, pairs) = (&prepared, &pairs[..1200]);
    points.refuse(
        "overlaps of pairs",
        || (Narrow::new(), Vec::new()),
        |(narrow, found)| narrow.overlaps(prepared, pairs, found).map(drop),
        |(_, found)| found.clone(),
    );
    points.refuse(
        "separations of pairs",
        || (Narrow::new(), Vec::new()),
        |(narrow, found)| narrow.separations(prepared, pairs, found).map(drop),
        |(_, found)| format!("{found:?}"),
    );
    points.refuse(
        "contacts of pairs",
        || (Narrow::new(), Contacts::new()),
        |(narrow, found)| narrow.contacts(prepared, pairs, found).map(drop),
        |(_, found)| {
            assert!(found.len() > 30, "hardly any contacts");
            found.digest(u64::from)
        },
    );
    points.refuse(
        "pairs that are visited",
        Narrow::new,
        |narrow| {
            narrow.visit_separations(prepared, pairs, |_| ())?;
            narrow.visit_contacts(prepared, pairs, |_| ()).map(drop)
        },
        |_| (),
    );
    let mut random = Random::seeded(53);
    let columns: [Vec<f32>; D] =
        std::array::from_fn(|_| all.iter().map(|_| random.between(-3.0, 3.0)).collect());
    let straight = || MotionColumns::straight(columns.each_ref().map(Vec::as_slice));
    points.refuse(
        "times of impact of pairs",
        || (Narrow::new(), Motions::new(), Vec::new()),
        |(narrow, motions, found)| {
            motions.update(straight()?)?;
            narrow.impacts(prepared, &*motions, pairs, 1.0, found).map(drop)
        },
        |(_, _, found)| format!("{found:?}"),
    );
    points.refuse(
        "times of impact of bounds",
        || (Narrow::new(), MovingBoxes::new(), Vec::new()),
        |(narrow, boxes, found)| {
            boxes.update(prepared.bounds(), columns.each_ref().map(Vec::as_slice))?;
            narrow.swept_bounds(&*boxes, pairs, 1.0, found).map(drop)
        },
        |(_, _, found)| format!("{found:?}"),
    );
}

/// Pairs alone, one shape of which has parts.
fn alone<const D: usize>(points: &mut Points, all: &[Shape<D>]) {
    let (composite, others) = (&all[0], [&all[1], &all[3], &all[14]]);
    let mut by = [0.0; D];
    by[0] = 3.0;
    points.refuse(
        "a pair of shapes with parts",
        Vec::new,
        |found| {
            found.clear();
            found.try_reserve(10).map_err(|_| super::points::OUT_OF_MEMORY)?;
            for other in others {
                let (rest, way) = (Motion::REST, Motion::straight(by));
                found.push((
                    (overlap(composite, other)?, separation(composite, other)?),
                    (contact(composite, other)?, contact_within(composite, other, 0.5)?),
                    (distance(composite, other)?, cast(composite, &rest, other, &way, 1.0)?),
                ));
            }
            Ok(())
        },
        |found| format!("{found:?}"),
    );
}

/// What is made of points.
fn made(points: &mut Points) {
    let mut random = Random::seeded(54);
    let cloud: Vec<[f32; 3]> = (0..200).map(|_| random.point(-1.0, 1.0)).collect();
    let flat: Vec<[f32; 2]> = (0..200).map(|_| random.point(-1.0, 1.0)).collect();
    points.refuse(
        "an oriented box of points in the plane",
        || None,
        |found| {
            *found = fit::obb2(&flat)?;
            Ok(())
        },
        |found| format!("{found:?}"),
    );
    points.refuse(
        "an oriented box of points in space",
        || None,
        |found| {
            *found = fit::obb3(&cloud)?;
            Ok(())
        },
        |found| format!("{found:?}"),
    );
    points.refuse(
        "a convex hull",
        || None,
        |found| {
            *found = Some(Polyhedron::hull_of(&cloud[..40])?);
            Ok(())
        },
        |found| format!("{found:?}"),
    );
    let near = |i: u32| [i, (i + 1) % 200, (i + 2) % 200];
    let mesh = Mesh::new(cloud.clone(), (0..200).map(near).collect::<Vec<_>>());
    let mesh = mesh.expect("it is valid");
    points.refuse(
        "a composite shape of triangles",
        || (vec![mesh.clone(); 2], None),
        |(meshes, parts)| {
            *parts = Some(Parts::mesh(meshes.pop().expect("one is left"))?);
            Ok(())
        },
        |(_, parts)| parts.as_ref().map(|parts| (parts.len(), parts.bounds())),
    );
    let heights: Vec<f32> = (0..400).map(|_| random.between(-0.3, 0.3)).collect();
    points.refuse(
        "a ground of heights",
        || None,
        |parts| {
            let field = HeightField::new(&heights, 20, [0.5, 0.25])?;
            *parts = Some(Parts::height_field(field)?);
            Ok(())
        },
        |parts| parts.as_ref().map(|parts| (parts.len(), parts.bounds())),
    );
    points.refuse(
        "a line of segments",
        || (vec![flat.clone(); 2], None),
        |(lines, parts)| {
            let line = lines.pop().expect("one is left");
            *parts = Some(Parts::polyline(line, true, 0.1)?);
            Ok(())
        },
        |(_, parts)| parts.as_ref().map(|parts| (parts.len(), parts.bounds())),
    );
    let all: Vec<Shape<3>> = (0..50).map(|number| spatial(&mut random, number % 9)).collect();
    points.refuse(
        "a compound",
        || (vec![all.clone(); 2], None),
        |(lists, parts)| {
            *parts = Some(Parts::compound(lists.pop().expect("one is left"))?);
            Ok(())
        },
        |(_, parts)| parts.as_ref().map(|parts| (parts.len(), parts.bounds())),
    );
}

pub(crate) fn check(points: &mut Points) {
    points.begin("shapes");
    made(points);
    let (flat, solid) = (some(planar, composite_in_plane), some(spatial, composite_in_space));
    sets(points, &flat);
    sets(points, &solid);
    lists(points, &flat);
    lists(points, &solid);
    alone(points, &flat);
    alone(points, &solid);
}
