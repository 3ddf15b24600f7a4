// Runs, their times, and what came of them.
#pragma once

#include <array>
#include <string>

#include "peer.h"

namespace peers {

// How often, and on how many threads.
struct Plan {
  unsigned threads, runs, warm_up;
};

// What a measurement found, and what it took.
struct Measured {
  std::size_t pairs, duplicates;
  std::string digest;
  std::vector<double> build_ms, find_ms;
  // Most memory the process had until the end of the last run; 0 where the system does not say.
  std::uint64_t peak_rss_bytes;
};

// What each box goes on by.
template <int D>
using Steps = std::vector<std::array<float, D>>;

// Reads boxes from a raw file: little-endian f32 rows of D minima and D maxima, no header.
template <int D>
Boxes<D> read_boxes(const std::string& path);

// All pairs of some boxes, from nothing in each run.
template <int D>
Measured measure_pairs(PairPeer<D>& peer, const Boxes<D>& boxes, const Plan& plan);

// Reads what each of so many boxes goes on by in a frame: a row of D numbers each.
template <int D>
Steps<D> read_steps(const std::string& path, std::size_t boxes);

// All pairs of boxes that go on by a little in each run.
template <int D>
Measured measure_drift(DriftPeer<D>& peer, Boxes<D> boxes, const Steps<D>& by, const Plan& plan);

}  // namespace peers
