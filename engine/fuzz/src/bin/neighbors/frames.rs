//! Frames of points, and lists that are held against the oracle.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Error,
    neighbors::{ListKind, Neighbors, RadiusRule, RebuildReason, Validity, Within},
    validate::JoinSide,
};
use jostle_fuzz::input::Number;

use crate::{
    asked::Asked,
    common::pool,
    lattice::Refused,
    oracle::{Image, List, Oracle},
    scene::{Change, PointSet, Scene, Stored},
};

/// Most frames of an input.
const FRAMES: usize = 12;

/// Most images that the oracle looks at in a frame.
const WORK: f64 = 5e4;

/// What happens between two frames.
#[derive(Arbitrary, Debug)]
struct Step<const D: usize> {
    of_points: Change<D>,
    of_queries: Change<D>,
    settings: Setting,
    layout: u8,
}

/// A setting that changes, or mostly none.
#[derive(Debug)]
enum Setting {
    Same,
    Radius(Number),
    Skin(Number),
    Clear,
}

impl<'a> Arbitrary<'a> for Setting {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(match u8::arbitrary(u)? {
            0..200 => Self::Same,
            200..225 => Self::Radius(Number::arbitrary(u)?),
            225..250 => Self::Skin(Number::arbitrary(u)?),
            _ => Self::Clear,
        })
    }
}

/// Lists that are kept from frame to frame.
struct Kept<const D: usize> {
    asked: Asked<D>,
    lists: Neighbors<D>,
    /// What they had when they were built, by the oracle.
    listed: Vec<List<D>>,
    threads: usize,
}

/// Runs the frames that the bytes are.
pub(crate) fn run<const D: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let (bits, asked) = (u8::arbitrary(u)?, Asked::<D>::arbitrary(u)?);
    let reach = asked.radius + asked.skin;
    let points = PointSet::new(u, reach)?;
    let queries = if bits & 3 == 3 { Some(PointSet::new(u, reach)?) } else { None };
    let mut scene = Scene { queries, points };
    let (lists, threads) = (asked.lists(), if bits >> 2 & 3 == 3 { 3 } else { 1 });
    let mut kept = Kept { asked, lists, listed: Vec::new(), threads };
    let mut is_built = false;
    for number in 0..FRAMES {
        let layout = if number > 0 {
            if u.is_empty() {
                break;
            }
            let step = Step::<D>::arbitrary(u)?;
            scene.points.change(&step.of_points, kept.asked.skin);
            if let Some(queries) = &mut scene.queries {
                queries.change(&step.of_queries, kept.asked.skin);
            }
            is_built &= kept.set(&step.settings);
            step.layout % 3
        } else {
            0
        };
        let Some(built) = kept.frame(&scene, layout, is_built) else { break };
        is_built = built;
    }
    Ok(())
}

impl<const D: usize> Kept<D> {
    /// Changes a setting. Returns whether lists may still be kept.
    fn set(&mut self, setting: &Setting) -> bool {
        match setting {
            Setting::Same => return true,
            Setting::Radius(radius) => {
                self.asked.radius = radius.size();
                self.lists.set_radius(radius.size());
            }
            Setting::Skin(skin) => {
                self.asked.skin = skin.size();
                self.lists.set_skin(skin.size());
            }
            Setting::Clear => {
                self.lists.clear();
                assert!(self.lists.is_empty() && self.lists.validity().is_none());
                return false;
            }
        }
        true
    }

    /// Updates the lists and holds them against the oracle. Returns whether there are lists; none
    /// ends the input.
    fn frame(&mut self, scene: &Scene<D>, layout: u8, is_built: bool) -> Option<bool> {
        let asked = self.asked;
        let lattice = asked.repeats.lattice();
        let oracle = Oracle { asked: &asked, lattice: &lattice, scene };
        let reach = oracle.reach()?;
        let is_refused = asked.is_refused() || reach.is_infinite();
        let refused = if is_refused { Refused::Always } else { lattice.refused(reach) };
        let images = lattice.most_images(reach);
        // There are as many images where nobody asks.
        let of_all = (scene.from().len().max(1) * scene.points.len().max(1)) as f64;
        // Also where there are so many that they may or may not be refused.
        if refused != Refused::Always && images * of_all > WORK {
            return None;
        }
        let stored = [scene.from(), &scene.points].map(|set| Stored::new(set, layout));
        let [from, points] = stored.each_ref().map(Stored::points);
        let would_keep = self.lists.would_keep(points);
        let threads = self.threads;
        let lists = &mut self.lists;
        let updated = pool(threads).install(|| match scene.queries {
            Some(_) => lists.update_between(from, points),
            None => lists.update(points),
        });
        match updated {
            Err(error) => {
                self.check_refused(&error, refused, &oracle);
                return Some(false);
            }
            Ok(validity) => {
                assert_ne!(refused, Refused::Always, "{validity:?}, {reach:?}, {asked:?}");
                assert_eq!(self.lists.validity(), Some(validity));
                if scene.queries.is_none() {
                    assert_eq!(would_keep, Ok(validity.rebuilt.is_none()));
                }
                self.check(&oracle, validity, is_built)?;
            }
        }
        let within = match scene.queries {
            Some(_) => self.lists.within_between(from, points),
            None => self.lists.within(points),
        };
        self.check_within(&oracle, &within.expect("there are as many"))?;
        Some(true)
    }

    /// Asserts that the error is right, and that there are no lists.
    fn check_refused(&self, error: &Error, refused: Refused, oracle: &Oracle<'_, D>) {
        assert!(self.lists.is_empty() && self.lists.validity().is_none(), "{error}");
        assert!(self.lists.invalid().is_empty() && self.lists.reach().is_none(), "{error}");
        match *error {
            Error::TooManyNeighbors { neighbors, limit } => {
                assert!(refused != Refused::Always && neighbors > limit, "{error}");
                let lists = (0..oracle.scene.from().len()).map(|index| {
                    oracle.list(index, self.asked.skin).filter(|list| list.is_exact(&self.asked))
                });
                let total: Option<usize> = lists.map(|list| Some(list?.near.len())).sum();
                assert!(total.is_none_or(|total| total as u64 == neighbors), "{error}, {total:?}");
            }
            Error::Reach { .. } | Error::Setting { .. } | Error::Period { .. } => {
                assert_ne!(refused, Refused::Never, "{error}: {:?}", self.asked);
            }
            _ => panic!("{error}: {:?}", self.asked),
        }
    }

    /// Holds the lists against the oracle: of now, or of when they were built.
    fn check(&mut self, oracle: &Oracle<'_, D>, validity: Validity, is_built: bool) -> Option<()> {
        let Oracle { asked, scene, .. } = *oracle;
        let from = scene.from();
        if let Some(reason) = validity.rebuilt {
            assert_eq!(reason == RebuildReason::First, !is_built, "{reason:?}");
            self.listed.clear();
            for index in 0..from.len() {
                self.listed.push(oracle.list(index, asked.skin)?);
            }
        } else {
            assert!(is_built && 2.0 * validity.displacement <= validity.allowance.max(0.0));
        }
        assert_eq!((self.lists.len(), self.listed.len()), (from.len(), from.len()));
        assert_eq!(self.lists.offsets().len(), from.len() + 1);
        let total: usize = (0..from.len()).map(|index| self.lists.of(index).len()).sum();
        assert!(total == self.lists.indices().len() && total as u64 <= asked.limit);
        let mut found = Vec::new();
        for (index, listed) in self.listed.iter().enumerate() {
            let what = format!("point {index}, {validity:?}");
            let ids = self.lists.of(index);
            found.clear();
            match self.lists.images_of(index) {
                Some(images) => found.extend(images),
                None => found.extend(ids.iter().map(|id| (*id, [0; D]))),
            }
            assert!(found.iter().map(|image| image.0).eq(ids.iter().copied()), "{what}");
            assert_eq!(self.lists.images_of(index).is_some(), asked.has_shifts, "{what}");
            listed.check(&found, asked.has_shifts, asked, &what);
            if asked.nearest.is_none() {
                assert!(found.is_sorted(), "{what}: {found:?}");
            }
        }
        self.check_mutual(oracle);
        self.check_invalid(oracle)
    }

    /// Asserts that each pair is seen the same from both of its points.
    fn check_mutual(&self, oracle: &Oracle<'_, D>) {
        let Oracle { asked, scene, .. } = *oracle;
        let is_mutual = asked.kind == ListKind::Full
            && asked.rule != RadiusRule::Own
            && asked.nearest.is_none()
            && scene.queries.is_none();
        if !is_mutual {
            return;
        }
        let times = |of: usize, id: u32| {
            let ids = self.lists.of(of);
            ids.partition_point(|listed| *listed <= id) - ids.partition_point(|listed| *listed < id)
        };
        for (index, ids) in self.lists.iter() {
            for other in ids.iter().copied() {
                let back = times(other as usize, index as u32);
                assert_eq!(times(index, other), back, "{index} and {other}: {asked:?}");
            }
        }
    }

    fn check_invalid(&self, oracle: &Oracle<'_, D>) -> Option<()> {
        let Scene { queries, points } = oracle.scene;
        let mut expected = Vec::new();
        for (side, set) in
            [(JoinSide::First, queries.as_ref().unwrap_or(points)), (JoinSide::Second, points)]
        {
            if side == JoinSide::Second && queries.is_none() {
                continue;
            }
            for index in 0..set.len() {
                if !oracle.is_valid(set, index)? {
                    expected.push((side, index as u32));
                }
            }
        }
        let invalid = self.lists.invalid().iter().map(|invalid| (invalid.side, invalid.index));
        assert!(invalid.eq(expected), "{:?}", self.lists.invalid());
        Some(())
    }

    fn check_within(&self, oracle: &Oracle<'_, D>, within: &Within<'_, D>) -> Option<()> {
        let asked = oracle.asked;
        for index in 0..oracle.scene.from().len() {
            let mut expected = oracle.list(index, 0.0)?;
            let mut found: Vec<Image<D>> = match within.images_of(index) {
                Some(images) => images.collect(),
                None => within.of(index).map(|id| (id, [0; D])).collect(),
            };
            assert!(within.of(index).eq(found.iter().map(|image| image.0)));
            // Where points left the cell, shifts changed, and the order of their images with them.
            found.sort_unstable();
            expected.near.sort_by_key(|near| near.image);
            expected.check(&found, asked.has_shifts, asked, &format!("point {index}, within"));
        }
        Some(())
    }
}
