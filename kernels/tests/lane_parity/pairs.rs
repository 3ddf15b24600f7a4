//! Left-packing, of pairs and of single values.

use jostle_kernels::{Lanes, Pair, Pass, simd::LANES};

use crate::support::{Random, at_every_level};

/// Packs by every mask of eight bits, each into its own slots.
struct PackPairs {
    id: u32,
    ids: [u32; LANES],
}

impl Pass for PackPairs {
    type Output = (&'static str, Vec<(usize, [Pair; LANES])>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = vec![(0, [Pair::default(); LANES]); 256];
        for (bits, (count, pairs)) in results.iter_mut().enumerate() {
            let (id, ids) = (lanes.splat_int(self.id), lanes.load_int(&self.ids));
            *count = lanes.pack_pairs(bits as u32, id, ids, pairs);
        }
        (L::NAME, results)
    }
}

#[test]
fn every_mask_packs_its_lanes_in_order() {
    let mut random = Random(11);
    // Identifiers below and above, also across the sign bit: they are unsigned.
    let mut inputs =
        vec![(4, [0, 1, 2, 3, 5, 6, 7, 8]), (1 << 31, [0, 1, 2, 3, u32::MAX, 5, 6, 7])];
    for _ in 0..100 {
        inputs.push((random.bits(), random.group()));
    }
    at_every_level(|level| {
        let (mut ran, mut turned) = ("", 0);
        for (id, ids) in &inputs {
            let (name, results) = level.run(PackPairs { id: *id, ids: *ids });
            for (bits, (count, pairs)) in results.into_iter().enumerate() {
                let set = (0..LANES).filter(|lane| bits >> lane & 1 == 1);
                let model: Vec<_> = set.map(|lane| Pair::ordered(*id, ids[lane])).collect();
                assert_eq!(pairs[..count], model, "{name}: {bits:#b}");
                turned += model.iter().filter(|pair| pair.b == *id).count();
            }
            ran = name;
        }
        assert!(turned > 1000);
        ran
    });
}

/// Packs by every mask of eight bits.
struct PackInts([u32; LANES]);

impl Pass for PackInts {
    type Output = (&'static str, Vec<(usize, [u32; LANES])>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = vec![(0, [0; LANES]); 256];
        for (bits, (count, values)) in results.iter_mut().enumerate() {
            *count = lanes.pack_ints(bits as u32, lanes.load_int(&self.0), values);
        }
        (L::NAME, results)
    }
}

#[test]
fn every_mask_packs_its_values_in_order() {
    let mut random = Random(12);
    let inputs: Vec<_> = (0..100).map(|_| random.group()).collect();
    at_every_level(|level| {
        let mut ran = "";
        for input in &inputs {
            let (name, results) = level.run(PackInts(*input));
            for (bits, (count, values)) in results.into_iter().enumerate() {
                let set = (0..LANES).filter(|lane| bits >> lane & 1 == 1);
                let model: Vec<_> = set.map(|lane| input[lane]).collect();
                assert_eq!(values[..count], model, "{name}: {bits:#b}");
            }
            ran = name;
        }
        ran
    });
}
