// A ball falls on the ground and stays where it touches it.

#include <jostle.hpp>

#include <array>
#include <cstdio>

int main() {
    auto world = jostle::world<2>::make();
    auto ground = jostle::shape(JST_SHAPE_BOX);
    ground.center[1] = -1.0f;
    ground.half[0] = 10.0f;
    ground.half[1] = 1.0f;
    auto wall = jostle::attributes();
    wall.mobility = JST_MOBILITY_STATIC;
    world.insert(ground, &wall);
    std::array<float, 2> center = {0.0f, 3.0f};
    const jst_handle ball = world.insert(jostle::ball(center, 1.0f));
    for (float speed = 0.0f;; speed += 0.1f) {
        center[1] -= 0.1f * speed;
        world.set_centers({&ball, 1}, jostle::records(&center));
        world.step();
        for (const auto& contact : world.contacts().all) {
            std::printf("it touches %.3f deep\n", -contact.distance);
            return 0;
        }
    }
}
