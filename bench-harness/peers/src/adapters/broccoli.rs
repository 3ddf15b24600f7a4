//! [broccoli](https://github.com/tiby312/broccoli-project) by Ken Reed.

use broccoli::{
    Tree, TreeData,
    aabb::{BBox, pin::AabbPin},
    bbox, rect,
};
use broccoli_rayon::prelude::{RayonBuildPar, RayonQueryPar};
use jostle::Pair;

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{Outcome, PairPeer, Peer, Tasks},
};

/// Its colliding pairs.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "broccoli",
    library: "broccoli 6.3.0, broccoli-rayon 0.4.0",
    method: "Tree::par_new and par_find_colliding_pairs_acc_closure; on one thread the serial ones",
    threads: true,
    serial: &[],
    flat: Tasks { pairs: Some(|| Box::<Broccoli>::default()), ..Tasks::NONE },
    space: Tasks::NONE,
}];

type Item = BBox<f32, u32>;

#[derive(Default)]
struct Broccoli {
    /// In the order of the nodes, once there is a tree.
    items: Vec<Item>,
    /// The tree without the boxes.
    tree: Option<TreeData<f32>>,
    gather: Gather,
}

impl PairPeer<2> for Broccoli {
    fn forget(&mut self) {
        self.tree = None;
    }

    fn load(&mut self, boxes: &[Corners<2>]) {
        let item = |(Corners { min, max }, index): (&Corners<2>, u32)| {
            bbox(rect(min[0], max[0], min[1], max[1]), index)
        };
        self.items.clear();
        self.items.extend(boxes.iter().zip(0..).map(item));
    }

    fn build(&mut self) -> Outcome {
        let tree = match rayon::current_num_threads() {
            1 => Tree::new(&mut self.items),
            _ => Tree::par_new(&mut self.items),
        };
        self.tree = Some(tree.get_tree_data());
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let Self { items, tree, gather } = self;
        let Some(data) = tree else { return Err("there is no tree".to_owned()) };
        let mut tree = Tree::from_tree_data(items, data);
        if rayon::current_num_threads() == 1 {
            let list = gather.list();
            tree.find_colliding_pairs(|a, b| list.push(pair(a, b)));
            return Ok(());
        }
        // A list per branch: lists are put together once, and not at every node on the way up.
        let lists = tree.par_find_colliding_pairs_acc_closure(
            vec![Vec::new()],
            |_| vec![Vec::new()],
            |lists, others| lists.extend(others),
            |lists: &mut Vec<Vec<Pair>>, a, b| {
                if let Some(list) = lists.last_mut() {
                    list.push(pair(a, b));
                }
            },
        );
        gather.take(lists);
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

fn pair(a: AabbPin<&mut Item>, b: AabbPin<&mut Item>) -> Pair {
    let [a, b] = [a, b].map(|item| *item.unpack_inner());
    Pair { a, b }
}
