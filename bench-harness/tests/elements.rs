//! Element boxes of small meshes and of recorded ones.

mod recorded;

use std::{fs, path::Path};

use jostle_bench::elements::{Elements, read_swept, swept, triangle_boxes};
use jostle_files::mesh::{self, Mesh};
use recorded::recorded;

/// Two triangles over one edge, and a vertex of neither.
fn hinge() -> Mesh {
    Mesh {
        vertices: vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            [1.0, 2.0, -3.0],
            [9.0, 9.0, 9.0],
        ],
        triangles: vec![[2, 1, 0], [1, 2, 3]],
    }
}

/// [`hinge`] one to the right.
fn moved_hinge() -> Mesh {
    let mut mesh = hinge();
    for [x, _, _] in &mut mesh.vertices {
        *x += 1.0;
    }
    mesh
}

#[test]
fn triangles_at_rest_have_tight_boxes() {
    let boxes = triangle_boxes(&hinge());
    assert_eq!(boxes.len(), 2);
    assert_eq!(boxes.corners(0), ([0.0, 0.0, 0.0], [1.0, 2.0, 0.0]));
    assert_eq!(boxes.corners(1), ([0.0, 0.0, -3.0], [1.0, 2.0, 0.0]));
}

#[test]
fn faces_cover_both_frames() {
    let faces = swept(&hinge(), &moved_hinge(), Elements::Faces, 0).unwrap();
    assert_eq!(faces.boxes.corners(1), ([0.0, 0.0, -3.0], [2.0, 2.0, 0.0]));
    assert_eq!(faces.vertices_of, hinge().triangles);
    assert_eq!(faces.split, None);
    assert!(faces.shares_vertex(0, 1));
}

#[test]
fn edges_are_unique_and_ordered() {
    let edges = swept(&hinge(), &moved_hinge(), Elements::Edges, 0).unwrap();
    let ends: Vec<_> = edges.vertices_of.iter().map(|&[a, b, _]| [a, b]).collect();
    assert_eq!(ends, [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
    assert_eq!(edges.boxes.corners(3), ([1.0, 0.0, -3.0], [2.0, 2.0, 0.0]));
    assert!(edges.shares_vertex(0, 1));
    assert!(!edges.shares_vertex(0, 4), "padding is no common vertex");
}

#[test]
fn vertices_come_before_faces() {
    let sets = swept(&hinge(), &moved_hinge(), Elements::VertexFace, 0).unwrap();
    assert_eq!(sets.split, Some(5));
    assert_eq!(sets.boxes.len(), 7);
    assert_eq!(sets.boxes.corners(4), ([9.0; 3], [10.0, 9.0, 9.0]));
    assert!(sets.shares_vertex(3, 6));
    assert!(!sets.shares_vertex(3, 5));
}

#[test]
fn bounds_move_outwards_by_units_in_the_last_place() {
    let faces = swept(&hinge(), &hinge(), Elements::Faces, 2).unwrap();
    let (min, max) = faces.boxes.corners(0);
    assert_eq!(min[0], -f32::from_bits(2));
    assert_eq!(max[0], 1.0_f32.next_up().next_up());
}

#[test]
fn edge_of_a_vertex_with_itself_is_dropped() {
    let flat = Mesh { vertices: vec![[0.0; 3]; 4], triangles: vec![[3, 3, 1]] };
    let edges = swept(&flat, &flat, Elements::Edges, 0).unwrap();
    assert_eq!(edges.vertices_of.len(), 1);
}

#[test]
fn frames_of_different_meshes_are_errors() {
    let fault = |change: fn(&mut Mesh)| {
        let mut other = hinge();
        change(&mut other);
        swept(&hinge(), &other, Elements::Faces, 0).unwrap_err()
    };
    let vertices = fault(|mesh| mesh.vertices.truncate(4));
    assert_eq!(vertices, "the frames have 5 and 4 vertices");
    let triangles = fault(|mesh| mesh.triangles.truncate(1));
    assert_eq!(triangles, "the frames have 2 and 1 triangles");
    let triangle = fault(|mesh| mesh.triangles[1] = [1, 2, 4]);
    assert_eq!(triangle, "the frames have different vertices in triangle 1");
}

#[test]
fn topology_message_names_both_files() {
    let ply = |vertices: usize| {
        format!(
            "ply\nformat ascii 1.0\nelement vertex {vertices}\nproperty float x\n\
             property float y\nproperty float z\nelement face 0\n\
             property list uchar int vertex_indices\nend_header\n{}",
            "0 0 0\n".repeat(vertices)
        )
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [first, second] = ["first.ply", "second.ply"].map(|name| folder.join(name));
    fs::write(&first, ply(1)).unwrap();
    fs::write(&second, ply(2)).unwrap();
    let error = read_swept(&first, &second, Elements::Edges, 0).unwrap_err();
    let [first, second] = [first.display(), second.display()];
    let expected = format!("{first} and {second}: the frames have 1 and 2 vertices");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn recorded_frames_have_their_element_counts() {
    for (first, second, vertices, edges, faces) in [
        (
            "cloth-ball/frames/cloth_ball92.ply",
            "cloth-ball/frames/cloth_ball93.ply",
            46_598,
            138_825,
            92_230,
        ),
        ("cloth-funnel/frames/227.ply", "cloth-funnel/frames/228.ply", 9_450, 27_930, 18_484),
    ] {
        let path = |name: &str| recorded(&format!("ccd/{name}"));
        let (Some(first), Some(second)) = (path(first), path(second)) else {
            continue;
        };
        let read = |elements| read_swept(&first, &second, elements, 1).unwrap();
        assert_eq!(read(Elements::Edges).boxes.len(), edges);
        assert_eq!(read(Elements::Faces).boxes.len(), faces);
        let sets = read(Elements::VertexFace);
        assert_eq!(sets.split, Some(vertices));
        assert_eq!(sets.boxes.len(), vertices + faces);
    }
}

#[test]
fn recorded_meshes_have_their_sizes() {
    for (name, vertices, triangles) in [
        ("ccd/cloth-ball/frames/cloth_ball92.ply", 46_598, 92_230),
        ("ccd/cloth-funnel/frames/227.ply", 9_450, 18_484),
        ("mesh/stanford-bunny.pos.f32", 35_947, 69_451),
    ] {
        let Some(path) = recorded(name) else { continue };
        let mesh = mesh::read(&path).unwrap();
        assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (vertices, triangles));
    }
}

#[test]
fn what_is_absent_is_named_with_the_variable() {
    let error = jostle_bench::recorded::file("no/such-file.f32").unwrap_err().to_string();
    assert!(error.contains("no/such-file.f32: absent; "), "{error}");
    assert!(error.contains("JOSTLE_DATA"), "{error}");
}
