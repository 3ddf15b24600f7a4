//! What is made is as it should be, and wrong answers would be noticed.

use jostle::{Pair, mesh::Mesh, shape::Triangle};
use jostle_bench::meshes::{Source, all_pairs, sphere, torus};

/// Every edge of a closed surface belongs to two triangles, which pass it opposite ways.
fn assert_closed(mesh: &Mesh, name: &str) {
    let mut edges = Vec::new();
    for [a, b, c] in mesh.triangles() {
        edges.extend([[*a, *b], [*b, *c], [*c, *a]]);
    }
    let mut turned: Vec<_> = edges.iter().map(|[a, b]| [*b, *a]).collect();
    edges.sort_unstable();
    turned.sort_unstable();
    assert_eq!(edges, turned, "{name}");
    edges.dedup();
    assert_eq!(edges.len(), 3 * mesh.triangles().len(), "{name}: an edge occurs twice");
}

#[test]
fn made_meshes_are_closed_and_about_as_large_as_asked() {
    for (name, make) in [("sphere", sphere as fn(_) -> _), ("torus", torus)] {
        for count in [1, 100, 1_000, 20_000] {
            let mesh: Mesh = make(count).unwrap();
            let made = mesh.triangles().len();
            assert!(made >= 12 && (count < 1_000 || made.abs_diff(count) < count / 10), "{made}");
            assert_closed(&mesh, name);
            // Where it was meant to be.
            for [x, y, z] in mesh.vertices() {
                let out = if name == "torus" { x.hypot(*y) - 1.0 } else { x.hypot(*y) };
                let radius = if name == "torus" { 0.4 } else { 1.0 };
                assert!((out.hypot(*z) - radius).abs() < 1e-5, "{name}");
            }
        }
    }
}

#[test]
fn sources_are_files_or_shapes() {
    for (word, triangles) in [("torus:100", 100), ("sphere:1", 12), ("sphere:1.2e3", 1200)] {
        let source = Source::parse(word).unwrap();
        assert_eq!((source.name(), source.mesh().unwrap().triangles().len()), (word, triangles));
    }
    for file in ["cube:100", "torus", "C:mesh.obj"] {
        let message = Source::parse(file).unwrap().mesh().unwrap_err().to_string();
        assert!(message.starts_with(file), "{message}");
    }
    for word in ["torus:", "torus:0", "sphere:-1", "sphere:8388609", "sphere:1.5"] {
        let message = Source::parse(word).unwrap_err().to_string();
        assert!(message.contains(word) && message.contains("1 to 8388608"), "{message}");
    }
}

#[test]
fn the_double_loop_finds_what_touches() {
    let triangle =
        |x: f32| Triangle { vertices: [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]] };
    let row: Vec<_> = [0.0, 1.0, 5.0, 0.5].map(triangle).into();
    // Each touches itself; corners count.
    let pairs = all_pairs(&row, &row).unwrap();
    let expected = [[0, 0], [0, 1], [0, 3], [1, 0], [1, 1], [1, 3], [2, 2], [3, 0], [3, 1], [3, 3]];
    assert_eq!(pairs, expected.map(|[a, b]| Pair { a, b }));
}
