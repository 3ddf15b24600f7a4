//! Numbers for people.

/// A number with a comma before each group of three digits.
pub(crate) fn thousands(number: u64) -> String {
    grouped(&number.to_string())
}

/// A number that is not negative, with separators and this many decimal places.
pub(crate) fn decimal(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    match text.split_once('.') {
        Some((whole, fraction)) => format!("{}.{fraction}", grouped(whole)),
        None => grouped(&text),
    }
}

/// A number of things with a plural in `s`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(count))
}

/// A size in the largest binary unit that keeps it above one.
pub(crate) fn bytes(size: u64) -> String {
    let mut size = size as f64;
    for unit in ["B", "KiB", "MiB"] {
        if size < 1024.0 {
            return format!("{} {unit}", decimal(size, usize::from(unit != "B")));
        }
        size /= 1024.0;
    }
    format!("{} GiB", decimal(size, 1))
}

fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three() {
        assert_eq!([0, 999, 1000].map(thousands), ["0", "999", "1,000"]);
        assert_eq!(thousands(4_295_022_903), "4,295,022,903");
        assert_eq!(decimal(1_234_567.891, 2), "1,234,567.89");
        assert_eq!(decimal(0.0, 3), "0.000");
        assert_eq!(decimal(1234.5, 0), "1,234");
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes(1023), "1,023 B");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(5 << 40), "5,120.0 GiB");
    }
}
