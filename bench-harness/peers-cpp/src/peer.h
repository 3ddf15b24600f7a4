// What is asked of a library, and how it is known by name.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace peers {

// A pair of boxes, by index.
struct Pair {
  std::uint32_t a, b;

  // As one integer that sorts like (a, b).
  std::uint64_t key() const { return std::uint64_t{a} << 32 | b; }
};

// A box by its minimum and maximum. It is closed: boxes that share only a face touch.
template <int D>
struct Corners {
  float min[D], max[D];

  bool touches(const Corners& other) const {
    bool touch = true;
    for (int axis = 0; axis < D; ++axis) {
      touch &= (min[axis] <= other.max[axis]) & (other.min[axis] <= max[axis]);
    }
    return touch;
  }
};

template <int D>
using Boxes = std::vector<Corners<D>>;

// Throws where a coordinate is beyond what a library can do, for those that would crash or leave boxes out.
template <int D>
void check_range(const Boxes<D>& boxes, float most) {
  for (const Corners<D>& corners : boxes) {
    for (int axis = 0; axis < D; ++axis) {
      if (corners.min[axis] < -most || corners.max[axis] > most) {
        throw std::runtime_error("it is not for coordinates beyond " + std::to_string(most));
      }
    }
  }
}

// Why a library could not be run. Any other exception is a library that failed.
struct RequestError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Lists all unordered pairs of boxes that touch.
//
// A run is `forget` and `load`, untimed, and then `build` and `find`, timed. Nothing is kept from run to
// run but memory.
template <int D>
struct PairPeer {
  virtual ~PairPeer() = default;

  // Drops the structure of the run before, where the library cannot use its memory again.
  virtual void forget() {}

  // Turns boxes into the layout that the library takes as input, in the same order. The boxes stay where
  // they are until the next call.
  virtual void load(const Boxes<D>& boxes) = 0;

  // Makes the structure of the boxes that were loaded.
  virtual void build() = 0;

  // Lists the pairs.
  virtual void find() = 0;

  // The pairs that were listed: in any order, with either index first.
  virtual const std::vector<Pair>& pairs() const = 0;
};

// Keeps its structure while boxes go on by a little.
//
// A run is `follow`, untimed, and then `update` and `find`, timed; before all of them it was loaded and built.
template <int D>
struct DriftPeer : PairPeer<D> {
  // Turns boxes, of which there are as many as before, into the layout that the library takes as input, and
  // notes which of them moved since, by their indices, for libraries that can be told.
  virtual void follow(const Boxes<D>& boxes, const std::vector<std::uint32_t>& moved) = 0;

  // Puts the boxes that it follows in the place of those it has.
  virtual void update() = 0;
};

// Makes an adapter for so many threads.
template <typename T>
using Make = std::unique_ptr<T> (*)(unsigned threads);

// For the tables below: makes an adapter that needs not know the threads, and one that does.
template <typename T, typename Adapter>
std::unique_ptr<T> make(unsigned) {
  return std::make_unique<Adapter>();
}

template <typename T, typename Adapter>
std::unique_ptr<T> make_threaded(unsigned threads) {
  return std::make_unique<Adapter>(threads);
}

// What a library can do with boxes of D dimensions.
template <int D>
struct Tasks {
  Make<PairPeer<D>> pairs = nullptr;
  Make<DriftPeer<D>> drift = nullptr;
};

// A way to use a library.
struct Peer {
  std::string name;     // by which it is chosen
  std::string library;  // and its exact version
  std::string method;   // in a line
  bool threads;         // whether it can use several
  Tasks<2> flat;        // what it does in the plane
  Tasks<3> space;       // what it does in space

  template <int D>
  const Tasks<D>& tasks() const {
    if constexpr (D == 2) {
      return flat;
    } else {
      return space;
    }
  }
};

// Every way that is compiled in, in the order in which they are listed.
const std::vector<Peer>& all();

// The ways of each library, in a file of its own; only those that CMake found are compiled.
std::vector<Peer> embree();
std::vector<Peer> boost_geometry();
std::vector<Peer> cgal();
std::vector<Peer> fcl();
std::vector<Peer> bullet();

}  // namespace peers
