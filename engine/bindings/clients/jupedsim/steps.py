"""Times steps of a crowd that walks through a hall, and tells where everybody is after them.

    steps.py MODEL AGENTS STEPS

Prints the median of the milliseconds of a step, and a digest of all positions.
"""

import hashlib
import math
import random
import statistics
import struct
import sys
import time

import jupedsim as jps

AGENTS_PER_SQUARE_METER = 2
RADIUS = 0.15

MODELS = {
    "speed": (
        jps.CollisionFreeSpeedModel,
        lambda **at: jps.CollisionFreeSpeedModelAgentParameters(
            time_gap=1, radius=RADIUS, **at
        ),
    ),
    "anticipation": (
        lambda: jps.AnticipationVelocityModel(rng_seed=1),
        lambda **at: jps.AnticipationVelocityModelAgentParameters(radius=RADIUS, **at),
    ),
    "force": (
        jps.SocialForceModel,
        lambda **at: jps.SocialForceModelAgentParameters(radius=RADIUS, **at),
    ),
}


def hall(model_name, agents):
    """A square hall, an exit along its right side, and a crowd all over the rest."""
    model, parameters = MODELS[model_name]
    spacing = 1 / math.sqrt(AGENTS_PER_SQUARE_METER)
    columns = math.ceil(math.sqrt(agents))
    side = columns * spacing
    simulation = jps.Simulation(
        model=model(),
        geometry=[(0, 0), (side + 4, 0), (side + 4, side + 1), (0, side + 1)],
        dt=0.01,
    )
    out = simulation.add_exit_stage(
        [(side + 3, 0.5), (side + 3.9, 0.5), (side + 3.9, side + 0.5), (side + 3, side + 0.5)]
    )
    journey = simulation.add_journey(jps.JourneyDescription([out]))
    numbers = random.Random(1)
    jitter = (spacing - 2 * RADIUS) / 2 * 0.9
    places = [(place % columns, place // columns) for place in range(agents)]
    # As in a crowd, who comes when says nothing about where.
    numbers.shuffle(places)
    for column, row in places:
        x = 0.5 + (column + 0.5) * spacing + numbers.uniform(-jitter, jitter)
        y = 0.5 + (row + 0.5) * spacing + numbers.uniform(-jitter, jitter)
        simulation.add_agent(parameters(journey_id=journey, stage_id=out, position=(x, y)))
    return simulation


def digest(simulation):
    numbers = hashlib.sha256()
    for agent in simulation.agents():
        numbers.update(struct.pack("<Qdd", agent.id, *agent.position))
    return numbers.hexdigest()[:16]


def main():
    model_name, agents, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    begun = time.perf_counter()
    simulation = hall(model_name, agents)
    made = time.perf_counter() - begun
    times = []
    for _ in range(steps):
        begun = time.perf_counter()
        simulation.iterate()
        times.append(time.perf_counter() - begun)
    print(f"{1000 * statistics.median(times):.3f} {digest(simulation)} {1000 * made:.0f}")


main()
