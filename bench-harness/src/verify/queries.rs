//! Queries to trees against testing every box.

use crate::{
    boxes::Shapes,
    queries::{Answers, Asked, BUILDS, Batch, Item, Kind, Wanted, brute, digest, make, mean_size},
    runner::{Error, Row, bounds_of},
};
use jostle::{
    SimdLevel,
    bvh::{BuildQuality, Bvh, Hit, Lists, Moving},
};

/// Queries of each kind.
const COUNT: usize = 64;

/// Neighbors of each point.
const NEIGHBORS: usize = 8;

/// Asks trees of all builds, at all levels, queries of all kinds.
pub(super) fn rows<const D: usize>(
    scene: &'static str,
    shapes: &Shapes<D>,
    seed: u64,
) -> Result<Vec<Row>, Error> {
    batches(shapes, seed).iter().map(|(kind, batch)| row(scene, shapes, kind, batch)).collect()
}

/// A batch of each kind, by its name.
fn batches<const D: usize>(shapes: &Shapes<D>, seed: u64) -> Vec<(&'static str, Batch<D>)> {
    let size = mean_size(shapes);
    let batch = |kind: Kind, radius| {
        let asked = Asked { kind, count: COUNT, k: NEIGHBORS, radius, seed };
        degenerate(make(shapes, &asked))
    };
    let mut batches = vec![
        ("ray", batch(Kind::Ray, f32::INFINITY)),
        ("cast", batch(Kind::Cast, 0.125 * size)),
        ("overlap", batch(Kind::Overlap, size)),
        ("knn", batch(Kind::Knn, f32::INFINITY)),
        ("knn within", batch(Kind::Knn, 0.75 * size)),
    ];
    // A scene makes regions of its own form; the other form is to be right too.
    if let Batch::Boxes(boxes) = &batches[2].1 {
        let middle = |min: f32, max: f32| 0.5 * min + 0.5 * max;
        let balls = boxes.iter().map(|aabb| {
            let center: [f32; D] =
                std::array::from_fn(|axis| middle(aabb.min[axis], aabb.max[axis]));
            jostle::bvh::BallQuery::new(center, size)
        });
        batches.push(("overlap balls", Batch::Balls(balls.collect())));
    } else if let Batch::Balls(balls) = &batches[2].1 {
        let boxes = balls.iter().map(|ball| jostle::Aabb::from_center_radius(ball.center, size));
        batches.push(("overlap boxes", Batch::Boxes(boxes.collect())));
    }
    batches
}

/// Makes some of the queries such that they meet boxes at their very sides, or not at all.
fn degenerate<const D: usize>(mut batch: Batch<D>) -> Batch<D> {
    let flatten = |direction: &mut [f32; D], query: usize| match query % 4 {
        1 => (0..D).filter(|axis| *axis != query % D).for_each(|axis| direction[axis] = 0.0),
        2 => direction[query % D] = -0.0,
        _ => {}
    };
    match &mut batch {
        Batch::Rays(rays) => {
            for (query, ray) in rays.iter_mut().enumerate() {
                flatten(&mut ray.direction, query);
            }
        }
        Batch::Casts { casts, .. } => {
            for (query, cast) in casts.iter_mut().enumerate() {
                flatten(&mut cast.direction, query);
            }
        }
        Batch::Boxes(boxes) => {
            for aabb in boxes.iter_mut().skip(1).step_by(4) {
                aabb.max = aabb.min;
            }
        }
        Batch::Balls(balls) => {
            for ball in balls.iter_mut().skip(1).step_by(4) {
                ball.radius = 0.0;
            }
        }
        Batch::Points { .. } => {}
    }
    batch
}

/// What testing every box finds.
struct Expected {
    first: Vec<Vec<Item>>,
    all: Vec<Vec<Item>>,
}

fn row<const D: usize>(
    scene: &'static str,
    shapes: &Shapes<D>,
    kind: &'static str,
    batch: &Batch<D>,
) -> Result<Row, Error> {
    let bounds = bounds_of(shapes)?;
    let queries: Vec<usize> = (0..batch.len()).collect();
    let brute = |wanted| brute(bounds, batch, &queries, wanted);
    let expected = Expected { first: brute(Wanted::First), all: brute(Wanted::All) };
    let mut answers = Answers::default();
    let mut faults = Vec::new();
    for (name, build) in BUILDS {
        for level in SimdLevel::available() {
            let fault = check(shapes, batch, &expected, (build, *level), &mut answers)
                .unwrap_or_else(|error| Some(error.to_string()));
            faults.extend(fault.map(|fault| format!("{name} build, {level}: {fault}")));
        }
    }
    let found: u64 = expected.first.iter().map(|items| items.len() as u64).sum();
    let row = Row::default().with("scene", scene).with("dim", D).with("queries", kind);
    let row = row.with("shapes", shapes.len()).with("count", batch.len()).with("answers", found);
    let row = row.with("digest", format!("{:016x}", digest(batch, &answers)));
    Ok(row.with("ok", faults.is_empty()).with("faults", faults))
}

/// The first fault of one tree and its answers.
fn check<const D: usize>(
    shapes: &Shapes<D>,
    batch: &Batch<D>,
    expected: &Expected,
    (build, level): (BuildQuality, SimdLevel),
    answers: &mut Answers,
) -> Result<Option<String>, Error> {
    let mut bvh = Bvh::new().with_level(level).with_build(build);
    bvh.build(bounds_of(shapes)?)?;
    if let Err(flaw) = bvh.validate() {
        return Ok(Some(flaw.to_string()));
    }
    batch.ask(&bvh, answers)?;
    for (query, expected) in expected.first.iter().enumerate() {
        if answers.of(batch, query) != *expected {
            return Ok(Some(format!("query {query} of the batch: other answers")));
        }
        if batch.ask_one(&bvh, query)? != *expected {
            return Ok(Some(format!("query {query} alone: other answers")));
        }
    }
    match batch {
        Batch::Rays(rays) => check_moving(&bvh, rays, |_, _| true, expected),
        Batch::Casts { casts, own } => {
            check_moving(&bvh, casts, |query, id| id != own[query], expected)
        }
        _ => Ok(None),
    }
}

/// The first fault among what else can be asked about rays and moving boxes.
fn check_moving<const D: usize, M: Moving<D>>(
    bvh: &Bvh<D>,
    moving: &[M],
    accept: impl Fn(usize, u32) -> bool + Sync,
    expected: &Expected,
) -> Result<Option<String>, Error> {
    let (mut any, mut all) = (Vec::new(), Lists::new());
    bvh.any_hits(moving, &accept, &mut any)?;
    bvh.all_hits_of(moving, &accept, &mut all)?;
    let items = |hits: &[Hit]| hits.iter().map(|hit| Item::from(*hit)).collect::<Vec<_>>();
    for (query, one) in moving.iter().enumerate() {
        let accept_one = |id| accept(query, id);
        let hits = !expected.first[query].is_empty();
        if any[query] != hits || bvh.any_hit(one, accept_one)? != hits {
            return Ok(Some(format!("query {query}: whether there are hits is wrong")));
        }
        let mut alone = Vec::new();
        bvh.all_hits(one, accept_one, &mut alone)?;
        if items(all.get(query)) != expected.all[query] || items(&alone) != expected.all[query] {
            return Ok(Some(format!("query {query}: all hits are others")));
        }
    }
    Ok(None)
}
