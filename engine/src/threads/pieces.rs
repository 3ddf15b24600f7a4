//! Parts, each with the piece of a slice that belongs to it.

use super::join;

/// What can be cut in two: a slice, or two of the same length.
pub(crate) trait Split: Sized + Send {
    fn split(self, at: usize) -> (Self, Self);
}

impl<T: Send> Split for &mut [T] {
    fn split(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

impl<A: Split, B: Split> Split for (A, B) {
    fn split(self, at: usize) -> (Self, Self) {
        let ((a, c), (b, d)) = (self.0.split(at), self.1.split(at));
        ((a, b), (c, d))
    }
}

/// Runs `work` on every part and the piece of `slice` that belongs to it, on as many threads as
/// there are. The pieces lie one behind the other and are as long as `len_of` says.
pub(crate) fn for_each_piece<T: Send, S: Split>(
    parts: &mut [T],
    slice: S,
    len_of: &(dyn Fn(&T) -> usize + Sync),
    work: &(dyn Fn(&mut T, S) + Sync),
) {
    match parts {
        [] => {}
        [part] => work(part, slice),
        _ => {
            let (left, right) = parts.split_at_mut(parts.len() / 2);
            let (first, second) = slice.split(left.iter().map(len_of).sum());
            join(
                || for_each_piece(left, first, len_of, work),
                || for_each_piece(right, second, len_of, work),
            );
        }
    }
}
