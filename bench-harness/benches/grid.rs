//! Coordinates to strips of a ruler, per level.
//!
//! Each result is compared with the scalar reference before anything is timed. The lines named
//! `scalar` time that reference.

use std::{hint::black_box, time::Duration};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use jostle_kernels::{Lanes, Pass, SimdLevel, grid::AxisBins, lane::LANES};

/// Numbers of coordinates: 8 KiB in and out, and 128 KiB.
const SIZES: [usize; 2] = [1_024, 16_384];

/// Strips of all coordinates, eight at a time.
struct Strips<'a> {
    ruler: AxisBins,
    coordinates: &'a [f32],
    strips: &'a mut [u32],
}

impl Pass for Strips<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let groups = self.coordinates.as_chunks::<LANES>().0;
        for (x, out) in groups.iter().zip(self.strips.as_chunks_mut::<LANES>().0) {
            lanes.store_int(self.ruler.strips_of(lanes, lanes.load(x)), out);
        }
    }
}

fn scalar(ruler: AxisBins, coordinates: &[f32], strips: &mut [u32]) {
    for (x, strip) in coordinates.iter().zip(strips) {
        *strip = ruler.strip(*x);
    }
}

fn strips(criterion: &mut Criterion) {
    let mut bench = criterion.benchmark_group("grid/strips");
    bench.sample_size(30).warm_up_time(Duration::from_millis(200));
    bench.measurement_time(Duration::from_millis(600));
    let ruler = AxisBins::new(-10.0, 30.0, 100);
    for count in SIZES {
        // One in five lies off the ruler on either side.
        let coordinates: Vec<f32> =
            (0..count).map(|index| 50.0 * (index as f32 * 0.618_034).fract() - 15.0).collect();
        let mut expected = vec![0; count];
        scalar(ruler, &coordinates, &mut expected);
        let mut found = expected.clone();
        bench.throughput(Throughput::Elements(count as u64));
        bench.bench_function(BenchmarkId::new("scalar", count), |bencher| {
            bencher.iter(|| scalar(ruler, black_box(&coordinates), black_box(&mut found)));
        });
        for level in SimdLevel::available() {
            let run = |strips: &mut [u32]| {
                level.run(Strips { ruler, coordinates: black_box(&coordinates), strips });
            };
            found.fill(u32::MAX);
            run(&mut found);
            assert!(found == expected, "strips at {level} differ from the reference");
            bench.bench_function(BenchmarkId::new(level.name(), count), |bencher| {
                bencher.iter(|| run(black_box(&mut found)));
            });
        }
    }
    bench.finish();
}

criterion_group!(benches, strips);
criterion_main!(benches);
