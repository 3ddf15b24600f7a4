//! Shapes are where they should be, and have the colors that they should have.

use crate::browser::{Browser, WHITE, boxes, is_gray, is_red, page, pixel};

const SIZE: [u32; 2] = [700, 500];

/// Where a point of the plane is on the screen: the whole fits into 92 % of it.
fn in_plane(sides: [f64; 2], point: [f64; 2], size: [u32; 2]) -> [f64; 2] {
    let [width, height] = size.map(f64::from);
    let scale = 0.92 * (width / sides[0]).min(height / sides[1]);
    let [x, y] = [0, 1].map(|axis| (point[axis] - 0.5 * sides[axis]) * scale);
    [0.5 * width + x, 0.5 * height - y]
}

/// Where a point of space is, seen from a direction in degrees: everything within the longest
/// diagonal fits.
fn in_space(sides: [f64; 3], point: [f64; 3], [yaw, pitch]: [f64; 2]) -> [f64; 2] {
    let [width, height] = SIZE.map(f64::from);
    let (sin, cos) = yaw.to_radians().sin_cos();
    let (rise, reach) = pitch.to_radians().sin_cos();
    let diagonal = sides.iter().map(|side| side * side).sum::<f64>().sqrt();
    let scale = 0.92 * width.min(height) / diagonal;
    let [x, y, z]: [f64; 3] = std::array::from_fn(|axis| point[axis] - 0.5 * sides[axis]);
    let right = -sin * x + cos * y;
    let up = -rise * cos * x - rise * sin * y + reach * z;
    [0.5 * width + scale * right, 0.5 * height - scale * up]
}

/// Two boxes that touch, and one alone, 50 by 30 in all.
const PLANE: [[f32; 4]; 3] =
    [[0.0, 0.0, 10.0, 10.0], [10.0, 5.0, 20.0, 15.0], [40.0, 20.0, 50.0, 30.0]];

#[test]
fn boxes_in_the_plane_are_where_they_are() {
    let Some(browser) = Browser::find() else { return };
    let page = page(&[&boxes(&PLANE), "--dim", "2", "--broad-phase", "brute-force"]);
    for size in [SIZE, [390, 844]] {
        let picture = browser.picture(&page, "panel=0&hide=pairs", size);
        let at = |x, y| pixel(&picture, in_plane([50.0, 30.0], [x, y], size));
        assert!(is_red(at(3.0, 4.0)) && is_red(at(17.0, 8.0)), "{:?}", at(3.0, 4.0));
        assert!(is_gray(at(45.0, 25.0)), "{:?}", at(45.0, 25.0));
        for (x, y) in [(25.0, 15.0), (5.0, 12.0), (45.0, 10.0), (15.0, 2.0), (39.0, 25.0)] {
            assert_eq!(at(x, y), WHITE, "{x}, {y}");
        }
    }
}

/// Two boxes that touch, and one alone, all of unlike sides; 20 by 16 by 12 in all.
const SPACE: [[f32; 6]; 3] = [
    [0.0, 0.0, 0.0, 4.0, 3.0, 5.0],
    [2.0, 1.0, 5.0, 5.0, 5.0, 9.0],
    [15.0, 12.0, 9.0, 20.0, 16.0, 12.0],
];

#[test]
fn boxes_in_space_are_where_they_are_from_every_side() {
    let Some(browser) = Browser::find() else { return };
    let page = page(&[&boxes(&SPACE), "--broad-phase", "brute-force"]);
    for direction in [[-62.0, 28.0], [110.0, 15.0], [140.0, -35.0]] {
        let [yaw, pitch] = direction;
        let view = format!("panel=0&hide=pairs&yaw={yaw}&pitch={pitch}");
        let picture = browser.picture(&page, &view, SIZE);
        for (index, row) in SPACE.iter().enumerate() {
            let middle = std::array::from_fn(|k| 0.5 * f64::from(row[k] + row[k + 3]));
            let found = pixel(&picture, in_space([20.0, 16.0, 12.0], middle, direction));
            let right = if index < 2 { is_red(found) } else { is_gray(found) };
            assert!(right, "box {index} from {direction:?}: {found:?}");
        }
        assert_eq!(pixel(&picture, [4.0, 4.0]), WHITE);
    }
}

/// A ball fills the middle of its box, and not the corners.
#[test]
fn discs_are_round() {
    let Some(browser) = Browser::find() else { return };
    let page = page(&["--scene", "crowd", "--shapes", "1", "--broad-phase", "brute-force"]);
    let picture = browser.picture(&page, "panel=0", SIZE);
    // One disc takes up all that is drawn, 460 pixels wide.
    assert!(is_gray(pixel(&picture, [350.0, 250.0])));
    assert!(is_gray(pixel(&picture, [350.0 + 200.0, 250.0])));
    assert_eq!(pixel(&picture, [350.0 + 180.0, 250.0 + 180.0]), WHITE);
}

/// Points have no size, and are seen.
#[test]
fn points_are_seen() {
    let Some(browser) = Browser::find() else { return };
    let rows = [[0.0, 0.0, 0.0, 0.0], [8.0, 6.0, 8.0, 6.0], [4.0, 3.0, 4.0, 3.0]];
    let page = page(&[&boxes(&rows), "--dim", "2", "--broad-phase", "brute-force"]);
    let picture = browser.picture(&page, "panel=0", SIZE);
    let ink = |[x, y]: [f64; 2]| {
        let around = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| [dx, dy].map(f64::from)));
        around.filter(|[dx, dy]| pixel(&picture, [x + dx, y + dy]) != WHITE).count()
    };
    for [x, y, ..] in rows {
        let at = in_plane([8.0, 6.0], [x, y].map(f64::from), SIZE);
        assert!((1..=12).contains(&ink(at)), "{x}, {y}: {}", ink(at));
    }
    assert_eq!(ink(in_plane([8.0, 6.0], [2.0, 4.0], SIZE)), 0);
}

#[test]
fn a_browser_without_webgl_is_told() {
    let Some(browser) = Browser::find() else { return };
    let page = page(&[&boxes(&PLANE), "--dim", "2"]);
    let text = browser.text_without_webgl(&page);
    let error = text.split("id=\"error\"").nth(1).expect("there is a place for errors");
    assert!(error.starts_with(">This page draws with WebGL2"), "{}", &error[..200]);
    assert!(text.contains("3 shapes, 1 pair; sap"));
}
