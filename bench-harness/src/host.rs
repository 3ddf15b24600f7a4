//! The machine that figures are from: times of two machines are not compared.

use std::{fs, thread::available_parallelism};

use jostle::SimdLevel;
use serde::{Deserialize, Serialize};

/// The machine that figures are from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// The processor, as it calls itself.
    pub cpu: String,
    /// Threads that it runs at once.
    pub cores: usize,
    /// Whether a hypervisor is underneath, where the operating system tells.
    pub virtual_machine: Option<bool>,
    /// The best SIMD level of the processor.
    pub best_level: String,
    /// The operating system and the architecture.
    pub platform: String,
    /// Processes that ran or waited to in the last minute, where the operating system tells: what
    /// was measured while others were busy is noise.
    pub load: Option<f64>,
}

impl Host {
    /// This machine, now.
    #[must_use]
    pub fn this() -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let load = fs::read_to_string("/proc/loadavg").ok();
        Self {
            cpu: field(&cpuinfo, "model name").unwrap_or("unknown processor").to_owned(),
            cores: available_parallelism().map_or(1, usize::from),
            virtual_machine: field(&cpuinfo, "flags").map(is_virtual),
            best_level: SimdLevel::available()
                .last()
                .unwrap_or(&SimdLevel::PORTABLE)
                .name()
                .to_owned(),
            platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            load: load.and_then(|text| text.split(' ').next()?.parse().ok()),
        }
    }

    /// Whether figures of the two can be held against each other.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        (&self.cpu, self.cores, &self.platform) == (&other.cpu, other.cores, &other.platform)
    }

    /// A name for folders: of the processor and a SIMD level, in small letters.
    #[must_use]
    pub fn folder(&self, level: &str) -> String {
        let words = self.cpu.split(|letter: char| !letter.is_ascii_alphanumeric());
        let telling = words.filter(|word| !["", "R", "TM", "CPU", "Processor"].contains(word));
        let name: Vec<String> = telling.map(str::to_ascii_lowercase).collect();
        format!("{}_{level}", name.join("-"))
    }
}

/// The value of the first line with this name.
fn field<'a>(cpuinfo: &'a str, name: &str) -> Option<&'a str> {
    cpuinfo.lines().find_map(|line| {
        let (before, value) = line.split_once(':')?;
        (before.trim() == name).then(|| value.trim())
    })
}

fn is_virtual(flags: &str) -> bool {
    flags.split(' ').any(|flag| flag == "hypervisor")
}
