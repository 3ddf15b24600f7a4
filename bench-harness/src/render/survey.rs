//! Runs a broad phase and takes down what there is to draw.

use std::ops::ControlFlow;

use jostle::{
    BroadPhase, Join, Pair,
    debug_draw::{DrawElement, DrawStyle},
};

use super::{
    extent::Extent,
    model::{Model, Primitive, Solid, in_space},
    recorder::Recorder,
    subject::{Forms, Subject},
};
use crate::runner::Error;

/// Most pairs that are drawn as lines: with more, nothing but lines could be seen.
pub(super) const MOST_CONTACTS: usize = 20_000;

/// Pairs: how many in all and of each shape, and the pairs themselves while they are few.
struct Contacts {
    total: u64,
    degrees: Vec<u32>,
    list: Vec<Pair>,
}

/// Runs the broad phase once and takes down the shapes, their pairs, and what the broad phase draws
/// of itself.
///
/// # Errors
/// As the broad phase.
pub fn survey<const D: usize>(
    subject: &Subject<'_, D>,
    phase: &mut dyn BroadPhase<D>,
) -> Result<Model, Error> {
    let forms = subject.forms;
    let contacts = find_contacts(subject, phase)?;
    let mut recorder = Recorder::new(forms.len());
    phase.debug_draw(&mut recorder);
    let solids = solids(&forms, &contacts.degrees, &recorder.places);
    let mut primitives = recorder.primitives;
    primitives.extend(contacts.list.iter().map(|pair| line_of(&forms, *pair)));
    Ok(Model {
        dim: D,
        name: subject.name.clone(),
        broad_phase: phase.name(),
        shapes: forms.len(),
        invalid: phase.invalid().len(),
        pairs: contacts.total,
        extent: Extent::of(D, &solids),
        solids,
        primitives,
    })
}

/// Finds the pairs, in as much memory as there are shapes.
fn find_contacts<const D: usize>(
    subject: &Subject<'_, D>,
    phase: &mut dyn BroadPhase<D>,
) -> Result<Contacts, Error> {
    let join = subject.load.join()?;
    let second = match &join {
        Join::Within(_) => 0,
        Join::Between(first, _) => first.bounds.len() as u32,
    };
    let degrees = vec![0; subject.forms.len()];
    let mut contacts = Contacts { total: 0, degrees, list: Vec::new() };
    let mut batch = Vec::new();
    phase.stream(&join, &mut |pairs| {
        batch.clear();
        batch.extend_from_slice(pairs);
        let kept = subject.load.retain(&mut batch);
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

/// The valid shapes.
fn solids<const D: usize>(
    forms: &Forms<'_, D>,
    degrees: &[u32],
    places: &[Option<(u32, u32)>],
) -> Vec<Solid> {
    let all = (0..forms.len()).map(|index| (index, forms.aabb(index)));
    all.filter(|(_, aabb)| aabb.is_valid())
        .map(|(index, aabb)| Solid {
            aabb: jostle::Aabb { min: in_space(aabb.min), max: in_space(aabb.max) },
            round: forms.are_round(),
            degree: degrees[index],
            place: places[index],
        })
        .collect()
}

/// The line of a pair, between the middles of the two.
fn line_of<const D: usize>(forms: &Forms<'_, D>, pair: Pair) -> Primitive {
    let middle = |index: u32| {
        let aabb = forms.aabb(index as usize);
        in_space(std::array::from_fn::<_, D, _>(|axis| 0.5 * aabb.min[axis] + 0.5 * aabb.max[axis]))
    };
    let ends = [middle(pair.a), middle(pair.b)].map(|end| {
        // The middle of what has no end on either side.
        end.map(|x| if x.is_nan() { 0.0 } else { x })
    });
    Primitive { ends, style: DrawStyle::new(DrawElement::Contact, 0) }
}
