"""Neighbor lists against looking at every pair, and against SciPy."""

import numpy as np
import pytest
from conftest import brute_points
from scipy.spatial import cKDTree

import jostle


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_pairs_are_those_of_scipy(random, dtype, dimensions):
    points = random.random((20_000, dimensions)).astype(dtype)
    # A radius that is no float32.
    r = 0.013 if dimensions == 2 else 0.05
    expected = cKDTree(points).query_pairs(r, output_type="ndarray")
    assert len(expected) > 50_000
    expected = expected[np.lexsort(expected.T[::-1])]
    np.testing.assert_array_equal(jostle.query_pairs(points, r), expected)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_lists_are_those_of_looking_at_every_pair(random, dtype):
    points = random.random((500, 3)).astype(dtype)
    found = jostle.neighbors(points, 0.2)
    pairs = brute_points(points, 0.2)
    assert len(pairs) > 1000 and len(found) == 500
    np.testing.assert_array_equal(found.edges[found.edges[:, 0] < found.edges[:, 1]], pairs)
    np.testing.assert_array_equal(found.counts, np.bincount(pairs.ravel(), minlength=500))
    assert found.distances.dtype == dtype
    from_to = points[found.edges.astype(int)].astype(float)
    apart = np.linalg.norm(from_to[:, 0] - from_to[:, 1], axis=1)
    np.testing.assert_allclose(found.distances, apart, rtol=1e-6 if dtype == np.float32 else 1e-15)
    half = jostle.neighbors(points, 0.2, half=True)
    np.testing.assert_array_equal(half.edges, pairs)
    assert np.shares_memory(found[3], found.indices)
    with pytest.raises(IndexError, match="no point 500"):
        found[500]


def test_queries(random):
    points, queries = random.random((400, 2)), random.random((90, 2)).astype(np.float32)
    found = jostle.neighbors(points, 0.1, queries=queries)
    np.testing.assert_array_equal(found.edges, brute_points(queries, 0.1, points))
    assert len(found) == 90 and len(found.edges) > 500


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_nearest(random, dtype):
    points, queries = random.random((2000, 3)).astype(dtype), random.random((300, 3))
    found = jostle.neighbors(points, 10.0, queries=queries.astype(dtype), k=5)
    distances, indices = cKDTree(points).query(queries.astype(dtype), 5)
    np.testing.assert_array_equal(found.indices.reshape(300, 5), indices)
    np.testing.assert_allclose(found.distances.reshape(300, 5), distances, rtol=1e-6)
    few = jostle.neighbors(points, 0.01, k=5)
    assert few.counts.max() < 5


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_periodic(random, dtype):
    box = np.array([1.0, 2.0, 1.5])
    points = (random.random((400, 3)) * box).astype(dtype)
    expected = brute_points(points, 0.25, box=box)
    inside = brute_points(points, 0.25)
    assert len(expected) > len(inside) + 100
    np.testing.assert_array_equal(jostle.query_pairs(points, 0.25, box=box), expected)
    found = jostle.neighbors(points, 0.25, box=box)
    edges = found.edges.astype(int)
    apart = points[edges[:, 1]] + found.shifts * box - points[edges[:, 0]]
    np.testing.assert_allclose(found.distances, np.linalg.norm(apart, axis=1), rtol=1e-5)
    moved = points + np.array([5, -7, 3]) * box
    again = jostle.neighbors(moved.astype(dtype), 0.25, box=tuple(box))
    if dtype == np.float64:
        np.testing.assert_allclose(again.distances, found.distances, rtol=1e-9)
    open_axis = jostle.neighbors(points, 0.25, box=(1.0, None, np.inf))
    half_open = np.array([1.0, 1e9, 1e9])
    edges = open_axis.edges[open_axis.edges[:, 0] < open_axis.edges[:, 1]]
    np.testing.assert_array_equal(edges, brute_points(points, 0.25, box=half_open))


def test_own_images_in_a_short_box():
    found = jostle.neighbors([[0.5, 0.5]], 1.0, box=(1.0, 1.0))
    np.testing.assert_array_equal(found.indices, [0, 0, 0, 0])
    assert {tuple(shift) for shift in found.shifts} == {(1, 0), (-1, 0), (0, 1), (0, -1)}


def test_decided_in_double_precision():
    for far in (0.0, 6_371_000.0):
        gap = np.spacing(far + 1.0)
        assert len(jostle.query_pairs([[far, 0.0], [far + 1.0, 0.0]], 1.0)) == 1
        assert len(jostle.query_pairs([[far, 0.0], [far + 1.0 + gap, 0.0]], 1.0)) == 0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_skin(random, dtype):
    points = random.random((3000, 3)).astype(dtype)
    lists = jostle.NeighborList(0.06, skin=0.02)
    rebuilt = []
    for _ in range(30):
        rebuilt.append(lists.update(points))
        found = lists.find()
        fresh = jostle.neighbors(points, 0.06)
        np.testing.assert_array_equal(found.offsets, fresh.offsets)
        np.testing.assert_array_equal(found.indices, fresh.indices)
        points = points + (0.002 * (random.random(points.shape) - 0.5)).astype(dtype)
    assert rebuilt[0] and not rebuilt[1] and 1 < sum(rebuilt) < 15


def test_skin_in_a_box(random):
    box = np.array([1.0, 1.0])
    points = random.random((500, 2))
    lists = jostle.NeighborList(0.1, skin=0.03, box=box, half=True)
    kept = 0
    for _ in range(10):
        kept += not lists.update(points)
        expected = brute_points(points, 0.1, box=box)
        np.testing.assert_array_equal(lists.find().edges, expected)
        points = points + 0.004 * (random.random(points.shape) - 0.5)
    assert kept > 3


def test_invalid():
    points = np.array([[0, 0], [np.nan, 0], [0.5, 0], [np.inf, 0]], np.float32)
    for dtype in (np.float32, np.float64):
        found = jostle.neighbors(points.astype(dtype), 1.0)
        np.testing.assert_array_equal(found.edges, [[0, 2], [2, 0]])
        assert [(shape.index, shape.reason) for shape in found.invalid] == [
            (1, "not a number"),
            (3, "infinite center"),
        ]
        with pytest.raises(ValueError, match="index 1 is invalid: not a number"):
            jostle.query_pairs(points.astype(dtype), 1.0)
        pairs = jostle.query_pairs(points.astype(dtype), 1.0, invalid="skip")
        np.testing.assert_array_equal(pairs, [[0, 2]])
    between = jostle.neighbors(points, 1.0, queries=points[:2])
    assert [(shape.index, shape.second) for shape in between.invalid] == [
        (1, False),
        (1, True),
        (3, True),
    ]


@pytest.mark.parametrize("r", [-1.0, np.nan, np.inf])
def test_bad_radius(r):
    with pytest.raises(ValueError, match="r is a number from 0 on"):
        jostle.query_pairs(np.zeros((3, 2)), r)


def test_bad_settings():
    points = np.zeros((3, 2))
    with pytest.raises(ValueError, match=r"box\[1\] is a length above 0, or None, got -1"):
        jostle.neighbors(points, 1.0, box=(1.0, -1.0))
    with pytest.raises(ValueError, match="box needs 2 lengths, got 3"):
        jostle.neighbors(points, 1.0, box=(1.0, 1.0, 1.0))
    with pytest.raises(ValueError, match="k goes without a skin"):
        jostle.NeighborList(1.0, skin=0.1, k=3)
    with pytest.raises(ValueError, match="no lists yet"):
        jostle.NeighborList(1.0).find()
    with pytest.raises(ValueError, match="queries needs vectors of 2 numbers, got 3"):
        jostle.neighbors(points, 1.0, queries=np.zeros((1, 3)))


def test_nothing_and_one():
    assert jostle.query_pairs(np.zeros((0, 3)), 1.0).shape == (0, 2)
    found = jostle.neighbors(np.zeros((0, 2), np.float32), 1.0)
    assert len(found) == 0 and found.edges.shape == (0, 2)
    assert jostle.neighbors(np.zeros((1, 2), np.float32), 1.0).offsets.tolist() == [0, 0]
    assert jostle.query_pairs(np.zeros((3, 3)), 0.0).tolist() == [[0, 1], [0, 2], [1, 2]]


def test_lists_go_from_two_dimensions_to_three():
    lists = jostle.NeighborList(1.0)
    lists.update(np.zeros((2, 2)))
    assert lists.update(np.zeros((3, 3)))
    assert len(lists.find().edges) == 6
