use crate::{common::pool, make::icosphere};
use jostle::{Output, Pairs, mesh::*};
use std::time::Instant;
fn best(mut f: impl FnMut()) -> f64 {
    (0..7)
        .map(|_| {
            let s = Instant::now();
            f();
            s.elapsed().as_secs_f64() * 1e3
        })
        .fold(f64::MAX, f64::min)
}
fn time<T: MeshTree>(name: &str, a: &T, b: &T) {
    for x in [1.99f32, 1.9, 0.3] {
        let (p, q) = (Pose::IDENTITY, Pose::new([0.1, 0.2, 0.05, 0.97], [x, 0.01, 0.02]));
        for t in [1, 2] {
            pool(t).install(|| {
                let mut query = MeshQuery::new();
                let mut pairs = Pairs::new();
                let all = best(|| {
                    query.pairs(a.at(p), b.at(q), Output::Collect(&mut pairs)).unwrap();
                });
                let first = best(|| {
                    query.first(a.at(p), b.at(q)).unwrap();
                });
                eprintln!(
                    "{name} x {x} threads {t}: {all:.3} ms, {} pairs, first {first:.4} ms",
                    pairs.len()
                );
            });
        }
    }
}
#[test]
fn debug() {
    let a = icosphere(6, 1.0);
    eprintln!("{} triangles", a.triangles().len());
    for t in [1, 2] {
        pool(t).install(|| {
            eprintln!(
                "build obb {t}: {:.1} ms, aabb {:.1} ms",
                best(|| {
                    ObbTree::new(a.clone()).unwrap();
                }),
                best(|| {
                    AabbTree::new(a.clone()).unwrap();
                })
            );
        });
    }
    let tree = AabbTree::new(a.clone()).unwrap();
    time("aabb", &tree, &tree);
    for max_triangles in [4, 8, 16] {
        let s = Settings { max_triangles, ..Settings::default() };
        let tree = ObbTree::with_settings(a.clone(), s).unwrap();
        time(&format!("obb {max_triangles}"), &tree, &tree);
    }
}
