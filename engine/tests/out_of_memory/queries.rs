//! Trees of boxes and queries of all kinds, whose memory is refused.

use std::sync::Arc;

use jostle::{
    Aabb, Error, Shape,
    broad::Output,
    bvh::{BallQuery, BoxCast, Bvh, DistanceHit, Lists},
    geometry::ray::Ray,
    narrow::Motion,
    query::{
        CastHit, ClosestShape, PathHit, QueryFilter, ShapeCast, ShapeHit, ShapeQueries, ShapeTree,
    },
    shape::{HeightField, Parts, PreparedShapes},
};

use super::{
    common::{Boxes, Random, planar, set, spatial, uniform},
    points::Points,
};

/// More than one thread answers one after the other.
const QUERIES: usize = 1500;
const SIDE: f32 = 30.0;

/// Questions of all kinds.
struct Questions {
    rays: Vec<Ray<3>>,
    casts: Vec<BoxCast<3>>,
    balls: Vec<BallQuery<3>>,
    places: Vec<[f32; 3]>,
}

impl Questions {
    fn new() -> Self {
        let mut random = Random::seeded(41);
        let places: Vec<[f32; 3]> = (0..QUERIES).map(|_| random.point(0.0, SIDE)).collect();
        let rays = places.iter().map(|at| Ray::new(*at, random.point(-1.0, 1.0))).collect();
        let cast = |at: &[f32; 3]| {
            BoxCast::new(Aabb::new(*at, at.map(|x| x + 1.0)), random.point(-9.0, 9.0))
        };
        let casts = places.iter().map(cast).collect();
        let balls = places.iter().map(|at| BallQuery::new(*at, 2.0)).collect();
        Self { rays, casts, balls, places }
    }
}

fn tree_of(boxes: &Boxes<3>) -> Bvh<3> {
    let mut tree = Bvh::new();
    tree.build(boxes.bounds()).expect("there is memory");
    tree
}

/// What one query tells of the tree, to see that it is whole.
fn touching(tree: &mut Bvh<3>) -> Vec<u32> {
    tree.validate().expect("it is sound");
    let mut ids = Vec::new();
    let region = BallQuery::new([0.5 * SIDE; 3], 0.2 * SIDE);
    tree.overlapping(&region, |_| true, &mut ids).expect("there is memory");
    assert!(ids.len() > 20, "hardly any: {}", ids.len());
    ids
}

fn trees(points: &mut Points) {
    let mut random = Random::seeded(40);
    let boxes = uniform::<3>(&mut random, 3000, SIDE, 1.0);
    let others = uniform::<3>(&mut random, 3000, SIDE, 1.0);
    points.refuse(
        "a tree of boxes",
        Bvh::<3>::new,
        |tree| tree.build(boxes.bounds()).map(drop),
        touching,
    );
    points.refuse(
        "a tree that is refitted",
        || tree_of(&boxes),
        |tree| tree.refit(others.bounds()).map(drop),
        touching,
    );
    points.refuse(
        "the pairs of a tree",
        || (tree_of(&boxes), jostle::Pairs::new()),
        |(tree, pairs)| tree.self_pairs(Output::Collect(pairs)).map(drop),
        |(_, pairs)| pairs.to_vec(),
    );
    one_by_one(points, &tree_of(&boxes));
    batches(points, &boxes);
}

/// Queries one by one, of which each takes memory for its answers at most.
fn one_by_one(points: &mut Points, tree: &Bvh<3>) {
    let Questions { rays, casts, balls, places } = Questions::new();
    let region = BallQuery::new(balls[0].center, 9.0);
    let any = |_: u32| true;
    points.refuse(
        "boxes that touch a region",
        Vec::new,
        |ids| {
            ids.clear();
            tree.overlapping(&region, any, ids)
        },
        |ids| ids.clone(),
    );
    points.refuse(
        "all boxes that a ray meets",
        Vec::new,
        |hits| {
            hits.clear();
            tree.all_hits(&rays[0], any, hits)
        },
        |hits| hits.clone(),
    );
    points.refuse(
        "all boxes that a box meets",
        Vec::new,
        |hits| {
            hits.clear();
            tree.all_hits(&casts[0], any, hits)
        },
        |hits| hits.clone(),
    );
    points.refuse(
        "the nearest boxes",
        Vec::new,
        |near| {
            near.clear();
            tree.nearest(places[0], 40, 20.0, any, near)
        },
        |near| near.clone(),
    );
    points.refuse(
        "the nearest of what is in boxes",
        Vec::new,
        |near| {
            near.clear();
            tree.nearest_by(places[0], 40, 20.0, |id| Some(id as f32), near)
        },
        |near| near.clone(),
    );
    points.refuse(
        "all that is met in boxes",
        Vec::new,
        |hits| {
            hits.clear();
            tree.all_hits_by(&casts[0], |id| Some(id as f32), hits)
        },
        |hits| hits.clone(),
    );
    points.refuse(
        "the first box",
        || None,
        |hit| {
            *hit = tree.closest_hit(&rays[0], any)?;
            Ok(())
        },
        |hit| *hit,
    );
    points.refuse(
        "the first of what is in boxes",
        || None,
        |hit| {
            *hit = tree.closest_hit_by(&rays[0], |id| Some(id as f32))?;
            Ok(())
        },
        |hit| *hit,
    );
    points.refuse(
        "whether a box is met",
        || false,
        |hit| {
            *hit = tree.any_hit(&rays[0], any)?;
            Ok(())
        },
        |hit| *hit,
    );
    points.refuse(
        "the nearest box",
        || None,
        |near| {
            *near = tree.closest(places[0], 20.0, any)?;
            Ok(())
        },
        |near| *near,
    );
}

/// Batches of queries, each the first that is asked of its tree.
fn batches(points: &mut Points, boxes: &Boxes<3>) {
    let Questions { rays, casts, balls, places } = &Questions::new();
    let some = |query: usize, id: u32| !(query + id as usize).is_multiple_of(3);
    points.refuse(
        "a batch of first boxes",
        || (tree_of(boxes), Vec::new()),
        |(tree, hits)| tree.closest_hits(rays, some, hits),
        |(_, hits)| hits.clone(),
    );
    points.refuse(
        "a batch of whether boxes are met",
        || (tree_of(boxes), Vec::new()),
        |(tree, hits)| tree.any_hits(casts, some, hits),
        |(_, hits)| hits.clone(),
    );
    points.refuse(
        "a batch of all boxes that are met",
        || (tree_of(boxes), Lists::new()),
        |(tree, hits)| tree.all_hits_of(casts, some, hits),
        |(_, hits)| hits.clone(),
    );
    points.refuse(
        "a batch of regions",
        || (tree_of(boxes), Lists::new()),
        |(tree, ids)| tree.overlapping_of(balls, some, ids),
        |(_, ids)| ids.clone(),
    );
    points.refuse(
        "a batch of nearest boxes",
        || (tree_of(boxes), Lists::new()),
        |(tree, near)| tree.nearest_of(places, 20, 9.0, some, near),
        |(_, near)| near.clone(),
    );
}

/// Shapes of all kinds with composite ones among them.
fn with_parts<const D: usize>(
    make: fn(&mut Random, u32) -> Shape<D>,
    composite: fn(&mut Random, u32) -> Shape<D>,
) -> PreparedShapes<D> {
    let mut random = Random::seeded(42);
    let shape = |number: u32| {
        if number.is_multiple_of(5) {
            composite(&mut random, number)
        } else {
            make(&mut random, number)
        }
    };
    set(12, shape).prepared
}

/// A line or some shapes as one.
pub(crate) fn composite_in_plane(random: &mut Random, number: u32) -> Shape<2> {
    let parts = if number.is_multiple_of(2) {
        let vertices: Vec<[f32; 2]> = (0..10).map(|_| random.point(-2.0, 2.0)).collect();
        Parts::polyline(vertices, false, 0.1)
    } else {
        let all: Vec<_> = (0..8).map(|number| planar(random, number % 5)).collect();
        Parts::compound(all)
    };
    let parts = Arc::new(parts.expect("they are valid"));
    Shape::composite(&parts, random.point(-2.0, 2.0), random.unit())
}

/// A mesh or a ground as one.
pub(crate) fn composite_in_space(random: &mut Random, number: u32) -> Shape<3> {
    let parts = if number.is_multiple_of(2) {
        let vertices: Vec<[f32; 3]> = (0..20).map(|_| random.point(-1.0, 1.0)).collect();
        let near = |i: u32| [i, (i + 1) % 20, (i + 2) % 20];
        let triangles: Vec<_> = (0..20).map(near).collect();
        jostle::mesh::Mesh::new(vertices, triangles).and_then(Parts::mesh)
    } else {
        let heights: Vec<f32> = (0..36).map(|_| random.between(-0.3, 0.3)).collect();
        HeightField::new(&heights, 6, [0.3, 0.2]).and_then(Parts::height_field)
    };
    let parts = Arc::new(parts.expect("they are valid"));
    Shape::composite(&parts, random.point(-1.5, 1.5), [0.0, 0.0, 0.6, 0.8])
}

/// The tree of shapes, and questions about them one by one.
fn of_shapes<const D: usize>(
    points: &mut Points,
    prepared: &PreparedShapes<D>,
    asked: &[Shape<D>],
) {
    let mut tree = ShapeTree::new();
    points.refuse(
        "a tree of shapes",
        ShapeTree::new,
        |tree| tree.update(prepared).map(drop),
        |tree| ask(&tree.queries(prepared), &asked[0]).expect("there is memory"),
    );
    let queries = tree.update(prepared).expect("there is memory");
    for shape in asked {
        points.refuse(
            "questions about shapes",
            || None,
            |all| {
                *all = Some(ask(&queries, shape)?);
                Ok(())
            },
            |all| format!("{all:?}"),
        );
    }
}

/// What a shape is told in answer to all questions.
#[derive(Debug, PartialEq)]
struct Answers<const D: usize> {
    hits: Vec<ShapeHit<D>>,
    ids: Vec<u32>,
    nearest: Vec<DistanceHit>,
    met: Vec<CastHit<D>>,
    first: Option<ShapeHit<D>>,
    any: [bool; 3],
    closest: Option<ClosestShape<D>>,
    first_met: Option<CastHit<D>>,
    on_path: Option<PathHit<D>>,
}

fn ask<const D: usize>(
    queries: &ShapeQueries<'_, D>,
    shape: &Shape<D>,
) -> Result<Answers<D>, Error> {
    let (filter, center) = (QueryFilter::new(), shape.center());
    let mut direction = [0.25; D];
    direction[0] = 1.0;
    let ray = Ray::new(center.map(|x| x - 2.0), direction);
    let cast = ShapeCast::new(shape, Motion::straight(direction));
    let (mut hits, mut ids, mut nearest, mut met) = Default::default();
    queries.all_hits(&ray, filter, &mut hits)?;
    queries.overlapping(shape, filter, &mut ids)?;
    queries.nearest(shape, 5, 3.0, filter, &mut nearest)?;
    queries.all_casts(&cast, filter, &mut met)?;
    let any = [
        queries.any_hit(&ray, filter)?,
        queries.any_overlap(shape, filter)?,
        queries.any_cast(&cast, filter)?,
    ];
    Ok(Answers {
        hits,
        ids,
        nearest,
        met,
        first: queries.closest_hit(&ray, filter)?,
        any,
        closest: queries.closest(shape, 3.0, filter)?,
        first_met: queries.closest_cast(&cast, filter)?,
        on_path: queries.closest_on_path(shape, &[center, center.map(|x| x + 1.0)], filter)?,
    })
}

/// Batches of questions about shapes.
fn shape_batches<const D: usize>(
    points: &mut Points,
    prepared: &PreparedShapes<D>,
    asked: &[Shape<D>],
) {
    let tree = || {
        let mut tree = ShapeTree::new();
        tree.update(prepared).map(drop).expect("there is memory");
        tree
    };
    let own = |number: usize| QueryFilter::new().without(number as u32);
    let mut direction = [0.25; D];
    direction[0] = 1.0;
    let rays: Vec<Ray<D>> =
        asked.iter().map(|shape| Ray::new(shape.center().map(|x| x - 2.0), direction)).collect();
    let cast = |shape| ShapeCast::new(shape, Motion::straight(direction));
    let casts: Vec<ShapeCast<D>> = asked.iter().map(cast).collect();
    points.refuse(
        "a batch of rays",
        || (tree(), Vec::new(), Vec::new(), Lists::new()),
        |(tree, first, any, all)| {
            let queries = tree.queries(prepared);
            queries.closest_hits(&rays, own, first)?;
            queries.any_hits(&rays, own, any)?;
            queries.all_hits_of(&rays, own, all)
        },
        |(_, first, any, all)| (first.clone(), any.clone(), all.clone()),
    );
    points.refuse(
        "a batch of overlaps",
        || (tree(), Vec::new(), Lists::new()),
        |(tree, any, all)| {
            let queries = tree.queries(prepared);
            queries.any_overlaps(asked, own, any)?;
            queries.overlapping_of(asked, own, all)
        },
        |(_, any, all)| (any.clone(), all.clone()),
    );
    points.refuse(
        "a batch of nearest shapes",
        || (tree(), Lists::new()),
        |(tree, all)| tree.queries(prepared).nearest_of(asked, 5, 3.0, own, all),
        |(_, all)| all.clone(),
    );
    points.refuse(
        "a batch of casts",
        || (tree(), Vec::new(), Vec::new(), Lists::new()),
        |(tree, first, any, all)| {
            let queries = tree.queries(prepared);
            queries.closest_casts(&casts, own, first)?;
            queries.any_casts(&casts, own, any)?;
            queries.all_casts_of(&casts, own, all)
        },
        |(_, first, any, all)| (first.clone(), any.clone(), all.clone()),
    );
}

/// Shapes to ask about, some of which have parts.
fn many<const D: usize>(
    make: fn(&mut Random, u32) -> Shape<D>,
    composite: fn(&mut Random, u32) -> Shape<D>,
) -> Vec<Shape<D>> {
    let mut random = Random::seeded(45);
    let shape = |number: u32| match number % 10 {
        0 => composite(&mut random, number / 10),
        _ => make(&mut random, number),
    };
    (0..20).map(shape).collect()
}

pub(crate) fn check(points: &mut Points) {
    points.begin("queries");
    trees(points);
    let plane = with_parts(planar, composite_in_plane);
    let space = with_parts(spatial, composite_in_space);
    let mut random = Random::seeded(44);
    let flat = [planar(&mut random, 1), composite_in_plane(&mut random, 0)];
    of_shapes(points, &plane, &flat);
    shape_batches(points, &plane, &many(planar, composite_in_plane));
    let solid = [spatial(&mut random, 8), composite_in_space(&mut random, 0)];
    of_shapes(points, &space, &solid);
    shape_batches(points, &space, &many(spatial, composite_in_space));
}
