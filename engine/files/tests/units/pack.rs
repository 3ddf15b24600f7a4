//! Boxes that are packed enclose what they are of.

use jostle::debug_draw::{DrawElement, DrawStyle};

use super::*;

/// What a page makes of ten bits.
fn size_of_code(code: u32) -> u32 {
    if code < 64 { code } else { (64 + (code & 63)) << ((code >> 6) - 1) }
}

#[test]
fn sizes_grow_by_little_and_never_shrink() {
    let mut last = 0;
    for size in 0..=65_535 {
        let code = size_code(size);
        let found = size_of_code(code);
        assert!(code < 1024 && code >= last, "{size}");
        assert!(size <= found && found - size <= size / 64, "{size}: {found}");
        last = code;
    }
}

fn extent() -> Extent {
    Extent { min: [-3.0, 0.1, 5.0], max: [7.0, 0.7, 5.0], is_cut: false }
}

/// The corners that a page draws, in the unit of space.
fn unpacked(grid: &Grid<'_>, [a, b, c]: Packed) -> [[f64; 3]; 2] {
    let low = [a & 0xffff, a >> 16, b & 0xffff];
    let size = [c & 1023, c >> 10 & 1023, c >> 20 & 1023].map(size_of_code);
    let place = |axis: usize, x: u32| match grid.scale[axis] {
        0.0 => grid.extent.min[axis],
        scale => grid.extent.min[axis] + f64::from(x) / scale,
    };
    [
        std::array::from_fn(|axis| place(axis, low[axis])),
        std::array::from_fn(|axis| place(axis, low[axis] + size[axis])),
    ]
}

#[test]
fn packed_boxes_enclose_what_they_are_of() {
    let extent = extent();
    let grid = Grid::new(&extent);
    let mut tight = 0;
    for i in 0..3000_u32 {
        let unit = |k: u32| f64::from((i * 7919 + k * 104_729) % 10_007) / 10_007.0;
        let min = [-3.0 + 9.0 * unit(1), 0.1 + 0.5 * unit(2), 5.0];
        let size = [unit(3), 0.1 * unit(4), 0.0];
        let min = min.map(|x| x as f32);
        let max = std::array::from_fn(|axis| (f64::from(min[axis]) + size[axis]) as f32);
        let aabb = Aabb { min, max };
        let place = Some((i, i % 40));
        let solid = Solid { degree: i, place, ..Solid::upright((aabb.min, aabb.max)) };
        let packed = grid.solid(&solid);
        let [low, high] = unpacked(&grid, packed);
        for axis in 0..3 {
            let seen = extent.clamp(aabb.min)[axis]..=extent.clamp(aabb.max)[axis];
            let unit = if axis == 2 { 0.0 } else { 1.0 / grid.scale[axis] };
            assert!(low[axis] <= *seen.start() && *seen.end() <= high[axis], "{solid:?}");
            let most = 2.1 * unit + (seen.end() - seen.start() + 2.0 * unit) / 64.0;
            assert!(high[axis] - low[axis] - (seen.end() - seen.start()) <= most, "{solid:?}");
            tight += usize::from(high[axis] - low[axis] < 0.1);
        }
        assert_eq!(packed[1] >> 16 & 0xff, i.min(255));
        assert_eq!(packed[1] >> 24 & 31, (i % 40).min(30));
        assert_eq!(packed[1] >> 29 | (packed[2] >> 30) << 3, mixed(i));
    }
    assert!(tight > 3000, "{tight}");
}

#[test]
fn what_has_no_end_ends_at_the_border() {
    let extent = extent();
    let grid = Grid::new(&extent);
    let (aabb, style) = (Aabb::EVERYTHING, DrawStyle::new(DrawElement::Cut, 0));
    let primitive = Primitive { ends: [aabb.min, aabb.max], style };
    // On the last axis nothing has any size.
    assert_eq!(grid.primitive(&primitive, false), [0, 0xffff << 16, 0xffff]);
    let solid = Solid::upright((aabb.min, aabb.max));
    let [low, high] = unpacked(&grid, grid.solid(&solid));
    assert!((0..3).all(|axis| low[axis] <= extent.min[axis] && extent.max[axis] <= high[axis]));
    assert_eq!(grid.solid(&solid)[1] >> 24 & 31, NO_DEPTH);
}
