// Times what a step asks of each search, and compares their answers, with their order.
//
//     search AGENTS RADIUS
//
// Prints the medians of milliseconds: of the grid, of jostle, and of jostle's lists alone.

#include "GenericAgent.hpp"
#include "SimulationError.hpp"

#include <functional>

#include "NeighborhoodSearch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace
{
constexpr double AgentsPerSquareMeter = 2;
constexpr double CellSize = 2.2;
constexpr int Rounds = 9;

class Stopwatch
{
    std::chrono::steady_clock::time_point _start{std::chrono::steady_clock::now()};

public:
    double Milliseconds() const
    {
        const auto passed = std::chrono::steady_clock::now() - _start;
        return std::chrono::duration<double, std::milli>(passed).count();
    }
};

double Median(std::vector<double> numbers)
{
    std::sort(numbers.begin(), numbers.end());
    return numbers[numbers.size() / 2];
}

GenericAgent AgentAt(Point position)
{
    return {{}, {}, {}, position, Point(1, 0), CollisionFreeSpeedModelData{}};
}

// What all models do: ask for the neighbors of everybody.
template <typename Search>
std::size_t Step(Search& search, const std::vector<GenericAgent>& agents, double radius)
{
    std::size_t found = 0;
    search.Update(agents);
    for(const auto& agent : agents) {
        found += search.GetNeighboringAgents(agent.pos, radius).size();
    }
    return found;
}

void Same(const std::vector<GenericAgent>& expected, const std::vector<GenericAgent>& found)
{
    const auto isSame = [](const auto& a, const auto& b) { return a.id == b.id; };
    if(!std::equal(expected.begin(), expected.end(), found.begin(), found.end(), isSame)) {
        std::puts("The answers differ.");
        std::exit(1);
    }
}
} // namespace

int main(int count, char** arguments)
{
    if(count != 3) {
        return 2;
    }
    const auto agentCount = static_cast<std::size_t>(std::atoll(arguments[1]));
    const double radius = std::atof(arguments[2]);
    const double half = std::sqrt(static_cast<double>(agentCount) / AgentsPerSquareMeter) / 2;
    std::mt19937_64 numbers{1};
    std::uniform_real_distribution<double> coordinate{-half, half}, move{-0.012, 0.012};
    std::vector<GenericAgent> agents{};
    while(agents.size() < agentCount) {
        const double x = coordinate(numbers), y = coordinate(numbers);
        agents.push_back(AgentAt({x, y}));
    }

    const auto everybodyMoves = [&] {
        for(auto& agent : agents) {
            agent.pos.x += move(numbers);
            agent.pos.y += move(numbers);
        }
    };

    GridNeighborhoodSearch<GenericAgent> grid{CellSize};
    NeighborhoodSearch<GenericAgent> jostle{CellSize};
    std::vector<double> ofGrid{}, ofJostle{}, ofLists{};
    std::size_t found = 0;
    for(int round = 0; round < Rounds; ++round) {
        const Stopwatch forGrid;
        const auto expected = Step(grid, agents, radius);
        ofGrid.push_back(forGrid.Milliseconds());
        const Stopwatch forJostle;
        found = Step(jostle, agents, radius);
        ofJostle.push_back(forJostle.Milliseconds());
        if(found != expected) {
            std::puts("The answers differ.");
            return 1;
        }
        // The first question has the lists made, as everybody moved.
        everybodyMoves();
        jostle.Update(agents);
        const Stopwatch forLists;
        jostle.GetNeighboringAgents(agents[0].pos, radius);
        ofLists.push_back(forLists.Milliseconds());
        everybodyMoves();
    }

    grid.Update(agents);
    jostle.Update(agents);
    for(std::size_t at = 0; at < agents.size(); at += 1 + at % 3) {
        const auto& agent = agents[at];
        Same(
            grid.GetNeighboringAgents(agent.pos, radius),
            jostle.GetNeighboringAgents(agent.pos, radius));
    }
    for(int added = 0; added < 100; ++added) {
        const double x = coordinate(numbers), y = coordinate(numbers);
        const auto agent = AgentAt({x, y});
        Same(grid.GetNeighboringAgents({x, y}, 2), jostle.GetNeighboringAgents({x, y}, 2));
        grid.AddAgent(agent);
        jostle.AddAgent(agent);
        Same(grid.GetNeighboringAgents({x, y}, 2), jostle.GetNeighboringAgents({x, y}, 2));
    }
    std::printf("%.2f %.2f %.2f\n", Median(ofGrid), Median(ofJostle), Median(ofLists));
}
