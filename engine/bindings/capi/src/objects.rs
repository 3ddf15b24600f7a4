//! Objects by number: a number that is none, of another type or of what was destroyed is told.
//!
//! What a caller holds is a pointer that points nowhere: the place of the object in a table, the
//! type, and how often the place was used. So nothing that a caller passes is followed.

use std::{
    any::Any,
    sync::{
        Mutex, MutexGuard, OnceLock, PoisonError, TryLockError,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::status::{Fault, call, jst_status};

/// What callers can have an object of.
pub(crate) trait Object: Any + Send {
    /// The type, among fifteen, from 1 on.
    const TYPE: usize;
    /// Its name, for a text.
    const NAME: &'static str;
}

const TYPE_BITS: u32 = 4;
/// A million places in 64 bits, 4,096 in 32.
const PLACE_BITS: u32 = if usize::BITS == 64 { 20 } else { 12 };
const GENERATION_SHIFT: u32 = TYPE_BITS + PLACE_BITS;
const GENERATIONS: usize = 1 << (usize::BITS - GENERATION_SHIFT);

/// Places come in pages, each twice as large as the one before, which are never given back: so a
/// place is found without a lock.
const FIRST_PAGE: usize = 64;
const PAGES: usize = (PLACE_BITS - 6) as usize;

struct Slot {
    /// How often it was used, from 1 on: so no small number is that of an object.
    generation: AtomicUsize,
    object: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Default for Slot {
    fn default() -> Self {
        Self { generation: AtomicUsize::new(1), object: Mutex::default() }
    }
}

static TABLE: [OnceLock<Box<[Slot]>>; PAGES] = [const { OnceLock::new() }; PAGES];

/// Places that nobody has, and how many there are in all.
static FREE: Mutex<(Vec<usize>, usize)> = Mutex::new((Vec::new(), 0));

/// The page of a place, and where in it.
fn page_of(place: usize) -> (usize, usize) {
    let page = (place / FIRST_PAGE + 1).ilog2();
    (page as usize, place - FIRST_PAGE * ((1 << page) - 1))
}

fn slot(place: usize) -> Option<&'static Slot> {
    let (page, at) = page_of(place);
    TABLE.get(page)?.get()?.get(at)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts an object into the table, and tells its number, which is not 0.
fn insert<T: Object>(object: T) -> Result<usize, Fault> {
    let refused = Fault::Memory("another object");
    let mut free = locked(&FREE);
    let (places, count) = &mut *free;
    let place = match places.pop() {
        Some(place) => place,
        None => {
            let place = *count;
            let (page, at) = page_of(place);
            let Some(entry) = TABLE.get(page) else { return Err(refused) };
            if at == 0 {
                entry.get_or_init(|| (0..FIRST_PAGE << page).map(|_| Slot::default()).collect());
            }
            // A place that is given back later finds room.
            places.try_reserve(*count + 1).map_err(|_| refused)?;
            *count += 1;
            place
        }
    };
    let slot = slot(place).expect("its page is there");
    let generation = slot.generation.load(Ordering::Acquire);
    *locked(&slot.object) = Some(Box::new(object));
    Ok(generation << GENERATION_SHIFT | place << TYPE_BITS | T::TYPE)
}

/// Puts an object into the table, and tells its number in the guise of a pointer.
pub(crate) fn handle<H>(object: impl Object) -> Result<*mut H, Fault> {
    insert(object).map(std::ptr::without_provenance_mut)
}

/// A call that does something with an object that no other call uses.
pub(crate) fn using<H, T: Object>(
    handle: *mut H,
    work: impl FnOnce(&mut T) -> Result<(), Fault>,
) -> jst_status {
    call(|| with(handle.addr(), work))
}

/// The place of a number of a type.
fn find<T: Object>(number: usize) -> Result<(usize, &'static Slot), Fault> {
    let place = number >> TYPE_BITS & ((1 << PLACE_BITS) - 1);
    let is_of_type = number & ((1 << TYPE_BITS) - 1) == T::TYPE;
    slot(place)
        .filter(|slot| {
            let generation = slot.generation.load(Ordering::Acquire);
            is_of_type && generation == number >> GENERATION_SHIFT
        })
        .map(|slot| (place, slot))
        .ok_or(Fault::Object(T::NAME))
}

/// Locks a place, and says so where another call has it.
fn try_lock(
    slot: &'static Slot,
) -> Result<MutexGuard<'static, Option<Box<dyn Any + Send>>>, Fault> {
    match slot.object.try_lock() {
        Ok(locked) => Ok(locked),
        Err(TryLockError::Poisoned(locked)) => Ok(locked.into_inner()),
        Err(TryLockError::WouldBlock) => Err(Fault::Busy),
    }
}

/// Does something with an object that no other call uses.
pub(crate) fn with<T: Object, R>(
    number: usize,
    work: impl FnOnce(&mut T) -> Result<R, Fault>,
) -> Result<R, Fault> {
    let (_, slot) = find::<T>(number)?;
    let mut object = try_lock(slot)?;
    // It may have been destroyed since it was found, and another one be in its place.
    find::<T>(number)?;
    let object = object.as_mut().and_then(|object| object.downcast_mut::<T>());
    work(object.ok_or(Fault::Object(T::NAME))?)
}

/// A copy of an object of which calls do nothing but take copies: so it is never long in use, and
/// this waits where it is.
pub(crate) fn copy_of<T: Object + Clone>(number: usize) -> Result<T, Fault> {
    let (_, slot) = find::<T>(number)?;
    let object = locked(&slot.object);
    find::<T>(number)?;
    let object = object.as_ref().and_then(|object| object.downcast_ref::<T>());
    object.cloned().ok_or(Fault::Object(T::NAME))
}

/// Takes an object out of the table. Its number is that of none from then on.
pub(crate) fn remove<T: Object>(number: usize) -> Result<T, Fault> {
    let (place, slot) = find::<T>(number)?;
    let mut object = try_lock(slot)?;
    find::<T>(number)?;
    let next = (number >> GENERATION_SHIFT) + 1;
    slot.generation.store(next, Ordering::Release);
    let object = object.take();
    // A place whose generations are used up is never given to anybody again.
    if next < GENERATIONS {
        locked(&FREE).0.push(place);
    }
    let object = object.and_then(|object| object.downcast::<T>().ok());
    object.map(|object| *object).ok_or(Fault::Object(T::NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Number(u32);

    impl Object for Number {
        const TYPE: usize = 15;
        const NAME: &'static str = "number";
    }

    #[derive(Clone)]
    struct Other;

    impl Object for Other {
        const TYPE: usize = 14;
        const NAME: &'static str = "other";
    }

    #[test]
    fn numbers_are_of_one_object_and_one_type() {
        let all: Vec<usize> =
            (0..1000).map(|at| insert(Number(at)).expect("there is room")).collect();
        for (at, number) in (0..).zip(&all) {
            assert_eq!(with(*number, |object: &mut Number| Ok(object.0)).expect("it is there"), at);
            assert!(matches!(with(*number, |_: &mut Other| Ok(())), Err(Fault::Object("other"))));
        }
        for number in &all[1..] {
            assert!(remove::<Other>(*number).is_err());
            remove::<Number>(*number).expect("it is there");
            assert!(remove::<Number>(*number).is_err(), "twice");
        }
        let again: Vec<usize> =
            (0..1000).map(|at| insert(Number(at)).expect("there is room")).collect();
        for number in &all[1..] {
            assert!(!again.contains(number), "a number is used again");
            assert!(with(*number, |_: &mut Number| Ok(())).is_err());
        }
        for wrong in [0, 1, usize::MAX, all[0] + 16, all[0] ^ 1 << 60] {
            assert!(with(wrong, |_: &mut Number| Ok(())).is_err() || again.contains(&wrong));
        }
    }

    #[test]
    fn an_object_in_use_is_busy() {
        let number = insert(Number(1)).expect("there is room");
        with(number, |_: &mut Number| {
            assert!(matches!(with(number, |_: &mut Number| Ok(())), Err(Fault::Busy)));
            assert!(matches!(remove::<Number>(number), Err(Fault::Busy)));
            Ok(())
        })
        .expect("it is there");
        remove::<Number>(number).expect("it is there");
    }

    #[test]
    fn copies_are_taken_by_many_threads_at_a_time() {
        let number = insert(Number(7)).expect("there is room");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..20_000 {
                        assert_eq!(copy_of::<Number>(number).expect("it is there").0, 7);
                    }
                });
            }
        });
        assert!(copy_of::<Other>(number).is_err());
        remove::<Number>(number).expect("it is there");
        assert!(copy_of::<Number>(number).is_err());
    }
}
