//! The shapes of a step, as arrays of the caller's.

use jostle::{
    records::{Field, GatheredColumns},
    shape::Columns,
};

use crate::{
    arrays::{Sized32, jst_numbers, jst_vectors, sized},
    space::{Dimension, Space},
    status::Fault,
};

/// The shapes of a step, numbered: first all balls, then all boxes, and so on. What there is none
/// of may be zero. Lengths are in the unit of the caller, which is one for all.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_shapes {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// How many balls.
    pub ball_count: usize,
    /// Their centers.
    pub ball_center: jst_vectors,
    /// Their radii.
    pub ball_radius: jst_numbers,
    /// How many boxes.
    pub box_count: usize,
    /// Their centers.
    pub box_center: jst_vectors,
    /// Half of their sizes along their own axes.
    pub box_half: jst_vectors,
    /// How they are turned: cosine and sine in 2D, the x, y, z and w of a quaternion in 3D. Null
    /// where none is.
    pub box_rotation: jst_vectors,
    /// How many capsules.
    pub capsule_count: usize,
    /// Their middles.
    pub capsule_center: jst_vectors,
    /// From the middle of each to the center of one of its ends.
    pub capsule_axis: jst_vectors,
    /// Their radii.
    pub capsule_radius: jst_numbers,
    /// How many half-spaces.
    pub half_space_count: usize,
    /// A point on the border of each.
    pub half_space_point: jst_vectors,
    /// The direction out of each, of length 1.
    pub half_space_normal: jst_vectors,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_shapes {
    const NAME: &'static str = "jst_shapes";
}

/// The shapes of the caller's, checked.
pub(crate) struct Kinds<'a, const D: usize> {
    balls: ([Field<'a>; D], Field<'a>),
    boxes: [[Field<'a>; D]; 2],
    rotations: Option<[Field<'a>; 4]>,
    capsules: ([[Field<'a>; D]; 2], Field<'a>),
    half_spaces: [[Field<'a>; D]; 2],
    count: usize,
}

/// Where the numbers of shapes go that are not columns already.
#[derive(Debug, Default)]
pub(crate) struct KindColumns<const D: usize> {
    ball_centers: GatheredColumns<D>,
    ball_radii: GatheredColumns<1>,
    box_centers: GatheredColumns<D>,
    box_halves: GatheredColumns<D>,
    rotations: GatheredColumns<4>,
    capsule_centers: GatheredColumns<D>,
    capsule_axes: GatheredColumns<D>,
    capsule_radii: GatheredColumns<1>,
    points: GatheredColumns<D>,
    normals: GatheredColumns<D>,
}

impl<'a, const D: usize> Kinds<'a, D>
where
    Dimension: Space<D>,
{
    /// Shapes of the caller's.
    ///
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    pub(crate) unsafe fn of(shapes: *const jst_shapes) -> Result<Self, Fault> {
        // SAFETY: the caller's promise.
        unsafe {
            let given = sized(shapes)?;
            let [balls, boxes] = [given.ball_count, given.box_count];
            let [capsules, half_spaces] = [given.capsule_count, given.half_space_count];
            let turns = !given.box_rotation.is_null();
            let counts = [balls, boxes, capsules, half_spaces];
            let count = counts.into_iter().try_fold(0_usize, usize::checked_add);
            Ok(Self {
                balls: (
                    given.ball_center.fields(balls, "ball_center")?,
                    given.ball_radius.field(balls, "ball_radius")?,
                ),
                boxes: [
                    given.box_center.fields(boxes, "box_center")?,
                    given.box_half.fields(boxes, "box_half")?,
                ],
                rotations: turns
                    .then(|| {
                        let numbers = Dimension::ROTATION;
                        given.box_rotation.first_fields(numbers, boxes, "box_rotation")
                    })
                    .transpose()?,
                capsules: (
                    [
                        given.capsule_center.fields(capsules, "capsule_center")?,
                        given.capsule_axis.fields(capsules, "capsule_axis")?,
                    ],
                    given.capsule_radius.field(capsules, "capsule_radius")?,
                ),
                half_spaces: [
                    given.half_space_point.fields(half_spaces, "half_space_point")?,
                    given.half_space_normal.fields(half_spaces, "half_space_normal")?,
                ],
                count: count.ok_or(Fault::Layout("jst_shapes"))?,
            })
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }
}

impl<const D: usize> KindColumns<D>
where
    Dimension: Space<D>,
{
    /// The shapes as the engine takes them.
    pub(crate) fn gather<'a>(&'a mut self, kinds: &Kinds<'a, D>) -> Result<Columns<'a, D>, Fault> {
        let (centers, radii) = kinds.balls;
        let centers = self.ball_centers.gather(centers)?;
        let [radii] = self.ball_radii.gather([radii])?;
        let columns = Columns::default().with_balls(centers, radii)?;
        let [centers, halves] = kinds.boxes;
        let centers = self.box_centers.gather(centers)?;
        let halves = self.box_halves.gather(halves)?;
        let columns = match kinds.rotations {
            None => columns.with_aligned_boxes(centers, halves)?,
            Some(rotations) => {
                let rotations = self.rotations.gather(rotations)?;
                columns.with_boxes(Dimension::turned(centers, halves, rotations)?)
            }
        };
        let ([centers, axes], radii) = kinds.capsules;
        let centers = self.capsule_centers.gather(centers)?;
        let axes = self.capsule_axes.gather(axes)?;
        let [radii] = self.capsule_radii.gather([radii])?;
        let columns = columns.with_capsules(centers, axes, radii)?;
        let [points, normals] = kinds.half_spaces;
        let (points, normals) = (self.points.gather(points)?, self.normals.gather(normals)?);
        Ok(columns.with_half_spaces(points, normals)?)
    }
}
