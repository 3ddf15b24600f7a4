// The C interface of the jostle collision detection engine for C++17: objects that destroy
// themselves, views of what calls find, and errors as exceptions.
//
// What calls take and what they mean is said in jostle.h. With JOSTLE_EXCEPTIONS defined as 0, as
// it is by itself where exceptions are turned off, calls return a jostle::expected, which is true
// where there is a value.
#ifndef JOSTLE_HPP
#define JOSTLE_HPP

#include "jostle.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#ifndef JOSTLE_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define JOSTLE_EXCEPTIONS 1
#else
#define JOSTLE_EXCEPTIONS 0
#endif
#endif

#if JOSTLE_EXCEPTIONS
#include <stdexcept>
#endif

namespace jostle {

// What a call found, or why it failed; then `jst_last_error()` has the text.
template <class T>
class expected {
public:
    expected(jst_status status, T value) : status_(status), value_(std::move(value)) {}

    explicit operator bool() const { return status_ == JST_OK; }
    jst_status status() const { return status_; }
    T& operator*() { return value_; }
    const T& operator*() const { return value_; }
    T* operator->() { return &value_; }

private:
    jst_status status_;
    T value_;
};

template <>
class expected<void> {
public:
    explicit expected(jst_status status) : status_(status) {}

    explicit operator bool() const { return status_ == JST_OK; }
    jst_status status() const { return status_; }

private:
    jst_status status_;
};

#if JOSTLE_EXCEPTIONS

// A call that failed.
class error : public std::runtime_error {
public:
    explicit error(jst_status status) : std::runtime_error(jst_last_error()), status_(status) {}

    jst_status status() const { return status_; }

private:
    jst_status status_;
};

template <class T>
using result = T;

#else

template <class T>
using result = expected<T>;

#endif

namespace detail {

// A value, if the call that found it did not fail.
template <class T>
result<T> found(jst_status status, T value) {
#if JOSTLE_EXCEPTIONS
    if (status != JST_OK) {
        throw error(status);
    }
    return value;
#else
    return result<T>(status, std::move(value));
#endif
}

inline result<void> done(jst_status status) {
#if JOSTLE_EXCEPTIONS
    if (status != JST_OK) {
        throw error(status);
    }
#else
    return result<void>(status);
#endif
}

// A struct that begins with its size.
template <class T>
T sized() {
    T made{};
    made.size = static_cast<std::uint32_t>(sizeof made);
    return made;
}

// An object of the library's, which is destroyed with this.
template <class H, jst_status (*Destroy)(H)>
class object {
public:
    object() = default;
    explicit object(H handle) : handle_(handle) {}
    object(object&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    object& operator=(object&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~object() {
        if (handle_ != nullptr) {
            Destroy(handle_);
        }
    }

    // For calls of jostle.h; null for one that was moved from.
    H get() const { return handle_; }
    explicit operator bool() const { return handle_ != nullptr; }

private:
    H handle_ = nullptr;
};

// Makes an object of what says what it is to be like.
template <class T, class D, class H>
result<T> made(jst_status (*create)(const D*, H*), const D& def) {
    H handle = nullptr;
    jst_status status = create(&def, &handle);
    return found(status, T(handle));
}

}  // namespace detail

// Some things one behind the other that belong to somebody else: what a call found, as long as that
// is good. It has what a std::span is made of.
template <class T>
class view {
public:
    view() = default;
    view(const T* data, std::size_t size) : data_(data), size_(size) {}

    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    const T& operator[](std::size_t at) const { return data_[at]; }

private:
    const T* data_ = nullptr;
    std::size_t size_ = 0;
};

// A list for each of some questions.
template <class T>
class lists {
public:
    lists() = default;
    lists(const std::size_t* offsets, const T* items, std::size_t size)
        : offsets_(offsets), items_(items), size_(size) {}

    std::size_t size() const { return size_; }
    view<T> operator[](std::size_t at) const {
        return {items_ + offsets_[at], offsets_[at + 1] - offsets_[at]};
    }
    view<T> all() const { return size_ == 0 ? view<T>() : view<T>(items_, offsets_[size_]); }

private:
    const std::size_t* offsets_ = nullptr;
    const T* items_ = nullptr;
    std::size_t size_ = 0;
};

// What numbers of a type are.
template <class T>
constexpr jst_format format_of() {
    using number = std::remove_cv_t<T>;
    static_assert(std::is_same_v<number, float> || std::is_same_v<number, double>,
                  "numbers are float or double");
    return std::is_same_v<number, float> ? JST_F32 : JST_F64;
}

// One number of each of many, `stride` bytes from one to the next; 0 where they are tight.
template <class T>
jst_numbers numbers(const T* data, std::size_t stride = 0) {
    return {data, stride, format_of<T>()};
}

// Vectors as columns, one for each axis.
template <class T>
jst_vectors columns(const T* x, const T* y, const T* z = nullptr, const T* w = nullptr) {
    return {{x, y, z, w}, 0, format_of<T>()};
}

// Vectors in records, `stride` bytes from one to the next. A vector is whatever has its numbers one
// behind the other and gives the first by `[0]`: an array, a glm::vec3, an Eigen::Vector3d.
template <class V>
jst_vectors records(const V* first, std::size_t stride = sizeof(V)) {
    using number = std::remove_cv_t<std::remove_reference_t<decltype((*first)[0])>>;
    const number* x = first == nullptr ? nullptr : &(*first)[0];
    constexpr std::size_t count = sizeof(V) / sizeof(number);
    static_assert(count >= 2, "vectors have two numbers at least");
    auto at = [x](std::size_t axis) { return axis < count && x != nullptr ? x + axis : nullptr; };
    return {{x, at(1), at(2), at(3)}, stride, format_of<number>()};
}

// Threads that work together; see jst_pool.
class pool : public detail::object<jst_pool, jst_pool_destroy> {
public:
    using object::object;

    static result<pool> make(std::uint32_t threads = 0) {
        auto def = detail::sized<jst_pool_def>();
        def.threads = threads;
        return detail::made<pool>(jst_pool_create, def);
    }
};

// Bounds by two corners, in the order of minima and maxima.
inline jst_bounds boxes(std::size_t count, const jst_vectors& min, const jst_vectors& max) {
    auto bounds = detail::sized<jst_bounds>();
    bounds.count = count;
    bounds.min = min;
    bounds.max = max;
    return bounds;
}

// The bounds of balls.
inline jst_bounds balls(std::size_t count, const jst_vectors& center, const jst_numbers& radius) {
    auto bounds = detail::sized<jst_bounds>();
    bounds.count = count;
    bounds.center = center;
    bounds.radius = radius;
    return bounds;
}

// Finds the pairs of bounds that touch; see jst_broad_phase.
class broad_phase : public detail::object<jst_broad_phase, jst_broad_phase_destroy> {
public:
    using object::object;

    static result<broad_phase> make(std::uint32_t dimensions,
                                    jst_broad_phase_kind kind = JST_BROAD_PHASE_AUTO,
                                    const pool& threads = {}) {
        auto def = detail::sized<jst_broad_phase_def>();
        def.dimensions = dimensions;
        def.kind = kind;
        def.pool = threads.get();
        return detail::made<broad_phase>(jst_broad_phase_create, def);
    }

    result<view<jst_pair>> pairs(const jst_bounds& bounds, const jst_filter* filter = nullptr) {
        const jst_pair* pairs = nullptr;
        std::uint64_t count = 0;
        jst_status status = jst_broad_phase_pairs(get(), &bounds, filter, &pairs, &count);
        return detail::found(status, view<jst_pair>(pairs, count));
    }

    // Hands the pairs to `callback`, a view at a time, until it returns false.
    template <class F>
    result<void> stream(const jst_bounds& bounds, F&& callback,
                        const jst_filter* filter = nullptr) {
        using function = std::remove_reference_t<F>;
        auto call = [](void* user, const jst_pair* pairs, std::size_t count) -> std::int32_t {
            return (*static_cast<function*>(user))(view<jst_pair>(pairs, count)) ? 0 : 1;
        };
        void* user = const_cast<void*>(static_cast<const void*>(&callback));
        return detail::done(jst_broad_phase_stream(get(), &bounds, filter, call, user));
    }
};

// Two shapes that touch, and where, in either number of dimensions.
template <int D>
struct contact_types;

template <>
struct contact_types<2> {
    using contact = jst_contact_2;
    using point = jst_point_2;
};

template <>
struct contact_types<3> {
    using contact = jst_contact_3;
    using point = jst_point_3;
};

// The contacts of a step, and the points of all of them.
template <int D>
struct contacts {
    view<typename contact_types<D>::contact> all;
    view<typename contact_types<D>::point> points;

    view<typename contact_types<D>::point> points_of(std::size_t at) const {
        return {points.data() + all[at].first_point, all[at].points};
    }
};

namespace detail {

// The contacts of an object, by one of the two functions of jostle.h.
template <int D, class H, class F2, class F3>
result<contacts<D>> contacts_of(H object, F2 in_2, F3 in_3) {
    const typename contact_types<D>::contact* all = nullptr;
    const typename contact_types<D>::point* points = nullptr;
    std::size_t counts[2] = {0, 0};
    jst_status status;
    if constexpr (D == 2) {
        status = in_2(object, &all, &counts[0], &points, &counts[1]);
    } else {
        status = in_3(object, &all, &counts[0], &points, &counts[1]);
    }
    return found(status, contacts<D>{{all, counts[0]}, {points, counts[1]}});
}

}  // namespace detail

// Finds the contacts of shapes in the caller's arrays; see jst_pipeline.
template <int D>
class pipeline : public detail::object<jst_pipeline, jst_pipeline_destroy> {
public:
    using object::object;

    static jst_pipeline_def def(const pool& threads = {}) {
        auto def = detail::sized<jst_pipeline_def>();
        def.dimensions = D;
        def.pool = threads.get();
        return def;
    }

    static result<pipeline> make(const jst_pipeline_def& def = pipeline::def()) {
        return detail::made<pipeline>(jst_pipeline_create, def);
    }

    result<void> step(const jst_shapes& shapes, const jst_filter* filter = nullptr) {
        auto step = detail::sized<jst_step>();
        step.shapes = &shapes;
        step.filter = filter;
        return detail::done(jst_pipeline_step(get(), &step));
    }

    result<view<jst_pair>> touching() {
        const jst_pair* pairs = nullptr;
        std::uint64_t count = 0;
        jst_status status = jst_pipeline_touching(get(), &pairs, &count);
        return detail::found(status, view<jst_pair>(pairs, count));
    }

    result<jostle::contacts<D>> contacts() {
        return detail::contacts_of<D>(get(), jst_pipeline_contacts_2, jst_pipeline_contacts_3);
    }
};

// A shape of a kind, of which nothing else is said yet.
inline jst_shape shape(jst_shape_kind kind) {
    auto made = detail::sized<jst_shape>();
    made.kind = kind;
    return made;
}

template <class V>
jst_shape ball(const V& center, float radius) {
    jst_shape made = shape(JST_SHAPE_BALL);
    constexpr std::size_t count = sizeof(V) / sizeof(center[0]);
    for (std::size_t axis = 0; axis < count && axis < 3; axis++) {
        made.center[axis] = static_cast<float>(center[axis]);
    }
    made.radius = radius;
    return made;
}

// What most shapes are beside their geometry.
inline jst_attributes attributes() {
    auto made = detail::sized<jst_attributes>();
    jst_attributes_default(&made);
    return made;
}

// What became of pairs.
struct events {
    view<jst_handle_pair> begun;
    view<jst_handle_pair> ended;
};

// Shapes that live from step to step; see jst_world.
template <int D>
class world : public detail::object<jst_world, jst_world_destroy> {
public:
    using object::object;

    static result<world> make(const jst_pipeline_def& def = pipeline<D>::def()) {
        return detail::made<world>(jst_world_create, def);
    }

    // The world of bytes that `save` gave.
    static result<world> load(view<std::uint8_t> bytes,
                              const jst_pipeline_def& def = pipeline<D>::def()) {
        jst_world made = nullptr;
        jst_status status = jst_world_load(&def, bytes.data(), bytes.size(), &made);
        return detail::found(status, world(made));
    }

    result<jst_handle> insert(const jst_shape& shape, const jst_attributes* attributes = nullptr) {
        jst_handle handle = JST_NO_HANDLE;
        jst_status status = jst_world_insert(get(), &shape, 1, attributes, &handle);
        return detail::found(status, handle);
    }

    result<void> remove(jst_handle handle) {
        return detail::done(jst_world_remove(get(), &handle, 1));
    }

    result<jst_shape> at(jst_handle handle) {
        jst_shape found = shape(JST_SHAPE_BALL);
        jst_status status = jst_world_get(get(), handle, &found);
        return detail::found(status, found);
    }

    result<void> set(jst_handle handle, const jst_shape& shape) {
        return detail::done(jst_world_set(get(), &handle, &shape, 1));
    }

    result<void> set_centers(view<jst_handle> handles, const jst_vectors& centers) {
        const std::size_t count = handles.size();
        return detail::done(jst_world_set_centers(get(), handles.data(), &centers, count));
    }

    result<void> step() { return detail::done(jst_world_step(get())); }

    // The handles of shapes by the indices that they had in the last step.
    result<view<jst_handle>> handles() {
        const jst_handle* handles = nullptr;
        std::size_t count = 0;
        jst_status status = jst_world_handles(get(), &handles, &count);
        return detail::found(status, view<jst_handle>(handles, count));
    }

    result<view<jst_pair>> pairs(jst_pair_list list = JST_PAIRS_TOUCHING) {
        const jst_pair* pairs = nullptr;
        std::uint64_t count = 0;
        jst_status status = jst_world_pairs(get(), list, &pairs, &count);
        return detail::found(status, view<jst_pair>(pairs, count));
    }

    result<jostle::contacts<D>> contacts() {
        return detail::contacts_of<D>(get(), jst_world_contacts_2, jst_world_contacts_3);
    }

    result<jostle::events> events(jst_pair_list list = JST_PAIRS_TOUCHING) {
        const jst_handle_pair *begun = nullptr, *ended = nullptr;
        std::size_t counts[2] = {0, 0};
        jst_status status =
            jst_world_events(get(), list, &begun, &counts[0], &ended, &counts[1]);
        return detail::found(status, jostle::events{{begun, counts[0]}, {ended, counts[1]}});
    }

    result<view<std::uint8_t>> save() {
        const std::uint8_t* bytes = nullptr;
        std::size_t count = 0;
        jst_status status = jst_world_save(get(), &bytes, &count);
        return detail::found(status, view<std::uint8_t>(bytes, count));
    }

    result<view<jst_shape_hit>> closest_hits(const jst_rays& rays,
                                             const jst_query_filter* filter = nullptr) {
        const jst_shape_hit* hits = nullptr;
        std::size_t count = 0;
        jst_status status = jst_world_closest_hits(get(), &rays, filter, &hits, &count);
        return detail::found(status, view<jst_shape_hit>(hits, count));
    }

    result<lists<jst_handle>> overlapping(view<jst_shape> shapes,
                                          const jst_query_filter* filter = nullptr) {
        const std::size_t* offsets = nullptr;
        const jst_handle* handles = nullptr;
        const std::size_t count = shapes.size();
        jst_status status =
            jst_world_overlapping(get(), shapes.data(), count, filter, &offsets, &handles);
        return detail::found(status, lists<jst_handle>(offsets, handles, count));
    }

    result<lists<jst_near_shape>> nearest(view<jst_shape> shapes, std::uint32_t k,
                                          float max_distance,
                                          const jst_query_filter* filter = nullptr) {
        const std::size_t* offsets = nullptr;
        const jst_near_shape* near = nullptr;
        const std::size_t count = shapes.size();
        jst_status status = jst_world_nearest(get(), shapes.data(), count, k, max_distance, filter,
                                              &offsets, &near);
        return detail::found(status, lists<jst_near_shape>(offsets, near, count));
    }
};

// Rays that begin at origins and have no end.
inline jst_rays rays(std::size_t count, const jst_vectors& origin, const jst_vectors& direction) {
    auto made = detail::sized<jst_rays>();
    made.count = count;
    made.origin = origin;
    made.direction = direction;
    return made;
}

// A tree over bounds; see jst_bvh.
class bvh : public detail::object<jst_bvh, jst_bvh_destroy> {
public:
    using object::object;

    static result<bvh> make(std::uint32_t dimensions, const pool& threads = {}) {
        auto def = detail::sized<jst_bvh_def>();
        def.dimensions = dimensions;
        def.pool = threads.get();
        return detail::made<bvh>(jst_bvh_create, def);
    }

    result<void> build(const jst_bounds& bounds) {
        return detail::done(jst_bvh_build(get(), &bounds));
    }

    result<void> refit(const jst_bounds& bounds) {
        return detail::done(jst_bvh_refit(get(), &bounds));
    }

    result<view<jst_hit>> closest_hits(const jst_rays& rays) {
        const jst_hit* hits = nullptr;
        std::size_t count = 0;
        jst_status status = jst_bvh_closest_hits(get(), &rays, nullptr, nullptr, &hits, &count);
        return detail::found(status, view<jst_hit>(hits, count));
    }

    result<lists<std::uint32_t>> overlapping(const jst_bounds& regions) {
        const std::size_t* offsets = nullptr;
        const std::uint32_t* indices = nullptr;
        jst_status status =
            jst_bvh_overlapping(get(), &regions, nullptr, nullptr, &offsets, &indices);
        return detail::found(status, lists<std::uint32_t>(offsets, indices, regions.count));
    }

    result<lists<jst_nearest>> nearest(std::size_t count, const jst_vectors& points,
                                       std::uint32_t k, float max_distance) {
        const std::size_t* offsets = nullptr;
        const jst_nearest* near = nullptr;
        jst_status status = jst_bvh_nearest(get(), &points, count, k, max_distance, nullptr,
                                            nullptr, &offsets, &near);
        return detail::found(status, lists<jst_nearest>(offsets, near, count));
    }
};

// Lists of the points within a radius of each point; see jst_neighbors.
class neighbors : public detail::object<jst_neighbors, jst_neighbors_destroy> {
public:
    using object::object;

    static jst_neighbors_def def(std::uint32_t dimensions, float radius,
                                 const pool& threads = {}) {
        auto def = detail::sized<jst_neighbors_def>();
        def.dimensions = dimensions;
        def.radius = radius;
        def.pool = threads.get();
        return def;
    }

    static result<neighbors> make(const jst_neighbors_def& def) {
        return detail::made<neighbors>(jst_neighbors_create, def);
    }

    // Finds the lists of points, and tells whether they were made anew.
    result<bool> update(std::size_t count, const jst_vectors& points) {
        auto given = detail::sized<jst_points>();
        given.count = count;
        given.position = points;
        std::uint32_t rebuilt = 0;
        jst_status status = jst_neighbors_update(get(), &given, nullptr, &rebuilt);
        return detail::found(status, rebuilt != 0);
    }

    result<lists<std::uint32_t>> get_lists() {
        const std::size_t* offsets = nullptr;
        const std::uint32_t* indices = nullptr;
        std::size_t points = 0;
        jst_status status = jst_neighbors_get(get(), &offsets, &indices, &points);
        return detail::found(status, lists<std::uint32_t>(offsets, indices, points));
    }
};

}  // namespace jostle

#endif
