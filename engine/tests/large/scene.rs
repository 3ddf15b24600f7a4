//! Shapes on a grid of whole numbers somewhere in the world, as columns.

use jostle::{
    Shape, Shapes,
    large_world::{LargeBoxColumns, LargeColumns},
    shape::Rotation,
};

use super::oracle::{Solid, Truth, truth};
use crate::common::{Random, axes_of};

/// Whole numbers that the coordinates of all shapes lie between.
const WIDTH: i64 = 1 << 13;
/// Most of a size.
const SIZE: i64 = 1 << 10;
/// Shapes of a scene.
pub(crate) const SHAPES: usize = 60;

/// Shapes, in the order of their indices, and where they are.
pub(crate) struct Scene<const D: usize> {
    pub(crate) solids: Vec<Solid>,
    /// The whole numbers at which the shapes' zero is.
    pub(crate) base: [i64; D],
    /// A whole number as a length, a power of two.
    pub(crate) unit: f64,
    balls: Table<D>,
    boxes: Table<D>,
    capsules: Table<D>,
    /// Rotations of boxes, if any is turned: in both precisions, of which the first counts if
    /// `is_single`.
    single: Vec<Vec<f32>>,
    double: Vec<Vec<f64>>,
    is_single: bool,
    by_ends: bool,
}

#[derive(Default)]
struct Table<const D: usize> {
    first: Vec<Vec<f64>>,
    second: Vec<Vec<f64>>,
    sizes: Vec<f64>,
}

impl<const D: usize> Table<D> {
    fn push(&mut self, first: [f64; D], second: [f64; D], size: f64) {
        for (columns, row) in [(&mut self.first, first), (&mut self.second, second)] {
            columns.resize_with(D, Vec::new);
            columns.iter_mut().zip(row).for_each(|(column, x)| column.push(x));
        }
        self.sizes.push(size);
    }
}

fn columns<const D: usize, T>(of: &[Vec<T>]) -> [&[T]; D] {
    std::array::from_fn(|axis| of.get(axis).map_or(&[][..], Vec::as_slice))
}

/// What scenes are like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// How far from zero.
    pub(crate) magnitude: f64,
    /// Whether boxes are turned.
    pub(crate) is_turned: bool,
}

impl<const D: usize> Scene<D> {
    pub(crate) fn new(random: &mut Random, style: Style) -> Self {
        // All coordinates, and half of each, are exact in f64.
        let unit = 2.0_f64.powi(style.magnitude.log2().ceil() as i32 - 51);
        let base = std::array::from_fn(|axis| {
            let share = [1.0, -0.7, 0.3][axis];
            (style.magnitude * share / unit) as i64 & !1
        });
        let mut solids = Vec::with_capacity(SHAPES);
        for number in 0..SHAPES {
            // Balls, boxes, capsules, as they are numbered.
            let kind = number * 3 / SHAPES;
            let touched = (number > 0 && random.percent(70.0)).then(|| random.below(number));
            let last = touched.map(|number| solids[number]);
            solids.push(solid::<D>(random, kind, last, style.is_turned));
        }
        let is_single = random.percent(50.0);
        let mut scene = Self {
            solids: Vec::new(),
            base,
            unit,
            balls: Table::default(),
            boxes: Table::default(),
            capsules: Table::default(),
            single: vec![Vec::new(); if D == 2 { 2 } else { 4 }],
            double: vec![Vec::new(); if D == 2 { 2 } else { 4 }],
            is_single,
            by_ends: random.percent(50.0),
        };
        for solid in solids {
            scene.add(random, solid, style.is_turned);
        }
        scene
    }

    fn place(&self, at: [i64; 3]) -> [f64; D] {
        std::array::from_fn(|axis| (self.base[axis] + at[axis]) as f64 * self.unit)
    }

    fn length(&self, of: i64) -> f64 {
        of as f64 * self.unit
    }

    fn add(&mut self, random: &mut Random, mut solid: Solid, is_turned: bool) {
        match &mut solid {
            Solid::Round { from, to, radius } if from == to => {
                let (at, radius) = (self.place(*from), self.length(*radius));
                self.balls.push(at, [0.0; D], radius);
            }
            Solid::Round { from, to, radius } => {
                let radius = self.length(*radius);
                if self.by_ends {
                    let ends = (self.place(*from), self.place(*to));
                    self.capsules.push(ends.0, ends.1, radius);
                } else {
                    // Ends are even, so the middle is on the grid.
                    let middle = std::array::from_fn(|i| (from[i] + to[i]) / 2);
                    let axis = std::array::from_fn(|i| self.length((to[i] - from[i]) / 2));
                    self.capsules.push(self.place(middle), axis, radius);
                }
            }
            Solid::Box { center, half, axes } => {
                let halves = std::array::from_fn(|axis| self.length(half[axis]));
                self.boxes.push(self.place(*center), halves, 0.0);
                if is_turned {
                    *axes = Some(self.turn(random));
                }
            }
        }
        self.solids.push(solid);
    }

    /// Adds a rotation and returns its axes.
    fn turn(&mut self, random: &mut Random) -> [[f64; 3]; 3] {
        let parts: Vec<f64> = if D == 2 {
            let angle = f64::from(random.between(0.0, 7.0));
            vec![angle.cos(), angle.sin()]
        } else {
            let parts = [(); 4].map(|()| f64::from(random.between(-1.0, 1.0)));
            let length = parts.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
            parts.map(|x| x / length).to_vec()
        };
        let rounded: Vec<f64> = parts.iter().map(|x| f64::from(*x as f32)).collect();
        for (part, column) in parts.iter().zip(&mut self.double) {
            column.push(*part);
        }
        for (part, column) in parts.iter().zip(&mut self.single) {
            column.push(*part as f32);
        }
        axes_of(if self.is_single { &rounded } else { &parts })
    }

    pub(crate) fn columns(&self) -> LargeColumns<'_, D>
    where
        Self: Turned<D>,
    {
        let Self { balls, boxes, capsules, .. } = self;
        let valid = "columns are of one length";
        let radii = &capsules.sizes;
        let (first, second) = (columns(&capsules.first), columns(&capsules.second));
        let shapes = LargeColumns::default().with_balls(columns(&balls.first), &balls.sizes);
        let shapes = shapes
            .expect(valid)
            .with_boxes(self.turned(columns(&boxes.first), columns(&boxes.second)));
        if self.by_ends {
            shapes.with_capsules_between(first, second, radii).expect(valid)
        } else {
            shapes.with_capsules(first, second, radii).expect(valid)
        }
    }

    /// The shapes relative to an origin, rounded to nearest and no more.
    pub(crate) fn ungrown(&self, origin: [f64; D]) -> Shapes<D>
    where
        Self: Turned<D>,
    {
        let near = |at: [i64; 3]| -> [f32; D] {
            let place = self.place(at);
            std::array::from_fn(|axis| (place[axis] - origin[axis]) as f32)
        };
        let (mut shapes, mut boxes) = (Shapes::new(), 0);
        for solid in &self.solids {
            let shape = match solid {
                Solid::Round { from, to, radius } if from == to => {
                    Shape::ball(near(*from), self.length(*radius) as f32)
                }
                Solid::Round { from, to, radius } => {
                    Shape::capsule(near(*from), near(*to), self.length(*radius) as f32)
                }
                Solid::Box { center, half, .. } => {
                    boxes += 1;
                    let half: [f32; D] = std::array::from_fn(|i| self.length(half[i]) as f32);
                    Shape::oriented_box(near(*center), half, self.rotation(boxes - 1))
                }
            };
            shapes.insert(shape).expect("the shape is valid");
        }
        shapes
    }

    /// What is known of a pair, in lengths.
    pub(crate) fn truth(&self, a: usize, b: usize) -> Truth {
        let truth = truth(&self.solids[a], &self.solids[b]);
        Truth { gap: truth.gap * self.unit, ..truth }
    }

    /// What the narrow phase may err by itself, of a pair that is no farther apart than `slack`.
    pub(crate) fn allowance(&self, slack: f64) -> f64 {
        // Each size is below 2 * SIZE on each of up to three axes; a rounding is 2^-23 of all.
        (12.0 * self.length(SIZE) + slack) * f64::from(f32::EPSILON)
    }

    /// Where zero of the shapes is.
    pub(crate) fn middle(&self) -> [f64; D] {
        self.place([0; 3])
    }
}

/// What differs by dimension.
pub(crate) trait Turned<const D: usize> {
    fn turned<'a>(
        &'a self,
        centers: [&'a [f64]; D],
        halves: [&'a [f64]; D],
    ) -> LargeBoxColumns<'a, D>;
    /// The rotation of a box.
    fn rotation(&self, row: usize) -> Rotation<D>;
}

macro_rules! turned {
    ($dimension:literal, $parts:literal) => {
        impl Turned<$dimension> for Scene<$dimension> {
            fn turned<'a>(
                &'a self,
                centers: [&'a [f64]; $dimension],
                halves: [&'a [f64]; $dimension],
            ) -> LargeBoxColumns<'a, $dimension> {
                let boxes = if self.double[0].is_empty() {
                    LargeBoxColumns::aligned(centers, halves)
                } else if self.is_single {
                    LargeBoxColumns::<$dimension>::new(centers, halves, columns(&self.single))
                } else {
                    LargeBoxColumns::<$dimension>::new(centers, halves, columns(&self.double))
                };
                boxes.expect("columns are of one length")
            }

            fn rotation(&self, row: usize) -> Rotation<$dimension> {
                let of_row = |column: &Vec<f32>| column.get(row).copied();
                let parts: Option<Vec<f32>> = self.single.iter().map(of_row).collect();
                parts.map_or(Rotation::IDENTITY, |parts| {
                    Rotation::from(*parts.first_chunk::<$parts>().expect("all parts"))
                })
            }
        }
    };
}
turned!(2, 2);
turned!(3, 4);

/// Even whole numbers, in 2D with 0 along the last axis.
fn point<const D: usize>(random: &mut Random, reach: i64) -> [i64; 3] {
    std::array::from_fn(|axis| {
        let any = random.below(2 * reach as usize + 1) as i64 - reach;
        if axis < D { any & !1 } else { 0 }
    })
}

/// Directions of whole lengths.
const WHOLE: [([i64; 3], i64); 5] =
    [([1, 0, 0], 1), ([0, 1, 0], 1), ([3, 4, 0], 5), ([2, 3, 6], 7), ([4, -1, 8], 9)];

/// A shape of a kind, which but touches another one if that is round, or along the axes as it is.
fn solid<const D: usize>(
    random: &mut Random,
    kind: usize,
    last: Option<Solid>,
    is_turned: bool,
) -> Solid {
    let size = |random: &mut Random| (random.below(SIZE as usize) as i64 + 2) & !1;
    let center = point::<D>(random, WIDTH);
    let (whole, length) = WHOLE[random.below(if D == 2 { 3 } else { 5 })];
    let own = size(random);
    // As far away as both reach.
    let beside = |center: [i64; 3], radius: i64| {
        let steps = ((radius + own) / (2 * length) + 1) * 2;
        let at: [i64; 3] = std::array::from_fn(|i| center[i] + whole[i] * steps);
        (at, steps * length - radius)
    };
    match (kind, last) {
        (0, Some(Solid::Round { from, radius, .. })) => {
            let (at, own) = beside(from, radius);
            Solid::Round { from: at, to: at, radius: own }
        }
        (0, _) => Solid::Round { from: center, to: center, radius: own },
        (1, Some(Solid::Box { center: of, half: [h, ..], axes: None })) if !is_turned => {
            let half = [own, size(random), if D == 2 { 0 } else { size(random) }];
            let mut at = of;
            at[0] += h + own;
            Solid::Box { center: at, half, axes: None }
        }
        (1, Some(Solid::Round { from, radius, .. })) if !is_turned => {
            let half = [own, size(random), if D == 2 { 0 } else { size(random) }];
            let mut at = from;
            at[1] -= radius + half[1];
            Solid::Box { center: at, half, axes: None }
        }
        (1, _) => {
            let half = [own, size(random), if D == 2 { 0 } else { size(random) }];
            Solid::Box { center, half, axes: None }
        }
        (_, Some(Solid::Round { from, radius, .. })) => {
            let (at, own) = beside(from, radius);
            // Away from what it touches, so that it is the end that does.
            let away = std::array::from_fn(|i| at[i] + whole[i] * 2 * (1 + own / 4));
            Solid::Round { from: at, to: away, radius: own }
        }
        _ => {
            let mut to = point::<D>(random, SIZE);
            to[0] |= 2;
            let to = std::array::from_fn(|i| center[i] + to[i]);
            Solid::Round { from: center, to, radius: own }
        }
    }
}
