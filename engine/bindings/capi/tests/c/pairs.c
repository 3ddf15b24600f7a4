/* Pairs of boxes and balls are those of a double loop, however they lie in memory. */

#include "check.h"

enum { COUNT = 2000 };

typedef struct {
    double id;
    float min[3];
    uint32_t color;
    float max[3];
} record;

typedef struct {
    double center[3], radius, mass;
} body;

static record records[COUNT];
static body bodies[COUNT];
static float columns[2][3][COUNT];
static jst_pair expected[COUNT * 20];
static size_t expected_count;

static void make(void)
{
    uint32_t state = 1;
    for (int at = 0; at < COUNT; at++) {
        for (int axis = 0; axis < 3; axis++) {
            float min = 15.0f * random_number(&state);
            float max = min + 1.5f * random_number(&state);
            records[at].min[axis] = columns[0][axis][at] = min;
            records[at].max[axis] = columns[1][axis][at] = max;
            bodies[at].center[axis] = min;
        }
        bodies[at].radius = 0.5;
    }
    for (uint32_t a = 0; a < COUNT; a++) {
        for (uint32_t b = a + 1; b < COUNT; b++) {
            int touches = 1;
            for (int axis = 0; axis < 3; axis++) {
                touches &= records[a].min[axis] <= records[b].max[axis] &&
                           records[b].min[axis] <= records[a].max[axis];
            }
            if (touches) {
                CHECK(expected_count < sizeof expected / sizeof *expected);
                expected[expected_count].a = a;
                expected[expected_count++].b = b;
            }
        }
    }
    CHECK(expected_count > 1000);
}

static int by_indices(const void *left, const void *right)
{
    const jst_pair *a = (const jst_pair *)left, *b = (const jst_pair *)right;
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    return a->b < b->b ? -1 : a->b > b->b;
}

static void check(const jst_pair *pairs, uint64_t count)
{
    CHECK(count == expected_count);
    jst_pair *sorted = (jst_pair *)malloc(count * sizeof *sorted);
    memcpy(sorted, pairs, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_indices);
    CHECK(memcmp(sorted, expected, count * sizeof *sorted) == 0);
    free(sorted);
}

typedef struct {
    jst_pair *pairs;
    size_t count, calls, most;
} gathered;

static int32_t gather(void *user, const jst_pair *pairs, size_t count)
{
    gathered *to = (gathered *)user;
    if (to->calls++ == to->most) {
        return 1;
    }
    memcpy(to->pairs + to->count, pairs, count * sizeof *pairs);
    to->count += count;
    return 0;
}

static void check_kind(jst_broad_phase_kind kind, jst_pool pool)
{
    jst_broad_phase_def def;
    JST_INIT(&def);
    def.dimensions = 3;
    def.kind = kind;
    def.pool = pool;
    jst_broad_phase broad_phase;
    OK(jst_broad_phase_create(&def, &broad_phase));

    jst_bounds bounds;
    JST_INIT(&bounds);
    bounds.count = COUNT;
    for (int axis = 0; axis < 3; axis++) {
        bounds.min.axis[axis] = columns[0][axis];
        bounds.max.axis[axis] = columns[1][axis];
    }
    const jst_pair *pairs;
    uint64_t count;
    OK(jst_broad_phase_pairs(broad_phase, &bounds, NULL, &pairs, &count));
    check(pairs, count);
    count = 0;
    OK(jst_broad_phase_count(broad_phase, &bounds, NULL, &count));
    CHECK(count == expected_count);

    /* In records. */
    for (int axis = 0; axis < 3; axis++) {
        bounds.min.axis[axis] = &records[0].min[axis];
        bounds.max.axis[axis] = &records[0].max[axis];
    }
    bounds.min.stride = bounds.max.stride = sizeof(record);
    OK(jst_broad_phase_pairs(broad_phase, &bounds, NULL, &pairs, &count));
    check(pairs, count);

    /* To a callback. */
    gathered to = {(jst_pair *)malloc(sizeof expected), 0, 0, SIZE_MAX};
    OK(jst_broad_phase_stream(broad_phase, &bounds, NULL, gather, &to));
    check(to.pairs, to.count);
    to.count = to.calls = to.most = 0;
    CHECK(jst_broad_phase_stream(broad_phase, &bounds, NULL, gather, &to) == JST_ERROR_CANCELLED);
    CHECK(to.count == 0 && to.calls == 1);
    free(to.pairs);

    /* Those that do not move are in no pair with each other. */
    static uint8_t is_static[COUNT];
    memset(is_static, 1, sizeof is_static);
    jst_filter filter;
    JST_INIT(&filter);
    filter.is_static = is_static;
    OK(jst_broad_phase_pairs(broad_phase, &bounds, &filter, &pairs, &count));
    CHECK(count == 0);

    /* Between two sets: each is in the other. */
    OK(jst_broad_phase_pairs_between(broad_phase, &bounds, NULL, &bounds, NULL, &pairs, &count));
    CHECK(count == 2 * expected_count + COUNT);

    /* Balls in doubles, one of which is none. */
    jst_bounds balls;
    JST_INIT(&balls);
    balls.count = COUNT;
    for (int axis = 0; axis < 3; axis++) {
        balls.center.axis[axis] = &bodies[0].center[axis];
    }
    balls.center.stride = balls.radius.stride = sizeof(body);
    balls.center.format = balls.radius.format = JST_F64;
    balls.radius.data = &bodies[0].radius;
    uint64_t before;
    OK(jst_broad_phase_pairs(broad_phase, &balls, NULL, &pairs, &before));
    double radius = bodies[7].radius;
    bodies[7].radius = -1.0;
    OK(jst_broad_phase_pairs(broad_phase, &balls, NULL, &pairs, &count));
    CHECK(before > count);
    for (uint64_t at = 0; at < count; at++) {
        CHECK(pairs[at].a != 7 && pairs[at].b != 7);
    }
    const jst_invalid *invalid;
    size_t invalid_count;
    OK(jst_broad_phase_invalid(broad_phase, &invalid, &invalid_count));
    CHECK(invalid_count == 1 && invalid[0].index == 7 && invalid[0].set == 0);
    CHECK(invalid[0].reason == JST_INVALID_NEGATIVE_RADIUS);
    bodies[7].radius = radius;
    OK(jst_broad_phase_destroy(broad_phase));
}

/* Points are balls without radii. */
static void check_points(void)
{
    jst_broad_phase_def def;
    JST_INIT(&def);
    def.dimensions = 2;
    jst_broad_phase broad_phase;
    OK(jst_broad_phase_create(&def, &broad_phase));
    static const float places[4][2] = {{0.0f, 1.0f}, {2.0f, 1.0f}, {0.0f, 1.0f}, {0.0f, 1.5f}};
    jst_bounds points;
    JST_INIT(&points);
    points.count = 4;
    jst_vectors centers = JST_RECORDS_2(&places[0][0], sizeof places[0], JST_F32);
    points.center = centers;
    const jst_pair *pairs;
    uint64_t count;
    OK(jst_broad_phase_pairs(broad_phase, &points, NULL, &pairs, &count));
    CHECK(count == 1 && pairs[0].a == 0 && pairs[0].b == 2);
    OK(jst_broad_phase_destroy(broad_phase));
}

int main(void)
{
    make();
    check_points();
    jst_pool_def def;
    JST_INIT(&def);
    def.threads = 3;
    jst_pool pool;
    OK(jst_pool_create(&def, &pool));
    uint32_t threads;
    OK(jst_pool_threads(pool, &threads));
    CHECK(threads == 3);
    for (int32_t kind = JST_BROAD_PHASE_AUTO; kind <= JST_BROAD_PHASE_BRUTE_FORCE; kind++) {
        check_kind(kind, NULL);
        check_kind(kind, pool);
    }
    OK(jst_pool_destroy(pool));
    CHECK(jst_pool_destroy(pool) == JST_ERROR_OBJECT);
    return 0;
}
