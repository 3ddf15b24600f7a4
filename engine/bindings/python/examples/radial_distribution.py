# %% [markdown]
# # How atoms lie around an atom
#
# The radial distribution function of a liquid: how much likelier than by chance an atom has another
# one at a distance. Set `JOSTLE_DATA` to a folder with `md/bigbox.pos_nm.f32`, positions of oxygen
# and hydrogen of water in nanometers; without it a liquid of hard balls is made up.

# %%
import os
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import jostle

# %%
path = Path(os.environ.get("JOSTLE_DATA", "data")) / "md" / "bigbox.pos_nm.f32"
if path.is_file():
    atoms, unit = np.fromfile(path, np.float32).reshape(-1, 3), "nm"
    box, reach = np.ptp(atoms, axis=0).astype(float), 0.9
    box += 1e-3
else:
    print(f"SKIPPED: the file of atoms is not at {path}; these are made up", file=sys.stderr)
    unit, reach, box = "diameters", 4.0, np.full(3, 25.0)
    # Balls on a lattice, shaken until it has melted: what would overlap stays where it is.
    grid = np.stack(np.meshgrid(*[np.arange(20) * 1.25] * 3), -1).reshape(-1, 3)
    random, atoms = np.random.default_rng(2), grid.copy()
    for _ in range(40):
        moved = (atoms + random.normal(0, 0.2, atoms.shape)) % box
        for _ in range(40):
            overlaps = jostle.query_pairs(moved, 0.999, box=box)
            if len(overlaps) == 0:
                break
            back = np.unique(overlaps)
            moved[back] = atoms[back]
        atoms = moved
    # A file of particles is such an array: x, y, z of each.
    particles = Path(os.environ.get("JOSTLE_PICTURES", ".")) / "particles.f32"
    atoms.astype(np.float32).tofile(particles)
    atoms = np.fromfile(particles, np.float32).reshape(-1, 3)

# %% [markdown]
# Each pair once, across the periodic borders, with distances.

# %%
found = jostle.neighbors(atoms, reach, box=box, half=True)
counts, edges = np.histogram(found.distances, bins=300, range=(0, reach))
shells = 4 / 3 * np.pi * np.diff(edges**3)
by_chance = 0.5 * len(atoms) ** 2 / np.prod(box) * shells
ratio, r = counts / by_chance, 0.5 * (edges[1:] + edges[:-1])
far = ratio[r > 0.9 * reach].mean()
print(f"{len(atoms):,} atoms, {len(found.indices):,} pairs; {far:.3f} of chance at {reach} {unit}")
assert 0.9 < far < 1.1

# %%
figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
axes.plot(r, ratio, color="tab:blue")
axes.axhline(1.0, color="gray", linewidth=0.8, linestyle="--")
axes.set(xlabel=f"distance in {unit}", ylabel="pairs, as parts of those by chance")
axes.set(title="radial distribution function", ylim=(0, min(ratio.max() * 1.1, 6)))
figure.savefig(os.environ.get("JOSTLE_PICTURES", ".") + "/radial_distribution.png", dpi=110)
