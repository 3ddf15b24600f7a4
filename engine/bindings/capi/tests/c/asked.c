/* The balls of a world are asked as a loop over all of them answers. */

#include "check.h"

enum { COUNT = 400, QUESTIONS = 250, MOST = 5 };

static const double NEAR = 1e-4;

static jst_handle handles[COUNT];
static jst_shape balls[COUNT], questions[QUESTIONS];
static float directions[QUESTIONS][3];
static jst_handle without[QUESTIONS];
static int began_inside;

/* Those with even numbers sense, those whose number is a multiple of three are static. */
enum { ALL, ACCEPTED, NO_SENSORS, RESTING, MOVING, WAYS };

static int counts(int way, int ball, int question)
{
    switch (way) {
    case ACCEPTED:
        return ball % 5 != 0 && handles[ball] != without[question];
    case NO_SENSORS:
        return ball % 2 != 0;
    case RESTING:
        return ball % 3 == 0;
    case MOVING:
        return ball % 3 != 0;
    default:
        return 1;
    }
}

static int32_t accept(void *user, jst_handle handle)
{
    return *(const int *)user && number_of(handle, handles, COUNT) % 5 != 0;
}

static jst_query_filter filter_of(int way)
{
    static const uint32_t flags[WAYS] = {0, 0, JST_QUERY_WITHOUT_SENSORS, JST_QUERY_ONLY_RESTING,
                                         JST_QUERY_ONLY_MOVING};
    static int yes = 1;
    jst_query_filter filter;
    JST_INIT(&filter);
    filter.flags = flags[way];
    if (way == ACCEPTED) {
        filter.accept = accept;
        filter.user = &yes;
        filter.without = without;
    }
    return filter;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* When a ball that moves this way meets another one, or infinity; -1 where that is not certain. */
static double meets(const jst_shape *moving, double radius, const float by[3],
                    const jst_shape *ball, double t_max)
{
    double from[3], way[3];
    for (int axis = 0; axis < 3; axis++) {
        from[axis] = (double)moving->center[axis] - ball->center[axis];
        way[axis] = by[axis];
    }
    double reach = radius + ball->radius;
    double c = dot(from, from) - reach * reach, b = dot(from, way), a = dot(way, way);
    double inside = b * b - a * c;
    if (fabs(c) < NEAR || fabs(inside) < NEAR) {
        return -1.0;
    }
    if (c < 0.0) {
        return 0.0;
    }
    double t = (-b - sqrt(inside)) / a;
    if (fabs(t) < NEAR || fabs(t - t_max) < NEAR) {
        return -1.0;
    }
    return inside > 0.0 && t > 0.0 && t < t_max ? t : INFINITY;
}

/* The answers of rays, of which balls are points, or of casts. */
static void check_way(jst_world world, int way, int casts)
{
    jst_query_filter filter = filter_of(way);
    jst_rays rays;
    JST_INIT(&rays);
    jst_casts moving;
    JST_INIT(&moving);
    rays.count = moving.count = QUESTIONS;
    for (int axis = 0; axis < 3; axis++) {
        rays.origin.axis[axis] = &questions[0].center[axis];
        rays.direction.axis[axis] = &directions[0][axis];
    }
    rays.origin.stride = sizeof *questions;
    rays.direction.stride = sizeof *directions;
    moving.by = rays.direction;
    moving.shapes = questions;
    const jst_shape_hit *hits;
    const uint8_t *any;
    const size_t *offsets;
    size_t count;
    uint8_t found[QUESTIONS], uncertain[QUESTIONS];
    memset(uncertain, 0, sizeof uncertain);
    double t_max = casts ? 1.0 : INFINITY;
    int met = 0;
    if (casts) {
        OK(jst_world_closest_casts(world, &moving, &filter, &hits, &count));
    } else {
        OK(jst_world_closest_hits(world, &rays, &filter, &hits, &count));
    }
    CHECK(count == QUESTIONS);
    for (int question = 0; question < QUESTIONS; question++) {
        double first = INFINITY, radius = casts ? questions[question].radius : 0.0;
        for (int ball = 0; ball < COUNT; ball++) {
            if (counts(way, ball, question)) {
                double t = meets(&questions[question], radius, directions[question],
                                 &balls[ball], t_max);
                uncertain[question] |= t < 0.0;
                first = fmin(first, t);
            }
        }
        const jst_shape_hit *hit = &hits[question];
        found[question] = hit->handle != JST_NO_HANDLE;
        if (uncertain[question]) {
            continue;
        }
        CHECK(found[question] == !isinf(first));
        CHECK((hit->state == JST_HIT_NONE) == isinf(first));
        if (!found[question]) {
            CHECK(isinf(hit->t));
            continue;
        }
        int ball = number_of(hit->handle, handles, COUNT);
        CHECK(ball >= 0 && counts(way, ball, question));
        /* A cast comes as near as a part of the radius of a shape, when it is not exact. */
        CHECK(fabs(hit->t - first) < 1e-3);
        CHECK((hit->state == JST_HIT_AT_THE_START) == (first == 0.0));
        met++;
        began_inside += first == 0.0;
        if (first > 0.0) {
            double out[3], normal[3];
            for (int axis = 0; axis < 3; axis++) {
                out[axis] = (double)hit->point[axis] - balls[ball].center[axis];
                normal[axis] = hit->normal[axis];
            }
            CHECK(fabs(sqrt(dot(out, out)) - balls[ball].radius) < 1e-3);
            CHECK(fabs(dot(out, normal) - balls[ball].radius) < 1e-3);
        }
    }
    CHECK(met > 20);
    if (casts) {
        OK(jst_world_any_casts(world, &moving, &filter, &any, &count));
    } else {
        OK(jst_world_any_hits(world, &rays, &filter, &any, &count));
    }
    CHECK(count == QUESTIONS && memcmp(any, found, sizeof found) == 0);
    if (casts) {
        OK(jst_world_all_casts(world, &moving, &filter, &offsets, &hits));
    } else {
        OK(jst_world_all_hits(world, &rays, &filter, &offsets, &hits));
    }
    for (int question = 0; question < QUESTIONS; question++) {
        size_t expected = 0;
        double radius = casts ? questions[question].radius : 0.0;
        for (int ball = 0; ball < COUNT; ball++) {
            expected += counts(way, ball, question) &&
                        !isinf(meets(&questions[question], radius, directions[question],
                                     &balls[ball], t_max));
        }
        CHECK(uncertain[question] || offsets[question + 1] - offsets[question] == expected);
        for (size_t at = offsets[question]; at + 1 < offsets[question + 1]; at++) {
            CHECK(hits[at].t <= hits[at + 1].t);
        }
    }
}

static double distance(const jst_shape *a, const jst_shape *b)
{
    double apart[3];
    for (int axis = 0; axis < 3; axis++) {
        apart[axis] = (double)a->center[axis] - b->center[axis];
    }
    return fmax(0.0, sqrt(dot(apart, apart)) - a->radius - b->radius);
}

static void check_near(jst_world world, int way)
{
    jst_query_filter filter = filter_of(way);
    const size_t *offsets;
    const jst_handle *touched;
    OK(jst_world_overlapping(world, questions, QUESTIONS, &filter, &offsets, &touched));
    size_t met = 0;
    for (int question = 0; question < QUESTIONS; question++) {
        size_t place = offsets[question];
        for (; place < offsets[question + 1]; place++) {
            int ball = number_of(touched[place], handles, COUNT);
            CHECK(ball >= 0 && counts(way, ball, question));
            CHECK(distance(&questions[question], &balls[ball]) < NEAR);
        }
        for (int ball = 0; ball < COUNT; ball++) {
            double x[3], reach = (double)questions[question].radius + balls[ball].radius;
            for (int axis = 0; axis < 3; axis++) {
                x[axis] = (double)questions[question].center[axis] - balls[ball].center[axis];
            }
            met += counts(way, ball, question) && sqrt(dot(x, x)) < reach - NEAR;
        }
    }
    CHECK(met > 60 && offsets[QUESTIONS] >= met && offsets[QUESTIONS] < met + met / 50 + 3);
    const jst_near_shape *near;
    OK(jst_world_nearest(world, questions, QUESTIONS, MOST, 3.0f, &filter, &offsets, &near));
    for (int question = 0; question < QUESTIONS; question++) {
        size_t expected = 0, found = offsets[question + 1] - offsets[question];
        double last = 0.0;
        for (size_t place = offsets[question]; place < offsets[question + 1]; place++) {
            int ball = number_of(near[place].handle, handles, COUNT);
            CHECK(ball >= 0 && counts(way, ball, question));
            CHECK(fabs(distance(&questions[question], &balls[ball]) - near[place].distance) < NEAR);
            CHECK(near[place].distance >= last);
            last = near[place].distance;
        }
        for (int ball = 0; ball < COUNT; ball++) {
            double to = distance(&questions[question], &balls[ball]);
            expected += counts(way, ball, question) && to < 3.0 - NEAR;
            CHECK(found < MOST || !counts(way, ball, question) || to > last - NEAR ||
                  expected > 0);
        }
        CHECK(found == MOST || found >= expected);
    }
}

int main(void)
{
    jst_pool_def pool_def;
    JST_INIT(&pool_def);
    pool_def.threads = 3;
    jst_pool pool;
    OK(jst_pool_create(&pool_def, &pool));
    jst_pipeline_def def;
    JST_INIT(&def);
    def.dimensions = 3;
    def.pool = pool;
    jst_world world;
    OK(jst_world_create(&def, &world));
    uint32_t state = 5;
    for (int at = 0; at < COUNT; at++) {
        JST_INIT(&balls[at]);
        for (int axis = 0; axis < 3; axis++) {
            balls[at].center[axis] = 10.0f * random_number(&state);
        }
        balls[at].radius = 0.1f + 0.4f * random_number(&state);
    }
    OK(jst_world_insert(world, balls, COUNT, NULL, handles));
    for (int at = 0; at < COUNT; at++) {
        jst_attributes attributes;
        JST_INIT(&attributes);
        OK(jst_attributes_default(&attributes));
        attributes.is_sensor = at % 2 == 0;
        attributes.mobility = at % 3 == 0 ? JST_MOBILITY_STATIC : JST_MOBILITY_MOVING;
        OK(jst_world_set_attributes(world, &handles[at], 1, &attributes));
    }
    for (int at = 0; at < QUESTIONS; at++) {
        JST_INIT(&questions[at]);
        for (int axis = 0; axis < 3; axis++) {
            questions[at].center[axis] = 10.0f * random_number(&state);
            directions[at][axis] = 4.0f * random_number(&state) - 2.0f;
        }
        questions[at].radius = 0.9f * random_number(&state);
        without[at] = handles[at];
        if (at % 4 == 0) {
            /* Inside of the ball that does not count. */
            memcpy(questions[at].center, balls[at].center, sizeof balls[at].center);
        }
    }
    jst_rays rays;
    JST_INIT(&rays);
    const jst_shape_hit *hits;
    size_t count;
    CHECK(jst_world_closest_hits(world, &rays, NULL, &hits, &count) == JST_ERROR_NO_STEP);
    OK(jst_world_step(world));
    for (int way = 0; way < WAYS; way++) {
        check_way(world, way, 0);
        check_way(world, way, 1);
        check_near(world, way);
    }

    CHECK(began_inside > 200);

    /* What turns on its way meets what it would not meet otherwise. */
    jst_shape stick;
    JST_INIT(&stick);
    stick.kind = JST_SHAPE_CAPSULE;
    stick.center[1] = 50.0f;
    stick.axis[0] = 2.0f;
    jst_shape ball;
    JST_INIT(&ball);
    ball.center[1] = 51.5f;
    ball.radius = 0.25f;
    jst_handle handle;
    OK(jst_world_insert(world, &ball, 1, NULL, &handle));
    OK(jst_world_step(world));
    static const float rest[3] = {0.0f, 0.0f, 0.0f}, turn[3] = {0.0f, 0.0f, 3.0f};
    jst_casts casts;
    JST_INIT(&casts);
    casts.count = 1;
    casts.shapes = &stick;
    jst_vectors none = JST_RECORDS_3(rest, sizeof rest, JST_F32);
    jst_vectors turns = JST_RECORDS_3(turn, sizeof turn, JST_F32);
    casts.by = none;
    OK(jst_world_closest_casts(world, &casts, NULL, &hits, &count));
    CHECK(count == 1 && hits[0].handle == JST_NO_HANDLE);
    casts.turn = turns;
    OK(jst_world_closest_casts(world, &casts, NULL, &hits, &count));
    CHECK(hits[0].handle == handle && hits[0].t > 0.4f && hits[0].t < 0.53f);
    jst_query_filter filter = filter_of(ALL);
    filter.flags = 8;
    CHECK(jst_world_closest_casts(world, &casts, &filter, &hits, &count) == JST_ERROR_ARGUMENT);
    filter.flags = JST_QUERY_ONLY_RESTING;
    OK(jst_world_closest_casts(world, &casts, &filter, &hits, &count));
    CHECK(hits[0].handle == JST_NO_HANDLE);
    OK(jst_world_destroy(world));
    OK(jst_pool_destroy(pool));
    return 0;
}
