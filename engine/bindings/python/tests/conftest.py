"""Scenes, and what is found by looking at every pair."""

import numpy as np
import pytest


@pytest.fixture
def random():
    return np.random.default_rng(7)


def brute_points(points, r, others=None, box=None):
    """All pairs i < j of points that are within a radius, or of points and others."""
    to = points if others is None else others
    apart = np.asarray(points, float)[:, None] - np.asarray(to, float)[None]
    if box is not None:
        apart -= np.round(apart / box) * box
    near = (apart**2).sum(2) <= r * r
    return np.argwhere(np.triu(near, 1) if others is None else near)


def brute_boxes(low, high):
    """All pairs i < j of boxes that touch."""
    near = (low[:, None] <= high[None]).all(2) & (low[None] <= high[:, None]).all(2)
    return np.argwhere(np.triu(near, 1))


def brute_balls(centers, radii):
    """All pairs i < j of balls that touch."""
    centers, radii = np.asarray(centers, float), np.asarray(radii, float)
    square = ((centers[:, None] - centers[None]) ** 2).sum(2)
    near = square <= (radii[:, None] + radii[None]) ** 2
    return np.argwhere(np.triu(near, 1))
