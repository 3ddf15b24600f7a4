//! Numbers for people.

/// A number with a comma before each group of three digits.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// A number of things with a plural in `s`.
#[must_use]
pub fn counted(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three() {
        assert_eq!([0, 999, 4_295_022_903].map(thousands), ["0", "999", "4,295,022,903"]);
        assert_eq!([1, 2000].map(|count| counted(count, "pair")), ["1 pair", "2,000 pairs"]);
    }
}
