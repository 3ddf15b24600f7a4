# %% [markdown]
# # A filmed crowd: who was close to whom, for how long
#
# Trajectories of the laboratory experiment "bottleneck" of JuPedSim, in the format of PeTrack:
# lines of a person, a frame, and a place in meters. Set `JOSTLE_DATA` to a folder with
# `crowd/bottleneck_ref.txt`; without it a crowd is made up.

# %%
import os
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import jostle

# %% [markdown]
# Read the file, or make up people who walk through a bottleneck.

# %%
path = Path(os.environ.get("JOSTLE_DATA", "data")) / "crowd" / "bottleneck_ref.txt"
if path.is_file():
    rows = np.loadtxt(path)
    person, frame, places = rows[:, 0].astype(int), rows[:, 1].astype(int), rows[:, 2:4]
    rate = next(
        (float(line.split(":")[1]) for line in path.open() if line.startswith("#framerate")), 16.0
    )
else:
    print(f"SKIPPED: the filmed crowd is not at {path}; this one is made up", file=sys.stderr)
    rate, random = 16.0, np.random.default_rng(1)
    start = np.column_stack((random.uniform(-2.5, 2.5, 80), random.uniform(0.5, 9.0, 80)))
    steps = np.arange(400)
    way = np.clip((start[:, 1, None] + 3.0 - steps / 16) / (start[:, 1, None] + 3.0), 0, None)
    x = start[:, 0, None] * (0.15 + 0.85 * np.clip(way, 0, 1))
    y = start[:, 1, None] - steps / 16
    person, frame = np.divmod(np.arange(x.size), len(steps))
    places = np.column_stack((x.ravel(), y.ravel()))
    shown = places[:, 1] > -3
    person, frame, places = person[shown], frame[shown], places[shown]

# %% [markdown]
# All frames in one call: the frame is a third axis, and frames lie farther apart than people are
# asked to be near. Each edge is two people who were within 0.8 m of each other in a frame.

# %%
NEAR = 0.8
in_time = np.column_stack((places, frame * 2 * NEAR))
pairs = jostle.query_pairs(in_time, NEAR)
assert (frame[pairs[:, 0]] == frame[pairs[:, 1]]).all()
people, names = np.unique(person, return_inverse=True)
who = np.sort(names[pairs], axis=1)
contacts, counts = np.unique(who, axis=0, return_counts=True)
seconds = counts / rate
print(
    f"{len(people)} people, {len(np.unique(frame))} frames: {len(contacts)} pairs were within "
    f"{NEAR} m, for {np.median(seconds):.1f} s in the median and {seconds.max():.1f} s at most"
)

# %% [markdown]
# Where it was crowded, how long contacts took, and who met how many.

# %%
neighbors = np.bincount(pairs.ravel(), minlength=len(places))
figure, (map_of, times, degrees) = plt.subplots(
    1, 3, figsize=(13, 4), width_ratios=[0.6, 1, 1], layout="constrained"
)
hexes = map_of.hexbin(*places.T, C=neighbors, reduce_C_function=np.mean, gridsize=45, cmap="magma")
figure.colorbar(hexes, ax=map_of, label=f"people within {NEAR} m")
map_of.set(title="where it was crowded", xlabel="x in m", ylabel="y in m", aspect="equal")
times.hist(seconds, bins=40, color="tab:red")
times.set(title="how long two were close", xlabel="seconds", ylabel="pairs", yscale="log")
degrees.hist(np.bincount(contacts.ravel(), minlength=len(people)), bins=30, color="tab:blue")
degrees.set(title="how many a person met", xlabel="others", ylabel="people")
figure.savefig(os.environ.get("JOSTLE_PICTURES", ".") + "/crowd.png", dpi=110)
