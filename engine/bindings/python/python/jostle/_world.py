"""Worlds: shapes that are kept from step to step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _jostle
from ._contacts import Contacts
from ._queries import Questions
from ._shapes import (
    Balls,
    Capsules,
    HalfSpaces,
    Invalid,
    OrientedBoxes,
    Vectors,
    bits,
    column,
    given,
    listed,
)

Handles = npt.ArrayLike
"""Handles, as an array of ``uint64``."""


@dataclass(frozen=True, eq=False)
class Events:
    """What became of pairs in the last step, by handles."""

    begun: npt.NDArray[np.uint64]
    """(m, 2): they are there now, and were not before."""
    persisted: npt.NDArray[np.uint64]
    """(m, 2): they are there now, and were before."""
    ended: npt.NDArray[np.uint64]
    """(m, 2): they were there before, and are not now."""


class World(Questions):
    """Shapes with handles, layers, sensors, sleep and continuous collision detection.

    A handle names a shape as long as it is there; an index is its place in the last step, and is
    what pairs and contacts tell: ``world.handles[index]`` says whose it is. Numbers of ``float64``
    are rounded to the nearest ``float32``. Questions (`query_rays`, `query_overlap`, `nearest`)
    are about the last step.

    Parameters
    ----------
    dimensions : 2 or 3
    margin : float
        Shapes that are apart by no more than that are contacts as well.
    threads : int
        How many threads work.

    Examples
    --------
    >>> world = World(dimensions=2)
    >>> floor = world.insert(half_spaces=([[0.0, 0.0]], [[0.0, 1.0]]), mobility="static")
    >>> balls = world.insert(balls=([[0.0, 0.75], [0.0, 5.0]], [1.0, 1.0]))
    >>> world.step()  # contacts that began, persist, ended
    (1, 0, 0)
    >>> (world.events().begun == [[balls[0], floor[0]]]).all()
    np.True_
    >>> world.set_centers(balls[:1], [[0.0, 2.0]])
    >>> world.step()
    (0, 0, 1)
    """

    _asked: _jostle.World

    def __init__(self, dimensions: int, *, margin: float = 0.0, threads: int | None = None) -> None:
        self._asked = _jostle.World(dimensions, margin, threads)

    def insert(
        self,
        *,
        balls: Balls | None = None,
        oriented_boxes: OrientedBoxes | None = None,
        capsules: Capsules | None = None,
        half_spaces: HalfSpaces | None = None,
        **attributes: Any,
    ) -> npt.NDArray[np.uint64]:
        """Puts shapes in, and returns their handles, in the order of the kinds here.

        All get the same attributes: `category` and `mask` (bits: two shapes are a pair if the
        category of each has a bit in common with the mask of the other), `group` (two of one
        group are always a pair if it is positive, never if it is negative), `mobility` ("moving",
        "sleeping" or "static"), `sensor` (only senses, without contacts), `ccd` (may move by more
        than its size in a step), `enabled`, and `user`, a number that is kept.

        Raises
        ------
        ValueError
            The first shape that is invalid, by its index; then none was put in.
        """
        shapes = given(balls, oriented_boxes, capsules, half_spaces)
        return self._asked.insert(shapes, attributes_of(**attributes))

    def remove(self, handles: Handles) -> None:
        """Takes shapes out. A handle whose shape is gone is a ValueError that names its index."""
        self._asked.remove(named(handles))

    def set_centers(self, handles: Handles, centers: Vectors) -> None:
        """Puts shapes elsewhere, by their centers (n, D)."""
        self._asked.set_centers(named(handles), centers)

    def set_shapes(
        self,
        *,
        balls: Balls | None = None,
        oriented_boxes: OrientedBoxes | None = None,
        capsules: Capsules | None = None,
        half_spaces: HalfSpaces | None = None,
    ) -> None:
        """Replaces all shapes of the kinds that are given, in the order of their indices: the
        fastest way to move everything."""
        self._asked.set_shapes(given(balls, oriented_boxes, capsules, half_spaces))

    def centers(self, handles: Handles) -> npt.NDArray[np.float32]:
        """(n, D): where shapes are."""
        return self._asked.centers(named(handles))

    def set_attributes(self, handles: Handles, **attributes: Any) -> None:
        """Changes what shapes are beside their geometry: what is not named is the default."""
        self._asked.set_attributes(named(handles), attributes_of(**attributes))

    def set_mobility(self, handles: Handles, mobility: str) -> None:
        """Makes shapes "moving", "sleeping" or "static"."""
        self._asked.set_mobility(named(handles), mobility)

    def users(self, handles: Handles) -> npt.NDArray[np.uint64]:
        """(n,): the numbers `user` of shapes."""
        return self._asked.users(named(handles))

    def exclude_pair(self, a: int, b: int, excluded: bool = True) -> None:
        """Makes two shapes no pair, whatever else is said of them, or a pair again."""
        self._asked.exclude_pair(int(a), int(b), excluded)

    def step(self) -> tuple[int, int, int]:
        """Finds what touches now, and returns how many contacts began, persist and ended."""
        return self._asked.step()

    @property
    def touching(self) -> npt.NDArray[np.uint32]:
        """(m, 2): the pairs that touch, by index, sorted."""
        return self._asked.touching("contacts")

    @property
    def sensor_overlaps(self) -> npt.NDArray[np.uint32]:
        """(m, 2): the pairs of a sensor and another shape that touch, by index, sorted."""
        return self._asked.touching("sensors")

    @property
    def ccd_hits(self) -> npt.NDArray[np.uint32]:
        """(m, 2): the pairs that met on their way since the step before, by index, sorted."""
        return self._asked.touching("ccd")

    def contacts(self) -> Contacts:
        """The pairs that touch, with normals, distances and points."""
        return Contacts(*self._asked.contacts(), listed(self._asked.invalid()))

    def events(self, of: str = "contacts") -> Events:
        """What became of the pairs of "contacts", "sensors" or "ccd"."""
        return Events(*self._asked.events(of))

    @property
    def handles(self) -> npt.NDArray[np.uint64]:
        """(n,): the handles of the shapes of the last step, by index."""
        return self._asked.handles()

    @property
    def invalid(self) -> list[Invalid]:
        """The shapes that the last step left out."""
        return listed(self._asked.invalid())

    def explain(self, a: int, b: int) -> str:
        """Why two shapes are reported by the last step, or are not, with all numbers."""
        return self._asked.explain(int(a), int(b))

    def snapshot(self) -> bytes:
        """All that the next step depends on, as bytes that any machine reads."""
        return self._asked.snapshot()

    @classmethod
    def restore(cls, snapshot: bytes, *, margin: float = 0.0, threads: int | None = None) -> World:
        """A world of the bytes of another one: its next step finds what that of the other would.

        >>> world = World(dimensions=3)
        >>> ball = world.insert(balls=([[0.0, 0.0, 0.0]], [1.0]))
        >>> World.restore(world.snapshot()).centers(ball)
        array([[0., 0., 0.]], dtype=float32)
        """
        world = cls.__new__(cls)
        world._asked = _jostle.World.restore(snapshot, margin, threads)
        return world

    def __len__(self) -> int:
        """The number of shapes."""
        return len(self._asked)

    @property
    def dimensions(self) -> int:
        """2 or 3."""
        return self._asked.dimensions

    @property
    def digest(self) -> int:
        """Stands for the contacts of the last step: equal ones have equal digests."""
        return self._asked.digest()


def named(handles: Handles) -> npt.NDArray[Any]:
    """Handles as the extension takes them."""
    array = column(np.atleast_1d(handles), np.uint64)
    assert array is not None
    return array


def attributes_of(
    *,
    category: int = 0xFFFF_FFFF,
    mask: int = 0xFFFF_FFFF,
    group: int = 0,
    mobility: str = "moving",
    sensor: bool = False,
    ccd: bool = False,
    enabled: bool = True,
    user: int = 0,
) -> dict[str, Any]:
    """Attributes as the extension takes them."""
    return {
        "category": bits("category", category),
        "mask": bits("mask", mask),
        "group": group,
        "mobility": mobility,
        "sensor": sensor,
        "ccd": ccd,
        "enabled": enabled,
        "user": user,
    }
