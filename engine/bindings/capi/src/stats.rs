//! What a step was like.

use jostle::step::StepStats;

use crate::arrays::Sized32;

/// What a step was like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_stats {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// Shapes that were left out, as their numbers mean nothing.
    pub invalid: u32,
    /// Shapes, those left out included.
    pub shapes: u64,
    /// Pairs whose bounds touch.
    pub pairs: u64,
    /// Pairs that touch, without those of sensors.
    pub contacts: u64,
    /// Pairs of a sensor and another shape that touch.
    pub sensor_overlaps: u64,
    /// Pairs that met on their way.
    pub fast_hits: u64,
    /// Bytes of memory held.
    pub memory_bytes: u64,
    /// Seconds for what came, went and changed since the step before.
    pub changes_seconds: f64,
    /// Seconds for packing and checking the shapes.
    pub prepare_seconds: f64,
    /// Seconds for the broad phase.
    pub broad_seconds: f64,
    /// Seconds for putting its pairs in order.
    pub order_seconds: f64,
    /// Seconds for the narrow phase.
    pub narrow_seconds: f64,
    /// Seconds for the ways of fast shapes.
    pub fast_seconds: f64,
    /// Seconds for finding out what began and ended.
    pub events_seconds: f64,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers.
unsafe impl Sized32 for jst_stats {
    const NAME: &'static str = "jst_stats";
}

impl jst_stats {
    pub(crate) fn of(stats: &StepStats, memory_bytes: usize) -> Self {
        let times = &stats.times;
        Self {
            size: size_of::<Self>() as u32,
            invalid: stats.invalid as u32,
            shapes: stats.shapes as u64,
            pairs: stats.pairs as u64,
            contacts: stats.contacts as u64,
            sensor_overlaps: stats.sensor_overlaps as u64,
            fast_hits: stats.ccd_hits as u64,
            memory_bytes: memory_bytes as u64,
            changes_seconds: times.changes.as_secs_f64(),
            prepare_seconds: times.prepare.as_secs_f64(),
            broad_seconds: times.broad.as_secs_f64(),
            order_seconds: times.order.as_secs_f64(),
            narrow_seconds: times.narrow.as_secs_f64(),
            fast_seconds: times.sweep.as_secs_f64(),
            events_seconds: times.events.as_secs_f64(),
        }
    }
}
