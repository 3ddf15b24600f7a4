"""Contacts of shapes, and what became of them from step to step."""

import numpy as np
import pytest
from conftest import brute_balls

import jostle


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_balls(random, dtype, dimensions):
    centers = random.random((600, dimensions)).astype(dtype)
    radii = (0.03 + 0.03 * random.random(600)).astype(dtype)
    found = jostle.contacts(balls=(centers, radii))
    expected = brute_balls(centers, radii)
    assert len(found) > 100
    np.testing.assert_array_equal(found.pairs, expected)
    a, b = expected.T
    apart = (centers[b] - centers[a]).astype(float)
    distance = np.linalg.norm(apart, axis=1)
    np.testing.assert_allclose(found.distances, distance - radii[a] - radii[b], atol=1e-6)
    np.testing.assert_allclose(found.normals, apart / distance[:, None], atol=1e-4)
    assert found.offsets[-1] == len(found.on_first) == len(found.on_second)
    assert found.invalid == []


def test_boxes_and_half_spaces():
    half = np.full((2, 3), 0.5)
    turned = np.array([[0, 0, 0, 1], [0, 0, np.sin(np.pi / 8), np.cos(np.pi / 8)]])
    centers = np.array([[0, 0, 0.45], [1.15, 0, 0.45]])
    floor = ([[0, 0, 0]], [[0, 0, 1]])
    # Turned by 45 degrees about z the second box reaches 0.707 to the sides.
    found = jostle.contacts(oriented_boxes=(centers, half, turned), half_spaces=floor)
    np.testing.assert_array_equal(found.pairs, [[0, 1], [0, 2], [1, 2]])
    np.testing.assert_allclose(found.distances[1:], -0.05, atol=1e-6)
    assert found.offsets.tolist()[-2:] == [len(found.on_first) - 4, len(found.on_first)]
    straight = jostle.contacts(oriented_boxes=(centers, half), half_spaces=floor)
    np.testing.assert_array_equal(straight.pairs, [[0, 2], [1, 2]])


def test_capsules_in_two_dimensions():
    found = jostle.contacts(
        balls=([[0.0, 1.5]], 1.0),
        oriented_boxes=([[9.0, 9.0]], [[1.0, 2.0]], [[0.0, 1.0]]),
        capsules=([[0.0, 0.0]], [[3.0, 0.0]], 0.75),
    )
    np.testing.assert_array_equal(found.pairs, [[0, 2]])
    np.testing.assert_allclose(found.distances, -0.25)


def test_margin():
    balls = (np.array([[0, 0], [2.1, 0]], np.float32), 1.0)
    assert len(jostle.contacts(balls=balls)) == 0
    near = jostle.contacts(balls=balls, margin=0.2)
    np.testing.assert_allclose(near.distances, 0.1, rtol=1e-5)


def test_events_of_a_pipeline():
    pipeline = jostle.Pipeline(2)
    x = np.array([0, 1.5, 9], np.float32)
    y, radii = np.zeros(3, np.float32), np.ones(3, np.float32)
    assert pipeline.step(balls=((x, y), radii)) == (1, 0, 0)
    np.testing.assert_array_equal(pipeline.begun, [[0, 1]])
    x[2] = 3.0
    assert pipeline.step(balls=((x, y), radii)) == (1, 1, 0)
    np.testing.assert_array_equal(pipeline.persisted, [[0, 1]])
    np.testing.assert_array_equal(pipeline.begun, [[1, 2]])
    x[0] = -9
    assert pipeline.step(balls=((x, y), radii)) == (0, 1, 1)
    np.testing.assert_array_equal(pipeline.ended, [[0, 1]])
    np.testing.assert_array_equal(pipeline.touching, [[1, 2]])


def test_sensors():
    pipeline = jostle.Pipeline(2)
    centers = np.array([[0, 0], [1, 0], [2, 0]], np.float32)
    pipeline.step(balls=(centers, 0.6), sensors=[True, False, False])
    np.testing.assert_array_equal(pipeline.touching, [[1, 2]])
    np.testing.assert_array_equal(pipeline.sensor_overlaps, [[0, 1]])


def test_invalid_shapes_are_listed():
    centers = np.array([[0, 0], [np.nan, 0], [1, 0], [0.5, 0]], np.float32)
    found = jostle.contacts(balls=(centers, [1, 1, 1, -1]))
    np.testing.assert_array_equal(found.pairs, [[0, 2]])
    assert [(shape.index, shape.reason) for shape in found.invalid] == [
        (1, "not a number"),
        (3, "negative radius"),
    ]


def test_what_is_refused():
    with pytest.raises(ValueError, match="no shapes"):
        jostle.contacts()
    with pytest.raises(ValueError, match="half extents of boxes has 1 entries, and 2 are needed"):
        jostle.contacts(oriented_boxes=(np.zeros((2, 3)), np.ones((1, 3))))
    with pytest.raises(ValueError, match="rotations of boxes needs vectors of 4 numbers, got 3"):
        jostle.contacts(oriented_boxes=(np.zeros((1, 3)), np.ones((1, 3)), np.ones((1, 3))))
    with pytest.raises(ValueError, match="axes of capsules needs vectors of 3 numbers, got 2"):
        jostle.contacts(capsules=(np.zeros((1, 3)), np.ones((1, 2)), 1.0))
    with pytest.raises(ValueError, match="dimensions is 2 or 3"):
        jostle.Pipeline(4)
    with pytest.raises(ValueError, match="centers of balls needs vectors of 2 numbers, got 3"):
        jostle.Pipeline(2).step(balls=(np.zeros((1, 3)), 1.0))


def test_empty_shapes():
    assert len(jostle.contacts(balls=(np.zeros((0, 2)), []))) == 0
    assert jostle.contacts(balls=(np.zeros((0, 3), np.float32), [])).normals.shape == (0, 3)
