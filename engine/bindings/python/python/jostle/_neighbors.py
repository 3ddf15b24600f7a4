"""Neighbor lists of points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _jostle
from ._shapes import Invalid, Vectors, listed, skips


@dataclass(frozen=True, eq=False)
class Neighbors:
    """The neighbors of each point, as lists that lie one behind the other (CSR)."""

    offsets: npt.NDArray[np.int64]
    """(n + 1,): the list of point i is from ``offsets[i]`` to before ``offsets[i + 1]``."""
    indices: npt.NDArray[np.uint32]
    """(m,): the neighbors of all points. Each list ascends; with ``k`` the nearest come first."""
    distances: npt.NDArray[Any]
    """(m,): how far each is, in the precision of the points."""
    shifts: npt.NDArray[np.int32] | None = None
    """(m, D): how many lengths of the box each is moved by on each axis, where there is a box: the
    neighbor is at ``points[j] + shifts * box``."""
    invalid: list[Invalid] = field(default_factory=list)
    """The points that were left out, as they are not finite."""

    def __len__(self) -> int:
        """The number of points."""
        return len(self.offsets) - 1

    def __getitem__(self, point: int) -> npt.NDArray[np.uint32]:
        """The neighbors of a point, without a copy."""
        if not 0 <= point < len(self):
            raise IndexError(f"there is no point {point}")
        return self.indices[self.offsets[point] : self.offsets[point + 1]]

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """(n,): how many neighbors each point has."""
        return np.diff(self.offsets)

    @property
    def edges(self) -> npt.NDArray[np.uint32]:
        """(m, 2): each point with each of its neighbors, in order."""
        points = np.repeat(np.arange(len(self), dtype=np.uint32), self.counts)
        return np.column_stack((points, self.indices))


class NeighborList:
    """Neighbor lists that are kept while points move: with a skin they are made anew seldom.

    Parameters
    ----------
    r : float
        How near points are to be.
    skin : float
        How much farther the lists reach, so that they are right until two points may have moved
        that much together. A tenth to a third of `r` is usual.
    box : D lengths
        Space repeats itself after so much on each axis, or not at all where it is ``None``.
    k : int
        No more than so many neighbors of each point, the nearest; goes without a skin.
    half : bool
        Each pair once, in the list of the point with the lower index.
    threads : int
        How many threads work.

    Examples
    --------
    >>> points = np.array([[0.1, 0.5], [0.9, 0.5], [9.8, 0.5]])
    >>> lists = NeighborList(1.0, skin=0.5, box=(10.0, None))
    >>> lists.update(points)
    True
    >>> lists.find().edges
    array([[0, 1],
           [0, 2],
           [1, 0],
           [2, 0]], dtype=uint32)
    >>> points[1, 0] += 0.21
    >>> lists.update(points)  # nothing can be missing
    False
    >>> lists.find()[0]
    array([2], dtype=uint32)
    """

    def __init__(
        self,
        r: float,
        *,
        skin: float = 0.0,
        box: Sequence[float | None] | None = None,
        k: int | None = None,
        half: bool = False,
        threads: int | None = None,
    ) -> None:
        self._box = lengths(box)
        self._lists = _jostle.NeighborList(r, skin, self._box, k, half, threads)

    def update(self, points: Vectors, queries: Vectors | None = None) -> bool:
        """Makes the lists right for points, and says whether they were made anew.

        With queries there is a list for each of these, of points: nothing is left out as being
        the same. What is given is kept until the next update, as a reference.
        """
        return self._lists.update(points, queries)

    def find(self) -> Neighbors:
        """What is within `r` now, with distances, of the points of the last update."""
        offsets, indices, distances, shifts, invalid = self._lists.find()
        return Neighbors(offsets, indices, distances, shifts, listed(invalid))


def neighbors(
    points: Vectors,
    r: float,
    *,
    queries: Vectors | None = None,
    box: Sequence[float | None] | None = None,
    k: int | None = None,
    half: bool = False,
    threads: int | None = None,
) -> Neighbors:
    """The points within a radius of each point, or of each query.

    Parameters
    ----------
    points : (n, 2) or (n, 3)
        Where they are. Numbers of ``float64`` are decided as they are, without rounding.
    r : float
        How near, in the unit of the points. Touching counts: ``distance <= r``.
    queries : (q, 2) or (q, 3)
        Other points, that get the lists instead; nothing is then left out as being the same.
    box : D lengths
        Space repeats itself after so much on each axis, or not at all where it is ``None``. All
        images count, so in a short box a neighbor may be listed more than once: see `shifts`.
    k : int
        No more than so many neighbors of each point, the nearest, nearest first.
    half : bool
        Each pair once, in the list of the point with the lower index.
    threads : int
        How many threads work.

    Returns
    -------
    Neighbors
        Lists as `offsets`, `indices` and `distances`; `edges` has them as pairs. Points that are
        not finite have no neighbors and are listed in `invalid`.

    Raises
    ------
    ValueError
        A radius or a box that is none, arrays whose shapes do not go together.

    Examples
    --------
    >>> found = neighbors([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]], 2.0)
    >>> found.offsets, found.indices, found.distances
    (array([0, 2, 3, 4]), array([1, 2, 0, 0], dtype=uint32), array([1., 2., 1., 2.]))
    >>> neighbors([[0.0, 0.0], [1.0, 0.0]], 2.0, queries=[[0.25, 0.0]], k=1).edges
    array([[0, 0]], dtype=uint32)
    """
    lists = NeighborList(r, box=box, k=k, half=half, threads=threads)
    lists.update(points, queries)
    return lists.find()


def query_pairs(
    points: Vectors,
    r: float,
    *,
    box: Sequence[float | None] | None = None,
    invalid: str = "raise",
    threads: int | None = None,
) -> npt.NDArray[np.uint32]:
    """All pairs of points that are within a radius, as ``scipy.spatial.cKDTree.query_pairs``.

    Parameters
    ----------
    points : (n, 2) or (n, 3)
        Where they are. Numbers of ``float64`` are decided as they are, without rounding.
    r : float
        How near, in the unit of the points. Touching counts.
    box : D lengths
        Space repeats itself after so much on each axis, or not at all where it is ``None``.
    invalid : "raise" or "skip"
        Points that are not finite are an error that names the first one, or are left out.
    threads : int
        How many threads work.

    Returns
    -------
    (m, 2) ``uint32``
        Indices i < j, sorted by i and then by j. In a box shorter than ``2 * r`` a pair is listed
        once for each of its images, and a point with images of itself.

    Examples
    --------
    >>> query_pairs([[0.0, 0.0], [3.0, 4.0], [3.0, 4.5]], 5.0)
    array([[0, 1],
           [1, 2]], dtype=uint32)
    """
    return _jostle.query_pairs(points, r, lengths(box), skips(invalid), threads)


def lengths(box: Sequence[float | None] | None) -> list[float | None] | None:
    """The lengths of a box; those that are infinite are none."""
    if box is None:
        return None
    finite = [None if length is None or np.isposinf(length) else float(length) for length in box]
    for axis, length in enumerate(finite):
        if length is not None and not length > 0:
            raise ValueError(f"box[{axis}] is a length above 0, or None, got {length}")
    return finite
