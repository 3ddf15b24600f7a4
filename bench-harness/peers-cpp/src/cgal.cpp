// CGAL: its intersection of sequences of boxes, by a hybrid of segment trees and sweeps.

#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include "gather.h"

namespace peers {

namespace {

template <int D>
struct Box {
  Corners<D> corners;
  std::uint32_t index;
};

// How CGAL looks at a box.
template <int D>
struct Traits {
  using Box_parameter = const Box<D>&;
  using NT = float;
  using ID = std::uint32_t;

  static NT min_coord(Box_parameter box, int axis) { return box.corners.min[axis]; }
  static NT max_coord(Box_parameter box, int axis) { return box.corners.max[axis]; }
  static ID id(Box_parameter box) { return box.index; }
  static int dimension() { return D; }
};

// There is no structure to build: one call takes boxes, changes their order, and lists pairs.
template <int D>
class Hybrid : public PairPeer<D> {
 public:
  void load(const Boxes<D>& boxes) override {
    boxes_.clear();
    for (const Corners<D>& corners : boxes) {
      boxes_.push_back({corners, static_cast<std::uint32_t>(boxes_.size())});
    }
  }

  void build() override {}

  void find() override {
    pairs_.clear();
    const auto add = [this](const Box<D>& a, const Box<D>& b) { pairs_.push_back({a.index, b.index}); };
    CGAL::box_self_intersection_d(boxes_.begin(), boxes_.end(), add, Traits<D>(), cutoff,
                                  CGAL::Box_intersection_d::CLOSED);
  }

  const std::vector<Pair>& pairs() const override { return pairs_; }

 private:
  // Fewer boxes than this are swept. The default, 10, takes two to three times as long on a million small
  // boxes; more than a thousand gains little.
  static constexpr std::ptrdiff_t cutoff = 1000;

  std::vector<Box<D>> boxes_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<Peer> cgal() {
  return {{"cgal",
           "CGAL " CGAL_VERSION_STR,
           "box_self_intersection_d, closed, sweeps below 1000 boxes (find)",
           false,
           {make<PairPeer<2>, Hybrid<2>>, nullptr},
           {make<PairPeer<3>, Hybrid<3>>, nullptr}}};
}

}  // namespace peers
