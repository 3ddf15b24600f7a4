// The header for C++: objects, views and errors, with exceptions and without.

#include <jostle.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#if defined(__has_include)
#if __has_include(<glm/glm.hpp>)
#include <glm/glm.hpp>
#define HAS_GLM
#endif
#if __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#define HAS_EIGEN
#endif
#endif

#if __cplusplus >= 202002L
#include <span>
#endif

#define CHECK(condition)                                                                      \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            std::fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition,          \
                         jst_last_error());                                                   \
            std::exit(1);                                                                     \
        }                                                                                     \
    } while (0)

#if JOSTLE_EXCEPTIONS
template <class T>
T good(T value) {
    return value;
}
#else
template <class T>
T good(jostle::expected<T> value) {
    CHECK(value);
    return std::move(*value);
}
#endif

// Three balls on a line, of which the first two touch.
template <class V>
void check_vectors(const std::vector<V>& centers) {
    const std::vector<float> radii = {1.0f, 1.0f, 1.0f};
    auto bounds = jostle::balls(3, jostle::records(centers.data()), jostle::numbers(radii.data()));
    auto phase = good(jostle::broad_phase::make(3));
    jostle::view<jst_pair> pairs = good(phase.pairs(bounds));
    CHECK(pairs.size() == 1 && pairs[0].a == 0 && pairs[0].b == 1);
#if __cplusplus >= 202002L
    std::span<const jst_pair> span = pairs;
    CHECK(span.size() == 1);
#endif
    std::size_t streamed = 0;
    auto count = [&streamed](jostle::view<jst_pair> batch) {
        streamed += batch.size();
        return true;
    };
    static_cast<void>(phase.stream(bounds, count));
    CHECK(streamed == 1);

    jst_shapes shapes = {};
    shapes.size = sizeof shapes;
    shapes.ball_count = 3;
    shapes.ball_center = bounds.center;
    shapes.ball_radius = bounds.radius;
    auto pipeline = good(jostle::pipeline<3>::make());
    static_cast<void>(pipeline.step(shapes));
    auto contacts = good(pipeline.contacts());
    CHECK(contacts.all.size() == 1 && contacts.points_of(0).size() == 1);
    CHECK(contacts.all[0].distance == -0.5f && good(pipeline.touching()).size() == 1);

    auto tree = good(jostle::bvh::make(3));
    static_cast<void>(tree.build(bounds));
    auto found = good(tree.overlapping(bounds));
    CHECK(found.size() == 3 && found[0].size() == 2 && found[2].size() == 1);
    auto near = good(tree.nearest(3, bounds.center, 2, 100.0f));
    CHECK(near[2].size() == 2 && near[2][0].index == 2 && near.all().size() == 6);

    auto points = good(jostle::neighbors::make(jostle::neighbors::def(3, 2.0f)));
    CHECK(good(points.update(3, bounds.center)));
    auto around = good(points.get_lists());
    CHECK(around.size() == 3 && around[0].size() == 1 && around[2].empty());
}

void check_world() {
    auto threads = good(jostle::pool::make(2));
    auto def = jostle::pipeline<2>::def(threads);
    auto world = good(jostle::world<2>::make(def));
    using point = std::array<float, 2>;
    jst_handle first = good(world.insert(jostle::ball(point{0.0f, 0.0f}, 1.0f)));
    auto attributes = jostle::attributes();
    attributes.user = 7;
    jst_handle second = good(world.insert(jostle::ball(point{1.5f, 0.0f}, 1.0f), &attributes));
    static_cast<void>(world.step());
    CHECK(good(world.contacts()).all.size() == 1);
    auto events = good(world.events());
    CHECK(events.begun.size() == 1 && events.begun[0].a == first && events.begun[0].b == second);
    auto bytes = good(world.save());
    auto again = good(jostle::world<2>::load(bytes, def));
    static_cast<void>(again.step());
    CHECK(good(again.contacts()).all.size() == 1 && good(again.events()).begun.empty());

    const point origin = {-5.0f, 0.0f}, direction = {1.0f, 0.0f};
    auto rays = jostle::rays(1, jostle::records(&origin), jostle::records(&direction));
    CHECK(good(world.closest_hits(rays))[0].handle == first);
    const jst_shape probe = jostle::ball(point{0.0f, 0.0f}, 0.25f);
    CHECK(good(world.overlapping({&probe, 1}))[0].size() == 1);
    CHECK(good(world.nearest({&probe, 1}, 2, 10.0f))[0][1].handle == second);

    const point elsewhere = {9.0f, 0.0f};
    static_cast<void>(world.set_centers({&second, 1}, jostle::records(&elsewhere)));
    static_cast<void>(world.step());
    CHECK(good(world.events()).ended.size() == 1 && good(world.pairs()).empty());
    CHECK(good(world.at(second)).center[0] == 9.0f && good(world.handles()).size() == 2);
    static_cast<void>(world.remove(second));

    // Moved from, it is nothing.
    auto moved = std::move(world);
    CHECK(!world && moved && good(moved.pairs()).empty());
#if JOSTLE_EXCEPTIONS
    jst_status status = JST_OK;
    std::string text;
    try {
        moved.at(second);
    } catch (const jostle::error& error) {
        status = error.status();
        text = error.what();
    }
    CHECK(status == JST_ERROR_HANDLE && !text.empty());
#else
    auto gone = moved.at(second);
    CHECK(!gone && gone.status() == JST_ERROR_HANDLE);
    CHECK(!moved.remove(second));
#endif
}

int main() {
    check_vectors(std::vector<std::array<float, 3>>{{0, 0, 0}, {1.5f, 0, 0}, {9, 0, 0}});
    check_vectors(std::vector<std::array<double, 3>>{{0, 0, 0}, {1.5, 0, 0}, {9, 0, 0}});
#ifdef HAS_GLM
    check_vectors(std::vector<glm::vec3>{{0, 0, 0}, {1.5f, 0, 0}, {9, 0, 0}});
    check_vectors(std::vector<glm::dvec3>{{0, 0, 0}, {1.5, 0, 0}, {9, 0, 0}});
#else
    std::puts("SKIPPED: glm is not here");
#endif
#ifdef HAS_EIGEN
    check_vectors(std::vector<Eigen::Vector3f>{{0, 0, 0}, {1.5f, 0, 0}, {9, 0, 0}});
    check_vectors(std::vector<Eigen::Vector3d>{{0, 0, 0}, {1.5, 0, 0}, {9, 0, 0}});
#else
    std::puts("SKIPPED: Eigen is not here");
#endif
    check_world();
    return 0;
}
