/* Worlds: shapes of all kinds come, go and move, and what is found is what a loop finds, and what a
 * world finds that was made of the bytes of this one. */

#include "check.h"

enum { COUNT = 500, STEPS = 12 };

static jst_handle handles[COUNT];
static double centers[COUNT][3];
static float radii[COUNT];
static int is_there[COUNT];

static jst_shape shape_of_kind(jst_shape_kind kind)
{
    jst_shape shape;
    JST_INIT(&shape);
    shape.kind = kind;
    return shape;
}

static jst_world world_of(uint32_t dimensions, jst_pool pool)
{
    jst_pipeline_def def;
    JST_INIT(&def);
    def.dimensions = dimensions;
    def.pool = pool;
    jst_world world;
    OK(jst_world_create(&def, &world));
    return world;
}

static int touch(int a, int b)
{
    double sum = 0.0, reach = (double)radii[a] + radii[b];
    for (int axis = 0; axis < 3; axis++) {
        sum += (centers[a][axis] - centers[b][axis]) * (centers[a][axis] - centers[b][axis]);
    }
    return is_there[a] && is_there[b] && sum <= reach * reach;
}

static uint8_t touched[2][COUNT][COUNT];

/* Balls that move, come and go, against a double loop. */
static void check_balls(jst_pool pool)
{
    jst_world world = world_of(3, pool);
    uint32_t state = 11;
    jst_shape balls[COUNT];
    for (int at = 0; at < COUNT; at++) {
        balls[at] = shape_of_kind(JST_SHAPE_BALL);
        for (int axis = 0; axis < 3; axis++) {
            centers[at][axis] = digits(12.0 * random_number(&state));
            balls[at].center[axis] = (float)centers[at][axis];
        }
        balls[at].radius = radii[at] = (float)digits(0.25 + random_number(&state));
        is_there[at] = 1;
    }
    OK(jst_world_insert(world, balls, COUNT, NULL, handles));
    memset(touched, 0, sizeof touched);
    size_t begins = 0, ends = 0, met = 0;
    for (int step = 0; step < STEPS; step++) {
        uint8_t(*now)[COUNT] = touched[step % 2], (*before)[COUNT] = touched[(step + 1) % 2];
        OK(jst_world_step(world));
        const jst_handle *by_index;
        size_t count;
        OK(jst_world_handles(world, &by_index, &count));
        int *numbers = (int *)malloc(count * sizeof *numbers);
        CHECK(numbers != NULL);
        for (size_t index = 0; index < count; index++) {
            numbers[index] = number_of(by_index[index], handles, COUNT);
            CHECK(numbers[index] >= 0 && is_there[numbers[index]]);
        }
        memset(now, 0, sizeof touched[0]);
        size_t expected = 0;
        for (int a = 0; a < COUNT; a++) {
            for (int b = a + 1; b < COUNT; b++) {
                now[a][b] = now[b][a] = (uint8_t)touch(a, b);
                expected += now[a][b];
            }
        }
        const jst_contact_3 *contacts;
        const jst_point_3 *points;
        size_t contact_count, point_count;
        OK(jst_world_contacts_3(world, &contacts, &contact_count, &points, &point_count));
        CHECK(contact_count == expected);
        for (size_t place = 0; place < contact_count; place++) {
            CHECK(now[numbers[contacts[place].a]][numbers[contacts[place].b]]);
        }
        met += contact_count;
        const jst_handle_pair *begun, *ended;
        size_t begun_count, ended_count;
        OK(jst_world_events(world, JST_PAIRS_TOUCHING, &begun, &begun_count, &ended,
                            &ended_count));
        for (size_t place = 0; place < begun_count; place++) {
            int a = number_of(begun[place].a, handles, COUNT);
            int b = number_of(begun[place].b, handles, COUNT);
            CHECK(a >= 0 && b >= 0 && now[a][b] && !before[a][b]);
        }
        for (size_t place = 0; place < ended_count; place++) {
            int a = number_of(ended[place].a, handles, COUNT);
            int b = number_of(ended[place].b, handles, COUNT);
            CHECK(a >= 0 && b >= 0 && !now[a][b] && before[a][b]);
        }
        for (int a = 0; a < COUNT; a++) {
            for (int b = a + 1; b < COUNT; b++) {
                begins += now[a][b] && !before[a][b];
                ends += !now[a][b] && before[a][b];
                begun_count -= now[a][b] && !before[a][b];
                ended_count -= !now[a][b] && before[a][b];
            }
        }
        CHECK(begun_count == 0 && ended_count == 0);
        free(numbers);
        jst_stats stats;
        JST_INIT(&stats);
        OK(jst_world_stats(world, &stats));
        CHECK(stats.contacts == contact_count && stats.shapes == count);

        /* Some go, and all others move. */
        jst_handle moved[COUNT];
        double places[COUNT][3];
        size_t moves = 0;
        for (int at = 0; at < COUNT; at++) {
            if (is_there[at] && random_number(&state) < 0.05f) {
                OK(jst_world_remove(world, &handles[at], 1));
                is_there[at] = 0;
                jst_shape gone = shape_of_kind(0);
                CHECK(jst_world_get(world, handles[at], &gone) == JST_ERROR_HANDLE);
            }
            if (!is_there[at]) {
                continue;
            }
            for (int axis = 0; axis < 3; axis++) {
                centers[at][axis] += digits(0.5 * random_number(&state) - 0.25);
                places[moves][axis] = centers[at][axis];
            }
            moved[moves++] = handles[at];
        }
        jst_vectors to = {{places[0], places[0] + 1, places[0] + 2, NULL},
                          sizeof places[0],
                          JST_F64};
        OK(jst_world_set_centers(world, moved, &to, moves));
    }
    CHECK(begins > 500 && ends > 500 && met > 3000);
    OK(jst_world_destroy(world));
}

/* One shape of each kind, as it is written and read. */
static void check_kinds(void)
{
    jst_world world = world_of(3, NULL);
    float corners[8][3];
    for (int corner = 0; corner < 8; corner++) {
        for (int axis = 0; axis < 3; axis++) {
            corners[corner][axis] = (corner >> axis & 1) ? 1.0f : -1.0f;
        }
    }
    jst_vectors points = JST_RECORDS_3(&corners[0][0], sizeof corners[0], JST_F32);
    jst_geometry hull, mesh, field, line, many;
    OK(jst_hull_create(&points, 8, &hull));
    uint32_t triangles[2][3] = {{0, 1, 2}, {1, 3, 2}};
    OK(jst_mesh_create(&points, 8, triangles[0], 2, &mesh));
    float heights[6] = {0, 0, 1, 0, 0, 1}, spacing[2] = {1, 1};
    OK(jst_height_field_create(heights, 2, 3, spacing, &field));
    OK(jst_polyline_create(3, &points, 8, 1, 0.125f, &line));
    jst_shape inside[2] = {shape_of_kind(JST_SHAPE_BALL), shape_of_kind(JST_SHAPE_HULL)};
    inside[0].radius = 0.5f;
    inside[1].geometry = hull;
    OK(jst_compound_create(3, inside, 2, &many));

    enum { KINDS = 12 };
    jst_shape shapes[KINDS];
    static const jst_shape_kind kinds[KINDS] = {
        JST_SHAPE_BALL,      JST_SHAPE_BOX,       JST_SHAPE_CAPSULE,   JST_SHAPE_TRIANGLE,
        JST_SHAPE_SOLID,     JST_SHAPE_HULL,      JST_SHAPE_HALF_SPACE, JST_SHAPE_COMPOSITE,
        JST_SHAPE_COMPOSITE, JST_SHAPE_COMPOSITE, JST_SHAPE_COMPOSITE, JST_SHAPE_BOX,
    };
    const jst_geometry geometries[4] = {mesh, field, line, many};
    for (int at = 0; at < KINDS; at++) {
        shapes[at] = shape_of_kind(kinds[at]);
        jst_shape *shape = &shapes[at];
        shape->center[0] = 10.0f * (float)at;
        switch (kinds[at]) {
        case JST_SHAPE_BALL:
            shape->radius = 1.0f;
            break;
        case JST_SHAPE_BOX:
            shape->half[0] = shape->half[1] = shape->half[2] = 0.5f;
            shape->rotation[at == 1 ? 0 : 3] = 1.0f;
            break;
        case JST_SHAPE_CAPSULE:
            shape->axis[1] = 2.0f;
            shape->radius = 0.25f;
            break;
        case JST_SHAPE_TRIANGLE:
            shape->vertex_count = 3;
            shape->vertices[0] = shape->vertices[3] = 30.0f;
            shape->vertices[6] = 31.0f;
            shape->vertices[4] = 1.0f;
            break;
        case JST_SHAPE_SOLID:
            shape->half[1] = 1.0f;
            shape->lids[0] = 1.0f;
            shape->rotation[3] = 1.0f;
            break;
        case JST_SHAPE_HULL:
            shape->geometry = hull;
            shape->radius = 0.125f;
            shape->rotation[3] = 1.0f;
            break;
        case JST_SHAPE_HALF_SPACE:
            shape->center[1] = -100.0f;
            shape->axis[1] = 1.0f;
            break;
        default:
            shape->geometry = geometries[at - 7];
            shape->rotation[3] = 1.0f;
        }
    }
    jst_handle made[KINDS];
    OK(jst_world_insert(world, shapes, KINDS, NULL, made));
    OK(jst_geometry_destroy(hull));
    CHECK(jst_geometry_destroy(hull) == JST_ERROR_OBJECT);
    CHECK(jst_world_insert(world, &shapes[5], 1, NULL, made) == JST_ERROR_OBJECT);
    for (int at = 0; at < KINDS; at++) {
        jst_shape found = shape_of_kind(-1), expected = shapes[at];
        OK(jst_world_get(world, made[at], &found));
        if (expected.kind == JST_SHAPE_TRIANGLE) {
            expected.center[0] = 30.0f;
        }
        size_t told = offsetof(jst_shape, vertices) + sizeof found.vertices;
        CHECK(memcmp(&found, &expected, told) == 0 && found.geometry == NULL);
        /* As it was read it is written: what it shares it keeps. */
        found.center[2] = 1.0f;
        OK(jst_world_set(world, &made[at], &found, 1));
        OK(jst_world_get(world, made[at], &expected));
        CHECK(expected.center[2] == (expected.kind == JST_SHAPE_TRIANGLE ? 0.0f : 1.0f));
    }
    /* What another kind shares cannot be kept. */
    jst_shape composite = shape_of_kind(JST_SHAPE_COMPOSITE);
    CHECK(jst_world_set(world, &made[0], &composite, 1) == JST_ERROR_ARGUMENT);
    OK(jst_world_step(world));

    /* Both parts of the compound touch a ball that comes near, and say why. */
    jst_shape near = shapes[0];
    near.center[0] = shapes[10].center[0];
    near.center[2] = 2.5f;
    near.radius = 1.25f;
    OK(jst_world_teleport(world, &made[0], &near, 1));
    OK(jst_world_step(world));
    const jst_contact_3 *contacts;
    const jst_point_3 *contact_points;
    size_t count, point_count;
    OK(jst_world_contacts_3(world, &contacts, &count, &contact_points, &point_count));
    CHECK(count == 2 && contacts[0].parts[1] == 0 && contacts[1].parts[1] == 1);
    CHECK(contacts[0].distance == -0.25f && contacts[1].distance == -0.75f);
    const char *text;
    OK(jst_world_explain(world, made[0], made[10], &text));
    CHECK(strstr(text, "touch") != NULL);
    CHECK(jst_world_explain(world, made[0], made[0], &text) == JST_ERROR_ARGUMENT);

    /* A polygon is one of two dimensions. */
    jst_shape polygon = shape_of_kind(JST_SHAPE_POLYGON), triangle = shapes[3];
    polygon.vertex_count = 3;
    polygon.vertices[2] = polygon.vertices[5] = 1.0f;
    CHECK(jst_world_insert(world, &polygon, 1, NULL, made) == JST_ERROR_ARGUMENT);
    jst_world flat = world_of(2, NULL);
    OK(jst_world_insert(flat, &polygon, 1, NULL, made));
    jst_shape found = shape_of_kind(0);
    OK(jst_world_get(flat, made[0], &found));
    CHECK(found.vertex_count == 3 && memcmp(found.vertices, polygon.vertices, 24) == 0);
    CHECK(found.rotation[0] == 1.0f);
    CHECK(jst_world_insert(flat, &triangle, 1, NULL, made) == JST_ERROR_ARGUMENT);
    polygon.vertex_count = 17;
    CHECK(jst_world_insert(flat, &polygon, 1, NULL, made) == JST_ERROR_ARGUMENT);
    /* All of them, or none. */
    jst_shape two[2] = {found, found};
    two[1].vertex_count = 2;
    CHECK(jst_world_insert(flat, two, 2, NULL, made) == JST_ERROR_ARGUMENT);
    size_t shape_count;
    OK(jst_world_count(flat, &shape_count));
    CHECK(shape_count == 1);
    OK(jst_world_destroy(flat));
    OK(jst_world_destroy(world));
    OK(jst_geometry_destroy(mesh));
    OK(jst_geometry_destroy(field));
    OK(jst_geometry_destroy(line));
    OK(jst_geometry_destroy(many));
}

static int32_t wants_others(void *user, jst_handle a, jst_handle b, uint64_t of_a, uint64_t of_b)
{
    return *(const int *)user && a != b && of_a != of_b;
}

/* Attributes, sensors, what is fast, what sleeps, and a world out of bytes. */
static void check_attributes(void)
{
    jst_world world = world_of(2, NULL);
    jst_attributes attributes;
    JST_INIT(&attributes);
    OK(jst_attributes_default(&attributes));
    CHECK(attributes.mask == UINT32_MAX && attributes.category == UINT32_MAX);
    attributes.user = 7;
    jst_shape balls[3] = {shape_of_kind(JST_SHAPE_BALL), shape_of_kind(JST_SHAPE_BALL),
                          shape_of_kind(JST_SHAPE_BALL)};
    for (int at = 0; at < 3; at++) {
        balls[at].radius = 1.0f;
        balls[at].center[0] = (float)at;
    }
    jst_handle made[3];
    OK(jst_world_insert(world, balls, 3, &attributes, made));
    attributes.user = 8;
    OK(jst_world_set_attributes(world, &made[2], 1, &attributes));
    OK(jst_world_get_attributes(world, made[2], &attributes));
    CHECK(attributes.user == 8 && attributes.mobility == JST_MOBILITY_MOVING);
    int yes = 1;
    OK(jst_world_step_where(world, wants_others, &yes));
    const jst_pair *pairs;
    uint64_t pair_count;
    OK(jst_world_pairs(world, JST_PAIRS_TOUCHING, &pairs, &pair_count));
    CHECK(pair_count == 2 && pairs[0].a == 0 && pairs[0].b == 2 && pairs[1].a == 1);
    CHECK(jst_world_step_where(world, NULL, NULL) == JST_ERROR_NULL);
    OK(jst_world_exclude_pair(world, made[0], made[1], 1));
    OK(jst_world_step(world));
    OK(jst_world_pairs(world, JST_PAIRS_TOUCHING, &pairs, &pair_count));
    CHECK(pair_count == 2);
    OK(jst_world_exclude_pair(world, made[0], made[1], 0));

    /* The last one senses; then it is fast, and passes the others by. */
    attributes.is_sensor = 1;
    OK(jst_world_set_attributes(world, &made[2], 1, &attributes));
    OK(jst_world_step(world));
    OK(jst_world_pairs(world, JST_PAIRS_SENSORS, &pairs, &pair_count));
    CHECK(pair_count == 2);
    OK(jst_world_pairs(world, JST_PAIRS_TOUCHING, &pairs, &pair_count));
    CHECK(pair_count == 1);
    CHECK(jst_world_pairs(world, JST_PAIRS_FAST, &pairs, &pair_count) == JST_ERROR_ARGUMENT);
    attributes.is_sensor = 0;
    attributes.is_fast = 1;
    balls[2].center[0] = 100.0f;
    OK(jst_world_set_attributes(world, &made[2], 1, &attributes));
    OK(jst_world_teleport(world, &made[2], &balls[2], 1));
    OK(jst_world_step(world));
    balls[2].center[0] = -100.0f;
    OK(jst_world_set(world, &made[2], &balls[2], 1));
    OK(jst_world_step(world));
    const jst_fast_hit *hits;
    size_t count;
    OK(jst_world_fast_hits(world, &hits, &count));
    CHECK(count == 2 && hits[0].a == 0 && hits[0].b == 2 && hits[1].t > 0.48f);
    CHECK(hits[1].t < hits[0].t && hits[1].normal[0] == 1.0f);
    const jst_handle_pair *begun, *ended;
    size_t begun_count, ended_count;
    OK(jst_world_events(world, JST_PAIRS_FAST, &begun, &begun_count, &ended, &ended_count));
    CHECK(begun_count == 2 && ended_count == 0 && begun[0].b == made[2]);
    CHECK(jst_world_events(world, JST_PAIRS_BOUNDS, &begun, &begun_count, &ended, &ended_count) ==
          JST_ERROR_ARGUMENT);
    OK(jst_world_set_mobility(world, made, 2, JST_MOBILITY_SLEEPING));
    OK(jst_world_step(world));
    OK(jst_world_pairs(world, JST_PAIRS_ASLEEP, &pairs, &pair_count));
    CHECK(pair_count == 1);

    const uint8_t *bytes;
    OK(jst_world_save(world, &bytes, &count));
    jst_pipeline_def def;
    JST_INIT(&def);
    def.dimensions = 3;
    jst_world again;
    CHECK(jst_world_load(&def, bytes, count, &again) == JST_ERROR_SNAPSHOT);
    def.dimensions = 2;
    CHECK(jst_world_load(&def, bytes, count - 1, &again) == JST_ERROR_SNAPSHOT);
    OK(jst_world_load(&def, bytes, count, &again));
    jst_world both[2] = {world, again};
    uint64_t digests[2];
    for (int at = 0; at < 2; at++) {
        /* Wakes one, which still touches the other. */
        OK(jst_world_set_mobility(both[at], made, 1, JST_MOBILITY_MOVING));
        OK(jst_world_step(both[at]));
        OK(jst_world_digest(both[at], &digests[at]));
        OK(jst_world_events(both[at], JST_PAIRS_TOUCHING, &begun, &begun_count, &ended,
                            &ended_count));
        CHECK(begun_count == 0 && ended_count == 0);
        OK(jst_world_destroy(both[at]));
    }
    CHECK(digests[0] == digests[1] && digests[0] != 0);
    CHECK(jst_world_step(world) == JST_ERROR_OBJECT);
}

/* The order of arrays, and arrays in that order. */
static void check_arrays(void)
{
    jst_world world = world_of(2, NULL);
    float x[3] = {0.0f, 5.0f, 9.0f}, y[3] = {0.0f, 0.0f, 0.0f}, size[3] = {1.0f, 1.0f, 1.0f};
    jst_shapes shapes;
    JST_INIT(&shapes);
    shapes.ball_count = 2;
    shapes.ball_center.axis[0] = x;
    shapes.ball_center.axis[1] = y;
    shapes.ball_radius.data = size;
    shapes.box_count = 1;
    shapes.box_center.axis[0] = x + 2;
    shapes.box_center.axis[1] = y + 2;
    shapes.box_half.axis[0] = shapes.box_half.axis[1] = size;
    jst_handle made[3];
    CHECK(jst_world_insert_arrays(world, &shapes, NULL, made, 2) == JST_ERROR_ROOM);
    /* Nothing may be null. */
    OK(jst_world_insert(world, NULL, 0, NULL, NULL));
    OK(jst_world_remove(world, NULL, 0));
    CHECK(jst_world_insert_arrays(world, &shapes, NULL, NULL, 0) == JST_ERROR_ROOM);
    OK(jst_world_insert_arrays(world, &shapes, NULL, made, 3));
    const jst_handle *order;
    size_t count;
    OK(jst_world_order(world, &order, &count));
    CHECK(count == 3 && memcmp(order, made, sizeof made) == 0);
    x[0] = 8.0f;
    OK(jst_world_set_arrays(world, &shapes));
    OK(jst_world_step(world));
    const jst_pair *pairs;
    uint64_t pair_count;
    OK(jst_world_pairs(world, JST_PAIRS_TOUCHING, &pairs, &pair_count));
    CHECK(pair_count == 1 && pairs[0].a == 0 && pairs[0].b == 2);
    x[0] = NAN;
    OK(jst_world_set_arrays(world, &shapes));
    OK(jst_world_step(world));
    const jst_invalid *invalid;
    OK(jst_world_invalid(world, &invalid, &count));
    CHECK(count == 1 && invalid[0].index == 0 && invalid[0].reason == JST_INVALID_NOT_A_NUMBER);
    OK(jst_world_remove(world, made, 1));
    CHECK(jst_world_set_arrays(world, &shapes) == JST_ERROR_LENGTH);
    OK(jst_world_clear(world));
    OK(jst_world_count(world, &count));
    CHECK(count == 0);
    OK(jst_world_destroy(world));
}

int main(void)
{
    jst_pool_def def;
    JST_INIT(&def);
    def.threads = 3;
    jst_pool pool;
    OK(jst_pool_create(&def, &pool));
    check_balls(NULL);
    check_balls(pool);
    check_kinds();
    check_attributes();
    check_arrays();
    OK(jst_pool_destroy(pool));
    return 0;
}
