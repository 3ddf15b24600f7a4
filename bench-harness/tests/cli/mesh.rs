//! The command `mesh`.

use serde_json::Value;

use crate::support::{each_is_refused, failure, file, json, run, run_words, text};

const CROSSING: &str = "--move 0.3,0.1,-0.2 --turn 0.1,-0.2,0.05,0.97";

fn report(args: &str) -> Value {
    json(run(&format!("mesh --json --frames 1 {args}")))
}

#[test]
fn reports_all_there_is() {
    for tree in ["obb", "aabb"] {
        let report = report(&format!("sphere:2000 torus:1000 --tree {tree} --verify {CROSSING}"));
        for name in ["tree", "level", "digest", "version"] {
            assert!(report[name].is_string(), "{tree}: {name}");
        }
        for name in ["build", "query"] {
            let of =
                |part: &str| report["stages_ms"][name][part].as_f64().expect("times are numbers");
            assert!(0.0 < of("min") && of("min") <= of("median") && of("median") <= of("p99"));
        }
        assert_eq!((&report["tree"], &report["verified"]), (&tree.into(), &true.into()));
        assert!(report["pairs"].as_u64().is_some_and(|pairs| pairs > 100), "{report}");
        let sides = report["sides"].as_array().expect("there are sides");
        for (side, (mesh, triangles)) in
            sides.iter().zip([("sphere:2000", 2028), ("torus:1000", 1024)])
        {
            assert_eq!((&side["mesh"], &side["triangles"]), (&mesh.into(), &triangles.into()));
            for name in ["nodes", "depth", "memory_bytes"] {
                assert!(side[name].as_u64().is_some_and(|number| number > 1), "{name}");
            }
        }
    }
}

#[test]
fn answers_depend_on_meshes_and_pose_alone() {
    let digest = |args: &str| report(args)["digest"].as_str().map(str::to_owned);
    let args = format!("torus:3000 {CROSSING}");
    let plain = digest(&args);
    assert_eq!(plain.as_ref().map(String::len), Some(16));
    for other in ["--threads 1", "--threads 3", "--level portable", "--tree aabb", "torus:3000"] {
        assert_eq!(digest(&format!("{args} {other}")), plain, "{other}");
    }
    assert_ne!(digest("torus:3000"), plain);
    assert_ne!(digest(&format!("{args} sphere:3000")), plain);
}

#[test]
fn one_pair_is_enough_where_it_is_asked_for() {
    let found = report(&format!("torus:3000 --first --verify {CROSSING}"));
    assert_eq!((&found["pairs"], &found["first"]), (&1.into(), &true.into()));
    let none = report("torus:3000 --first --verify --move 0,0,-3");
    assert_eq!(none["pairs"], 0);
}

#[test]
fn text_says_what_was_asked() {
    let shown = text(run("mesh sphere:500 --threads 1 --frames 1 --move -0.5,0,0 --verify"));
    for words in [
        "sphere:500",
        "432",
        "  translation  -0.500, 0.000, 0.000\n",
        "  tree         obb\n",
        "pairs",
        "verified",
        "digest",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn meshes_come_from_files_of_all_kinds() {
    let corners = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\n";
    let obj =
        file("corner.obj", format!("{corners}f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n").as_bytes());
    let ply = file(
        "corner.ply",
        b"ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
          property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n\
          0 0 0\n2 0 0\n0 2 0\n0 0 2\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
    );
    let stem = obj.strip_suffix(".obj").expect("it was just written");
    let args = ["mesh", &obj, &ply, "--move", "0,0,2", "--verify", "--json", "--write", stem];
    let report = json(run_words(&args));
    // Three faces of each at the corner where they touch.
    assert_eq!(report["pairs"], 9);
    let written = format!("{stem}.tri.u32");
    let again = json(run_words(&["mesh", &written, &obj, "--move", "0,0,2", "--json"]));
    assert_eq!(again["digest"], report["digest"]);
}

#[test]
fn bad_requests_are_named() {
    each_is_refused(
        "mesh",
        &[
            ("torus:0", "torus:0: the number of triangles"),
            ("sphere:many", "sphere:many: the number of triangles"),
            ("cube:9", "cube:9: the file name of a mesh must end in .obj"),
            ("absent.obj", "absent.obj: "),
            ("torus:99 absent.ply", "absent.ply: "),
            ("torus:99 --move 1,2", "--move 1,2: 3 numbers"),
            ("torus:99 --move 1,2,x", "--move 1,2,x: 3 numbers"),
            ("torus:99 --move inf,0,0", "bad pose"),
            ("torus:99 --turn 0,0,1", "--turn 0,0,1: 4 numbers"),
            ("torus:99 --turn 0,0,0,0", "bad pose"),
            ("torus:99 --turn nan,0,0,1", "bad pose"),
            ("torus:99 --tree kd", "unknown tree \"kd\"; there are: obb, aabb"),
            ("torus:99 --frames 0", "0 frames"),
            ("torus:99 --threads 0", "0 threads"),
            ("torus:99 --level sse9", "'sse9'"),
            ("torus:99 --write no-such-folder/x", "no-such-folder/x.pos.f32: "),
        ],
    );
    assert_eq!(run("mesh").status.code(), Some(2));
    let broken = file("broken.obj", b"v 0 0 0\nf 1 1 2\n");
    let message = failure(run_words(&["mesh", &broken]), 2);
    assert!(message.contains("broken.obj: by line 2: face vertex index"), "{message}");
}
