//! Calls that are refused, and what is left afterwards.

use jostle::{
    Error,
    error::PeriodFault,
    neighbors::{Neighbors, Points, RebuildReason},
};

#[test]
fn bad_settings_are_named() {
    let points = [[0.0, 0.0], [1.0, 0.0]];
    let reach = |what| Err(Error::Reach { what });
    for radius in [-1.0, f32::NAN, f32::INFINITY, -f32::MIN_POSITIVE] {
        assert_eq!(Neighbors::new(radius).update(&points), reach("radius"));
        assert_eq!(Neighbors::new(1.0).with_skin(radius).update(&points), reach("skin"));
    }
    assert_eq!(Neighbors::new(f32::MAX).with_skin(f32::MAX).update(&points), reach("skin"));
    assert!(Neighbors::new(f32::MAX).update(&points).is_ok());
    let period = |axis, fault| Err(Error::Period { axis, fault });
    let ends = [(1.0, 1.0), (2.0, 1.0), (f32::NAN, 1.0), (0.0, f32::INFINITY), (-f32::MAX, 0.0)];
    for ends in ends {
        let mut lists = Neighbors::new(0.1).with_periods([None, Some(ends)]);
        assert_eq!(lists.update(&points), period(1, PeriodFault::Ends), "{ends:?}");
    }
    let mut lists =
        Neighbors::new(1.0).with_skin(0.5).with_periods([Some((0.0, 1.0 / 32768.0)), None]);
    let too_many = |axis, images| period(axis, PeriodFault::TooManyImages { images, limit: 65536 });
    assert_eq!(lists.update(&points), too_many(0, 98_306));
    lists.set_periods([Some((0.0, 1.0 / 128.0)), Some((0.0, 1.0 / 256.0))]);
    let error = lists.update(&points);
    assert_eq!(error, too_many(1, 386 * 770));
    let text = error.expect_err("it is refused").to_string();
    assert!(text.contains("axis 1") && text.contains("297220 images"), "{text}");
    lists.set_periods([Some((0.0, 0.1)), Some((0.0, 0.1))]);
    assert_eq!(
        lists.update(&points).map(|validity| validity.rebuilt),
        Ok(Some(RebuildReason::First))
    );
    assert!(lists.indices().len() > 1000);
}

#[test]
fn bad_cells_are_named() {
    let points = [[0.0; 3]; 2];
    let fault = |vectors: [Option<[f64; 3]>; 3]| match Neighbors::new(0.1)
        .with_cell(vectors)
        .update(&points)
    {
        Err(Error::Period { axis, fault }) => Some((axis, fault)),
        other => {
            assert!(other.is_ok(), "{other:?}");
            None
        }
    };
    let (x, y, z) = (Some([1.0, 0.0, 0.0]), Some([0.0, 1.0, 0.0]), Some([0.0, 0.0, 1.0]));
    for bad in [[0.0; 3], [f64::NAN, 0.0, 1.0], [f64::INFINITY, 0.0, 0.0], [0.0, 1e39, 0.0]] {
        assert_eq!(fault([x, Some(bad), z]), Some((1, PeriodFault::Vector)), "{bad:?}");
    }
    for flat in [[1.0, 1.0, 0.0], [0.3, -0.4, 1e-5], [0.0, 1e5, 1.0]] {
        let found = fault([x, y, Some(flat)]);
        assert!(matches!(found, Some((_, PeriodFault::Flat))), "{flat:?}: {found:?}");
    }
    assert_eq!(fault([x, x, None]), Some((0, PeriodFault::Flat)));
    assert_eq!(fault([x, Some([1.0, 0.0, 1.0]), None]), None);
    assert_eq!(fault([x, Some([1.0, 1.0, 1.0]), None]), Some((2, PeriodFault::Slanted)));
    assert_eq!(fault([None, None, None]), None);
    assert_eq!(fault([None, Some([0.0, 0.0, -5.0]), None]), None);
    let mut lists = Neighbors::new(1e4).with_cell([x, y, z]);
    let images = 20_002_u64.pow(3);
    let many = PeriodFault::TooManyImages { images, limit: 65536 };
    assert_eq!(lists.update(&points), Err(Error::Period { axis: 0, fault: many }));
}

#[test]
fn wrong_columns_and_records_are_refused() {
    let error = Points::from_columns([&[0.0, 1.0][..], &[0.0]]).expect_err("one is short");
    assert_eq!(error, Error::Length { what: "points", expected: 2, found: 1 });
    let records = [[0_u8; 16]; 2];
    assert!(matches!(Points::<3>::from_records(&records, 8), Err(Error::Layout { .. })));
    let records = [[0.0, 9.0, 0.0, 1.0], [0.5, 9.0, 0.0, 1.0_f32]];
    let points = Points::<3>::from_records(&records, 4).expect("there are three numbers");
    assert_eq!((points.len(), points.is_empty(), points.get(1)), (2, false, [9.0, 0.0, 1.0]));
    let strided = Points::<3>::from_strided(&records.as_flattened()[1..], 4);
    let strided = strided.expect("there are three numbers");
    assert_eq!((strided.len(), strided.get(1)), (2, [9.0, 0.0, 1.0]));
    assert!(matches!(Points::<3>::from_strided(&[0.0; 6], 2), Err(Error::Layout { .. })));
    for points in [points, strided] {
        let mut lists = Neighbors::new(0.1);
        lists.update(points).expect("the points are valid");
        assert_eq!((lists.of(0), lists.of(1)), (&[1][..], &[0][..]));
    }
}

#[test]
fn a_refused_update_leaves_no_lists() {
    let points = [[0.0, 0.0], [1.0, 0.0]];
    let mut lists = Neighbors::new(1.0);
    assert!(lists.validity().is_none() && lists.is_empty() && lists.offsets() == [0]);
    lists.update(&points).expect("the points are valid");
    assert_eq!((lists.indices(), lists.reach()), (&[1, 0][..], Some(1.0)));
    lists.set_radius(f32::NAN);
    assert!(lists.update(&points).is_err());
    assert!(lists.is_empty() && lists.validity().is_none() && lists.reach().is_none());
    assert!(matches!(lists.within(Points::from(&points)), Err(Error::Length { .. })));
    lists.set_radius(1.0);
    let validity = lists.update(&points).expect("the points are valid");
    assert_eq!(validity.rebuilt, Some(RebuildReason::First));
    assert_eq!(lists.len(), 2);
}
