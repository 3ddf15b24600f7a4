"""Contacts of shapes that the caller keeps in arrays."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from . import _jostle
from ._pairs import Filter
from ._shapes import (
    Balls,
    Capsules,
    HalfSpaces,
    Invalid,
    OrientedBoxes,
    flags,
    given,
    listed,
)


@dataclass(frozen=True, eq=False)
class Contacts:
    """The pairs of shapes that touch, and how."""

    pairs: npt.NDArray[np.uint32]
    """(m, 2): indices i < j, sorted. Shapes are numbered: balls, boxes, capsules, half-spaces."""
    normals: npt.NDArray[np.float32]
    """(m, D): unit vectors from i to j."""
    distances: npt.NDArray[np.float32]
    """(m,): minus the depth. Moving j by ``-distance * normal`` makes the two just touch."""
    offsets: npt.NDArray[np.int64]
    """(m + 1,): the points of contact c are from ``offsets[c]`` to before ``offsets[c + 1]``."""
    on_first: npt.NDArray[np.float32]
    """(p, D): the points on shape i, relative to its center."""
    on_second: npt.NDArray[np.float32]
    """(p, D): the points on shape j, relative to its center."""
    point_distances: npt.NDArray[np.float32]
    """(p,): how far the two points are apart along the normal; negative where they overlap."""
    features: npt.NDArray[np.uint32]
    """(p,): numbers that tell the points of a pair apart, also from step to step."""
    invalid: list[Invalid] = field(default_factory=list)
    """The shapes that were left out."""

    def __len__(self) -> int:
        """The number of pairs that touch."""
        return len(self.pairs)


class Pipeline:
    """Finds what touches from step to step, of arrays that the caller keeps.

    It keeps its memory, and the pairs of the step before to say what began and what ended.

    Parameters
    ----------
    dimensions : 2 or 3
    margin : float
        Shapes that are apart by no more than that are contacts as well.
    threads : int
        How many threads work.

    Examples
    --------
    >>> x, y = np.zeros(3, np.float32), np.array([0, 1.5, 9], np.float32)
    >>> radii = np.ones(3, np.float32)
    >>> pipeline = Pipeline(dimensions=2)
    >>> pipeline.step(balls=((x, y), radii))  # pairs that began, persist, ended
    (1, 0, 0)
    >>> pipeline.touching
    array([[0, 1]], dtype=uint32)
    >>> pipeline.contacts().distances
    array([-0.5], dtype=float32)
    """

    def __init__(self, dimensions: int, *, margin: float = 0.0, threads: int | None = None) -> None:
        self._pipeline = _jostle.Pipeline(dimensions, margin, threads)

    def step(
        self,
        *,
        balls: Balls | None = None,
        oriented_boxes: OrientedBoxes | None = None,
        capsules: Capsules | None = None,
        half_spaces: HalfSpaces | None = None,
        filter: Filter | None = None,
        sensors: npt.ArrayLike | None = None,
    ) -> tuple[int, int, int]:
        """Finds what touches now, and returns how many pairs began, persist and ended.

        Columns of ``float32`` (a tuple of arrays, or an array in the order of Fortran) are read
        where they are, rows are copied to columns first. With centers of ``float64`` shapes are
        taken relative to an origin among them, and grow by what rounding moved them: nothing that
        touches is missed. Beside half-spaces they are rounded to ``float32``.

        `sensors` (n,) says which shapes only sense: their pairs are in `sensor_overlaps`.
        """
        shapes = given(balls, oriented_boxes, capsules, half_spaces)
        wanted = None if filter is None else filter._given()
        return self._pipeline.step(shapes, wanted, flags(sensors))

    @property
    def touching(self) -> npt.NDArray[np.uint32]:
        """(m, 2): the pairs that touch, i < j, sorted."""
        return self._pipeline.touching()

    @property
    def sensor_overlaps(self) -> npt.NDArray[np.uint32]:
        """(m, 2): the pairs of a sensor and another shape that touch."""
        return self._pipeline.sensor_overlaps()

    @property
    def begun(self) -> npt.NDArray[np.uint32]:
        """(m, 2): the pairs that touch, and did not in the step before."""
        return self._pipeline.events()[0]

    @property
    def persisted(self) -> npt.NDArray[np.uint32]:
        """(m, 2): the pairs that touch, and did in the step before."""
        return self._pipeline.events()[1]

    @property
    def ended(self) -> npt.NDArray[np.uint32]:
        """(m, 2): the pairs that touched in the step before, and do not any more."""
        return self._pipeline.events()[2]

    def contacts(self) -> Contacts:
        """The pairs that touch, with normals, distances and points."""
        return Contacts(*self._pipeline.contacts(), listed(self._pipeline.invalid()))

    @property
    def invalid(self) -> list[Invalid]:
        """The shapes that the last step left out."""
        return listed(self._pipeline.invalid())

    @property
    def digest(self) -> int:
        """Stands for the contacts of the last step: equal ones have equal digests."""
        return self._pipeline.digest()


def contacts(
    *,
    balls: Balls | None = None,
    oriented_boxes: OrientedBoxes | None = None,
    capsules: Capsules | None = None,
    half_spaces: HalfSpaces | None = None,
    filter: Filter | None = None,
    margin: float = 0.0,
    threads: int | None = None,
) -> Contacts:
    """The pairs of shapes that touch, with normals, depths and points.

    Parameters
    ----------
    balls : (centers, radii)
    oriented_boxes : (centers, half extents, rotations)
        Rotations may be left out; they are rows (cos, sin) in 2D and quaternions (x, y, z, w) in
        3D.
    capsules : (middles, axes, radii)
        Axes go from the middle to one of the ends.
    half_spaces : (points, normals)
        Points on the borders, and normals of length 1 that point out.
    filter
        Which pairs are wanted.
    margin : float
        Shapes that are apart by no more than that are contacts as well.
    threads : int
        How many threads work.

    Returns
    -------
    Contacts
        Shapes are numbered in the order of the kinds here. Those that are invalid are listed.

    Raises
    ------
    ValueError
        Arrays whose shapes do not go together.

    Examples
    --------
    >>> found = contacts(
    ...     balls=([[0.0, 0.0, 0.75]], [1.0]),
    ...     oriented_boxes=([[0.0, 0.0, -1.0]], [[2.0, 2.0, 1.0]]),
    ... )
    >>> found.pairs, found.distances
    (array([[0, 1]], dtype=uint32), array([-0.25], dtype=float32))
    >>> found.normals[0, 2]  # from the ball down to the box
    np.float32(-1.0)
    """
    shapes = given(balls, oriented_boxes, capsules, half_spaces)
    pipeline = Pipeline(_jostle.dimensions_of(shapes), margin=margin, threads=threads)
    pipeline.step(
        balls=balls,
        oriented_boxes=oriented_boxes,
        capsules=capsules,
        half_spaces=half_spaces,
        filter=filter,
    )
    return pipeline.contacts()
