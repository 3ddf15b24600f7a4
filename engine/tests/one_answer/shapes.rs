//! Pairs of shapes of all kinds, and questions about such shapes.

use std::array;

use jostle::{
    Pair, Shape, SimdLevel,
    bvh::Lists,
    geometry::ray::Ray,
    narrow::{Contacts, Motion, MotionColumns, Motions, Narrow, contact_within, distance},
    query::{QueryFilter, ShapeCast, ShapeTree},
};

use crate::{
    Digests,
    common::{Random, Set, planar, set, spatial},
    made::{composite_in_plane, composite_in_space},
};

/// Shapes of a scene.
const SHAPES: u32 = 60;
/// Questions of each kind.
const QUESTIONS: usize = 60;

/// What shapes of one dimension are made of.
pub(crate) trait Kinds<const D: usize> {
    /// A shape of any kind.
    fn any(random: &mut Random, number: u32) -> Shape<D>;
    fn turning(by: [f32; D], turn: [f32; 3]) -> Motion<D>;
    fn all_turning<'a>(by: MotionColumns<'a, D>, turns: &'a [Vec<f32>; 3]) -> MotionColumns<'a, D>;
}

/// The kinds of shapes that there are.
pub(crate) struct All;

impl Kinds<2> for All {
    fn any(random: &mut Random, number: u32) -> Shape<2> {
        if number % 7 == 3 {
            return composite_in_plane(random, number as usize / 7);
        }
        planar(random, number)
    }
    fn turning(by: [f32; 2], [angle, ..]: [f32; 3]) -> Motion<2> {
        Motion::<2>::turning(by, angle)
    }
    fn all_turning<'a>(by: MotionColumns<'a, 2>, turns: &'a [Vec<f32>; 3]) -> MotionColumns<'a, 2> {
        by.turning(&turns[0]).expect("as many")
    }
}

impl Kinds<3> for All {
    fn any(random: &mut Random, number: u32) -> Shape<3> {
        if number % 7 == 3 {
            return composite_in_space(random, number as usize / 7);
        }
        spatial(random, number)
    }
    fn turning(by: [f32; 3], turn: [f32; 3]) -> Motion<3> {
        Motion::<3>::turning(by, turn)
    }
    fn all_turning<'a>(by: MotionColumns<'a, 3>, turns: &'a [Vec<f32>; 3]) -> MotionColumns<'a, 3> {
        by.turning(turns.each_ref().map(Vec::as_slice)).expect("as many")
    }
}

pub(crate) fn add<const D: usize>(digests: &mut Digests, level: SimdLevel)
where
    All: Kinds<D>,
{
    let mut random = Random::seeded(4);
    let set = set(SHAPES, |number| All::any(&mut random, number));
    of_pairs(digests, level, &set);
    of_queries(digests, level, &set, &mut random);
}

fn of_pairs<const D: usize>(digests: &mut Digests, level: SimdLevel, set: &Set<D>)
where
    All: Kinds<D>,
{
    let below = |b: u32| (0..b).map(move |a| Pair { a, b });
    let pairs: Vec<_> = (0..set.shapes.len() as u32).flat_map(below).collect();
    let mut narrow = Narrow::new().with_level(level);
    let mut touching = Vec::new();
    narrow.overlaps(&set.prepared, &pairs, &mut touching).expect("all shapes are there");
    digests.add(&format!("overlaps {D}"), &touching);
    let mut separations = Vec::new();
    narrow.separations(&set.prepared, &pairs, &mut separations).expect("all shapes are there");
    digests.add(&format!("separations {D}"), &separations);
    let mut contacts = Contacts::new();
    narrow.contacts(&set.prepared, &pairs, &mut contacts).expect("all shapes are there");
    assert!(contacts.len() > 100);
    digests.add(&format!("contacts {D}"), &contacts.iter().collect::<Vec<_>>());

    let mut random = Random::seeded(5);
    let shapes = set.shapes.len();
    let mut column = |most: f32| (0..shapes).map(|_| random.between(-most, most)).collect();
    let by: [Vec<f32>; D] = array::from_fn(|_| column(3.0));
    let turns: [Vec<f32>; 3] = array::from_fn(|_| column(2.0));
    let straight = MotionColumns::straight(by.each_ref().map(Vec::as_slice));
    let columns = All::all_turning(straight.expect("they have one length"), &turns);
    let mut moving = Motions::new();
    moving.update(columns).expect("there is memory");
    let mut impacts = Vec::new();
    narrow.impacts(&set.prepared, &moving, &pairs, 1.0, &mut impacts).expect("they are valid");
    digests.add(&format!("impacts {D}"), &impacts);

    // The same questions about single pairs have code of their own.
    let of = |pair: &Pair| [pair.a, pair.b].map(|index| &set.shapes[index as usize]);
    let near = |pair: &Pair| {
        let [a, b] = of(pair);
        (distance(a, b), contact_within(a, b, 0.5))
    };
    digests.add(&format!("single pairs {D}"), &pairs.iter().map(near).collect::<Vec<_>>());
}

fn of_queries<const D: usize>(
    digests: &mut Digests,
    level: SimdLevel,
    set: &Set<D>,
    random: &mut Random,
) where
    All: Kinds<D>,
{
    let mut tree = ShapeTree::new().with_level(level);
    tree.update(&set.prepared).expect("there is memory");
    let queries = tree.queries(&set.prepared);
    let all = |_| QueryFilter::new();
    let rays: Vec<_> = (0..QUESTIONS)
        .map(|_| Ray::new(random.point::<D>(-3.0, 3.0), random.point(-1.0, 1.0)))
        .collect();
    let mut hits = Lists::new();
    queries.all_hits_of(&rays, all, &mut hits).expect("the rays are valid");
    assert!(hits.items().len() > QUESTIONS);
    digests.add(&format!("rays and shapes {D}"), &hits.items());

    let asked: Vec<_> = (0..QUESTIONS as u32).map(|number| All::any(random, number)).collect();
    let mut touching = Lists::new();
    queries.overlapping_of(&asked, all, &mut touching).expect("the shapes are valid");
    digests.add(&format!("overlapping shapes {D}"), &touching.items());
    let mut nearest = Lists::new();
    queries.nearest_of(&asked, 4, f32::INFINITY, all, &mut nearest).expect("they are valid");
    digests.add(&format!("nearest shapes {D}"), &nearest.items());
    let cast = |shape: &Shape<D>| {
        let motion = All::turning(random.point(-3.0, 3.0), random.point(-2.0, 2.0));
        ShapeCast::new(shape.clone(), motion)
    };
    let casts: Vec<_> = asked.iter().map(cast).collect();
    let mut hits = Lists::new();
    queries.all_casts_of(&casts, all, &mut hits).expect("the casts are valid");
    assert!(!hits.is_empty());
    digests.add(&format!("casts and shapes {D}"), &hits.items());
}
