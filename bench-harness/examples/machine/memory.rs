//! How fast memory is: columns that are read, written, and both.

use std::hint::black_box;

use jostle::SimdLevel;
use jostle_kernels::{Lanes, Pass};
use rayon::{ThreadPool, prelude::*};

use crate::{Bandwidth, giga, shortest};

/// Of the triad: any number that is no shortcut.
const FACTOR: f32 = 3.0;

/// Three columns.
#[derive(Debug)]
pub(crate) struct Columns {
    a: Vec<f32>,
    b: Vec<f32>,
    c: Vec<f32>,
}

impl Columns {
    /// Columns of this many bytes each.
    pub(crate) fn new(bytes: usize) -> Self {
        let column = |value| vec![value; bytes / size_of::<f32>()];
        Self { a: column(0.0), b: column(1.0), c: column(2.0) }
    }

    /// Moves the columns on all threads of a pool.
    pub(crate) fn measure(&mut self, pool: &ThreadPool, rounds: u32) -> Bandwidth {
        let threads = pool.current_num_threads();
        let chunk = self.a.len().div_ceil(threads).max(1);
        let bytes = size_of_val(&*self.a) as f64;
        let level = SimdLevel::detect();
        let Self { a, b, c } = self;
        pool.install(|| {
            let read = shortest(rounds, || {
                b.par_chunks(chunk).for_each(|b| {
                    black_box(level.run(Read { b }));
                });
            });
            let write = shortest(rounds, || {
                a.par_chunks_mut(chunk).for_each(|a| level.run(Write { a: black_box(a) }));
            });
            let triad = shortest(rounds, || {
                let from = b.par_chunks(chunk).zip(c.par_chunks(chunk));
                let all = a.par_chunks_mut(chunk).zip(from);
                all.for_each(|(a, (b, c))| level.run(Triad { a: black_box(a), b, c }));
            });
            Bandwidth {
                threads,
                read: giga(bytes, read),
                write: giga(bytes, write),
                triad: giga(3.0 * bytes, triad),
            }
        })
    }
}

/// Sums up the bits, which takes no longer than to read them.
struct Read<'a> {
    b: &'a [f32],
}

impl Pass for Read<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> u32 {
        self.b.iter().fold(0, |sum, b| sum.wrapping_add(b.to_bits()))
    }
}

struct Write<'a> {
    a: &'a mut [f32],
}

impl Pass for Write<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        self.a.fill(FACTOR);
    }
}

struct Triad<'a> {
    a: &'a mut [f32],
    b: &'a [f32],
    c: &'a [f32],
}

impl Pass for Triad<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        for ((a, b), c) in self.a.iter_mut().zip(self.b).zip(self.c) {
            *a = b + FACTOR * c;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_bench::runner::pool_of;

    #[test]
    fn every_entry_is_written() {
        for threads in [1, 3] {
            let mut columns = Columns::new(4 * 1001);
            let bandwidth = columns.measure(&pool_of(threads).unwrap(), 1);
            assert_eq!(bandwidth.threads, threads);
            assert_eq!(columns.a, vec![7.0; 1001]);
        }
    }
}
