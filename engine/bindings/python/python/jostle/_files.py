"""Files of particles, people and meshes, and a page that shows shapes."""

from __future__ import annotations

import html
import webbrowser
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from . import _jostle
from ._shapes import Balls, Vectors

AnyPath: TypeAlias = str | PathLike[str]


@dataclass(frozen=True, eq=False)
class Particles:
    """The particles of a frame."""

    positions: npt.NDArray[np.float64]
    """(n, 3): where they are, in the unit of the file."""
    cell: npt.NDArray[np.float64] | None = None
    """(3, 3): the vectors of the cell as rows; none where the file has none."""
    origin: npt.NDArray[np.float64] | None = None
    """(3,): the corner at which the cell begins."""
    periodic: tuple[bool, bool, bool] = (False, False, False)
    """Along which of its vectors space repeats itself."""
    species: npt.NDArray[np.uint32] | None = None
    """(n,): what they are, by index into `species_names`."""
    species_names: list[str] = field(default_factory=list)
    """The names of species, in the order in which they occur."""
    ids: npt.NDArray[np.uint64] | None = None
    """(n,): their ids."""
    radii: npt.NDArray[np.float64] | None = None
    """(n,): their radii."""
    step: int | None = None
    """The time step."""

    @property
    def box(self) -> tuple[float | None, ...] | None:
        """The lengths of the cell for :func:`jostle.neighbors`, of a cell along the axes."""
        if self.cell is None or not any(self.periodic):
            return None
        lengths = np.diagonal(self.cell)
        if (self.cell != np.diag(lengths)).any():
            raise ValueError("the cell is no box along the axes")
        pairs = zip(lengths, self.periodic, strict=True)
        return tuple(float(length) if repeats else None for length, repeats in pairs)


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Who was where: a row for each person in each frame, by frame and person."""

    frame_rate: float | None
    """Frames per second, where the file tells it."""
    frames: npt.NDArray[np.uint64]
    """(n,): the numbers of frames."""
    people: npt.NDArray[np.uint64]
    """(n,): the ids of people."""
    positions: npt.NDArray[np.float32]
    """(n, 2): where they are, in meters."""


def read_particles(path: AnyPath) -> list[Particles]:
    """Reads the frames of a file of particles.

    The name tells the format: ``.xyz`` and ``.extxyz``, ``.dump`` and ``.lammpstrj`` of LAMMPS,
    ``.csv``, ``.npy``, ``.f32`` (x, y, z of each), ``.txt`` (people).

    Raises
    ------
    OSError
        What the system refuses.
    ValueError
        A malformed file, with the line or the byte.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".xyz") as file:
    ...     _ = file.write("2\\nwater\\nO 0 0 0\\nH 1 0 0\\n")
    ...     file.flush()
    ...     (frame,) = read_particles(file.name)
    >>> frame.positions[1], [frame.species_names[kind] for kind in frame.species]
    (array([1., 0., 0.]), ['O', 'H'])
    """
    frames = []
    for positions, cell, species, names, ids, radii, step in _jostle.read_particles(path):
        origin, vectors, periodic = cell if cell is not None else (None, None, (False,) * 3)
        frames.append(
            Particles(
                positions,
                None if vectors is None else np.array(vectors),
                None if origin is None else np.array(origin),
                (periodic[0], periodic[1], periodic[2]),
                species,
                names,
                ids,
                radii,
                step,
            )
        )
    return frames


def read_trajectory(path: AnyPath, *, unit: str | None = None) -> Trajectory:
    """Reads the trajectories of people, as JuPedSim and PeTrack write them.

    Rows are ``id frame x y``. `unit` is "m" or "cm"; by default what comments say, else meters.
    Errors are those of :func:`read_particles`.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     _ = file.write("# framerate: 16\\n1 0 0.5 2.0\\n2 0 1.5 2.0\\n1 1 0.5 2.1\\n")
    ...     file.flush()
    ...     walk = read_trajectory(file.name)
    >>> walk.frame_rate, walk.people
    (16.0, array([1, 2, 1], dtype=uint64))
    """
    return Trajectory(*_jostle.read_trajectory(path, unit))


def read_mesh(path: AnyPath) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.uint32]]:
    """Reads the vertices (n, 3) and the triangles (m, 3) of a mesh: ``.obj``, ``.ply``, ``.stl``.

    Errors are those of :func:`read_particles`.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".obj") as file:
    ...     _ = file.write("v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n")
    ...     file.flush()
    ...     vertices, triangles = read_mesh(file.name)
    >>> vertices.shape, triangles
    ((3, 3), array([[0, 1, 2]], dtype=uint32))
    """
    return _jostle.read_mesh(path)


@dataclass(frozen=True, eq=False)
class Page:
    """A page that shows shapes; a notebook shows it where it is the last line of a cell."""

    html: str
    """The text of the page, which needs nothing but a browser with WebGL2."""
    left_out: list[str]
    """What it does not show, a line each."""

    def save(self, path: AnyPath) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        inside = html.escape(self.html)
        return f'<iframe srcdoc="{inside}" width="100%" height="600" frameborder="0"></iframe>'


def show(
    *,
    balls: Balls | None = None,
    boxes: tuple[Vectors, Vectors] | None = None,
    name: str = "scene",
    path: AnyPath | None = None,
    open: bool = False,
    threads: int | None = None,
) -> Page:
    """A page that shows balls, or boxes by their corners, and the pairs that touch.

    `path` is where it is written, if anywhere, and `open` shows it in a browser. In a notebook the
    page is shown where it is the last line of a cell.

    >>> page = show(balls=([[0.0, 0.0], [1.5, 0.0]], 1.0), name="two disks")
    >>> "two disks" in page.html, page.left_out
    (True, [])
    """
    page = Page(*_jostle.page(name, balls, boxes, threads))
    if path is not None:
        page.save(path)
    if open:
        if path is None:
            raise TypeError("a page that is opened needs a path")
        webbrowser.open(Path(path).absolute().as_uri())
    return page
