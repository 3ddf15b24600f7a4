//! What a narrow phase finds out about pairs, and the same for one pair alone.

use jostle::{
    Error, Pair, Prepared, Shape,
    narrow::{self, ContactPoint, Contacts, Narrow, Report, Separation},
};

use super::Mode;
use crate::queries::mix;

/// Room for what is found out about a list of pairs. Kept from frame to frame.
#[derive(Debug)]
pub enum Answers<const D: usize> {
    /// Whether each pair touches.
    Overlaps(Vec<bool>),
    /// How far apart, or how deep, each pair is.
    Separations(Vec<Separation<D>>),
    /// The pairs that touch, with their points.
    Contacts(Contacts<D>),
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
        }
    }

    /// Asks a narrow phase about all pairs.
    ///
    /// # Errors
    /// Those of the narrow phase.
    pub fn ask(
        &mut self,
        narrow: &mut Narrow<D>,
        shapes: &Prepared<D>,
        pairs: &[Pair],
    ) -> Result<Report, Error> {
        match self {
            Self::Overlaps(touching) => narrow.overlaps(shapes, pairs, touching),
            Self::Separations(separations) => narrow.separations(shapes, pairs, separations),
            Self::Contacts(contacts) => narrow.contacts(shapes, pairs, contacts),
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
        match self {
            Self::Overlaps(touching) => {
                let all = pairs.iter().zip(touching);
                all.for_each(|(pair, found)| {
                    hand_on(*pair, &|words| words.push(u32::from(*found)))
                });
            }
            Self::Separations(separations) => {
                let all = pairs.iter().zip(separations);
                all.for_each(|(pair, found)| hand_on(*pair, &|words| add_separation(words, found)));
            }
            Self::Contacts(contacts) => contacts.iter().for_each(|found| {
                let narrow::Contact { pair, normal, distance, axis, points } = found;
                let separation = Separation { normal, distance, axis };
                hand_on(pair, &|words| add_contact(words, &separation, points));
            }),
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
            Self::Overlaps(_) | Self::Separations(_) => None,
        }
    }

    /// Bytes of memory held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        match self {
            Self::Overlaps(touching) => touching.capacity(),
            Self::Separations(separations) => separations.capacity() * size_of::<Separation<D>>(),
            Self::Contacts(contacts) => contacts.capacity_bytes(),
        }
    }
}

/// What is found out about a pair alone.
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
                let narrow::Touch { normal, distance, axis, .. } = touch;
                let separation = Separation { normal, distance, axis };
                add_contact(&mut words, &separation, touch.points());
            }
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
    }
}

/// The distance of a pair, where it was found out.
#[must_use]
pub fn distance<const D: usize>(mode: Mode, words: &Words) -> Option<f32> {
    let known = match mode {
        Mode::Overlap => None,
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
