//! Lists of the points within a radius of each point.

use std::sync::Arc;

use jostle::{
    neighbors::{ListKind, Neighbors, Points, RadiusRule},
    records::{Field, GatheredColumns},
};

use crate::{
    arrays::{Coordinates, Sized32, fill, jst_numbers, jst_vectors, out, sized},
    dimensions::{Dimensions, in_dimensions},
    invalid::jst_invalid,
    objects::{self, Object, using},
    pool::{Threads, jst_pool, threads_of},
    status::{Fault, call, jst_status},
};

/// Lists of the points within a radius of each point.
pub type jst_neighbors = *mut jst_neighbors_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_neighbors_s {
    _private: u8,
}

/// In whose list a pair is.
pub type jst_list_kind = i32;
/// In the lists of both.
pub const JST_LIST_FULL: jst_list_kind = 0;
/// In that of the point with the lower index.
pub const JST_LIST_HALF: jst_list_kind = 1;

/// What two points with radii of their own have to be within, beside the radius of the lists.
pub type jst_radius_rule = i32;
/// The sum of both.
pub const JST_RADIUS_SUM: jst_radius_rule = 0;
/// The larger one.
pub const JST_RADIUS_LARGER: jst_radius_rule = 1;
/// That of the point whose list it is.
pub const JST_RADIUS_OWN: jst_radius_rule = 2;

/// What lists are to be like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_neighbors_def {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// 2 or 3.
    pub dimensions: u32,
    /// How near points have to be.
    pub radius: f32,
    /// Lists are kept until points moved so far together; 0: they are made anew by each update.
    pub skin: f32,
    /// In whose list a pair is.
    pub kind: jst_list_kind,
    /// What radii of points are for.
    pub rule: jst_radius_rule,
    /// How many of each list are kept, the nearest ones, or 0 for all.
    pub nearest: u32,
    /// 1: shifts are told across periodic borders.
    pub has_shifts: u32,
    /// Most neighbors of all points together, or 0 for any number.
    pub most: u64,
    /// Where it works, or null.
    pub pool: jst_pool,
    /// The vectors of the cell that space is periodic in; zeros where it is not.
    pub cell: [[f64; 3]; 3],
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_neighbors_def {
    const NAME: &'static str = "jst_neighbors_def";
}

/// Points, which may have radii of their own.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_points {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// How many.
    pub count: usize,
    /// Where they are.
    pub position: jst_vectors,
    /// Their radii, or null.
    pub radius: jst_numbers,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_points {
    const NAME: &'static str = "jst_points";
}

/// Points of the caller's, checked.
struct PointFields<'a, const D: usize> {
    position: Coordinates<'a, D>,
    radius: Option<Field<'a>>,
}

impl<'a, const D: usize> PointFields<'a, D> {
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    unsafe fn of(points: *const jst_points) -> Result<Self, Fault> {
        // SAFETY: the caller's promise.
        unsafe {
            let given = sized(points)?;
            let position = given.position.coordinates(given.count, "position")?;
            let radius = given.radius.optional_field(given.count, "radius")?;
            Ok(Self { position, radius })
        }
    }
}

/// Where the numbers of points go that cannot be read where they are.
#[derive(Debug, Default)]
struct PointColumns<const D: usize> {
    position: GatheredColumns<D>,
    radius: GatheredColumns<1>,
}

impl<const D: usize> PointColumns<D> {
    fn gather<'a>(&'a mut self, fields: &PointFields<'a, D>) -> Result<Points<'a, D>, Fault> {
        let points = match fields.position.records {
            Some((numbers, stride)) => Points::from_strided(numbers, stride)?,
            None => Points::from_columns(self.position.gather(fields.position.fields)?)?,
        };
        let Some(radius) = fields.radius else { return Ok(points) };
        let [radii] = self.radius.gather([radius])?;
        Ok(points.with_radii(radii)?)
    }
}

/// Lists in a number of dimensions, and what calls fill.
struct Lists<const D: usize> {
    lists: Neighbors<D>,
    columns: [PointColumns<D>; 2],
    shifts: Vec<[i32; D]>,
    invalid: Vec<jst_invalid>,
}

impl<const D: usize> Lists<D> {
    fn new(def: &jst_neighbors_def) -> Result<Self, Fault> {
        let kind = match def.kind {
            JST_LIST_FULL => ListKind::Full,
            JST_LIST_HALF => ListKind::Half,
            _ => return Err(Fault::Argument("kind", "is no kind of lists")),
        };
        let rule = match def.rule {
            JST_RADIUS_SUM => RadiusRule::Sum,
            JST_RADIUS_LARGER => RadiusRule::Larger,
            JST_RADIUS_OWN => RadiusRule::Own,
            _ => return Err(Fault::Argument("rule", "is no rule for radii")),
        };
        let mut lists = Neighbors::new(def.radius).with_kind(kind).with_rule(rule);
        lists = lists.with_skin(def.skin);
        if def.nearest > 0 {
            lists = lists.with_nearest(def.nearest as usize);
        }
        if def.has_shifts != 0 {
            lists = lists.with_shifts();
        }
        if def.most > 0 {
            lists = lists.with_limit(def.most);
        }
        let mut cell = [None; D];
        for (vector, given) in cell.iter_mut().zip(&def.cell) {
            let numbers: [f64; D] = std::array::from_fn(|axis| given[axis]);
            *vector = (numbers != [0.0; D]).then_some(numbers);
        }
        if cell.iter().any(Option::is_some) {
            lists = lists.with_cell(cell);
        }
        let columns = Default::default();
        Ok(Self { lists, columns, shifts: Vec::new(), invalid: Vec::new() })
    }

    /// Makes the lists right, and says whether they were made anew.
    fn update(
        &mut self,
        threads: &Threads,
        points: &PointFields<'_, D>,
        queries: Option<&PointFields<'_, D>>,
    ) -> Result<bool, Fault> {
        threads.run(|| {
            let [columns, others] = &mut self.columns;
            let points = columns.gather(points)?;
            let validity = match queries {
                None => self.lists.update(points)?,
                Some(queries) => self.lists.update_between(others.gather(queries)?, points)?,
            };
            Ok(validity.rebuilt.is_some())
        })
    }

    /// Lists the shifts of all neighbors, if there are shifts.
    fn list_shifts(&mut self) -> Result<(), Fault> {
        let Self { lists, shifts, .. } = self;
        let shifts_of = |point| lists.images_of(point).into_iter().flatten();
        fill(shifts, (0..lists.len()).flat_map(|point| shifts_of(point).map(|(_, shift)| shift)))?;
        Ok(())
    }
}

/// Lists in two or three dimensions, and where they are made.
pub(crate) struct NeighborLists {
    threads: Arc<Threads>,
    lists: Dimensions<Lists<2>, Lists<3>>,
}

impl Object for NeighborLists {
    const TYPE: usize = 4;
    const NAME: &'static str = "jst_neighbors";
}

/// Makes lists, which are empty. Destroy them with `jst_neighbors_destroy`.
///
/// # Safety
/// The struct is there, and so is room for the lists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_neighbors_create(
    def: *const jst_neighbors_def,
    neighbors: *mut jst_neighbors,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, neighbors) = unsafe { (sized(def)?, out(neighbors, "neighbors")?) };
        let lists = Dimensions::of(def.dimensions, || Lists::new(&def), || Lists::new(&def))?;
        let made = NeighborLists { threads: threads_of(def.pool)?, lists };
        *neighbors = objects::handle(made)?;
        Ok(())
    })
}

/// Destroys lists.
#[unsafe(no_mangle)]
pub extern "C" fn jst_neighbors_destroy(neighbors: jst_neighbors) -> jst_status {
    call(|| objects::remove::<NeighborLists>(neighbors.addr()).map(drop))
}

/// Makes the lists right for points, or for queries among points where there are queries: then
/// there is a list of points for each query. `rebuilt` may be null; it gets 1 where the lists were
/// made anew, and 0 where those from before are still right.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_neighbors_update(
    neighbors: jst_neighbors,
    points: *const jst_points,
    queries: *const jst_points,
    rebuilt: *mut u32,
) -> jst_status {
    using(neighbors, |neighbors: &mut NeighborLists| {
        let NeighborLists { threads, lists } = neighbors;
        let anew = in_dimensions!(lists, lists => {
            // SAFETY: the caller's promise.
            let (points, queries) = unsafe {
                let queries = (!queries.is_null()).then(|| PointFields::of(queries));
                (PointFields::of(points)?, queries.transpose()?)
            };
            lists.update(threads, &points, queries.as_ref())?
        });
        if !rebuilt.is_null() {
            // SAFETY: the caller's promise.
            *unsafe { out(rebuilt, "rebuilt") }? = u32::from(anew);
        }
        Ok(())
    })
}

/// The lists: that of point `i` is from `offsets[i]` to before `offsets[i + 1]` among the indices.
/// Each is in ascending order, without the point itself but for images across periodic borders.
/// Without points there are no offsets. They are good until the next call with these lists.
///
/// # Safety
/// There is room for all three.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_neighbors_get(
    neighbors: jst_neighbors,
    offsets: *mut *const usize,
    indices: *mut *const u32,
    points: *mut usize,
) -> jst_status {
    using(neighbors, |neighbors: &mut NeighborLists| {
        // SAFETY: the caller's promise.
        let (offsets, indices, points) =
            unsafe { (out(offsets, "offsets")?, out(indices, "indices")?, out(points, "points")?) };
        in_dimensions!(&neighbors.lists, lists => {
            *offsets = lists.lists.offsets().as_ptr();
            *indices = lists.lists.indices().as_ptr();
            *points = lists.lists.len();
        });
        Ok(())
    })
}

/// How many cells each neighbor is away along each vector of the cell, two or three numbers for
/// each; none where shifts were not asked for. They are good until the next call with these lists.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_neighbors_shifts(
    neighbors: jst_neighbors,
    shifts: *mut *const i32,
    count: *mut usize,
) -> jst_status {
    using(neighbors, |neighbors: &mut NeighborLists| {
        // SAFETY: the caller's promise.
        let (shifts, count) = unsafe { (out(shifts, "shifts")?, out(count, "count")?) };
        in_dimensions!(&mut neighbors.lists, lists => {
            lists.list_shifts()?;
            (*shifts, *count) = (lists.shifts.as_ptr().cast(), lists.shifts.len());
        });
        Ok(())
    })
}

/// Points that are left out, by index; queries are those of the first set. It is good until the
/// next call with these lists.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_neighbors_invalid(
    neighbors: jst_neighbors,
    invalid: *mut *const jst_invalid,
    count: *mut usize,
) -> jst_status {
    using(neighbors, |neighbors: &mut NeighborLists| {
        // SAFETY: the caller's promise.
        let (invalid, count) = unsafe { (out(invalid, "invalid")?, out(count, "count")?) };
        in_dimensions!(&mut neighbors.lists, lists => {
            let found = lists.lists.invalid().iter().map(jst_invalid::of);
            (*invalid, *count) = fill(&mut lists.invalid, found)?;
        });
        Ok(())
    })
}
