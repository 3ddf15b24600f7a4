//! The command `simulate`.

use std::fs;

use crate::support::{failure, json, path, run, text};

#[test]
fn a_crowd_is_measured_and_drawn() {
    let args = "simulate crowd --shapes 300 --steps 2600 --json --threads 2";
    let report = json(run(args));
    assert_eq!((&report["people"], &report["rooms"]), (&300.into(), &2.into()), "{report}");
    assert_eq!((&report["seconds"], &report["through_walls"]), (&13.0.into(), &0.into()));
    assert!(report["passed"].as_u64().is_some_and(|passed| passed > 20), "{report}");
    assert!(report["flow"].as_f64().is_some_and(|flow| flow > 1.0), "{report}");
    assert!(report["stages"].as_array().is_some_and(|stages| stages.len() > 5), "{report}");
    let bvh = json(run(&format!("{args} --broad-phase bvh --level portable")));
    assert_eq!(bvh["digest"], report["digest"]);
    let text = text(run("simulate crowd --shapes 300 --steps 20"));
    for part in ["300 people in 2 rooms with a door of 1.2 m", "published", "forces", "digest"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn a_bed_is_measured() {
    let args = "simulate granular --shapes 500 --steps 200 --threads 2";
    let report = json(run(&format!("{args} --json --friction 0")));
    assert_eq!((&report["grains"], &report["friction"]), (&500.into(), &0.0.into()), "{report}");
    assert!(report["contacts"].as_u64().is_some_and(|contacts| contacts > 0), "{report}");
    let text = text(run(args));
    for part in ["500 spheres in a box", "friction 0.5", "kinetic energy", "Scott 1960"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn pictures_are_of_the_kind_that_their_names_say() {
    for what in ["crowd", "granular"] {
        for (extension, begins) in
            [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")]
        {
            let out = path(&format!("simulated-{what}.{extension}"));
            let args = format!("simulate {what} --shapes 60 --steps 30 --out {}", out.display());
            text(run(&args));
            let written = fs::read(&out).expect("it was written");
            assert!(written.starts_with(begins), "{what} {extension}");
            if extension == "html" {
                let page = String::from_utf8(written).expect("a page is text");
                assert!(!page.contains("@FACTS@") && page.contains("</html>"), "{what}");
            }
        }
    }
}

#[test]
fn wrong_calls_are_refused() {
    for (args, why) in [
        ("crowd --door 0.1", "a door of 0.1 m"),
        ("crowd --out x.gif", "must end in .svg, .png or .html"),
        ("crowd --broad-phase octopus", "\"octopus\""),
        ("crowd --threads 0", "0 threads"),
        ("granular --friction=-1", "a friction of -1"),
        ("granular --restitution 2", "a restitution of 2"),
        ("granular --stiffness NaN", "a stiffness of NaN"),
        ("granular --shapes 10 --steps 1 --out no-such-folder/x.png", "no-such-folder/x.png: "),
    ] {
        let message = failure(run(&format!("simulate {args}")), 2);
        assert!(message.contains(why), "{args}: {message}");
    }
    for args in ["simulate", "simulate water", "simulate crowd --shapes 0"] {
        assert_eq!(run(args).status.code(), Some(2), "{args}");
    }
}
