//! What lies above both of two faces.

use super::frame::{IncidentFace, NO_SIGNS, ReferenceFrame};
use crate::real::{
    Real,
    vector::{add_scaled, dot},
};

/// Most corners that can come into question: two on each edge of the incident face, and those of
/// the reference face.
pub(super) const MAX_CORNERS: usize = 12;

/// Faces that lean against each other by no more than this, in both directions together, count as
/// level: boxes at rest lean this way and that by less.
const LEVEL: f32 = 1.0 / 512.0;

/// A direction of the world to which hardly any face or edge is at right angles: it tells the
/// corners of a face apart.
const DIRECTION: [f32; 3] = [0.3, 0.39, 0.87];

/// A corner of what two faces have in common.
#[derive(Clone, Copy)]
pub(super) struct Corner<R> {
    /// The place along the two axes of the reference face.
    pub(super) at: [R; 2],
    /// The number of the features that meet there.
    pub(super) feature: R,
}

impl<R: Real> Corner<R> {
    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(super) fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            at: [R::select(mask, yes.at[0], no.at[0]), R::select(mask, yes.at[1], no.at[1])],
            feature: R::select(mask, yes.feature, no.feature),
        }
    }
}

/// The corners of what two faces have in common.
pub(super) struct Corners<R> {
    /// All that come into question. Where one does not count, its place is NaN, which is neither
    /// less than anything nor more.
    pub(super) all: [Corner<R>; MAX_CORNERS],
    /// The deepest, or where the faces are level, that which is first along a direction of the
    /// world: it stays the same while the boxes lean this way and that, whichever of the two faces
    /// is the reference. Where none counts, the deepest of the incident face.
    pub(super) deepest: Corner<R>,
    height: R,
}

/// The two faces, and what both of them need to know in order to be clipped.
struct Clip<'a, R: Real> {
    frame: &'a ReferenceFrame<R>,
    incident: &'a IncidentFace<R>,
    /// Half extents of the reference face, larger by what rounding can do: faces that are flush
    /// keep all their corners. What that adds is drawn in again when points are placed.
    half: [R; 2],
    /// The number of the two faces as features.
    faces: R,
    /// By how much corners count as higher, for each step along the axes of the reference face.
    slopes: [R; 2],
}

/// Clips the incident face by the sides of the reference face.
#[inline(always)]
pub(super) fn clip<R: Real>(frame: &ReferenceFrame<R>, incident: &IncidentFace<R>) -> Corners<R> {
    let (w, m, slack) = (&frame.weights, &frame.incident_weights, frame.slack);
    let faces = slack.of(NO_SIGNS) + frame.side * w[0] + frame.facing * m[0];
    let half = [frame.reference[1] + slack, frame.reference[2] + slack];
    let leans = incident.axes[0][2].abs() + incident.axes[1][2].abs();
    let is_level = leans.le(slack.of(LEVEL));
    let direction = DIRECTION.map(|x| slack.of(x));
    let slopes = [1, 2].map(|k| dot(frame.axes[k], direction));
    let slopes = slopes.map(|slope| R::select(is_level, slope, slack.of(0.0)));
    let clip = Clip { frame, incident, half, faces, slopes };
    let deepest = clip.deepest_vertex();
    let infinite = slack.of(f32::INFINITY);
    let mut corners = Corners { all: [deepest; MAX_CORNERS], deepest, height: infinite };
    clip.edges(0, &mut corners);
    clip.edges(1, &mut corners);
    clip.reference_corners(&mut corners);
    corners
}

impl<R: Real> Clip<'_, R> {
    /// The corner of the incident face that is deepest.
    #[inline(always)]
    fn deepest_vertex(&self) -> Corner<R> {
        let IncidentFace { center, axes, half, .. } = self.incident;
        let (mut at, mut feature) = ([center[0], center[1]], self.faces);
        for axis in 0..2 {
            let sign = -self.faces.of(1.0).with_sign_of(axes[axis][2]);
            for i in 0..2 {
                at[i] = at[i] + sign * half[axis] * axes[axis][i];
            }
            feature = feature + sign * self.frame.incident_weights[1 + axis];
        }
        Corner { at, feature }
    }

    /// The two edges of the incident face along one of its axes: where each comes in and where it
    /// goes out (Y.-D. Liang and B. A. Barsky, *A new concept and method for line clipping*, 1984).
    ///
    /// A corner of the incident face is found on both of its edges. Points within rounding of each
    /// other are one in the end, so the second need not be told from the first.
    #[inline(always)]
    fn edges(&self, along: usize, corners: &mut Corners<R>) {
        let (across, incident, weights) = (1 - along, self.incident, &self.frame.incident_weights);
        let (direction, other) = (&incident.axes[along], &incident.axes[across]);
        let (length, weight) = (incident.half[along], weights[1 + along]);
        let slabs = [self.slab(0, direction[0]), self.slab(1, direction[1])];
        for end in 0..2 {
            let sign = length.of([-1.0, 1.0][end]);
            let middle = add_scaled(incident.center, *other, sign * incident.half[across]);
            let edge = self.faces + sign * weights[1 + across];
            let [u, v] = [slabs[0].cut(middle[0]), slabs[1].cut(middle[1])];
            let (enter, leave) = (u[0].max(v[0]), u[1].min(v[1]));
            let (low, high) = (enter.max(-length), leave.min(length));
            let (enters, leaves) = ((-length).lt(enter), leave.lt(length));
            let enters_by = R::select(u[0].lt(v[0]), slabs[1].weight, slabs[0].weight);
            let leaves_by = R::select(v[1].lt(u[1]), slabs[1].weight, slabs[0].weight);
            let at_low = edge - R::select(enters, enters_by, weight);
            let at_high = edge + R::select(leaves, leaves_by, weight);
            let any = low.le(high);
            let number = 4 * along + 2 * end;
            let (low, high) =
                (add_scaled(middle, *direction, low), add_scaled(middle, *direction, high));
            self.set(corners, number, any, low, at_low);
            self.set(corners, number + 1, any, high, at_high);
        }
    }

    /// The two sides of the reference face across one of its axes, for edges of a direction.
    #[inline(always)]
    fn slab(&self, axis: usize, direction: R) -> EdgeSlab<R> {
        // An edge along the slab is in it or not from end to end, however steep it is made.
        let least = direction.of(f32::MIN_POSITIVE);
        let parallel = direction.abs().lt(least);
        let direction = R::select(parallel, least, direction);
        EdgeSlab {
            half: self.half[axis],
            per_direction: direction.of(1.0) / direction,
            weight: self.frame.weights[1 + axis].with_sign_of(direction),
        }
    }

    /// The corners of the reference face that the incident face is above.
    #[inline(always)]
    fn reference_corners(&self, corners: &mut Corners<R>) {
        let (half, incident) = ([self.frame.reference[1], self.frame.reference[2]], self.incident);
        let zero = half[0].of(0.0);
        // Places along the incident face's axes err by up to 1/0.57 as much.
        let slack = self.frame.slack + self.frame.slack;
        for (number, signs) in
            [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]].iter().enumerate()
        {
            let signs = [zero.of(signs[0]), zero.of(signs[1])];
            let at = [signs[0] * half[0], signs[1] * half[1]];
            let [x, y] = incident.above(at);
            let inside =
                x.abs().le(incident.half[0] + slack) & y.abs().le(incident.half[1] + slack);
            let weights = &self.frame.weights;
            let feature = self.faces + signs[0] * weights[1] + signs[1] * weights[2];
            self.set(corners, 8 + number, inside, [at[0], at[1], incident.height([x, y])], feature);
        }
    }

    /// Enters a corner, if it counts and is not above the reference face.
    #[inline(always)]
    fn set(&self, to: &mut Corners<R>, number: usize, counts: R::Mask, at: [R; 3], feature: R) {
        let ([u, v, height], slack) = (at, self.frame.slack);
        let counts = counts & height.le(slack);
        let height = height + (u * self.slopes[0] + v * self.slopes[1]);
        // The first of those that are as deep but for rounding.
        let deeper = counts & (height + slack).lt(to.height);
        to.height = R::select(deeper, height, to.height);
        to.deepest = Corner::select(deeper, Corner { at: [u, v], feature }, to.deepest);
        let u = R::select(counts, u, u.of(f32::NAN));
        to.all[number] = Corner { at: [u, v], feature };
    }
}

/// The places between two parallel sides, for edges of one direction.
struct EdgeSlab<R> {
    half: R,
    per_direction: R,
    /// What the side by which they leave counts in the number of a feature; with the other sign,
    /// the side by which they enter.
    weight: R,
}

impl<R: Real> EdgeSlab<R> {
    /// From where to where an edge through a place is between the sides.
    #[inline(always)]
    fn cut(&self, place: R) -> [R; 2] {
        let one = (-self.half - place) * self.per_direction;
        let other = (self.half - place) * self.per_direction;
        [one.min(other), one.max(other)]
    }
}
