//! What a program prints of a library.

use serde::{Deserialize, Serialize};

/// What a library is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// All pairs of boxes that touch, from nothing in each run.
    Pairs,
    /// The same while the boxes go back and forth between two frames of the scene, by what is kept.
    Moved,
    /// The nearest centers of boxes for each of them.
    Nearest,
}

impl Task {
    /// Its name, as the programs know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Moved => "moved",
            Self::Nearest => "nearest",
        }
    }
}

/// What a program prints of a library.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Answer {
    pub(super) library: String,
    pub(super) method: String,
    /// Threads that it used.
    pub(super) threads: usize,
    /// Of pairs.
    #[serde(default)]
    pub(super) pairs: u64,
    /// Pairs that it listed more than once.
    #[serde(default)]
    pub(super) duplicates: u64,
    pub(super) digest: Option<String>,
    /// Of neighbors.
    pub(super) sum_of_distances: Option<f64>,
    /// What the engine found for the same points.
    pub(super) jostle_sum_of_distances: Option<f64>,
    pub(super) build_ms: Vec<f64>,
    pub(super) find_ms: Vec<f64>,
    pub(super) total_ms: Vec<f64>,
    pub(super) peak_rss_bytes: Option<u64>,
}

/// Sums of distances may differ by this share: libraries round each in their own way.
const NEAR: f64 = 1e-6;

impl Answer {
    /// What is wrong with it, held against the digest of the engine.
    pub(super) fn fault(&self, reference: Option<&str>) -> Option<String> {
        if let Some((found, expected)) = self.sum_of_distances.zip(self.jostle_sum_of_distances) {
            let off = (found - expected).abs() / expected.abs().max(f64::MIN_POSITIVE);
            return (off > NEAR).then(|| format!("distances sum to {found}, not {expected}"));
        }
        if self.duplicates > 0 {
            return Some(format!("{} pairs listed more than once", self.duplicates));
        }
        (self.digest.as_deref() != reference).then(|| format!("{} other pairs", self.pairs))
    }

    /// Adds the times of the same library in another process, which has to have found the same.
    pub(super) fn add(&mut self, other: Self) -> Result<(), String> {
        if other.digest != self.digest {
            return Err("it found other pairs in another round".to_owned());
        }
        self.build_ms.extend(other.build_ms);
        self.find_ms.extend(other.find_ms);
        self.total_ms.extend(other.total_ms);
        self.peak_rss_bytes = self.peak_rss_bytes.max(other.peak_rss_bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(rest: &str) -> Answer {
        let text = format!(
            r#"{{"library":"l","method":"m","threads":1,"build_ms":[1],"find_ms":[2],"total_ms":[3],
                "peak_rss_bytes":null,{rest}}}"#
        );
        serde_json::from_str(&text).expect("it has all fields")
    }

    #[test]
    fn other_pairs_are_a_fault() {
        let right = answer(r#""pairs":2,"duplicates":0,"digest":"ab""#);
        assert_eq!(right.fault(Some("ab")), None);
        assert_eq!(right.fault(Some("cd")), Some("2 other pairs".to_owned()));
        let twice = answer(r#""pairs":2,"duplicates":1,"digest":"ab""#);
        assert_eq!(twice.fault(Some("ab")), Some("1 pairs listed more than once".to_owned()));
    }

    #[test]
    fn other_distances_are_a_fault() {
        let of = |found: f64| {
            answer(&format!(r#""sum_of_distances":{found:?},"jostle_sum_of_distances":100.0"#))
        };
        assert_eq!(of(100.000_01).fault(None), None);
        assert!(of(100.001).fault(None).is_some());
    }

    #[test]
    fn rounds_have_to_agree() {
        let mut first = answer(r#""digest":"ab""#);
        assert_eq!(first.add(answer(r#""digest":"ab""#)), Ok(()));
        assert_eq!(first.total_ms, [3.0, 3.0]);
        assert!(first.add(answer(r#""digest":"cd""#)).is_err());
    }
}
