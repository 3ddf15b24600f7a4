//! Fields of records are read as they are, at any stride, on any number of threads; `f64` is
//! rounded once.

#[path = "common/mod.rs"]
mod common;

use common::{Random, THREADS, pool};
use jostle::records::{Field, GatheredColumns};

/// Numbers whose roundings to `f32` are of every kind.
fn numbers(random: &mut Random, count: usize) -> Vec<f64> {
    let mut numbers: Vec<f64> = (0..count)
        .map(|_| f64::from(random.between(-2.0, 2.0)) + f64::from(random.between(-1e-7, 1e-7)))
        .collect();
    let special = [f64::NAN, f64::INFINITY, 1e300, -1e300, -0.0, 1e-46, 16_777_217.0, f64::MAX];
    for (number, special) in numbers.iter_mut().step_by(7).zip(special) {
        *number = special;
    }
    numbers
}

#[test]
fn fields_are_what_is_read_one_by_one() {
    let mut random = Random::seeded(3);
    let mut gathered = GatheredColumns::<2>::new();
    let (mut rounded, mut borrowed) = (0, 0);
    for threads in THREADS {
        for records in [0, 1, 2, 9, 8192, 30_000] {
            for (stride, fields) in [(1, [0, 0]), (2, [1, 0]), (3, [2, 2]), (7, [0, 6])] {
                // The last record ends behind the field that comes last.
                let last = 1 + fields[0].max(fields[1]);
                let count = if records == 0 { 0 } else { (records - 1) * stride + last };
                let doubles = numbers(&mut random, count);
                let floats: Vec<f32> = doubles.iter().map(|number| *number as f32).collect();
                for origin in [0.0, 1_000_000.125] {
                    let two = [
                        Field::of_f32(&floats, fields[0], stride).minus(origin),
                        Field::of_f64(&doubles, fields[1], stride).minus(origin),
                    ];
                    let is_whole = two.map(|field| field.len() == records);
                    // Of the field that does not come last there may be one record more.
                    assert!(is_whole[0] || is_whole[1], "{two:?}");
                    let columns = pool(threads).install(|| gathered.gather(two));
                    let columns = columns.expect("there is memory");
                    for (index, found) in columns[0].iter().enumerate() {
                        let from = floats[index * stride + fields[0]];
                        let expected = (f64::from(from) - origin) as f32;
                        assert_eq!(found.to_bits(), expected.to_bits(), "{index}: {from}");
                    }
                    for (index, found) in columns[1].iter().enumerate() {
                        let from = doubles[index * stride + fields[1]];
                        assert_eq!(found.to_bits(), ((from - origin) as f32).to_bits());
                        rounded += usize::from(f64::from(*found) != from - origin);
                    }
                    assert_eq!(columns.map(<[f32]>::len), two.map(|field| field.len()));
                    borrowed += usize::from(columns[0].as_ptr() == floats.as_ptr() && count > 0);
                }
            }
        }
    }
    assert!(rounded > 100_000 && borrowed == 5 * THREADS.len(), "{rounded} {borrowed}");
}

#[test]
#[should_panic(expected = "a field at 3 is in no record of 3 numbers")]
fn a_field_behind_the_record_is_refused() {
    let _ = Field::of_f32(&[0.0; 9], 3, 3);
}
