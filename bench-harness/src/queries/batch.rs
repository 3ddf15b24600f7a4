//! Batches of queries, and their answers.

use jostle::{
    Aabb, Error,
    bvh::{Ball, BoxCast, Bvh, Hit, Lists, NearestHit},
    geometry::Ray,
};

/// Queries of one kind.
#[derive(Clone, Debug)]
pub enum Batch<const D: usize> {
    /// What does each ray meet first?
    Rays(Vec<Ray<D>>),
    /// What does each moving box meet first, of all but its own shape?
    Casts {
        /// The moving boxes.
        casts: Vec<BoxCast<D>>,
        /// The shape that each does not meet.
        own: Vec<u32>,
    },
    /// What touches each box?
    Boxes(Vec<Aabb<D>>),
    /// What touches each ball?
    Balls(Vec<Ball<D>>),
    /// What is nearest to each point?
    Points {
        /// The points.
        points: Vec<[f32; D]>,
        /// How many shapes each asks for.
        k: usize,
        /// The farthest that counts.
        max_distance: f32,
    },
}

/// What was found: a shape, and the bits of its time or squared distance, or zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The index of the shape.
    pub id: u32,
    /// Bits of an `f32`.
    pub bits: u32,
}

impl From<Hit> for Item {
    fn from(hit: Hit) -> Self {
        Self { id: hit.id, bits: hit.t.to_bits() }
    }
}

impl From<NearestHit> for Item {
    fn from(neighbor: NearestHit) -> Self {
        Self { id: neighbor.id, bits: neighbor.distance_squared.to_bits() }
    }
}

impl From<u32> for Item {
    fn from(id: u32) -> Self {
        Self { id, bits: 0 }
    }
}

/// Room for the answers to a batch. Kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    hits: Vec<Option<Hit>>,
    ids: Lists<u32>,
    neighbors: Lists<NearestHit>,
}

impl<const D: usize> Batch<D> {
    /// Number of queries.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Rays(rays) => rays.len(),
            Self::Casts { casts, .. } => casts.len(),
            Self::Boxes(boxes) => boxes.len(),
            Self::Balls(balls) => balls.len(),
            Self::Points { points, .. } => points.len(),
        }
    }

    /// Whether there are no queries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Asks a tree all queries at once.
    ///
    /// # Errors
    /// Those of the tree.
    pub fn ask(&self, bvh: &Bvh<D>, answers: &mut Answers) -> Result<(), Error> {
        let all = |_, _| true;
        match self {
            Self::Rays(rays) => bvh.closest_hits(rays, all, &mut answers.hits),
            Self::Casts { casts, own } => {
                bvh.closest_hits(casts, |query, id| id != own[query], &mut answers.hits)
            }
            Self::Boxes(boxes) => bvh.overlapping_of(boxes, all, &mut answers.ids),
            Self::Balls(balls) => bvh.overlapping_of(balls, all, &mut answers.ids),
            Self::Points { points, k, max_distance } => {
                bvh.nearest_of(points, *k, *max_distance, all, &mut answers.neighbors)
            }
        }
    }

    /// Asks a tree one of the queries, alone.
    ///
    /// # Errors
    /// Those of the tree.
    pub fn ask_one(&self, bvh: &Bvh<D>, query: usize) -> Result<Vec<Item>, Error> {
        let all = |_| true;
        let mut ids = Vec::new();
        match self {
            Self::Rays(rays) => Ok(items(bvh.closest_hit(&rays[query], all)?)),
            Self::Casts { casts, own } => {
                Ok(items(bvh.closest_hit(&casts[query], |id| id != own[query])?))
            }
            Self::Boxes(boxes) => {
                bvh.overlapping(&boxes[query], all, &mut ids)?;
                Ok(items(ids))
            }
            Self::Balls(balls) => {
                bvh.overlapping(&balls[query], all, &mut ids)?;
                Ok(items(ids))
            }
            Self::Points { points, k, max_distance } => {
                let mut neighbors = Vec::new();
                bvh.nearest(points[query], *k, *max_distance, all, &mut neighbors)?;
                Ok(items(neighbors))
            }
        }
    }
}

fn items<T: Into<Item>>(found: impl IntoIterator<Item = T>) -> Vec<Item> {
    found.into_iter().map(Into::into).collect()
}

impl Answers {
    /// Hands on what a query found, in order.
    pub fn visit<const D: usize>(
        &self,
        batch: &Batch<D>,
        query: usize,
        each: &mut dyn FnMut(Item),
    ) {
        match batch {
            Batch::Rays(_) | Batch::Casts { .. } => {
                self.hits[query].into_iter().for_each(|hit| each(hit.into()));
            }
            Batch::Boxes(_) | Batch::Balls(_) => {
                self.ids.get(query).iter().for_each(|id| each((*id).into()));
            }
            Batch::Points { .. } => {
                self.neighbors.get(query).iter().for_each(|near| each((*near).into()));
            }
        }
    }

    /// What a query found.
    #[must_use]
    pub fn of<const D: usize>(&self, batch: &Batch<D>, query: usize) -> Vec<Item> {
        let mut items = Vec::new();
        self.visit(batch, query, &mut |item| items.push(item));
        items
    }

    /// Number of items that all queries found together.
    #[must_use]
    pub fn count<const D: usize>(&self, batch: &Batch<D>) -> u64 {
        let count = match batch {
            Batch::Rays(_) | Batch::Casts { .. } => self.hits.iter().flatten().count(),
            Batch::Boxes(_) | Batch::Balls(_) => self.ids.items().len(),
            Batch::Points { .. } => self.neighbors.items().len(),
        };
        count as u64
    }
}
