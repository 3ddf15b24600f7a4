//! Integer lanes, and the ways between integers and floats.

use jostle_kernels::{Lanes, Pass, simd::LANES};

use crate::support::{GROUPS, Random, at_every_level};

/// Of each pair of groups: `and_int`, `or_int`, `eq_int` and `le_bytes` as bits in lanes 0 and 1,
/// what a group is after a way through float lanes, back by either road, and with the bits of the
/// other flipped; `add_int` and `mul_int`.
struct Integers<'a>(&'a [[[u32; LANES]; 2]]);

impl Pass for Integers<'_> {
    type Output = (&'static str, Vec<[[u32; LANES]; 8]>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = vec![[[0; LANES]; 8]; self.0.len()];
        for ([a, b], result) in self.0.iter().zip(&mut results) {
            let (a, b) = (lanes.load_int(a), lanes.load_int(b));
            lanes.store_int(lanes.and_int(a, b), &mut result[0]);
            lanes.store_int(lanes.or_int(a, b), &mut result[1]);
            result[2][0] = lanes.bits(lanes.eq_int(a, b));
            result[2][1] = lanes.bits(lanes.le_bytes(a, b));
            let mut floats = [0.0; LANES];
            lanes.store(lanes.floats_of_bits(a), &mut floats);
            result[3] = floats.map(f32::to_bits);
            lanes.store_int(lanes.bits_of_floats(lanes.floats_of_bits(a)), &mut result[4]);
            lanes.store(lanes.flip(lanes.floats_of_bits(a), b), &mut floats);
            result[5] = floats.map(f32::to_bits);
            lanes.store_int(lanes.add_int(a, b), &mut result[6]);
            lanes.store_int(lanes.mul_int(a, b), &mut result[7]);
        }
        (L::NAME, results)
    }
}

#[test]
fn operations_on_integers_and_the_cast() {
    let mut random = Random(7);
    let mut pairs = vec![[[0, u32::MAX, 1, 1 << 31, 0, u32::MAX, 1, 1 << 31], [u32::MAX; LANES]]];
    for index in 0..GROUPS {
        let (a, mut b) = (random.group(), random.group());
        b[index % LANES] = a[index % LANES];
        pairs.push([a, b]);
    }
    let mut seen_less = 0;
    at_every_level(|level| {
        let (name, results) = level.run(Integers(&pairs));
        for ([a, b], [and, or, equal, cast, back, flipped, sum, product]) in
            pairs.iter().zip(results)
        {
            for lane in 0..LANES {
                let (a, b) = (a[lane], b[lane]);
                assert_eq!((and[lane], or[lane], cast[lane]), (a & b, a | b, a), "{name}");
                assert_eq!(equal[0] >> lane & 1 == 1, a == b, "{name}");
                let (bytes, others) = (a.to_le_bytes(), b.to_le_bytes());
                let is_less = (0..4).all(|byte| bytes[byte] <= others[byte]);
                assert_eq!(equal[1] >> lane & 1 == 1, is_less, "{name}");
                seen_less += u32::from(is_less && a != b);
                assert_eq!((back[lane], flipped[lane]), (a, a ^ b), "{name}");
                let wrapping = (a.wrapping_add(b), a.wrapping_mul(b));
                assert_eq!((sum[lane], product[lane]), wrapping, "{name}");
            }
        }
        name
    });
    assert!(seen_less > 100, "{seen_less}");
}

/// Truncates each group.
struct Truncate<'a>(&'a [[f32; LANES]]);

impl Pass for Truncate<'_> {
    type Output = (&'static str, Vec<[u32; LANES]>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = vec![[0; LANES]; self.0.len()];
        for (group, result) in self.0.iter().zip(&mut results) {
            lanes.store_int(lanes.truncate(lanes.load(group)), result);
        }
        (L::NAME, results)
    }
}

#[test]
fn truncate_over_its_domain() {
    let end = (1u32 << 31) as f32;
    let edges = [0.0, -0.0, 1e-45, f32::MIN_POSITIVE, 0.999_999_94, 1.0, 8_388_607.5];
    let mut inputs = vec![[end.next_down(); LANES]];
    inputs[0][..edges.len()].copy_from_slice(&edges);
    let mut random = Random(8);
    for _ in 0..GROUPS {
        // Uniform in the bits, and so in the exponent: from the smallest denormal to the end.
        inputs.push(random.group().map(|bits| f32::from_bits(bits % end.to_bits())));
    }
    assert!(inputs.as_flattened().iter().all(|input| (0.0..end).contains(input)));
    at_every_level(|level| {
        let (name, results) = level.run(Truncate(&inputs));
        for (input, result) in inputs.as_flattened().iter().zip(results.as_flattened()) {
            assert_eq!(*result, *input as u32, "{name}: {input:e}");
        }
        assert!(results.as_flattened().iter().filter(|result| **result > 0).count() > 10_000);
        name
    });
}

/// Converts each group to floats.
struct ToFloats<'a>(&'a [[u32; LANES]]);

impl Pass for ToFloats<'_> {
    type Output = (&'static str, Vec<[f32; LANES]>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = vec![[0.0; LANES]; self.0.len()];
        for (group, result) in self.0.iter().zip(&mut results) {
            lanes.store(lanes.to_floats(lanes.load_int(group)), result);
        }
        (L::NAME, results)
    }
}

#[test]
fn to_floats_over_its_domain() {
    let end = 1u32 << 31;
    // Numbers of 24 bits are exact; those halfway between two floats go to the even one.
    let edges = [0, 1, (1 << 24) - 1, (1 << 24) + 1, (1 << 24) + 3, end - 1, end - 64, end - 192];
    let mut random = Random(9);
    let mut inputs = vec![edges];
    inputs.extend((0..GROUPS).map(|group| random.group().map(|bits| (bits % end) >> (group % 31))));
    at_every_level(|level| {
        let (name, results) = level.run(ToFloats(&inputs));
        for (input, result) in inputs.as_flattened().iter().zip(results.as_flattened()) {
            assert_eq!(result.to_bits(), (*input as f32).to_bits(), "{name}: {input}");
        }
        name
    });
}
