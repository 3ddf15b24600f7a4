//! Arithmetic, `min` and `max`.

use jostle_kernels::{Lanes, Pass, SimdLevel, lane::LANES};

use crate::support::{at_every_level, float_pairs, same_bits, same_or_nan};

/// An operation of two floats: on lanes, as a model, and how the two are compared.
trait Binary {
    fn wide<L: Lanes>(lanes: L, a: L::Floats, b: L::Floats) -> L::Floats;
    fn model(a: f32, b: f32) -> f32;
    fn same(result: f32, model: f32) -> bool;
}

macro_rules! binary {
    ($name:ident, $wide:ident, $same:expr, |$a:ident, $b:ident| $model:expr) => {
        struct $name;
        impl Binary for $name {
            #[inline(always)]
            fn wide<L: Lanes>(lanes: L, a: L::Floats, b: L::Floats) -> L::Floats {
                lanes.$wide(a, b)
            }
            fn model($a: f32, $b: f32) -> f32 {
                $model
            }
            fn same(result: f32, model: f32) -> bool {
                $same(result, model)
            }
        }
    };
}

binary!(Add, add, same_or_nan, |a, b| a + b);
binary!(Sub, sub, same_or_nan, |a, b| a - b);
binary!(Mul, mul, same_or_nan, |a, b| a * b);
binary!(Div, div, same_or_nan, |a, b| a / b);
// These choose one of their operands, so a NaN comes out as it went in.
binary!(Min, min, same_bits, |a, b| if a < b { a } else { b });
binary!(Max, max, same_bits, |a, b| if a > b { a } else { b });

struct Apply<'a, O> {
    pairs: &'a [[[f32; LANES]; 2]],
    _operation: O,
}

impl<O: Binary> Pass for Apply<'_, O> {
    type Output = (&'static str, Vec<[f32; LANES]>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = vec![[0.0; LANES]; self.pairs.len()];
        for ([a, b], result) in self.pairs.iter().zip(&mut results) {
            lanes.store(O::wide(lanes, lanes.load(a), lanes.load(b)), result);
        }
        (L::NAME, results)
    }
}

fn agrees<O: Binary>(make: fn() -> O, seed: u64) {
    agrees_on(float_pairs(seed), make);
}

fn agrees_on<O: Binary>(pairs: Vec<[[f32; LANES]; 2]>, make: fn() -> O) {
    at_every_level(|level: SimdLevel| {
        let (name, results) = level.run(Apply { pairs: &pairs, _operation: make() });
        let mut not_nan = 0;
        for ([a, b], result) in pairs.iter().zip(&results) {
            for lane in 0..LANES {
                let model = O::model(a[lane], b[lane]);
                let result = result[lane];
                assert!(
                    O::same(result, model),
                    "{name}: {:e}, {:e}: {result:e} instead of {model:e}",
                    a[lane],
                    b[lane]
                );
                not_nan += usize::from(!model.is_nan());
            }
        }
        assert!(not_nan > 90_000);
        name
    });
}

#[test]
fn add() {
    agrees(|| Add, 1);
}

#[test]
fn sub() {
    agrees(|| Sub, 2);
}

#[test]
fn mul() {
    agrees(|| Mul, 3);
}

#[test]
fn div() {
    agrees(|| Div, 11);
}

/// The square root of the first of each pair.
struct Sqrt;

impl Binary for Sqrt {
    #[inline(always)]
    fn wide<L: Lanes>(lanes: L, a: L::Floats, _: L::Floats) -> L::Floats {
        lanes.sqrt(a)
    }
    fn model(a: f32, _: f32) -> f32 {
        a.sqrt()
    }
    fn same(result: f32, model: f32) -> bool {
        same_or_nan(result, model)
    }
}

#[test]
fn sqrt() {
    let pairs = float_pairs(12).into_iter().map(|[a, b]| [a.map(f32::abs), b]).collect();
    agrees_on(pairs, || Sqrt);
}

#[test]
fn min() {
    agrees(|| Min, 4);
}

#[test]
fn max() {
    agrees(|| Max, 5);
}
