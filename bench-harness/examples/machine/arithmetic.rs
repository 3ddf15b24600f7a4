//! How fast lanes compute: chains of multiplications and additions.

use std::hint::black_box;

use jostle::SimdLevel;
use jostle_kernels::{Lanes, Pass, simd::LANES};
use rayon::ThreadPool;

use crate::{Arithmetic, giga, shortest};

/// Chains that depend on nothing but themselves: as many as keep all units busy, and stay in
/// registers.
const CHAINS: usize = 12;

/// Links of a chain; a round takes some milliseconds.
const LINKS: u32 = 1 << 19;

/// Computes on all threads of a pool at once.
pub(crate) fn measure(pool: &ThreadPool, level: SimdLevel, rounds: u32) -> Arithmetic {
    let threads = pool.current_num_threads();
    let time = shortest(rounds, || {
        pool.broadcast(|_| black_box(level.run(Chains { links: black_box(LINKS) })));
    });
    let each = 2.0 * f64::from(LINKS) * (CHAINS * LANES) as f64;
    Arithmetic { threads, level: level.name(), gflops: giga(each * threads as f64, time) }
}

/// Takes each lane of each chain to `x / 2 + 1` again and again, which goes to 2.
struct Chains {
    links: u32,
}

impl Pass for Chains {
    type Output = [f32; LANES];
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [f32; LANES] {
        let (half, one) = (lanes.splat(black_box(0.5)), lanes.splat(black_box(1.0)));
        let mut chains: [L::Floats; CHAINS] =
            std::array::from_fn(|chain| lanes.splat(chain as f32));
        for _ in 0..self.links {
            for x in &mut chains {
                *x = lanes.add(lanes.mul(*x, half), one);
            }
        }
        let mut sum = lanes.splat(0.0);
        for x in chains {
            sum = lanes.add(sum, x);
        }
        let mut out = [0.0; LANES];
        lanes.store(sum, &mut out);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_computed() {
        for level in SimdLevel::available() {
            assert_eq!(level.run(Chains { links: 100 }), [2.0 * CHAINS as f32; LANES]);
            let first = (0..CHAINS).map(|chain| 0.5 * chain as f32 + 1.0).sum::<f32>();
            assert_eq!(level.run(Chains { links: 1 }), [first; LANES]);
        }
    }
}
