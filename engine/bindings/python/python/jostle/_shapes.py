"""What all calls share: arrays of shapes, and what is left out."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.ArrayLike
"""A number for each: an array of shape (n,)."""
Vectors: TypeAlias = npt.ArrayLike | tuple[npt.NDArray[Any], ...]
"""A vector for each: an array of shape (n, 2) or (n, 3), or a tuple of arrays of shape (n,)."""
Balls: TypeAlias = tuple[Vectors, Numbers]
"""Centers, and radii: an array or one number for all."""
OrientedBoxes: TypeAlias = tuple[Vectors, Vectors] | tuple[Vectors, Vectors, Vectors | None]
"""Centers, half extents, and rotations: rows (cos, sin) in 2D, quaternions (x, y, z, w) in 3D."""
Capsules: TypeAlias = tuple[Vectors, Vectors, Numbers]
"""Middles, vectors from there to one of the ends, and radii."""
HalfSpaces: TypeAlias = tuple[Vectors, Vectors]
"""Points on the borders, and normals of length 1 that point out."""


@dataclass(frozen=True)
class Invalid:
    """A shape that was left out: it touches nothing and changes nothing for the others."""

    index: int
    """Its index."""
    reason: str
    """Why: a NaN, a negative radius, and the like."""
    second: bool
    """Whether it is of the second of two sets."""


def listed(found: Sequence[tuple[int, str, bool]]) -> list[Invalid]:
    return [Invalid(*shape) for shape in found]


def skips(invalid: str) -> bool:
    if invalid not in ("raise", "skip"):
        raise ValueError(f'invalid is "raise" or "skip", got {invalid!r}')
    return invalid == "skip"


def given(
    balls: Balls | None = None,
    oriented_boxes: OrientedBoxes | None = None,
    capsules: Capsules | None = None,
    half_spaces: HalfSpaces | None = None,
) -> dict[str, Any]:
    """Shapes as the extension takes them."""
    boxes = None
    if oriented_boxes is not None:
        centers, halves, *rotations = oriented_boxes
        boxes = (centers, halves, rotations[0] if rotations else None)
    return {
        "balls": balls,
        "oriented_boxes": boxes,
        "capsules": capsules,
        "half_spaces": half_spaces,
    }


def bits(what: str, value: int) -> int:
    """A number of 32 bits."""
    number = operator.index(value)
    if not 0 <= number <= 0xFFFF_FFFF:
        raise ValueError(f"{what} is from 0 to {0xFFFF_FFFF}, got {number}")
    return number


def column(values: npt.ArrayLike | None, dtype: type[np.generic]) -> npt.NDArray[Any] | None:
    """Values as an array whose numbers lie one behind the other; none if there are none."""
    if values is None:
        return None
    array = np.asarray(values)
    if array.dtype.kind in "fc" or (array.dtype.kind not in "iub" and array.size > 0):
        raise TypeError(f"whole numbers or truths are needed, got an array of {array.dtype}")
    if not np.can_cast(array.dtype, dtype, "safe"):
        info: Any = np.iinfo(dtype)
        outside = np.flatnonzero((array < info.min) | (array > info.max))
        if len(outside) > 0:
            first = outside[0]
            raise ValueError(f"entry {first} is {array[first]}, no number of {info.dtype}")
    return np.ascontiguousarray(array, dtype=dtype)


def flags(values: npt.ArrayLike | None) -> npt.NDArray[np.uint8] | None:
    """Truths as bytes of 0 and 1."""
    if values is None:
        return None
    return np.ascontiguousarray(values, dtype=np.bool_).view(np.uint8)
