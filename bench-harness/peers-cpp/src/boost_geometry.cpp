// Boost.Geometry: its R-tree, packed by bulk loading, asked box by box.

// Boost includes headers that it calls deprecated.
#define BOOST_ALLOW_DEPRECATED_HEADERS

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/version.hpp>
#include <optional>

#include "gather.h"

namespace peers {

namespace {

namespace bg = boost::geometry;

template <int D>
class Packed : public PairPeer<D> {
  using Point = bg::model::point<float, D, bg::cs::cartesian>;
  using Value = std::pair<bg::model::box<Point>, std::uint32_t>;
  // Boxes in a node, fewer or more of which take longer; how a node is split does not matter to a packed tree.
  using Tree = bg::index::rtree<Value, bg::index::rstar<16>>;

 public:
  explicit Packed(unsigned threads) : gather_(threads) {}

  void forget() override { tree_.reset(); }

  void load(const Boxes<D>& boxes) override {
    values_.clear();
    for (const Corners<D>& corners : boxes) {
      const auto index = static_cast<std::uint32_t>(values_.size());
      values_.push_back({{point(corners.min), point(corners.max)}, index});
    }
  }

  void build() override { tree_.emplace(values_); }

  // In the order of leaves, so that a query finds in the cache what the one before needed.
  void find() override {
    leaves_.assign(tree_->begin(), tree_->end());
    gather_.ask(leaves_.size(), [this](std::size_t leaf, std::vector<Pair>& list) {
      const auto& [box, a] = leaves_[leaf];
      const auto add = [&list, a = a](const Value& other) {
        if (a < other.second) {
          list.push_back({a, other.second});
        }
      };
      tree_->query(bg::index::intersects(box), boost::make_function_output_iterator(add));
    });
  }

  const std::vector<Pair>& pairs() const override { return gather_.pairs(); }

 private:
  static Point point(const float (&at)[D]) {
    if constexpr (D == 2) {
      return {at[0], at[1]};
    } else {
      return {at[0], at[1], at[2]};
    }
  }

  std::vector<Value> values_, leaves_;
  std::optional<Tree> tree_;
  Gather gather_;
};

std::string version() {
  return std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000) + "." +
         std::to_string(BOOST_VERSION % 100);
}

}  // namespace

std::vector<Peer> boost_geometry() {
  return {{"boost-rtree",
           "Boost.Geometry " + version(),
           "index::rtree packed by bulk loading (serial), and a query of every box in the order of leaves",
           true,
           {make_threaded<PairPeer<2>, Packed<2>>, nullptr},
           {make_threaded<PairPeer<3>, Packed<3>>, nullptr}}};
}

}  // namespace peers
