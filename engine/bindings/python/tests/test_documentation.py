"""What the package says of itself: examples in its texts, and types."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import jostle

MODULES = [module.name for module in pkgutil.iter_modules(jostle.__path__)]


@pytest.mark.parametrize("module", ["", *MODULES])
def test_examples(module):
    name = f"jostle.{module}".rstrip(".")
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_all_that_is_public_has_a_text_and_most_an_example():
    without = []
    for name in jostle.__all__:
        thing = getattr(jostle, name)
        assert thing.__doc__, name
        if ">>>" not in thing.__doc__:
            without.append(name)
        if isinstance(thing, type):
            methods = vars(thing).items()
            public = [method for key, method in methods if not key.startswith("_")]
            for method in public:
                if callable(method) or isinstance(method, property | classmethod):
                    assert method.__doc__, (name, method)
    # What calls return, and no more.
    assert sorted(without) == [
        "Contacts",
        "Events",
        "Hits",
        "Invalid",
        "Neighbors",
        "Page",
        "Particles",
        "Trajectory",
    ]


def test_readme():
    readme = Path(__file__).parent.parent / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.failed == 0 and result.attempted > 5


@pytest.mark.parametrize("check", [["mypy", "--strict", "-p"], ["mypy.stubtest"]])
def test_types(check, tmp_path):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", *check, "jostle"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
