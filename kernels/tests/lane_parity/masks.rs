//! Comparisons, masks and the select.

use jostle_kernels::{Lanes, Pass, simd::LANES};

use crate::support::{Random, at_every_level, float_pairs, same_bits};

/// Of each pair of groups: `le`, `lt`, and `le` both ways round (equality).
struct Compare<'a>(&'a [[[f32; LANES]; 2]]);

impl Pass for Compare<'_> {
    type Output = (&'static str, Vec<[u32; 3]>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = vec![[0; 3]; self.0.len()];
        for ([a, b], result) in self.0.iter().zip(&mut results) {
            let (a, b) = (lanes.load(a), lanes.load(b));
            let equal = lanes.both(lanes.le(a, b), lanes.le(b, a));
            *result = [lanes.le(a, b), lanes.lt(a, b), equal].map(|mask| lanes.bits(mask));
        }
        (L::NAME, results)
    }
}

#[test]
fn comparisons_and_both() {
    let pairs = float_pairs(6);
    let bits = |a: &[f32; LANES], b: &[f32; LANES], holds: fn(&f32, &f32) -> bool| {
        (0..LANES).map(|lane| u32::from(holds(&a[lane], &b[lane])) << lane).sum::<u32>()
    };
    at_every_level(|level| {
        let (name, results) = level.run(Compare(&pairs));
        let mut equal = 0;
        for ([a, b], result) in pairs.iter().zip(results) {
            let model = [bits(a, b, f32::le), bits(a, b, f32::lt), bits(a, b, f32::eq)];
            assert_eq!(result, model, "{name}: {a:?}, {b:?}");
            equal += result[2].count_ones();
        }
        assert!(equal > 10_000);
        name
    });
}

/// For each mask of eight bits: the mask itself, made by `eq_int`, and a select by it.
struct Select<'a> {
    yes: &'a [[f32; LANES]; 256],
    no: &'a [[f32; LANES]; 256],
}

impl Pass for Select<'_> {
    type Output = (&'static str, Vec<(u32, [f32; LANES])>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = vec![(0, [0.0; LANES]); 256];
        for (bits, result) in results.iter_mut().enumerate() {
            let mut flags = [0; LANES];
            for (lane, flag) in flags.iter_mut().enumerate() {
                *flag = bits as u32 >> lane & 1;
            }
            let mask = lanes.eq_int(lanes.load_int(&flags), lanes.splat_int(1));
            result.0 = lanes.bits(mask);
            let (yes, no) = (lanes.load(&self.yes[bits]), lanes.load(&self.no[bits]));
            lanes.store(lanes.select(mask, yes, no), &mut result.1);
        }
        (L::NAME, results)
    }
}

/// For each pair of masks of eight bits, in steps: either, and the first but not the second.
struct Combine;

/// Masks that are combined: all of one hex digit twice.
const MASKS: [u32; 16] = [
    0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
];

impl Pass for Combine {
    type Output = (&'static str, Vec<[u32; 2]>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = Vec::new();
        for (a, b) in MASKS.into_iter().flat_map(|a| MASKS.map(|b| (a, b))) {
            let (mut flags_a, mut flags_b) = ([0; LANES], [0; LANES]);
            for lane in 0..LANES {
                (flags_a[lane], flags_b[lane]) = (a >> lane & 1, b >> lane & 1);
            }
            let one = lanes.splat_int(1);
            let a = lanes.eq_int(lanes.load_int(&flags_a), one);
            let b = lanes.eq_int(lanes.load_int(&flags_b), one);
            results.push([lanes.bits(lanes.either(a, b)), lanes.bits(lanes.but_not(a, b))]);
        }
        (L::NAME, results)
    }
}

#[test]
fn masks_combine_lane_by_lane() {
    at_every_level(|level| {
        let (name, results) = level.run(Combine);
        let pairs = MASKS.into_iter().flat_map(|a| MASKS.map(|b| (a, b)));
        for ((a, b), result) in pairs.zip(results) {
            assert_eq!(result, [a | b, a & !b], "{name} {a:#b} {b:#b}");
        }
        name
    });
}

#[test]
fn select_and_bits_for_every_mask() {
    for seed in 0..50 {
        let mut random = Random(seed);
        let mut groups = || std::array::from_fn(|_| random.floats());
        let (yes, no) = (groups(), groups());
        at_every_level(|level| {
            let (name, results) = level.run(Select { yes: &yes, no: &no });
            for (bits, (mask, selected)) in results.into_iter().enumerate() {
                assert_eq!(mask as usize, bits, "{name}");
                for lane in 0..LANES {
                    let from = if bits >> lane & 1 == 1 { &yes } else { &no };
                    assert!(same_bits(selected[lane], from[bits][lane]), "{name} {bits:#b}");
                }
            }
            name
        });
    }
}
