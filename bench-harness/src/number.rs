//! Numbers from people and for people.

use std::{fmt::Display, str::FromStr};

use indicatif::HumanBytes;
pub(crate) use jostle_files::number::thousands;

/// A number as people write it: `1000000`, `1_000_000` or `1e6`.
pub(crate) fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    let plain = text.replace('_', "");
    plain.parse().or_else(|error: T::Err| {
        // Whole numbers up to here are exact.
        let whole = plain.parse().ok().filter(|x: &f64| x.fract() == 0.0 && x.abs() < 1e15);
        whole.and_then(|x| format!("{x}").parse().ok()).ok_or_else(|| error.to_string())
    })
}

/// A number with separators and this many decimal places.
pub(crate) fn decimal(number: f64, places: usize) -> String {
    let text = format!("{:.places$}", number.abs());
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if number < 0.0 { "-" } else { "" };
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    format!("{sign}{whole}{fraction}")
}

/// A size in the largest binary unit that keeps it above one.
pub(crate) fn bytes(size: u64) -> String {
    HumanBytes(size).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_places() {
        assert_eq!(decimal(1_234_567.891, 2), "1,234,567.89");
        assert_eq!([decimal(-0.5, 1), decimal(1234.0, 0)], ["-0.5", "1,234"]);
        assert_eq!(decimal(f64::INFINITY, 1), "inf");
    }
}
