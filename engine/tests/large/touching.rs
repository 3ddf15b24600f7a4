//! All that touches is found, and little else, wherever shapes and origin are.

use jostle::{CollisionPipeline, large_world::LocalShapes};

use super::scene::{SHAPES, Scene, Style, Turned};
use crate::common::{Random, scale};

/// What was seen.
#[derive(Debug, Default)]
struct Seen {
    pairs: usize,
    touching: usize,
    /// Pairs that but touch, in whole numbers.
    just: usize,
    /// Pairs that touch and would be lost if shapes did not grow.
    saved: usize,
    /// Pairs that were found and do not touch.
    extra: usize,
    /// The largest gap of a pair that was found, of what it may be.
    worst: f64,
}

/// Whole numbers from the middle to the origin: not rounded, rounded, and such that shapes are lost
/// in an ulp.
const AWAY: [f64; 4] = [0.0, 1e5, 1e8, 1e12];

fn check<const D: usize>(random: &mut Random, style: Style, seen: &mut Seen)
where
    Scene<D>: Turned<D>,
{
    let scene = Scene::<D>::new(random, style);
    let (mut local, mut frame) = (LocalShapes::new(), CollisionPipeline::<D>::new());
    let (mut plain, mut all) = (CollisionPipeline::<D>::new(), Vec::new());
    for away in AWAY.map(Some).into_iter().chain([None]) {
        let origin = away.map(|away| {
            let way: [f32; D] = random.point(-1.0, 1.0);
            let middle = scene.middle();
            std::array::from_fn(|axis| middle[axis] + away * scene.unit * f64::from(way[axis]))
        });
        local.update(origin, scene.columns()).expect("the shapes are valid");
        frame.step(&local).expect("the call is valid");
        assert_eq!(frame.invalid().len(), 0);
        all.clear();
        plain.step(&scene.ungrown(local.origin())).expect("the call is valid");
        for pair in frame.touching() {
            all.push((pair.a, pair.b));
        }
        let plain: Vec<_> = plain.touching().iter().map(|pair| (pair.a, pair.b)).collect();
        for a in 0..SHAPES {
            for b in a + 1..SHAPES {
                let (truth, pair) = (scene.truth(a, b), (a as u32, b as u32));
                let (is_found, is_plain) =
                    (all.binary_search(&pair).is_ok(), plain.binary_search(&pair).is_ok());
                seen.pairs += 1;
                if truth.touch == Some(true) {
                    let what =
                        || format!("{style:?}, {:?}, {:?}", scene.solids[a], scene.solids[b]);
                    assert!(is_found, "lost: {}, {away:?} {:?}", what(), local.slack());
                    seen.touching += 1;
                    seen.just += usize::from(truth.gap == 0.0);
                    seen.saved += usize::from(!is_plain);
                } else if is_found {
                    let slack = f64::from(local.slack_of(a)) + f64::from(local.slack_of(b));
                    seen.extra += usize::from(truth.touch == Some(false));
                    let most = slack + scene.allowance(slack);
                    seen.worst = seen.worst.max(truth.gap / most);
                }
            }
        }
    }
}

fn check_all(styles: impl Iterator<Item = Style> + Clone, what: &str) {
    let (mut random, mut seen) = (Random::seeded(1), Seen::default());
    for _ in 0..50 * scale() {
        for style in styles.clone() {
            check::<2>(&mut random, style, &mut seen);
            check::<3>(&mut random, style, &mut seen);
        }
    }
    eprintln!("| {what} | {seen:?} |");
    assert!(seen.touching > 10_000 && seen.saved > 1_000 && seen.extra > 1_000, "{seen:?}");
    assert!(seen.worst <= 1.0, "a gap beyond the slacks: {seen:?}");
    assert!(seen.worst > 0.01, "shapes grow by far too much: {seen:?}");
}

const MAGNITUDES: [f64; 4] = [1e3, 1e6, 1e9, 1e12];

#[test]
fn what_touches_along_the_axes_is_found() {
    let styles = MAGNITUDES.into_iter().map(|magnitude| Style { magnitude, is_turned: false });
    check_all(styles, "along the axes");
}

#[test]
fn what_touches_turned_is_found() {
    let styles = MAGNITUDES.into_iter().map(|magnitude| Style { magnitude, is_turned: true });
    check_all(styles, "turned");
}
