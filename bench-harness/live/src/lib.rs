//! The engine in a page: shapes fly about in a box, and each frame finds the pairs that touch.
//!
//! The page has the memory in its hands: it asks for [`room`], writes the shapes there, and calls
//! [`step`] for each picture. What touches is written where the page's shader looks for it.
//!
//! ```sh
//! rustup target add wasm32-unknown-unknown
//! cd bench-harness/live
//! RUSTFLAGS="-C target-feature=+simd128" cargo build --release --target wasm32-unknown-unknown
//! jostle-bench render --out page.html \
//!     --live target/wasm32-unknown-unknown/release/jostle_live.wasm
//! ```

mod flight;

use std::cell::RefCell;

use flight::Flight;

/// The scene of the page.
enum Scene {
    Two(Box<Flight<2>>),
    Three(Box<Flight<3>>),
}

/// What the page reads and writes.
#[derive(Default)]
struct Page {
    /// Per shape its minima and maxima on three axes; behind the last the ends of the box.
    shapes: Vec<[f32; 6]>,
    /// Per shape the words that the shader draws it by.
    words: Vec<[u32; 3]>,
    scene: Option<Scene>,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

fn with<R>(work: impl FnOnce(&mut Page) -> R) -> R {
    PAGE.with_borrow_mut(work)
}

/// Room for the minima and maxima of so many shapes, and behind them those of the box they fly in.
#[unsafe(no_mangle)]
pub extern "C" fn room(shapes: usize) -> *mut f32 {
    with(|page| {
        *page = Page::default();
        page.shapes.resize(shapes + 1, [0.0; 6]);
        page.words.resize(shapes, [0; 3]);
        page.shapes.as_mut_ptr().cast()
    })
}

/// Room for the words that shapes are drawn by.
#[unsafe(no_mangle)]
pub extern "C" fn words() -> *mut u32 {
    with(|page| page.words.as_mut_ptr().cast())
}

/// Begins with the shapes that were written: boxes, or the balls within them.
#[unsafe(no_mangle)]
pub extern "C" fn begin(dimensions: u32, are_round: bool) {
    with(|page| {
        let Some((ends, shapes)) = page.shapes.split_last() else { return };
        page.scene = Some(match dimensions {
            2 => Scene::Two(Box::new(Flight::new(shapes, *ends, are_round))),
            _ => Scene::Three(Box::new(Flight::new(shapes, *ends, are_round))),
        });
    });
}

/// Lets shapes fly for some seconds, and writes where they are and how many others each touches.
/// Returns the number of pairs; -1 where something fails.
#[unsafe(no_mangle)]
pub extern "C" fn step(seconds: f32) -> i32 {
    with(|page| {
        let pairs = match &mut page.scene {
            Some(Scene::Two(flight)) => flight.step(seconds, &mut page.words),
            Some(Scene::Three(flight)) => flight.step(seconds, &mut page.words),
            None => return -1,
        };
        pairs.map_or(-1, |pairs| pairs as i32)
    })
}
