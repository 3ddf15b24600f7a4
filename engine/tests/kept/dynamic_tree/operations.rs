//! Random sequences of operations.

use jostle::{
    Aabb, Handle,
    broad::{DynamicTree, Margin},
    bvh::Hit,
    geometry::ray::Ray,
};
use jostle_kernels::node::Cast;

use super::model::Modeled;
use crate::common::{Boxes, Counts, Random, Style, mixed, node_of, scale};

/// A box of any kind: one of those that other tests use, not valid once in a while.
fn any_box<const D: usize>(random: &mut Random, side: f32) -> Aabb<D> {
    let special = random.pick(&[0.0, 0.1, 1.0]);
    let style = Style { side, unit: 1.0, special, invalid: 2.0 };
    let (min, max) = mixed::<D>(random, 1, style).corners(0);
    Aabb { min, max }
}

/// A handle of something that is in the tree.
fn some_handle<const D: usize>(model: &Modeled<D>, random: &mut Random) -> Option<Handle> {
    let len = model.boxes.len();
    (len > 0).then(|| *model.boxes.keys().nth(random.below(len)).expect("there are as many"))
}

/// The same box somewhat farther on.
fn shifted<const D: usize>(aabb: &Aabb<D>, random: &mut Random) -> Aabb<D> {
    let by = random.pick(&[0.01, 0.1, 1.0]);
    let step: [f32; D] = random.point(-by, by);
    let moved = |from: [f32; D]| std::array::from_fn(|axis| from[axis] + step[axis]);
    Aabb { min: moved(aabb.min), max: moved(aabb.max) }
}

fn operation<const D: usize>(
    model: &mut Modeled<D>,
    random: &mut Random,
    side: f32,
    grows: bool,
    counts: &mut Counts,
) {
    let chosen = random.below(if grows { 90 } else { 140 });
    match (chosen, some_handle(model, random)) {
        (0..50, _) | (_, None) => {
            let taken = model.insert(any_box(random, side));
            counts.add("boxes that were refused", !taken);
        }
        (50..85, Some(handle)) => {
            let to = shifted(&model.boxes[&handle], random);
            let moved = model.set(handle, to);
            counts.add("moves within the margin", !moved);
            counts.add("moves out of the margin", moved);
        }
        (85..88, Some(handle)) => {
            model.set(handle, any_box(random, side));
        }
        (88, Some(_)) => model.tree.rebuild_changed().expect("there is memory"),
        (89, Some(_)) => {
            model.tree.rebuild().expect("there is memory");
            counts.add("rebuilt", true);
        }
        (139, Some(_)) if random.below(20) == 0 => {
            model.clear();
            counts.add("cleared", true);
        }
        (138, Some(_)) if random.below(20) == 0 => {
            let style = Style { side, unit: 1.0, special: 0.1, invalid: 0.0 };
            let count = random.below(100);
            let boxes: Boxes<D> = mixed(random, count, style);
            model.load(&boxes);
            counts.add("loaded", true);
        }
        (_, Some(handle)) => model.remove(handle),
    }
}

/// The first box on a ray, by testing all.
fn check_ray<const D: usize>(model: &Modeled<D>, random: &mut Random, counts: &mut Counts) {
    let (origin, direction): ([f32; D], [f32; D]) =
        (random.point(-2.0, 8.0), random.point(-1.0, 1.0));
    let ray = Ray::new(origin, direction);
    let hit = model.tree.queries().closest_hit(&ray, |_| true).expect("the ray is finite");
    let cast = Cast::new(Aabb::point(origin), direction, 0.0, f32::INFINITY);
    let alone = model.boxes.iter().filter_map(|(handle, aabb)| {
        let node = node_of(aabb.min, aabb.max);
        let t = cast.reference(&node, 0).filter(|_| cast.meets(&node, 0))?;
        Some(Hit { id: handle.slot(), t })
    });
    let first = alone.min_by(|a, b| a.t.total_cmp(&b.t).then(a.id.cmp(&b.id)));
    assert_eq!(hit, first);
    counts.add("rays that hit", hit.is_some());
}

fn sequences<const D: usize>() {
    let mut counts = Counts::default();
    for seed in 0..24 * scale() as u64 {
        let mut random = Random::seeded(seed << 8 | D as u64);
        let share = random.pick(&[0.0, 0.05, 0.125, 1.0]);
        let margin = Margin { share, length: random.pick(&[0.0, 0.0, 0.1]) };
        let tree = DynamicTree::<D>::new().with_margin(margin).expect("the margin is valid");
        let mut model = Modeled::new(tree);
        let side = random.pick(&[0.0, 2.0, 5.0, 20.0]);
        if seed % 2 == 1 {
            let style = Style { side, unit: 1.0, special: 0.1, invalid: 0.0 };
            let count = random.below(300);
            model.load(&mixed(&mut random, count, style));
        }
        for step in 0..600 {
            let grows = step / 150 % 2 == 0;
            operation(&mut model, &mut random, side, grows, &mut counts);
            model.check();
            counts.add("trees of several levels", model.tree.height() > 2);
            if step % 20 == 0 {
                let [all, moved] = model.check_pairs();
                counts.add("pairs of boxes that moved, and others", moved > 0 && moved < all);
                check_ray(&model, &mut random, &mut counts);
            }
            if step % 100 == 0 {
                model.check_stale();
            }
        }
        counts.add("stale handles", !model.stale.is_empty());
    }
    counts.assert(&[
        ("boxes that were refused", 50),
        ("moves within the margin", 200),
        ("moves out of the margin", 200),
        ("rebuilt", 20),
        ("cleared", 1),
        ("loaded", 1),
        ("trees of several levels", 200),
        ("pairs of boxes that moved, and others", 50),
        ("rays that hit", 30),
        ("stale handles", 20),
    ]);
}

#[test]
fn sequences_in_2d() {
    sequences::<2>();
}

#[test]
fn sequences_in_3d() {
    sequences::<3>();
}
