//! The list of pairs of kinds: how each is computed, at rest and moving.

use std::any::Any;

use super::{
    contacts::{self, ContactEntry, boxes3, plain, with_faces, with_manifold, with_spheres},
    impacts::{self, ImpactEntry, always, by_turning},
    table::KindTable,
};
use crate::{
    pairs::{
        AtHalfSpace, AtHalfSpacePoints, BallBall, BallBox, BallCapsule, BallPolygon, BallTriangle,
        BoxBox2, BoxBox2Manifold, BoxBox3, BoxCapsule, BoxPolygon, BoxPolygonManifold, BoxTriangle,
        CapsuleCapsule, CapsulePolygon, CapsuleTriangle, PolygonPolygon, PolygonPolygonManifold,
        Straight, SweptAtHalfSpace, SweptBallBall, SweptBallBox, SweptBallCapsule,
        SweptTwoHalfSpaces, TriangleTriangle, TwoHalfSpaces, advance::Advance,
    },
    shape::{
        Ball, Capsule, Obb, Polygon, PolygonSphere, RigidMotion2, RigidMotion3, ShapeKind,
        ShapeKind::{
            Ball as BALL, Box as BOX, Capsule as CAPSULE, HalfSpace as HALF_SPACE,
            Polygon as POLYGON, Triangle as TRIANGLE,
        },
        Triangle,
    },
};

/// How two kinds of shapes are computed.
#[derive(Clone, Copy)]
struct PairEntry<const D: usize> {
    contact: ContactEntry<D>,
    impact: ImpactEntry<D>,
}

/// How two kinds of shapes are computed at rest, the smaller kind first.
///
/// # Panics
/// When the larger kind comes first, or a kind does not exist in `D` dimensions.
#[must_use]
pub fn contact_entry<const D: usize>(kinds: [ShapeKind; 2]) -> &'static ContactEntry<D> {
    &pair_entry(kinds).contact
}

/// How two kinds of shapes are computed that move, the smaller kind first.
///
/// # Panics
/// When the larger kind comes first, or a kind does not exist in `D` dimensions.
#[must_use]
pub fn impact_entry<const D: usize>(kinds: [ShapeKind; 2]) -> ImpactEntry<D> {
    pair_entry(kinds).impact
}

fn pair_entry<const D: usize>(kinds: [ShapeKind; 2]) -> &'static PairEntry<D> {
    const { assert!(D == 2 || D == 3) };
    let table: &'static dyn Any = if D == 2 { &PLANE } else { &SPACE };
    let table: &KindTable<_, D> = table.downcast_ref().expect("the table of this dimension");
    table.of(kinds)
}

/// A pair of kinds with its entry.
const fn pair<const D: usize>(
    kinds: [ShapeKind; 2],
    contact: ContactEntry<D>,
    impact: ImpactEntry<D>,
) -> ([ShapeKind; 2], PairEntry<D>) {
    (kinds, PairEntry { contact, impact })
}

type Straight2<T> = Straight<T, RigidMotion2>;

static PLANE: KindTable<PairEntry<2>, 2> = KindTable::new(
    &[
        pair([BALL, BALL], plain::<BallBall, 2, 0>(), always::<Straight2<SweptBallBall>, 2>()),
        pair(
            [BALL, BOX],
            plain::<BallBox, 2, 1>(),
            by_turning::<Straight2<SweptBallBox>, Advance<BallBox, 1>, 2>(),
        ),
        pair(
            [BALL, CAPSULE],
            plain::<BallCapsule, 2, 1>(),
            by_turning::<Straight2<SweptBallCapsule>, Advance<BallCapsule, 1>, 2>(),
        ),
        pair(
            [BALL, POLYGON],
            with_spheres::<Ball<2>, PolygonSphere>(plain::<BallPolygon, 2, 1>()),
            always::<Advance<BallPolygon, 1>, 2>(),
        ),
        pair(
            [BOX, BOX],
            with_manifold::<BoxBox2, BoxBox2Manifold, 2, 2>(),
            always::<Advance<BoxBox2, 0>, 2>(),
        ),
        pair([BOX, CAPSULE], plain::<BoxCapsule, 2, 2>(), always::<Advance<BoxCapsule, 2>, 2>()),
        pair(
            [BOX, POLYGON],
            with_spheres::<Obb<2>, PolygonSphere>(with_manifold::<
                BoxPolygon,
                BoxPolygonManifold,
                2,
                2,
            >()),
            always::<Advance<BoxPolygon, 0>, 2>(),
        ),
        pair(
            [CAPSULE, CAPSULE],
            plain::<CapsuleCapsule, 2, 2>(),
            always::<Advance<CapsuleCapsule, 2>, 2>(),
        ),
        pair(
            [CAPSULE, POLYGON],
            with_spheres::<Capsule<2>, PolygonSphere>(plain::<CapsulePolygon, 2, 2>()),
            always::<Advance<CapsulePolygon, 2>, 2>(),
        ),
        pair(
            [POLYGON, POLYGON],
            with_spheres::<PolygonSphere, PolygonSphere>(with_manifold::<
                PolygonPolygon,
                PolygonPolygonManifold,
                2,
                2,
            >()),
            always::<Advance<PolygonPolygon, 0>, 2>(),
        ),
        pair(
            [BALL, HALF_SPACE],
            with_manifold::<AtHalfSpace<Ball<2>>, AtHalfSpacePoints<Ball<2>>, 2, 1>(),
            always::<SweptAtHalfSpace<Ball<2>>, 2>(),
        ),
        pair(
            [BOX, HALF_SPACE],
            with_manifold::<AtHalfSpace<Obb<2>>, AtHalfSpacePoints<Obb<2>>, 2, 2>(),
            always::<SweptAtHalfSpace<Obb<2>>, 2>(),
        ),
        pair(
            [CAPSULE, HALF_SPACE],
            with_manifold::<AtHalfSpace<Capsule<2>>, AtHalfSpacePoints<Capsule<2>>, 2, 2>(),
            always::<SweptAtHalfSpace<Capsule<2>>, 2>(),
        ),
        pair(
            [POLYGON, HALF_SPACE],
            with_manifold::<AtHalfSpace<Polygon>, AtHalfSpacePoints<Polygon>, 2, 2>(),
            always::<SweptAtHalfSpace<Polygon>, 2>(),
        ),
        pair(
            [HALF_SPACE, HALF_SPACE],
            plain::<TwoHalfSpaces, 2, 0>(),
            always::<SweptTwoHalfSpaces<RigidMotion2>, 2>(),
        ),
    ],
    None,
    None,
);

/// Two shapes in space of kinds that have no routine of their own.
const ANY_CONVEX: PairEntry<3> =
    PairEntry { contact: contacts::any_convex(), impact: impacts::any_convex() };

/// A shape in space of a kind that has no routine of its own, and a half-space.
const CONVEX_AT_HALF_SPACE: PairEntry<3> = PairEntry {
    contact: contacts::convex_at_half_space(),
    impact: impacts::convex_at_half_space(),
};

type Straight3<T> = Straight<T, RigidMotion3>;

static SPACE: KindTable<PairEntry<3>, 3> = KindTable::new(
    &[
        pair([BALL, BALL], plain::<BallBall, 3, 0>(), always::<Straight3<SweptBallBall>, 3>()),
        pair(
            [BALL, BOX],
            plain::<BallBox, 3, 1>(),
            by_turning::<Straight3<SweptBallBox>, Advance<BallBox, 1>, 3>(),
        ),
        pair(
            [BALL, CAPSULE],
            plain::<BallCapsule, 3, 1>(),
            by_turning::<Straight3<SweptBallCapsule>, Advance<BallCapsule, 1>, 3>(),
        ),
        pair(
            [BALL, TRIANGLE],
            plain::<BallTriangle, 3, 1>(),
            always::<Advance<BallTriangle, 1>, 3>(),
        ),
        pair([BOX, BOX], boxes3(), always::<Advance<BoxBox3, 0>, 3>()),
        pair([BOX, CAPSULE], plain::<BoxCapsule, 3, 2>(), always::<Advance<BoxCapsule, 2>, 3>()),
        pair([BOX, TRIANGLE], with_faces::<BoxTriangle>(), always::<Advance<BoxTriangle, 0>, 3>()),
        pair(
            [CAPSULE, CAPSULE],
            plain::<CapsuleCapsule, 3, 2>(),
            always::<Advance<CapsuleCapsule, 2>, 3>(),
        ),
        pair(
            [CAPSULE, TRIANGLE],
            plain::<CapsuleTriangle, 3, 2>(),
            always::<Advance<CapsuleTriangle, 2>, 3>(),
        ),
        pair(
            [TRIANGLE, TRIANGLE],
            with_faces::<TriangleTriangle>(),
            always::<Advance<TriangleTriangle, 0>, 3>(),
        ),
        pair(
            [BALL, HALF_SPACE],
            with_manifold::<AtHalfSpace<Ball<3>>, AtHalfSpacePoints<Ball<3>>, 3, 1>(),
            always::<SweptAtHalfSpace<Ball<3>>, 3>(),
        ),
        pair(
            [BOX, HALF_SPACE],
            with_manifold::<AtHalfSpace<Obb<3>>, AtHalfSpacePoints<Obb<3>>, 3, 4>(),
            always::<SweptAtHalfSpace<Obb<3>>, 3>(),
        ),
        pair(
            [CAPSULE, HALF_SPACE],
            with_manifold::<AtHalfSpace<Capsule<3>>, AtHalfSpacePoints<Capsule<3>>, 3, 2>(),
            always::<SweptAtHalfSpace<Capsule<3>>, 3>(),
        ),
        pair(
            [TRIANGLE, HALF_SPACE],
            with_manifold::<AtHalfSpace<Triangle>, AtHalfSpacePoints<Triangle>, 3, 4>(),
            always::<SweptAtHalfSpace<Triangle>, 3>(),
        ),
        pair(
            [HALF_SPACE, HALF_SPACE],
            plain::<TwoHalfSpaces, 3, 0>(),
            always::<SweptTwoHalfSpaces<RigidMotion3>, 3>(),
        ),
    ],
    Some((HALF_SPACE, CONVEX_AT_HALF_SPACE)),
    Some(ANY_CONVEX),
);
