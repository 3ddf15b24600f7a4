"""Examples run to their end, assert what they claim, and make a picture."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example, tmp_path):
    pytest.importorskip("matplotlib")
    # The filmed crowd is there where data is; everything else is made up, so that it is small.
    folder = os.environ.get("JOSTLE_DATA", str(tmp_path))
    small = {"JOSTLE_STEPS": "1500", "JOSTLE_BALLS": "150"}
    environment = {**os.environ, **small, "JOSTLE_PICTURES": str(tmp_path), "MPLBACKEND": "Agg"}
    environment["JOSTLE_DATA"] = folder if example.stem == "crowd" else str(tmp_path)
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # What is left out is said.
    print(done.stderr, end="")
    picture = tmp_path / f"{example.stem}.png"
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 20_000


def test_there_are_examples():
    assert len(EXAMPLES) == 3
