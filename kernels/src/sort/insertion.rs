//! Insertion sort for what is nearly in order.

/// How an insertion sort ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// How many items were moved past another one.
    pub moves: u64,
    /// Whether all items are in order; if not, there were too many moves.
    pub is_sorted: bool,
}

/// Sorts by moving each item before those that are greater, and calls `moved` with the item and
/// each one that it is moved past.
///
/// So `moved` is called once for each two items whose order changes. It stops behind the first item
/// that makes more than `most` moves of all, which is fewer than `most + items.len()`; the items
/// are then as before, partly sorted. O(n + moves).
///
/// Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies" (1992), sorts the ends of intervals
/// so.
#[inline]
pub fn insertion_sort(items: &mut [u64], most: u64, mut moved: impl FnMut(u64, u64)) -> Insertion {
    let mut moves = 0;
    for index in 1..items.len() {
        let (item, mut place) = (items[index], index);
        while place > 0 && items[place - 1] > item {
            moved(item, items[place - 1]);
            items[place] = items[place - 1];
            place -= 1;
        }
        items[place] = item;
        moves += (index - place) as u64;
        if moves > most {
            return Insertion { moves, is_sorted: false };
        }
    }
    Insertion { moves, is_sorted: true }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equals_std_and_tells_each_inversion_once(
            items in prop::collection::vec(0_u64..40, 0..60), most in 0_u64..900,
        ) {
            let (mut sorted, mut told) = (items.clone(), Vec::new());
            let result = insertion_sort(&mut sorted, most, |item, past| told.push((item, past)));
            prop_assert_eq!(result.moves, told.len() as u64);
            prop_assert_eq!(result.is_sorted, result.moves <= most);
            prop_assert!(result.moves <= most + items.len() as u64);
            let mut expected = items.clone();
            if result.is_sorted {
                expected.sort_unstable();
                prop_assert_eq!(sorted, expected);
                let after = |(index, past): (usize, &u64)| {
                    let past = *past;
                    let less = items[index..].iter().filter(move |item| **item < past);
                    less.map(move |item| (*item, past)).collect::<Vec<_>>()
                };
                let mut inversions: Vec<_> = items.iter().enumerate().flat_map(after).collect();
                inversions.sort_unstable();
                told.sort_unstable();
                prop_assert_eq!(told, inversions);
            } else {
                sorted.sort_unstable();
                expected.sort_unstable();
                prop_assert_eq!(sorted, expected);
            }
        }
    }
}
