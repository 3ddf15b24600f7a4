//! Every question about shapes of every kind, to every structure, with filters, held against a
//! plain loop over all shapes, each of which is asked alone: bit for bit.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

use jostle::{
    Filter, Shape, World,
    bvh::{BuildQuality, Bvh, DistanceHit},
    narrow::{Motion, overlap},
    query::{
        CastHit, ClosestShape, PathHit, QueryFilter, ShapeCast, ShapeHit, ShapeQueries, ShapeTree,
    },
    shape::{Attributes, Hull, Mobility, Rotation, ShapeKind},
};

use crate::{
    common::{Random, Set, polyhedron, scale, set},
    made::{composite_in_plane, composite_in_space},
    scene::{Dimension, Plane, Space, kept, ray_at},
};

/// Shapes of a scene.
const SHAPES: u32 = 40;
/// How often each scene is asked everything.
const PROBES: usize = 60;

/// A dimension with shapes that consist of others.
trait Every<const D: usize>: Dimension<D> {
    fn composite(random: &mut Random, number: usize) -> Shape<D>;
    fn turning(by: [f32; D], angle: f32) -> Motion<D>;
    /// A shape of one of the kinds that scenes for an oracle do not have.
    fn other(random: &mut Random, number: u32) -> Shape<D>;

    /// A shape of any kind.
    fn any(random: &mut Random, number: u32) -> Shape<D> {
        match number % 7 {
            2 => Self::composite(random, number as usize / 7),
            5 => Self::other(random, number),
            _ => Self::shape(random, number),
        }
    }
}

impl Every<2> for Plane {
    fn composite(random: &mut Random, number: usize) -> Shape<2> {
        composite_in_plane(random, number)
    }
    fn turning(by: [f32; 2], angle: f32) -> Motion<2> {
        Motion::<2>::turning(by, angle)
    }
    fn other(random: &mut Random, number: u32) -> Shape<2> {
        Self::shape(random, number)
    }
}

impl Every<3> for Space {
    fn composite(random: &mut Random, number: usize) -> Shape<3> {
        composite_in_space(random, number)
    }
    fn turning(by: [f32; 3], angle: f32) -> Motion<3> {
        Motion::<3>::turning(by, [angle, 0.5, -angle])
    }
    fn other(random: &mut Random, _: u32) -> Shape<3> {
        let half = random.point(0.1, 0.8);
        let polyhedron = polyhedron(random, half);
        let rotation = Rotation::about(random.point(0.1, 1.0), random.between(-4.0, 4.0));
        let rotation = rotation.expect("the axis has a length");
        Hull { polyhedron, center: random.point(-1.5, 1.5), rotation, rounding: 0.1 }.into()
    }
}

/// A set with attributes of each shape, and each shape as a set of its own.
struct Scene<const D: usize> {
    all: Set<D>,
    attributes: Vec<Attributes>,
    alone: Vec<(Set<D>, ShapeTree<D>)>,
    world: World<D>,
}

impl<const D: usize> Scene<D> {
    fn new<N: Every<D>>(random: &mut Random) -> Self {
        let all = set(SHAPES, |number| N::any(random, number));
        let mut world = World::new();
        let mut attributes = Vec::new();
        for shape in &all.shapes {
            let mut own = Attributes::new();
            own.category = 1 << random.below(3);
            own.mask = random.pick(&[u32::MAX, 1, 6]);
            own.group = random.pick(&[0, 0, 1, -1]);
            own.sensor = random.below(3) == 0;
            own.mobility = random.pick(&[Mobility::Moving, Mobility::Static, Mobility::Sleeping]);
            world.shapes_mut().insert_with(shape.clone(), own).expect("it is valid");
            attributes.push(own);
        }
        world.step().expect("there is memory");
        for (index, shape) in all.shapes.iter().enumerate() {
            let handle = world.handle(index as u32).expect("there is a shape");
            assert_eq!(world.shapes().get(handle).as_ref(), Ok(shape), "the same order");
        }
        let alone = all.shapes.iter().map(|shape| {
            let (set, mut tree) = (set(1, |_| shape.clone()), ShapeTree::new());
            tree.update(&set.prepared).expect("there is memory");
            (set, tree)
        });
        Self { alone: alone.collect(), all, attributes, world }
    }

    /// The answers of all shapes that count, each asked alone, with their indices.
    fn each<T>(
        &self,
        counts: impl Fn(u32) -> bool,
        ask: impl Fn(ShapeQueries<'_, D>) -> Option<T>,
    ) -> Vec<(u32, T)> {
        let alone = self.alone.iter().enumerate();
        let alone = alone.filter(|(index, _)| counts(*index as u32));
        let answer = |(index, (set, tree)): (usize, &(Set<D>, ShapeTree<D>))| {
            ask(tree.queries(&set.prepared)).map(|answer| (index as u32, answer))
        };
        alone.filter_map(answer).collect()
    }
}

/// Which shapes a question is about, and whether each counts.
fn filter<'a>(
    random: &mut Random,
    attributes: &'a [Attributes],
) -> (QueryFilter<'static>, impl Fn(u32) -> bool + use<'a>) {
    let bit = [(); 5].map(|()| random.below(4) == 0);
    let (category, mask) = (1 << random.below(3), random.pick(&[u32::MAX, 2, 5]));
    let (group, without) = (random.pick(&[0, 1, -1]), random.below(60) as u32);
    let mut filter = QueryFilter::new().without(without);
    if bit[0] {
        filter = filter.with_category(category).with_mask(mask);
    }
    if bit[1] {
        filter = filter.with_group(group);
    }
    if bit[2] {
        filter = filter.without_sensors();
    }
    if bit[3] {
        filter = filter.only_static();
    } else if bit[4] {
        filter = filter.only_moving();
    }
    let counts = move |index: u32| {
        let of = &attributes[index as usize];
        let by_category = of.category & mask != 0 && category & of.mask != 0;
        let same_group = bit[1] && of.group == group && group != 0;
        let is_static = of.mobility == Mobility::Static;
        (if same_group { group > 0 } else { !bit[0] || by_category })
            && !(bit[2] && of.sensor)
            && (!bit[3] || is_static)
            && (bit[3] || !bit[4] || !is_static)
            && index != without
    };
    (filter, counts)
}

/// How many questions were answered, how many of the answers were not empty, and which kinds of
/// shapes were among these.
#[derive(Debug, Default)]
struct Answers(BTreeMap<&'static str, (usize, usize, BTreeSet<ShapeKind>)>);

impl Answers {
    fn add(&mut self, question: &'static str, found: impl IntoIterator<Item = ShapeKind>) {
        let (count, some, kinds) = self.0.entry(question).or_default();
        let mut is_some = false;
        for kind in found {
            is_some = true;
            kinds.insert(kind);
        }
        *count += 1;
        *some += usize::from(is_some);
    }
}

/// By `t` or distance, and index.
fn in_order<T>(mut all: Vec<T>, key: impl Fn(&T) -> (f32, u32)) -> Vec<T> {
    let order = |a: &T, b: &T| key(a).partial_cmp(&key(b)).unwrap_or(Ordering::Equal);
    all.sort_by(order);
    all
}

/// What a question is asked of, and what is known of the answers.
struct Case<'a, 's, const D: usize> {
    scene: &'a Scene<D>,
    structures: &'a [ShapeQueries<'s, D>],
    answers: &'a mut Answers,
}

const VALID: &str = "the question is valid";

impl<const D: usize> Case<'_, '_, D> {
    fn kind(&self, index: u32) -> ShapeKind {
        self.scene.all.shapes[index as usize].kind()
    }

    /// Holds the answer of each structure against the expected one, of shapes with these indices.
    fn hold<T: PartialEq + Debug>(
        &mut self,
        question: &'static str,
        asked: &dyn Debug,
        expected: (&T, Vec<u32>),
        ask: impl Fn(&ShapeQueries<'_, D>) -> T,
    ) {
        let (expected, indices) = expected;
        let kinds: Vec<_> = indices.into_iter().map(|index| self.kind(index)).collect();
        for (number, queries) in self.structures.iter().enumerate() {
            let found = ask(queries);
            assert_eq!(found, *expected, "{question}, structure {number}: {asked:?}");
            self.answers.add(question, kinds.iter().copied());
        }
    }

    fn rays(&mut self, random: &mut Random) {
        let (filter, counts) = filter(random, &self.scene.attributes);
        let ray = &ray_at(random, &self.scene.all);
        let all = QueryFilter::new();
        let hits = self.scene.each(&counts, |alone| alone.closest_hit(ray, all).expect(VALID));
        let hits = hits.into_iter().map(|(index, hit)| ShapeHit { index, ..hit }).collect();
        let hits: Vec<ShapeHit<D>> = in_order(hits, |hit| (hit.t, hit.index));
        let indices: Vec<u32> = hits.iter().map(|hit| hit.index).collect();
        let (asked, first) = ((ray, &filter), indices.first().copied());
        let first = || first.into_iter().collect();
        self.hold("ray, closest", &asked, (&hits.first().copied(), first()), |queries| {
            queries.closest_hit(ray, filter).expect(VALID)
        });
        self.hold("ray, any", &asked, (&!hits.is_empty(), first()), |queries| {
            queries.any_hit(ray, filter).expect(VALID)
        });
        self.hold("ray, all", &asked, (&hits, indices.clone()), |queries| {
            let mut found = Vec::new();
            queries.all_hits(ray, filter, &mut found).expect(VALID);
            found
        });
    }

    fn casts<N: Every<D>>(&mut self, random: &mut Random) {
        let (filter, counts) = filter(random, &self.scene.attributes);
        let number = random.below(1 << 16) as u32;
        let (shape, by) = (N::any(random, number), random.point(-4.0, 4.0));
        let turning = N::turning(by, random.between(-3.0, 3.0));
        let is_linear = random.percent(50.0);
        let motion = if is_linear { Motion::straight(by) } else { turning };
        let t_max = random.pick(&[1.0, 0.25, 2.0]);
        let cast = &ShapeCast { t_max, ..ShapeCast::new(&shape, motion) };
        let all = QueryFilter::new();
        let hits = self.scene.each(&counts, |alone| alone.closest_cast(cast, all).expect(VALID));
        let hits = hits.into_iter().map(|(index, hit)| CastHit { index, ..hit }).collect();
        let hits: Vec<CastHit<D>> = in_order(hits, |hit| (hit.t, hit.index));
        let indices: Vec<u32> = hits.iter().map(|hit| hit.index).collect();
        let (asked, first) = ((cast, &filter), indices.first().copied());
        let first = || first.into_iter().collect();
        let closest = if is_linear { "cast, linear" } else { "cast, turning" };
        self.hold(closest, &asked, (&hits.first().copied(), first()), |queries| {
            queries.closest_cast(cast, filter).expect(VALID)
        });
        self.hold("cast, any", &asked, (&!hits.is_empty(), first()), |queries| {
            queries.any_cast(cast, filter).expect(VALID)
        });
        self.hold("cast, all", &asked, (&hits, indices.clone()), |queries| {
            let mut found = Vec::new();
            queries.all_casts(cast, filter, &mut found).expect(VALID);
            found
        });
    }

    fn paths<N: Every<D>>(&mut self, random: &mut Random) {
        let (filter, counts) = filter(random, &self.scene.attributes);
        let number = random.below(1 << 16) as u32;
        let (shape, corner) = (&N::any(random, number), random.point(-3.0, 3.0));
        let path = &[shape.center(), corner, random.point(-3.0, 3.0), corner];
        let all = QueryFilter::new();
        let ask = |alone: ShapeQueries<'_, D>| alone.closest_on_path(shape, path, all);
        let found = self.scene.each(&counts, |alone| ask(alone).expect(VALID));
        let found = found.into_iter().map(|(index, found)| {
            let hit = CastHit { index, ..found.hit };
            PathHit { hit, ..found }
        });
        let key = |found: &PathHit<D>| (found.segment, found.hit.t, found.hit.index);
        let first = found.min_by(|a, b| key(a).partial_cmp(&key(b)).expect("they are numbers"));
        let indices = first.iter().map(|found| found.hit.index).collect();
        self.hold("along a path", &(shape, path, &filter), (&first, indices), |queries| {
            queries.closest_on_path(shape, path, filter).expect(VALID)
        });
    }

    fn places<N: Every<D>>(&mut self, random: &mut Random) {
        let (filter, counts) = filter(random, &self.scene.attributes);
        let number = random.below(1 << 16) as u32;
        let shape = N::any(random, number);
        let point = Shape::point(random.point(-2.0, 2.0));
        let region = Shape::aligned_box(random.point(-2.0, 2.0), random.point(0.0, 2.0));
        for (question, asked) in
            [("overlaps", &shape), ("at a point", &point), ("in a box", &region)]
        {
            let shapes = &self.scene.all.shapes;
            let touches = |index: &u32| overlap(asked, &shapes[*index as usize]).expect(VALID);
            let expected: Vec<u32> =
                (0..SHAPES).filter(|index| counts(*index) && touches(index)).collect();
            self.hold(question, &(asked, &filter), (&expected, expected.clone()), |queries| {
                let mut found = Vec::new();
                queries.overlapping(asked, filter, &mut found).expect(VALID);
                assert_eq!(queries.any_overlap(asked, filter), Ok(!found.is_empty()));
                found
            });
        }
    }

    fn neighbors<N: Every<D>>(&mut self, random: &mut Random) {
        let (filter, counts) = filter(random, &self.scene.attributes);
        let number = random.below(1 << 16) as u32;
        let shape = &N::any(random, number);
        let (k, most) = random.pick(&[(1, f32::INFINITY), (5, 0.5), (8, 3.0), (60, f32::INFINITY)]);
        let all = QueryFilter::new();
        let near = self.scene.each(&counts, |alone| alone.closest(shape, most, all).expect(VALID));
        let near = near.into_iter().map(|(index, found)| ClosestShape { index, ..found }).collect();
        let near: Vec<ClosestShape<D>> = in_order(near, |found| (found.distance, found.index));
        let nearest = near.iter().take(k);
        let nearest: Vec<DistanceHit> = nearest
            .map(|found| DistanceHit { id: found.index, distance: found.distance })
            .collect();
        let asked = (shape, k, most, &filter);
        let first = near.first().map(|found| found.index).into_iter().collect();
        self.hold("closest", &asked, (&near.first().copied(), first), |queries| {
            queries.closest(shape, most, filter).expect(VALID)
        });
        let indices = nearest.iter().map(|found| found.id).collect();
        self.hold("k nearest", &asked, (&nearest, indices), |queries| {
            let mut found = Vec::new();
            queries.nearest(shape, k, most, filter, &mut found).expect(VALID);
            found
        });
    }
}

fn scenes<N: Every<D>, const D: usize>(seed: u64, answers: &mut Answers) {
    let mut random = Random::seeded(seed);
    for _ in 0..4 * scale() {
        let scene = Scene::new::<N>(&mut random);
        let set = &scene.all;
        let columns: [Vec<u32>; 2] = [
            scene.attributes.iter().map(|of| of.category).collect(),
            scene.attributes.iter().map(|of| of.mask).collect(),
        ];
        let groups: Vec<i32> = scene.attributes.iter().map(|of| of.group).collect();
        let is_static = |of: &Attributes| of.mobility == Mobility::Static;
        let statics: Vec<bool> = scene.attributes.iter().map(is_static).collect();
        let sensors: Vec<bool> = scene.attributes.iter().map(|of| of.sensor).collect();
        let filter = Filter::default().with_categories(&columns[0], &columns[1]);
        let filter = filter.with_groups(&groups).with_statics(&statics);
        let mut built = Bvh::new().with_build(BuildQuality::Quality);
        built.build(set.prepared.bounds()).expect("there is memory");
        let (mut tree, kept) = (ShapeTree::new(), kept(set));
        tree.update(&set.prepared).expect("there is memory");
        let trees = [
            ShapeQueries::new(&built, &set.prepared),
            ShapeQueries::new(kept.queries(), &set.prepared),
            tree.queries(&set.prepared),
        ];
        let with_columns = trees.map(|queries| {
            let queries = queries.with_filter(filter).expect("it is as long as the set");
            queries.with_sensors(&sensors).expect("it is as long as the set")
        });
        let world = scene.world.queries().expect("there was a step");
        let structures: Vec<_> = with_columns.into_iter().chain([world]).collect();
        let mut case = Case { scene: &scene, structures: &structures, answers };
        for number in 0..PROBES {
            case.rays(&mut random);
            case.places::<N>(&mut random);
            if number % 2 == 0 {
                case.neighbors::<N>(&mut random);
            }
            if number % 5 == 0 {
                case.casts::<N>(&mut random);
                case.paths::<N>(&mut random);
            }
        }
    }
}

#[test]
fn every_question_about_every_kind() {
    let mut answers = [Answers::default(), Answers::default()];
    scenes::<Plane, 2>(61, &mut answers[0]);
    scenes::<Space, 3>(62, &mut answers[1]);
    for (dimensions, Answers(answers)) in [2, 3].into_iter().zip(&answers) {
        let mut met = BTreeSet::new();
        for (question, (count, some, kinds)) in answers {
            println!("| {dimensions}D, {question} | {count} | {some} | 0 |");
            assert!(*some * 10 > *count, "{question}: {some} of {count}");
            met.extend(kinds.iter().copied());
        }
        let all = ShapeKind::ALL.into_iter().filter(|kind| kind.exists_in(dimensions));
        assert!(all.eq(met.iter().copied()), "{dimensions}D: {met:?}");
    }
    let count = answers.iter().flat_map(|answers| answers.0.values()).map(|(count, ..)| count);
    assert!(count.sum::<usize>() >= 14_976 * scale(), "{answers:?}");
}
