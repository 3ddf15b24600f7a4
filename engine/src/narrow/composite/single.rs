//! A pair alone, of which at least one shape has parts.

use jostle_kernels::{dispatch::ray_entry, geometry::ray::PreparedRay, shape::Rows};

use super::{
    Way,
    normals::{Part, Touching, corrected},
};
use crate::{
    Aabb, Error,
    memory::Failure,
    narrow::{
        Contact, Separation,
        distance::{ClosestPoints, nearest},
        single::{Manifold, Meeting, touches},
    },
    shape::{Features, Packed, PlacedParts, Placement, PreparedShapes, Shape, ShapeKind},
};

/// A shape of a pair alone: as the kernels take it, or its parts.
#[derive(Clone, Debug)]
pub(crate) enum Body<'a, const D: usize> {
    /// A shape without parts.
    Whole(Packed<D>),
    /// The parts of a composite shape.
    Parts(Composed<'a, D>),
}

/// The parts of a composite shape, its center and its bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Composed<'a, const D: usize> {
    pub(super) parts: PlacedParts<'a, D>,
    pub(super) center: [f32; D],
    pub(super) bounds: Aabb<D>,
}

/// Something that is known of two parts, or of a part and a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfParts<T> {
    pub(crate) found: T,
    /// Their numbers; 0 for a shape that has none.
    pub(crate) parts: [u32; 2],
}

impl<'a, const D: usize> Body<'a, D> {
    /// A shape that is valid.
    pub(crate) fn of(shape: &'a Shape<D>) -> Result<Self, Error> {
        let packed = shape.packed()?;
        let Shape::Composite(composite) = shape else { return Ok(Self::Whole(packed)) };
        let placement = Placement::new(composite.center, &composite.rotation);
        let parts = PlacedParts::new(&composite.parts, placement);
        Ok(Self::Parts(Composed { parts, center: composite.center, bounds: packed.bounds() }))
    }

    /// A shape of a set, which is valid.
    pub(crate) fn of_set(shapes: &'a PreparedShapes<D>, index: u32) -> Self {
        let index = index as usize;
        let packed = shapes.packed(index);
        match shapes.placed_parts(index) {
            Some(parts) => {
                let (center, bounds) = (shapes.center_of(index), packed.bounds());
                Self::Parts(Composed { parts, center, bounds })
            }
            None => Self::Whole(packed),
        }
    }

    /// Whether it has parts.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self, Self::Parts(_))
    }

    /// Its kind.
    pub(crate) fn kind(&self) -> ShapeKind {
        match self {
            Self::Whole(shape) => shape.kind(),
            Self::Parts(_) => ShapeKind::Composite,
        }
    }

    /// The point that stands for its place.
    pub(crate) fn center(&self) -> [f64; D] {
        match self {
            Self::Whole(shape) => shape.features().center,
            Self::Parts(shape) => shape.center.map(f64::from),
        }
    }

    /// The corners, edges and faces of the shape, or of a part, which turns about the center of its
    /// shape.
    pub(crate) fn features(&self, part: u32) -> Features<D> {
        match self {
            Self::Whole(shape) => shape.features(),
            Self::Parts(shape) => {
                let part = shape.parts.part(part).packed().expect("parts are valid");
                let mut features = part.features();
                features.center = self.center();
                features
            }
        }
    }

    pub(crate) fn bounds(&self) -> Aabb<D> {
        match self {
            Self::Whole(shape) => shape.bounds(),
            Self::Parts(shape) => shape.bounds,
        }
    }

    /// Whether it touches a shape of a set.
    #[inline]
    pub(crate) fn touches(&self, shapes: &PreparedShapes<D>, index: u32) -> Result<bool, Error> {
        let row = shapes.row(index as usize);
        self.touches_row(row, || Body::of_set(shapes, index))
    }

    /// Whether it touches another shape, which is given as the only row of its kind, and as a body
    /// where one has parts.
    #[inline]
    pub(crate) fn touches_row<'b>(
        &self,
        row: Rows<'_>,
        other: impl FnOnce() -> Body<'b, D>,
    ) -> Result<bool, Error> {
        match self {
            Self::Whole(shape) if row.kind != ShapeKind::Composite => Ok(touches(shape, row)),
            _ => touch([self, &other()]),
        }
    }

    fn parts(&self) -> Option<PlacedParts<'a, D>> {
        match self {
            Self::Whole(_) => None,
            Self::Parts(shape) => Some(shape.parts),
        }
    }

    /// A point and how far the shape reaches from it.
    fn around(&self) -> ([f32; D], f32) {
        match self {
            Self::Whole(shape) => {
                let features = shape.features();
                (features.center.map(|x| x as f32), features.reach())
            }
            Self::Parts(shape) => {
                let Aabb { min, max } = shape.bounds;
                let center: [f32; D] =
                    std::array::from_fn(|axis| 0.5 * min[axis] + 0.5 * max[axis]);
                let reach: f32 = (0..D).map(|axis| max[axis] - center[axis]).sum();
                (center, reach.next_up())
            }
        }
    }

    /// How far the shape reaches from its center.
    pub(crate) fn reach(&self) -> f32 {
        match self {
            Self::Whole(shape) => shape.features().reach(),
            Self::Parts(_) => 0.5 * self.reach_around(),
        }
    }

    /// How far the shape may reach beyond its bounds as it turns.
    pub(super) fn reach_around(&self) -> f32 {
        let Aabb { min, max } = self.bounds();
        let center = self.center();
        let farthest = |axis: usize| {
            let [low, high] = [min[axis], max[axis]].map(f64::from);
            (high - center[axis]).abs().max((center[axis] - low).abs())
        };
        let square: f64 = (0..D).map(|axis| farthest(axis).powi(2)).sum();
        // From any place of the bounds to any other at the same distance from the center.
        (2.0 * square.sqrt() as f32).next_up()
    }

    /// Calls for what of the shape may be in a region, by part, until it is told to stop.
    fn each_near(
        &self,
        region: &Aabb<D>,
        mut each: impl FnMut(u32, &Packed<D>) -> bool,
    ) -> Result<bool, Error> {
        match self {
            Self::Whole(shape) => Ok(each(0, shape)),
            Self::Parts(shape) => {
                let mut near = Vec::new();
                shape.parts.near(region, &mut near)?;
                for number in near {
                    let part = shape.parts.part(number).packed()?;
                    if part.bounds().overlaps(region) && each(number, &part) {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}

/// Calls for the parts of two shapes that may touch somewhere on the way of the second, until it is
/// told to stop.
pub(super) fn each_pair<const D: usize>(
    [a, b]: [&Body<'_, D>; 2],
    way: &Way<D>,
    mut each: impl FnMut([u32; 2], [&Packed<D>; 2]) -> bool,
) -> Result<bool, Error> {
    let mut outcome = Ok(());
    let stopped = a.each_near(&way.of_second(&b.bounds()), |part_a, first| {
        let region = way.of_first(&first.bounds());
        let one = |part_b, second: &Packed<D>| each([part_a, part_b], [first, second]);
        b.each_near(&region, one).unwrap_or_else(|error| {
            outcome = Err(error);
            true
        })
    })?;
    outcome.map(|()| stopped)
}

/// Whether two shapes touch, of which one has parts.
pub(crate) fn touch<const D: usize>(shapes: [&Body<'_, D>; 2]) -> Result<bool, Error> {
    each_pair(shapes, &Way::NONE, |_, [a, b]| Meeting::of_packed(a.clone(), b.clone()).overlap())
}

/// How two shapes touch, or are near each other where they are apart by no more than `margin`: the
/// parts that are deepest in each other.
pub(crate) fn deepest<const D: usize>(
    shapes: [&Shape<D>; 2],
    margin: f32,
) -> Result<Option<OfParts<Manifold<D>>>, Error> {
    let best_within = |margin| -> Result<Option<OfParts<Manifold<D>>>, Error> {
        let mut best: Option<OfParts<Manifold<D>>> = None;
        each_contact(shapes, margin, |found| {
            if best.as_ref().is_none_or(|best| found.found.distance < best.found.distance) {
                best = Some(found);
            }
        })?;
        Ok(best)
    };
    let touching = best_within(0.0)?;
    if touching.is_some() || margin <= 0.0 {
        return Ok(touching);
    }
    // None touches, though by the rounding of long ones some may seem to.
    let near = best_within(margin)?.map(|mut near| {
        near.found.distance = near.found.distance.max(f32::MIN_POSITIVE);
        near
    });
    Ok(near)
}

/// Calls for all contacts of the parts of two shapes that touch, or are apart by no more than
/// `margin`, by part.
pub(crate) fn each_contact<const D: usize>(
    shapes: [&Shape<D>; 2],
    margin: f32,
    mut each: impl FnMut(OfParts<Manifold<D>>),
) -> Result<(), Error> {
    let bodies = [Body::of(shapes[0])?, Body::of(shapes[1])?];
    let placed = bodies.each_ref().map(Body::parts);
    let centers = shapes.map(Shape::center);
    each_pair(bodies.each_ref(), &Way::around(margin), |parts, [a, b]| {
        let meeting = Meeting::of_packed(a.clone(), b.clone());
        let near = || {
            let alone = |side: usize| match &placed[side] {
                Some(shape) => shape.part(parts[side]),
                None => shapes[side].clone(),
            };
            if margin > 0.0 { meeting.near([&alone(0), &alone(1)], margin) } else { None }
        };
        // Parts whose bounds are apart are apart, whatever the rounding of long ones says.
        let may_touch = a.bounds().overlaps(&b.bounds());
        let touch = if may_touch { meeting.touch() } else { None };
        let Some(found) = touch.or_else(near) else {
            return false;
        };
        let contact = Contact {
            pair: crate::Pair::default(),
            normal: found.normal,
            distance: found.distance,
            axis: found.axis,
            points: found.points(),
            parts,
        };
        let packed = [a, b];
        let touching = |side: usize| {
            let (number, center_of_shape) = (parts[side], centers[side]);
            let part = placed[side].map(|of| Part {
                of,
                number,
                center: of.part(number).center(),
                center_of_shape,
            });
            Touching { row: packed[side].rows(), part }
        };
        let outcome = corrected(&contact, &[touching(0), touching(1)]);
        let Separation { normal, distance, axis } = outcome.separation;
        let points = &outcome.points[..outcome.count];
        each(OfParts { found: Manifold::of(normal, distance, axis, points), parts });
        false
    })
    .map(|_| ())
}

/// Where two shapes are nearest that are no farther apart than `most`: the points are relative to
/// the centers of the shapes.
pub(crate) fn closest<const D: usize>(
    [a, b]: [&Body<'_, D>; 2],
    most: f32,
) -> Result<Option<OfParts<ClosestPoints<D>>>, Error> {
    match (a, b) {
        (Body::Whole(one), Body::Whole(other)) => {
            let meeting = Meeting::of_packed(one.clone(), other.clone());
            let (first, second) = (meeting.first.features(), meeting.second.features());
            let found = nearest(&first, &second, meeting.overlap());
            let found = if meeting.swapped { found.turned() } else { found };
            Ok((found.distance <= most).then_some(OfParts { found, parts: [0; 2] }))
        }
        (Body::Parts(parts), other) => {
            let (center, reach) = other.around();
            let failure = Failure::default();
            let to_part = |number: u32| -> Option<OfParts<ClosestPoints<D>>> {
                let part = Body::Whole(parts.parts.part(number).packed().ok()?);
                failure.note(closest([&part, other], most))?
            };
            let nearest = parts.parts.nearest(center, reach, most, |number| {
                to_part(number).map(|found| found.found.distance)
            })?;
            let found = nearest.and_then(|hit| Some((hit, to_part(hit.id)?)));
            failure.outcome()?;
            let Some((hit, mut found)) = found else { return Ok(None) };
            let part = parts.parts.part(hit.id).center();
            for (on, (part, whole)) in
                found.found.on_a.iter_mut().zip(part.iter().zip(parts.center))
            {
                let way = f64::from(*part) - f64::from(whole);
                *on = (way + f64::from(*on)) as f32;
            }
            found.parts[0] = hit.id;
            Ok(Some(found))
        }
        (whole, Body::Parts(_)) => {
            Ok(closest([b, whole], most)?.map(|OfParts { found, parts: [b, a] }| OfParts {
                found: found.turned(),
                parts: [a, b],
            }))
        }
    }
}

/// When a ray meets a composite shape, and which part.
pub(crate) fn ray_time<const D: usize>(
    line: &PreparedRay<D>,
    shape: &PlacedParts<'_, D>,
) -> Result<Option<(f32, u32)>, Error> {
    let ray = line.ray();
    let time = |number: u32| {
        let part = shape.part(number).packed().ok()?;
        line.time(&(ray_entry(part.kind()).enter)(line, part.rows())?)
    };
    let hit = shape.first_along(ray.origin, ray.direction, [ray.t_min, ray.t_max], time)?;
    Ok(hit.map(|hit| (hit.t, hit.id)))
}

/// The normal of a part where a ray meets it, and the number of the feature that it meets at a
/// time.
pub(crate) fn ray_hit<const D: usize>(
    line: &PreparedRay<D>,
    shape: &PlacedParts<'_, D>,
    part: u32,
    t: f32,
) -> Option<([f32; D], u32)> {
    let part = shape.part(part).packed().ok()?;
    let of_kind = ray_entry(part.kind());
    let normal = line.normal(&(of_kind.enter)(line, part.rows())?);
    let feature = (of_kind.feature)(part.rows(), line.ray().at(t), normal);
    Some((normal, feature))
}

/// How far two shapes are apart, or how deep their parts are in each other.
pub(crate) fn separation<const D: usize>(
    shapes: [&Body<'_, D>; 2],
) -> Result<Separation<D>, Error> {
    let mut best = Separation::UNKNOWN;
    each_pair(shapes, &Way::NONE, |_, [a, b]| {
        let found = Meeting::of_packed(a.clone(), b.clone()).separation();
        if found.distance <= 0.0 && found.distance < best.distance {
            best = found;
        }
        false
    })?;
    if best.distance <= 0.0 {
        return Ok(best);
    }
    let Some(OfParts { parts, .. }) = closest(shapes, f32::INFINITY)? else { return Ok(best) };
    let alone = |side: usize| match shapes[side] {
        Body::Whole(shape) => Ok(shape.clone()),
        Body::Parts(shape) => shape.parts.part(parts[side]).packed(),
    };
    // They are apart as no parts touch, if by less than can be told.
    let found = Meeting::of_packed(alone(0)?, alone(1)?).separation();
    Ok(Separation { distance: found.distance.max(f32::MIN_POSITIVE), ..found })
}
