//! Space cut into domains, one for each of many owners of shapes: domain decomposition.
//!
//! For programs on many machines, each of which holds the shapes of one domain. Nothing here
//! communicates: a program that has its own communication, as those that use MPI, asks where a
//! shape belongs, which domains its box touches, and which domain reports a pair.
//!
//! The rule for pairs needs no talk. Two boxes that touch have a corner in common: on each axis the
//! larger of their minima. It lies in one domain, which both boxes touch. So if each domain has all
//! boxes that touch it, its owner finds the pair, and the one with the corner reports it
//! ([`Decomposition::owner`]). That holds for any cuts, and for boxes of any size.
//!
//! Domains are made by recursive coordinate bisection (Berger and Bokhari, "A Partitioning Strategy
//! for Nonuniform Problems on Multiprocessors", IEEE Transactions on Computers 36, 1987).

mod bisect;
mod periodic;
mod selection;
#[cfg(test)]
mod tests;

pub use selection::Selection;

use crate::{Aabb, digest::mix};

/// Space cut by planes into domains that do not overlap and leave nothing out.
///
/// A domain is half-open: it has its lower borders, but not its upper ones. The outermost have
/// none, so that any point lies in one domain, even one at infinity.
///
/// ```
/// use jostle::{Aabb, domain::Decomposition};
///
/// let sample = [[0.0, 0.0], [1.0, 0.5], [8.0, 0.0], [9.0, 0.5]];
/// let domains = Decomposition::bisect(&sample, &[1.0; 4], 2)?;
/// assert_eq!([[1.0, 0.5], [8.0, 3.0]].map(|point| domains.domain_of(&point)), [0, 1]);
///
/// // Both boxes touch both domains. One of these reports the pair.
/// let a = Aabb { min: [3.5, 0.0], max: [5.0, 1.0] };
/// let b = Aabb { min: [4.0, 0.0], max: [6.0, 1.0] };
/// let mut touched = Vec::new();
/// domains.for_each_touched(&a, |domain| touched.push(domain));
/// assert_eq!((touched, domains.owner(&a, &b)), (vec![0, 1], 0));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposition<const D: usize> {
    /// The tree of cuts: a node, those below its cut, those above. A node of n domains has n - 1
    /// cuts, and n / 2 domains below its own.
    cuts: Vec<Cut>,
}

/// A plane across an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    axis: usize,
    /// What lies below it; what lies on it is above.
    at: f32,
}

/// A part of the tree of cuts.
#[derive(Clone, Copy)]
struct Node {
    /// Its cut, if it has several domains.
    cut: usize,
    /// Its first domain.
    first: usize,
    domains: usize,
}

impl Node {
    /// What lies below its cut, and what above.
    fn halves(self) -> [Self; 2] {
        let Self { cut, first, domains } = self;
        let below = domains / 2;
        [
            Self { cut: cut + 1, first, domains: below },
            Self { cut: cut + below, first: first + below, domains: domains - below },
        ]
    }
}

impl<const D: usize> Default for Decomposition<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> Decomposition<D> {
    /// All of space as one domain.
    #[must_use]
    pub fn new() -> Self {
        Self { cuts: Vec::new() }
    }

    /// Number of domains, which is at least 1.
    #[must_use]
    pub fn domains(&self) -> usize {
        self.cuts.len() + 1
    }

    fn root(&self) -> Node {
        Node { cut: 0, first: 0, domains: self.domains() }
    }

    /// The domain in which a point lies. O(log domains).
    #[inline]
    #[must_use]
    pub fn domain_of(&self, point: &[f32; D]) -> usize {
        let mut node = self.root();
        while node.domains > 1 {
            let Cut { axis, at } = self.cuts[node.cut];
            let [below, above] = node.halves();
            node = if point[axis] < at { below } else { above };
        }
        node.first
    }

    /// Visits the domains that a box touches, in order. O(log domains) for each.
    ///
    /// A box with a NaN touches one domain, or none.
    pub fn for_each_touched(&self, aabb: &Aabb<D>, mut visit: impl FnMut(usize)) {
        self.descend(self.root(), aabb, &mut visit);
    }

    fn descend(&self, node: Node, aabb: &Aabb<D>, visit: &mut impl FnMut(usize)) {
        if node.domains == 1 {
            return visit(node.first);
        }
        let Cut { axis, at } = self.cuts[node.cut];
        let [below, above] = node.halves();
        if aabb.min[axis] < at {
            self.descend(below, aabb, visit);
        }
        if aabb.max[axis] >= at {
            self.descend(above, aabb, visit);
        }
    }

    /// The domain that reports a pair of boxes that touch: that of the corner that they share.
    #[inline]
    #[must_use]
    pub fn owner(&self, a: &Aabb<D>, b: &Aabb<D>) -> usize {
        self.domain_of(&std::array::from_fn(|axis| {
            if a.min[axis] > b.min[axis] { a.min[axis] } else { b.min[axis] }
        }))
    }

    /// A number that tells different cuts apart, for processes to check that they have the same.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.cuts.iter().fold(mix(D as u64), |hash, cut| {
            mix(hash ^ (u64::from(cut.at.to_bits()) | (cut.axis as u64) << 32))
        })
    }

    /// The borders of a domain, infinite where it has none. A point on an upper border lies in
    /// another domain.
    ///
    /// # Panics
    /// When there is no such domain.
    #[must_use]
    pub fn region(&self, domain: usize) -> Aabb<D> {
        assert!(domain < self.domains(), "there are {} domains, not {domain}", self.domains());
        let mut region = Aabb::EVERYTHING;
        let mut node = self.root();
        while node.domains > 1 {
            let Cut { axis, at } = self.cuts[node.cut];
            let [below, above] = node.halves();
            if domain < above.first {
                region.max[axis] = region.max[axis].min(at);
                node = below;
            } else {
                region.min[axis] = region.min[axis].max(at);
                node = above;
            }
        }
        region
    }
}
