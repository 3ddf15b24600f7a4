//! The page that runs the engine finds what the program found, and goes on from there.

use std::{env, fs};

use crate::browser::{Browser, differing, page, reds};

const SIZE: [u32; 2] = [600, 600];

/// The module that the variable `JOSTLE_LIVE` names; none, and a line that says so, where there is
/// none.
fn module() -> Option<String> {
    let module = env::var("JOSTLE_LIVE").ok();
    if module.is_none() {
        eprintln!(
            "SKIPPED: no page runs the engine: JOSTLE_LIVE names its module, see .ci/targets"
        );
    }
    module
}

/// What is written behind a word, up to a mark.
fn after<'a>(text: &'a str, word: &str, mark: &str) -> &'a str {
    let (_, rest) = text.split_once(word).unwrap_or_else(|| panic!("{word} in {text:.2000}"));
    rest.split(mark).next().expect("there is something")
}

#[test]
fn the_engine_finds_in_a_page_what_it_found_outside() {
    let (Some(browser), Some(module)) = (Browser::find(), module()) else { return };
    for (scene, shapes) in [("crowd", "400"), ("uniform", "3000"), ("rectangles", "1000")] {
        let page = page(&["--scene", scene, "--shapes", shapes, "--live", &module]);
        let written = fs::read_to_string(&page).expect("it was written");
        let title = after(&written, "\"title\":\"", "\"").replace(',', "");
        let text = browser.text(&page, "live=1");
        let first = after(&text, "data-first=\"", "\"");
        assert!(title.contains(&format!(" {first} pairs")), "{title}: {first}");
        let found = after(&text, &format!("data-first=\"{first}\">"), "<");
        assert!(found.contains(" pairs, found in "), "{found}");
        // Nothing moves while nobody wants it.
        let at_rest = browser.text(&page, "");
        assert!(at_rest.contains(&format!("data-first=\"{first}\"></output>")));
    }
}

#[test]
fn shapes_fly_about() {
    let (Some(browser), Some(module)) = (Browser::find(), module()) else { return };
    let page = page(&["--scene", "crowd", "--shapes", "400", "--live", &module]);
    let [rest, live] = ["", "&live=1"]
        .map(|view| browser.picture(&page, &format!("panel=0&hide=pairs&level=-1{view}"), SIZE));
    let reds = reds(&live);
    assert!(differing(&rest, &live) > 10_000 && reds > 5000, "{reds}");
}
