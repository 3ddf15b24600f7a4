//! Runs a broad phase and takes down what there is to draw.

use std::ops::ControlFlow;

use jostle::{
    BroadPhase, Error, Join, Pair,
    debug_draw::{DrawElement, DrawStyle},
};

use super::{
    extent::Extent,
    model::{Model, Primitive, Recorder, Solid},
};

/// Most pairs that are drawn as lines: with more, nothing but lines could be seen.
pub const MOST_CONTACTS: usize = 20_000;

/// Pairs: how many in all and of each shape, and the pairs themselves while they are few.
struct Contacts {
    total: u64,
    degrees: Vec<u32>,
    list: Vec<Pair>,
}

/// Runs the broad phase on `join` once and takes down the shapes, their pairs, and what the broad
/// phase draws of itself.
///
/// `solids` are all shapes, those of the second of two sets behind those of the first. `retain`
/// moves the pairs that count to the front and returns how many these are: all of them where the
/// boxes are the shapes.
///
/// # Errors
/// As the broad phase.
///
/// # Panics
/// If there are fewer `solids` than boxes in `join`.
pub fn survey<const D: usize>(
    name: String,
    mut solids: Vec<Solid>,
    join: &Join<'_, D>,
    retain: &dyn Fn(&mut [Pair]) -> usize,
    phase: &mut dyn BroadPhase<D>,
) -> Result<Model, Error> {
    let shapes = solids.len();
    let contacts = find_contacts(join, shapes, retain, phase)?;
    let mut recorder = Recorder::new(shapes);
    phase.debug_draw(&mut recorder);
    for (index, solid) in solids.iter_mut().enumerate() {
        (solid.degree, solid.place) = (contacts.degrees[index], recorder.places[index]);
    }
    let mut primitives = recorder.primitives;
    primitives.extend(contacts.list.iter().map(|pair| Primitive {
        ends: [pair.a, pair.b].map(|index| solids[index as usize].middle()),
        style: DrawStyle::new(DrawElement::Contact, 0),
    }));
    solids.retain(|solid| solid.own.is_valid());
    Ok(Model {
        dim: D,
        name,
        broad_phase: phase.name(),
        shapes,
        invalid: phase.invalid().len(),
        pairs: contacts.total,
        extent: Extent::of(D, &solids.iter().map(Solid::reach).collect::<Vec<_>>()),
        solids,
        primitives,
        engine: None,
    })
}

/// Finds the pairs, in as much memory as there are shapes.
fn find_contacts<const D: usize>(
    join: &Join<'_, D>,
    shapes: usize,
    retain: &dyn Fn(&mut [Pair]) -> usize,
    phase: &mut dyn BroadPhase<D>,
) -> Result<Contacts, Error> {
    let second = match join {
        Join::Within(_) => 0,
        Join::Between(first, _) => first.bounds.len() as u32,
    };
    let mut contacts = Contacts { total: 0, degrees: vec![0; shapes], list: Vec::new() };
    let mut batch = Vec::new();
    phase.stream(join, &mut |pairs| {
        batch.clear();
        batch.extend_from_slice(pairs);
        let kept = retain(&mut batch);
        for pair in &batch[..kept] {
            contacts.add(Pair { a: pair.a, b: pair.b + second });
        }
        ControlFlow::Continue(())
    })?;
    if contacts.total > MOST_CONTACTS as u64 {
        contacts.list.clear();
    }
    Ok(contacts)
}

impl Contacts {
    fn add(&mut self, pair: Pair) {
        self.total += 1;
        self.degrees[pair.a as usize] += 1;
        self.degrees[pair.b as usize] += 1;
        if self.list.len() < MOST_CONTACTS {
            self.list.push(pair);
        }
    }
}
