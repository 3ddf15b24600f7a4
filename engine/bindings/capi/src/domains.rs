//! Space cut among many processes, for hosts that have their own communication.

use std::sync::Arc;

use jostle::{
    Pair,
    digest::Digest,
    domain::Decomposition,
    records::{Field, GatheredColumns},
};

use crate::{
    arrays::{
        Sized32, fill, jst_numbers, jst_vectors, optional, optional_array, out, required, rows,
        sized,
    },
    bounds::{Set, SetColumns, jst_bounds},
    broad::jst_pair,
    dimensions::{Dimensions, in_dimensions},
    narrow::pairs_of,
    objects::{self, Object, using},
    pool::{Threads, jst_pool, threads_of},
    status::{Fault, call, jst_status},
};

/// Space cut into domains, one for each process: all of space in one at first. A domain is
/// half-open: its upper borders are no part of it.
///
/// Where each process has all bounds that touch its domain, its own and copies of others, it finds
/// all pairs that it reports: those that `jst_domains_owners` says are of its domain. So each pair
/// is reported once, and nobody has to talk about it.
pub type jst_domains = *mut jst_domains_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_domains_s {
    _private: u8,
}

/// What space is to be like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_domains_def {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// 2 or 3.
    pub dimensions: u32,
    /// Where it works, or null.
    pub pool: jst_pool,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_domains_def {
    const NAME: &'static str = "jst_domains_def";
}

/// Domains in a number of dimensions, and what calls fill.
struct Cuts<const D: usize> {
    domains: Decomposition<D>,
    points: GatheredColumns<D>,
    weights: GatheredColumns<1>,
    bounds: SetColumns<D>,
}

/// What calls have found.
#[derive(Default)]
struct Found {
    domains: Vec<u32>,
    offsets: Vec<usize>,
}

impl<const D: usize> Cuts<D> {
    fn new() -> Self {
        Self {
            domains: Decomposition::new(),
            points: GatheredColumns::new(),
            weights: GatheredColumns::new(),
            bounds: SetColumns::default(),
        }
    }

    /// Cuts space by a sample of points.
    fn bisect(
        &mut self,
        sample: [Field<'_>; D],
        weights: Option<Field<'_>>,
        parts: usize,
    ) -> Result<(), Fault> {
        let (columns, mut ones) = (self.points.gather(sample)?, Vec::new());
        let mut sample = Vec::new();
        fill(&mut sample, rows(columns))?;
        let weights = match weights {
            Some(weights) => self.weights.gather([weights])?[0],
            None => {
                fill(&mut ones, std::iter::repeat_n(1.0, sample.len()))?;
                &ones
            }
        };
        self.domains = Decomposition::bisect(&sample, weights, parts)?;
        Ok(())
    }

    /// Lists the domain of each point.
    fn list(&mut self, points: [Field<'_>; D], found: &mut Found) -> Result<(), Fault> {
        let points = rows(self.points.gather(points)?);
        fill(&mut found.domains, points.map(|point| self.domains.domain_of(&point) as u32))?;
        Ok(())
    }

    /// Lists the domains that each of the bounds touches.
    fn touch(&mut self, set: &Set<'_, D>, found: &mut Found) -> Result<(), Fault> {
        let bounds = self.bounds.gather(set)?.bounds;
        let Found { domains, offsets } = found;
        domains.clear();
        fill(offsets, std::iter::repeat_n(0, bounds.len() + 1))?;
        for index in 0..bounds.len() {
            if let Ok(aabb) = bounds.get(index) {
                let mut is_room = true;
                self.domains.for_each_touched(&aabb, |domain| {
                    is_room = is_room && domains.try_reserve(1).is_ok();
                    if is_room {
                        domains.push(domain as u32);
                    }
                });
                if !is_room {
                    return Err(Fault::Memory("the domains that bounds touch"));
                }
            }
            offsets[index + 1] = domains.len();
        }
        Ok(())
    }

    /// Lists the domain that reports each of some pairs.
    fn own(&mut self, set: &Set<'_, D>, pairs: &[Pair], found: &mut Found) -> Result<(), Fault> {
        let bounds = self.bounds.gather(set)?.bounds;
        if pairs.iter().any(|pair| pair.a.max(pair.b) as usize >= bounds.len()) {
            return Err(Fault::Argument("pairs", "have an index beyond the bounds"));
        }
        found.domains.clear();
        for Pair { a, b } in pairs {
            let (Ok(a), Ok(b)) = (bounds.get(*a as usize), bounds.get(*b as usize)) else {
                return Err(Fault::Argument("pairs", "have bounds that are not valid"));
            };
            found.domains.try_reserve(1).map_err(|_| Fault::Memory("the domains of pairs"))?;
            found.domains.push(self.domains.owner(&a, &b) as u32);
        }
        Ok(())
    }
}

/// Domains in two or three dimensions, and where they work.
struct Domains {
    threads: Arc<Threads>,
    cuts: Dimensions<Cuts<2>, Cuts<3>>,
    found: Found,
}

impl Object for Domains {
    const TYPE: usize = 10;
    const NAME: &'static str = "jst_domains";
}

/// Makes a single domain of all space. Destroy it with `jst_domains_destroy`.
///
/// # Safety
/// The struct is there, and so is room for the domains.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_domains_create(
    def: *const jst_domains_def,
    domains: *mut jst_domains,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, domains) = unsafe { (sized(def)?, out(domains, "domains")?) };
        let cuts = Dimensions::of(def.dimensions, || Ok(Cuts::new()), || Ok(Cuts::new()))?;
        let made = Domains { threads: threads_of(def.pool)?, cuts, found: Found::default() };
        *domains = objects::handle(made)?;
        Ok(())
    })
}

/// Destroys domains.
#[unsafe(no_mangle)]
pub extern "C" fn jst_domains_destroy(domains: jst_domains) -> jst_status {
    call(|| objects::remove::<Domains>(domains.addr()).map(drop))
}

/// Cuts space into so many `parts`, each with about the same share of a sample of points by weight.
/// The weights may be null: then all points count the same. The same sample in the same order gives
/// the same domains everywhere.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_domains_bisect(
    domains: jst_domains,
    sample: *const jst_vectors,
    weights: *const jst_numbers,
    count: usize,
    parts: usize,
) -> jst_status {
    using(domains, |domains: &mut Domains| {
        let Domains { threads, cuts, .. } = domains;
        in_dimensions!(cuts, cuts => {
            // SAFETY: the caller's promise.
            let (sample, weights) = unsafe {
                let weights = optional(weights, "weights")?;
                let weights = weights.map(|weights| weights.field(count, "weights"));
                (required(sample, "sample")?.fields(count, "sample")?, weights.transpose()?)
            };
            threads.run(|| cuts.bisect(sample, weights, parts))
        })
    })
}

/// The borders of a domain, two or three numbers each, infinite where it has none.
///
/// # Safety
/// There is room for as many numbers as there are dimensions in both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_domains_region(
    domains: jst_domains,
    domain: u32,
    min: *mut f32,
    max: *mut f32,
) -> jst_status {
    using(domains, |domains: &mut Domains| {
        in_dimensions!(&domains.cuts, cuts => {
            // SAFETY: the caller's promise.
            let (min, max) = unsafe { (out(min.cast(), "min")?, out(max.cast(), "max")?) };
            if domain as usize >= cuts.domains.domains() {
                return Err(Fault::Argument("domain", "is none of those that there are"));
            }
            let region = cuts.domains.region(domain as usize);
            (*min, *max) = (region.min, region.max);
        });
        Ok(())
    })
}

/// The domain in which each of so many points lies. They are good until the next call with these
/// domains.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_domains_of(
    domains: jst_domains,
    points: *const jst_vectors,
    count: usize,
    of: *mut *const u32,
) -> jst_status {
    using(domains, |domains: &mut Domains| {
        let Domains { threads, cuts, found } = domains;
        // SAFETY: the caller's promise.
        let of = unsafe { out(of, "of") }?;
        in_dimensions!(cuts, cuts => {
            // SAFETY: the caller's promise.
            let points = unsafe { required(points, "points")?.fields(count, "points") }?;
            threads.run(|| cuts.list(points, found))?;
        });
        *of = found.domains.as_ptr();
        Ok(())
    })
}

/// The domains that each of the bounds touches, in order: those of bound `i` are from `offsets[i]`
/// to before `offsets[i + 1]` in `touched`. Bounds that are not valid touch none. They are good
/// until the next call with these domains.
///
/// # Safety
/// As for `jst_domains_of`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_domains_touched(
    domains: jst_domains,
    bounds: *const jst_bounds,
    offsets: *mut *const usize,
    touched: *mut *const u32,
) -> jst_status {
    using(domains, |domains: &mut Domains| {
        let Domains { threads, cuts, found } = domains;
        // SAFETY: the caller's promise.
        let (offsets, touched) = unsafe { (out(offsets, "offsets")?, out(touched, "touched")?) };
        in_dimensions!(cuts, cuts => {
            // SAFETY: the caller's promise.
            let set = unsafe { Set::of(bounds, std::ptr::null()) }?;
            threads.run(|| cuts.touch(&set, found))?;
        });
        (*offsets, *touched) = (found.offsets.as_ptr(), found.domains.as_ptr());
        Ok(())
    })
}

/// The domain that reports each of so many pairs of bounds that touch. They are good until the next
/// call with these domains.
///
/// # Safety
/// As for `jst_domains_of`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_domains_owners(
    domains: jst_domains,
    bounds: *const jst_bounds,
    pairs: *const jst_pair,
    count: usize,
    owners: *mut *const u32,
) -> jst_status {
    using(domains, |domains: &mut Domains| {
        let Domains { threads, cuts, found } = domains;
        // SAFETY: the caller's promise.
        let (pairs, owners) = unsafe { (pairs_of(pairs, count)?, out(owners, "owners")?) };
        in_dimensions!(cuts, cuts => {
            // SAFETY: the caller's promise.
            let set = unsafe { Set::of(bounds, std::ptr::null()) }?;
            threads.run(|| cuts.own(&set, pairs, found))?;
        });
        *owners = found.domains.as_ptr();
        Ok(())
    })
}

/// A number that tells different cuts apart, for processes to check that they have the same.
///
/// # Safety
/// There is room for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_domains_digest(domains: jst_domains, digest: *mut u64) -> jst_status {
    using(domains, |domains: &mut Domains| {
        // SAFETY: the caller's promise.
        let digest = unsafe { out(digest, "digest") }?;
        *digest = in_dimensions!(&domains.cuts, cuts => cuts.domains.digest());
        Ok(())
    })
}

/// Adds so many pairs of ids, the lower one of each first, to the two sums of a digest, which are 0
/// at first. Sums of many processes are added, each modulo 2^64.
///
/// # Safety
/// The sums are two numbers, and the ids twice as many as pairs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_digest_add(
    sums: *mut u64,
    ids: *const u64,
    count: usize,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (sums, ids) = unsafe {
            let ids = optional_array(ids.cast::<[u64; 2]>(), count, "ids")?;
            (out(sums.cast::<[u64; 2]>(), "sums")?, ids.ok_or(Fault::Null("ids"))?)
        };
        let mut digest = Digest::from_sums(*sums);
        digest.add_wide(ids);
        *sums = digest.sums();
        Ok(())
    })
}

/// The digest of two sums: with ids of 32 bits it is that of the pairs of all in one list.
///
/// # Safety
/// The sums are two numbers, and there is room for the digest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_digest_value(sums: *const u64, digest: *mut u64) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (sums, digest) =
            unsafe { (required(sums.cast::<[u64; 2]>(), "sums")?, out(digest, "digest")?) };
        *digest = Digest::from_sums(*sums).value();
        Ok(())
    })
}
