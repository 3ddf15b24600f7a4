//! Operations on trees that are kept, whose memory is refused.

use std::{collections::BTreeMap, ops::ControlFlow};

use jostle::{
    Aabb, Error, Handle, Pair, Pairs,
    broad::{DynamicTree, Output, Quadtree, QuadtreeSettings},
};

use super::{
    common::{Boxes, Counts, Random, pool, uniform},
    refusing::with_buffers,
};

/// Bytes of the smallest buffer that is refused: what is smaller are the tables of threads.
const BUFFER: usize = 1024;

/// Where boxes are.
const SIDE: f32 = 40.0;

/// What is done to a tree.
enum Operation {
    Insert(Aabb<2>),
    JoinSide(Handle, Aabb<2>),
    /// One after the other.
    Remove(Vec<Handle>),
    Load(Boxes<2>),
    Rebuild,
    RebuildChanged,
}

/// A tree whose boxes have handles.
trait Kept: Sized {
    /// A tree of these boxes, loaded at once if it can be and is to be, and their handles.
    fn of(boxes: &Boxes<2>, at_once: bool) -> (Self, Vec<Handle>);
    /// Does something, and adds handles that it gets to those there are.
    fn operate(&mut self, operation: &Operation, given: &mut Vec<Handle>) -> Result<(), Error>;
    fn get(&self, handle: Handle) -> Result<Aabb<2>, Error>;
    /// Asserts that it is sound; how many boxes it has.
    fn len_of_sound(&self) -> usize;
    /// All pairs of slots, in order.
    fn pairs(&mut self) -> Vec<Pair>;
}

impl Kept for DynamicTree<2> {
    fn of(boxes: &Boxes<2>, at_once: bool) -> (Self, Vec<Handle>) {
        let (mut tree, mut handles) = (Self::new(), Vec::new());
        if at_once {
            tree.load(boxes.bounds(), &mut handles).expect("there is memory");
        } else {
            let put_in = |(min, max)| tree.insert(Aabb { min, max }).expect("there is memory");
            handles = boxes.iter().map(put_in).collect();
        }
        (tree, handles)
    }

    fn operate(&mut self, operation: &Operation, given: &mut Vec<Handle>) -> Result<(), Error> {
        match operation {
            Operation::Insert(aabb) => given.push(self.insert(*aabb)?),
            Operation::JoinSide(handle, aabb) => drop(self.set(*handle, *aabb)?),
            Operation::Remove(handles) => {
                handles.iter().try_for_each(|handle| self.remove(*handle))?;
            }
            Operation::Load(boxes) => self.load(boxes.bounds(), given)?,
            Operation::Rebuild => self.rebuild()?,
            Operation::RebuildChanged => self.rebuild_changed()?,
        }
        Ok(())
    }

    fn get(&self, handle: Handle) -> Result<Aabb<2>, Error> {
        self.get(handle)
    }

    fn len_of_sound(&self) -> usize {
        self.validate().expect("the tree is sound");
        self.len()
    }

    fn pairs(&mut self) -> Vec<Pair> {
        let mut pairs = Pairs::new();
        self.pairs(Output::Collect(&mut pairs)).expect("there is memory");
        pairs.sort_canonical().expect("there is memory");
        pairs.to_vec()
    }
}

impl Kept for Quadtree<2> {
    fn of(boxes: &Boxes<2>, _at_once: bool) -> (Self, Vec<Handle>) {
        let world = Aabb::new([0.0; 2], [SIDE; 2]);
        let settings =
            QuadtreeSettings { max_objects: 1 + boxes.len() % 50, ..QuadtreeSettings::default() };
        let mut tree = Self::new(world, settings).expect("the world is valid");
        let put_in = |(min, max)| tree.insert(&Aabb { min, max }).expect("there is memory");
        let handles = boxes.iter().map(put_in).collect();
        (tree, handles)
    }

    fn operate(&mut self, operation: &Operation, given: &mut Vec<Handle>) -> Result<(), Error> {
        match operation {
            Operation::Insert(aabb) => given.push(self.insert(aabb)?),
            Operation::JoinSide(handle, aabb) => self.set(*handle, aabb)?,
            Operation::Remove(handles) => {
                handles.iter().try_for_each(|handle| self.remove(*handle))?;
            }
            Operation::Load(_) | Operation::Rebuild | Operation::RebuildChanged => {
                unreachable!("a quadtree has no such operation")
            }
        }
        Ok(())
    }

    fn get(&self, handle: Handle) -> Result<Aabb<2>, Error> {
        self.get(handle)
    }

    fn len_of_sound(&self) -> usize {
        self.validate().expect("the tree is sound");
        self.len()
    }

    fn pairs(&mut self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let visit = |a: Handle, b: Handle| {
            pairs.push(Pair::ordered(a.slot(), b.slot()));
            ControlFlow::Continue(())
        };
        self.pairs(visit).expect("there is memory");
        pairs.sort_unstable();
        pairs
    }
}

/// What a tree should hold.
type Held = BTreeMap<Handle, Aabb<2>>;

fn check_holds(tree: &mut impl Kept, held: &Held, what: &str) {
    assert_eq!(tree.len_of_sound(), held.len(), "{what}");
    for (handle, aabb) in held {
        assert_eq!(tree.get(*handle).as_ref(), Ok(aabb), "{what}");
    }
    let mut expected = Vec::new();
    for (a, of_a) in held {
        let touches = |of_b: &Aabb<2>| {
            (0..2).all(|axis| of_a.min[axis] <= of_b.max[axis] && of_b.min[axis] <= of_a.max[axis])
        };
        let behind = held.iter().filter(|(b, of_b)| *b > a && touches(of_b));
        expected.extend(behind.map(|(b, _)| Pair::ordered(a.slot(), b.slot())));
    }
    expected.sort_unstable();
    assert_eq!(tree.pairs(), expected, "{what}");
}

/// What a tree holds after an operation that gave these handles.
fn after(operation: &Operation, mut held: Held, given: &[Handle]) -> Held {
    match operation {
        Operation::Insert(aabb) => drop(held.insert(given[0], *aabb)),
        Operation::JoinSide(handle, aabb) => drop(held.insert(*handle, *aabb)),
        Operation::Remove(handles) => held.retain(|handle, _| !handles.contains(handle)),
        Operation::Load(boxes) => {
            let boxes = boxes.iter().map(|(min, max)| Aabb { min, max });
            held = given.iter().copied().zip(boxes).collect();
        }
        Operation::Rebuild | Operation::RebuildChanged => {}
    }
    held
}

/// Refuses an operation its first buffer, the second, and so on, until it has all that it asks for;
/// counts how often it failed and how often it did without.
fn refuse<K: Kept>(boxes: &Boxes<2>, (number, kinds): (usize, usize), counts: &mut Counts) {
    for buffers in 0.. {
        let mut random = Random::seeded(number as u64);
        let (mut tree, handles) = K::of(boxes, number / kinds % 2 == 0);
        let all = boxes.iter().map(|(min, max)| Aabb { min, max });
        let held: Held = handles.iter().copied().zip(all).collect();
        let any = |random: &mut Random| {
            let min = random.point(0.0, SIDE);
            Aabb::new(min, min.map(|low| low + 1.0))
        };
        let most = handles.iter().copied().filter(|_| random.percent(70.0)).collect();
        let (some, to) = (random.pick(&handles), any(&mut random));
        let (operation, failed) = match number % kinds {
            0 => (Operation::Insert(to), "insertions"),
            1 => (Operation::JoinSide(some, to), "sets"),
            2 => (Operation::Remove(most), "removals"),
            3 => (Operation::Load(uniform(&mut random, number, SIDE, 1.0)), "loads"),
            4 => (Operation::Rebuild, "rebuilds"),
            _ => (Operation::RebuildChanged, "rebuilds of what changed"),
        };
        let mut given = Vec::with_capacity(1);
        let (result, refused) =
            with_buffers((buffers, BUFFER), || tree.operate(&operation, &mut given));
        let what = format!("{failed} with {buffers} buffers, {} boxes", boxes.len());
        counts.add(failed, result.is_err());
        counts.add("without memory", result.is_ok() && refused > 0);
        if let Err(error) = result {
            assert!(refused > 0 && matches!(error, Error::OutOfMemory { .. }), "{what}: {error}");
            assert!(given.is_empty(), "{what}");
            check_holds(&mut tree, &held, &what);
            tree.operate(&operation, &mut given).expect("there is memory");
        }
        check_holds(&mut tree, &after(&operation, held, &given), &what);
        if refused == 0 {
            return;
        }
    }
}

/// Does so with operations of the first so many kinds.
fn refuse_all<K: Kept>(rounds: usize, kinds: usize) -> Counts {
    let mut counts = Counts::default();
    for number in 0..rounds {
        let mut random = Random::seeded(1000 + number as u64);
        let count = 1 + random.below(300);
        let boxes = uniform(&mut random, count, SIDE, 1.0);
        refuse::<K>(&boxes, (number, kinds), &mut counts);
    }
    counts
}

/// A tree that cannot be made lower for want of memory takes no more boxes, gives them back as
/// before, and is as it should be once there is some.
fn check_high_trees() {
    let mut tree = DynamicTree::<2>::new();
    let at = |round: usize, number: usize| {
        let x = 10.0 * round as f32 + (number % 8) as f32;
        Aabb::new([x, (number / 8) as f32], [x, (number / 8) as f32])
    };
    // Memory for nodes, and none to build anew what is too high.
    let first: Vec<Handle> =
        (0..30_000).map(|number| tree.insert(at(0, number)).expect("there is memory")).collect();
    first.iter().for_each(|handle| tree.remove(*handle).expect("it is in the tree"));
    let mut added = Vec::with_capacity(30_000);
    let mut refusals = 0;
    let ((), refused) = with_buffers((0, BUFFER), || {
        for round in 0..200 {
            let before = added.len();
            for number in 0..60 {
                match tree.insert(at(round, number)) {
                    Ok(handle) => added.push(handle),
                    Err(_) => refusals += 1,
                }
            }
            while added.len() > before + 2 {
                added.pop().into_iter().for_each(|h| tree.remove(h).expect("it is in the tree"));
            }
        }
    });
    assert!(refused > 0 && refusals > 0, "{refused} buffers, {refusals} boxes");
    tree.validate().expect("the tree is sound");
    assert_eq!(tree.len(), added.len());
    let high = tree.height();
    tree.insert(at(0, 0)).expect("there is memory");
    assert!(tree.height() < high, "{high} levels, and {} after", tree.height());
    tree.validate().expect("the tree is sound");
}

pub(crate) fn check() {
    pool(1).install(|| {
        refuse_all::<DynamicTree<2>>(300, 6).assert(&[
            ("insertions", 40),
            ("sets", 15),
            ("without memory", 5),
            ("loads", 100),
            ("rebuilds", 50),
            ("rebuilds of what changed", 50),
        ]);
        refuse_all::<Quadtree<2>>(3000, 3).assert(&[("insertions", 5), ("without memory", 20)]);
        check_high_trees();
    });
}
