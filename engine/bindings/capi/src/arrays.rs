//! Arrays of the caller's, borrowed as long as a call takes.

use std::ffi::c_void;

use jostle::records::{Field, GatheredColumns};

use crate::{pool::on_own_threads, status::Fault};

/// What numbers are.
pub type jst_format = i32;
/// `float`.
pub const JST_F32: jst_format = 0;
/// `double`. Each is rounded to the nearest `float`.
pub const JST_F64: jst_format = 1;

/// A number for each of many, `stride` bytes from one to the next. With a stride of 0 one follows
/// the other.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_numbers {
    /// The first one.
    pub data: *const c_void,
    /// Bytes from one to the next, a multiple of the size of a number; 0 where they are tight.
    pub stride: usize,
    /// What they are.
    pub format: jst_format,
}

/// A vector for each of many: where the first numbers of each axis are, and `stride` bytes from one
/// vector to the next.
///
/// Columns `x`, `y`, `z`: `{ { x, y, z }, 0, JST_F32 }`. Records `p` of `float[3]`:
/// `{ { p, p + 1, p + 2 }, 12, JST_F32 }`, for which there is `JST_RECORDS_3`. Columns of `float`
/// are read where they are, and so are such records where bounds or points are taken. Everything
/// else is copied first, on all threads.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_vectors {
    /// The first number of each axis: two or three, four for a rotation.
    pub axis: [*const c_void; 4],
    /// Bytes from one vector to the next, a multiple of the size of a number; 0 for columns.
    pub stride: usize,
    /// What the numbers are.
    pub format: jst_format,
}

/// What begins with its size, so that a caller who knows less of it than the library can tell.
///
/// # Safety
/// The type is `repr(C)`, its first field is its size as a `u32`, and all bytes of zero are one of
/// its values.
pub(crate) unsafe trait Sized32: Copy {
    /// Its name, for a text.
    const NAME: &'static str;
}

/// What a pointer that may be null points to.
///
/// # Safety
/// A pointer that is not null and has the alignment of `T` points to a `T` that nobody writes to as
/// long as the call takes.
pub(crate) unsafe fn optional<'a, T>(
    pointer: *const T,
    what: &'static str,
) -> Result<Option<&'a T>, Fault> {
    if !pointer.is_aligned() {
        return Err(Fault::Layout(what));
    }
    // SAFETY: the caller's promise; null is none.
    Ok(unsafe { pointer.as_ref() })
}

/// What a pointer points to.
///
/// # Safety
/// As [`optional`].
pub(crate) unsafe fn required<'a, T>(
    pointer: *const T,
    what: &'static str,
) -> Result<&'a T, Fault> {
    // SAFETY: the caller's promise.
    unsafe { optional(pointer, what) }?.ok_or(Fault::Null(what))
}

/// What begins with its size, as far as the caller knows it: what lies behind is zero. What the
/// library does not know has to be zero.
///
/// # Safety
/// A pointer that is not null and has the alignment of `T` points to as many bytes as the number at
/// its begin says, to which nobody writes as long as the call takes.
pub(crate) unsafe fn sized<T: Sized32>(pointer: *const T) -> Result<T, Fault> {
    // SAFETY: the caller's promise: the size is there.
    let size = *unsafe { required(pointer.cast::<u32>(), T::NAME) }? as usize;
    if !pointer.is_aligned() {
        return Err(Fault::Layout(T::NAME));
    }
    check_size::<T>(size)?;
    // SAFETY: the caller's promise: so many bytes are there.
    let bytes = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), size) };
    if bytes.iter().skip(size_of::<T>()).any(|byte| *byte != 0) {
        return Err(Fault::Version(T::NAME));
    }
    // SAFETY: `Sized32` says that zeros are a value.
    let mut value = unsafe { std::mem::zeroed::<T>() };
    // SAFETY: both are at least as long, and the value is a copy of this function's own. What comes
    // of fewer bytes is a value as well: the caller's as far as it goes, and zeros.
    unsafe {
        std::ptr::copy_nonoverlapping(
            bytes.as_ptr(),
            (&raw mut value).cast::<u8>(),
            size.min(size_of::<T>()),
        );
    }
    Ok(value)
}

/// The same of a pointer that may be null.
///
/// # Safety
/// As [`sized`].
pub(crate) unsafe fn sized_or_none<T: Sized32>(pointer: *const T) -> Result<Option<T>, Fault> {
    // SAFETY: the caller's promise.
    (!pointer.is_null()).then(|| unsafe { sized(pointer) }).transpose()
}

/// Bytes that no struct of a later header has: a larger size was never filled in.
const MOST_BYTES: usize = 4096;

fn check_size<T: Sized32>(size: usize) -> Result<(), Fault> {
    if (size_of::<u32>()..=MOST_BYTES).contains(&size) {
        Ok(())
    } else {
        Err(Fault::Argument(T::NAME, "has no size that could be one: begin with JST_INIT"))
    }
}

/// Many structs one behind the other, each with the same size.
///
/// # Safety
/// As [`sized`], for so many.
pub(crate) unsafe fn sized_array<T: Sized32>(
    pointer: *const T,
    count: usize,
) -> Result<Vec<T>, Fault> {
    let mut structs = Vec::new();
    if count == 0 {
        return Ok(structs);
    }
    // SAFETY: the caller's promise: the first is there.
    let size = *unsafe { required(pointer.cast::<u32>(), T::NAME) }?;
    check_size::<T>(size as usize)?;
    check_extent(pointer.cast::<u32>(), count, size as usize).ok_or(Fault::Layout(T::NAME))?;
    structs.try_reserve_exact(count).map_err(|_| Fault::Memory(T::NAME))?;
    for number in 0..count {
        let one = pointer.wrapping_byte_add(number * size as usize);
        // SAFETY: the caller's promise: so many follow one another.
        unsafe {
            if *required(one.cast::<u32>(), T::NAME)? != size {
                return Err(Fault::Argument(T::NAME, "has another size than the first"));
            }
            structs.push(sized(one)?);
        }
    }
    Ok(structs)
}

/// Fills a struct of the caller's, as far as the caller knows it. Its size stays as it is.
///
/// # Safety
/// A pointer that is not null and has the alignment of `T` points to as many bytes as the number at
/// its begin says, which nobody else uses as long as the call takes.
pub(crate) unsafe fn write<T: Sized32>(pointer: *mut T, value: &T) -> Result<(), Fault> {
    // SAFETY: the caller's promise: the size is there.
    let size = *unsafe { required(pointer.cast_const().cast::<u32>(), T::NAME) }? as usize;
    if !pointer.is_aligned() {
        return Err(Fault::Layout(T::NAME));
    }
    check_size::<T>(size)?;
    let head = size_of::<u32>();
    // SAFETY: so many bytes are there behind the size, by the caller's promise and in the value.
    unsafe {
        std::ptr::copy_nonoverlapping(
            std::ptr::from_ref(value).cast::<u8>().add(head),
            pointer.cast::<u8>().add(head),
            size.min(size_of::<T>()) - head,
        );
    }
    Ok(())
}

/// Vectors of the caller's, each as an array.
///
/// # Safety
/// What is not null is there, with so many vectors, and nobody writes to it as long as the call
/// takes.
pub(crate) unsafe fn vectors<const D: usize>(
    given: *const jst_vectors,
    count: usize,
    what: &'static str,
) -> Result<Vec<[f32; D]>, Fault> {
    // SAFETY: the caller's promise.
    let fields = unsafe { required(given, what)?.fields(count, what) }?;
    on_own_threads(|| {
        let mut columns = GatheredColumns::<D>::new();
        let columns = columns.gather(fields)?;
        let mut vectors = Vec::new();
        fill(&mut vectors, rows(columns))?;
        Ok(vectors)
    })
}

/// Vectors, one after the other, of which each column has a number.
pub(crate) fn rows<const D: usize>(columns: [&[f32]; D]) -> impl Iterator<Item = [f32; D]> {
    (0..columns[0].len()).map(move |at| columns.map(|column| column[at]))
}

/// Where something goes that the caller wants to know.
///
/// # Safety
/// A pointer that is not null and has the alignment of `T` points to room for a `T` that nobody
/// else uses as long as the call takes.
pub(crate) unsafe fn out<'a, T>(pointer: *mut T, what: &'static str) -> Result<&'a mut T, Fault> {
    if !pointer.is_aligned() {
        return Err(Fault::Layout(what));
    }
    // SAFETY: the caller's promise; null is none. The types that are written are numbers and
    // pointers, of which any bits are a value.
    unsafe { pointer.as_mut() }.ok_or(Fault::Null(what))
}

/// Checks that so many entries lie behind each other in memory that there is.
fn check_extent<T>(data: *const T, count: usize, stride: usize) -> Option<()> {
    let bytes = (count - 1).checked_mul(stride)?.checked_add(size_of::<T>())?;
    let fits = isize::try_from(bytes).is_ok() && data.addr().checked_add(bytes).is_some();
    (data.is_aligned() && fits).then_some(())
}

/// An array of the caller's, if it is not null. One of nothing may be null.
///
/// # Safety
/// It has so many entries, which are there and are not written to as long as the call takes.
pub(crate) unsafe fn optional_array<'a, T>(
    data: *const T,
    count: usize,
    what: &'static str,
) -> Result<Option<&'a [T]>, Fault> {
    if !data.is_aligned() {
        return Err(Fault::Layout(what));
    }
    if count == 0 {
        return Ok(Some(&[]));
    }
    if data.is_null() {
        return Ok(None);
    }
    check_extent(data, count, size_of::<T>()).ok_or(Fault::Layout(what))?;
    // SAFETY: the caller's promise; alignment and length were checked.
    Ok(Some(unsafe { std::slice::from_raw_parts(data, count) }))
}

/// Bytes of 0 and 1 as truths, if the array is not null.
///
/// # Safety
/// As [`optional_array`].
pub(crate) unsafe fn optional_flags<'a>(
    data: *const u8,
    count: usize,
    what: &'static str,
) -> Result<Option<&'a [bool]>, Fault> {
    // SAFETY: the caller's promise.
    let Some(bytes) = (unsafe { optional_array(data, count, what) })? else { return Ok(None) };
    // All bits of all bytes, without a branch: the compiler takes many at once.
    if bytes.iter().fold(0, |all, byte| all | byte) > 1 {
        return Err(Fault::Argument(what, "has bytes other than 0 and 1"));
    }
    // SAFETY: all bytes are 0 or 1, as was just seen, and nobody writes to them.
    Ok(Some(unsafe { &*(std::ptr::from_ref(bytes) as *const [bool]) }))
}

/// The numbers of a field, with what lies between them, and how many numbers from one to the next.
///
/// # Safety
/// There are so many, as far from each other as is said, and nobody writes to them or to what lies
/// between them as long as the call takes.
unsafe fn numbers<'a, T>(
    data: *const c_void,
    stride: usize,
    count: usize,
    what: &'static str,
) -> Result<(&'a [T], usize), Fault> {
    let stride = if stride == 0 { size_of::<T>() } else { stride };
    if !stride.is_multiple_of(size_of::<T>()) {
        return Err(Fault::Layout(what));
    }
    let numbers = stride / size_of::<T>();
    if count == 0 {
        return Ok((&[], numbers));
    }
    let data = data.cast::<T>();
    if data.is_null() {
        return Err(Fault::Null(what));
    }
    check_extent(data, count, stride).ok_or(Fault::Layout(what))?;
    // SAFETY: the caller's promise; the extent was checked, and ends with the last number.
    Ok((unsafe { std::slice::from_raw_parts(data, (count - 1) * numbers + 1) }, numbers))
}

/// One number of each of many.
///
/// # Safety
/// As [`numbers`].
unsafe fn field<'a>(
    (data, stride, format): (*const c_void, usize, jst_format),
    count: usize,
    what: &'static str,
) -> Result<Field<'a>, Fault> {
    match format {
        JST_F32 => {
            // SAFETY: the caller's promise.
            let (floats, stride) = unsafe { numbers(data, stride, count, what) }?;
            Ok(Field::of_f32(floats, 0, stride))
        }
        JST_F64 => {
            // SAFETY: the caller's promise.
            let (doubles, stride) = unsafe { numbers(data, stride, count, what) }?;
            Ok(Field::of_f64(doubles, 0, stride))
        }
        _ => Err(Fault::Argument(what, "have a format that is none")),
    }
}

impl jst_numbers {
    /// A number of each of so many.
    ///
    /// # Safety
    /// There are so many, as far from each other as is said, and nobody writes to them or to what
    /// lies between them as long as the call takes.
    pub(crate) unsafe fn field<'a>(
        &self,
        count: usize,
        what: &'static str,
    ) -> Result<Field<'a>, Fault> {
        // SAFETY: the caller's promise.
        unsafe { field((self.data, self.stride, self.format), count, what) }
    }

    /// The same, if they are there.
    ///
    /// # Safety
    /// As [`field`](Self::field).
    pub(crate) unsafe fn optional_field<'a>(
        &self,
        count: usize,
        what: &'static str,
    ) -> Result<Option<Field<'a>>, Fault> {
        // SAFETY: the caller's promise.
        let field = (!self.data.is_null()).then(|| unsafe { self.field(count, what) });
        field.transpose()
    }

    /// The same, as vectors of one number.
    ///
    /// # Safety
    /// As [`field`](Self::field).
    pub(crate) unsafe fn optional_coordinates<'a>(
        &self,
        count: usize,
        what: &'static str,
    ) -> Result<Option<Coordinates<'a, 1>>, Fault> {
        let vectors =
            jst_vectors { axis: [self.data; 4], stride: self.stride, format: self.format };
        // SAFETY: the caller's promise.
        let given = (!self.data.is_null()).then(|| unsafe { vectors.coordinates(count, what) });
        given.transpose()
    }
}

impl jst_vectors {
    /// A number of each of so many for each axis.
    ///
    /// # Safety
    /// As [`jst_numbers::field`], for each of the first `C` axes.
    pub(crate) unsafe fn fields<'a, const C: usize>(
        &self,
        count: usize,
        what: &'static str,
    ) -> Result<[Field<'a>; C], Fault> {
        // SAFETY: the caller's promise.
        unsafe { self.first_fields(C, count, what) }
    }

    /// The same of so many axes only: the others have no numbers.
    ///
    /// # Safety
    /// As [`jst_numbers::field`], for each of these axes.
    pub(crate) unsafe fn first_fields<'a, const C: usize>(
        &self,
        axes: usize,
        count: usize,
        what: &'static str,
    ) -> Result<[Field<'a>; C], Fault> {
        let mut fields = [Field::of_f32(&[], 0, 1); C];
        for (field, data) in fields.iter_mut().zip(self.axis).take(axes) {
            // SAFETY: the caller's promise.
            *field = unsafe { self::field((data, self.stride, self.format), count, what) }?;
        }
        Ok(fields)
    }

    /// The numbers of all axes, as they lie.
    ///
    /// # Safety
    /// As [`jst_numbers::field`], for each of the first `C` axes.
    pub(crate) unsafe fn coordinates<'a, const C: usize>(
        &self,
        count: usize,
        what: &'static str,
    ) -> Result<Coordinates<'a, C>, Fault> {
        // SAFETY: the caller's promise.
        let fields = unsafe { self.fields::<C>(count, what) }?;
        let floats = (self.stride / size_of::<f32>()).max(1);
        let first = self.axis[0].addr();
        let is_beside = |(axis, at): (usize, &*const c_void)| {
            at.addr() == first.wrapping_add(axis * size_of::<f32>())
        };
        let are_beside = self.axis[..C].iter().enumerate().all(is_beside);
        let is_borrowed = self.format == JST_F32 && are_beside && floats >= C && count > 1;
        let records = is_borrowed.then(|| {
            let len = (count - 1) * floats + C;
            // SAFETY: all of these are numbers of one of the axes, or lie between two of them. The
            // first axis alone reaches from the first record into the last one, so all are of one
            // allocation. Alignment, stride and extent were checked for each axis.
            (unsafe { std::slice::from_raw_parts(self.axis[0].cast(), len) }, floats)
        });
        Ok(Coordinates { fields, records })
    }

    /// Whether nothing is there.
    pub(crate) fn is_null(&self) -> bool {
        self.axis[0].is_null()
    }
}

/// Numbers of one or more axes of each of many.
#[derive(Clone, Copy)]
pub(crate) struct Coordinates<'a, const C: usize> {
    pub(crate) fields: [Field<'a>; C],
    /// The same and their stride, where the engine reads them as they are: `f32`, beside each other
    /// at the begin of each stride.
    pub(crate) records: Option<(&'a [f32], usize)>,
}

/// Fills a list of an object, and tells where it is and how long.
pub(crate) fn fill<T>(
    list: &mut Vec<T>,
    entries: impl Iterator<Item = T>,
) -> Result<(*const T, usize), Fault> {
    list.clear();
    for entry in entries {
        list.try_reserve(1).map_err(|_| Fault::Memory("a list of results"))?;
        list.push(entry);
    }
    Ok((list.as_ptr(), list.len()))
}
