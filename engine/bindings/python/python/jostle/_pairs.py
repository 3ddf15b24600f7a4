"""Pairs of boxes, or of balls, that touch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _jostle
from ._shapes import Numbers, Vectors, column, flags, skips


@dataclass(frozen=True)
class Filter:
    """Which pairs are wanted, by what is known of each shape; by default all of them.

    A pair that is not wanted is never found, so it costs little. Each is an array of shape (n,).

    >>> centers = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]
    >>> walls = Filter(statics=[True, True, False])
    >>> pairs(centers, 0.5, filter=walls)
    array([[1, 2]], dtype=uint32)
    """

    categories: npt.ArrayLike | None = None
    """The categories each belongs to, as bits (``uint32``). Two shapes are a pair if the category
    of each has a bit in common with the mask of the other."""
    masks: npt.ArrayLike | None = None
    """The categories each touches, as bits (``uint32``). By default all."""
    groups: npt.ArrayLike | None = None
    """Groups (``int32``): two of one group are always a pair if it is positive, never if it is
    negative, whatever their categories."""
    statics: npt.ArrayLike | None = None
    """Which do not move (``bool``): two of them are no pair."""

    def _given(self) -> dict[str, Any]:
        categories, masks = column(self.categories, np.uint32), column(self.masks, np.uint32)
        if categories is None and masks is not None:
            categories = np.full_like(masks, 0xFFFF_FFFF)
        if masks is None and categories is not None:
            masks = np.full_like(categories, 0xFFFF_FFFF)
        return {
            "categories": categories,
            "masks": masks,
            "groups": column(self.groups, np.int32),
            "statics": flags(self.statics),
        }


def pairs(
    centers: Vectors | None = None,
    radii: Numbers | None = None,
    *,
    boxes: tuple[Vectors, Vectors] | None = None,
    filter: Filter | None = None,
    invalid: str = "raise",
    threads: int | None = None,
) -> npt.NDArray[np.uint32]:
    """All pairs of balls, or of boxes along the axes, that touch.

    Parameters
    ----------
    centers : (n, 2) or (n, 3)
        Centers of balls, of disks in 2D.
    radii : (n,), or one number for all
        Their radii.
    boxes : (min, max)
        Boxes instead of balls: their corners, two arrays of shape (n, 2) or (n, 3).
    filter
        Which pairs are wanted.
    invalid : "raise" or "skip"
        What becomes of shapes that are none: with a NaN, a negative radius, a minimum above the
        maximum. They are an error that names the first one, or are left out.
    threads
        How many threads work.

    Returns
    -------
    (m, 2) ``uint32``
        Indices i < j, sorted by i and then by j. Touching counts: ``distance <= r_i + r_j``,
        ``min_i <= max_j``. All is decided in the numbers that are given, in double precision.

    Raises
    ------
    ValueError
        Arrays whose shapes do not go together; an invalid shape, by its index.
    TypeError
        What is no array of numbers.

    Examples
    --------
    >>> import numpy as np
    >>> low = np.array([[0, 0], [1, 1], [5, 5]], dtype=np.float32)
    >>> pairs(boxes=(low, low + 1))
    array([[0, 1]], dtype=uint32)
    >>> pairs([[0.0, 0.0], [3.0, 0.0]], radii=[1.0, 2.0])
    array([[0, 1]], dtype=uint32)
    """
    given = None if filter is None else filter._given()
    if boxes is not None:
        if centers is not None or radii is not None:
            raise TypeError("pairs of balls or of boxes: not both")
        low, high = boxes
        return _jostle.pairs_of_boxes(low, high, given, skips(invalid), threads)
    if centers is None or radii is None:
        raise TypeError("pairs needs centers and radii, or boxes")
    return _jostle.pairs_of_balls(centers, radii, given, skips(invalid), threads)
