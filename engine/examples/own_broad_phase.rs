//! A broad phase of your own: a sweep along x of boxes sorted anew for each run.
//!
//! `cargo run --release -p jostle --example own_broad_phase`
//!
//! Anything that finds the pairs of boxes that touch can serve a [`CollisionPipeline`] or a
//! [`World`](jostle::World): a grid, a GPU, a tree of another library. It implements
//! [`BroadPhase`]: it asks the [`Join`] for the boxes and for the pairs that are wanted, and puts
//! what it finds into the [`Output`].
#![expect(clippy::print_stdout, reason = "an example prints what it found")]

use jostle::{
    BroadPhase, CollisionPipeline, Error, Join, Pair, Sap,
    broad::{Output, RunStats},
    shape::Columns,
    validate::{InvalidShape, JoinSide},
};

/// Sorts boxes by their minima on x and holds each against those that begin before it ends.
#[derive(Default)]
struct SweepOnX<const D: usize> {
    /// Minima and maxima, the set, and the index in it.
    boxes: Vec<([f32; D], [f32; D], usize, u32)>,
    found: Vec<Pair>,
    invalid: Vec<InvalidShape>,
}

impl<const D: usize> BroadPhase<D> for SweepOnX<D> {
    fn name(&self) -> &'static str {
        "sweep-on-x"
    }

    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error> {
        join.check()?;
        self.boxes.clear();
        self.found.clear();
        self.invalid.clear();
        for (number, set) in join.sets().into_iter().enumerate() {
            let Some(set) = set else { continue };
            let side = if number == 0 { JoinSide::First } else { JoinSide::Second };
            for (at, index) in (0..set.bounds.len()).zip(0..) {
                // NaN, inverted boxes and negative radii are told, not compared.
                match set.bounds.get(at) {
                    Ok(aabb) => self.boxes.push((aabb.min, aabb.max, number, index)),
                    Err(reason) => self.invalid.push(InvalidShape { side, index, reason }),
                }
            }
        }
        self.boxes.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
        let between = matches!(join, Join::Between(..));
        for (place, a) in self.boxes.iter().enumerate() {
            // Boxes are closed: those that begin where this one ends touch it.
            for b in self.boxes[place + 1..].iter().take_while(|b| b.0[0] <= a.1[0]) {
                let touches = (1..D).all(|axis| a.0[axis] <= b.1[axis] && b.0[axis] <= a.1[axis]);
                if !touches || between && a.2 == b.2 {
                    continue;
                }
                let swap = if between { a.2 > b.2 } else { a.3 > b.3 };
                let (a, b) = if swap { (b.3, a.3) } else { (a.3, b.3) };
                if join.wants(a, b) {
                    self.found.push(Pair { a, b });
                }
            }
        }
        output.put(&self.found)
    }

    fn invalid(&self) -> &[InvalidShape] {
        &self.invalid
    }

    fn memory_bytes(&self) -> usize {
        self.boxes.capacity() * size_of_val(&([0.0_f32; D], [0.0_f32; D], 0_usize, 0_u32))
            + self.found.capacity() * size_of::<Pair>()
            + self.invalid.capacity() * size_of::<InvalidShape>()
    }
}

fn main() -> Result<(), Error> {
    // A thousand discs on a spiral.
    let turn = |index: u16| 0.3 * f32::from(index).sqrt() * 6.0;
    let radius_of = |index: u16| 0.2 * f32::from(index).sqrt();
    let [x, y] = [f32::cos, f32::sin]
        .map(|wave| (0..1000).map(|i| radius_of(i) * wave(turn(i))).collect::<Vec<_>>());
    let radius = vec![0.12; x.len()];
    let discs = || Columns::default().with_balls([&x, &y], &radius);

    let mut own = CollisionPipeline::<2>::new().with_broad_phase(SweepOnX::default());
    let mut sap = CollisionPipeline::<2>::new().with_broad_phase(Sap::new());
    own.step(discs()?)?;
    sap.step(discs()?)?;
    assert_eq!(own.contacts().digest(u64::from), sap.contacts().digest(u64::from));
    println!("{} pairs of boxes, {} contacts", own.pairs().len(), own.contacts().len());
    Ok(())
}
