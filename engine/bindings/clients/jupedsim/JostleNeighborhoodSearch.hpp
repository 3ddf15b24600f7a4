// What JuPedSim asks its neighborhood search, answered by jostle.
//
// Models ask for the neighbors of all agents, so the first question about a place where an agent is
// has all lists made at once. Any other question is asked of a tree, which is built when there is
// one. Agents that were added since the update are in the grid that JuPedSim has.
//
// Neighbors are told in the order in which the grid tells them, by its cells, and within these by
// agents. So sums over them are the same to the last bit, and so is each trajectory.
#pragma once

#include "Point.hpp"

#include <jostle.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace jostle_client
{
inline void Check(jst_status status)
{
    if(status != JST_OK) {
        throw std::runtime_error(std::string("jostle: ") + jst_last_error());
    }
}

struct Destroy {
    void operator()(jst_neighbors_s* object) const { jst_neighbors_destroy(object); }
    void operator()(jst_bvh_s* object) const { jst_bvh_destroy(object); }
};

// One pool for all searches: as many threads as JOSTLE_THREADS says, or as there are processors.
inline jst_pool Pool()
{
    static const jst_pool pool = [] {
        jst_pool_def def;
        JST_INIT(&def);
        if(const char* threads = std::getenv("JOSTLE_THREADS")) {
            def.threads = static_cast<std::uint32_t>(std::atoi(threads));
        }
        jst_pool made = nullptr;
        Check(jst_pool_create(&def, &made));
        return made;
    }();
    return pool;
}
} // namespace jostle_client

template <typename Value>
class NeighborhoodSearch
{
    struct Place {
        std::int64_t cell;
        std::uint32_t agent;
        Point position;
    };

    double _cellSize;
    // The agents at the last update in the order of their cells, and where each agent is in it.
    std::vector<Value> _values{};
    std::vector<Place> _places{};
    std::vector<std::uint32_t> _placeOf{};
    // No coordinate is farther from 0.
    double _extent{};
    // Those that were added since.
    GridNeighborhoodSearch<Value> _added;
    bool _hasAdded{false};

    // Whose neighbors will be asked for next, if models ask.
    mutable std::size_t _next{0};
    mutable std::unique_ptr<jst_neighbors_s, jostle_client::Destroy> _lists{};
    mutable double _listsRadius{-1};
    mutable double _listsExtent{-1};
    mutable bool _areListsMade{false};
    mutable const std::size_t* _offsets{};
    mutable const std::uint32_t* _indices{};
    mutable std::unique_ptr<jst_bvh_s, jostle_client::Destroy> _tree{};
    mutable bool _isTreeBuilt{false};

    // Orders like the index of a cell of the grid: by columns, then by rows.
    std::int64_t Cell(const Point& position) const
    {
        const auto x = static_cast<std::int32_t>(position.x / _cellSize);
        const auto y = static_cast<std::int32_t>(position.y / _cellSize);
        return static_cast<std::int64_t>(x) * (std::int64_t{1} << 32) + y;
    }

    // By how much less or more than it is a distance can be after coordinates become `float`.
    static double Rounding(double extent, double radius)
    {
        return (extent + radius) * 0x1p-21;
    }

    jst_vectors Positions() const
    {
        const Point* first = _places.empty() ? nullptr : &_places.front().position;
        return JST_RECORDS_2(first ? &first->x : nullptr, sizeof(Place), JST_F64);
    }

    void MakeLists(double radius) const
    {
        if(!_lists || radius > _listsRadius || _extent > _listsExtent) {
            _listsRadius = radius;
            _listsExtent = 2 * _extent;
            jst_neighbors_def def;
            JST_INIT(&def);
            def.dimensions = 2;
            def.radius = static_cast<float>(radius + Rounding(_listsExtent, radius));
            def.pool = jostle_client::Pool();
            jst_neighbors lists = nullptr;
            jostle_client::Check(jst_neighbors_create(&def, &lists));
            _lists.reset(lists);
        }
        jst_points points;
        JST_INIT(&points);
        points.count = _places.size();
        points.position = Positions();
        jostle_client::Check(jst_neighbors_update(_lists.get(), &points, nullptr, nullptr));
        std::size_t count = 0;
        jostle_client::Check(jst_neighbors_get(_lists.get(), &_offsets, &_indices, &count));
        _areListsMade = true;
    }

    void BuildTree() const
    {
        if(!_tree) {
            jst_bvh_def def;
            JST_INIT(&def);
            def.dimensions = 2;
            def.pool = jostle_client::Pool();
            jst_bvh tree = nullptr;
            jostle_client::Check(jst_bvh_create(&def, &tree));
            _tree.reset(tree);
        }
        jst_bounds bounds;
        JST_INIT(&bounds);
        bounds.count = _places.size();
        bounds.min = bounds.max = Positions();
        jostle_client::Check(jst_bvh_build(_tree.get(), &bounds));
        _isTreeBuilt = true;
    }

    std::vector<Value> OfAgent(std::size_t place, double radius) const
    {
        const auto* from = _indices + _offsets[place];
        const auto* to = _indices + _offsets[place + 1];
        const Point& position = _places[place].position;
        const double radiusSquared = radius * radius;
        std::vector<Value> result{};
        result.reserve(static_cast<std::size_t>(to - from) + 1);
        const auto add = [&](std::size_t other) {
            if(DistanceSquared(_places[other].position, position) <= radiusSquared) {
                result.push_back(_values[other]);
            }
        };
        // Lists are in ascending order, and nobody is in its own.
        for(; from != to && *from < place; ++from) {
            add(*from);
        }
        add(place);
        for(; from != to; ++from) {
            add(*from);
        }
        return result;
    }

    std::vector<Value> OfPoint(const Point& position, double radius) const
    {
        std::vector<Value> result{};
        if(_places.empty()) {
            return result;
        }
        if(!_isTreeBuilt) {
            BuildTree();
        }
        const double reach = radius + Rounding(std::max(_extent, Extent(position)), radius);
        const double min[2] = {position.x - reach, position.y - reach};
        const double max[2] = {position.x + reach, position.y + reach};
        jst_bounds region;
        JST_INIT(&region);
        region.count = 1;
        region.min = JST_RECORDS_2(min, sizeof min, JST_F64);
        region.max = JST_RECORDS_2(max, sizeof max, JST_F64);
        const std::size_t* offsets = nullptr;
        const std::uint32_t* indices = nullptr;
        jostle_client::Check(
            jst_bvh_overlapping(_tree.get(), &region, nullptr, nullptr, &offsets, &indices));
        for(std::size_t at = offsets[0]; at < offsets[1]; ++at) {
            if(DistanceSquared(_places[indices[at]].position, position) <= radius * radius) {
                result.push_back(_values[indices[at]]);
            }
        }
        return result;
    }

    static double Extent(const Point& position)
    {
        return std::max(std::abs(position.x), std::abs(position.y));
    }

    // The place of an agent that is at a position, or how many places there are for none.
    std::size_t PlaceAt(const Point& position) const
    {
        const auto isThere = [&position](const Place& place) {
            return place.position.x == position.x && place.position.y == position.y;
        };
        if(_next < _placeOf.size() && isThere(_places[_placeOf[_next]])) {
            return _placeOf[_next];
        }
        const auto cell = Cell(position);
        auto place = std::lower_bound(
            _places.begin(), _places.end(), cell, [](const auto& a, auto b) { return a.cell < b; });
        while(place != _places.end() && place->cell == cell && !isThere(*place)) {
            ++place;
        }
        const bool isFound = place != _places.end() && place->cell == cell;
        return isFound ? static_cast<std::size_t>(place - _places.begin()) : _places.size();
    }

public:
    explicit NeighborhoodSearch(double cellSize) : _cellSize(cellSize), _added(cellSize) {}

    void AddAgent(const Value& item)
    {
        _added.AddAgent(item);
        _hasAdded = true;
    }

    void Update(const std::vector<Value>& items)
    {
        if(_hasAdded) {
            _added = GridNeighborhoodSearch<Value>(_cellSize);
            _hasAdded = false;
        }
        _areListsMade = _isTreeBuilt = false;
        _next = 0;
        _extent = 0;
        _places.clear();
        _places.reserve(items.size());
        for(const auto& item : items) {
            _extent = std::max(_extent, Extent(item.pos));
            const auto agent = static_cast<std::uint32_t>(_places.size());
            _places.push_back({Cell(item.pos), agent, item.pos});
        }
        std::sort(_places.begin(), _places.end(), [](const auto& a, const auto& b) {
            return a.cell != b.cell ? a.cell < b.cell : a.agent < b.agent;
        });
        _values.clear();
        _values.reserve(items.size());
        _placeOf.resize(items.size());
        for(const auto& place : _places) {
            _placeOf[place.agent] = static_cast<std::uint32_t>(_values.size());
            _values.push_back(items[place.agent]);
        }
    }

    std::vector<Value> GetNeighboringAgents(Point position, double radius) const
    {
        // No model asks for more. Who does asks once.
        if(!_hasAdded && radius <= 4 * _cellSize) {
            if(const auto place = PlaceAt(position); place < _places.size()) {
                _next = _places[place].agent + std::size_t{1};
                if(!_areListsMade || radius > _listsRadius) {
                    MakeLists(radius);
                }
                return OfAgent(place, radius);
            }
        }
        auto result = OfPoint(position, radius);
        if(_hasAdded) {
            const auto added = _added.GetNeighboringAgents(position, radius);
            const auto count = static_cast<std::ptrdiff_t>(result.size());
            result.insert(result.end(), added.begin(), added.end());
            std::inplace_merge(
                result.begin(),
                result.begin() + count,
                result.end(),
                [this](const auto& a, const auto& b) { return Cell(a.pos) < Cell(b.pos); });
        }
        return result;
    }
};
