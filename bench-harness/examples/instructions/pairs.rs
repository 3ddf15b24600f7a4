//! Lists of pairs: canonical order, events.

use jostle::{Pair, events::Events};

use crate::{
    case::{Case, Cases, Failure},
    inputs::{pairs_of, uniform},
};

const SHAPES: u32 = 20_000;

pub(crate) fn cases() -> Cases {
    Ok(vec![order()?, events()?])
}

fn order() -> Result<Case, Failure> {
    let mut pairs = pairs_of(&uniform(SHAPES)?.shapes)?;
    let found = pairs.as_slice().to_vec();
    Ok(Case::new("order", move || {
        pairs.as_mut_slice().copy_from_slice(&found);
        pairs.sort_canonical().expect("there is memory");
    }))
}

/// A frame and the next, which differ in one pair in ten.
fn events() -> Result<Case, Failure> {
    let mut all = pairs_of(&uniform(SHAPES)?.shapes)?;
    all.sort_canonical()?;
    let but = |rest: usize| -> Vec<Pair> {
        let in_it = |(number, pair): (usize, &Pair)| (number * 7 % 20 != rest).then_some(*pair);
        all.iter().enumerate().filter_map(in_it).collect()
    };
    let (before, now) = (but(3), but(8));
    let mut events = Events::new();
    Ok(Case::new("events-merge", move || {
        events.update(&before, &now).expect("both are in order");
        assert!(events.counts().begun > 0);
    }))
}
