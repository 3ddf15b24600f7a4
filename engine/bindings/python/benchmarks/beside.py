"""Measures the package beside others: all pairs of points within a radius, and meshes' boxes.

python benchmarks/beside.py [--points N] [--runs N] [--overhead]

Each library finds the same pairs, which is checked, on the same points of float64 in a unit cube
with some 13 neighbors each. Libraries take turns, and medians are told. `--overhead` measures
instead what Python adds to a step of a pipeline of a million disks.
"""

import argparse
import statistics
import time

import numpy as np

import jostle
from jostle import _jostle

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--points", type=int, default=1_000_000)
parser.add_argument("--runs", type=int, default=5)
parser.add_argument("--overhead", action="store_true")
arguments = parser.parse_args()


def digest(pairs):
    """Stands for a set of pairs i < j: how many, and a hash that knows no order."""
    low, high = np.minimum(*pairs.T).astype(np.uint64), np.maximum(*pairs.T).astype(np.uint64)
    keys = (low << np.uint64(32) | high) * np.uint64(0x9E37_79B9_7F4A_7C15)
    return len(pairs), int(np.bitwise_xor.reduce(keys ^ keys >> np.uint64(31))), int(keys.sum())


def with_scipy(points, r, threads):
    from scipy.spatial import cKDTree

    if threads == 1:
        return lambda: cKDTree(points).query_pairs(r, output_type="ndarray")

    def on_threads():
        tree = cKDTree(points)
        lists = tree.query_ball_point(points, r, workers=threads, return_sorted=False)
        counts = np.fromiter(map(len, lists), int, len(lists))
        pairs = np.column_stack((np.repeat(np.arange(len(points)), counts), np.concatenate(lists)))
        return pairs[pairs[:, 0] < pairs[:, 1]].astype(int)

    return on_threads


def with_freud(kind):
    def of(points, r, threads):
        import freud

        # A box so wide that nothing is near across its borders.
        box = freud.box.Box.cube(1.0 + 4 * r)
        centered = (points - 0.5).astype(np.float32)
        freud.set_num_threads(threads)

        def find():
            query = getattr(freud.locality, kind)
            query = query(box, centered, r) if kind == "LinkCell" else query(box, centered)
            found = query.query(centered, {"r_max": r, "exclude_ii": True}).toNeighborList()
            pairs = found[:]
            return pairs[pairs[:, 0] < pairs[:, 1]]

        return find

    return of


def with_sklearn(points, r, threads):
    from sklearn.neighbors import NearestNeighbors

    def find():
        model = NearestNeighbors(radius=r, algorithm="kd_tree", n_jobs=threads).fit(points)
        lists = model.radius_neighbors(points, return_distance=False)
        counts = np.fromiter(map(len, lists), int, len(lists))
        pairs = np.column_stack((np.repeat(np.arange(len(points)), counts), np.concatenate(lists)))
        return pairs[pairs[:, 0] < pairs[:, 1]]

    return find


def with_jostle(dtype):
    def of(points, r, threads):
        given = points.astype(dtype)
        return lambda: jostle.query_pairs(given, r, threads=threads)

    return of


LIBRARIES = {
    "jostle, float32": with_jostle(np.float32),
    "jostle, float64": with_jostle(np.float64),
    "SciPy cKDTree": with_scipy,
    "freud AABBQuery": with_freud("AABBQuery"),
    "freud LinkCell": with_freud("LinkCell"),
    "scikit-learn": with_sklearn,
}


# Most points for which it does not take minutes.
MOST = {"freud LinkCell": 20_000, "scikit-learn": 200_000}


def beside():
    random = np.random.default_rng(1)
    # Numbers that float32 has, so that all decide about the same ones; the radius as well.
    points = random.random((arguments.points, 3), np.float32).astype(np.float64)
    r = float(np.float32((13 / arguments.points * 3 / (4 * np.pi)) ** (1 / 3)))
    for threads in (1, 2):
        calls, times, digests = {}, {}, {}
        for name, library in LIBRARIES.items():
            if arguments.points > MOST.get(name, arguments.points):
                print(f"SKIPPED: {name} takes minutes: --points {MOST[name]} measures it")
                continue
            try:
                calls[name] = library(points, r, threads)
            except ImportError as error:
                print(f"SKIPPED: {name}: {error}")
        for _ in range(arguments.runs):
            for name, call in calls.items():
                start = time.perf_counter()
                found = call()
                times.setdefault(name, []).append(time.perf_counter() - start)
                digests.setdefault(name, digest(found))
                del found
        expected = digests["SciPy cKDTree"]
        print(f"\n{threads} threads, {arguments.points:,} points, {expected[0]:,} pairs")
        best = statistics.median(times["jostle, float32"])
        for name, of in times.items():
            same = "same pairs" if digests[name] == expected else f"OTHER PAIRS: {digests[name]}"
            median = statistics.median(of)
            print(f"{name:16} {median:8.3f} s  {median / best:6.1f} x  {same}", flush=True)


def boxes():
    """All pairs of boxes that touch: FCL's dynamic tree, which trimesh asks as well."""
    try:
        import fcl
    except ImportError as error:
        print(f"SKIPPED: python-fcl: {error}")
        return
    count = min(arguments.points, 20_000)
    random = np.random.default_rng(2)
    centers = random.random((count, 3)).astype(np.float32)
    half = np.full((count, 3), 0.4 * count ** (-1 / 3), np.float32)
    shapes = [fcl.Box(*(2 * h).tolist()) for h in half]
    objects = [
        fcl.CollisionObject(shape, fcl.Transform(center.astype(float)))
        for shape, center in zip(shapes, centers, strict=True)
    ]
    names = {id(shape): index for index, shape in enumerate(shapes)}

    def with_fcl():
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(objects)
        manager.setup()
        request = fcl.CollisionRequest(num_max_contacts=10 * count, enable_contact=False)
        data = fcl.CollisionData(request)
        manager.collide(data, fcl.defaultCollisionCallback)
        contacts = data.result.contacts
        return np.array([[names[id(c.o1)], names[id(c.o2)]] for c in contacts])

    def with_jostle_boxes():
        return jostle.pairs(boxes=(centers - half, centers + half), threads=1)

    times = {}
    for _ in range(arguments.runs):
        for name, call in (("jostle", with_jostle_boxes), ("python-fcl", with_fcl)):
            start = time.perf_counter()
            found = call()
            times.setdefault(name, []).append(time.perf_counter() - start)
            times[name + " pairs"] = len(np.unique(np.sort(found, axis=1), axis=0))
    print(f"\n{count:,} boxes, arrays in and pairs out, 1 thread")
    for name in ("jostle", "python-fcl"):
        median, pairs = statistics.median(times[name]) * 1e3, times[name + " pairs"]
        print(f"{name:12} {median:9.2f} ms, {pairs} pairs")


def overhead():
    random = np.random.default_rng(3)
    count = arguments.points
    width = (count * np.pi * 0.25 * 1.5) ** 0.5
    x, y = (width * random.random(count, np.float32) for _ in range(2))
    radii = random.uniform(0.3, 0.5, count).astype(np.float32)
    moves = [random.normal(0, 0.05, count).astype(np.float32) for _ in range(4)]
    for threads in (1, 2):
        pipeline = jostle.Pipeline(2, threads=threads)
        whole, engine = [], []
        for step in range(arguments.runs * 10 + 5):
            x += moves[step % 4]
            y -= moves[(step + 1) % 4]
            start = time.perf_counter()
            begun, persisted, _ = pipeline.step(balls=((x, y), radii))
            whole.append(time.perf_counter() - start)
            engine.append(pipeline._pipeline.engine_seconds())
        whole, engine = (np.array(times[5:]) * 1e3 for times in (whole, engine))
        layout, addresses = _jostle.layout((x, y))
        copied = addresses != [axis.__array_interface__["data"][0] for axis in (x, y)]
        print(
            f"{threads} threads, {count:,} disks, {begun + persisted:,} contacts: "
            f"{np.median(whole):.2f} ms through Python, {np.median(engine):.2f} ms in the engine, "
            f"{np.median(whole - engine) * 1e3:.0f} µs ({np.median(whole / engine - 1):.2%}) more; "
            f"{'copied' if copied or layout != 'columns' else 'no copy'}"
        )


if arguments.overhead:
    overhead()
else:
    beside()
    boxes()
