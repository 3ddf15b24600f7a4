# %% [markdown]
# # A granular bed
#
# Balls of two sizes fall into a box and come to rest. The engine finds contacts; springs and
# dampers (the discrete element method) make forces of them, in NumPy.

# %%
import os

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import PatchCollection
from matplotlib.patches import Circle

import jostle

# %%
COUNT, WIDTH, STEP, GRAVITY = int(os.environ.get("JOSTLE_BALLS", 600)), 12.0, 2e-3, 10.0
STIFFNESS, DAMPING, FRICTION = 2e4, 30.0, 0.4
random = np.random.default_rng(3)
radii = random.choice([0.12, 0.2], COUNT).astype(np.float32)
columns = int(WIDTH / 0.45)
at = np.column_stack((np.arange(COUNT) % columns, np.arange(COUNT) // columns)) * 0.45 + 0.3
at = at + random.uniform(-0.02, 0.02, at.shape)
speed, mass = random.normal(0, 0.3, at.shape), np.pi * radii.astype(float) ** 2

world = jostle.World(dimensions=2)
walls = world.insert(
    half_spaces=([[0, 0], [0, 0], [WIDTH, 0]], [[0, 1], [1, 0], [-1, 0]]), mobility="static"
)
balls = world.insert(balls=(at, radii))

# %% [markdown]
# Indices number balls before half-spaces, so those of balls are rows of `at`. A force acts along
# the normal of each contact against the overlap, and across it against sliding.


# %%
def forces(contacts):
    a, b = contacts.pairs.T.astype(int)
    normal, overlap = contacts.normals.astype(float), -contacts.distances.astype(float)
    moving = b < COUNT
    velocity = np.where(moving[:, None], speed[np.where(moving, b, 0)], 0.0) - speed[a]
    along = (velocity * normal).sum(1)
    push = np.maximum(STIFFNESS * overlap * 0.05 - DAMPING * along * mass[a], 0)
    slide = velocity - along[:, None] * normal
    pace = np.linalg.norm(slide, axis=1) + 1e-9
    drag = np.minimum(FRICTION * push, DAMPING * mass[a] * pace)
    force = push[:, None] * normal - (drag / pace)[:, None] * slide
    total = np.column_stack((np.zeros(COUNT), -GRAVITY * mass))
    np.add.at(total, a, -force)
    np.add.at(total, b[moving], force[moving])
    return total, push


# %%
energy, depth = [], []
for step in range(int(os.environ.get("JOSTLE_STEPS", 4000))):
    world.set_shapes(balls=(at, radii))
    world.step()
    contacts = world.contacts()
    total, push = forces(contacts)
    speed += STEP * total / mass[:, None]
    at += STEP * speed
    energy.append(0.5 * (mass * (speed**2).sum(1)).sum())
    depth.append(-contacts.distances.min() if len(contacts) else 0.0)
print(
    f"{COUNT} balls, {len(contacts)} contacts: the energy of motion fell from "
    f"{max(energy):.2f} to {energy[-1]:.4f}, the deepest overlap is {depth[-1]:.4f}"
)
assert np.isfinite(at).all() and depth[-1] < 0.1 and energy[-1] < 0.2 * max(energy)

# %% [markdown]
# The bed, with lines between balls that press on each other, as wide as they do.

# %%
figure, (bed, over_time) = plt.subplots(
    1, 2, figsize=(13, 4.5), width_ratios=(2, 1), layout="constrained"
)
bed.add_collection(
    PatchCollection(
        [Circle(center, radius) for center, radius in zip(at, radii, strict=True)],
        facecolor="0.85",
        edgecolor="0.6",
        linewidth=0.5,
    )
)
a, b = contacts.pairs.T.astype(int)
for i, j, force in zip(a, b, push / push.max(), strict=True):
    if j < COUNT:
        bed.plot(*at[[i, j]].T, color="tab:red", linewidth=4 * force)
bed.set(xlim=(0, WIDTH), ylim=(0, at[:, 1].max() + 0.5), aspect="equal", title="chains of force")
over_time.semilogy(np.arange(len(energy)) * STEP, energy, color="tab:blue")
over_time.set(xlabel="seconds", ylabel="energy of motion", title="it comes to rest")
figure.savefig(os.environ.get("JOSTLE_PICTURES", ".") + "/granular.png", dpi=110)
