"""Pairs of boxes and balls against looking at every pair."""

import numpy as np
import pytest
from conftest import brute_balls, brute_boxes

import jostle


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_boxes(random, dtype, dimensions):
    low = random.random((700, dimensions)).astype(dtype)
    high = low + (0.2 * random.random((700, dimensions))).astype(dtype)
    expected = brute_boxes(low, high)
    assert len(expected) > 500
    found = jostle.pairs(boxes=(low, high))
    assert found.dtype == np.uint32 and found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_balls(random, dtype, dimensions):
    centers = random.random((700, dimensions)).astype(dtype)
    radii = (0.1 * random.random(700)).astype(dtype)
    expected = brute_balls(centers, radii)
    assert len(expected) > 100
    np.testing.assert_array_equal(jostle.pairs(centers, radii), expected)
    # Corners of the boxes around balls touch where balls do not.
    boxes = jostle.pairs(boxes=(centers - radii[:, None], centers + radii[:, None]))
    assert len(boxes) > len(expected)


def test_touching_counts_and_is_decided_in_double_precision():
    # By one unit in the last place of a double apart: nothing of it is left in float32.
    gap = np.nextafter(1.0, 2.0)
    for x, touches in [(1.0, True), (gap, False)]:
        low = np.array([[0.0, 0.0], [x, 0.0]])
        high = np.array([[1.0, 1.0], [2.0, 1.0]])
        assert len(jostle.pairs(boxes=(low, high))) == touches
        assert len(jostle.pairs([[0.0, 0.0], [x, 0.0]], 0.5)) == touches
        far = 6_371_000.0
        assert len(jostle.pairs([[far, 0.0], [far + x, 0.0]], 0.5)) == 1
    apart = jostle.pairs([[6_371_000.0, 0.0], [6_371_001.0 + 1e-8, 0.0]], 0.5)
    assert len(apart) == 0


def test_far_from_zero(random):
    centers = random.random((400, 3)) + np.array([1e7, -3e6, 5e5])
    radii = 0.1 * random.random(400)
    expected = brute_balls(centers, radii)
    assert len(expected) > 50
    np.testing.assert_array_equal(jostle.pairs(centers, radii), expected)


def test_filters(random):
    centers, radius = random.random((300, 2)).astype(np.float32), 0.05
    all_pairs = jostle.pairs(centers, radius)
    statics = np.arange(300) % 3 == 0
    found = jostle.pairs(centers, radius, filter=jostle.Filter(statics=statics))
    wanted = ~statics[all_pairs].all(1)
    np.testing.assert_array_equal(found, all_pairs[wanted])
    assert 0 < len(found) < len(all_pairs)
    categories, masks = 1 << (np.arange(300) % 3), np.full(300, 0b11)
    found = jostle.pairs(centers, radius, filter=jostle.Filter(categories, masks))
    a, b = categories[all_pairs].T
    np.testing.assert_array_equal(found, all_pairs[(a & 3 > 0) & (b & 3 > 0)])
    groups = np.where(np.arange(300) < 150, -1, 0)
    found = jostle.pairs(centers, radius, filter=jostle.Filter(groups=groups))
    np.testing.assert_array_equal(found, all_pairs[(all_pairs >= 150).any(1)])


def test_filters_say_what_is_wrong():
    centers = np.zeros((3, 2), np.float32)
    with pytest.raises(ValueError, match="statics.*2.*3"):
        jostle.pairs(centers, 1.0, filter=jostle.Filter(statics=[True, False]))
    with pytest.raises(ValueError, match="entry 1 is -5"):
        jostle.pairs(centers, 1.0, filter=jostle.Filter(categories=[1, -5, 1]))
    with pytest.raises(TypeError, match="float64"):
        jostle.pairs(centers, 1.0, filter=jostle.Filter(groups=[0.5, 1, 1]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_invalid(dtype):
    centers = np.array([[0, 0], [np.nan, 0], [0.5, 0], [np.inf, 0]], dtype)
    with pytest.raises(ValueError, match="index 1 is invalid: not a number"):
        jostle.pairs(centers, 1.0)
    np.testing.assert_array_equal(jostle.pairs(centers, 1.0, invalid="skip"), [[0, 2]])
    radii = np.array([1, 1, -1, 1], dtype)
    with pytest.raises(ValueError, match="index 2 is invalid: negative radius"):
        jostle.pairs(np.zeros((4, 2), dtype), radii)
    low, high = np.zeros((3, 3), dtype), np.ones((3, 3), dtype)
    low[2, 1] = 2
    with pytest.raises(ValueError, match="index 2 is invalid: minimum greater than maximum"):
        jostle.pairs(boxes=(low, high))
    np.testing.assert_array_equal(jostle.pairs(boxes=(low, high), invalid="skip"), [[0, 1]])


def test_nothing_and_one():
    for count in (0, 1):
        assert jostle.pairs(np.zeros((count, 3)), 1.0).shape == (0, 2)
        corners = np.zeros((count, 2), np.float32)
        assert jostle.pairs(boxes=(corners, corners)).shape == (0, 2)
    assert jostle.pairs([], 1.0).shape == (0, 2)


def test_arguments_that_do_not_go_together():
    centers = np.zeros((3, 2))
    with pytest.raises(TypeError, match="not both"):
        jostle.pairs(centers, 1.0, boxes=(centers, centers))
    with pytest.raises(TypeError, match="needs centers and radii"):
        jostle.pairs(centers)
    with pytest.raises(ValueError, match="radii has 2 entries, and 3 are needed"):
        jostle.pairs(centers, [1.0, 2.0])
    with pytest.raises(ValueError, match="max needs vectors of 2 numbers, got 3"):
        jostle.pairs(boxes=(centers, np.zeros((3, 3))))
    with pytest.raises(ValueError, match='invalid is "raise" or "skip"'):
        jostle.pairs(centers, 1.0, invalid="ignore")


def test_arrays_own_what_was_found():
    found = jostle.pairs(np.zeros((100, 2), np.float32), 1.0)
    assert found.base is not None and found.flags.c_contiguous and found.flags.writeable
    found[:] = 0
    assert len(found) == 100 * 99 // 2
