//! Shapes as they are typed.

use std::str::FromStr;

use jostle::{
    error::ShapeFault,
    shape::{ConvexPolygon, Rotation},
};
use jostle_kernels::shape::{MAX_VERTICES, Obb, Polygon};
use thiserror::Error;

/// The largest number that is let in, so that nothing overflows anywhere.
const LARGEST: f32 = 1e12;

/// A convex shape in the plane, as the kernels take it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A box.
    Box(Obb<2>),
    /// A polygon, its vertices relative to the origin, so that they are the numbers that were
    /// typed.
    Polygon(Polygon),
}

/// Why a text is no shape.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// Neither a box nor vertices.
    #[error(
        "{text:?} is no shape: a box is x,y,hx,hy,degrees, a polygon is vertices x,y separated by \
         spaces"
    )]
    Form {
        /// What was typed.
        text: String,
    },
    /// Something else than a number.
    #[error("{text:?} is not a number")]
    Number {
        /// What was typed.
        text: String,
    },
    /// Infinite, NaN, or too large to be drawn.
    #[error("{number}: numbers must be finite and at most {LARGEST:e}")]
    Range {
        /// The number.
        number: f32,
    },
    /// A box whose end lies before its beginning.
    #[error("{half}: half extents must not be negative")]
    NegativeExtent {
        /// The half extent.
        half: f32,
    },
    /// A polygon without an area.
    #[error("the vertices lie on one line")]
    Flat,
    /// Not the vertices of a convex polygon.
    #[error(transparent)]
    Polygon(jostle::Error),
}

impl FromStr for Shape {
    type Err = ShapeError;

    /// A box from `x,y,hx,hy,degrees`, or a polygon from vertices `x,y` separated by spaces.
    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let form = || ShapeError::Form { text: text.to_owned() };
        let vertex = |word: &&str| numbers(word)?[..].try_into().map_err(|_| form());
        match words[..] {
            [] => Err(form()),
            [word] => oriented_box(numbers(word)?[..].try_into().map_err(|_| form())?),
            _ => polygon(&words.iter().map(vertex).collect::<Result<Vec<[f32; 2]>, _>>()?),
        }
    }
}

/// Numbers with commas in between.
fn numbers(text: &str) -> Result<Vec<f32>, ShapeError> {
    let number = |text: &str| {
        let number: f32 = text.parse().map_err(|_| ShapeError::Number { text: text.to_owned() })?;
        // False for NaN, too.
        if number.abs() <= LARGEST { Ok(number) } else { Err(ShapeError::Range { number }) }
    };
    text.split(',').map(number).collect()
}

fn oriented_box([x, y, hx, hy, degrees]: [f32; 5]) -> Result<Shape, ShapeError> {
    if let Some(&half) = [hx, hy].iter().find(|half| **half < 0.0) {
        return Err(ShapeError::NegativeExtent { half });
    }
    let [cos, sin] = cos_sin(f64::from(degrees)).map(|x| x as f32);
    let axes = [[cos, sin], [-sin, cos]];
    Ok(Shape::Box(Obb { center: [x, y], half: [hx, hy], axes }))
}

/// Cosine and sine of an angle, without rounding at quarter turns.
fn cos_sin(degrees: f64) -> [f64; 2] {
    let quarters = (degrees / 90.0).round();
    let (sin, cos) = (degrees - 90.0 * quarters).to_radians().sin_cos();
    match quarters.rem_euclid(4.0) {
        0.0 => [cos, sin],
        1.0 => [-sin, cos],
        2.0 => [-cos, -sin],
        _ => [sin, -cos],
    }
}

fn polygon(vertices: &[[f32; 2]]) -> Result<Shape, ShapeError> {
    let origin = [0.0; 2];
    let checked =
        ConvexPolygon::new(origin, Rotation::IDENTITY, vertices).map_err(|error| match error {
            jostle::Error::Shape { fault: ShapeFault::Flat, .. } => ShapeError::Flat,
            other => ShapeError::Polygon(other),
        })?;
    let given = checked.vertices();
    let mut vertices = [given[0]; MAX_VERTICES];
    vertices[..given.len()].copy_from_slice(given);
    Ok(Shape::Polygon(Polygon { center: origin, count: given.len() as f32, vertices }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        text.parse::<Shape>().expect_err("is no shape").to_string()
    }

    #[test]
    fn boxes_and_polygons() {
        let parsed: Shape = "1,-2,3,0.5,90".parse().unwrap();
        let axes = [[0.0, 1.0], [-1.0, 0.0]];
        assert_eq!(parsed, Shape::Box(Obb { center: [1.0, -2.0], half: [3.0, 0.5], axes }));
        let clockwise: Shape = " 0,0  0,1 1,0 ".parse().unwrap();
        let Shape::Polygon(polygon) = clockwise else { panic!("{clockwise:?}") };
        assert_eq!(polygon.count, 3.0);
        assert_eq!(polygon.vertices[..4], [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]);
    }

    #[test]
    fn quarter_turns_are_exact() {
        for (degrees, expected) in [
            (0.0, [1.0, 0.0]),
            (90.0, [0.0, 1.0]),
            (-180.0, [-1.0, 0.0]),
            (-90.0, [0.0, -1.0]),
            (720.0, [1.0, 0.0]),
        ] {
            assert_eq!(cos_sin(degrees), expected, "{degrees}");
        }
        let [cos, sin] = cos_sin(-210.0);
        assert!((cos + 0.75_f64.sqrt()).abs() < 1e-15 && (sin - 0.5).abs() < 1e-15);
    }

    #[test]
    fn what_is_no_shape_is_told() {
        let many: Vec<_> = (0..17).map(|x| format!("{x},{}", x * x)).collect();
        for (text, expected) in [
            ("", "\"\" is no shape: a box is x,y,hx,hy,degrees"),
            ("1,2,3,4", "\"1,2,3,4\" is no shape"),
            ("0,0 1,0 1,1,1", "is no shape"),
            ("0,0,1,one,0", "\"one\" is not a number"),
            ("0,0,1,NaN,0", "NaN: numbers must be finite and at most 1e12"),
            ("0,0 1,0 0,inf", "inf: numbers must be finite"),
            ("2e12,0,1,1,0", "2000000000000: numbers must be finite"),
            ("0,0,-1,1,0", "-1: half extents must not be negative"),
            ("0,0 1,1", "2 vertices, which takes at least 3"),
            ("0,0 1,1 2,2", "the vertices lie on one line"),
            ("0,0 2,0 1,0.5 1,2", "not convex"),
            (&many.join(" "), "17 vertices, which takes at most 16"),
        ] {
            assert!(message(text).contains(expected), "{text}: {}", message(text));
        }
    }
}
