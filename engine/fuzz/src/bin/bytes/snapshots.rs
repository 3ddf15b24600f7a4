//! Bytes as snapshots.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Error, Shape, World,
    shape::{Attributes, Mobility},
    snapshot::Snapshot,
};
use jostle_fuzz::{input::some, shapes::AnyShape};

/// What snapshots begin with.
const MARK: &[u8; 8] = b"jostle\0\x05";

/// SplitMix64, of which a step is the checksum of a word.
fn mix(key: u64) -> u64 {
    let z = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Raw bytes.
pub(crate) fn raw(bytes: &[u8]) -> Result<()> {
    if let Ok(snapshot) = Snapshot::from_bytes(bytes) {
        assert!(Snapshot::is_snapshot(bytes));
        assert_eq!(snapshot.to_bytes().as_deref(), Ok(bytes), "it is written as it was");
        live::<2>(&snapshot);
        live::<3>(&snapshot);
    }
    Ok(())
}

/// Words with the mark and a checksum.
pub(crate) fn words(bytes: &[u8]) -> Result<()> {
    let (words, _) = bytes.as_chunks::<4>();
    let words = words.iter().map(|word| u32::from_le_bytes(*word));
    let sum = words.fold(0, |sum, word| mix(sum ^ u64::from(word)));
    let bytes = &bytes[..bytes.len() / 4 * 4];
    let whole = [&MARK[..], bytes, &sum.to_le_bytes()].concat();
    if let Ok(snapshot) = Snapshot::from_bytes(&whole) {
        live::<2>(&snapshot);
        live::<3>(&snapshot);
    }
    Ok(())
}

/// A snapshot of a world with a past, of which some words are others.
pub(crate) fn changed<const D: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let mut world = World::<D>::new();
    for (number, AnyShape(shape)) in some::<AnyShape<D>>(u, 6)?.into_iter().enumerate() {
        let mobility = [Mobility::Moving, Mobility::Sleeping, Mobility::Static][number % 3];
        let attributes = Attributes::new()
            .with_mobility(mobility)
            .with_sensor(number == 3)
            .with_ccd(number == 0);
        // What is not valid is left out.
        let _ = world.shapes_mut().insert_with(shape, attributes);
        if number % 2 == 1 {
            world.step().expect("nothing is wrong");
        }
    }
    let mut bytes = world.snapshot().to_bytes().expect("there is memory");
    let len = bytes.len() / 4 - 4;
    for _ in 0..u8::arbitrary(u)? % 6 {
        let at = MARK.len() + 4 * (usize::from(u16::arbitrary(u)?) % len);
        let old = u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let word = match u8::arbitrary(u)? {
            0..100 => old.wrapping_add_signed(i8::arbitrary(u)?.into()),
            100..160 => u8::arbitrary(u)?.into(),
            160..200 => f32::NAN.to_bits(),
            _ => u32::arbitrary(u)?,
        };
        bytes[at..][..4].copy_from_slice(&word.to_le_bytes());
    }
    let end = bytes.len() - 8;
    words(&bytes[MARK.len()..end])
}

/// What comes of a snapshot is an error, or a world that works.
fn live<const D: usize>(snapshot: &Snapshot) {
    let mut world = match World::<D>::restore(snapshot) {
        Ok(world) => world,
        Err(error) => {
            assert!(matches!(error, Error::Snapshot { .. } | Error::OutOfMemory { .. }), "{error}");
            return;
        }
    };
    for _ in 0..2 {
        world.step().expect("nothing is wrong");
    }
    // As bytes, since a NaN does not equal itself.
    let bytes = world.snapshot().to_bytes().expect("there is memory");
    let again = Snapshot::from_bytes(&bytes).expect("it is whole");
    let again = World::<D>::restore(&again).expect("it is sound");
    assert_eq!(again.snapshot().to_bytes(), Ok(bytes));
    let handles: Vec<_> = (0..world.shapes().len())
        .map(|index| world.shapes().handle_of(index).expect("each shape has a handle"))
        .collect();
    for handle in &handles {
        world.shapes().get(*handle).expect("it is there");
    }
    world.shapes_mut().remove_all(&handles).expect("they are there");
    world.shapes_mut().insert(Shape::ball([0.0; D], 1.0)).expect("it is valid");
    world.step().expect("nothing is wrong");
    assert_eq!(world.shapes().len(), 1);
}
