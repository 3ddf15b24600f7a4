//! A value for each pair of kinds of shapes that exist in a dimension.

use crate::shape::ShapeKind;

/// Whether shapes of a kind are computed in pairs, in a number of dimensions: all but those that
/// have parts, which are in their place.
const fn has_pairs<const D: usize>(kind: ShapeKind) -> bool {
    kind.exists_in(D) && !matches!(kind, ShapeKind::Composite)
}

/// A value for each pair of kinds that exist in `D` dimensions. The smaller kind comes first.
pub(super) struct KindTable<T, const D: usize>([[Option<T>; ShapeKind::COUNT]; ShapeKind::COUNT]);

impl<T: Copy, const D: usize> KindTable<T, D> {
    /// The table of a list of pairs of kinds with their values, of a value for the other pairs with
    /// a kind, and of one for the rest, where there is one.
    ///
    /// # Panics
    /// When a pair of kinds that exist in `D` dimensions is missing, is listed twice or has the
    /// larger kind first, or when a kind is not computed in `D` dimensions. As the tables are
    /// statics, all of these are errors of the compiler.
    pub(super) const fn new(
        list: &[([ShapeKind; 2], T)],
        with: Option<(ShapeKind, T)>,
        rest: Option<T>,
    ) -> Self {
        let mut table = [[None; ShapeKind::COUNT]; ShapeKind::COUNT];
        let mut index = 0;
        while index < list.len() {
            let ([a, b], value) = list[index];
            assert!(a as usize <= b as usize, "the smaller kind comes first");
            assert!(
                has_pairs::<D>(a) && has_pairs::<D>(b),
                "a kind has no pairs in this dimension"
            );
            assert!(table[a as usize][b as usize].is_none(), "a pair of kinds is listed twice");
            table[a as usize][b as usize] = Some(value);
            index += 1;
        }
        let mut pair = 0;
        while pair < ShapeKind::COUNT * ShapeKind::COUNT {
            let (a, b) = (pair / ShapeKind::COUNT, pair % ShapeKind::COUNT);
            let has = has_pairs::<D>(ShapeKind::ALL[a]) && has_pairs::<D>(ShapeKind::ALL[b]);
            if has && a <= b && table[a][b].is_none() {
                table[a][b] = match with {
                    Some((kind, value)) if a == kind as usize || b == kind as usize => Some(value),
                    _ => rest,
                };
                assert!(table[a][b].is_some(), "a pair of kinds has no entry");
            }
            pair += 1;
        }
        Self(table)
    }
}

impl<T, const D: usize> KindTable<T, D> {
    /// The value of two kinds, the smaller first.
    ///
    /// # Panics
    /// When the larger kind comes first, or a kind does not exist in `D` dimensions.
    #[inline]
    pub(super) fn of(&self, [a, b]: [ShapeKind; 2]) -> &T {
        self.0[a as usize][b as usize].as_ref().expect("two kinds of the dimension, smaller first")
    }
}
