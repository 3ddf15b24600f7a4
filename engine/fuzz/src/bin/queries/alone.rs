//! Shapes together, and each alone.

use arbitrary::{Result, Unstructured};
use jostle::{
    Error, Shapes, World,
    query::{ShapeQueries, ShapeTree},
    shape::PreparedShapes,
};
use jostle_fuzz::{input::some, shapes::AnyShape};

use crate::common::Set;

/// Most shapes of a scene: a tree has more than one node.
const SHAPES: usize = 12;

const VALID: &str = "there is memory";

/// Shapes together, and each alone.
pub(crate) struct Scene<const D: usize> {
    pub(crate) all: Set<D>,
    alone: Vec<(PreparedShapes<D>, ShapeTree<D>)>,
    /// Nothing, which tells whether a question is valid.
    nothing: (PreparedShapes<D>, ShapeTree<D>),
    pub(crate) world: World<D>,
}

/// The shapes of some that are valid, in the order of a set.
fn set_of<const D: usize>(given: Vec<AnyShape<D>>) -> Set<D> {
    let mut shapes = Shapes::new();
    for AnyShape(shape) in given {
        // An invalid one is left out; `pairs` holds that.
        let _ = shapes.insert(shape);
    }
    let mut prepared = PreparedShapes::new();
    prepared.update(&shapes).expect(VALID);
    let by_index = (0..shapes.len()).map(|index| {
        let handle = shapes.handle_of(index).expect("there is a shape");
        shapes.get(handle).expect("it has a handle")
    });
    Set { shapes: by_index.collect(), prepared }
}

impl<const D: usize> Scene<D> {
    pub(crate) fn new(u: &mut Unstructured<'_>) -> Result<Self> {
        let all = set_of(some::<AnyShape<D>>(u, SHAPES)?);
        let mut world = World::new();
        for shape in &all.shapes {
            world.shapes_mut().insert(shape.clone()).expect("it was taken before");
        }
        world.step().expect(VALID);
        let alone = all.shapes.iter().map(|shape| {
            let set = set_of(vec![AnyShape(shape.clone())]);
            assert_eq!(set.shapes, std::slice::from_ref(shape));
            let mut tree = ShapeTree::new();
            tree.update(&set.prepared).expect(VALID);
            (set.prepared, tree)
        });
        let nothing = (PreparedShapes::new(), ShapeTree::new());
        Ok(Self { alone: alone.collect(), nothing, all, world })
    }

    /// The answers of all shapes that count, each asked alone, with their indices; or why the
    /// question is refused.
    pub(crate) fn each<T>(
        &self,
        counts: &dyn Fn(u32) -> bool,
        ask: impl Fn(ShapeQueries<'_, D>) -> std::result::Result<Option<T>, Error>,
    ) -> std::result::Result<Vec<(u32, T)>, Error> {
        let mut answers = Vec::new();
        ask(self.nothing.1.queries(&self.nothing.0))?;
        for (index, (prepared, tree)) in self.alone.iter().enumerate() {
            if let (true, Some(answer)) = (counts(index as u32), ask(tree.queries(prepared))?) {
                answers.push((index as u32, answer));
            }
        }
        Ok(answers)
    }
}
