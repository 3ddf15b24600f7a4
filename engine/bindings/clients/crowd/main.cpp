// A crowd of social forces, after D. Helbing and P. Molnar, "Social force model for pedestrian
// dynamics" (1995): people who walk to the other side of a square and keep away from each other.
//
//     crowd [AGENTS [STEPS [THREADS]]]
//
// The people near to each one are found by jostle and by the list of cells of the textbooks, in
// turns. Forces are summed as integers, so that their order is of no account, and both crowds end
// at the same places to the last bit.

#include <jostle.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

using vec2 = std::array<float, 2>;

// Meters, seconds.
constexpr float radius = 0.25f, reach = 2.0f, time_step = 0.05f, walking = 1.3f;
// People on a square meter.
constexpr float density = 1.0f;

struct crowd {
    std::vector<vec2> places, speeds, goals;
    float side;

    explicit crowd(std::size_t agents) : side(std::sqrt(static_cast<float>(agents) / density)) {
        std::mt19937 random(1);
        std::uniform_real_distribution<float> anywhere(0.0f, side);
        for (std::size_t agent = 0; agent < agents; agent++) {
            places.push_back({anywhere(random), anywhere(random)});
            speeds.push_back({0.0f, 0.0f});
            // Half of them to the right, half of them to the left.
            goals.push_back({agent % 2 == 0 ? side : 0.0f, anywhere(random)});
        }
    }
};

// The neighbors of each agent: those of `agent` are from `offsets[agent]` on.
struct found {
    const std::size_t* offsets;
    const std::uint32_t* neighbors;
};

// Lists by jostle.
class by_jostle {
public:
    explicit by_jostle(std::uint32_t threads)
        : pool_(jostle::pool::make(threads)),
          lists_(jostle::neighbors::make(jostle::neighbors::def(2, reach, pool_))) {}

    found find(const crowd& crowd) {
        lists_.update(crowd.places.size(), jostle::records(crowd.places.data()));
        found lists{};
        std::size_t count = 0;
        jst_neighbors_get(lists_.get(), &lists.offsets, &lists.neighbors, &count);
        return lists;
    }

private:
    jostle::pool pool_;
    jostle::neighbors lists_;
};

// Lists by a grid whose cells are as wide as the reach, each with a list of its agents.
class by_cells {
public:
    found find(const crowd& crowd) {
        const auto& places = crowd.places;
        const int across = std::max(1, static_cast<int>(crowd.side / reach));
        auto cell = [&](float x) {
            return std::clamp(static_cast<int>(x / reach), 0, across - 1);
        };
        first_.assign(static_cast<std::size_t>(across) * across, none);
        next_.resize(places.size());
        for (std::size_t agent = places.size(); agent-- > 0;) {
            auto& first = first_[static_cast<std::size_t>(cell(places[agent][1])) * across +
                                 cell(places[agent][0])];
            next_[agent] = first;
            first = static_cast<std::uint32_t>(agent);
        }
        offsets_.assign(1, 0);
        neighbors_.clear();
        for (std::size_t agent = 0; agent < places.size(); agent++) {
            const int x = cell(places[agent][0]), y = cell(places[agent][1]);
            for (int row = std::max(0, y - 1); row <= std::min(across - 1, y + 1); row++) {
                for (int column = std::max(0, x - 1); column <= std::min(across - 1, x + 1);
                     column++) {
                    auto other = first_[static_cast<std::size_t>(row) * across + column];
                    for (; other != none; other = next_[other]) {
                        // In double, as jostle decides without rounding.
                        const double dx = double{places[agent][0]} - places[other][0];
                        const double dy = double{places[agent][1]} - places[other][1];
                        if (other != agent && dx * dx + dy * dy <= double{reach} * reach) {
                            neighbors_.push_back(other);
                        }
                    }
                }
            }
            offsets_.push_back(neighbors_.size());
        }
        return {offsets_.data(), neighbors_.data()};
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> first_, next_, neighbors_;
    std::vector<std::size_t> offsets_;
};

// Moves everybody by a step.
void step(crowd& crowd, const found& lists) {
    for (std::size_t agent = 0; agent < crowd.places.size(); agent++) {
        const vec2 place = crowd.places[agent];
        std::int64_t force[2] = {0, 0};
        for (auto at = lists.offsets[agent]; at < lists.offsets[agent + 1]; at++) {
            const vec2 other = crowd.places[lists.neighbors[at]];
            const float dx = place[0] - other[0], dy = place[1] - other[1];
            const float distance = std::max(std::sqrt(dx * dx + dy * dy), 1e-3f);
            // Two meters a second squared where they touch, a third of it 30 cm away.
            const float push = 2.0f * std::exp((2.0f * radius - distance) / 0.3f);
            const float units = std::min(push, 50.0f) / distance * 1048576.0f;
            force[0] += static_cast<std::int64_t>(units * dx);
            force[1] += static_cast<std::int64_t>(units * dy);
        }
        vec2 to = {crowd.goals[agent][0] - place[0], crowd.goals[agent][1] - place[1]};
        const float far = std::max(std::sqrt(to[0] * to[0] + to[1] * to[1]), 0.1f);
        for (int axis = 0; axis < 2; axis++) {
            const float wanted = (walking * to[axis] / far - crowd.speeds[agent][axis]) / 0.5f;
            const float pushed = static_cast<float>(force[axis]) / 1048576.0f;
            crowd.speeds[agent][axis] += time_step * (wanted + pushed);
        }
    }
    for (std::size_t agent = 0; agent < crowd.places.size(); agent++) {
        for (int axis = 0; axis < 2; axis++) {
            auto& place = crowd.places[agent][axis];
            place = std::clamp(place + time_step * crowd.speeds[agent][axis], 0.0f, crowd.side);
        }
    }
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2] * 1e3;
}

// Milliseconds of the search, and of whole steps.
struct times {
    std::vector<double> search, whole;
};

template <class Search>
void timed(crowd& crowd, Search& search, times& times) {
    const auto start = std::chrono::steady_clock::now();
    const found lists = search.find(crowd);
    times.search.push_back(seconds_since(start));
    step(crowd, lists);
    times.whole.push_back(seconds_since(start));
}

}  // namespace

int main(int count, char** arguments) {
    auto number = [&](int at, long otherwise) {
        return at < count ? std::strtol(arguments[at], nullptr, 10) : otherwise;
    };
    const auto agents = static_cast<std::size_t>(number(1, 100000));
    const long steps = number(2, 40);
    const auto threads = static_cast<std::uint32_t>(number(3, 1));
    crowd ours(agents), theirs(agents);
    by_jostle jostle(threads);
    by_cells cells;
    times of_jostle, of_cells;
    for (long at = 0; at < steps; at++) {
        timed(ours, jostle, of_jostle);
        timed(theirs, cells, of_cells);
    }
    if (ours.places != theirs.places) {
        std::puts("the two crowds are at different places");
        return 1;
    }
    std::printf("%zu agents, %ld steps, all at the same places. Milliseconds, medians:\n", agents,
                steps);
    std::printf("  jostle, %u threads: search %.2f, step %.2f\n", threads,
                median(of_jostle.search), median(of_jostle.whole));
    std::printf("  cells:             search %.2f, step %.2f\n", median(of_cells.search),
                median(of_cells.whole));
    return 0;
}
