"""Arrays of every layout: what is read where it is, what is copied, and what is refused."""

import numpy as np
import pytest

import jostle
from jostle import _jostle


@pytest.fixture
def points(random):
    return random.random((300, 3)).astype(np.float32)


def address(array):
    return array.__array_interface__["data"][0]


def test_rows_are_read_where_they_are(points):
    layout, addresses = _jostle.layout(points)
    assert layout == "rows"
    assert addresses == [address(points) + 4 * axis for axis in range(3)]


def test_columns_are_read_where_they_are(points):
    columns = tuple(np.ascontiguousarray(points[:, axis]) for axis in range(3))
    assert _jostle.layout(columns) == ("columns", [address(column) for column in columns])
    fortran = np.asfortranarray(points)
    assert _jostle.layout(fortran) == (
        "columns",
        [address(fortran) + 4 * 300 * axis for axis in range(3)],
    )


def test_views_are_read_where_they_are(random):
    records = random.random((300, 7)).astype(np.float32)
    for view in (records[:, 2:5], records[::3, :3], records[10:, 4:]):
        layout, addresses = _jostle.layout(view)
        assert layout == "rows" and addresses[0] == address(view)
        np.testing.assert_array_equal(
            jostle.query_pairs(view, 0.2), jostle.query_pairs(view.copy(), 0.2)
        )
        np.testing.assert_array_equal(jostle.pairs(view, 0.1), jostle.pairs(view.copy(), 0.1))
    whole = np.zeros(100, dtype=[("mass", "f4"), ("at", "f4", 3)])
    layout, addresses = _jostle.layout(whole["at"])
    assert layout == "rows" and addresses[0] == address(whole) + 4


def test_doubles_are_read_where_they_are(points):
    doubles = points.astype(np.float64)
    layout, addresses = _jostle.layout(doubles)
    assert layout == "gathered" and addresses == [address(doubles) + 8 * axis for axis in range(3)]


VIEWS = {
    "reversed": lambda points: points[::-1],
    "mirrored": lambda points: points[:, ::-1],
    "fortran": np.asfortranarray,
    "every second column": lambda points: np.repeat(points, 2, axis=1)[:, ::2],
    "other bytes": lambda points: points.astype(">f4"),
    "half": lambda points: points.astype(np.float16),
    "long": lambda points: points.astype(np.longdouble),
    "list": lambda points: points.tolist(),
    "tuple of columns": lambda points: tuple(points.T),
    "read-only": lambda points: np.frombuffer(points.tobytes(), np.float32).reshape(-1, 3),
    "subclass": lambda points: points.view(np.memmap),
}


@pytest.mark.parametrize("view", VIEWS)
def test_every_layout_gives_the_answer_of_a_copy(points, view):
    given = VIEWS[view](points)
    values = np.array(given, np.float64) if view != "tuple of columns" else points.astype(float)
    expected = jostle.query_pairs(values, 0.2)
    assert len(expected) > 500
    np.testing.assert_array_equal(jostle.query_pairs(given, 0.2), expected)
    np.testing.assert_array_equal(jostle.pairs(given, 0.1), jostle.pairs(values, 0.1))


def test_not_aligned(points):
    raw = np.zeros(points.nbytes + 1, np.uint8)
    raw[1:] = points.view(np.uint8).ravel()
    odd = raw[1:].view(np.float32).reshape(points.shape)
    assert not odd.flags.aligned
    np.testing.assert_array_equal(jostle.query_pairs(odd, 0.2), jostle.query_pairs(points, 0.2))
    packed = np.zeros(300, dtype=[("tag", "u1"), ("at", "f4", 3)])
    packed["at"] = points
    np.testing.assert_array_equal(
        jostle.query_pairs(packed["at"], 0.2), jostle.query_pairs(points, 0.2)
    )


def test_one_value_for_all():
    same = np.broadcast_to(np.float32([[1, 2, 3]]), (5, 3))
    assert len(jostle.query_pairs(same, 0.5)) == 10
    radii = np.broadcast_to(np.float32(0.25), (5,))
    assert len(jostle.pairs(same, radii)) == 10


def test_whole_numbers():
    grid = np.stack(np.meshgrid(range(5), range(5)), -1).reshape(-1, 2)
    assert len(jostle.query_pairs(grid, 1)) == 40
    assert len(jostle.query_pairs(grid.astype(np.uint8), 1)) == 40


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        (np.zeros((3, 4), np.float32), ValueError, "vectors of 2 or 3 numbers, got 4"),
        (np.zeros((3, 1)), ValueError, "vectors of 2 or 3 numbers, got 1"),
        (np.zeros(3), ValueError, r"shape \(n, 2\) or \(n, 3\), got one of shape \[3\]"),
        (np.zeros((3, 3, 3)), ValueError, r"got one of shape \[3, 3, 3\]"),
        (np.zeros((3, 3), complex), TypeError, "needs numbers, got an array of complex128"),
        (np.full((3, 3), "a"), TypeError, "needs numbers"),
        (np.full((3, 3), None), TypeError, "needs numbers, got an array of object"),
        ((np.zeros(3), np.zeros(4)), ValueError, "has 4 entries, and 3 are needed"),
        ("points", TypeError, "needs numbers"),
        (None, TypeError, "needs numbers"),
    ],
)
def test_what_is_refused(given, error, text):
    if np.ndim(np.asarray(given, object)) == 0:
        error, text = (TypeError, ValueError), "."
    with pytest.raises(error, match=text):
        jostle.query_pairs(given, 1.0)


def test_arrays_are_not_changed(points):
    before = points.copy()
    jostle.neighbors(points, 0.2)
    jostle.contacts(balls=(points, 0.1))
    np.testing.assert_array_equal(points, before)


def test_results_live_longer_than_what_made_them(points):
    lists = jostle.NeighborList(0.2)
    lists.update(points)
    found = lists.find()
    expected = found.indices.copy()
    del lists
    for _ in range(3):
        jostle.neighbors(points, 0.3)
    np.testing.assert_array_equal(found.indices, expected)
