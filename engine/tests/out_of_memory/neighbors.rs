//! Neighbor lists whose memory is refused.

use jostle::neighbors::{ListKind, Neighbors, Points as Places, RadiusRule};

use super::{common::Random, points::Points};

const SIDE: f32 = 8.0;
const POINTS: usize = 2500;

/// Lists before an update, and what it is of.
struct State {
    lists: Neighbors<3>,
    places: Vec<[f32; 3]>,
    radii: Vec<f32>,
}

/// All that lists tell.
fn lists_of(state: &mut State) -> (Vec<usize>, Vec<u32>, Vec<[i32; 3]>) {
    let lists = &state.lists;
    assert!(lists.indices().len() > POINTS, "hardly any neighbors");
    let shifts = (0..lists.len()).filter_map(|point| lists.images_of(point)).flatten();
    let shifts = shifts.map(|(_, shift)| shift).collect();
    (lists.offsets().to_vec(), lists.indices().to_vec(), shifts)
}

fn places() -> Vec<[f32; 3]> {
    let mut random = Random::seeded(17);
    (0..POINTS).map(|_| random.point(0.0, SIDE)).collect()
}

fn state(lists: Neighbors<3>) -> State {
    let mut random = Random::seeded(18);
    let radii = (0..POINTS).map(|_| random.between(0.0, 0.25)).collect();
    State { lists, places: places(), radii }
}

pub(crate) fn check(points: &mut Points) {
    points.begin("neighbor lists");
    let full = || Neighbors::<3>::new(1.0).with_kind(ListKind::Full);
    let update = |to: &mut State| to.lists.update(&to.places).map(drop);
    points.refuse("all neighbors", || state(full()), update, lists_of);
    let half = || Neighbors::<3>::new(1.0).with_kind(ListKind::Half);
    points.refuse("each pair of neighbors once", || state(half()), update, lists_of);
    let periods = [Some((0.0, SIDE)), None, Some((-1.0, SIDE + 1.0))];
    let periodic = || half().with_periods(periods);
    points.refuse("neighbors across borders", || state(periodic()), update, lists_of);
    let (long, tilt) = (f64::from(SIDE), 1.5);
    let cell = [Some([long, 0.0, 0.0]), Some([tilt, long, 0.0]), Some([-tilt, tilt, long])];
    let tilted = || full().with_shifts().with_cell(cell);
    points.refuse("all images in a cell", || state(tilted()), update, lists_of);
    let nearest = || full().with_nearest(8);
    points.refuse("the nearest neighbors", || state(nearest()), update, lists_of);
    let between = |to: &mut State| {
        let (queries, others) = to.places.split_at(POINTS / 2);
        let radii = to.radii.split_at(POINTS / 2);
        let queries = Places::from(queries).with_radii(radii.0)?;
        let others = Places::from(others).with_radii(radii.1)?;
        to.lists.update_between(queries, others).map(drop)
    };
    let summed = || half().with_rule(RadiusRule::Sum);
    points.refuse("neighbors of another set", || state(summed()), between, lists_of);
    let kept = || {
        let mut state = state(tilted().with_skin(0.4));
        state.lists.update(&state.places).expect("there is memory");
        for (point, way) in state.places.iter_mut().zip(places().iter().rev()) {
            for axis in 0..3 {
                point[axis] += 0.1 * (way[axis] - 0.5 * SIDE);
            }
        }
        state
    };
    points.refuse("lists that are built again", kept, update, lists_of);
    let moved = || {
        let mut state = state(tilted().with_skin(0.4));
        state.lists.update(&state.places).expect("there is memory");
        state.places.iter_mut().flatten().for_each(|x| *x += 0.01);
        state
    };
    points.refuse("lists that are kept", moved, update, lists_of);
}
