//! Bad parts and bad numbers are refused by name, and nothing else is lost.

use std::sync::Arc;

use jostle::{
    Error, Shape, Shapes,
    error::{MeshFault, ShapeFault},
    mesh::Mesh,
    shape::{
        Attributes, Columns, CompositeColumns, HeightField, Parts, PreparedShapes, Rotation,
        ShapeKind,
    },
    validate::InvalidReason,
};

fn fault(fault: ShapeFault) -> Error {
    Error::Shape { kind: ShapeKind::Composite, fault }
}

#[test]
fn bad_parts_are_refused() {
    assert_eq!(Parts::<2>::compound(vec![]).err(), Some(fault(ShapeFault::NoParts)));
    let bad = vec![Shape::ball([0.0, 0.0], 1.0), Shape::ball([0.0, 0.0], -1.0)];
    assert!(matches!(Parts::compound(bad).err(), Some(Error::Batch { index: 1, .. })));
    let ball = Arc::new(Parts::compound(vec![Shape::ball([0.0; 3], 1.0)]).expect("it is valid"));
    let nested = Shape::composite(&ball, [0.0; 3], Rotation::IDENTITY);
    let refused = Parts::compound(vec![nested]).err();
    let nested = Box::new(fault(ShapeFault::Nested));
    assert_eq!(refused, Some(Error::Batch { index: 0, error: nested }));
    let endless = vec![Shape::ball([0.0; 2], 1.0), Shape::half_space([0.0; 2], [0.6, 0.8])];
    let refused = Parts::compound(endless).err();
    let endless = Box::new(fault(ShapeFault::Endless));
    assert_eq!(refused, Some(Error::Batch { index: 1, error: endless }));
    let refused = Parts::polyline(vec![[0.0, 0.0]], false, 0.0).err();
    assert_eq!(refused, Some(fault(ShapeFault::NoParts)));
    let refused = Parts::polyline(vec![[0.0, 0.0], [f32::NAN, 0.0]], false, 0.0).err();
    assert_eq!(refused, Some(Error::Mesh { fault: MeshFault::Vertex { index: 1 } }));
    assert!(Parts::polyline(vec![[0.0; 2]; 2], false, -1.0).is_err());
    let empty = Mesh::new(vec![], vec![]).expect("it is a mesh");
    assert_eq!(Parts::mesh(empty).err(), Some(fault(ShapeFault::NoParts)));
    for (heights, columns) in [(4, 1), (3, 2), (0, 0), (2, 2), (4, 0)] {
        let refused = HeightField::new(&vec![0.0; heights], columns, [1.0; 2]).err();
        assert!(matches!(refused, Some(Error::Length { .. })), "{heights} {columns}");
    }
    assert!(matches!(
        HeightField::new(&[0.0, 1.0, f32::INFINITY, 0.0], 2, [1.0; 2]),
        Err(Error::Mesh { fault: MeshFault::Vertex { index: 2 } })
    ));
    // Where rows or columns end there is no number.
    for spacing in [[1.0, f32::MAX], [2e38, 1.0]] {
        let refused = HeightField::new(&[0.0; 9], 3, spacing).err();
        assert_eq!(refused, Some(Error::Mesh { fault: MeshFault::Vertex { index: 8 } }));
    }
    assert!(HeightField::new(&[0.0; 4], 2, [f32::MAX; 2]).is_ok());
    for spacing in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let refused = HeightField::new(&[0.0; 4], 2, [1.0, spacing]).err();
        assert!(matches!(refused, Some(Error::Setting { .. })), "{spacing}");
    }
}

#[test]
fn a_shape_that_is_bad_is_refused_and_a_row_that_is_bad_is_left_out() {
    let parts = Arc::new(Parts::compound(vec![Shape::ball([0.0; 2], 1.0)]).expect("it is valid"));
    let mut shapes = Shapes::<2>::new();
    let bad = Shape::composite(&parts, [f32::NAN, 0.0], 0.0);
    let refused = fault(ShapeFault::Value(InvalidReason::NotANumber));
    assert_eq!(shapes.insert(bad), Err(refused));
    assert!(shapes.is_empty());

    let list = [parts];
    let (x, one, zero) = ([0.0, f32::NAN, 5.0, 7.0], [1.0; 4], [0.0; 4]);
    let numbers = [0.0, 0.0, 1.0, 0.5];
    let columns = CompositeColumns::new(&list, [&x, &zero], &[&one, &zero], &numbers);
    let columns = Columns::default().with_composites(columns.expect("lengths fit"));
    let mut prepared = PreparedShapes::new();
    prepared.update(columns).expect("there is memory");
    let reasons: Vec<_> = prepared.invalid().iter().map(|bad| (bad.index, bad.reason)).collect();
    let (nan, none) = (InvalidReason::NotANumber, InvalidReason::NoGeometry);
    assert_eq!(reasons, [(1, nan), (2, none), (3, none)]);
    let mut handles = Vec::new();
    let refused = shapes.insert_all(columns, Attributes::DEFAULT, &mut handles);
    assert!(matches!(refused, Err(Error::Batch { index: 1, .. })), "{refused:?}");
    assert!(shapes.is_empty() && handles.is_empty());
    assert!(CompositeColumns::<2>::new(&list, [&x, &zero], &[&one], &numbers).is_err());
    assert!(CompositeColumns::<2>::new(&list, [&x, &zero], &[&one, &zero], &[0.0]).is_err());
}
