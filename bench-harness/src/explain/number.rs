//! Numbers in a figure.

/// How many decimal places are worth while for shapes of a size.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    places: i32,
}

/// Most decimal places; beyond them, numbers have an exponent.
const MOST_PLACES: i32 = 6;

/// From here on, too.
const LARGE: f64 = 1e7;

impl Numbers {
    /// For numbers some of which are about as large as this.
    pub(super) fn new(size: f64) -> Self {
        let power = if size > 0.0 { size.log10().floor() as i32 } else { 0 };
        Self { places: if power > 1 { (3 - power).max(0) } else { 2 - power.min(0) } }
    }

    /// The number with three digits or so, at least two of them of its own.
    #[must_use]
    pub fn text(&self, number: f64) -> String {
        format(number, self.places(number))
    }

    /// Both components of a vector, with as many places as the larger one deserves.
    #[must_use]
    pub fn vector(&self, [x, y]: [f64; 2]) -> String {
        let places = self.places(x.abs().max(y.abs()));
        format!("({}, {})", format(x, places), format(y, places))
    }

    /// Places behind the point, or none if that is no way to write the number.
    fn places(&self, number: f64) -> Option<usize> {
        if number == 0.0 {
            return Some(0);
        }
        let own = 1 - number.abs().log10().floor() as i32;
        let places = self.places.max(own.min(self.places + 2));
        let is_plain = own <= places && places <= MOST_PLACES && number.abs() < LARGE;
        is_plain.then_some(places as usize)
    }
}

fn format(number: f64, places: Option<usize>) -> String {
    match places {
        _ if number == 0.0 => "0".to_owned(),
        Some(places) if number.abs() < 0.5 * 0.1_f64.powi(places as i32) => "0".to_owned(),
        Some(places) => format!("{number:.places$}"),
        None => format!("{number:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_places_as_tell_something() {
        let numbers = Numbers::new(6.0);
        let text = [1.234_567, -0.5, 0.043_21, 0.000_123, 0.0, 2e7].map(|x| numbers.text(x));
        assert_eq!(text, ["1.23", "-0.50", "0.043", "1.2e-4", "0", "2.0e7"]);
        assert_eq!(Numbers::new(4321.0).text(12.34), "12");
        assert_eq!(Numbers::new(43.0).text(12.345), "12.35");
        assert_eq!(Numbers::new(1e-9).text(1e-10), "1.0e-10");
        assert_eq!(Numbers::new(0.0).text(0.0), "0");
    }

    #[test]
    fn components_of_a_vector_have_the_same_places() {
        let numbers = Numbers::new(6.0);
        assert_eq!(numbers.vector([0.28, -0.0877]), "(0.28, -0.09)");
        assert_eq!(numbers.vector([-0.001, 2.0]), "(0, 2.00)");
        assert_eq!(numbers.vector([0.0, 1e-9]), "(0, 1.0e-9)");
    }
}
