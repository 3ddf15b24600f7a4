//! What a narrow phase finds out about pairs, and the same for one pair alone.

use jostle::{
    Error, Pair, Shape,
    narrow::{
        self, ContactPoint, Contacts, Impact, Motions, MovingBoxes, Narrow, NarrowStats, Separation,
    },
    shape::PreparedShapes,
};

use super::{Mode, Moves, moves::Moving};
use crate::queries::mix;

/// The end of the window of time in which impacts are looked for.
pub(super) const UNTIL: f32 = 1.0;

/// Room for what is found out about a list of pairs. Kept from frame to frame.
#[derive(Debug)]
pub enum Answers<const D: usize> {
    /// Whether each pair touches.
    Overlaps(Vec<bool>),
    /// How far apart, or how deep, each pair is.
    Separations(Vec<Separation<D>>),
    /// The pairs that touch, with their points.
    Contacts(Contacts<D>),
    /// How the shapes move, and when the pairs meet.
    Impacts(Motions<D>, Vec<Impact<D>>),
    /// The bounds of the shapes as they move, and when those of the pairs meet.
    Times(MovingBoxes<D>, Vec<f32>),
}

/// What was found out about a pair, as numbers and bits of numbers. Empty for no contact.
pub type Words = Vec<u32>;

impl<const D: usize> Answers<D> {
    /// No answers yet.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        match mode {
            Mode::Overlap => Self::Overlaps(Vec::new()),
            Mode::Mtv => Self::Separations(Vec::new()),
            Mode::Manifold => Self::Contacts(Contacts::new()),
            Mode::Sweep => Self::Impacts(Motions::new(), Vec::new()),
        }
    }

    /// No answers about the bounds of shapes as they move.
    #[must_use]
    pub fn of_bounds() -> Self {
        Self::Times(MovingBoxes::new(), Vec::new())
    }

    /// Takes the motions of a frame, where they are asked about.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn prepare(&mut self, shapes: &PreparedShapes<D>, moves: &Moves<D>) -> Result<(), Error>
    where
        Moves<D>: Moving<D>,
    {
        match self {
            Self::Impacts(motions, _) => motions.update(moves.columns()?),
            Self::Times(boxes, _) => boxes.update(shapes.bounds(), moves.by()),
            Self::Overlaps(_) | Self::Separations(_) | Self::Contacts(_) => Ok(()),
        }
    }

    /// Asks a narrow phase about all pairs.
    ///
    /// # Errors
    /// Those of the narrow phase.
    pub fn ask(
        &mut self,
        narrow: &mut Narrow<D>,
        shapes: &PreparedShapes<D>,
        pairs: &[Pair],
    ) -> Result<NarrowStats, Error> {
        match self {
            Self::Overlaps(touching) => narrow.overlaps(shapes, pairs, touching),
            Self::Separations(separations) => narrow.separations(shapes, pairs, separations),
            Self::Contacts(contacts) => narrow.contacts(shapes, pairs, contacts),
            Self::Impacts(motions, impacts) => {
                narrow.impacts(shapes, &*motions, pairs, UNTIL, impacts)
            }
            Self::Times(boxes, times) => narrow.swept_bounds(&*boxes, pairs, UNTIL, times),
        }
    }

    /// Hands on what was found out about each pair, in the order of the list. Pairs that do not
    /// touch are left out where there is nothing to say about them.
    pub fn visit(&self, pairs: &[Pair], mut each: impl FnMut(Pair, &Words)) {
        let mut words = Words::new();
        let mut hand_on = |pair: Pair, fill: &dyn Fn(&mut Words)| {
            words.clear();
            fill(&mut words);
            each(pair, &words);
        };
        let all = pairs.iter().copied();
        match self {
            Self::Overlaps(touching) => all.zip(touching).for_each(|(pair, found)| {
                hand_on(pair, &|words| words.push(u32::from(*found)));
            }),
            Self::Separations(separations) => all
                .zip(separations)
                .for_each(|(pair, found)| hand_on(pair, &|words| add_separation(words, found))),
            Self::Contacts(contacts) => contacts.iter().for_each(|found| {
                let narrow::Contact { pair, normal, distance, axis, points, .. } = found;
                let separation = Separation { normal, distance, axis };
                hand_on(pair, &|words| add_contact(words, &separation, points));
            }),
            Self::Impacts(_, impacts) => all
                .zip(impacts)
                .for_each(|(pair, found)| hand_on(pair, &|words| add_impact(words, found))),
            Self::Times(_, times) => all
                .zip(times)
                .for_each(|(pair, time)| hand_on(pair, &|words| words.push(time.to_bits()))),
        }
    }

    /// A digest of all answers. It depends on the set of pairs, not on their order.
    #[must_use]
    pub fn digest(&self, pairs: &[Pair]) -> u64 {
        let (mut sum, mut count) = (0_u64, 0_u64);
        self.visit(pairs, |pair, words| {
            let of_pair =
                words.iter().fold(mix(pair.key()), |hash, word| mix(hash ^ u64::from(*word)));
            sum = sum.wrapping_add(of_pair);
            count += 1;
        });
        mix(sum ^ mix(count))
    }

    /// Number of points of all contacts, where there are contacts.
    #[must_use]
    pub fn points(&self) -> Option<u64> {
        match self {
            Self::Contacts(contacts) => Some(contacts.points() as u64),
            Self::Overlaps(_) | Self::Separations(_) | Self::Impacts(..) | Self::Times(..) => None,
        }
    }

    /// Bytes of memory held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        match self {
            Self::Overlaps(touching) => touching.capacity(),
            Self::Separations(separations) => separations.capacity() * size_of::<Separation<D>>(),
            Self::Contacts(contacts) => contacts.capacity_bytes(),
            Self::Impacts(_, impacts) => impacts.capacity() * size_of::<Impact<D>>(),
            Self::Times(_, times) => times.capacity() * size_of::<f32>(),
        }
    }
}

/// What is found out about a pair alone, whose shapes do not move.
///
/// # Errors
/// When one of the shapes is none.
pub fn ask_one<const D: usize>(mode: Mode, [a, b]: &[Shape<D>; 2]) -> Result<Words, Error> {
    let mut words = Words::new();
    match mode {
        Mode::Overlap => words.push(u32::from(narrow::overlap(a, b)?)),
        Mode::Mtv => add_separation(&mut words, &narrow::separation(a, b)?),
        Mode::Manifold => {
            if let Some(touch) = narrow::contact(a, b)? {
                let narrow::Manifold { normal, distance, axis, .. } = touch;
                let separation = Separation { normal, distance, axis };
                add_contact(&mut words, &separation, touch.points());
            }
        }
        Mode::Sweep => {
            let rest = narrow::Motion::REST;
            add_impact(&mut words, &narrow::cast(a, &rest, b, &rest, UNTIL)?);
        }
    }
    Ok(words)
}

/// Whether a pair touches, by what was found out about it.
#[must_use]
pub fn touches<const D: usize>(mode: Mode, words: &Words) -> bool {
    match mode {
        Mode::Overlap => words[0] != 0,
        Mode::Mtv => f32::from_bits(words[D]) <= 0.0,
        Mode::Manifold => !words.is_empty(),
        Mode::Sweep => meets_at(words) < f32::INFINITY,
    }
}

/// The distance of a pair, where it was found out.
#[must_use]
pub fn distance<const D: usize>(mode: Mode, words: &Words) -> Option<f32> {
    let known = match mode {
        Mode::Overlap | Mode::Sweep => None,
        Mode::Mtv | Mode::Manifold => words.get(D),
    };
    known.map(|bits| f32::from_bits(*bits))
}

fn add_vector<const D: usize>(words: &mut Words, vector: &[f32; D]) {
    words.extend(vector.map(f32::to_bits));
}

fn add_separation<const D: usize>(words: &mut Words, separation: &Separation<D>) {
    add_vector(words, &separation.normal);
    words.extend([separation.distance.to_bits(), separation.axis]);
}

/// The time comes first, whether there is more or not.
pub(super) fn add_impact<const D: usize>(words: &mut Words, impact: &Impact<D>) {
    words.extend([impact.time.to_bits(), impact.state.to_bits()]);
    add_vector(words, &impact.normal);
}

/// When a pair meets, by what was found out about it.
pub(super) fn meets_at(words: &Words) -> f32 {
    f32::from_bits(words[0])
}

fn add_contact<const D: usize>(
    words: &mut Words,
    separation: &Separation<D>,
    points: &[ContactPoint<D>],
) {
    add_separation(words, separation);
    for ContactPoint { on_a, on_b, distance, feature } in points {
        add_vector(words, on_a);
        add_vector(words, on_b);
        words.extend([distance.to_bits(), *feature]);
    }
}
