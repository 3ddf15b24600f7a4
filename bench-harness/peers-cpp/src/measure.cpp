// Runs, their times, and what came of them.

#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

namespace peers {

namespace {

using Clock = std::chrono::steady_clock;

// To the microsecond: the clock knows no more about a run.
double milliseconds(Clock::duration time) {
  return std::round(std::chrono::duration<double, std::micro>(time).count()) / 1e3;
}

// Calls `prepare(run)` and then, on the clock, `build` and `find`, as often as is planned. The first runs
// only warm up.
template <typename Prepare, typename Build, typename Find>
Measured repeat(const Plan& plan, const Prepare& prepare, const Build& build, const Find& find) {
  Measured measured{};
  for (unsigned run = 0; run < plan.warm_up + plan.runs; ++run) {
    prepare(run);
    const auto start = Clock::now();
    build();
    const auto built = Clock::now();
    find();
    const auto found = Clock::now();
    if (run >= plan.warm_up) {
      measured.build_ms.push_back(milliseconds(built - start));
      measured.find_ms.push_back(milliseconds(found - built));
    }
  }
  return measured;
}

std::uint64_t peak_rss_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    unsigned long long kibibytes = 0;
    if (std::sscanf(line.c_str(), "VmHWM: %llu kB", &kibibytes) == 1) {
      return kibibytes * 1024;
    }
  }
  return 0;
}

// The finaliser of SplitMix64 behind one step of its sequence, as in engine/src/digest.rs.
std::uint64_t mix(std::uint64_t key) {
  std::uint64_t z = key + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// The digest of a set of pairs, by their keys.
std::string digest(const std::vector<std::uint64_t>& keys) {
  std::uint64_t sum = 0;
  for (const std::uint64_t key : keys) {
    sum += mix(key);
  }
  char text[17];
  const unsigned long long value = mix(sum ^ mix(keys.size()));
  std::snprintf(text, sizeof text, "%016llx", value);
  return text;
}

// Puts pairs in order, and says how many there are and which.
void check(const std::vector<Pair>& pairs, std::size_t boxes, Measured& measured) {
  std::vector<std::uint64_t> keys;
  keys.reserve(pairs.size());
  for (const Pair pair : pairs) {
    const Pair ordered{std::min(pair.a, pair.b), std::max(pair.a, pair.b)};
    if (ordered.a == ordered.b || ordered.b >= boxes) {
      const std::string both = std::to_string(pair.a) + ", " + std::to_string(pair.b);
      throw std::runtime_error("(" + both + ") is no pair");
    }
    keys.push_back(ordered.key());
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  measured.pairs = keys.size();
  measured.duplicates = pairs.size() - keys.size();
  measured.digest = digest(keys);
}

template <int D>
bool valid(const Corners<D>& corners) {
  for (int axis = 0; axis < D; ++axis) {
    const float min = corners.min[axis], max = corners.max[axis];
    if (!std::isfinite(min) || !std::isfinite(max) || min > max) {
      return false;
    }
  }
  return true;
}

float little_endian(const unsigned char* bytes) {
  std::uint32_t bits = 0;
  for (int byte = 3; byte >= 0; --byte) {
    bits = bits << 8 | bytes[byte];
  }
  float value;
  static_assert(sizeof value == sizeof bits);
  std::copy_n(reinterpret_cast<const char*>(&bits), sizeof bits, reinterpret_cast<char*>(&value));
  return value;
}

std::vector<unsigned char> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  // A folder opens too, and has no end.
  if (size < 0 || size == std::numeric_limits<std::streamoff>::max()) {
    throw RequestError(path + ": cannot be read");
  }
  std::vector<unsigned char> bytes(static_cast<std::size_t>(size));
  if (!file.seekg(0).read(reinterpret_cast<char*>(bytes.data()), size)) {
    throw RequestError(path + ": cannot be read");
  }
  return bytes;
}

// The numbers of a file of rows of so many.
std::vector<float> read_rows(const std::string& path, std::size_t columns) {
  const std::size_t row = columns * sizeof(float);
  const std::vector<unsigned char> bytes = read_bytes(path);
  if (bytes.size() % row != 0) {
    const std::string size = std::to_string(bytes.size()) + " bytes";
    throw RequestError(path + ": " + size + " are not a whole number of rows of " + std::to_string(row) + " bytes");
  }
  // Some libraries have signed numbers for nodes, of which there are two per box.
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 2;
  if (bytes.size() / row > most) {
    throw RequestError(path + ": more than " + std::to_string(most) + " boxes");
  }
  std::vector<float> values(bytes.size() / sizeof(float));
  for (std::size_t index = 0; index < values.size(); ++index) {
    values[index] = little_endian(bytes.data() + index * sizeof(float));
  }
  return values;
}

}  // namespace

template <int D>
Boxes<D> read_boxes(const std::string& path) {
  const std::vector<float> values = read_rows(path, 2 * D);
  Boxes<D> boxes(values.size() / (2 * D));
  for (std::size_t index = 0; index < boxes.size(); ++index) {
    const float* row = values.data() + index * 2 * D;
    std::copy_n(row, D, boxes[index].min);
    std::copy_n(row + D, D, boxes[index].max);
    if (!valid<D>(boxes[index])) {
      throw RequestError(path + ": box " + std::to_string(index) + " is not finite, or ends before it begins");
    }
  }
  return boxes;
}

template <int D>
Steps<D> read_steps(const std::string& path, std::size_t boxes) {
  const std::vector<float> values = read_rows(path, D);
  Steps<D> steps(values.size() / D);
  if (steps.size() != boxes) {
    const std::string has = std::to_string(steps.size()) + " rows";
    throw RequestError(path + ": " + has + ", where the other file has " + std::to_string(boxes));
  }
  for (std::size_t index = 0; index < boxes; ++index) {
    std::copy_n(values.data() + index * D, D, steps[index].data());
  }
  if (!std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) {
    throw RequestError(path + ": a number is not finite");
  }
  return steps;
}

template <int D>
Measured measure_pairs(PairPeer<D>& peer, const Boxes<D>& boxes, const Plan& plan) {
  const auto prepare = [&](unsigned) {
    peer.forget();
    peer.load(boxes);
  };
  Measured measured = repeat(plan, prepare, [&] { peer.build(); }, [&] { peer.find(); });
  measured.peak_rss_bytes = peak_rss_bytes();
  check(peer.pairs(), boxes.size(), measured);
  return measured;
}

template <int D>
Measured measure_drift(DriftPeer<D>& peer, Boxes<D> boxes, const Steps<D>& by, const Plan& plan) {
  std::vector<std::uint32_t> moved;
  for (std::uint32_t index = 0; index < boxes.size(); ++index) {
    if (std::any_of(by[index].begin(), by[index].end(), [](float step) { return step != 0; })) {
      moved.push_back(index);
    }
  }
  peer.load(boxes);
  peer.build();
  peer.find();
  const auto prepare = [&](unsigned) {
    for (const std::uint32_t index : moved) {
      for (int axis = 0; axis < D; ++axis) {
        boxes[index].min[axis] += by[index][axis];
        boxes[index].max[axis] += by[index][axis];
      }
    }
    peer.follow(boxes, moved);
  };
  Measured measured = repeat(plan, prepare, [&] { peer.update(); }, [&] { peer.find(); });
  measured.peak_rss_bytes = peak_rss_bytes();
  check(peer.pairs(), boxes.size(), measured);
  return measured;
}

template Boxes<2> read_boxes<2>(const std::string&);
template Boxes<3> read_boxes<3>(const std::string&);
template Steps<2> read_steps<2>(const std::string&, std::size_t);
template Steps<3> read_steps<3>(const std::string&, std::size_t);
template Measured measure_pairs<2>(PairPeer<2>&, const Boxes<2>&, const Plan&);
template Measured measure_pairs<3>(PairPeer<3>&, const Boxes<3>&, const Plan&);
template Measured measure_drift<2>(DriftPeer<2>&, Boxes<2>, const Steps<2>&, const Plan&);
template Measured measure_drift<3>(DriftPeer<3>&, Boxes<3>, const Steps<3>&, const Plan&);

}  // namespace peers
