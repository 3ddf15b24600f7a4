// FCL on the same two meshes: how long it takes to build trees of oriented boxes, and to list all
// pairs of triangles that touch. Reads the raw pairs of files that `jostle-bench mesh --write` makes.
//
//   fcl_mesh A B X Y Z QX QY QZ QW ROUNDS
//
// B is turned by the quaternion, then moved. Builds so many times, asks five times as often, and prints
// the number of pairs and the least times.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fcl/fcl.h>

using Scalar = float;
using Model = fcl::BVHModel<fcl::OBBRSS<Scalar>>;
using Clock = std::chrono::steady_clock;

struct Mesh {
  std::vector<fcl::Vector3<Scalar>> points;
  std::vector<fcl::Triangle> triangles;
};

template <typename T>
std::vector<T> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto bytes = file ? static_cast<std::size_t>(file.tellg()) : 0;
  if (bytes == 0 || bytes % (3 * sizeof(T)) != 0) {
    std::cerr << path << ": absent, empty, or no whole number of rows\n";
    std::exit(2);
  }
  std::vector<T> values(bytes / sizeof(T));
  file.seekg(0).read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(bytes));
  return values;
}

Mesh load(const std::string& stem) {
  const auto places = read<float>(stem + ".pos.f32");
  const auto corners = read<std::uint32_t>(stem + ".tri.u32");
  Mesh mesh;
  for (std::size_t i = 0; i < places.size(); i += 3)
    mesh.points.emplace_back(places[i], places[i + 1], places[i + 2]);
  for (std::size_t i = 0; i < corners.size(); i += 3)
    mesh.triangles.emplace_back(corners[i], corners[i + 1], corners[i + 2]);
  return mesh;
}

std::shared_ptr<Model> build(const Mesh& mesh) {
  auto model = std::make_shared<Model>();
  model->beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.points.size()));
  model->addSubModel(mesh.points, mesh.triangles);
  model->endModel();
  return model;
}

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

int main(int count, char** arguments) {
  if (count != 11) {
    std::cerr << "usage: fcl_mesh A B X Y Z QX QY QZ QW ROUNDS\n";
    return 2;
  }
  const Mesh first = load(arguments[1]);
  const Mesh second = load(arguments[2]);
  Scalar numbers[7];
  std::transform(arguments + 3, arguments + 10, numbers, [](char* text) { return std::stof(text); });
  const int rounds = std::stoi(arguments[10]);

  double build_ms = std::numeric_limits<double>::infinity(), query_ms = build_ms;
  std::shared_ptr<Model> one, other;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    one = build(first);
    other = build(second);
    build_ms = std::min(build_ms, since(start));
  }
  fcl::Transform3<Scalar> pose = fcl::Transform3<Scalar>::Identity();
  const fcl::Quaternion<Scalar> turn(numbers[6], numbers[3], numbers[4], numbers[5]);
  pose.linear() = turn.normalized().toRotationMatrix();
  pose.translation() = fcl::Vector3<Scalar>(numbers[0], numbers[1], numbers[2]);
  const fcl::CollisionObject<Scalar> a(one), b(other, pose);
  const fcl::CollisionRequest<Scalar> request(std::numeric_limits<std::size_t>::max(), false);
  std::size_t pairs = 0;
  for (int round = 0; round < 5 * rounds; ++round) {
    fcl::CollisionResult<Scalar> result;
    const auto start = Clock::now();
    fcl::collide(&a, &b, request, result);
    query_ms = std::min(query_ms, since(start));
    pairs = result.numContacts();
  }
  std::cout << "pairs " << pairs << ", build of both " << build_ms << " ms, query " << query_ms
            << " ms\n";
}
