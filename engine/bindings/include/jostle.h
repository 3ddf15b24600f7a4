/* The C interface of the jostle collision detection engine: C99 and C++11.
 *
 * A call that can fail returns a jst_status, which is JST_OK where it did what it was asked for, and
 * leaves alone what its results would go to; jst_last_error() has a text. No call aborts, unwinds,
 * or changes the floating-point environment of the caller.
 *
 * Arrays are borrowed as long as a call takes. Results are good until the next call with the object
 * that they are of. Different threads may use different objects at the same time; an object that is
 * in use says so, by JST_ERROR_BUSY.
 *
 * Made by `cargo test` of jostle-capi from its sources: change them.
 */

#ifndef JOSTLE_H
#define JOSTLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32) && defined(JOSTLE_SHARED)
#define JST_API __declspec(dllimport)
#else
#define JST_API
#endif

/* Begins a struct whose first field is its size: everything else is zero. */
#define JST_INIT(def) (memset((def), 0, sizeof *(def)), (def)->size = (uint32_t)sizeof *(def))

/* Vectors that lie in records, the first of which begins with the vector at `first`: what a variable
 * begins with. In C, (jst_vectors)JST_RECORDS_3(first, bytes, format) is what can be assigned. */
#define JST_RECORDS_2(first, bytes, format) \
    {{(first), (first) + 1, NULL, NULL}, (bytes), (format)}
#define JST_RECORDS_3(first, bytes, format) \
    {{(first), (first) + 1, (first) + 2, NULL}, (bytes), (format)}


// The version of this header: 10,000 times the major number, 100 times the minor one, and the
// patch. Minor versions add to the header as long as the major number is greater than 0.
#define JST_VERSION 100

// Sensors do not count.
#define JST_QUERY_WITHOUT_SENSORS 1

// Only what is static, or sleeps, counts.
#define JST_QUERY_ONLY_RESTING 2

// Only what moves counts.
#define JST_QUERY_ONLY_MOVING 4

// Points nowhere: the number of an object.
typedef struct jst_broad_phase_s jst_broad_phase_s;

// Points nowhere: the number of an object.
typedef struct jst_bvh_s jst_bvh_s;

// Points nowhere: the number of an object.
typedef struct jst_domains_s jst_domains_s;

// Points nowhere: the number of an object.
typedef struct jst_geometry_s jst_geometry_s;

// Points nowhere: the number of an object.
typedef struct jst_mesh_tree_s jst_mesh_tree_s;

// Points nowhere: the number of an object.
typedef struct jst_narrow_s jst_narrow_s;

// Points nowhere: the number of an object.
typedef struct jst_neighbors_s jst_neighbors_s;

// Points nowhere: the number of an object.
typedef struct jst_pipeline_s jst_pipeline_s;

// Points nowhere: the number of an object.
typedef struct jst_pool_s jst_pool_s;

// Points nowhere: the number of an object.
typedef struct jst_world_s jst_world_s;

// Whether a call did what it was asked for, `JST_OK`, or why not.
typedef int32_t jst_status;

// Which structure.
typedef int32_t jst_broad_phase_kind;

// Threads that work together: `jst_pool_create`. Where a pool is asked for and `NULL` is given,
// it is one of the library's own, with as many threads as the machine has processors, which is
// started by the first call that needs it.
typedef jst_pool_s *jst_pool;

// What a broad phase is to be like.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // 2 or 3.
  uint32_t dimensions;
  // Which structure.
  jst_broad_phase_kind kind;
  // Where it works, or null.
  jst_pool pool;
} jst_broad_phase_def;

// A structure that finds the pairs of bounds that touch.
typedef jst_broad_phase_s *jst_broad_phase;

// What numbers are.
typedef int32_t jst_format;

// A vector for each of many: where the first numbers of each axis are, and `stride` bytes from one
// vector to the next.
//
// Columns `x`, `y`, `z`: `{ { x, y, z }, 0, JST_F32 }`. Records `p` of `float[3]`:
// `{ { p, p + 1, p + 2 }, 12, JST_F32 }`, for which there is `JST_RECORDS_3`. Columns of `float`
// are read where they are, and so are such records where bounds or points are taken. Everything
// else is copied first, on all threads.
typedef struct {
  // The first number of each axis: two or three, four for a rotation.
  const void *axis[4];
  // Bytes from one vector to the next, a multiple of the size of a number; 0 for columns.
  size_t stride;
  // What the numbers are.
  jst_format format;
} jst_vectors;

// A number for each of many, `stride` bytes from one to the next. With a stride of 0 one follows
// the other.
typedef struct {
  // The first one.
  const void *data;
  // Bytes from one to the next, a multiple of the size of a number; 0 where they are tight.
  size_t stride;
  // What they are.
  jst_format format;
} jst_numbers;

// Many bounds: boxes along the axes, or balls.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // How many.
  size_t count;
  // The minima of boxes, or null for balls.
  jst_vectors min;
  // The maxima of boxes.
  jst_vectors max;
  // The centers of balls, or null for boxes.
  jst_vectors center;
  // The radii of balls, or null for points.
  jst_numbers radius;
} jst_bounds;

// Which pairs are wanted: `(category[a] & mask[b]) && (category[b] & mask[a])`, unless the groups
// are the same and not 0, then those of a positive one, and no two that are static. Each array has
// a number for each of the bounds, or is null.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // What each one is, together with `mask`.
  const uint32_t *category;
  // What each one collides with.
  const uint32_t *mask;
  // A group of each one.
  const int32_t *group;
  // 1 where it does not move.
  const uint8_t *is_static;
} jst_filter;

// Two that touch, by index: `a < b` where both are of one set.
typedef struct {
  // The first.
  uint32_t a;
  // The second.
  uint32_t b;
} jst_pair;

// A callback for pairs, some at a time: it returns 0 to go on.
typedef int32_t (*jst_pairs_callback)(void *user, const jst_pair *pairs, size_t count);

// Why something is left out.
typedef int32_t jst_invalid_reason;

// Something that is left out, as its numbers mean nothing.
typedef struct {
  // Of which set: 0, or 1 for the second.
  uint32_t set;
  // Its index there.
  uint32_t index;
  // Why.
  jst_invalid_reason reason;
} jst_invalid;

// What a tree is to be like.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // 2 or 3.
  uint32_t dimensions;
  // Where it works, or null.
  jst_pool pool;
} jst_bvh_def;

// A tree over bounds.
typedef jst_bvh_s *jst_bvh;

// Rays: each begins at an origin, and is at `origin + t * direction` at a time `t` up to `t_max`.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // How many.
  size_t count;
  // Where they begin.
  jst_vectors origin;
  // Where they go.
  jst_vectors direction;
  // Where each ends, or null where none does.
  jst_numbers t_max;
} jst_rays;

// Says whether one of the bounds counts for a question: 1 if it does. It is called on all threads
// of the pool, and does not call the tree.
typedef int32_t (*jst_accept_callback)(void *user, size_t question, uint32_t index);

// What a ray meets.
typedef struct {
  // Which one of the bounds, or `UINT32_MAX` for none.
  uint32_t index;
  // When.
  float t;
} jst_hit;

// One of the nearest to a point.
typedef struct {
  // Which one of the bounds.
  uint32_t index;
  // The square of how far it is; 0 where the point is inside.
  float distance_squared;
} jst_nearest;

// What space is to be like.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // 2 or 3.
  uint32_t dimensions;
  // Where it works, or null.
  jst_pool pool;
} jst_domains_def;

// Space cut into domains, one for each process: all of space in one at first. A domain is
// half-open: its upper borders are no part of it.
//
// Where each process has all bounds that touch its domain, its own and copies of others, it finds
// all pairs that it reports: those that `jst_domains_owners` says are of its domain. So each pair
// is reported once, and nobody has to talk about it.
typedef jst_domains_s *jst_domains;

// What is drawn.
typedef int32_t jst_draw_element;

// How something is drawn.
typedef struct {
  // What it is.
  jst_draw_element element;
  // Levels above it in a tree, or the like.
  uint32_t depth;
  // A color for that: red, green, blue, and how far it hides what is behind it.
  uint8_t color[4];
} jst_draw_style;

// Draws a line, or a box by its minimum and maximum: three numbers each, of which the last is 0 in
// 2D. Numbers may be infinite.
typedef void (*jst_draw_callback)(void *user,
                                  const float *a,
                                  const float *b,
                                  const jst_draw_style *style);

// Who draws. What is null is not drawn.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // Draws lines.
  jst_draw_callback line;
  // Draws boxes.
  jst_draw_callback aabb;
  // For both.
  void *user;
} jst_draw;

// What a shape is in its own coordinates, if many can have it: a hull, a mesh, a ground of
// heights, a line of segments, or many shapes as one. It does not change. It may be destroyed
// while there are shapes that have it: they keep it.
typedef jst_geometry_s *jst_geometry;

// What kind of shape it is.
typedef int32_t jst_shape_kind;

// A shape of any kind, which says what else it has. Everything else may be zero. Lengths are in
// the unit of the caller, which is one for all; in 2D the third number of a vector is not read.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // Its kind.
  jst_shape_kind kind;
  // Where it is.
  float center[3];
  // How it is turned: cosine and sine in 2D, the x, y, z and w of a quaternion in 3D. All zero
  // where it is not.
  float rotation[4];
  // Half of its sizes along its own axes.
  float half[3];
  // A direction.
  float axis[3];
  // How far its surface is from all that.
  float radius;
  // The radii of two ends.
  float lids[2];
  // How many vertices it has.
  uint32_t vertex_count;
  // Two or three numbers for each vertex, one vertex behind the other.
  float vertices[32];
  // What it is in its own coordinates. Null where it is read from a world; a shape of the same
  // kind that is written there with null keeps what it has.
  jst_geometry geometry;
} jst_shape;

// Hears of a call that fails: its status, and the text of `jst_last_error`. It is called on the
// thread that called, and does not call the library.
typedef void (*jst_log_callback)(void *user, jst_status status, const char *text);

// Gives memory of so many bytes, at a multiple of the alignment, or null where there is none.
typedef void *(*jst_allocate_callback)(void *user, size_t bytes, size_t alignment);

// Takes memory back.
typedef void (*jst_release_callback)(void *user, void *memory, size_t bytes, size_t alignment);

// A mesh of triangles with a tree of turned boxes over it. It does not change.
typedef jst_mesh_tree_s *jst_mesh_tree;

// Where a mesh is: it is turned about its origin, and then moved.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // The x, y, z and w of a quaternion. All zero where it is not turned.
  float rotation[4];
  // How far it is moved.
  float translation[3];
} jst_pose;

// A triangle that a ray meets.
typedef struct {
  // Which one; `UINT32_MAX` for none.
  uint32_t triangle;
  // When; infinite for none.
  float t;
} jst_mesh_hit;

// What it is to be like.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // 2 or 3.
  uint32_t dimensions;
  // Where it works, or null.
  jst_pool pool;
} jst_narrow_def;

// What tests lists of pairs.
typedef jst_narrow_s *jst_narrow;

// The shapes of a step, numbered: first all balls, then all boxes, and so on. What there is none
// of may be zero. Lengths are in the unit of the caller, which is one for all.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // How many balls.
  size_t ball_count;
  // Their centers.
  jst_vectors ball_center;
  // Their radii.
  jst_numbers ball_radius;
  // How many boxes.
  size_t box_count;
  // Their centers.
  jst_vectors box_center;
  // Half of their sizes along their own axes.
  jst_vectors box_half;
  // How they are turned: cosine and sine in 2D, the x, y, z and w of a quaternion in 3D. Null
  // where none is.
  jst_vectors box_rotation;
  // How many capsules.
  size_t capsule_count;
  // Their middles.
  jst_vectors capsule_center;
  // From the middle of each to the center of one of its ends.
  jst_vectors capsule_axis;
  // Their radii.
  jst_numbers capsule_radius;
  // How many half-spaces.
  size_t half_space_count;
  // A point on the border of each.
  jst_vectors half_space_point;
  // The direction out of each, of length 1.
  jst_vectors half_space_normal;
} jst_shapes;

// How far two shapes are apart, and which way. In 2D the last number of the normal is 0.
typedef struct {
  // From the first to the second, of length 1.
  float normal[3];
  // Greater than 0 only where they are certainly apart: at most the distance. Else minus the
  // depth.
  float distance;
  // Which axis or feature decided.
  uint32_t axis;
} jst_separation;

// How a time is meant.
typedef int32_t jst_hit_state;

// When two shapes meet. In 2D the last number of the normal is 0.
typedef struct {
  // From the first to the second, of length 1; zero where they touch at the start.
  float normal[3];
  // When; infinite where they do not.
  float time;
  // How the time is meant.
  jst_hit_state state;
} jst_impact;

// Two shapes that touch, in 2D.
typedef struct {
  // The first shape, by index.
  uint32_t a;
  // The second.
  uint32_t b;
  // From the first to the second, of length 1.
  float normal[2];
  // How far they are apart; negative where they overlap.
  float distance;
  // Which axis separates them least.
  uint32_t axis;
  // The parts that touch, of shapes that have some.
  uint32_t parts[2];
  // The first of its points.
  uint32_t first_point;
  // How many points it has.
  uint32_t points;
} jst_contact_2;

// Where two shapes touch, in 2D.
typedef struct {
  // The point of the first shape, relative to its center, along the axes of the world.
  float on_a[2];
  // The point of the second shape, likewise.
  float on_b[2];
  // How far the two are apart along the normal.
  float distance;
  // Tells the points of a pair apart, also from those of the same pair a step later.
  uint32_t feature;
} jst_point_2;

// Two shapes that touch, in 3D.
typedef struct {
  // The first shape, by index.
  uint32_t a;
  // The second.
  uint32_t b;
  // From the first to the second, of length 1.
  float normal[3];
  // How far they are apart; negative where they overlap.
  float distance;
  // Which axis separates them least.
  uint32_t axis;
  // The parts that touch, of shapes that have some.
  uint32_t parts[2];
  // The first of its points.
  uint32_t first_point;
  // How many points it has.
  uint32_t points;
} jst_contact_3;

// Where two shapes touch, in 3D.
typedef struct {
  // The point of the first shape, relative to its center, along the axes of the world.
  float on_a[3];
  // The point of the second shape, likewise.
  float on_b[3];
  // How far the two are apart along the normal.
  float distance;
  // Tells the points of a pair apart, also from those of the same pair a step later.
  uint32_t feature;
} jst_point_3;

// Where two shapes are closest. In 2D the last numbers are 0.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // How far they are apart; 0 where they touch.
  float distance;
  // The point of the first, relative to its center, along the axes of the world.
  float on_a[3];
  // The point of the second, likewise.
  float on_b[3];
} jst_closest;

// In whose list a pair is.
typedef int32_t jst_list_kind;

// What two points with radii of their own have to be within, beside the radius of the lists.
typedef int32_t jst_radius_rule;

// What lists are to be like.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // 2 or 3.
  uint32_t dimensions;
  // How near points have to be.
  float radius;
  // Lists are kept until points moved so far together; 0: they are made anew by each update.
  float skin;
  // In whose list a pair is.
  jst_list_kind kind;
  // What radii of points are for.
  jst_radius_rule rule;
  // How many of each list are kept, the nearest ones, or 0 for all.
  uint32_t nearest;
  // 1: shifts are told across periodic borders.
  uint32_t has_shifts;
  // Most neighbors of all points together, or 0 for any number.
  uint64_t most;
  // Where it works, or null.
  jst_pool pool;
  // The vectors of the cell that space is periodic in; zeros where it is not.
  double cell[3][3];
} jst_neighbors_def;

// Lists of the points within a radius of each point.
typedef jst_neighbors_s *jst_neighbors;

// Points, which may have radii of their own.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // How many.
  size_t count;
  // Where they are.
  jst_vectors position;
  // Their radii, or null.
  jst_numbers radius;
} jst_points;

// What a pipeline is to be like, or that of a world.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // 2 or 3.
  uint32_t dimensions;
  // Which broad phase.
  jst_broad_phase_kind broad_phase;
  // Shapes that are not farther apart are contacts as well; 0 for those that touch.
  float margin;
  // Where it works, or null.
  jst_pool pool;
  // Most shapes of a step, or 0 for any number.
  uint64_t most_shapes;
  // Most pairs of shapes whose bounds touch, or 0 for any number.
  uint64_t most_pairs;
  // Most bytes of memory, or 0 for any number.
  uint64_t most_bytes;
} jst_pipeline_def;

// What finds the contacts of shapes in the caller's arrays, step by step.
typedef jst_pipeline_s *jst_pipeline;

// Says whether a pair of shapes is wanted, by their indices: 1 if it is. It is called on all
// threads of the pool, says the same of a pair as long as a step takes, and does not call the
// pipeline.
typedef int32_t (*jst_wants_pair_callback)(void *user, uint32_t a, uint32_t b);

// What a step is about.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // The shapes.
  const jst_shapes *shapes;
  // Which pairs are wanted, or null.
  const jst_filter *filter;
  // 1 for each shape that only senses: what it touches is told, without contacts. Or null.
  const uint8_t *is_sensor;
  // The same shapes as they were in the step before, or null. Those that are fast are followed
  // from there, so that they pass through nothing.
  const jst_shapes *before;
  // 1 for each shape that is fast. Null where `before` is.
  const uint8_t *is_fast;
  // Which pairs are wanted of those that the filter leaves, or null.
  jst_wants_pair_callback wants;
  // For the callback.
  void *user;
} jst_step;

// What a step was like.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // Shapes that were left out, as their numbers mean nothing.
  uint32_t invalid;
  // Shapes, those left out included.
  uint64_t shapes;
  // Pairs whose bounds touch.
  uint64_t pairs;
  // Pairs that touch, without those of sensors.
  uint64_t contacts;
  // Pairs of a sensor and another shape that touch.
  uint64_t sensor_overlaps;
  // Pairs that met on their way.
  uint64_t fast_hits;
  // Bytes of memory held.
  uint64_t memory_bytes;
  // Seconds for what came, went and changed since the step before.
  double changes_seconds;
  // Seconds for packing and checking the shapes.
  double prepare_seconds;
  // Seconds for the broad phase.
  double broad_seconds;
  // Seconds for putting its pairs in order.
  double order_seconds;
  // Seconds for the narrow phase.
  double narrow_seconds;
  // Seconds for the ways of fast shapes.
  double fast_seconds;
  // Seconds for finding out what began and ended.
  double events_seconds;
} jst_stats;

// A function that is called on a thread of a pool, when it starts or ends.
typedef void (*jst_thread_callback)(void *user, uint32_t thread);

// What a pool is to be like.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // How many threads: 0 for as many as the machine has processors. One that is not external is
  // whichever thread calls: none is started, and nothing is handed over.
  uint32_t threads;
  // 1: the caller brings the threads, each by `jst_pool_work`. A call that uses the pool waits
  // until one of them does.
  uint32_t external;
  // Called by each thread that the library starts, or null.
  jst_thread_callback start;
  // Called by each thread that the library ends, or null.
  jst_thread_callback stop;
  // For the two functions.
  void *user;
} jst_pool_def;

// How a shape moves.
typedef int32_t jst_mobility;

// What a shape is beside its geometry. Fill it by `JST_INIT` and `jst_attributes_default`, and
// then change what is to be otherwise.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // The categories it belongs to, as bits. Two shapes are a pair if the category of each has a
  // bit in common with the mask of the other.
  uint32_t category;
  // The categories it touches, as bits.
  uint32_t mask;
  // Two of the same group are always a pair where it is positive, never where it is negative,
  // whatever their categories.
  int32_t group;
  // Whether it moves.
  jst_mobility mobility;
  // 1 if it only senses: what it touches is told, without contacts.
  uint8_t is_sensor;
  // 1 if it may move by more than its size in a step, so that its way is looked at, too.
  uint8_t is_fast;
  // 1 if steps leave it out.
  uint8_t is_disabled;
  // A number of the caller's, which is kept.
  uint64_t user;
} jst_attributes;

// Shapes that live from step to step, each with a handle, and what was found about them.
typedef jst_world_s *jst_world;

// A shape of a world, as long as it is there: no other shape of this world ever has its number.
typedef uint64_t jst_handle;

// Says whether a pair of shapes is wanted: 1 if it is. It is given the handles of the two and the
// numbers that the caller gave them. It is called on all threads of the pool, says the same of a
// pair as long as a step takes, and does not call the world.
typedef int32_t (*jst_wants_callback)(void *user,
                                      jst_handle a,
                                      jst_handle b,
                                      uint64_t user_of_a,
                                      uint64_t user_of_b);

// Says whether a shape counts for questions: 1 if it does. It is called on all threads of the
// pool, and does not call the world.
typedef int32_t (*jst_shape_callback)(void *user, jst_handle handle);

// Which shapes count for questions: all, less what each field leaves out.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // As if the question were a shape of these categories, where one of the two is not 0.
  uint32_t category;
  // As if it were one that touches these.
  uint32_t mask;
  // As if it were one of this group.
  int32_t group;
  // `JST_QUERY_` and so on, added up.
  uint32_t flags;
  // For each question a shape that does not count, or `JST_NO_HANDLE`; or null.
  const jst_handle *without;
  // Which shapes count, or null.
  jst_shape_callback accept;
  // For the callback.
  void *user;
} jst_query_filter;

// A shape of a world that is met. In 2D the last numbers of vectors are 0.
typedef struct {
  // Which one; `JST_NO_HANDLE` for none.
  jst_handle handle;
  // Which part of it, if it has some.
  uint32_t part;
  // Which part of its surface a ray meets; 0 for casts.
  uint32_t feature;
  // When.
  float t;
  // How the time is meant.
  jst_hit_state state;
  // Out of the shape where it is met, of length 1; zero where the two touch at the start.
  float normal[3];
  // Where it is met.
  float point[3];
} jst_shape_hit;

// Shapes that move, from `t` = 0 on.
typedef struct {
  // Its size, by `JST_INIT`.
  uint32_t size;
  // How many.
  size_t count;
  // Where they are at first, one behind the other.
  const jst_shape *shapes;
  // How far each moves while `t` grows by 1.
  jst_vectors by;
  // How far each turns meanwhile: in 2D an angle, in 3D an axis as long as the angle, in
  // radians. Null where none does.
  jst_vectors turn;
  // The last `t` of each, or null where it is 1.
  jst_numbers t_max;
} jst_casts;

// A shape of a world that is near.
typedef struct {
  // Which one.
  jst_handle handle;
  // How far it is; 0 where the two touch.
  float distance;
} jst_near_shape;

// Which pairs of shapes.
typedef int32_t jst_pair_list;

// Two shapes of a world.
typedef struct {
  // The first.
  jst_handle a;
  // The second.
  jst_handle b;
} jst_handle_pair;

// Two shapes that met on their way, of which one is fast.
typedef struct {
  // The first, by index.
  uint32_t a;
  // The second.
  uint32_t b;
  // When: 0 where they were in the step before, 1 where they are.
  float t;
  // From the first to the second, of length 1; zero where they touched at the start. In 2D the
  // last number is 0.
  float normal[3];
} jst_fast_hit;

// `float`.
#define JST_F32 0

// `double`. Each is rounded to the nearest `float`.
#define JST_F64 1

// The one among the others that suits what it is given.
#define JST_BROAD_PHASE_AUTO 0

// Sweep and prune on many axes.
#define JST_BROAD_PHASE_SAP 1

// The same, which keeps static bounds sorted.
#define JST_BROAD_PHASE_STATIC_CACHE_SAP 2

// The same of wider bounds, whose pairs are kept while nothing moves far.
#define JST_BROAD_PHASE_VERLET_SAP 3

// Endpoints that are kept sorted.
#define JST_BROAD_PHASE_INCREMENTAL_SAP 4

// A bounding volume hierarchy that is built anew each time.
#define JST_BROAD_PHASE_BVH 5

// A tree that is kept.
#define JST_BROAD_PHASE_DYNAMIC_TREE 6

// A quadtree, an octree in 3D, that is kept.
#define JST_BROAD_PHASE_QUADTREE 7

// All against all.
#define JST_BROAD_PHASE_BRUTE_FORCE 8

// The bounds of a node of a tree that has nodes below it.
#define JST_DRAW_NODE 0

// The bounds of a node that holds boxes.
#define JST_DRAW_LEAF 1

// The part of the world that a node of a quadtree stands for.
#define JST_DRAW_CELL 2

// What the boxes of a node of a loose quadtree may take up.
#define JST_DRAW_LOOSE_CELL 3

// A strip of a sweep and prune that holds boxes.
#define JST_DRAW_STRIP 4

// The plane between two strips.
#define JST_DRAW_CUT 5

// A box on the axis that is swept.
#define JST_DRAW_INTERVAL 6

// A number is none.
#define JST_INVALID_NOT_A_NUMBER 0

// A minimum is greater than its maximum.
#define JST_INVALID_INVERTED 1

// A radius is negative.
#define JST_INVALID_NEGATIVE_RADIUS 2

// A center is infinite.
#define JST_INVALID_INFINITE_CENTER 3

// Another number is infinite.
#define JST_INVALID_INFINITE 4

// A half extent is negative.
#define JST_INVALID_NEGATIVE_EXTENT 5

// The squares of a rotation do not sum up to 0.9 to 1.1.
#define JST_INVALID_NOT_A_ROTATION 6

// The squares of a normal do not sum up to 0.9 to 1.1.
#define JST_INVALID_NOT_A_NORMAL 7

// A point is too far from the periodic cell.
#define JST_INVALID_FAR_FROM_CELL 8

// The number of a geometry is none.
#define JST_INVALID_NO_GEOMETRY 9

// In the lists of both.
#define JST_LIST_FULL 0

// In that of the point with the lower index.
#define JST_LIST_HALF 1

// The sum of both.
#define JST_RADIUS_SUM 0

// The larger one.
#define JST_RADIUS_LARGER 1

// That of the point whose list it is.
#define JST_RADIUS_OWN 2

// A circle or a sphere: `center`, `radius`.
#define JST_SHAPE_BALL 0

// A box: `center`, `half`, `rotation`.
#define JST_SHAPE_BOX 1

// A capsule: `center`, `axis` from there to the center of one end, `radius`.
#define JST_SHAPE_CAPSULE 2

// A convex polygon, in 2D: `center`, `rotation`, 3 to 16 `vertices` relative to the center, and
// `radius` for round corners.
#define JST_SHAPE_POLYGON 3

// A triangle, in 3D: three `vertices`.
#define JST_SHAPE_TRIANGLE 4

// A cylinder, cone or frustum about its own y axis, or a box with round edges, in 3D: `center`,
// `rotation`, `half`, the radii of its lower and its upper end in `lids`, and `radius` for round
// edges. A cylinder has no `half` but the second, and two `lids` alike.
#define JST_SHAPE_SOLID 5

// A convex polyhedron, in 3D: `center`, `rotation`, `geometry`, and `radius` for round edges.
#define JST_SHAPE_HULL 6

// All on one side of a plane, in 2D of a line: a point of it in `center`, and in `axis` the
// direction out of the shape, of length 1.
#define JST_SHAPE_HALF_SPACE 7

// Many shapes as one: `center`, `rotation`, `geometry`.
#define JST_SHAPE_COMPOSITE 8

// It moves: it is held against all others.
#define JST_MOBILITY_MOVING 0

// It rests until it is woken: it is held against those that move. What it touched when it fell
// asleep does not end.
#define JST_MOBILITY_SLEEPING 1

// It never moves: it is held against those that move.
#define JST_MOBILITY_STATIC 2

// The call did what it was asked for.
#define JST_OK 0

// A pointer that has to point to something is null.
#define JST_ERROR_NULL 1

// A number, an enum or a setting is none that is allowed.
#define JST_ERROR_ARGUMENT 2

// Arrays that belong together have different lengths.
#define JST_ERROR_LENGTH 3

// A pointer or a stride is not a multiple of what it points to, or an array ends behind the
// addresses that there are.
#define JST_ERROR_LAYOUT 4

// What should be an object is none, is one of another type, or was destroyed.
#define JST_ERROR_OBJECT 5

// The handle is of no shape, or of one that was removed.
#define JST_ERROR_HANDLE 6

// Another thread uses the object, or this one does and calls it from a callback.
#define JST_ERROR_BUSY 7

// There is not enough memory.
#define JST_ERROR_MEMORY 8

// More than a limit allows.
#define JST_ERROR_LIMIT 9

// The caller's array is too short for what was found.
#define JST_ERROR_ROOM 10

// The struct is of a later version of the header than the library, and says something that the
// library does not know.
#define JST_ERROR_VERSION 11

// The callback asked to stop.
#define JST_ERROR_CANCELLED 12

// A fault of the library: a panic was caught. The object it happened to is as good as before.
#define JST_ERROR_PANIC 13

// The bytes are no snapshot.
#define JST_ERROR_SNAPSHOT 14

// There was no step that this could be about.
#define JST_ERROR_NO_STEP 15

// What no shape has.
#define JST_NO_HANDLE 0

// Nothing is met.
#define JST_HIT_NONE 0

// The shape is met on the way.
#define JST_HIT_ON_THE_WAY 1

// The two touch at the start.
#define JST_HIT_AT_THE_START 2

// It is not met before the time, which is as far as it was followed.
#define JST_HIT_NOT_BEFORE 3

// Those that touch: one for each contact.
#define JST_PAIRS_TOUCHING 0

// Those of which one only senses.
#define JST_PAIRS_SENSORS 1

// Those that met on their way, of which one is fast.
#define JST_PAIRS_FAST 2

// Those whose bounds touch. They neither begin nor end.
#define JST_PAIRS_BOUNDS 3

// Those that touched when they fell asleep. They neither begin nor end.
#define JST_PAIRS_ASLEEP 4

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Makes a broad phase. Keep it from frame to frame. Destroy it with `jst_broad_phase_destroy`.
//
// # Safety
// The struct is there, and so is room for the broad phase.
JST_API
jst_status jst_broad_phase_create(const jst_broad_phase_def *def,
                                  jst_broad_phase *broad_phase);

// Destroys a broad phase.
JST_API jst_status jst_broad_phase_destroy(jst_broad_phase broad_phase);

// Finds all pairs within a set whose bounds touch, in no particular order: those of a pipeline are
// in order. They are good until the next call with this broad phase. The filter may be null.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes.
JST_API
jst_status jst_broad_phase_pairs(jst_broad_phase broad_phase,
                                 const jst_bounds *bounds,
                                 const jst_filter *filter,
                                 const jst_pair **pairs,
                                 uint64_t *count);

// Finds all pairs of a bound of the first set and one of the second that touch. They are good
// until the next call with this broad phase. The filters may be null.
//
// # Safety
// As for `jst_broad_phase_pairs`.
JST_API
jst_status jst_broad_phase_pairs_between(jst_broad_phase broad_phase,
                                         const jst_bounds *first,
                                         const jst_filter *first_filter,
                                         const jst_bounds *second,
                                         const jst_filter *second_filter,
                                         const jst_pair **pairs,
                                         uint64_t *count);

// Counts the pairs within a set whose bounds touch. The filter may be null.
//
// # Safety
// As for `jst_broad_phase_pairs`.
JST_API
jst_status jst_broad_phase_count(jst_broad_phase broad_phase,
                                 const jst_bounds *bounds,
                                 const jst_filter *filter,
                                 uint64_t *count);

// Hands the pairs within a set whose bounds touch to a callback, some at a time, in bounded
// memory. It is called on a thread of the pool, never on two at once. Where it returns another
// number than 0, the call ends with `JST_ERROR_CANCELLED`. The filter may be null.
//
// # Safety
// As for `jst_broad_phase_pairs`. The callback does not unwind.
JST_API
jst_status jst_broad_phase_stream(jst_broad_phase broad_phase,
                                  const jst_bounds *bounds,
                                  const jst_filter *filter,
                                  jst_pairs_callback callback,
                                  void *user);

// What was left out of the last call, by index. It is good until the next call with this broad
// phase.
//
// # Safety
// There is room for both.
JST_API
jst_status jst_broad_phase_invalid(jst_broad_phase broad_phase,
                                   const jst_invalid **invalid,
                                   size_t *count);

// Makes a tree, which is empty. Destroy it with `jst_bvh_destroy`.
//
// # Safety
// The struct is there, and so is room for the tree.
JST_API jst_status jst_bvh_create(const jst_bvh_def *def, jst_bvh *bvh);

// Destroys a tree.
JST_API jst_status jst_bvh_destroy(jst_bvh bvh);

// Builds the tree over bounds. Those that are not valid are never found.
//
// # Safety
// The bounds are there, with as much as they say, and nobody writes to them as long as the call
// takes.
JST_API jst_status jst_bvh_build(jst_bvh bvh, const jst_bounds *bounds);

// Gives the tree the bounds that the same things have now. It answers as one that was built, more
// slowly the farther they moved.
//
// # Safety
// As for `jst_bvh_build`.
JST_API jst_status jst_bvh_refit(jst_bvh bvh, const jst_bounds *bounds);

// What each ray meets first. The callback may be null. They are good until the next call with this
// tree.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes. The callback does not unwind.
JST_API
jst_status jst_bvh_closest_hits(jst_bvh bvh,
                                const jst_rays *rays,
                                jst_accept_callback accept,
                                void *user,
                                const jst_hit **hits,
                                size_t *count);

// Whether each ray meets anything: 1 if it does. The callback may be null. They are good until the
// next call with this tree.
//
// # Safety
// As for `jst_bvh_closest_hits`.
JST_API
jst_status jst_bvh_any_hits(jst_bvh bvh,
                            const jst_rays *rays,
                            jst_accept_callback accept,
                            void *user,
                            const uint8_t **hits,
                            size_t *count);

// Which of the bounds touch each region: those of region `i` are from `offsets[i]` to before
// `offsets[i + 1]` among the indices, in order. The callback may be null. They are good until the
// next call with this tree.
//
// # Safety
// As for `jst_bvh_closest_hits`.
JST_API
jst_status jst_bvh_overlapping(jst_bvh bvh,
                               const jst_bounds *regions,
                               jst_accept_callback accept,
                               void *user,
                               const size_t **offsets,
                               const uint32_t **indices);

// The `k` of the bounds that are nearest to each point and not farther than `max_distance`, by
// distance: those of point `i` are from `offsets[i]` to before `offsets[i + 1]`. The callback may
// be null. They are good until the next call with this tree.
//
// # Safety
// As for `jst_bvh_closest_hits`.
JST_API
jst_status jst_bvh_nearest(jst_bvh bvh,
                           const jst_vectors *points,
                           size_t point_count,
                           uint32_t k,
                           float max_distance,
                           jst_accept_callback accept,
                           void *user,
                           const size_t **offsets,
                           const jst_nearest **nearest);

// Makes a single domain of all space. Destroy it with `jst_domains_destroy`.
//
// # Safety
// The struct is there, and so is room for the domains.
JST_API jst_status jst_domains_create(const jst_domains_def *def, jst_domains *domains);

// Destroys domains.
JST_API jst_status jst_domains_destroy(jst_domains domains);

// Cuts space into so many `parts`, each with about the same share of a sample of points by weight.
// The weights may be null: then all points count the same. The same sample in the same order gives
// the same domains everywhere.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes.
JST_API
jst_status jst_domains_bisect(jst_domains domains,
                              const jst_vectors *sample,
                              const jst_numbers *weights,
                              size_t count,
                              size_t parts);

// The borders of a domain, two or three numbers each, infinite where it has none.
//
// # Safety
// There is room for as many numbers as there are dimensions in both.
JST_API jst_status jst_domains_region(jst_domains domains, uint32_t domain, float *min, float *max);

// The domain in which each of so many points lies. They are good until the next call with these
// domains.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes.
JST_API
jst_status jst_domains_of(jst_domains domains,
                          const jst_vectors *points,
                          size_t count,
                          const uint32_t **of);

// The domains that each of the bounds touches, in order: those of bound `i` are from `offsets[i]`
// to before `offsets[i + 1]` in `touched`. Bounds that are not valid touch none. They are good
// until the next call with these domains.
//
// # Safety
// As for `jst_domains_of`.
JST_API
jst_status jst_domains_touched(jst_domains domains,
                               const jst_bounds *bounds,
                               const size_t **offsets,
                               const uint32_t **touched);

// The domain that reports each of so many pairs of bounds that touch. They are good until the next
// call with these domains.
//
// # Safety
// As for `jst_domains_of`.
JST_API
jst_status jst_domains_owners(jst_domains domains,
                              const jst_bounds *bounds,
                              const jst_pair *pairs,
                              size_t count,
                              const uint32_t **owners);

// A number that tells different cuts apart, for processes to check that they have the same.
//
// # Safety
// There is room for it.
JST_API jst_status jst_domains_digest(jst_domains domains, uint64_t *digest);

// Adds so many pairs of ids, the lower one of each first, to the two sums of a digest, which are 0
// at first. Sums of many processes are added, each modulo 2^64.
//
// # Safety
// The sums are two numbers, and the ids twice as many as pairs.
JST_API jst_status jst_digest_add(uint64_t *sums, const uint64_t *ids, size_t count);

// The digest of two sums: with ids of 32 bits it is that of the pairs of all in one list.
//
// # Safety
// The sums are two numbers, and there is room for the digest.
JST_API jst_status jst_digest_value(const uint64_t *sums, uint64_t *digest);

// Has drawn what the last call made of the bounds: nodes, cells, strips, intervals. Nothing where
// there is no such thing.
//
// # Safety
// The struct is there, with as much as it says. The callbacks do not unwind.
JST_API jst_status jst_broad_phase_draw(jst_broad_phase broad_phase, const jst_draw *draw);

// Makes the convex hull of points in 3D, for shapes of the kind `JST_SHAPE_HULL`. Destroy it with
// `jst_geometry_destroy`.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for the geometry.
JST_API
jst_status jst_hull_create(const jst_vectors *points,
                           size_t point_count,
                           jst_geometry *geometry);

// Makes a mesh of triangles, which are met from both sides, for shapes of the kind
// `JST_SHAPE_COMPOSITE` in 3D. A triangle is three indices of vertices. Destroy it with
// `jst_geometry_destroy`.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for the geometry.
JST_API
jst_status jst_mesh_create(const jst_vectors *vertices,
                           size_t vertex_count,
                           const uint32_t *triangles,
                           size_t triangle_count,
                           jst_geometry *geometry);

// Makes a ground of heights over a grid, for shapes of the kind `JST_SHAPE_COMPOSITE` in 3D: one
// row of heights behind the other, `spacing[0]` from column to column along x and `spacing[1]`
// from row to row along z. Destroy it with `jst_geometry_destroy`.
//
// # Safety
// What is not null is there, with as much as is said, and there is room for the geometry.
JST_API
jst_status jst_height_field_create(const float *heights,
                                   size_t rows,
                                   size_t columns,
                                   const float *spacing,
                                   jst_geometry *geometry);

// Makes segments from each point to the next, and all that is not farther than `radius` from them,
// for shapes of the kind `JST_SHAPE_COMPOSITE`. A closed one goes back to the first point. Destroy
// it with `jst_geometry_destroy`.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for the geometry.
JST_API
jst_status jst_polyline_create(uint32_t dimensions,
                               const jst_vectors *points,
                               size_t point_count,
                               int32_t is_closed,
                               float radius,
                               jst_geometry *geometry);

// Makes one of many shapes, none of which is a composite itself or without an end, for shapes of
// the kind `JST_SHAPE_COMPOSITE`. Destroy it with `jst_geometry_destroy`.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for the geometry.
JST_API
jst_status jst_compound_create(uint32_t dimensions,
                               const jst_shape *shapes,
                               size_t shape_count,
                               jst_geometry *geometry);

// Destroys a geometry. Shapes that have it keep it.
JST_API jst_status jst_geometry_destroy(jst_geometry geometry);

// The version of the library, as `JST_VERSION` is that of the header.
JST_API uint32_t jst_version(void);

// The instructions that the library computes with on this processor: `"avx512"`, for instance. The
// text is good as long as the library. It decides the speed, never an answer.
JST_API const char *jst_level_name(void);

// Has calls that fail told to a callback, or to none where it is null.
JST_API jst_status jst_set_log(jst_log_callback log, void *user);

// Has the library take its memory from the caller's functions. This has to be the first call. Both
// functions are called on any thread, and do not call the library.
JST_API
jst_status jst_set_allocator(jst_allocate_callback allocate,
                             jst_release_callback release,
                             void *user);

// Makes a mesh of its own. A triangle is three indices of vertices. Destroy it with
// `jst_mesh_tree_destroy`.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for the mesh.
JST_API
jst_status jst_mesh_tree_create(const jst_vectors *vertices,
                                size_t vertex_count,
                                const uint32_t *triangles,
                                size_t triangle_count,
                                jst_pool pool,
                                jst_mesh_tree *mesh);

// Destroys a mesh.
JST_API jst_status jst_mesh_tree_destroy(jst_mesh_tree mesh);

// All pairs of a triangle of one mesh and one of the other that touch, in order: `a` in the first,
// `b` in the second, which may be the same mesh elsewhere. A pose may be null. The pairs are good
// until the next call with the first mesh.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for both.
JST_API
jst_status jst_mesh_tree_pairs(jst_mesh_tree first,
                               const jst_pose *pose_of_first,
                               jst_mesh_tree second,
                               const jst_pose *pose_of_second,
                               const jst_pair **pairs,
                               uint64_t *count);

// The triangles of a mesh that touch a shape, by index. The pose may be null. They are good until
// the next call with this mesh.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for both.
JST_API
jst_status jst_mesh_tree_overlapping(jst_mesh_tree mesh,
                                     const jst_pose *pose,
                                     const jst_shape *shape,
                                     const uint32_t **triangles,
                                     size_t *count);

// The triangle that each ray meets first. The pose may be null. They are good until the next call
// with this mesh.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for both.
JST_API
jst_status jst_mesh_tree_closest_hits(jst_mesh_tree mesh,
                                      const jst_pose *pose,
                                      const jst_rays *rays,
                                      const jst_mesh_hit **hits,
                                      size_t *count);

// Makes what tests lists of pairs. Keep it from list to list. Destroy it with
// `jst_narrow_destroy`.
//
// # Safety
// The struct is there, and so is room for it.
JST_API jst_status jst_narrow_create(const jst_narrow_def *def, jst_narrow *narrow);

// Destroys what tests lists of pairs.
JST_API jst_status jst_narrow_destroy(jst_narrow narrow);

// Whether the shapes of each pair touch: 1 if they do. The answers are good until the next call
// with this object.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes.
JST_API
jst_status jst_narrow_overlaps(jst_narrow narrow,
                               const jst_shapes *shapes,
                               const jst_pair *pairs,
                               size_t count,
                               const uint8_t **touching);

// How far the shapes of each pair are apart, and which way. The answers are good until the next
// call with this object.
//
// # Safety
// As for `jst_narrow_overlaps`.
JST_API
jst_status jst_narrow_separations(jst_narrow narrow,
                                  const jst_shapes *shapes,
                                  const jst_pair *pairs,
                                  size_t count,
                                  const jst_separation **separations);

// When the shapes of each pair meet, from time 0 to `until`. `by` says for each shape how far it
// moves while time grows by 1, and `turn`, which may be null, how far it turns, as in `jst_casts`.
// The answers are good until the next call with this object.
//
// # Safety
// As for `jst_narrow_overlaps`.
JST_API
jst_status jst_narrow_impacts(jst_narrow narrow,
                              const jst_shapes *shapes,
                              const jst_vectors *by,
                              const jst_vectors *turn,
                              float until,
                              const jst_pair *pairs,
                              size_t count,
                              const jst_impact **impacts);

// The pairs that touch, in 2D, in their order, and the points where they do. The answers are good
// until the next call with this object.
//
// # Safety
// As for `jst_narrow_overlaps`.
JST_API
jst_status jst_narrow_contacts_2(jst_narrow narrow,
                                 const jst_shapes *shapes,
                                 const jst_pair *pairs,
                                 size_t count,
                                 const jst_contact_2 **contacts,
                                 size_t *contact_count,
                                 const jst_point_2 **points,
                                 size_t *point_count);

// The pairs that touch, in 3D, in their order, and the points where they do. The answers are good
// until the next call with this object.
//
// # Safety
// As for `jst_narrow_overlaps`.
JST_API
jst_status jst_narrow_contacts_3(jst_narrow narrow,
                                 const jst_shapes *shapes,
                                 const jst_pair *pairs,
                                 size_t count,
                                 const jst_contact_3 **contacts,
                                 size_t *contact_count,
                                 const jst_point_3 **points,
                                 size_t *point_count);

// How far two shapes are apart, and where they are closest. The struct begins with its size.
//
// # Safety
// The structs are there, with as much as they say.
JST_API
jst_status jst_shape_distance(uint32_t dimensions,
                              const jst_shape *a,
                              const jst_shape *b,
                              jst_closest *closest);

// Makes lists, which are empty. Destroy them with `jst_neighbors_destroy`.
//
// # Safety
// The struct is there, and so is room for the lists.
JST_API jst_status jst_neighbors_create(const jst_neighbors_def *def, jst_neighbors *neighbors);

// Destroys lists.
JST_API jst_status jst_neighbors_destroy(jst_neighbors neighbors);

// Makes the lists right for points, or for queries among points where there are queries: then
// there is a list of points for each query. `rebuilt` may be null; it gets 1 where the lists were
// made anew, and 0 where those from before are still right.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes.
JST_API
jst_status jst_neighbors_update(jst_neighbors neighbors,
                                const jst_points *points,
                                const jst_points *queries,
                                uint32_t *rebuilt);

// The lists: that of point `i` is from `offsets[i]` to before `offsets[i + 1]` among the indices.
// Each is in ascending order, without the point itself but for images across periodic borders.
// Without points there are no offsets. They are good until the next call with these lists.
//
// # Safety
// There is room for all three.
JST_API
jst_status jst_neighbors_get(jst_neighbors neighbors,
                             const size_t **offsets,
                             const uint32_t **indices,
                             size_t *points);

// How many cells each neighbor is away along each vector of the cell, two or three numbers for
// each; none where shifts were not asked for. They are good until the next call with these lists.
//
// # Safety
// There is room for both.
JST_API
jst_status jst_neighbors_shifts(jst_neighbors neighbors,
                                const int32_t **shifts,
                                size_t *count);

// Points that are left out, by index; queries are those of the first set. It is good until the
// next call with these lists.
//
// # Safety
// There is room for both.
JST_API
jst_status jst_neighbors_invalid(jst_neighbors neighbors,
                                 const jst_invalid **invalid,
                                 size_t *count);

// Makes a pipeline. Keep it from step to step. Destroy it with `jst_pipeline_destroy`.
//
// # Safety
// The struct is there, and so is room for the pipeline.
JST_API jst_status jst_pipeline_create(const jst_pipeline_def *def, jst_pipeline *pipeline);

// Destroys a pipeline.
JST_API jst_status jst_pipeline_destroy(jst_pipeline pipeline);

// Finds the contacts of shapes, and which pairs touch since this step, or since the one before do
// no longer. Where it fails there are no contacts, and the next step is compared with the last one
// that did not.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes.
JST_API jst_status jst_pipeline_step(jst_pipeline pipeline, const jst_step *step);

// The pairs whose bounds touch. They are good until the next call with this pipeline.
//
// # Safety
// There is room for both.
JST_API
jst_status jst_pipeline_pairs(jst_pipeline pipeline,
                              const jst_pair **pairs,
                              uint64_t *count);

// The pairs that touch, in order: one for each contact. They are good until the next call with
// this pipeline.
//
// # Safety
// There is room for both.
JST_API
jst_status jst_pipeline_touching(jst_pipeline pipeline,
                                 const jst_pair **pairs,
                                 uint64_t *count);

// The pairs of which one only senses, in order. They are good until the next call with this
// pipeline.
//
// # Safety
// There is room for both.
JST_API
jst_status jst_pipeline_sensor_overlaps(jst_pipeline pipeline,
                                        const jst_pair **pairs,
                                        uint64_t *count);

// The contacts of a pipeline in 2D, in order, and the points of all of them. They are good until
// the next call with this pipeline.
//
// # Safety
// There is room for all four.
JST_API
jst_status jst_pipeline_contacts_2(jst_pipeline pipeline,
                                   const jst_contact_2 **contacts,
                                   size_t *contact_count,
                                   const jst_point_2 **points,
                                   size_t *point_count);

// The contacts of a pipeline in 3D, in order, and the points of all of them. They are good until
// the next call with this pipeline.
//
// # Safety
// There is room for all four.
JST_API
jst_status jst_pipeline_contacts_3(jst_pipeline pipeline,
                                   const jst_contact_3 **contacts,
                                   size_t *contact_count,
                                   const jst_point_3 **points,
                                   size_t *point_count);

// Which contacts are new, by their places in the list, and which pairs touch no longer, by the
// indices that they had. They are good until the next call with this pipeline.
//
// # Safety
// There is room for all four.
JST_API
jst_status jst_pipeline_events(jst_pipeline pipeline,
                               const uint64_t **begun,
                               size_t *begun_count,
                               const jst_pair **ended,
                               size_t *ended_count);

// What was left out of the last step, by index. It is good until the next call with this pipeline.
//
// # Safety
// There is room for both.
JST_API
jst_status jst_pipeline_invalid(jst_pipeline pipeline,
                                const jst_invalid **invalid,
                                size_t *count);

// What the last step was like. The struct begins with its size.
//
// # Safety
// The struct is there, with as much as it says.
JST_API jst_status jst_pipeline_stats(jst_pipeline pipeline, jst_stats *stats);

// A number of all contacts of the last step: the same on all machines and for any number of
// threads.
//
// # Safety
// There is room for the number.
JST_API jst_status jst_pipeline_digest(jst_pipeline pipeline, uint64_t *digest);

// Makes a pool. Destroy it with `jst_pool_destroy`.
//
// # Safety
// The struct is there, and so is room for the pool.
JST_API jst_status jst_pool_create(const jst_pool_def *def, jst_pool *pool);

// Destroys a pool. Its threads end once nothing uses them any more: objects that were made with it
// keep them.
JST_API jst_status jst_pool_destroy(jst_pool pool);

// How many threads a pool has.
//
// # Safety
// There is room for the number.
JST_API jst_status jst_pool_threads(jst_pool pool, uint32_t *threads);

// Makes the calling thread one of a pool's, which has to be `external`, until the pool and all
// that use it are destroyed. Where the pool has all of its threads, it waits for that as well.
JST_API jst_status jst_pool_work(jst_pool pool);

// What most shapes are: it moves, belongs to all categories and touches all. Its size is to be
// there.
//
// # Safety
// The struct is there, with as much as its size says.
JST_API jst_status jst_attributes_default(jst_attributes *attributes);

// Why the last call of this thread that failed did so. Empty if none did; it stays until the next
// one fails. The text is in UTF-8, of at most 511 bytes, and good until then.
JST_API const char *jst_last_error(void);

// The name of a status, as it stands in this header. It is good as long as the library.
JST_API const char *jst_status_name(jst_status status);

// Makes a world, which is empty. Destroy it with `jst_world_destroy`.
//
// # Safety
// The struct is there, and so is room for the world.
JST_API jst_status jst_world_create(const jst_pipeline_def *def, jst_world *world);

// Destroys a world.
JST_API jst_status jst_world_destroy(jst_world world);

// Finds everything about the shapes as they are now. Where it fails nothing is found, the shapes
// are as they were, and the next step is compared with the last one that did not fail.
JST_API jst_status jst_world_step(jst_world world);

// The same, where the callback says which pairs are wanted.
JST_API jst_status jst_world_step_where(jst_world world, jst_wants_callback wants, void *user);

// What each ray meets first. The filter may be null. The answers are good until the next call with
// this world.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes. The callback does not unwind.
JST_API
jst_status jst_world_closest_hits(jst_world world,
                                  const jst_rays *rays,
                                  const jst_query_filter *filter,
                                  const jst_shape_hit **hits,
                                  size_t *count);

// All that each ray meets: what ray `i` does is from `offsets[i]` to before `offsets[i + 1]` among
// the hits, by time. The filter may be null. The answers are good until the next call with this
// world.
//
// # Safety
// As for `jst_world_closest_hits`.
JST_API
jst_status jst_world_all_hits(jst_world world,
                              const jst_rays *rays,
                              const jst_query_filter *filter,
                              const size_t **offsets,
                              const jst_shape_hit **hits);

// Whether each ray meets anything: 1 if it does. The filter may be null. The answers are good
// until the next call with this world.
//
// # Safety
// As for `jst_world_closest_hits`.
JST_API
jst_status jst_world_any_hits(jst_world world,
                              const jst_rays *rays,
                              const jst_query_filter *filter,
                              const uint8_t **hits,
                              size_t *count);

// What each moving shape meets first. The filter may be null. The answers are good until the next
// call with this world.
//
// # Safety
// As for `jst_world_closest_hits`.
JST_API
jst_status jst_world_closest_casts(jst_world world,
                                   const jst_casts *casts,
                                   const jst_query_filter *filter,
                                   const jst_shape_hit **hits,
                                   size_t *count);

// All that each moving shape meets, as `jst_world_all_hits` tells it.
//
// # Safety
// As for `jst_world_closest_hits`.
JST_API
jst_status jst_world_all_casts(jst_world world,
                               const jst_casts *casts,
                               const jst_query_filter *filter,
                               const size_t **offsets,
                               const jst_shape_hit **hits);

// Whether each moving shape meets anything, as `jst_world_any_hits` tells it.
//
// # Safety
// As for `jst_world_closest_hits`.
JST_API
jst_status jst_world_any_casts(jst_world world,
                               const jst_casts *casts,
                               const jst_query_filter *filter,
                               const uint8_t **hits,
                               size_t *count);

// Which shapes touch each of some shapes, which need not be in the world: those of shape `i` are
// from `offsets[i]` to before `offsets[i + 1]` among the handles. The filter may be null. The
// answers are good until the next call with this world.
//
// # Safety
// As for `jst_world_closest_hits`.
JST_API
jst_status jst_world_overlapping(jst_world world,
                                 const jst_shape *shapes,
                                 size_t shape_count,
                                 const jst_query_filter *filter,
                                 const size_t **offsets,
                                 const jst_handle **handles);

// The `k` shapes that are nearest to each of some shapes, often balls of radius 0, and not farther
// than `max_distance`, by distance: those of shape `i` are from `offsets[i]` to before
// `offsets[i + 1]`. The filter may be null. The answers are good until the next call with this
// world.
//
// # Safety
// As for `jst_world_closest_hits`.
JST_API
jst_status jst_world_nearest(jst_world world,
                             const jst_shape *shapes,
                             size_t shape_count,
                             uint32_t k,
                             float max_distance,
                             const jst_query_filter *filter,
                             const size_t **offsets,
                             const jst_near_shape **nearest);

// The handles that shapes have by their indices in the last step. They are good until the next
// call with this world.
//
// # Safety
// There is room for both.
JST_API jst_status jst_world_handles(jst_world world, const jst_handle **handles, size_t *count);

// Pairs that the last step found, by index, in order. They are good until the next call with this
// world.
//
// # Safety
// There is room for both.
JST_API
jst_status jst_world_pairs(jst_world world,
                           jst_pair_list list,
                           const jst_pair **pairs,
                           uint64_t *count);

// The contacts of a world in 2D, in order, and the points of all of them. They are good until the
// next call with this world.
//
// # Safety
// There is room for all four.
JST_API
jst_status jst_world_contacts_2(jst_world world,
                                const jst_contact_2 **contacts,
                                size_t *contact_count,
                                const jst_point_2 **points,
                                size_t *point_count);

// The contacts of a world in 3D, in order, and the points of all of them. They are good until the
// next call with this world.
//
// # Safety
// There is room for all four.
JST_API
jst_status jst_world_contacts_3(jst_world world,
                                const jst_contact_3 **contacts,
                                size_t *contact_count,
                                const jst_point_3 **points,
                                size_t *point_count);

// Which pairs of a list are new with the last step, and which are in it no longer, also those of
// shapes that were taken out. They are good until the next call with this world.
//
// # Safety
// There is room for all four.
JST_API
jst_status jst_world_events(jst_world world,
                            jst_pair_list list,
                            const jst_handle_pair **begun,
                            size_t *begun_count,
                            const jst_handle_pair **ended,
                            size_t *ended_count);

// What met on its way in the last step, in order. It is good until the next call with this world.
//
// # Safety
// There is room for both.
JST_API jst_status jst_world_fast_hits(jst_world world, const jst_fast_hit **hits, size_t *count);

// What was left out of the last step, by index. It is good until the next call with this world.
//
// # Safety
// There is room for both.
JST_API jst_status jst_world_invalid(jst_world world, const jst_invalid **invalid, size_t *count);

// What the last step was like. The struct begins with its size.
//
// # Safety
// The struct is there, with as much as it says.
JST_API jst_status jst_world_stats(jst_world world, jst_stats *stats);

// A number of all contacts of the last step: the same on all machines and for any number of
// threads.
//
// # Safety
// There is room for the number.
JST_API jst_status jst_world_digest(jst_world world, uint64_t *digest);

// Puts shapes into a world, and tells their handles. All have the same attributes, those of
// `jst_attributes_default` for null. Where one of them cannot come in, none does.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for so many handles.
JST_API
jst_status jst_world_insert(jst_world world,
                            const jst_shape *shapes,
                            size_t count,
                            const jst_attributes *attributes,
                            jst_handle *handles);

// Puts shapes of the caller's arrays into a world, all with the same attributes, or none of them.
// Their handles are written in the order that `jst_shapes` has: there has to be room for so many.
//
// # Safety
// As for `jst_world_insert`; `room` handles fit where they go.
JST_API
jst_status jst_world_insert_arrays(jst_world world,
                                   const jst_shapes *shapes,
                                   const jst_attributes *attributes,
                                   jst_handle *handles,
                                   size_t room);

// Takes shapes out of a world, or none of them: one whose handle is of none is an error. One that
// is named twice is taken out once.
//
// # Safety
// There are so many handles, and nobody writes to them as long as the call takes.
JST_API jst_status jst_world_remove(jst_world world, const jst_handle *handles, size_t count);

// Takes all shapes out of a world.
JST_API jst_status jst_world_clear(jst_world world);

// Tells how many shapes a world has.
//
// # Safety
// There is room for the number.
JST_API jst_status jst_world_count(jst_world world, size_t *count);

// Tells what a shape is like. The struct begins with its size.
//
// # Safety
// The struct is there, with as much as it says.
JST_API jst_status jst_world_get(jst_world world, jst_handle handle, jst_shape *shape);

// Replaces shapes. They keep their handles and their attributes, and what touched them still does.
// Of those that are fast, the way there is looked at in the next step. Where one of them cannot be
// replaced, the text says which: those before it are.
//
// # Safety
// What is not null is there, with as much as it says.
JST_API
jst_status jst_world_set(jst_world world,
                         const jst_handle *handles,
                         const jst_shape *shapes,
                         size_t count);

// The same without a way from where the shapes were.
//
// # Safety
// What is not null is there, with as much as it says.
JST_API
jst_status jst_world_teleport(jst_world world,
                              const jst_handle *handles,
                              const jst_shape *shapes,
                              size_t count);

// Puts shapes elsewhere by their centers, of a triangle its first vertex, or none of them. Numbers
// that are none are found out by the next step, which leaves their shapes out.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes.
JST_API
jst_status jst_world_set_centers(jst_world world,
                                 const jst_handle *handles,
                                 const jst_vectors *centers,
                                 size_t count);

// Replaces all shapes by those of arrays, in the order that `jst_world_order` tells. Kinds that
// the arrays have none of stay as they are.
//
// # Safety
// What is not null is there, with as much as it says, and nobody writes to it as long as the call
// takes.
JST_API jst_status jst_world_set_arrays(jst_world world, const jst_shapes *shapes);

// Tells the handles of all shapes as they are ordered now: by kind, and in each kind as
// `jst_world_set_arrays` takes them. It changes when shapes come or go. They are good until the
// next call with this world.
//
// # Safety
// There is room for both.
JST_API jst_status jst_world_order(jst_world world, const jst_handle **handles, size_t *count);

// Tells what a shape is beside its geometry. The struct begins with its size.
//
// # Safety
// The struct is there, with as much as it says.
JST_API
jst_status jst_world_get_attributes(jst_world world,
                                    jst_handle handle,
                                    jst_attributes *attributes);

// Changes what shapes are beside their geometry, all of them the same way, or none.
//
// # Safety
// What is not null is there, with as much as it says.
JST_API
jst_status jst_world_set_attributes(jst_world world,
                                    const jst_handle *handles,
                                    size_t count,
                                    const jst_attributes *attributes);

// Puts shapes to sleep, wakes them, or makes them static, or none of them.
//
// # Safety
// There are so many handles, and nobody writes to them as long as the call takes.
JST_API
jst_status jst_world_set_mobility(jst_world world,
                                  const jst_handle *handles,
                                  size_t count,
                                  jst_mobility mobility);

// Makes two shapes no pair, whatever else is said of them, or a pair again: `excluded` is 1 or 0.
JST_API
jst_status jst_world_exclude_pair(jst_world world,
                                  jst_handle a,
                                  jst_handle b,
                                  int32_t excluded);

// Takes down everything that the next step of a world depends on, as bytes, which any machine
// reads. They are good until the next call with this world.
//
// # Safety
// There is room for both.
JST_API jst_status jst_world_save(jst_world world, const uint8_t **bytes, size_t *count);

// Makes a world of the bytes of another one. Its next step finds what that of the other would have
// found. Destroy it with `jst_world_destroy`.
//
// # Safety
// What is not null is there, with as much as it says, and there is room for the world.
JST_API
jst_status jst_world_load(const jst_pipeline_def *def,
                          const uint8_t *bytes,
                          size_t count,
                          jst_world *world);

// Tells in words why two shapes are reported by the last step, or are not, with all numbers that
// decided. The text is in UTF-8, ends with a zero byte, and is good until the next call with this
// world.
//
// # Safety
// There is room for the text's place.
JST_API
jst_status jst_world_explain(jst_world world,
                             jst_handle a,
                             jst_handle b,
                             const char **text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* JOSTLE_H */
