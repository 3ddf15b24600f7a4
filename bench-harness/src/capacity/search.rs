//! The largest number that still passes.

/// How close the search comes: to this share of the number.
const NEAR: u32 = 32;

/// The largest number from 1 to `most` that passes, up to a 32nd of it, where all below one that
/// passes do: by doubling from `first`, then bisection. 0 if none does.
///
/// # Errors
/// The first error of a probe.
pub(super) fn largest<E>(
    first: u32,
    most: u32,
    mut passes: impl FnMut(u32) -> Result<bool, E>,
) -> Result<u32, E> {
    let (mut good, mut next) = (0, first.min(most));
    while passes(next)? {
        good = next;
        if good == most {
            return Ok(most);
        }
        next = next.saturating_mul(2).min(most);
    }
    let mut bad = next;
    while bad - good > 1.max(good / NEAR) {
        let middle = good + (bad - good) / 2;
        if passes(middle)? {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Ok(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(limit: u32, most: u32) -> (u32, usize) {
        let mut probes = 0;
        let found = largest(256, most, |n| {
            probes += 1;
            assert!((1..=most).contains(&n));
            Ok::<_, ()>(n <= limit)
        });
        (found.expect("no probe fails"), probes)
    }

    #[test]
    fn finds_the_limit_to_a_32nd() {
        for limit in [1, 2, 31, 255, 256, 257, 1000, 99_999, 1 << 20, (1 << 22) - 1] {
            let (found, probes) = found(limit, 1 << 22);
            assert!(found <= limit && limit - found <= limit / 32, "{found} of {limit}");
            assert!(probes <= 24, "{probes}");
        }
    }

    #[test]
    fn nothing_and_everything_pass() {
        assert_eq!(found(0, 1000).0, 0);
        assert_eq!(found(5000, 1000).0, 1000);
        assert_eq!(found(5000, 7).0, 7);
    }

    #[test]
    fn errors_end_the_search() {
        let failed = largest(4, 100, |n| if n > 20 { Err(n) } else { Ok(true) });
        assert_eq!(failed, Err(32));
    }
}
