//! Broad phases whose memory is refused.

use std::ops::ControlFlow;

use jostle::{BroadPhase, Error, Join, Pair, Pairs, SimdLevel};

use super::{
    common::{
        Boxes, Random, assert_same, broad_phases, naive_between, naive_within, pool, uniform,
    },
    refusing::{BUFFER, with_buffers},
};

/// What is asked of a broad phase: the pairs, in no order.
type Ask<const D: usize> = fn(&mut dyn BroadPhase<D>, &Join<'_, D>) -> Result<Vec<Pair>, Error>;

/// Pairs a buffer may hold outside the engine.
const ROOM: usize = 1 << 16;

fn collect<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
) -> Result<Vec<Pair>, Error> {
    let mut pairs = Pairs::new();
    phase.pairs(join, &mut pairs)?;
    pairs.sort_canonical()?;
    let mut found = Vec::new();
    found.try_reserve_exact(pairs.len()).map_err(|_| OUT_OF_MEMORY)?;
    found.extend_from_slice(&pairs);
    Ok(found)
}

fn stream<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
) -> Result<Vec<Pair>, Error> {
    let mut found = Vec::new();
    found.try_reserve_exact(ROOM).map_err(|_| OUT_OF_MEMORY)?;
    phase.stream(join, &mut |batch| {
        assert!(found.len() + batch.len() <= ROOM, "more pairs than there are");
        found.extend_from_slice(batch);
        ControlFlow::Continue(())
    })?;
    found.sort_unstable_by_key(|pair| (pair.a, pair.b));
    Ok(found)
}

/// What the test itself says where it gets no memory.
const OUT_OF_MEMORY: Error = Error::OutOfMemory { what: "the test", bytes: 0 };

/// Boxes of which some are too large for cells, some invalid, and one in the way of everybody.
fn scene<const D: usize>(count: usize) -> Boxes<D> {
    let mut random = Random::seeded(97);
    let side = (0.5 * count as f32).powf(1.0 / D as f32);
    let mut boxes = uniform(&mut random, count, side, 1.0);
    for index in (0..count).step_by(40) {
        let axis = index / 40 % D;
        boxes.max[axis][index] += side / 3.0;
    }
    for index in (7..count).step_by(9) {
        boxes.min[0][index] = f32::NAN;
    }
    boxes
}

/// A join and its pairs.
struct Case<'a, const D: usize> {
    join: Join<'a, D>,
    pairs: Vec<Pair>,
}

/// Refuses a broad phase its first buffer, the second, and so on, until it has all that it asks
/// for. Before that it was asked for something else, if so. Returns how often it failed.
fn refuse<const D: usize>(
    make: &dyn Fn() -> Box<dyn BroadPhase<D>>,
    ask: Ask<D>,
    before: Option<&Case<'_, D>>,
    Case { join, pairs }: &Case<'_, D>,
) -> usize {
    let mut failures = 0;
    for buffers in 0.. {
        let mut phase = make();
        let what = format!("{} with {buffers} buffers", phase.name());
        if let Some(Case { join, pairs }) = before {
            assert_same(&ask(&mut *phase, join).expect("there is memory"), pairs, &what);
        }
        let (found, refused) = with_buffers((buffers, BUFFER), || ask(&mut *phase, join));
        match found {
            Ok(found) => assert_same(&found, pairs, &what),
            Err(error) => {
                assert!(refused > 0, "{what}: {error}");
                assert!(matches!(error, Error::OutOfMemory { .. }), "{what}: {error}");
                failures += 1;
            }
        }
        let again = ask(&mut *phase, join).expect("there is memory");
        assert_same(&again, pairs, &format!("{what}, and asked again"));
        if refused == 0 {
            return failures;
        }
    }
    unreachable!("it would ask for buffers forever")
}

pub(crate) fn check<const D: usize>() {
    let (boxes, others) = (scene::<D>(3000), scene::<D>(600));
    let few = Case { join: Join::within(others.bounds()), pairs: naive_within(&others) };
    let within = Case { join: Join::within(boxes.bounds()), pairs: naive_within(&boxes) };
    let between = Case {
        join: Join::between(boxes.bounds(), others.bounds()),
        pairs: naive_between(&boxes, &others),
    };
    for case in [&within, &between] {
        assert!((500..ROOM).contains(&case.pairs.len()), "{} pairs", case.pairs.len());
        for make in broad_phases::<D>() {
            for (ask, threads) in [(collect as Ask<D>, 1), (collect, 3), (stream, 1)] {
                for before in [None, Some(&few)] {
                    let make = || make(SimdLevel::detect());
                    let failures = pool(threads).install(|| refuse(&make, ask, before, case));
                    assert!(failures > 0, "{} was refused nothing", make().name());
                }
            }
        }
    }
}
