//! The boxes at rest, packed in the grids of their size classes.

use jostle_kernels::{SimdLevel, simd::LANES};

use super::{
    classify::{ClassifyChunk, PackedBoxes, classify},
    packed::{PackedEight, adopt},
};
use crate::{
    Aabb, Bounds, Error,
    bounds::Version,
    broad::{
        run_buffer::RunBuffer,
        sap::{
            bin::BinnedRecords,
            grid::{GridBudget, SweepGrid},
            size_class::{Class, Preparation, finer_and_next},
            static_cells::StaticCells,
        },
    },
    exec::run::StageTimes,
    join::part::Part,
    memory::resize,
};

/// One of so many packed boxes may go at once before it is faster to forget them all.
const FEW_GO: usize = 8;

/// Boxes and which of them are static.
#[derive(Clone, Copy)]
pub(super) struct StaticCacheInput<'a, const D: usize> {
    pub(super) bounds: Bounds<'a, D>,
    pub(super) statics: &'a [bool],
    /// How many are static.
    pub(super) resting: usize,
}

/// Packed boxes, and moving ones binned beside them.
#[derive(Default)]
pub(super) struct StaticCache<const D: usize> {
    /// All boxes by index, as they are packed.
    boxes: Vec<PackedEight<D>>,
    /// By groups of eight: those that exist, if all of them rest where they are packed, or else
    /// none.
    unchanged: Vec<u8>,
    /// The bounds that were classified last, if they tell what was written since.
    seen: Option<Version>,
    /// How many of them are.
    count: usize,
    layers: Vec<Layer<D>>,
    /// Layers with packed boxes.
    packed: usize,
    /// Layers of the last run: those of moving boxes too large for all grids with packed boxes come
    /// last.
    used: usize,
    /// Where boxes are binned before they are packed.
    bins: BinnedRecords,
}

impl<const D: usize> StaticCache<D> {
    /// Forgets all boxes.
    pub(super) fn forget(&mut self) {
        self.boxes.clear();
        self.unchanged.clear();
        (self.count, self.packed, self.used) = (0, 0, 0);
    }

    /// Whether nothing is packed.
    pub(super) fn is_empty(&self) -> bool {
        self.packed == 0
    }

    /// Layers with moving boxes, and whether the packed ones in them count.
    pub(super) fn layers(&self) -> impl Iterator<Item = (&Layer<D>, bool)> {
        let layers = self.layers[..self.used].iter().enumerate();
        layers.map(|(number, layer)| (layer, number < self.packed))
    }

    /// Classifies all boxes, and takes out those that do not rest where they were packed. Returns
    /// the number of chunks, and how many boxes were taken out.
    pub(super) fn classify(
        &mut self,
        level: SimdLevel,
        StaticCacheInput { bounds, statics, .. }: StaticCacheInput<'_, D>,
        chunks: &mut Vec<ClassifyChunk<D>>,
    ) -> Result<(usize, usize), Error> {
        let cut = self.cut(level, statics.len());
        let eights = statics.len().div_ceil(LANES);
        let classified = self.make_room(eights).and_then(|()| {
            let seen = self.seen.take();
            let written = bounds.changes.and_then(|changes| changes.since(seen));
            let known =
                PackedBoxes { packed: &mut self.boxes, unchanged: &mut self.unchanged, written };
            classify(level, (bounds, statics), known, chunks)
        });
        let used = match classified {
            Ok(used) => used,
            Err(error) => {
                // Some are not known any more, and were not taken out.
                self.forget();
                return Err(error);
            }
        };
        self.seen = bounds.changes.map(|changes| changes.version());
        let gone = || chunks[..used].iter().flat_map(|chunk| &chunk.gone);
        let count = gone().count();
        if count * FEW_GO > self.count {
            self.forget();
        } else {
            gone().for_each(|(id, aabb)| self.take_out(level, *id, aabb));
        }
        Ok((used, cut + count))
    }

    fn make_room(&mut self, eights: usize) -> Result<(), Error> {
        let what = "the boxes at rest";
        resize(&mut self.boxes, eights, PackedEight::EMPTY, what)?;
        resize(&mut self.unchanged, eights, 0, what)
    }

    /// Takes out the boxes behind the first `len`. Returns how many there were.
    fn cut(&mut self, level: SimdLevel, len: usize) -> usize {
        let mut gone = 0;
        for index in len..LANES * self.boxes.len() {
            let eight = &mut self.boxes[index / LANES];
            if let Some(aabb) = eight.get(index % LANES) {
                eight.remove(index % LANES);
                self.take_out(level, index as u32, &aabb);
                gone += 1;
            }
        }
        gone
    }

    /// Takes out a box.
    fn take_out(&mut self, level: SimdLevel, id: u32, aabb: &Aabb<D>) {
        self.count -= 1;
        for Layer { class, statics, .. } in &mut self.layers[..self.packed] {
            if !statics.take_out(level, class.grid(), id, aabb) {
                break;
            }
        }
    }

    /// Counts the static boxes, and only they, as packed where they are. They have to be
    /// [classified](Self::classify) and [packed](Self::pack) next.
    pub(super) fn adopt(
        &mut self,
        level: SimdLevel,
        StaticCacheInput { bounds, statics, resting }: StaticCacheInput<'_, D>,
    ) -> Result<(), Error> {
        self.forget();
        self.make_room(statics.len().div_ceil(LANES))?;
        adopt(level, bounds, statics, &mut self.boxes);
        self.count = resting;
        Ok(())
    }

    /// Packs the static boxes of a part and bins those that move.
    pub(super) fn pack(
        &mut self,
        level: SimdLevel,
        all: Part<'_, D>,
        moving: &RunBuffer<D>,
        stages: &mut StageTimes,
    ) -> Result<(), Error> {
        let result = self.pack_layers(level, all, moving, stages);
        if result.is_err() {
            self.forget();
        }
        result
    }

    fn pack_layers(
        &mut self,
        level: SimdLevel,
        all: Part<'_, D>,
        moving: &RunBuffer<D>,
        stages: &mut StageTimes,
    ) -> Result<(), Error> {
        let mut number = 0;
        loop {
            let (finer, layer) = finer_and_next(&mut self.layers, number)?;
            let took = match finer {
                None => {
                    let parts = [all.statics(), moving.input()?];
                    layer.pack(level, &[all], parts, &mut self.bins)?
                }
                Some(finer) => {
                    let parts =
                        [finer.statics.large.boxes.input()?, finer.class.large.boxes.input()?];
                    layer.pack(level, &parts, parts, &mut self.bins)?
                }
            };
            stages.plan += took.plan;
            stages.build += took.bounds;
            number += 1;
            if layer.statics.large.len() + layer.class.large.len() == 0 {
                break;
            }
        }
        (self.packed, self.used) = (number, number);
        Ok(())
    }

    /// Bins the boxes that move. Returns whether the grids are good for them.
    pub(super) fn fill(&mut self, level: SimdLevel, moving: &RunBuffer<D>) -> Result<bool, Error> {
        if self.packed == 0 {
            return Ok(false);
        }
        let mut number = 0;
        loop {
            let (finer, layer) = finer_and_next(&mut self.layers, number)?;
            let boxes = finer.map_or(moving, |finer| &finer.class.large.boxes);
            if number >= self.packed {
                if boxes.len() == 0 {
                    break;
                }
                layer.class.prepare(level, &[boxes.input()?])?;
            } else if !layer.fill(level, boxes.input()?)? {
                return Ok(false);
            }
            number += 1;
        }
        self.used = number;
        Ok(true)
    }

    /// The sum of squares of the numbers of moving boxes in the cells of the first layer.
    pub(super) fn squares(&self) -> f64 {
        let Some(layer) = self.layers.first() else { return 0.0 };
        let cells = 0..layer.class.grid().cells();
        cells.map(|cell| (layer.class.bins.len(cell) as f64).powi(2)).sum()
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<PackedEight<D>>()
            + self.unchanged.capacity()
            + self.layers.iter().map(Layer::memory_bytes).sum::<usize>()
            + self.bins.memory_bytes()
    }
}

/// A size class: moving boxes, which are binned in each run, and static ones, which are kept.
#[derive(Default)]
pub(super) struct Layer<const D: usize> {
    pub(super) class: Class<D>,
    pub(super) statics: StaticCells<D>,
    /// Boxes when they were packed.
    pub(super) boxes: usize,
}

impl<const D: usize> Layer<D> {
    /// Plans the grid for all boxes, packs the static ones and bins those that move. `bins` are a
    /// place to work in.
    pub(super) fn pack(
        &mut self,
        level: SimdLevel,
        all: &[Part<'_, D>],
        [statics, moving]: [Part<'_, D>; 2],
        bins: &mut BinnedRecords,
    ) -> Result<Preparation, Error> {
        let Self { class, statics: kept, boxes } = self;
        let Class { bins: moving_bins, large, grid, planning, .. } = class;
        let fill = &mut |grid: &SweepGrid<D>, limits: GridBudget| {
            if !bins.fill(level, &[statics], grid, &mut kept.large, limits)? {
                return Ok(false);
            }
            kept.packed.pack(level, bins, grid.cells(), grid.domain)?;
            moving_bins.fill(level, &[moving], grid, large, limits)
        };
        let (settled, took) = planning.settle(all, fill)?;
        *grid = Some(settled);
        *boxes = all.iter().map(|part| part.bounds.len()).sum();
        Ok(took)
    }

    /// Bins the boxes that move. Returns whether the grid is good for them.
    pub(super) fn fill(&mut self, level: SimdLevel, moving: Part<'_, D>) -> Result<bool, Error> {
        let Class { bins, large, grid, .. } = &mut self.class;
        let Some(grid) = grid else { return Ok(false) };
        let limits = GridBudget::of(self.boxes + moving.bounds.len());
        bins.fill(level, &[moving], grid, large, limits)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.class.memory_bytes() + self.statics.memory_bytes()
    }
}
