//! Memory of the process, as the operating system sees it.

/// The most memory this process has ever had resident, in bytes; `None` where the
/// operating system does not say.
#[must_use]
pub fn peak_rss_bytes() -> Option<u64> {
    high_water_mark(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// The line `VmHWM` of `/proc/self/status`, which is in kibibytes.
fn high_water_mark(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kibibytes_become_bytes() {
        assert_eq!(
            high_water_mark("Name:\tx\nVmHWM:\t    1234 kB\nVmRSS:\t 1 kB\n"),
            Some(1263616)
        );
        assert_eq!(high_water_mark("Name:\tx\n"), None);
        assert_eq!(high_water_mark("VmHWM:\tmuch kB\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_tells() {
        assert!(peak_rss_bytes().is_some_and(|bytes| bytes > 4096));
    }
}
