"""Questions about shapes: what rays meet, what overlaps, what is nearest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _jostle
from ._shapes import (
    Balls,
    Capsules,
    HalfSpaces,
    Invalid,
    Numbers,
    OrientedBoxes,
    Vectors,
    bits,
    column,
    given,
    listed,
)


@dataclass(frozen=True, eq=False)
class Hits:
    """What rays meet."""

    indices: npt.NDArray[np.int64]
    """The shapes: (n,), one for each ray, -1 for none; of all hits (m,), by ray and time."""
    t: npt.NDArray[np.float32]
    """When, in lengths of the direction: the place is ``origin + t * direction``. Infinite for
    none, 0 where the ray begins in the shape."""
    normals: npt.NDArray[np.float32]
    """Unit vectors out of the shape where it is met; zero where the ray begins in it."""
    offsets: npt.NDArray[np.int64] | None = None
    """(n + 1,): of all hits, where those of each ray begin."""


class Questions:
    """What can be asked of shapes."""

    _asked: _jostle.Tree | _jostle.World

    def query_rays(
        self,
        origins: Vectors,
        directions: Vectors,
        *,
        t_max: Numbers = np.inf,
        hits: str = "first",
        **filter: Any,
    ) -> Hits | npt.NDArray[np.bool_]:
        """What rays meet.

        Parameters
        ----------
        origins, directions : (n, D)
            Directions of any length but 0.
        t_max : (n,), or one number for all
            Where rays end, in lengths of the direction.
        hits : "first", "all" or "any"
            The first shape that each meets, all of them, or whether there is any.
        **filter
            Which shapes it is about: `category`, `mask`, `group` as if the question were a shape
            of these, `without_sensors`, `only_static`, `only_moving`, and `without`, for each
            question the index of a shape that is no answer.

        Returns
        -------
        Hits
            Or an array of truths (n,) where it is asked whether there is any.

        Raises
        ------
        ValueError
            A ray with a NaN or without a direction, by its index.
        """
        rays = (origins, directions, t_max)
        offsets, indices, t, normals = self._asked.rays(rays, query_filter(**filter), hits)
        return indices if hits == "any" else Hits(indices, t, normals, offsets)

    def query_overlap(
        self,
        *,
        balls: Balls | None = None,
        oriented_boxes: OrientedBoxes | None = None,
        capsules: Capsules | None = None,
        **filter: Any,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
        """The shapes that each of other shapes touches.

        Returns
        -------
        offsets (n + 1,), indices (m,)
            What shape i touches is from ``offsets[i]`` to before ``offsets[i + 1]``, ascending.
        """
        shapes = given(balls, oriented_boxes, capsules)
        return self._asked.overlaps(shapes, query_filter(**filter))

    def nearest(
        self,
        points: Vectors | None = None,
        *,
        k: int = 1,
        max_distance: float = np.inf,
        balls: Balls | None = None,
        oriented_boxes: OrientedBoxes | None = None,
        capsules: Capsules | None = None,
        **filter: Any,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32], npt.NDArray[np.float32]]:
        """The shapes nearest to points, or to other shapes.

        Returns
        -------
        offsets (n + 1,), indices (m,), distances (m,)
            Up to `k` for each point, nearest first; 0 where the two touch.
        """
        if points is not None:
            if balls is not None:
                raise TypeError("nearest to points or to balls: not both")
            balls = (points, 0.0)
        shapes = given(balls, oriented_boxes, capsules)
        return self._asked.nearest(shapes, k, max_distance, query_filter(**filter))


class Tree(Questions):
    """A tree over shapes, to ask. Numbers of ``float64`` are rounded to ``float32``.

    Parameters
    ----------
    balls, oriented_boxes, capsules, half_spaces
        Shapes, as in :func:`jostle.contacts`, and numbered as there.
    threads : int
        How many threads work.

    Examples
    --------
    >>> tree = Tree(balls=([[4.0, 1.0], [8.0, 0.0]], [1.25, 1.0]))
    >>> hits = tree.query_rays([[0.0, 0.0]], [[1.0, 0.0]])
    >>> hits.indices, hits.t
    (array([0]), array([3.25], dtype=float32))
    >>> tree.nearest([[8.0, 1.0]], k=2)
    (array([0, 2]), array([1, 0], dtype=uint32), array([0.  , 2.75], dtype=float32))
    >>> tree.query_overlap(balls=([[8.0, 0.0]], 0.5))
    (array([0, 1]), array([1], dtype=uint32))
    """

    _asked: _jostle.Tree

    def __init__(
        self,
        *,
        balls: Balls | None = None,
        oriented_boxes: OrientedBoxes | None = None,
        capsules: Capsules | None = None,
        half_spaces: HalfSpaces | None = None,
        threads: int | None = None,
    ) -> None:
        shapes = given(balls, oriented_boxes, capsules, half_spaces)
        self._asked = _jostle.Tree(shapes, threads)

    def update(
        self,
        *,
        balls: Balls | None = None,
        oriented_boxes: OrientedBoxes | None = None,
        capsules: Capsules | None = None,
        half_spaces: HalfSpaces | None = None,
        refit: bool = False,
    ) -> None:
        """Takes other shapes; `refit` keeps the tree, for as many shapes that moved little."""
        self._asked.update(given(balls, oriented_boxes, capsules, half_spaces), refit)

    def __len__(self) -> int:
        """The number of shapes."""
        return len(self._asked)

    @property
    def invalid(self) -> list[Invalid]:
        """The shapes that are no answer, as they are none."""
        return listed(self._asked.invalid())


def query_rays(
    origins: Vectors,
    directions: Vectors,
    *,
    t_max: Numbers = np.inf,
    hits: str = "first",
    threads: int | None = None,
    **shapes: Any,
) -> Hits | npt.NDArray[np.bool_]:
    """What rays meet of shapes that are asked once: see :class:`Tree`, which is built for it.

    >>> query_rays([[0.0, 0.0]], [[0.0, 1.0]], balls=([[0.0, 5.0]], 1.0), hits="any")
    array([ True])
    """
    return Tree(threads=threads, **shapes).query_rays(origins, directions, t_max=t_max, hits=hits)


def query_overlap(
    *, of: dict[str, Any], threads: int | None = None, **shapes: Any
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
    """The shapes that each shape `of` other ones touches: see :class:`Tree`.

    >>> query_overlap(of={"balls": ([[0.5, 0.0]], 1.0)}, balls=([[0.0, 0.0], [9.0, 0.0]], 1.0))
    (array([0, 1]), array([0], dtype=uint32))
    """
    return Tree(threads=threads, **shapes).query_overlap(**of)


def nearest(
    points: Vectors,
    *,
    k: int = 1,
    max_distance: float = np.inf,
    threads: int | None = None,
    **shapes: Any,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32], npt.NDArray[np.float32]]:
    """The shapes nearest to points: see :class:`Tree`.

    >>> nearest([[3.0, 0.0]], balls=([[0.0, 0.0], [9.0, 0.0]], 1.0))
    (array([0, 1]), array([0], dtype=uint32), array([2.], dtype=float32))
    """
    return Tree(threads=threads, **shapes).nearest(points, k=k, max_distance=max_distance)


def query_filter(
    *,
    category: int | None = None,
    mask: int | None = None,
    group: int = 0,
    without_sensors: bool = False,
    only_static: bool = False,
    only_moving: bool = False,
    without: npt.ArrayLike | None = None,
) -> dict[str, Any]:
    """A filter as the extension takes it."""
    return {
        "category": None if category is None else bits("category", category),
        "mask": None if mask is None else bits("mask", mask),
        "group": group,
        "without_sensors": without_sensors,
        "only_static": only_static,
        "only_moving": only_moving,
        "without": column(without, np.uint32),
    }
