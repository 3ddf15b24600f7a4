// The neighbors of points on the ranks of MPI by ArborX: a distributed tree, built and asked.
//
// The points are those of bench-harness/examples/mpi_neighbors.rs, and so is what is found.

#include <ArborX.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Space = Kokkos::DefaultHostExecutionSpace;
using Memory = Space::memory_space;
using Point = ArborX::Point<3, float>;

static const float radius = 1.2f;

// A particle on a lattice that is shaken.
static Point particle(std::uint64_t id, std::uint64_t side) {
    std::uint64_t bits = id * 0x9e3779b97f4a7c15u;
    const std::uint64_t cells[3] = {id % side, id / side % side, id / (side * side)};
    Point point;
    for (int axis = 0; axis < 3; ++axis) {
        bits = (bits ^ (bits >> 29)) * 0xbf58476d1ce4e5b9u;
        point[axis] = float(cells[axis]) + 0.5f * float(bits >> 40) / float(1 << 24);
    }
    return point;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    Kokkos::initialize(argc, argv);
    {
        const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
        const int steps = argc > 2 ? std::atoi(argv[2]) : 11;
        int rank, ranks;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        std::uint64_t side = 1;
        while (side * side * side < count) ++side;
        // Layers of the lattice: ids are in the order of z.
        const std::uint64_t begin = side * side * side * rank / ranks;
        const std::uint64_t end = side * side * side * (rank + 1) / ranks;
        Kokkos::View<Point *, Memory> points("points", end - begin);
        for (std::uint64_t id = begin; id < end; ++id) points(id - begin) = particle(id, side);

        Space space;
        std::vector<double> built, whole;
        unsigned long long found = 0;
        for (int step = 0; step < steps; ++step) {
            MPI_Barrier(MPI_COMM_WORLD);
            const double start = MPI_Wtime();
            ArborX::DistributedTree tree(
                MPI_COMM_WORLD, space, ArborX::Experimental::attach_indices<unsigned>(points));
            MPI_Barrier(MPI_COMM_WORLD);
            built.push_back(1e3 * (MPI_Wtime() - start));
            Kokkos::View<ArborX::PairValueIndex<Point, unsigned> *, Memory> values("values", 0);
            Kokkos::View<int *, Memory> offsets("offsets", 0);
            tree.query(space, ArborX::Experimental::make_intersects(points, radius), values, offsets);
            MPI_Barrier(MPI_COMM_WORLD);
            whole.push_back(1e3 * (MPI_Wtime() - start));
            // Each point has itself among its neighbors.
            found = values.size() - points.size();
        }
        MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
        std::sort(built.begin(), built.end());
        std::sort(whole.begin(), whole.end());
        if (rank == 0)
            std::printf("%d ranks: built %.1f ms, all %.1f ms, %llu neighbors\n", ranks,
                        built[steps / 2], whole[steps / 2], found);
    }
    Kokkos::finalize();
    MPI_Finalize();
}
