"""Rays, overlaps and nearest shapes against looking at every shape."""

import numpy as np
import pytest

import jostle


@pytest.fixture
def balls(random):
    return random.random((500, 3)).astype(np.float32), 0.02 + 0.02 * random.random(500)


def times(origins, directions, centers, radii):
    """When each ray meets each ball; infinite where it does not."""
    apart = origins[:, None] - centers[None].astype(float)
    a = (directions**2).sum(1)[:, None]
    b = (apart * directions[:, None]).sum(2)
    c = (apart**2).sum(2) - radii[None] ** 2
    square = b * b - a * c
    with np.errstate(invalid="ignore"):
        t = np.where(c <= 0, 0, (-b - np.sqrt(square)) / a)
    return np.where((square >= 0) & (t >= 0), t, np.inf)


def test_rays(random, balls):
    origins = random.random((200, 3))
    directions = random.standard_normal((200, 3))
    tree = jostle.Tree(balls=balls)
    assert len(tree) == 500
    t = times(origins, directions, *balls)
    first = tree.query_rays(origins, directions)
    is_hit = np.isfinite(t.min(1))
    assert 20 < is_hit.sum() < 190
    np.testing.assert_array_equal(first.indices, np.where(is_hit, t.argmin(1), -1))
    np.testing.assert_allclose(first.t, t.min(1), atol=1e-4)
    np.testing.assert_array_equal(tree.query_rays(origins, directions, hits="any"), is_hit)
    every = tree.query_rays(origins, directions, hits="all")
    np.testing.assert_array_equal(np.diff(every.offsets), np.isfinite(t).sum(1))
    near = tree.query_rays(origins, directions, t_max=0.05, hits="any")
    np.testing.assert_array_equal(near, t.min(1) <= 0.05)
    hit = first.indices[is_hit]
    others = np.where(is_hit, first.indices, 0)
    second = tree.query_rays(origins, directions, without=others)
    assert not (second.indices[is_hit] == hit).any()
    np.testing.assert_array_equal(
        jostle.query_rays(origins, directions, balls=balls).indices, first.indices
    )


def test_nearest(random, balls):
    points = random.random((100, 3))
    centers, radii = balls
    distances = np.linalg.norm(points[:, None] - centers[None], axis=2) - radii[None]
    offsets, indices, found = jostle.nearest(points, k=4, balls=balls)
    np.testing.assert_array_equal(offsets, np.arange(101) * 4)
    expected = np.sort(np.maximum(distances, 0), axis=1)[:, :4]
    np.testing.assert_allclose(found.reshape(100, 4), expected, atol=1e-6)
    outside = (distances > 1e-6).all(1)
    assert outside.sum() > 50
    first = indices.reshape(100, 4)[outside, 0]
    np.testing.assert_array_equal(first, distances[outside].argmin(1))
    offsets, *_ = jostle.nearest(points, k=4, max_distance=0.01, balls=balls)
    np.testing.assert_array_equal(np.diff(offsets), np.minimum((distances <= 0.01).sum(1), 4))


def test_overlap(random, balls):
    centers, radii = balls
    others = random.random((50, 3)).astype(np.float32)
    offsets, indices = jostle.query_overlap(of={"balls": (others, 0.1)}, balls=balls)
    apart = np.linalg.norm(others[:, None].astype(float) - centers[None], axis=2)
    of, found = np.nonzero(apart <= 0.1 + radii[None].astype(np.float32))
    np.testing.assert_array_equal(np.repeat(np.arange(50), np.diff(offsets)), of)
    np.testing.assert_array_equal(indices, found)


def test_update_and_refit(balls):
    centers, radii = balls
    tree = jostle.Tree(balls=balls)
    moved = centers + np.float32([0.01, 0, 0])
    for refit in (True, False):
        tree.update(balls=(moved, radii), refit=refit)
        fresh = jostle.Tree(balls=(moved, radii))
        for found, expected in zip(tree.nearest(centers), fresh.nearest(centers), strict=True):
            np.testing.assert_array_equal(found, expected)


def test_what_is_refused(balls):
    tree = jostle.Tree(balls=balls)
    with pytest.raises(ValueError, match='hits is "first", "all" or "any"'):
        tree.query_rays([[0.0, 0, 0]], [[1.0, 0, 0]], hits="some")
    with pytest.raises(ValueError, match="1"):
        tree.query_rays([[0.0, 0, 0]] * 2, [[1.0, 0, 0], [np.nan, 0, 0]])
    with pytest.raises(ValueError, match="origins needs vectors of 3 numbers, got 2"):
        tree.query_rays([[0.0, 0]], [[1.0, 0]])
    with pytest.raises(ValueError, match="without has 1 entries, and 2 are needed"):
        tree.query_rays([[0.0, 0, 0]] * 2, [[1.0, 0, 0]] * 2, without=[3])
    with pytest.raises(TypeError, match="unexpected keyword"):
        tree.query_rays([[0.0, 0, 0]], [[1.0, 0, 0]], colour=3)
    with pytest.raises(TypeError, match="not both"):
        tree.nearest([[0.0, 0, 0]], balls=balls)


def test_invalid_shapes_are_no_answer():
    tree = jostle.Tree(balls=([[0.0, 0], [np.nan, 0]], 1.0))
    assert [shape.index for shape in tree.invalid] == [1]
    assert tree.nearest([[5.0, 0.0]], k=9)[1].tolist() == [0]
