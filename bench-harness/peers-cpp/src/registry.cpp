// Every way to use a library that is compiled in. CMake defines PEERS_X for each library it found.

#include <iterator>

#include "peer.h"

namespace peers {

namespace {

[[maybe_unused]] void add(std::vector<Peer>& list, std::vector<Peer> more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<Peer> collect() {
  std::vector<Peer> list;
#ifdef PEERS_EMBREE
  add(list, embree());
#endif
#ifdef PEERS_BOOST_GEOMETRY
  add(list, boost_geometry());
#endif
#ifdef PEERS_CGAL
  add(list, cgal());
#endif
#ifdef PEERS_FCL
  add(list, fcl());
#endif
#ifdef PEERS_BULLET
  add(list, bullet());
#endif
  return list;
}

}  // namespace

const std::vector<Peer>& all() {
  static const std::vector<Peer> list = collect();
  return list;
}

}  // namespace peers
