//! Operations on two worlds.

use std::fmt::Debug;

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Error, Handle, Pair, Shape, SimdLevel, World,
    geometry::ray::Ray,
    narrow::overlap,
    query::QueryFilter,
    shape::{Attributes, Mobility, PreparedShapes},
    snapshot::Snapshot,
    step::StepLimits,
};
use jostle_fuzz::{
    certainty::is_tame,
    input::{AnyLevel, Number, floats},
    shapes::{AnyShape, SingleShape},
    steps::{broad_phase, enlarged, margin},
};

use crate::{
    common::explain_world,
    found::found,
    looked_up::{check_lookups, check_resolve},
    model::{Both, Model},
    pair_data::Kept,
};

/// Most shapes in a world, so that steps stay short.
const SHAPES: usize = 24;
/// Most operations of an input.
const OPERATIONS: usize = 100;

/// Attributes of a shape.
#[derive(Arbitrary, Clone, Copy, Debug)]
struct AnyAttributes {
    category: u8,
    mask: u8,
    group: i8,
    mobility: u8,
    /// Sensor, fast, disabled, and whether there are masks.
    flags: u8,
    user: u8,
}

impl AnyAttributes {
    fn get(self, is_modeled: bool) -> Attributes {
        let bit = |bit: u8| self.flags >> bit & 3 == 3;
        let mut attributes = Attributes::new()
            .with_group(i32::from(self.group % 3))
            .with_mobility(mobility(self.mobility))
            .with_sensor(bit(0))
            .with_ccd(bit(2) && !is_modeled)
            .with_enabled(!bit(4))
            .with_user(self.user.into());
        if bit(6) {
            attributes.category = self.category.into();
            attributes.mask = self.mask.into();
        }
        attributes
    }
}

fn mobility(number: u8) -> Mobility {
    [Mobility::Moving, Mobility::Moving, Mobility::Sleeping, Mobility::Static]
        [usize::from(number) % 4]
}

/// A shape with parts, or without where the model is to understand it.
#[derive(Arbitrary, Clone, Debug)]
enum Given<const D: usize> {
    Single(SingleShape<D>),
    Any(AnyShape<D>),
}

/// What is done to both worlds.
#[derive(Arbitrary, Debug)]
enum Operation<const D: usize> {
    Insert(Given<D>, AnyAttributes),
    Copy(u8, [Number; D]),
    Remove(u8),
    RemoveAll([u8; 3]),
    Set(u8, Given<D>),
    Teleport(u8, Given<D>),
    Move(u8, [Number; D]),
    Attributes(u8, AnyAttributes),
    Sleep([u8; 3], u8),
    Exclude(u8, u8, bool),
    /// All balls by numbers that are written into their columns.
    Radii(Number),
    Centers([Number; D]),
    Clear,
    Clone,
    Limited(u8, u16),
    Restore,
    Step,
    /// Of those pairs whose users differ in this bit only.
    StepWhere(u8),
    Ray([Number; D], [Number; D]),
    Overlaps(SingleShape<D>),
}

/// Two worlds that go through the same, and what is known of them.
struct Twins<const D: usize> {
    worlds: [World<D>; 2],
    live: Vec<Handle>,
    stale: Vec<Handle>,
    model: Option<Model>,
    /// What is kept of the contacts of the first, and of its sensor overlaps.
    kept: [Kept; 2],
    margin: f32,
    /// Whether neither was made again since the last step, so that both have one to ask about.
    has_step: bool,
}

impl<const D: usize> Twins<D> {
    fn new(u: &mut Unstructured<'_>, is_modeled: bool) -> Result<Self> {
        let margin = margin(u8::arbitrary(u)?);
        let mut make = |level: SimdLevel| {
            let phase = broad_phase(u8::arbitrary(u)?);
            let world = World::<D>::new().with_level(level).with_boxed_broad_phase(phase);
            Ok(world.with_margin(margin).expect("it is finite"))
        };
        let first = make(SimdLevel::available()[0])?;
        let second = make(SimdLevel::detect())?;
        let AnyLevel(level) = AnyLevel::arbitrary(u)?;
        let worlds = [first, second.with_level(level)];
        let mut model = is_modeled.then(Model::default);
        model.iter_mut().for_each(|model| model.margin = margin);
        let (live, stale, kept) = (Vec::new(), Vec::new(), Default::default());
        Ok(Self { worlds, live, stale, model, kept, margin, has_step: false })
    }

    /// A handle of a shape; now and then of one that is gone.
    fn handle(&self, number: u8) -> Option<Handle> {
        let number = usize::from(number);
        if number > 240 && !self.stale.is_empty() {
            return Some(self.stale[number % self.stale.len()]);
        }
        (!self.live.is_empty()).then(|| self.live[number % self.live.len()])
    }

    /// Does the same to both, with the same result.
    fn both<T: PartialEq + Debug>(&mut self, change: impl Fn(&mut World<D>) -> T) -> T {
        let [first, second] = &mut self.worlds;
        let (result, other) = (change(first), change(second));
        assert_eq!(result, other);
        result
    }

    fn insert(&mut self, shape: &Shape<D>, attributes: Attributes) {
        if self.live.len() < SHAPES {
            let insert =
                |world: &mut World<D>| world.shapes_mut().insert_with(shape.clone(), attributes);
            let handle = self.both(insert);
            assert_eq!(handle.is_ok(), overlap(shape, shape).is_ok(), "{shape:?}: {handle:?}");
            if let Ok(handle) = handle {
                assert!(!self.live.contains(&handle) && !self.stale.contains(&handle));
                self.live.push(handle);
            }
        }
    }

    fn remove(&mut self, handle: Handle) {
        let removed = self.both(|world| world.shapes_mut().remove(handle));
        let place = self.live.iter().position(|live| *live == handle);
        assert_eq!(removed.is_ok(), place.is_some());
        self.stale.extend(place.map(|place| self.live.swap_remove(place)));
    }

    /// The shape at another place, if it has one that is a single point and shares nothing: what
    /// is shared is told by its place in memory, which another world has elsewhere.
    fn moved(&self, handle: Handle, by: [f32; D]) -> Option<Shape<D>> {
        let mut shape = self.worlds[0].shapes().get(handle).ok()?;
        let center = match &mut shape {
            Shape::Ball(of) => &mut of.center,
            Shape::Box(of) => &mut of.center,
            Shape::Capsule(of) => &mut of.center,
            Shape::HalfSpace(of) => &mut of.point,
            _ => return None,
        };
        *center = std::array::from_fn(|axis| center[axis] + by[axis]);
        Some(shape)
    }

    /// Steps both, and holds what they found against each other and the model.
    fn step(&mut self, wants: Option<u8>) {
        let by_user =
            |users: [u64; 2]| wants.is_none_or(|bit| (users[0] ^ users[1]) >> (bit % 8) & 1 == 0);
        let stepped = self.both(|world| {
            let stepped = match wants {
                Some(_) => world.step_where(|_, users: [u64; 2]| by_user(users)),
                None => world.step(),
            };
            stepped.map(|stats| (stats.shapes, stats.contacts, stats.sensor_overlaps))
        });
        stepped.expect("nothing is wrong");
        self.has_step = true;
        let [first, second] = &mut self.worlds;
        assert_eq!(found(first), found(second));
        check_lookups(second);
        check_resolve(second, 1);
        let [of_contacts, of_sensors] = &mut self.kept;
        let (contacts, sensors) = (first.contact_changes(), first.sensor_changes());
        of_contacts.check(first, &contacts, first.touching(), first.sleeping_contacts());
        of_sensors.check(first, &sensors, first.sensor_overlaps(), &[]);
        let Some(model) = &mut self.model else { return };
        let mut prepared = PreparedShapes::new();
        prepared.update(first.shapes()).expect("there is memory");
        let bounds = |handle: Handle| {
            let index = first.shapes().index_of(handle).expect("it is there");
            prepared.bounds().get(index).expect("it touches something, so it is valid")
        };
        let margin = self.margin;
        let shape = |handle: Handle| first.shapes().get(handle).expect("it is there");
        let is_found = |handles: Both| {
            let [a, b] = handles.map(|handle| first.index(handle).expect("it is there"));
            let pair = Pair::ordered(a, b);
            first.touching().contains(&pair) || first.sensor_overlaps().contains(&pair)
        };
        model.check_where(first, &|handles: Both, users| {
            let [a, b] = handles.map(|handle| enlarged(bounds(handle), margin));
            let touch = (0..D).all(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis]);
            // What is not tame may touch by rounding, as the step says or not.
            let tame = handles.iter().all(|handle| is_tame(&shape(*handle)));
            touch && by_user(users) && (tame || is_found(handles))
        });
    }

    /// A step that may fail: then it is no loss, and the next one of the first world finds what
    /// that of the second does, which is made anew from a snapshot before.
    fn limited(&mut self, pairs: u8, most: u16) {
        let limits = StepLimits::new().with_pairs(pairs.into());
        let limits =
            if pairs.is_multiple_of(2) { limits } else { limits.with_memory_bytes(most.into()) };
        for (number, world) in self.worlds.iter_mut().enumerate() {
            let snapshot = world.snapshot();
            *world = std::mem::take(world).with_limits(limits);
            let has_failed = world.step().is_err();
            if has_failed {
                assert!(world.contacts().is_empty() && world.touching().is_empty());
                assert!(world.queries().is_err() || world.shapes().is_empty());
            }
            if !has_failed && number == 0 {
                self.kept = Default::default();
            }
            if !has_failed || number == 1 {
                let again = World::restore(&snapshot).expect("it is sound");
                *world = again.with_margin(self.margin).expect("it is finite");
            }
            *world = std::mem::take(world).with_limits(StepLimits::NONE);
        }
        self.step(None);
    }

    /// Makes the second world anew from the bytes of the first.
    fn restore(&mut self) {
        let [bytes, other] = self.worlds.each_ref().map(bytes);
        assert_eq!(bytes, other);
        let snapshot = Snapshot::from_bytes(&bytes).expect("it is whole");
        assert_eq!(snapshot.to_bytes().as_ref(), Ok(&bytes));
        let world = World::restore(&snapshot).expect("it is sound");
        self.has_step = false;
        self.worlds[1] = world.with_margin(self.margin).expect("it is finite");
    }

    /// Questions about the last step.
    fn ask(&self, asked: &Operation<D>) {
        for world in &self.worlds {
            check_lookups(world);
        }
        if !self.has_step {
            return;
        }
        let filter = QueryFilter::new();
        let answers = self.worlds.each_ref().map(|world| -> std::result::Result<_, Error> {
            let queries = world.queries()?;
            let (mut hits, mut ids) = (Vec::new(), Vec::new());
            match asked {
                Operation::Ray(origin, direction) => {
                    let ray = Ray::new(floats(*origin), floats(*direction));
                    queries.all_hits(&ray, filter, &mut hits)?;
                    assert_eq!(queries.closest_hit(&ray, filter)?.as_ref(), hits.first());
                    assert_eq!(queries.any_hit(&ray, filter)?, !hits.is_empty());
                }
                Operation::Overlaps(SingleShape(shape)) => {
                    queries.overlapping(shape, filter, &mut ids)?;
                    assert_eq!(queries.any_overlap(shape, filter)?, !ids.is_empty());
                }
                _ => {}
            }
            Ok((hits, ids))
        });
        let [first, second] = answers;
        assert_eq!(first, second, "{asked:?}");
    }
}

/// The bytes of a snapshot, which tell what is the same: a NaN does not equal itself.
fn bytes<const D: usize>(world: &World<D>) -> Vec<u8> {
    world.snapshot().to_bytes().expect("there is memory")
}

fn operate<const D: usize>(twins: &mut Twins<D>, operation: &Operation<D>) {
    let is_modeled = twins.model.is_some();
    let shape = |given: &Given<D>| match given {
        Given::Single(SingleShape(shape)) => Some(shape.clone()),
        Given::Any(AnyShape(shape)) => (!is_modeled).then(|| shape.clone()),
    };
    match operation {
        Operation::Insert(given, attributes) => {
            if let Some(shape) = shape(given) {
                twins.insert(&shape, attributes.get(is_modeled));
            }
        }
        Operation::Copy(of, by) => {
            let Some(handle) = twins.handle(*of) else { return };
            let attributes = twins.worlds[0].shapes().attributes(handle);
            if let (Some(shape), Ok(attributes)) = (twins.moved(handle, floats(*by)), attributes) {
                twins.insert(&shape, attributes);
            }
        }
        Operation::Remove(of) => {
            if let Some(handle) = twins.handle(*of) {
                twins.remove(handle);
            }
        }
        Operation::RemoveAll(of) => {
            let handles: Vec<Handle> = of.iter().filter_map(|of| twins.handle(*of)).collect();
            if twins.both(|world| world.shapes_mut().remove_all(&handles)).is_ok() {
                twins.live.retain(|live| !handles.contains(live));
                twins.stale.extend(handles);
            }
        }
        Operation::Set(of, given) | Operation::Teleport(of, given) => {
            let (Some(handle), Some(shape)) = (twins.handle(*of), shape(given)) else { return };
            let is_set = matches!(operation, Operation::Set(..));
            let _ = twins.both(|world| match is_set {
                true => world.shapes_mut().set(handle, shape.clone()),
                false => world.teleport(handle, shape.clone()),
            });
        }
        Operation::Move(of, by) => {
            let Some(handle) = twins.handle(*of) else { return };
            if let Some(shape) = twins.moved(handle, floats(*by)) {
                let _ = twins.both(|world| world.shapes_mut().set(handle, shape.clone()));
            }
        }
        Operation::Attributes(of, attributes) => {
            let Some(handle) = twins.handle(*of) else { return };
            let attributes = attributes.get(is_modeled);
            let set = twins.both(|world| world.shapes_mut().set_attributes(handle, attributes));
            assert_eq!(set.is_ok(), twins.live.contains(&handle));
        }
        Operation::Sleep(of, number) => {
            let handles: Vec<Handle> = of.iter().filter_map(|of| twins.handle(*of)).collect();
            let mobility = mobility(*number);
            let _ = twins.both(|world| world.shapes_mut().set_mobility(&handles, mobility));
        }
        Operation::Exclude(a, b, is_excluded) => {
            let (Some(a), Some(b)) = (twins.handle(*a), twins.handle(*b)) else { return };
            let _ = twins.both(|world| world.set_pair_excluded(a, b, *is_excluded));
        }
        Operation::Radii(radius) => {
            let count = twins.worlds[0].shapes().balls().radii().len();
            let radii: Vec<f32> = (0..count).map(|row| radius.0 + row as f32 / 8.0).collect();
            twins.both(|world| world.shapes_mut().set_ball_radii(&radii)).expect("as many");
        }
        Operation::Centers(by) => {
            let centers = twins.worlds[0].shapes().boxes().centers();
            let moved: [Vec<f32>; D] =
                std::array::from_fn(|axis| centers[axis].iter().map(|x| x + by[axis].0).collect());
            let columns = moved.each_ref().map(Vec::as_slice);
            twins.both(|world| world.shapes_mut().set_box_centers(columns)).expect("as many");
        }
        Operation::Clear => {
            twins.both(|world| world.shapes_mut().clear());
            twins.stale.append(&mut twins.live);
        }
        Operation::Clone => twins.both(|world| *world.shapes_mut() = world.shapes().clone()),
        Operation::Limited(pairs, bytes) => twins.limited(*pairs, *bytes),
        Operation::Restore => twins.restore(),
        Operation::Step => twins.step(None),
        Operation::StepWhere(bit) => twins.step(Some(*bit)),
        Operation::Ray(..) | Operation::Overlaps(_) => twins.ask(operation),
    }
}

/// Does to two worlds what the bytes say.
pub(crate) fn run<const D: usize>(u: &mut Unstructured<'_>, is_modeled: bool) -> Result<()> {
    let mut twins = Twins::<D>::new(u, is_modeled)?;
    for _ in 0..OPERATIONS {
        if u.is_empty() {
            break;
        }
        let operation = Operation::arbitrary(u)?;
        operate(&mut twins, &operation);
        let len = twins.live.len();
        assert!(twins.worlds.iter().all(|world| world.shapes().len() == len));
    }
    twins.step(None);
    twins.worlds.iter().for_each(|world| explain_world(world, |_| ()));
    Ok(())
}
