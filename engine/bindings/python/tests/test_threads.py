"""Threads: of the engine, of Python, and signals."""

import _thread
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import jostle
from jostle import _jostle


def test_answers_are_the_same_for_any_number_of_threads(random):
    points = random.random((30_000, 3)).astype(np.float32)
    expected = jostle.query_pairs(points, 0.03, threads=1)
    assert len(expected) > 10_000
    for threads in (2, 3, 8):
        np.testing.assert_array_equal(jostle.query_pairs(points, 0.03, threads=threads), expected)
        assert _jostle.thread_count(threads) == threads


def test_other_threads_run_meanwhile():
    """A thread of Python goes on while the engine works: the lock is not held."""
    points = np.zeros((12_000, 3), np.float32)
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    found = jostle.query_pairs(points, 1.0, threads=1)
    end = time.perf_counter()
    done.set()
    thread.join()
    assert len(found) == 12_000 * 11_999 // 2 and end - start > 0.05
    during = [tick for tick in ticks if start + 0.01 < tick < end - 0.01]
    assert len(during) > 10


def test_calls_of_many_threads_at_once(random):
    points = random.random((20_000, 3)).astype(np.float32)
    expected = jostle.query_pairs(points, 0.03)
    found = [None] * 8

    def work(number):
        found[number] = jostle.query_pairs(points, 0.03, threads=1 + number % 3)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in found:
        np.testing.assert_array_equal(one, expected)


def test_an_object_is_used_by_one_thread_at_a_time():
    """Who comes while another call is at work is told so."""
    lists, points = jostle.NeighborList(1.0), np.zeros((12_000, 3), np.float32)
    thread = threading.Thread(target=lists.update, args=(points,))
    thread.start()
    told = None
    while thread.is_alive() and told is None:
        try:
            lists.update(points[:2])
        except RuntimeError as error:
            told = str(error)
    thread.join()
    assert told is not None and "borrowed" in told


CALLS = {
    "pairs": "jostle.pairs(np.zeros((200_000, 2), np.float32), 1.0)",
    "boxes": "jostle.pairs(boxes=(np.zeros((200_000, 2)), np.zeros((200_000, 2))))",
    "query_pairs": "jostle.query_pairs(np.zeros((200_000, 3)), 1.0)",
    "contacts": "jostle.contacts(balls=(np.zeros((200_000, 2), np.float32), 1.0))",
}


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.parametrize("call", CALLS)
def test_interrupt(call):
    """Ctrl-C ends a call that would find 20 billion pairs, and the next one finds its own."""
    program = f"""
import threading, time, os, signal
import numpy as np, jostle
# Who starts tests in the background may have it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt():
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
start = time.perf_counter()
try:
    {CALLS[call]}
except KeyboardInterrupt:
    print("interrupted", time.perf_counter() - start)
print(jostle.query_pairs(np.zeros((3, 2)), 1.0).tolist())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("interrupted"), done.stdout + done.stderr
    assert float(lines[0].split()[1]) < 10.0
    assert lines[1] == "[[0, 1], [0, 2], [1, 2]]"


def test_signals_are_handled_meanwhile():
    """What a handler raises ends the call as well."""

    def handler(number, frame):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(TimeoutError):
            jostle.query_pairs(np.zeros((100_000, 3)), 1.0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_interrupt_main_from_a_thread():
    # Who starts tests in the background may have it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.1, _thread.interrupt_main).start()
        with pytest.raises(KeyboardInterrupt):
            jostle.query_pairs(np.zeros((100_000, 3)), 1.0)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_child_has_threads_of_its_own(random):
    points = random.random((5000, 3))
    expected = jostle.query_pairs(points, 0.05)
    program = f"""
import os, sys
import numpy as np, jostle
points = np.random.default_rng(7).random((5000, 3))
expected = jostle.query_pairs(points, 0.05)
child = os.fork()
if child == 0:
    same = np.array_equal(jostle.query_pairs(points, 0.05), expected)
    os._exit(0 if same else 1)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status), len(expected) == {len(expected)})
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True, text=True, timeout=60, check=True,
    )
    assert done.stdout.split() == ["0", "True"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are counted by /proc")
def test_digests_start_no_threads_of_their_own():
    program = """
import os
import numpy as np
import jostle

x = np.arange(40_000, dtype=np.float32)
world, pipeline = jostle.World(2, threads=2), jostle.Pipeline(2, threads=2)
world.insert(balls=((x, 0 * x), 0.6))
world.step()
pipeline.step(balls=((x, 0 * x), 0.6))
before = len(os.listdir("/proc/self/task"))
assert world.digest == pipeline.digest and len(world.contacts()) == 39_999
assert len(os.listdir("/proc/self/task")) == before
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
