// Bullet: its dynamic tree of boxes, collided with itself.

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <optional>

#include "gather.h"

namespace peers {

namespace {

btDbvtVolume volume(const Corners<3>& corners) {
  const btVector3 min(corners.min[0], corners.min[1], corners.min[2]);
  const btVector3 max(corners.max[0], corners.max[1], corners.max[2]);
  return btDbvtVolume::FromMM(min, max);
}

// What the tree calls for two leaves that touch.
struct Add : btDbvt::ICollide {
  explicit Add(std::vector<Pair>& pairs) : pairs(pairs) {}

  void Process(const btDbvtNode* a, const btDbvtNode* b) {
    pairs.push_back({static_cast<std::uint32_t>(a->dataAsInt), static_cast<std::uint32_t>(b->dataAsInt)});
  }

  std::vector<Pair>& pairs;
};

class Tree : public DriftPeer<3> {
 public:
  void load(const Boxes<3>& boxes) override {
    volumes_.clear();
    for (const Corners<3>& corners : boxes) {
      volumes_.push_back(volume(corners));
    }
  }

  void follow(const Boxes<3>& boxes, const std::vector<std::uint32_t>& moved) override {
    moved_ = moved;
    for (const std::uint32_t index : moved_) {
      volumes_[index] = volume(boxes[index]);
    }
  }

  void find() override {
    pairs_.clear();
    Add add(pairs_);
    tree_->collideTTpersistentStack(tree_->m_root, tree_->m_root, add);
  }

  const std::vector<Pair>& pairs() const override { return pairs_; }

 protected:
  void insert_all() {
    tree_.emplace();
    leaves_.clear();
    for (std::size_t index = 0; index < volumes_.size(); ++index) {
      leaves_.push_back(tree_->insert(volumes_[index], reinterpret_cast<void*>(index)));
    }
  }

  std::vector<btDbvtVolume> volumes_;
  std::vector<std::uint32_t> moved_;
  std::optional<btDbvt> tree_;
  std::vector<btDbvtNode*> leaves_;
  std::vector<Pair> pairs_;
};

// One box after the other, as a world does.
struct Inserted : Tree {
  void forget() override { tree_.reset(); }

  void build() override { insert_all(); }

  void update() override {
    for (const std::uint32_t index : moved_) {
      tree_->update(leaves_[index], volumes_[index]);
    }
  }
};

// Leaves are kept, and all above them is built anew.
struct Rebuilt : Tree {
  void load(const Boxes<3>& boxes) override {
    Tree::load(boxes);
    if (leaves_.size() != boxes.size()) {
      insert_all();
    }
  }

  void build() override { update(); }

  void update() override {
    check();
    for (std::size_t index = 0; index < volumes_.size(); ++index) {
      leaves_[index]->volume = volumes_[index];
    }
    // From the top down to two leaves: with the default, 128, leaves are paired in quadratic time, which
    // takes several times as long for a tree that is a little better.
    tree_->optimizeTopDown(2);
  }

 private:
  // The library pairs leaves by the size of the box around both, and crashes where none is below what it
  // holds to be infinite.
  void check() const {
    if (volumes_.empty()) {
      return;
    }
    btDbvtVolume all = volumes_[0];
    for (const btDbvtVolume& one : volumes_) {
      Merge(all, one, all);
    }
    const btVector3 sides = all.Maxs() - all.Mins();
    if (!(sides.x() * sides.y() * sides.z() + sides.x() + sides.y() + sides.z() < SIMD_INFINITY)) {
      throw std::runtime_error("optimizeTopDown is not for boxes that fill a volume of 1e18");
    }
  }
};

}  // namespace

std::vector<Peer> bullet() {
  const int version = BT_BULLET_VERSION;
  const std::string library = "Bullet " + std::to_string(version / 100) + "." + std::to_string(version % 100);
  return {
      {"bullet", library, "btDbvt: every box inserted, collideTT with itself; drift: the leaves that moved updated", false, {},
       {make<PairPeer<3>, Inserted>, make<DriftPeer<3>, Inserted>}},
      {"bullet-rebuild", library, "btDbvt: leaves kept, optimizeTopDown(2), collideTT with itself", false, {},
       {make<PairPeer<3>, Rebuilt>, make<DriftPeer<3>, Rebuilt>}},
  };
}

}  // namespace peers
