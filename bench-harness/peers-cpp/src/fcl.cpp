// FCL: its dynamic tree of boxes in one array, collided with itself.

#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>

#include <deque>
#include <limits>
#include <optional>

#include "gather.h"

namespace peers {

namespace {

// An object with the very box that was read. FCL would make it of a shape and where that is, and round.
class Object : public fcl::CollisionObject<float> {
 public:
  Object(const std::shared_ptr<fcl::CollisionGeometry<float>>& shape, std::uint32_t index)
      : fcl::CollisionObject<float>(shape), index(index) {}

  void set(const Corners<3>& corners) {
    aabb.min_ = {corners.min[0], corners.min[1], corners.min[2]};
    aabb.max_ = {corners.max[0], corners.max[1], corners.max[2]};
  }

  const std::uint32_t index;
};

// How FCL makes its tree: the numbers are its own.
enum Level { TOP_DOWN = 0, MORTON = 1 };

template <Level LEVEL>
class Tree : public DriftPeer<3> {
  using Manager = fcl::DynamicAABBTreeCollisionManager_Array<float>;

 public:
  void forget() override { manager_.reset(); }

  void load(const Boxes<3>& boxes) override {
    // It adds minimum and maximum, and crashes where that overflows.
    check_range<3>(boxes, std::numeric_limits<float>::max() / 4);
    if (objects_.size() != boxes.size()) {
      objects_.clear();
      handles_.clear();
      for (std::uint32_t index = 0; index < boxes.size(); ++index) {
        handles_.push_back(&objects_.emplace_back(shape_, index));
      }
    }
    for (std::size_t index = 0; index < boxes.size(); ++index) {
      objects_[index].set(boxes[index]);
    }
  }

  void build() override {
    manager_.emplace();
    manager_->tree_init_level = LEVEL;
    manager_->registerObjects(handles_);
    manager_->setup();
  }

  void follow(const Boxes<3>& boxes, const std::vector<std::uint32_t>& moved) override {
    load(boxes);
    moved_.clear();
    for (const std::uint32_t index : moved) {
      moved_.push_back(handles_[index]);
    }
  }

  void update() override {
    // Of all at once it refits; of some it takes each out and puts it in again.
    if (moved_.size() == handles_.size()) {
      manager_->update();
    } else {
      manager_->update(moved_);
    }
  }

  void find() override {
    pairs_.clear();
    // One box alone is a leaf, and none is nothing that could be asked.
    if (objects_.size() > 1) {
      manager_->collide(&pairs_, add);
    }
  }

  const std::vector<Pair>& pairs() const override { return pairs_; }

 private:
  // Says whether to stop.
  static bool add(fcl::CollisionObject<float>* a, fcl::CollisionObject<float>* b, void* pairs) {
    const auto index = [](const auto* object) { return static_cast<const Object*>(object)->index; };
    static_cast<std::vector<Pair>*>(pairs)->push_back({index(a), index(b)});
    return false;
  }

  const std::shared_ptr<fcl::CollisionGeometry<float>> shape_ = std::make_shared<fcl::Box<float>>(1.0f, 1.0f, 1.0f);
  std::deque<Object> objects_;
  std::vector<fcl::CollisionObject<float>*> handles_, moved_;
  std::optional<Manager> manager_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<Peer> fcl() {
  const std::string library = "FCL " FCL_VERSION;
  const std::string manager = "DynamicAABBTreeCollisionManager_Array, ";
  const std::string use = ": registerObjects and collide with itself; drift: update of what moved";
  return {
      {"fcl", library, manager + "split at medians" + use, false, {},
       {make<PairPeer<3>, Tree<TOP_DOWN>>, make<DriftPeer<3>, Tree<TOP_DOWN>>}},
      {"fcl-morton", library, manager + "by Morton codes" + use, false, {},
       {make<PairPeer<3>, Tree<MORTON>>, make<DriftPeer<3>, Tree<MORTON>>}},
  };
}

}  // namespace peers
