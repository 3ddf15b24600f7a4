//! What can be changed in a page changes the picture, and nothing else does.

use crate::browser::{Browser, differing, page, reds};

const SIZE: [u32; 2] = [600, 600];

/// Pixels that a change has to reach, so that it is not taken for one where an edge was rounded.
const MANY: usize = 500;

#[test]
fn the_same_view_has_the_same_pixels() {
    let Some(browser) = Browser::find() else { return };
    let page = page(&["--scene", "uniform", "--shapes", "2000", "--broad-phase", "bvh"]);
    let [first, second] = [0, 1].map(|_| browser.picture(&page, "panel=0&level=2", SIZE));
    assert_eq!(differing(&first, &second), 0);
    let turned = browser.picture(&page, "panel=0&level=2&yaw=10", SIZE);
    assert!(differing(&first, &turned) > MANY);
}

/// Colors and levels of a tree in the plane.
#[test]
fn colors_and_levels_change_the_picture() {
    let Some(browser) = Browser::find() else { return };
    let page = page(&["--scene", "crowd", "--shapes", "400", "--broad-phase", "bvh"]);
    let views = ["", "&color=depth", "&color=cell", "&level=0", "&level=2", "&zoom=2", "&shapes=0"];
    let pictures = views.map(|view| {
        let view = format!("panel=0&hide=pairs&level=-1{view}");
        browser.picture(&page, &view, SIZE)
    });
    for (index, picture) in pictures.iter().enumerate() {
        for (other, before) in pictures[..index].iter().enumerate() {
            let differ = differing(picture, before);
            assert!(differ > MANY, "{:?} and {:?}: {differ}", views[index], views[other]);
        }
    }
    assert!(reds(&pictures[0]) > 20_000, "touching shapes are red");
    assert_eq!(reds(&pictures[1]), 0, "depths have no red");
    // With neither shapes nor levels, paper is left, but for the panel.
    let paper = pictures[6].pixels().iter().filter(|pixel| pixel.red() == 255).count();
    assert!(paper > 330_000, "{paper}");
}

/// Each kind of primitive is seen where it is asked for, of each broad phase that has it.
#[test]
fn every_kind_can_be_shown() {
    let Some(browser) = Browser::find() else { return };
    for (phase, shown, hidden) in [
        ("quadtree", "cells", "loose cells,pairs"),
        ("sap", "cuts", "intervals,pairs"),
        ("incremental-sap", "intervals", "pairs"),
        ("bvh", "pairs", "nodes,leaves"),
    ] {
        let page = page(&["--scene", "uniform", "--shapes", "3000", "--broad-phase", phase]);
        let of = |hide: &str| {
            let hide = hide.replace(' ', "+");
            browser.picture(&page, &format!("panel=0&shapes=0&level=9&hide={hide}"), SIZE)
        };
        let differ = differing(&of(hidden), &of(&format!("{hidden},{shown}")));
        assert!(differ > MANY, "{phase}, {shown}: {differ}");
    }
}
