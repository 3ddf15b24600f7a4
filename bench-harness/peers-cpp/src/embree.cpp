// Embree by Intel: its bounding volume hierarchy of user geometry, collided with itself.

#include <embree3/rtcore.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "gather.h"

namespace peers {

namespace {

void fail(RTCDevice device, const char* what) {
  const RTCError error = rtcGetDeviceError(device);
  if (error != RTC_ERROR_NONE) {
    throw std::runtime_error(std::string(what) + ": error " + std::to_string(error));
  }
}

// The library has its threads take denormal numbers for zero. While this lives, they are what they are.
class Denormals {
 public:
#ifdef __SSE__
  Denormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ & ~0x8040u); }
  ~Denormals() { _mm_setcsr(before_); }
#else
  Denormals() {}
#endif
  Denormals(const Denormals&) = delete;
  Denormals& operator=(const Denormals&) = delete;

 private:
  [[maybe_unused]] unsigned before_ = 0;
};

class Scene : public PairPeer<3> {
 public:
  Scene(unsigned threads, RTCBuildQuality quality) : gather_(threads) {
    const std::string config = "threads=" + std::to_string(threads) + ",user_threads=0";
    device_ = rtcNewDevice(config.c_str());
    if (!device_) {
      throw std::runtime_error("no device: error " + std::to_string(rtcGetDeviceError(nullptr)));
    }
    scene_ = rtcNewScene(device_);
    rtcSetSceneBuildQuality(scene_, quality);
    geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry_, quality);
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, bounds, nullptr);
    rtcAttachGeometry(scene_, geometry_);
    fail(device_, "a new scene");
  }

  ~Scene() override {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  void load(const Boxes<3>& boxes) override {
    // What the library takes for a valid bound; it leaves other boxes out without a word.
    check_range<3>(boxes, 1.8e18f);
    boxes_ = &boxes;
  }

  // The scene is kept, and with it its memory: a commit builds what was committed before it anew.
  void build() override {
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(boxes_->size()));
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
    fail(device_, "rtcCommitScene");
  }

  void find() override {
    gather_.run([this] {
      if (boxes_->size() > 1) {
        rtcCollide(scene_, scene_, collide, this);
      }
    });
    fail(device_, "rtcCollide");
  }

  const std::vector<Pair>& pairs() const override { return gather_.pairs(); }

 private:
  static void bounds(const RTCBoundsFunctionArguments* arguments) {
    const Corners<3>& corners = (*static_cast<const Scene*>(arguments->geometryUserPtr)->boxes_)[arguments->primID];
    RTCBounds& out = *arguments->bounds_o;
    out.lower_x = corners.min[0], out.lower_y = corners.min[1], out.lower_z = corners.min[2];
    out.upper_x = corners.max[0], out.upper_y = corners.max[1], out.upper_z = corners.max[2];
  }

  // Gets what lies in two leaves that touch, each pair both ways; whether boxes do is for the user to say.
  static void collide(void* scene, RTCCollision* collisions, unsigned count) {
    const Denormals exact;
    Scene& self = *static_cast<Scene*>(scene);
    const Corners<3>* boxes = self.boxes_->data();
    std::vector<Pair>& list = self.gather_.local();
    for (unsigned index = 0; index < count; ++index) {
      const unsigned a = collisions[index].primID0, b = collisions[index].primID1;
      if (a < b && boxes[a].touches(boxes[b])) {
        list.push_back({a, b});
      }
    }
  }

  const Boxes<3>* boxes_ = nullptr;
  Gather gather_;
  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_;
};

struct Morton : Scene {
  explicit Morton(unsigned threads) : Scene(threads, RTC_BUILD_QUALITY_LOW) {}
};

struct Binned : Scene {
  explicit Binned(unsigned threads) : Scene(threads, RTC_BUILD_QUALITY_MEDIUM) {}
};

}  // namespace

std::vector<Peer> embree() {
  const std::string library = "Embree " RTC_VERSION_STRING;
  return {
      {"embree", library, "user geometry, low quality (Morton), and rtcCollide with itself", true, {},
       {make_threaded<PairPeer<3>, Morton>, nullptr}},
      {"embree-sah", library, "user geometry, medium quality (binned SAH), and rtcCollide with itself", true, {},
       {make_threaded<PairPeer<3>, Binned>, nullptr}},
  };
}

}  // namespace peers
