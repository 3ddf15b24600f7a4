//! The faces that triangles of one plane make up.

use super::{
    PolyhedronFault,
    facets::{Facets, NONE},
    list_of, make_room, push,
};
use crate::{
    geometry::determinant,
    real::vector::{dot, scale},
};

/// The faces of a polyhedron.
#[derive(Default)]
pub(super) struct Merged {
    /// Their unit normals, rounded.
    pub(super) normals: Vec<[f32; 3]>,
    /// Where the corners of each begin, and where those of the last end.
    pub(super) starts: Vec<u16>,
    /// The corners of all faces, as places in `vertices`.
    pub(super) corners: Vec<u16>,
    /// The numbers of the points that are vertices, in order.
    pub(super) vertices: Vec<u32>,
}

/// Merges the facets of each plane into a face. What is in no three faces is no vertex.
///
/// Faces and their corners are in an order that only the vertices and the order of these decide.
/// More vertices than corners have numbers for are counted, and faces mean nothing then.
pub(super) fn merged(facets: &Facets, points: &[[f32; 3]]) -> Result<Merged, PolyhedronFault> {
    let (planes, count) = planes(facets, points)?;
    // Each face goes once around its border, so as often as a point is a start there, so many faces
    // have it.
    let mut faces_at = list_of(0_u32, points.len())?;
    for (number, edge) in borders(facets, &planes) {
        faces_at[facets.at(number).corners[edge] as usize] += 1;
    }
    let mut found = Merged::default();
    let mut vertex_at = list_of(0_u16, points.len())?;
    for point in (0..points.len() as u32).filter(|point| faces_at[*point as usize] > 2) {
        vertex_at[point as usize] = found.vertices.len() as u16;
        push(&mut found.vertices, point)?;
    }
    let mut starts = list_of([NONE; 2], count as usize)?;
    for (number, edge) in borders(facets, &planes) {
        starts[planes[number as usize] as usize] = [number, edge as u32];
    }
    // All corners, and where those of each face are.
    let (mut corners, mut spans) = (Vec::new(), Vec::new());
    for start in starts {
        let first = corners.len();
        let mut at = start;
        loop {
            let [number, edge] = at;
            let corner = facets.at(number).corners[edge as usize];
            if faces_at[corner as usize] > 2 {
                push(&mut corners, vertex_at[corner as usize])?;
            }
            at = next_on_border(facets, &planes, at);
            if at == start {
                break;
            }
        }
        let face = &mut corners[first..];
        let least = (0..face.len()).min_by_key(|place| face[*place]).unwrap_or(0);
        face.rotate_left(least);
        push(&mut spans, first..corners.len())?;
    }
    // In an order that only the vertices and theirs decide.
    spans.sort_unstable_by(|a, b| corners[a.clone()].cmp(&corners[b.clone()]));
    make_room(&mut found.normals, spans.len())?;
    make_room(&mut found.starts, spans.len() + 1)?;
    make_room(&mut found.corners, corners.len())?;
    found.starts.push(0);
    for span in spans {
        let face = &corners[span];
        found.normals.push(normal(face, &found.vertices, points));
        found.corners.extend(face);
        found.starts.push(found.corners.len() as u16);
    }
    Ok(found)
}

/// The two sides of a triangle.
pub(super) fn of_triangle(points: &[[f32; 3]]) -> Result<Merged, PolyhedronFault> {
    let (sides, vertices) = ([[0, 1, 2], [0, 2, 1]], [0, 1, 2]);
    let mut found = Merged::default();
    vertices.iter().try_for_each(|vertex| push(&mut found.vertices, *vertex))?;
    push(&mut found.starts, 0)?;
    for side in sides {
        let normal = normal(&side, &vertices, points);
        if normal.iter().any(|x| x.is_nan()) {
            return Err(PolyhedronFault::InLine);
        }
        push(&mut found.normals, normal)?;
        side.iter().try_for_each(|corner| push(&mut found.corners, *corner))?;
        push(&mut found.starts, found.corners.len() as u16)?;
    }
    Ok(found)
}

/// The unit normal of a face; NaN where its corners are in line, as those of a hull never are.
fn normal(face: &[u16], vertices: &[u32], points: &[[f32; 3]]) -> [f32; 3] {
    // Three corners far from each other.
    let corners = [0, 1, 2].map(|third| face[third * face.len() / 3]);
    let places = corners.map(|corner| points[vertices[usize::from(corner)] as usize]);
    let normal = determinant::normal(places);
    scale(normal, 1.0 / dot(normal, normal).sqrt()).map(|x| x as f32 + 0.0)
}

/// The number of the plane of each facet, and how many planes there are.
fn planes(facets: &Facets, points: &[[f32; 3]]) -> Result<(Vec<u32>, u32), PolyhedronFault> {
    let mut planes = list_of(NONE, facets.end())?;
    let (mut count, mut pending) = (0, Vec::new());
    for first in facets.numbers() {
        if planes[first as usize] != NONE {
            continue;
        }
        planes[first as usize] = count;
        push(&mut pending, first)?;
        while let Some(number) = pending.pop() {
            for across in facets.at(number).neighbors {
                // The corners of a neighbor: two of them are in the plane anyway.
                let is_level = planes[across as usize] == NONE
                    && facets
                        .at(across)
                        .corners
                        .iter()
                        .all(|corner| facets.at(number).side_of(*corner, points).is_eq());
                if is_level {
                    planes[across as usize] = count;
                    push(&mut pending, across)?;
                }
            }
        }
        count += 1;
    }
    Ok((planes, count))
}

/// The edges of facets across which is another plane.
fn borders<'a>(facets: &'a Facets, planes: &'a [u32]) -> impl Iterator<Item = (u32, usize)> + 'a {
    facets.numbers().flat_map(move |number| {
        let across = facets.at(number).neighbors.into_iter().enumerate();
        let own = planes[number as usize];
        across
            .filter(move |(_, across)| planes[*across as usize] != own)
            .map(move |(edge, _)| (number, edge))
    })
}

/// The edge of the border of a face that begins where another one ends: from facet to facet around
/// that corner.
fn next_on_border(facets: &Facets, planes: &[u32], [number, edge]: [u32; 2]) -> [u32; 2] {
    let corner = facets.at(number).corners[(edge as usize + 1) % 3];
    let (own, mut number) = (planes[number as usize], number);
    loop {
        let facet = facets.at(number);
        let edge = facet.place_of(corner);
        let across = facet.neighbors[edge];
        if planes[across as usize] != own {
            return [number, edge as u32];
        }
        number = across;
    }
}
