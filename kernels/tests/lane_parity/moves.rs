//! Loads, stores, splats and the transpose.

use jostle_kernels::{
    Lanes, Pass,
    simd::{LANES, Quad},
};

use crate::support::{GROUPS, Random, at_every_level};

/// Of each group: the group itself and its first lane in all lanes, as floats and as integers.
struct Moves<'a>(&'a [[u32; LANES]]);

struct Moved {
    floats: [f32; LANES],
    integers: [u32; LANES],
    splat: [f32; LANES],
    splat_int: [u32; LANES],
}

impl Pass for Moves<'_> {
    type Output = (&'static str, Vec<Moved>);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut results = Vec::with_capacity(self.0.len());
        for group in self.0 {
            let mut moved = Moved {
                floats: [0.0; LANES],
                integers: [0; LANES],
                splat: [0.0; LANES],
                splat_int: [0; LANES],
            };
            lanes.store(lanes.load(&group.map(f32::from_bits)), &mut moved.floats);
            lanes.store_int(lanes.load_int(group), &mut moved.integers);
            lanes.store(lanes.splat(f32::from_bits(group[0])), &mut moved.splat);
            lanes.store_int(lanes.splat_int(group[0]), &mut moved.splat_int);
            results.push(moved);
        }
        (L::NAME, results)
    }
}

#[test]
fn loads_stores_and_splats_keep_every_bit() {
    let mut random = Random(9);
    let groups: Vec<_> = (0..GROUPS).map(|_| random.group()).collect();
    at_every_level(|level| {
        let (name, results) = level.run(Moves(&groups));
        for (group, moved) in groups.iter().zip(results) {
            assert_eq!(moved.floats.map(f32::to_bits), *group, "{name}");
            assert_eq!(moved.integers, *group, "{name}");
            assert_eq!(moved.splat.map(f32::to_bits), [group[0]; LANES], "{name}");
            assert_eq!(moved.splat_int, [group[0]; LANES], "{name}");
        }
        name
    });
}

struct Transpose<'a>(&'a [[f32; LANES]; LANES]);

impl Pass for Transpose<'_> {
    type Output = (&'static str, [[f32; LANES]; LANES]);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut rows = [lanes.splat(0.0); LANES];
        for (row, from) in rows.iter_mut().zip(self.0) {
            *row = lanes.load(from);
        }
        let mut columns = [[0.0; LANES]; LANES];
        for (from, column) in lanes.transpose(rows).into_iter().zip(&mut columns) {
            lanes.store(from, column);
        }
        (L::NAME, columns)
    }
}

#[test]
fn transpose_turns_rows_into_columns() {
    let mut random = Random(10);
    let distinct = std::array::from_fn(|i| std::array::from_fn(|j| (8 * i + j) as f32));
    let mut inputs = vec![distinct];
    inputs.resize_with(GROUPS / LANES, || std::array::from_fn(|_| random.floats()));
    at_every_level(|level| {
        let mut ran = "";
        for input in &inputs {
            let (name, columns) = level.run(Transpose(input));
            for (i, j) in (0..64).map(|cell| (cell / 8, cell % 8)) {
                assert_eq!(columns[j][i].to_bits(), input[i][j].to_bits(), "{name} {i} {j}");
            }
            ran = name;
        }
        ran
    });
}

/// The columns of eight quads, and the quads again.
struct Quads<'a>(&'a [Quad; LANES]);

impl Pass for Quads<'_> {
    type Output = (&'static str, [[f32; LANES]; 4], [Quad; LANES]);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let columns = lanes.load_quads(self.0.each_ref());
        let (mut stored, mut quads) = ([[0.0; LANES]; 4], [[0.0; 4]; LANES]);
        for (column, stored) in columns.into_iter().zip(&mut stored) {
            lanes.store(column, stored);
        }
        lanes.store_quads(columns, quads.each_mut());
        (L::NAME, stored, quads)
    }
}

#[test]
fn quads_turn_into_columns_and_back() {
    let mut random = Random(13);
    at_every_level(|level| {
        let mut ran = "";
        for _ in 0..GROUPS / LANES {
            let input: [Quad; LANES] =
                std::array::from_fn(|_| std::array::from_fn(|_| f32::from_bits(random.bits())));
            let (name, columns, quads) = level.run(Quads(&input));
            for (lane, quad) in (0..LANES).flat_map(|lane| [0, 1, 2, 3].map(|i| (lane, i))) {
                let expected = input[lane][quad].to_bits();
                assert_eq!(columns[quad][lane].to_bits(), expected, "{name} {lane} {quad}");
                assert_eq!(quads[lane][quad].to_bits(), expected, "{name} {lane} {quad}");
            }
            ran = name;
        }
        ran
    });
}
