"""Collision detection and neighbor lists for millions of shapes, of NumPy arrays.

Arrays of ``float32`` are read where they are, whatever their strides; results are arrays that own
what the engine found. Other threads of Python run meanwhile, and Ctrl-C ends a call.

>>> import numpy as np
>>> import jostle
>>> centers = np.array([[0, 0, 0], [1.5, 0, 0], [9, 0, 0]], dtype=np.float32)
>>> jostle.pairs(centers, radii=1.0)
array([[0, 1]], dtype=uint32)
>>> jostle.query_pairs(centers, 7.5)
array([[0, 1],
       [1, 2]], dtype=uint32)

Vectors are arrays of shape (n, 2) or (n, 3), or a tuple of one array of shape (n,) for each axis.
Lengths are in whatever unit all of them have. ``threads`` says how many threads work, by default
as many as the machine has processors; the answers are the same for any number.
"""

from ._contacts import Contacts, Pipeline, contacts
from ._files import Page, Particles, Trajectory, read_mesh, read_particles, read_trajectory, show
from ._neighbors import NeighborList, Neighbors, neighbors, query_pairs
from ._pairs import Filter, pairs
from ._queries import Hits, Tree, nearest, query_overlap, query_rays
from ._shapes import Invalid
from ._world import Events, World

__all__ = [
    "Contacts",
    "Events",
    "Filter",
    "Hits",
    "Invalid",
    "NeighborList",
    "Neighbors",
    "Page",
    "Particles",
    "Pipeline",
    "Trajectory",
    "Tree",
    "World",
    "contacts",
    "nearest",
    "neighbors",
    "pairs",
    "query_overlap",
    "query_pairs",
    "query_rays",
    "read_mesh",
    "read_particles",
    "read_trajectory",
    "show",
]
__version__ = "0.1.0"
