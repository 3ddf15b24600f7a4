"""Worlds: handles, attributes, events, questions and snapshots."""

import numpy as np
import pytest
from conftest import brute_balls

import jostle


@pytest.fixture
def world():
    return jostle.World(2)


def test_handles_stay_and_indices_move(world):
    a, b, c = world.insert(balls=([[0.0, 0], [1.5, 0], [9, 0]], 1.0))
    assert world.step() == (1, 0, 0)
    np.testing.assert_array_equal(world.handles, [a, b, c])
    world.remove([a])
    assert len(world) == 2
    assert world.step() == (0, 0, 1)
    np.testing.assert_array_equal(world.events().ended, [[a, b]])
    with pytest.raises(ValueError, match="0"):
        world.remove([a])
    world.set_centers([c], [[2.0, 0.0]])
    assert world.step() == (1, 0, 0)
    assert set(world.events().begun[0]) == {b, c}
    np.testing.assert_array_equal(world.centers([c, b]), [[2, 0], [1.5, 0]])


def test_contacts_against_looking_at_every_pair(random):
    world = jostle.World(3)
    centers, radii = random.random((400, 3)).astype(np.float32), 0.05
    world.insert(balls=(centers, radii))
    for _ in range(3):
        centers += (0.05 * random.random(centers.shape)).astype(np.float32)
        world.set_shapes(balls=(centers, radii))
        world.step()
        expected = brute_balls(centers, np.full(400, np.float32(radii)))
        np.testing.assert_array_equal(world.touching, expected)
        np.testing.assert_array_equal(world.contacts().pairs, expected)
    assert len(expected) > 30


def test_layers_and_sensors(world):
    crowd = world.insert(balls=([[0.0, 0], [1, 0]], 0.6), category=0b01, mask=0b10, user=7)
    wall = world.insert(oriented_boxes=([[0.5, 0.5]], [[2, 0.2]]), category=0b10, mobility="static")
    door = world.insert(balls=([[1.0, 0]], 0.1), sensor=True, category=0b100)
    world.step()
    assert {tuple(pair) for pair in world.handles[world.touching]} == {
        (crowd[0], wall[0]),
        (crowd[1], wall[0]),
    }
    assert len(world.sensor_overlaps) == 0  # of a category that the crowd does not touch
    world.set_attributes(crowd, category=0b11)
    assert world.step() == (1, 2, 0)
    sensed = world.events("sensors").begun
    assert {handle for pair in sensed for handle in pair} == {crowd[1], door[0]}
    np.testing.assert_array_equal(world.users([*crowd, *wall]), [0, 0, 0])
    world.exclude_pair(*crowd)
    assert world.step() == (0, 2, 1)
    assert "excluded" in world.explain(*crowd)


def test_fast_shapes(world):
    world.insert(oriented_boxes=([[0.0, 0]], [[0.1, 9]]), mobility="static")
    bullet = world.insert(balls=([[-5.0, 0]], 0.5), ccd=True)
    world.step()
    world.set_centers(bullet, [[5.0, 0.0]])
    world.step()
    assert len(world.touching) == 0 and len(world.ccd_hits) == 1
    assert len(world.events("ccd").begun) == 1


def test_sleep(world):
    pair = world.insert(balls=([[0.0, 0], [1, 0]], 1.0))
    world.step()
    world.set_mobility(pair, "sleeping")
    assert world.step() == (0, 0, 0)  # it does not end
    world.set_mobility(pair, "moving")
    assert world.step() == (0, 1, 0)


def test_snapshots(random, world):
    centers = random.random((200, 2))
    world.insert(balls=(centers, 0.05))
    world.step()
    saved = world.snapshot()
    assert isinstance(saved, bytes)
    other = jostle.World.restore(saved)
    assert other.dimensions == 2 and len(other) == 200
    for one in (world, other):
        one.set_shapes(balls=(centers + 0.01, 0.05))
    assert world.step() == other.step() and world.digest == other.digest
    with pytest.raises(ValueError):
        jostle.World.restore(saved[:-8])
    with pytest.raises(ValueError):
        jostle.World.restore(b"nothing")


def test_questions(world):
    zone = world.insert(balls=([[3.0, 0]], 1.0), sensor=True)
    wall = world.insert(oriented_boxes=([[6.0, 0]], [[1, 4]]))
    with pytest.raises(ValueError, match="step"):
        world.query_rays([[0.0, 0]], [[1.0, 0]])
    world.step()
    first = world.query_rays([[0.0, 0]], [[1.0, 0]])
    solid = world.query_rays([[0.0, 0]], [[1.0, 0]], without_sensors=True)
    np.testing.assert_array_equal(world.handles[[*first.indices, *solid.indices]], [*zone, *wall])
    np.testing.assert_array_equal([*first.t, *solid.t], [2, 5])
    assert world.nearest([[6.0, 5.0]])[2].tolist() == [1.0]
    assert world.query_overlap(balls=([[3.0, 0]], 0.5))[1].tolist() == first.indices.tolist()


def test_what_is_refused(world):
    with pytest.raises(ValueError, match="1"):
        world.insert(balls=([[0.0, 0], [np.nan, 0]], 1.0))
    assert len(world) == 0
    with pytest.raises(ValueError, match='mobility is "moving", "sleeping" or "static"'):
        world.insert(balls=([[0.0, 0]], 1.0), mobility="fixed")
    with pytest.raises(TypeError, match="unexpected keyword"):
        world.insert(balls=([[0.0, 0]], 1.0), layer=3)
    handles = world.insert(balls=([[0.0, 0], [5, 0]], 1.0))
    with pytest.raises(ValueError, match="centers has 1 entries, and 2 are needed"):
        world.set_centers(handles, [[0.0, 0]])
    with pytest.raises(ValueError, match="category is from 0 to 4294967295, got -1"):
        world.insert(balls=([[0.0, 0]], 1.0), category=-1)
    with pytest.raises(TypeError, match="whole numbers"):
        world.remove([0.5])


def test_a_shape_that_became_invalid_is_listed(world):
    handles = world.insert(balls=([[0.0, 0], [1, 0], [2, 0]], 1.0))
    world.set_centers(handles[:1], [[np.nan, 0.0]])
    world.step()
    assert [(shape.index, shape.reason) for shape in world.invalid] == [(0, "not a number")]
    np.testing.assert_array_equal(world.touching, [[1, 2]])
