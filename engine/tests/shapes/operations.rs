//! Sequences of operations against a model: all short ones, and long random ones.

use std::collections::HashSet;

use jostle::{
    Error, Handle, Shape, Shapes,
    shape::{Ranges, ShapeKind},
};

use crate::{
    common::{Random, scale},
    support::{Dimension, In, kinds, random_shape},
};

/// What a set should be: lists of handles and shapes, in the order of the rows.
struct Model<const D: usize> {
    shapes: Shapes<D>,
    rows: [Vec<(Handle, Shape<D>)>; ShapeKind::COUNT],
    /// Handles of shapes that were removed.
    stale: Vec<Handle>,
    given: HashSet<Handle>,
}

impl<const D: usize> Model<D>
where
    In: Dimension<D>,
{
    fn new(first_generation: u32) -> Self {
        Self {
            shapes: Shapes::with_first_generation(first_generation),
            rows: Default::default(),
            stale: Vec::new(),
            given: HashSet::new(),
        }
    }

    fn insert(&mut self, shape: Shape<D>) {
        let handle = self.shapes.insert(&shape).expect("the shape is valid");
        assert!(self.given.insert(handle), "{handle:?} was given out twice");
        self.rows[shape.kind() as usize].push((handle, shape));
    }

    fn remove(&mut self, handle: Handle) {
        let found = self.shapes.remove(handle);
        for rows in &mut self.rows {
            if let Some(row) = rows.iter().position(|(of_row, _)| *of_row == handle) {
                rows.swap_remove(row);
                self.stale.push(handle);
                assert_eq!(found, Ok(()));
                return;
            }
        }
        assert_eq!(found, Err(Error::StaleHandle { handle }));
    }

    fn set(&mut self, handle: Handle, random: &mut Random) {
        let find =
            |rows: &Vec<(Handle, Shape<D>)>| rows.iter().position(|(of_row, _)| *of_row == handle);
        let places = self.rows.iter().map(find).zip(ShapeKind::ALL);
        let found = places.filter_map(|(row, kind)| Some((row?, kind))).next();
        if let Some((row, kind)) = found {
            let other = random.pick(&kinds::<D>());
            let shape = random_shape(random, other);
            assert_eq!(self.shapes.set(handle, &shape), Ok(()));
            if shape.kind() == kind {
                self.rows[kind as usize][row].1 = shape;
            } else {
                self.rows[kind as usize].swap_remove(row);
                self.rows[shape.kind() as usize].push((handle, shape));
            }
        } else {
            let shape = random_shape::<D>(random, ShapeKind::Ball);
            assert_eq!(self.shapes.set(handle, shape), Err(Error::StaleHandle { handle }));
        }
    }

    fn clear(&mut self) {
        self.shapes.clear();
        for rows in &mut self.rows {
            self.stale.extend(rows.drain(..).map(|(handle, _)| handle));
        }
    }

    /// All that can be asked has the answer that it should have.
    fn check(&self) {
        let shapes = &self.shapes;
        let ranges = Ranges::of_counts(self.rows.each_ref().map(Vec::len));
        assert_eq!((shapes.ranges(), shapes.len()), (ranges, ranges.len()));
        assert_eq!(shapes.is_empty(), ranges.is_empty());
        let in_order = ShapeKind::ALL.into_iter().zip(&self.rows);
        let in_order = in_order.flat_map(|(kind, rows)| {
            rows.iter().enumerate().map(move |(row, (handle, shape))| (kind, row, handle, shape))
        });
        for (index, (kind, row, handle, shape)) in in_order.enumerate() {
            assert_eq!(ranges.kind_of(index), (kind, row));
            assert_eq!(ranges.of(kind).start + row, index);
            assert_eq!(shapes.handle_of(index), Some(*handle));
            assert_eq!(shapes.index_of(*handle), Ok(index));
            assert_eq!(shapes.get(*handle), Ok(shape.clone()));
        }
        assert_eq!(shapes.handle_of(ranges.len()), None);
        for handle in &self.stale {
            let error = Error::StaleHandle { handle: *handle };
            assert_eq!(shapes.get(*handle), Err(error.clone()));
            assert_eq!(shapes.index_of(*handle), Err(error));
        }
        assert_eq!(shapes.balls().radii().len(), self.rows[ShapeKind::Ball as usize].len());
    }
}

/// All sequences of up to six operations on up to three shapes.
#[test]
fn all_short_sequences() {
    const LENGTH: u32 = 6;
    const OPERATIONS: u32 = 7;
    let mut seen = HashSet::new();
    for first_generation in [0, u32::MAX] {
        for number in 0..OPERATIONS.pow(LENGTH) {
            let mut random = Random::seeded(number.into());
            let mut model = Model::<3>::new(first_generation);
            let mut given = Vec::new();
            for step in 0..LENGTH {
                let operation = number / OPERATIONS.pow(step) % OPERATIONS;
                match operation {
                    0 | 1 if given.len() < 3 => {
                        let kind = [ShapeKind::Ball, ShapeKind::Triangle][operation as usize];
                        model.insert(random_shape(&mut random, kind));
                        let rows = &model.rows[kind as usize];
                        given.extend(rows.last().map(|(handle, _)| *handle));
                    }
                    2..=4 if (operation as usize) < given.len() + 2 => {
                        model.remove(given[operation as usize - 2]);
                    }
                    5 if !given.is_empty() => model.set(given[0], &mut random),
                    6 => model.clear(),
                    _ => break,
                }
                model.check();
            }
            seen.insert((model.stale.len(), model.shapes.len()));
        }
    }
    assert!(seen.contains(&(3, 0)) && seen.contains(&(0, 3)), "{seen:?}");
}

fn long_sequence<const D: usize>(seed: u64, first_generation: u32)
where
    In: Dimension<D>,
{
    let mut random = Random::seeded(seed);
    let mut model = Model::<D>::new(first_generation);
    for step in 0..400 * scale() {
        // Waxing and waning, so that the set grows and dies out.
        let inserts = if (step / 80) % 2 == 0 { 60 } else { 30 };
        let handles: Vec<_> = model.rows.iter().flatten().map(|(handle, _)| *handle).collect();
        match random.below(100) {
            roll if roll < inserts => {
                let kind = random.pick(&kinds::<D>());
                model.insert(random_shape(&mut random, kind));
            }
            roll if roll < 80 && !handles.is_empty() => model.remove(random.pick(&handles)),
            roll if roll < 97 && !handles.is_empty() => {
                model.set(random.pick(&handles), &mut random);
            }
            98 if !model.stale.is_empty() => {
                let stale = random.pick(&model.stale);
                model.remove(stale);
                model.set(stale, &mut random);
            }
            99 if random.percent(20.0) => model.clear(),
            _ => {}
        }
        model.check();
    }
    assert!(model.stale.len() > 50, "hardly any shapes were removed");
}

#[test]
fn long_random_sequences() {
    for seed in 0..6 {
        for first_generation in [0, u32::MAX - 2, u32::MAX] {
            long_sequence::<2>(seed, first_generation);
            long_sequence::<3>(seed, first_generation);
        }
    }
}

/// Memory does not grow with what was there once.
#[test]
fn places_are_used_again() {
    let mut random = Random::seeded(9);
    let mut shapes = Shapes::<3>::new();
    let mut bytes = 0;
    for round in 0..50 {
        let handles: Vec<_> = (0..100)
            .map(|place| shapes.insert(random_shape::<3>(&mut random, kinds::<3>()[place % 5])))
            .collect();
        for handle in handles {
            shapes.remove(handle.expect("the shape is valid")).expect("it is there");
        }
        // After some rounds the lists of changes are as long as they get.
        if round == 4 {
            bytes = shapes.memory_bytes();
        }
    }
    assert_eq!(shapes.memory_bytes(), bytes);
}
