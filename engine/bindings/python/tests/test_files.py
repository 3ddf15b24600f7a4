"""Files, and the page that shows shapes."""

import numpy as np
import pytest

import jostle


def test_frames_of_a_dump(tmp_path):
    path = tmp_path / "balls.dump"
    frame = (
        "ITEM: TIMESTEP\n{step}\nITEM: NUMBER OF ATOMS\n2\n"
        "ITEM: BOX BOUNDS pp pp ff\n0 10\n0 20\n0 30\n"
        "ITEM: ATOMS id type x y z radius\n7 1 0.1 1 2 0.5\n3 1 9.9 1 2 0.5\n"
    )
    path.write_text(frame.format(step=0) + frame.format(step=100))
    first, second = jostle.read_particles(path)
    assert (first.step, second.step, first.box) == (0, 100, (10.0, 20.0, None))
    assert set(first.ids.tolist()) == {3, 7} and first.radii.tolist() == [0.5, 0.5]
    # Across the border they are 0.2 apart.
    found = jostle.neighbors(first.positions, 0.25, box=first.box, half=True)
    np.testing.assert_allclose(found.distances, 0.2)


def test_what_is_wrong_with_a_file_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="no.xyz"):
        jostle.read_particles(tmp_path / "no.xyz")
    path = tmp_path / "broken.xyz"
    path.write_text("2\ncomment\nO 0 0 0\nH zero 0 0\n")
    with pytest.raises(ValueError, match="line 4"):
        jostle.read_particles(path)
    walk = tmp_path / "walk.txt"
    walk.write_text("1 0 50 100\n")
    assert jostle.read_trajectory(walk, unit="cm").positions.tolist() == [[0.5, 1.0]]
    with pytest.raises(ValueError, match='unit is "m" or "cm", got "km"'):
        jostle.read_trajectory(walk, unit="km")
    with pytest.raises(ValueError, match="mesh"):
        jostle.read_mesh(path)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_page(random, dimensions, tmp_path):
    centers = random.random((50, dimensions))
    path = tmp_path / "page.html"
    page = jostle.show(balls=(centers, 0.05), name="some balls", path=path)
    assert path.read_text(encoding="utf-8") == page.html
    assert page.html.lower().startswith("<!doctype html") and "some balls" in page.html
    assert f"{len(jostle.pairs(centers.astype(np.float32), np.float32(0.05)))} pairs" in page.html
    assert "srcdoc=" in page._repr_html_()
    boxes = jostle.show(boxes=(centers, centers + 0.1))
    assert len(boxes.html) > 10_000
    with pytest.raises(ValueError, match="show needs balls, or boxes"):
        jostle.show()
