/* Trees and neighbor lists answer as a loop over everything. */

#include "check.h"

enum { COUNT = 1500, QUESTIONS = 300, MOST = 6 };

static float centers[COUNT][3];
static float radii[COUNT];
static float origins[QUESTIONS][3], directions[QUESTIONS][3], ends[QUESTIONS];

static int is_even(uint32_t index)
{
    return index % 2 == 0;
}

static int32_t accept_even(void *user, size_t question, uint32_t index)
{
    (void)question;
    return *(const int *)user && is_even(index);
}

/* Whether the box of a ball and a region touch. */
static int overlaps(int ball, const float min[3], const float max[3])
{
    for (int axis = 0; axis < 3; axis++) {
        float low = centers[ball][axis] - radii[ball], high = centers[ball][axis] + radii[ball];
        if (!(low <= max[axis] && min[axis] <= high)) {
            return 0;
        }
    }
    return 1;
}

/* When a ray meets a box, nearly. */
static double meets(int question, const float min[3], const float max[3])
{
    double first = 0.0, last = ends[question];
    for (int axis = 0; axis < 3; axis++) {
        double a = (min[axis] - (double)origins[question][axis]) / directions[question][axis];
        double b = (max[axis] - (double)origins[question][axis]) / directions[question][axis];
        first = fmax(first, fmin(a, b));
        last = fmin(last, fmax(a, b));
    }
    return first <= last ? first : -1.0;
}

static float mins[COUNT][3], maxs[COUNT][3];

static void check_tree(jst_pool pool)
{
    jst_bvh_def def;
    JST_INIT(&def);
    def.dimensions = 3;
    def.pool = pool;
    jst_bvh bvh;
    OK(jst_bvh_create(&def, &bvh));
    jst_bounds bounds;
    JST_INIT(&bounds);
    bounds.count = COUNT;
    for (int axis = 0; axis < 3; axis++) {
        bounds.min.axis[axis] = &mins[0][axis];
        bounds.max.axis[axis] = &maxs[0][axis];
    }
    bounds.min.stride = bounds.max.stride = sizeof mins[0];
    OK(jst_bvh_build(bvh, &bounds));

    jst_rays rays;
    JST_INIT(&rays);
    rays.count = QUESTIONS;
    for (int axis = 0; axis < 3; axis++) {
        rays.origin.axis[axis] = &origins[0][axis];
        rays.direction.axis[axis] = &directions[0][axis];
    }
    rays.origin.stride = rays.direction.stride = sizeof origins[0];
    rays.t_max.data = ends;
    int some = 1, met = 0;
    for (int even = 0; even < 2; even++) {
        jst_accept_callback accept = even ? accept_even : NULL;
        const jst_hit *hits;
        size_t count;
        OK(jst_bvh_closest_hits(bvh, &rays, accept, &some, &hits, &count));
        CHECK(count == QUESTIONS);
        for (int question = 0; question < QUESTIONS; question++) {
            double first = INFINITY;
            for (uint32_t at = 0; at < COUNT; at++) {
                double t = meets(question, mins[at], maxs[at]);
                if (t >= 0.0 && t < first && (!even || is_even(at))) {
                    first = t;
                }
            }
            CHECK((hits[question].index == UINT32_MAX) == isinf(first));
            if (hits[question].index != UINT32_MAX) {
                CHECK(fabs(hits[question].t - first) < 1e-4);
                CHECK(!even || is_even(hits[question].index));
                met++;
            }
        }
        const uint8_t *any;
        OK(jst_bvh_any_hits(bvh, &rays, accept, &some, &any, &count));
        CHECK(count == QUESTIONS);
        OK(jst_bvh_closest_hits(bvh, &rays, accept, &some, &hits, &count));
    }
    CHECK(met > QUESTIONS);

    /* The boxes as regions: each overlaps itself. */
    const size_t *offsets;
    const uint32_t *indices;
    OK(jst_bvh_overlapping(bvh, &bounds, NULL, NULL, &offsets, &indices));
    for (int region = 0; region < COUNT; region++) {
        size_t place = offsets[region];
        for (int at = 0; at < COUNT; at++) {
            if (overlaps(at, mins[region], maxs[region])) {
                CHECK(place < offsets[region + 1] && indices[place++] == (uint32_t)at);
            }
        }
        CHECK(place == offsets[region + 1]);
    }

    jst_vectors points = JST_RECORDS_3(&origins[0][0], sizeof origins[0], JST_F32);
    const jst_nearest *nearest;
    OK(jst_bvh_nearest(bvh, &points, QUESTIONS, MOST, 1e9f, NULL, NULL, &offsets, &nearest));
    for (int question = 0; question < QUESTIONS; question++) {
        CHECK(offsets[question + 1] - offsets[question] == MOST);
        for (size_t place = offsets[question]; place + 1 < offsets[question + 1]; place++) {
            CHECK(nearest[place].distance_squared <= nearest[place + 1].distance_squared);
        }
    }

    /* All moved the same way: refitted, it finds them there. */
    for (int at = 0; at < COUNT; at++) {
        mins[at][0] += 100.0f;
        maxs[at][0] += 100.0f;
    }
    OK(jst_bvh_refit(bvh, &bounds));
    const jst_hit *hits;
    size_t count;
    OK(jst_bvh_closest_hits(bvh, &rays, NULL, NULL, &hits, &count));
    for (size_t question = 0; question < count; question++) {
        CHECK(hits[question].index == UINT32_MAX);
    }
    for (int at = 0; at < COUNT; at++) {
        mins[at][0] -= 100.0f;
        maxs[at][0] -= 100.0f;
    }
    OK(jst_bvh_destroy(bvh));
}

static void check_neighbors(jst_pool pool, jst_list_kind kind)
{
    jst_neighbors_def def;
    JST_INIT(&def);
    def.dimensions = 3;
    def.radius = 1.0f;
    def.skin = 0.25f;
    def.kind = kind;
    def.pool = pool;
    jst_neighbors neighbors;
    OK(jst_neighbors_create(&def, &neighbors));
    jst_points points;
    JST_INIT(&points);
    points.count = COUNT;
    for (int axis = 0; axis < 3; axis++) {
        points.position.axis[axis] = &centers[0][axis];
    }
    points.position.stride = sizeof centers[0];
    uint32_t rebuilt = 7;
    OK(jst_neighbors_update(neighbors, &points, NULL, &rebuilt));
    CHECK(rebuilt == 1);
    size_t all = 0;
    const size_t *offsets;
    const uint32_t *indices;
    size_t count;
    OK(jst_neighbors_get(neighbors, &offsets, &indices, &count));
    CHECK(count == COUNT);
    for (uint32_t a = 0; a < COUNT; a++) {
        for (uint32_t b = 0; b < COUNT; b++) {
            double x = (double)centers[a][0] - centers[b][0];
            double y = (double)centers[a][1] - centers[b][1];
            double z = (double)centers[a][2] - centers[b][2], listed = 0;
            /* With the skin, which lists have in addition. */
            if (a == b || (kind == JST_LIST_HALF && b < a) || x * x + y * y + z * z > 1.0) {
                continue;
            }
            for (size_t place = offsets[a]; place < offsets[a + 1]; place++) {
                listed += indices[place] == b;
            }
            CHECK(listed == 1);
            all++;
        }
    }
    CHECK(all > 1000 && offsets[COUNT] >= all);
    OK(jst_neighbors_update(neighbors, &points, NULL, &rebuilt));
    CHECK(rebuilt == 0);
    OK(jst_neighbors_destroy(neighbors));
}

int main(void)
{
    uint32_t state = 11;
    for (int at = 0; at < COUNT; at++) {
        radii[at] = 0.1f + 0.4f * random_number(&state);
        for (int axis = 0; axis < 3; axis++) {
            centers[at][axis] = 10.0f * random_number(&state);
            mins[at][axis] = centers[at][axis] - radii[at];
            maxs[at][axis] = centers[at][axis] + radii[at];
        }
    }
    for (int at = 0; at < QUESTIONS; at++) {
        ends[at] = 20.0f * random_number(&state);
        for (int axis = 0; axis < 3; axis++) {
            origins[at][axis] = 12.0f * random_number(&state) - 1.0f;
            directions[at][axis] = random_number(&state) - 0.5f;
        }
    }
    jst_pool_def def;
    JST_INIT(&def);
    def.threads = 2;
    jst_pool pool;
    OK(jst_pool_create(&def, &pool));
    check_tree(NULL);
    check_tree(pool);
    check_neighbors(pool, JST_LIST_FULL);
    check_neighbors(NULL, JST_LIST_HALF);
    OK(jst_pool_destroy(pool));
    return 0;
}
