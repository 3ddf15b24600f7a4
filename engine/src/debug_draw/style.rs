//! What something that is drawn is, and its color.

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DrawElement {
    /// The bounds of a node of a tree that has nodes below it.
    Node,
    /// The bounds of a node that holds boxes; in a dynamic tree with the margin around them.
    Leaf,
    /// The part of the world that a node of a quadtree stands for.
    Cell,
    /// What the boxes in a node of a loose quadtree may take up; without end for the root.
    LooseCell,
    /// A strip of a sweep and prune that holds boxes; in 3D a column, as two axes are cut.
    Strip,
    /// The plane between two strips.
    Cut,
    /// A box on the axis that is swept: from its minimum to its maximum, at its lower side on the
    /// other axes.
    Interval,
    /// A shape. The engine draws none: users have theirs.
    Shape,
    /// A pair of shapes that touch. The engine draws none.
    Contact,
}

/// What something that is drawn is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawStyle {
    /// What it is.
    pub element: DrawElement,
    /// Levels above it in a tree; the size class of what a sweep and prune is cut into, 0 for the
    /// smallest boxes; the axis of an interval of an incremental sweep and prune.
    pub depth: u32,
}

/// Colors by depth, of like brightness and once around the circle of hues, but for the reds of
/// contacts: neighbors differ, and the last is next to the first.
const BY_DEPTH: [[u8; 3]; 8] = [
    [0x1f, 0x3a, 0x93],
    [0x00, 0x72, 0xb2],
    [0x00, 0x96, 0x96],
    [0x2e, 0x8b, 0x3d],
    [0x86, 0x92, 0x00],
    [0xc9, 0x8a, 0x00],
    [0xa0, 0x5a, 0x2c],
    [0x8e, 0x44, 0xad],
];

impl DrawStyle {
    /// Number of different colors by depth.
    pub const COLORS: u32 = BY_DEPTH.len() as u32;

    /// The style of something at a depth.
    #[must_use]
    pub const fn new(element: DrawElement, depth: u32) -> Self {
        Self { element, depth }
    }

    /// A color: red, green, blue and opacity, 0 to 255, the first three not multiplied by the last.
    ///
    /// Shapes are gray and contacts red. All else goes by depth through eight colors: navy, blue,
    /// teal, green, olive, amber, brown, purple, and again from the first on. Shapes and strips are
    /// meant to be filled and let through what is behind them; lines are opaque.
    #[must_use]
    pub const fn color(self) -> [u8; 4] {
        let opacity = match self.element {
            DrawElement::Shape => 0x8c,
            DrawElement::Strip => 0x30,
            _ => 0xff,
        };
        let [red, green, blue] = match self.element {
            DrawElement::Shape => [0x6b, 0x7a, 0x8c],
            DrawElement::Contact => [0xa3, 0x20, 0x1a],
            _ => BY_DEPTH[(self.depth % Self::COLORS) as usize],
        };
        [red, green, blue, opacity]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [DrawElement; 6] = [
        DrawElement::Node,
        DrawElement::Leaf,
        DrawElement::Cell,
        DrawElement::LooseCell,
        DrawElement::Cut,
        DrawElement::Interval,
    ];

    #[test]
    fn neighbors_in_depth_differ_and_colors_come_again() {
        for element in LINES {
            let color = |depth| DrawStyle::new(element, depth).color();
            for depth in 0..20 {
                assert_ne!(color(depth), color(depth + 1));
                assert_eq!(color(depth), color(depth + DrawStyle::COLORS));
                assert_eq!(color(depth)[3], 0xff);
            }
            assert_eq!(color(u32::MAX), color(DrawStyle::COLORS - 1));
        }
    }

    #[test]
    fn only_contacts_are_red() {
        let red = |style: DrawStyle| {
            let [red, green, blue, _] = style.color().map(u32::from);
            red > 2 * green && red > 2 * blue
        };
        assert!(red(DrawStyle::new(DrawElement::Contact, 3)));
        let others = LINES.into_iter().chain([DrawElement::Shape, DrawElement::Strip]);
        assert!(others.into_iter().all(|of| (0..8).all(|depth| !red(DrawStyle::new(of, depth)))));
    }
}
