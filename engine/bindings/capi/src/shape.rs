//! Shapes one at a time, and what they are beside their geometry.

use jostle::{
    Shape,
    shape::{Attributes, Ball, Capsule, HalfSpace, Mobility, OrientedBox, Rotation},
};

use crate::{
    arrays::{Sized32, sized_or_none, write},
    geometry::{Geometry, jst_geometry},
    objects,
    space::{Dimension, Space},
    status::{Fault, call, jst_status},
};

/// What kind of shape it is.
pub type jst_shape_kind = i32;
/// A circle or a sphere: `center`, `radius`.
pub const JST_SHAPE_BALL: jst_shape_kind = 0;
/// A box: `center`, `half`, `rotation`.
pub const JST_SHAPE_BOX: jst_shape_kind = 1;
/// A capsule: `center`, `axis` from there to the center of one end, `radius`.
pub const JST_SHAPE_CAPSULE: jst_shape_kind = 2;
/// A convex polygon, in 2D: `center`, `rotation`, 3 to 16 `vertices` relative to the center, and
/// `radius` for round corners.
pub const JST_SHAPE_POLYGON: jst_shape_kind = 3;
/// A triangle, in 3D: three `vertices`.
pub const JST_SHAPE_TRIANGLE: jst_shape_kind = 4;
/// A cylinder, cone or frustum about its own y axis, or a box with round edges, in 3D: `center`,
/// `rotation`, `half`, the radii of its lower and its upper end in `lids`, and `radius` for round
/// edges. A cylinder has no `half` but the second, and two `lids` alike.
pub const JST_SHAPE_SOLID: jst_shape_kind = 5;
/// A convex polyhedron, in 3D: `center`, `rotation`, `geometry`, and `radius` for round edges.
pub const JST_SHAPE_HULL: jst_shape_kind = 6;
/// All on one side of a plane, in 2D of a line: a point of it in `center`, and in `axis` the
/// direction out of the shape, of length 1.
pub const JST_SHAPE_HALF_SPACE: jst_shape_kind = 7;
/// Many shapes as one: `center`, `rotation`, `geometry`.
pub const JST_SHAPE_COMPOSITE: jst_shape_kind = 8;

/// Numbers of vertices that a shape has room for.
pub(crate) const MOST_VERTICES: usize = 32;

/// A shape of any kind, which says what else it has. Everything else may be zero. Lengths are in
/// the unit of the caller, which is one for all; in 2D the third number of a vector is not read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_shape {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// Its kind.
    pub kind: jst_shape_kind,
    /// Where it is.
    pub center: [f32; 3],
    /// How it is turned: cosine and sine in 2D, the x, y, z and w of a quaternion in 3D. All zero
    /// where it is not.
    pub rotation: [f32; 4],
    /// Half of its sizes along its own axes.
    pub half: [f32; 3],
    /// A direction.
    pub axis: [f32; 3],
    /// How far its surface is from all that.
    pub radius: f32,
    /// The radii of two ends.
    pub lids: [f32; 2],
    /// How many vertices it has.
    pub vertex_count: u32,
    /// Two or three numbers for each vertex, one vertex behind the other.
    pub vertices: [f32; 32],
    /// What it is in its own coordinates. Null where it is read from a world; a shape of the same
    /// kind that is written there with null keeps what it has.
    pub geometry: jst_geometry,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_shape {
    const NAME: &'static str = "jst_shape";
}

/// How a shape moves.
pub type jst_mobility = i32;
/// It moves: it is held against all others.
pub const JST_MOBILITY_MOVING: jst_mobility = 0;
/// It rests until it is woken: it is held against those that move. What it touched when it fell
/// asleep does not end.
pub const JST_MOBILITY_SLEEPING: jst_mobility = 1;
/// It never moves: it is held against those that move.
pub const JST_MOBILITY_STATIC: jst_mobility = 2;

/// What a shape is beside its geometry. Fill it by `JST_INIT` and `jst_attributes_default`, and
/// then change what is to be otherwise.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_attributes {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// The categories it belongs to, as bits. Two shapes are a pair if the category of each has a
    /// bit in common with the mask of the other.
    pub category: u32,
    /// The categories it touches, as bits.
    pub mask: u32,
    /// Two of the same group are always a pair where it is positive, never where it is negative,
    /// whatever their categories.
    pub group: i32,
    /// Whether it moves.
    pub mobility: jst_mobility,
    /// 1 if it only senses: what it touches is told, without contacts.
    pub is_sensor: u8,
    /// 1 if it may move by more than its size in a step, so that its way is looked at, too.
    pub is_fast: u8,
    /// 1 if steps leave it out.
    pub is_disabled: u8,
    /// A number of the caller's, which is kept.
    pub user: u64,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers.
unsafe impl Sized32 for jst_attributes {
    const NAME: &'static str = "jst_attributes";
}

impl jst_attributes {
    pub(crate) fn of(attributes: &Attributes) -> Self {
        Self {
            size: size_of::<Self>() as u32,
            category: attributes.category,
            mask: attributes.mask,
            group: attributes.group,
            mobility: match attributes.mobility {
                Mobility::Moving => JST_MOBILITY_MOVING,
                Mobility::Sleeping => JST_MOBILITY_SLEEPING,
                Mobility::Static => JST_MOBILITY_STATIC,
            },
            is_sensor: attributes.sensor.into(),
            is_fast: attributes.ccd.into(),
            is_disabled: (!attributes.enabled).into(),
            user: attributes.user,
        }
    }

    fn attributes(&self) -> Result<Attributes, Fault> {
        let flags = [self.is_sensor, self.is_fast, self.is_disabled];
        if flags.iter().any(|flag| *flag > 1) {
            return Err(Fault::Argument("jst_attributes", "has a flag that is neither 0 nor 1"));
        }
        let [sensor, fast, disabled] = flags.map(|flag| flag == 1);
        Ok(Attributes::new()
            .with_category(self.category)
            .with_mask(self.mask)
            .with_group(self.group)
            .with_mobility(mobility_of(self.mobility)?)
            .with_sensor(sensor)
            .with_ccd(fast)
            .with_enabled(!disabled)
            .with_user(self.user))
    }
}

pub(crate) fn mobility_of(mobility: jst_mobility) -> Result<Mobility, Fault> {
    match mobility {
        JST_MOBILITY_MOVING => Ok(Mobility::Moving),
        JST_MOBILITY_SLEEPING => Ok(Mobility::Sleeping),
        JST_MOBILITY_STATIC => Ok(Mobility::Static),
        _ => Err(Fault::Argument("mobility", "is none")),
    }
}

/// The attributes of the caller's, or the default for null.
///
/// # Safety
/// What is not null is there, and nobody writes to it as long as the call takes.
pub(crate) unsafe fn attributes_of(given: *const jst_attributes) -> Result<Attributes, Fault> {
    // SAFETY: the caller's promise.
    let given = unsafe { sized_or_none(given) }?;
    given.map_or(Ok(Attributes::DEFAULT), |given| given.attributes())
}

/// What most shapes are: it moves, belongs to all categories and touches all. Its size is to be
/// there.
///
/// # Safety
/// The struct is there, with as much as its size says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_attributes_default(attributes: *mut jst_attributes) -> jst_status {
    // SAFETY: the caller's promise.
    call(|| unsafe { write(attributes, &jst_attributes::of(&Attributes::DEFAULT)) })
}

impl jst_shape {
    /// A shape of which nothing is said but where it is.
    fn at<const D: usize>(center: [f32; D]) -> Self {
        Self {
            size: size_of::<Self>() as u32,
            kind: JST_SHAPE_BALL,
            center: in_three(center),
            rotation: [0.0; 4],
            half: [0.0; 3],
            axis: [0.0; 3],
            radius: 0.0,
            lids: [0.0; 2],
            vertex_count: 0,
            vertices: [0.0; 32],
            geometry: std::ptr::null_mut(),
        }
    }

    pub(crate) fn center_in<const D: usize>(&self) -> [f32; D] {
        first(self.center)
    }

    pub(crate) fn rotation_in<const D: usize>(&self) -> Rotation<D>
    where
        Dimension: Space<D>,
    {
        rotation_of(self.rotation)
    }

    pub(crate) fn set_rotation<const D: usize>(&mut self, rotation: &Rotation<D>)
    where
        Dimension: Space<D>,
    {
        self.rotation = Dimension::numbers(rotation);
    }

    /// The shape as the engine knows it. One that shares its geometry and says nothing of it has
    /// that of `kept`.
    pub(crate) fn shape<const D: usize>(
        &self,
        kept: impl FnOnce() -> Result<Shape<D>, Fault>,
    ) -> Result<Shape<D>, Fault>
    where
        Dimension: Space<D>,
    {
        let center = self.center_in();
        let geometry = || -> Result<Option<Geometry>, Fault> {
            let number = self.geometry.addr();
            (number != 0).then(|| objects::copy_of(number)).transpose()
        };
        Ok(match self.kind {
            JST_SHAPE_BALL => Ball { center, radius: self.radius }.into(),
            JST_SHAPE_BOX => {
                let (half, rotation) = (first(self.half), self.rotation_in());
                OrientedBox { center, half, rotation }.into()
            }
            JST_SHAPE_CAPSULE => {
                Capsule { center, axis: first(self.axis), radius: self.radius }.into()
            }
            JST_SHAPE_HALF_SPACE => HalfSpace { point: center, normal: first(self.axis) }.into(),
            JST_SHAPE_COMPOSITE => {
                let parts = match geometry()? {
                    Some(geometry) => Dimension::parts(geometry),
                    None => match kept()? {
                        Shape::Composite(composite) => Some(composite.parts),
                        _ => None,
                    },
                };
                let fault = Fault::Argument("geometry", "has no parts in these dimensions");
                Shape::composite(&parts.ok_or(fault)?, center, self.rotation_in::<D>())
            }
            JST_SHAPE_HULL => {
                let polyhedron = match geometry()? {
                    Some(Geometry::Hull(polyhedron)) => Some(polyhedron),
                    Some(_) => None,
                    None => match kept()? {
                        Shape::Hull(hull) => Some(hull.polyhedron),
                        _ => None,
                    },
                };
                Dimension::special(self, polyhedron)?
            }
            _ => Dimension::special(self, None)?,
        })
    }

    /// What a shape is like.
    pub(crate) fn of<const D: usize>(shape: &Shape<D>) -> Self
    where
        Dimension: Space<D>,
    {
        let mut told = Self::at(shape.center());
        match shape {
            Shape::Ball(ball) => told.radius = ball.radius,
            Shape::Box(oriented) => {
                told.set_rotation(&oriented.rotation);
                (told.kind, told.half) = (JST_SHAPE_BOX, in_three(oriented.half));
            }
            Shape::Capsule(capsule) => {
                (told.kind, told.radius) = (JST_SHAPE_CAPSULE, capsule.radius);
                told.axis = in_three(capsule.axis);
            }
            Shape::HalfSpace(half_space) => {
                (told.kind, told.axis) = (JST_SHAPE_HALF_SPACE, in_three(half_space.normal));
            }
            Shape::Composite(composite) => {
                told.set_rotation(&composite.rotation);
                told.kind = JST_SHAPE_COMPOSITE;
            }
            _ => Dimension::describe(shape, &mut told),
        }
        told
    }
}

/// A rotation of the caller's: none where all numbers are zero.
pub(crate) fn rotation_of<const D: usize>(numbers: [f32; 4]) -> Rotation<D>
where
    Dimension: Space<D>,
{
    let is_none = numbers.iter().all(|number| *number == 0.0);
    if is_none { Rotation::IDENTITY } else { Dimension::rotation(numbers) }
}

/// A vector in three dimensions.
pub(crate) fn in_three<const D: usize>(vector: [f32; D]) -> [f32; 3] {
    std::array::from_fn(|axis| vector.get(axis).copied().unwrap_or(0.0))
}

/// The first numbers of a vector.
pub(crate) fn first<const D: usize>(vector: [f32; 3]) -> [f32; D] {
    std::array::from_fn(|axis| vector[axis])
}
