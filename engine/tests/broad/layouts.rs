//! Bounds that do not fit the memory they are said to lie in are refused with a message that names
//! the slice or field.

use bytemuck::{Pod, Zeroable};
use jostle::{Bounds, Error};

fn message<T>(result: Result<T, Error>) -> String {
    result.err().expect("it is to be refused").to_string()
}

#[test]
fn columns_of_different_lengths() {
    let long = [0.0; 4];
    let (full, short) = (&long[..], &long[..3]);
    for axis in 1..3 {
        let mut min = [full; 3];
        min[axis] = short;
        let error = Bounds::from_columns(min, [full; 3]).unwrap_err();
        assert_eq!(error, Error::Length { what: "min", expected: 4, found: 3 });
    }
    for axis in 0..3 {
        let mut max = [full; 3];
        max[axis] = short;
        let error = Bounds::from_columns([full; 3], max).unwrap_err();
        assert_eq!(error, Error::Length { what: "max", expected: 4, found: 3 });
        let error = Bounds::from_balls(max, full).unwrap_err();
        assert_eq!(error, Error::Length { what: "center", expected: 4, found: 3 });
    }
    let text = message(Bounds::from_columns([full, short], [full; 2]));
    assert_eq!(text, "'min' has 3 entries where 4 are needed");
    let text = message(Bounds::from_points(&[[0.0; 2]; 4], short));
    assert_eq!(text, "'radius' has 3 entries where 4 are needed");
}

#[test]
fn fields_that_do_not_lie_in_the_record() {
    let records = [[0.0_f32; 7]; 2];
    assert!(Bounds::<3>::from_records(&records, 0, 16).is_ok());
    assert!(Bounds::<3>::from_ball_records(&records, 4, 24).is_ok());
    for (min, max, what, offset) in [
        (0, 17, "max", 17),
        (0, 20, "max", 20),
        (0, 28, "max", 28),
        (2, 12, "min", 2),
        (17, 99, "min", 17),
        (usize::MAX, 0, "min", usize::MAX),
        (0, usize::MAX - 3, "max", usize::MAX - 3),
    ] {
        let error = Bounds::<3>::from_records(&records, min, max).unwrap_err();
        assert_eq!(error, Error::Layout { what, offset, record: 28 });
    }
    for (center, radius, what, offset) in
        [(20, 0, "center", 20), (1, 0, "center", 1), (0, 28, "radius", 28), (0, 25, "radius", 25)]
    {
        let error = Bounds::<3>::from_ball_records(&records, center, radius).unwrap_err();
        assert_eq!(error, Error::Layout { what, offset, record: 28 });
    }
    assert_eq!(
        message(Bounds::<3>::from_records(&records, 0, 20)),
        "field 'max' at byte 20 does not lie in a record of 28 bytes at a multiple of 4"
    );
}

/// Records whose size or alignment is not that of floats.
#[test]
fn records_that_are_not_made_of_floats() {
    #[repr(C)]
    #[derive(Clone, Copy, Pod, Zeroable)]
    struct Odd([u8; 18]);
    let error = Bounds::<2>::from_records(&[Odd::zeroed(); 2], 0, 8).unwrap_err();
    assert_eq!(error, Error::Layout { what: "min", offset: 0, record: 18 });

    // Bytes at an address that is no multiple of four: refused, never read.
    #[repr(C)]
    #[derive(Clone, Copy, Pod, Zeroable)]
    struct Bytes([u8; 16]);
    let memory = [0_u64; 9];
    let bytes: &[u8] = bytemuck::cast_slice(&memory);
    let records: &[Bytes] = bytemuck::cast_slice(&bytes[1..65]);
    let error = Bounds::<2>::from_records(records, 0, 8).unwrap_err();
    assert_eq!(error, Error::Layout { what: "min", offset: 0, record: 16 });
    let records: &[Bytes] = bytemuck::cast_slice(&bytes[4..68]);
    assert_eq!(Bounds::<2>::from_records(records, 0, 8).unwrap().len(), 4);

    // Records wider than floats are fine.
    let wide = [[0.0_f64; 3]; 5];
    assert_eq!(Bounds::<3>::from_records(&wide, 0, 12).unwrap().len(), 5);
}

#[test]
fn records_of_a_stride_end_with_the_last_whole_field() {
    let numbers = [0.0; 12];
    let len = |from: usize, to: usize, stride| {
        let numbers = (&numbers[from..to], stride);
        Bounds::<3>::from_strided(numbers, numbers).map(|bounds| bounds.len())
    };
    assert_eq!((len(0, 12, 3), len(1, 12, 4)), (Ok(4), Ok(3)));
    assert_eq!([11, 10, 9, 8, 7].map(|end| len(1, end, 4).unwrap()), [2, 2, 2, 2, 1]);
    assert_eq!([4, 3, 1].map(|end| len(1, end, 4).unwrap()), [1, 0, 0]);
    assert_eq!(len(0, 12, usize::MAX), Ok(1));
    for stride in 0..3 {
        let error = Error::Layout { what: "min", offset: 0, record: 4 * stride };
        assert_eq!(len(0, 12, stride), Err(error));
    }
    let (four, three) = ((&numbers[..], 3), (&numbers[..], 4));
    let text = message(Bounds::<3>::from_strided(four, three));
    assert_eq!(text, "'max' has 3 entries where 4 are needed");
    let text = message(Bounds::<3>::from_strided_balls(four, (&numbers[..3], 1)));
    assert_eq!(text, "'radius' has 3 entries where 4 are needed");
    assert!(Bounds::<2>::from_strided_balls((&[], 2), (&[], 1)).unwrap().is_empty());
}

#[test]
fn no_boxes_at_all() {
    let none: [[f32; 6]; 0] = [];
    assert!(Bounds::<3>::from_columns([&[]; 3], [&[]; 3]).unwrap().is_empty());
    assert!(Bounds::<3>::from_records(&none, 0, 12).unwrap().is_empty());
    assert!(Bounds::<2>::from_balls([&[]; 2], &[]).unwrap().is_empty());
    assert!(Bounds::<2>::from_points(&[], &[]).unwrap().is_empty());
    assert!(Bounds::<2>::from_ball_records(&none, 0, 8).unwrap().is_empty());
}
