//! The command `render`: pictures of scenes and files.

use std::fs;

use jostle_bench::runner::broad_phases;
use tiny_skia::Pixmap;

use crate::present;
use crate::support::{failure, file, json, path, raw, run, run_words, text};

/// Draws into a file of this name, and returns what is in it.
fn drawn(name: &str, args: &str) -> Vec<u8> {
    let out = path(name);
    let out = out.to_str().expect("a plain name");
    let mut words: Vec<&str> = args.split_whitespace().collect();
    words.splice(0..0, ["render", "--out", out]);
    let output = run_words(&words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout.is_empty(), "{args}: {errors}");
    // What is left out is said, and nothing else.
    assert!(errors.lines().all(|line| line.contains(out)), "{args}: {errors}");
    fs::read(out).expect("it was written")
}

fn svg(name: &str, args: &str) -> String {
    let svg = String::from_utf8(drawn(name, args)).expect("an SVG is text");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{args}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{args}");
    svg
}

#[test]
fn every_scene_and_broad_phase_is_drawn() {
    for kind in present::scenes() {
        for phase in broad_phases::all() {
            let args = format!("--scene {} --shapes 60 --broad-phase {}", kind.name, phase.name);
            let svg = svg("any.svg", &args);
            assert!(svg.contains(kind.name) && svg.contains(phase.name), "{args}");
            assert!(svg.matches("<path d=\"M").count() + svg.matches("<circle").count() > 20);
            let page = String::from_utf8(drawn("any.html", &args)).expect("a page is text");
            assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{args}");
            assert!(page.contains("\"shapes\":60") || kind.name == "exponential", "{args}");
        }
    }
}

#[test]
fn pictures_of_broad_phases_differ() {
    for scene in ["crowd", "uniform"] {
        let of = |phase: &str| {
            let args = format!("--scene {scene} --shapes 1000 --broad-phase {phase}");
            svg(&format!("{scene}-{phase}.svg"), &args)
        };
        let all: Vec<String> = broad_phases::all().iter().map(|kind| of(kind.name)).collect();
        for (index, picture) in all.iter().enumerate() {
            assert!(!all[..index].contains(picture), "{scene}: {index}");
        }
        let plain = of("brute-force");
        for (phase, words) in
            [("sap", "cuts"), ("bvh", "leaves"), ("dynamic-tree", "leaves"), ("quadtree", "cells")]
        {
            assert!(of(phase).contains(&format!(">{words}</text>")), "{scene}, {phase}");
            assert!(!plain.contains(&format!(">{words}</text>")));
        }
    }
}

/// The same picture whatever the threads, and every time.
#[test]
fn a_picture_is_drawn_again_the_same() {
    for name in ["again.svg", "again.png", "again.html"] {
        for scene in ["crowd", "uniform"] {
            let args = format!("--scene {scene} --shapes 3000 --broad-phase bvh");
            let first = drawn(name, &args);
            assert!(first == drawn(name, &format!("{args} --threads 1")), "{name}");
            assert!(first != drawn(name, &format!("{args} --seed 2")), "{name}");
        }
    }
}

/// Two boxes that touch, and one alone at the right end: 50 long and 10 high.
const ROW: &[u8] = b"minx,miny,maxx,maxy\n0,0,10,10\n10,0,20,10\n40,0,50,10\n";

#[test]
fn pixels_are_those_of_the_shapes() {
    let input = file("row.csv", ROW);
    let png = drawn("row.png", &format!("{input} --dim 2 --broad-phase brute-force"));
    let pixmap = Pixmap::decode_png(&png).expect("it is a PNG");
    assert_eq!(pixmap.width(), 1920);
    let pixel = |x: f64, y: f64| {
        let at = [8.0 + x * 944.0 / 50.0, 8.0 + (10.0 - y) * 944.0 / 50.0];
        let [x, y] = at.map(|at| (2.0 * at) as u32);
        let color = pixmap.pixel(x, y).expect("it is on paper");
        [color.red(), color.green(), color.blue()].map(i32::from)
    };
    for x in [2.0, 18.0] {
        let [red, green, blue] = pixel(x, 3.0);
        assert!(red > 200 && red - green > 60 && red - blue > 60, "{x}: {red} {green} {blue}");
    }
    let [red, green, blue] = pixel(45.0, 5.0);
    assert!(red < 235 && (red - green).abs() < 15 && blue >= red, "{red} {green} {blue}");
    assert_eq!(pixel(30.0, 5.0), [255; 3]);
}

/// The corners of the only shape in a picture.
fn corners(svg: &str) -> Vec<[f64; 2]> {
    let path =
        svg.split("<path d=\"M").nth(1).expect("a shape").split('Z').next().expect("its end");
    let point = |text: &str| {
        let (x, y) = text.split_once(' ').expect("two coordinates");
        [x, y].map(|x| x.parse().expect("a number"))
    };
    path.split('L').map(point).collect()
}

#[test]
fn boxes_are_turned_where_they_are_asked_for() {
    let args = "--scene rectangles --shapes 1 --broad-phase brute-force";
    let upright = corners(&svg("upright.svg", args));
    assert!((0..2).all(|k| upright[0][k] == upright[1][k] || upright[0][k] == upright[3][k]));
    let args = format!("{args} --narrow");
    let turned = corners(&svg("turned.svg", &args));
    let [a, b, c, d] = turned[..] else { panic!("{turned:?}") };
    let side = |from: [f64; 2], to: [f64; 2]| [to[0] - from[0], to[1] - from[1]];
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    for (first, second) in [(side(a, b), side(b, c)), (side(c, d), side(d, a))] {
        assert!(dot(first, second).abs() < 1e-3 * dot(first, first), "a right angle: {turned:?}");
        assert!(first[0].abs() > 5.0 && first[1].abs() > 5.0, "turned: {turned:?}");
    }
    // Pixels just within the corners are of the shape, and those just outside are not.
    let pixmap = Pixmap::decode_png(&drawn("turned.png", &args)).expect("it is a PNG");
    let middle = [0, 1].map(|k| turned.iter().map(|corner| 0.25 * corner[k]).sum::<f64>());
    for corner in turned {
        let pixel = |share: f64| {
            let [x, y] = [0, 1].map(|k| 2.0 * (middle[k] + share * (corner[k] - middle[k])));
            pixmap.pixel(x as u32, y as u32).map(|pixel| pixel.red())
        };
        assert!(pixel(0.98).is_some_and(|red| red < 240), "{corner:?}");
        assert!(pixel(1.015).is_none_or(|red| red == 255), "{corner:?}");
    }
}

/// The pairs in a picture of turned boxes are the contacts of a frame of these.
#[test]
fn shapes_that_touch_are_those_of_the_narrow_phase() {
    for scene in ["rectangles", "uniform", "crowd"] {
        let args = format!("--narrow --scene {scene} --shapes 500 --broad-phase bvh");
        let svg = svg("touching.svg", &args);
        let (before, _) = svg.split_once(" pairs; bvh").expect("pairs are counted");
        let pairs = before.rsplit(' ').next().expect("a number").replace(',', "");
        let frame = json(run(&format!("million {args} --moving 0 --frames 1 --json")));
        assert_eq!(frame["contacts"].to_string(), pairs, "{scene}");
        assert!(pairs.len() > 2, "{scene}: {pairs}");
        let page = drawn("touching.html", &args);
        let page = String::from_utf8(page).expect("a page is text");
        let turns = page.split("id=\"turns\" type=\"application/octet-stream\">").nth(1);
        let turns = turns.and_then(|rest| rest.find('<')).expect("a place for them");
        // Four numbers of two bytes for each of them; discs are not turned.
        let expected = if scene == "crowd" { 0 } else { (500_usize * 8).div_ceil(3) * 4 };
        assert_eq!(turns, expected, "{scene}");
    }
}

#[test]
fn files_are_drawn_too() {
    let input = file("two-boxes.bin", &raw(&[[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]; 2]));
    let picture = svg("file.svg", &input);
    assert!(picture.contains("two-boxes.bin: 2 shapes, 1 pair; sap"), "{picture}");
    let bad = [[0.0, 0.0, 0.0, 1.0, 1.0, 1.0], [f32::NAN, 0.0, 0.0, 1.0, 1.0, 1.0]];
    let picture = svg("bad.svg", &file("bad<&>.bin", &raw(&bad)));
    assert!(picture.contains("bad&lt;&amp;&gt;.bin: 2 shapes, 0 pairs; sap; 1 not valid"));
    let page = drawn("bad.html", &file("bad<&>.bin", &raw(&bad)));
    let page = String::from_utf8(page).expect("a page is text");
    assert!(page.contains("bad\\u003c&>.bin") && !page.contains("bad<"));
    for name in ["none.svg", "none.html", "none.png"] {
        drawn(name, &file("none.bin", &[]));
    }
}

/// A triangle, and where it moves to.
fn triangle(x: f32) -> Vec<u8> {
    format!(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
         property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n\
         {x} 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
    )
    .into_bytes()
}

#[test]
fn meshes_are_drawn_at_rest_and_swept() {
    let [first, second] = [file("t1.ply", &triangle(0.0)), file("t2.ply", &triangle(0.5))];
    assert!(svg("rest.svg", &first).contains("t1.ply: 1 shape, 0 pairs"));
    for (elements, words) in [("edges", "3 shapes, 0 pairs"), ("vertex-face", "4 shapes, 0 pairs")]
    {
        let args = format!("{first} {second} --elements {elements} --broad-phase bvh");
        let picture = svg("swept.svg", &args);
        assert!(picture.contains(&format!("t1.ply and t2.ply: {words}; bvh")), "{picture}");
    }
}

#[test]
fn too_many_shapes_are_a_sample_and_it_is_said() {
    let out = path("sample.svg");
    let out = out.to_str().expect("a plain name");
    let args = ["render", "--out", out, "--shapes", "50001", "--broad-phase", "brute-force"];
    let output = run_words(&args);
    let said = String::from_utf8(output.stderr).expect("the errors are text");
    assert!(output.status.success(), "{said}");
    let words = "50,000 of 50,001 shapes are drawn, an even sample";
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert_eq!(lines[0], format!("jostle-bench: {out}: {words}"));
    assert!(lines[1].ends_with(" pairs are not drawn as lines"), "{said}");
    let picture = fs::read_to_string(out).expect("it was written");
    assert!(picture.contains(words));
    assert_eq!(picture.matches("<circle").count(), 50_000);
}

#[test]
fn a_page_fetches_nothing() {
    let page = String::from_utf8(drawn("alone.html", "--shapes 20")).expect("a page is text");
    assert!(page.contains("default-src 'none'"));
    for word in ["http:", "https:", "src=", "href=", "@import", "url(", "fetch(", "@STYLE@"] {
        assert!(!page.contains(word), "{word}");
    }
}

/// Twelve bytes for a shape are sixteen letters.
#[test]
fn a_page_has_sixteen_letters_for_a_shape() {
    let of = |shapes: u32| {
        let args = format!("--scene uniform --shapes {shapes} --broad-phase brute-force --seed 3");
        let page = String::from_utf8(drawn("size.html", &args)).expect("a page is text");
        let (_, rest) = page.split_once("type=\"application/octet-stream\">").expect("shapes");
        rest.find('<').expect("an end")
    };
    assert_eq!((of(30), of(3000)), (16 * 30, 16 * 3000));
}

#[test]
fn wrong_calls_are_errors() {
    for name in ["x.gif", "x", "x.SVG"] {
        let message = failure(run_words(&["render", "--out", name]), 2);
        assert!(message.contains("must end in .svg, .png or .html"), "{message}");
    }
    let out = path("never.svg");
    let out = out.to_str().expect("a plain name");
    let refused = |args: &str| {
        let mut words = vec!["render", "--out", out];
        words.extend(args.split_whitespace());
        failure(run_words(&words), 2)
    };
    let message = refused("--broad-phase octopus");
    assert!(message.contains("\"octopus\"") && message.contains("brute-force, sap"), "{message}");
    assert!(refused("--scene unifrom").contains("\"unifrom\""));
    assert!(refused("absent.bin").contains("absent.bin: "));
    assert!(refused("a.ply --dim 2").contains("--dim 2"));
    assert!(refused("--level sse9").contains("'sse9'"));
    assert!(refused("--live x.wasm").contains("must end in .html"));
    let out = path("never.html");
    let out = out.to_str().expect("a plain name");
    let message = failure(run_words(&["render", "--live", "absent.wasm", "--out", out]), 2);
    assert!(message.contains("absent.wasm: "), "{message}");
    let message = failure(run_words(&["render", "--live", "Cargo.toml", "--out", out]), 2);
    assert!(message.contains("Cargo.toml: it is no module of WebAssembly"), "{message}");
    assert_eq!(run_words(&["render", "a.bin", "--narrow", "--out", out]).status.code(), Some(2));
    for name in ["no-such-folder/x.svg", "no-such-folder/x.png", "no-such-folder/x.html"] {
        let message = failure(run_words(&["render", "--shapes", "9", "--out", name]), 2);
        assert!(message.contains(&format!("{name}: ")), "{message}");
    }
    for args in ["render", "render --dim 2 --out x.svg", "render a.bin --scene crowd --out x.svg"] {
        let words: Vec<&str> = args.split_whitespace().collect();
        assert_eq!(run_words(&words).status.code(), Some(2), "{args}");
    }
    assert!(!path("never.svg").exists());
}

#[test]
fn help_tells_of_the_formats() {
    let help = text(run_words(&["render", "--help"]));
    for word in [".svg", ".png", ".html", "--broad-phase", "INPUT"] {
        assert!(help.contains(word), "{word}");
    }
}
