//! The radix passes: sorting by the upper half, and one counting pass step by step.
//!
//! Each result is compared with the standard library's stable sort before anything is timed. The
//! lines named `std` time that sort. All lines that sort in place copy the unsorted items first,
//! which costs both of them the same.

use std::{hint::black_box, time::Duration};

use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};
use jostle_kernels::sort::{count_digits, place, prefix_sum, sort_by_high_half, sort_key};

/// Numbers of items: about what a cell of the sweep and prune holds, and more than a cache does.
const SIZES: [usize; 2] = [2_500, 65_536];

/// Items per bucket on average: as many buckets as items, which is how the sweep and prune sorts.
const PER_BUCKET: usize = 1;

/// Spread evenly and in no order.
fn coordinates(count: usize) -> impl Iterator<Item = f32> {
    (0..count).map(|index| 2000.0 * (index as f32 * 0.618_034).fract() - 1000.0)
}

/// Keys with the index below them.
fn items(count: usize) -> Vec<u64> {
    let item = |(index, x)| u64::from(sort_key(x)) << 32 | index as u64;
    coordinates(count).enumerate().map(item).collect()
}

/// The bucket of each coordinate.
fn digits(count: usize) -> Vec<u32> {
    let buckets = (count / PER_BUCKET) as f32;
    coordinates(count)
        .map(|x| ((x + 1000.0) / 2000.0 * buckets).min(buckets - 1.0) as u32)
        .collect()
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("sort/{name}"));
    group.sample_size(30).warm_up_time(Duration::from_millis(200));
    group.measurement_time(Duration::from_millis(600));
    group
}

fn by_high_half(criterion: &mut Criterion) {
    let mut bench = group(criterion, "by_high_half");
    for count in SIZES {
        let items = items(count);
        let (mut sorted, mut scratch) = (items.clone(), vec![0; count]);
        let mut expected = items.clone();
        expected.sort_by_key(|item| item >> 32);
        sort_by_high_half(&mut sorted, &mut scratch);
        assert!(sorted == expected, "the radix sort of {count} items differs from the reference");
        bench.throughput(Throughput::Elements(count as u64));
        bench.bench_function(BenchmarkId::new("std", count), |bencher| {
            bencher.iter(|| {
                sorted.copy_from_slice(black_box(&items));
                // Whole items are unique, so this is stable too, and the fastest sort of `std`.
                black_box(&mut sorted).sort_unstable();
            });
        });
        bench.bench_function(BenchmarkId::new("lsd", count), |bencher| {
            bencher.iter(|| {
                sorted.copy_from_slice(black_box(&items));
                sort_by_high_half(black_box(&mut sorted), &mut scratch);
            });
        });
    }
    bench.finish();
}

fn counting_pass(criterion: &mut Criterion) {
    let mut bench = group(criterion, "buckets");
    for count in SIZES {
        let digits = digits(count);
        let mut expected: Vec<u32> = (0..count as u32).collect();
        expected.sort_by_key(|index| digits[*index as usize]);
        let mut counts = vec![0; count / PER_BUCKET];
        count_digits(&digits, &mut counts);
        let mut starts = counts.clone();
        assert_eq!(prefix_sum(&mut starts), squares(&counts));
        let (mut ends, mut order) = (starts.clone(), vec![0; count]);
        place(&digits, &mut ends, |index, place| order[place] = index as u32);
        assert!(order == expected, "{count} items are placed otherwise than by the reference");

        bench.throughput(Throughput::Elements(count as u64));
        let mut sums = counts.clone();
        bench.bench_function(BenchmarkId::new("std", count), |bencher| {
            bencher.iter(|| {
                (0..).zip(&mut order).for_each(|(index, order)| *order = index);
                order.sort_by_key(|index| black_box(&digits)[*index as usize]);
            });
        });
        bench.bench_function(BenchmarkId::new("count", count), |bencher| {
            bencher.iter(|| {
                sums.fill(0);
                count_digits(black_box(&digits), black_box(&mut sums));
            });
        });
        bench.bench_function(BenchmarkId::new("prefix", count), |bencher| {
            bencher.iter(|| {
                sums.copy_from_slice(black_box(&counts));
                prefix_sum(black_box(&mut sums))
            });
        });
        bench.bench_function(BenchmarkId::new("place", count), |bencher| {
            bencher.iter(|| {
                ends.copy_from_slice(black_box(&starts));
                let order = black_box(&mut order[..]);
                place(black_box(&digits), black_box(&mut ends), |index, place| {
                    order[place] = index as u32
                });
            });
        });
    }
    bench.finish();
}

/// What the prefix sum returns.
fn squares(counts: &[u32]) -> u64 {
    counts.iter().map(|count| u64::from(*count).pow(2)).sum()
}

criterion_group!(benches, by_high_half, counting_pass);
criterion_main!(benches);
