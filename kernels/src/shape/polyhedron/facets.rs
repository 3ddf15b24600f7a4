//! Triangles that are linked to their neighbors.

use std::cmp::Ordering;

use super::{PolyhedronFault, push};
use crate::geometry::orient3;

/// No facet, or no point.
pub(super) const NONE: u32 = u32::MAX;

/// A triangle of a closed surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet {
    /// The numbers of its corners, counter-clockwise from outside.
    pub(super) corners: [u32; 3],
    /// The facet across the edge from each corner to the next.
    pub(super) neighbors: [u32; 3],
    /// The first of the points in front of it that are kept with it.
    pub(super) outside: u32,
    /// The last point that it was found to be seen from.
    pub(super) seen_from: u32,
    /// Whether it is still part of the surface.
    pub(super) is_alive: bool,
}

impl Facet {
    pub(super) fn new(corners: [u32; 3], neighbors: [u32; 3]) -> Self {
        Self { corners, neighbors, outside: NONE, seen_from: NONE, is_alive: true }
    }

    /// The places of its corners.
    pub(super) fn places(&self, points: &[[f32; 3]]) -> [[f32; 3]; 3] {
        self.corners.map(|corner| points[corner as usize])
    }

    /// On which side of its plane a point is: `Greater` outside.
    pub(super) fn side_of(&self, point: u32, points: &[[f32; 3]]) -> Ordering {
        let [a, b, c] = self.places(points);
        orient3(a, b, c, points[point as usize]).reverse()
    }

    /// Whether a point is strictly in front of it.
    pub(super) fn is_seen_from(&self, point: u32, points: &[[f32; 3]]) -> bool {
        self.side_of(point, points).is_gt()
    }

    /// The place of a corner.
    pub(super) fn place_of(&self, corner: u32) -> usize {
        self.corners.iter().position(|other| *other == corner).expect("the facet has the corner")
    }
}

/// A closed surface of facets. Places of facets that are gone are taken again.
#[derive(Debug, Default)]
pub(super) struct Facets {
    all: Vec<Facet>,
    free: Vec<u32>,
}

impl Facets {
    /// The facet with a number.
    pub(super) fn at(&self, number: u32) -> &Facet {
        &self.all[number as usize]
    }

    pub(super) fn at_mut(&mut self, number: u32) -> &mut Facet {
        &mut self.all[number as usize]
    }

    /// Adds a facet.
    pub(super) fn add(&mut self, facet: Facet) -> Result<u32, PolyhedronFault> {
        if let Some(number) = self.free.pop() {
            self.all[number as usize] = facet;
            return Ok(number);
        }
        push(&mut self.all, facet)?;
        Ok((self.all.len() - 1) as u32)
    }

    /// Takes a facet out of the surface.
    pub(super) fn remove(&mut self, number: u32) -> Result<(), PolyhedronFault> {
        self.all[number as usize].is_alive = false;
        push(&mut self.free, number)
    }

    /// What all numbers of facets are below.
    pub(super) fn end(&self) -> usize {
        self.all.len()
    }

    /// The numbers of all facets of the surface.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.all.len() as u32).filter(|number| self.at(*number).is_alive)
    }
}
