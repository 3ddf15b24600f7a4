/* Steps of balls in doubles are those of a double loop, with events that follow from one another;
 * other kinds, sensors, and what passes through others from one step to the next. */

#include "check.h"

enum { COUNT = 600, STEPS = 20 };

typedef struct {
    double x, y, radius;
    double speed[2];
} person;

static person people[COUNT];
static uint8_t touched[2][COUNT][COUNT];

static int touch(const person *a, const person *b)
{
    /* Numbers of which the engine sees all digits. */
    double x = a->x - b->x, y = a->y - b->y, reach = a->radius + b->radius;
    return x * x + y * y <= reach * reach;
}

static void check_crowd(jst_broad_phase_kind kind, jst_pool pool)
{
    jst_pipeline_def def;
    JST_INIT(&def);
    def.dimensions = 2;
    def.broad_phase = kind;
    def.pool = pool;
    jst_pipeline pipeline;
    OK(jst_pipeline_create(&def, &pipeline));
    uint32_t state = 7;
    for (int at = 0; at < COUNT; at++) {
        people[at].x = digits(20.0 * random_number(&state));
        people[at].y = digits(20.0 * random_number(&state));
        people[at].radius = 0.25 + digits(0.25 * random_number(&state));
        people[at].speed[0] = digits(random_number(&state) - 0.5f);
        people[at].speed[1] = digits(random_number(&state) - 0.5f);
    }
    memset(touched, 0, sizeof touched);
    jst_shapes shapes;
    JST_INIT(&shapes);
    shapes.ball_count = COUNT;
    shapes.ball_center.axis[0] = &people[0].x;
    shapes.ball_center.axis[1] = &people[0].y;
    shapes.ball_center.stride = shapes.ball_radius.stride = sizeof *people;
    shapes.ball_center.format = shapes.ball_radius.format = JST_F64;
    shapes.ball_radius.data = &people[0].radius;
    jst_step step;
    JST_INIT(&step);
    step.shapes = &shapes;
    size_t all_begun = 0, all_ended = 0, all_contacts = 0;
    for (int at = 0; at < STEPS; at++) {
        uint8_t(*now)[COUNT] = touched[at % 2], (*before)[COUNT] = touched[(at + 1) % 2];
        size_t expected = 0;
        for (int a = 0; a < COUNT; a++) {
            for (int b = a + 1; b < COUNT; b++) {
                now[a][b] = (uint8_t)touch(&people[a], &people[b]);
                expected += now[a][b];
            }
        }
        OK(jst_pipeline_step(pipeline, &step));
        const jst_contact_2 *contacts;
        const jst_point_2 *points;
        size_t contact_count, point_count;
        OK(jst_pipeline_contacts_2(pipeline, &contacts, &contact_count, &points, &point_count));
        CHECK(contact_count == expected && point_count == expected);
        for (size_t place = 0; place < contact_count; place++) {
            const jst_contact_2 *contact = &contacts[place];
            const person *a = &people[contact->a], *b = &people[contact->b];
            CHECK(now[contact->a][contact->b] && contact->points == 1);
            CHECK(contact->first_point == place);
            double x = b->x - a->x, y = b->y - a->y, length = sqrt(x * x + y * y);
            CHECK(fabs(length - a->radius - b->radius - contact->distance) < 1e-5);
            CHECK(fabs(contact->normal[0] * length - x) < 1e-4);
            CHECK(fabs(contact->normal[1] * length - y) < 1e-4);
            CHECK(fabs(points[place].on_a[0] - contact->normal[0] * a->radius) < 1e-5);
        }
        const jst_pair *pairs;
        uint64_t pair_count;
        OK(jst_pipeline_touching(pipeline, &pairs, &pair_count));
        CHECK(pair_count == expected);
        const uint64_t *begun;
        const jst_pair *ended;
        size_t begun_count, ended_count;
        OK(jst_pipeline_events(pipeline, &begun, &begun_count, &ended, &ended_count));
        for (size_t place = 0; place < begun_count; place++) {
            jst_pair pair = pairs[begun[place]];
            CHECK(now[pair.a][pair.b] && !before[pair.a][pair.b]);
        }
        for (size_t place = 0; place < ended_count; place++) {
            CHECK(!now[ended[place].a][ended[place].b] && before[ended[place].a][ended[place].b]);
        }
        size_t begins = 0, ends = 0;
        for (int a = 0; a < COUNT; a++) {
            for (int b = a + 1; b < COUNT; b++) {
                begins += now[a][b] && !before[a][b];
                ends += !now[a][b] && before[a][b];
            }
        }
        CHECK(begun_count == begins && ended_count == ends);
        all_begun += begins;
        all_ended += ends;
        all_contacts += expected;
        for (int person = 0; person < COUNT; person++) {
            people[person].x += people[person].speed[0];
            people[person].y += people[person].speed[1];
        }
    }
    CHECK(all_begun > 1000 && all_ended > 1000 && all_contacts > 5000);
    OK(jst_pipeline_destroy(pipeline));
}

/* A box that is turned, a capsule, a floor and a ball in 3D. */
static void check_kinds(void)
{
    jst_pipeline_def def;
    JST_INIT(&def);
    def.dimensions = 3;
    jst_pipeline pipeline;
    OK(jst_pipeline_create(&def, &pipeline));
    static const float ball[4] = {0.0f, 0.5f, 0.0f, 1.0f}; /* below the floor by a half */
    static const float box[10] = {5, 1, 0, 1, 1, 1, 0, 0, 0.70710678f, 0.70710678f};
    static const float capsule[7] = {7, 1, 0, 0, 0.5f, 0, 1.25f}; /* into the box by a quarter */
    static const float floor_point[3] = {0, 0, 0}, floor_normal[3] = {0, 1, 0};
    jst_shapes shapes;
    JST_INIT(&shapes);
    shapes.ball_count = shapes.box_count = shapes.capsule_count = shapes.half_space_count = 1;
    for (int axis = 0; axis < 3; axis++) {
        shapes.ball_center.axis[axis] = ball + axis;
        shapes.box_center.axis[axis] = box + axis;
        shapes.box_half.axis[axis] = box + 3 + axis;
        shapes.capsule_center.axis[axis] = capsule + axis;
        shapes.capsule_axis.axis[axis] = capsule + 3 + axis;
        shapes.half_space_point.axis[axis] = floor_point + axis;
        shapes.half_space_normal.axis[axis] = floor_normal + axis;
    }
    for (int number = 0; number < 4; number++) {
        shapes.box_rotation.axis[number] = box + 6 + number;
    }
    shapes.ball_radius.data = ball + 3;
    shapes.capsule_radius.data = capsule + 6;
    jst_step step;
    JST_INIT(&step);
    step.shapes = &shapes;
    uint8_t is_sensor[4] = {0, 0, 0, 0};
    step.is_sensor = is_sensor;
    OK(jst_pipeline_step(pipeline, &step));
    const jst_contact_3 *contacts;
    const jst_point_3 *points;
    size_t contact_count, point_count;
    OK(jst_pipeline_contacts_3(pipeline, &contacts, &contact_count, &points, &point_count));
    /* Ball and floor; box and capsule; box and floor; capsule and floor. */
    CHECK(contact_count == 4);
    CHECK(contacts[0].a == 0 && contacts[0].b == 3 && fabs(contacts[0].distance + 0.5) < 1e-6);
    CHECK(contacts[1].a == 1 && contacts[1].b == 2 && fabs(contacts[1].distance + 0.25) < 1e-5);
    CHECK(contacts[2].a == 1 && contacts[2].b == 3 && contacts[2].points == 4);
    CHECK(contacts[3].a == 2 && contacts[3].b == 3);
    const jst_contact_2 *flat;
    const jst_point_2 *flat_points;
    CHECK(jst_pipeline_contacts_2(pipeline, &flat, &contact_count, &flat_points, &point_count) ==
          JST_ERROR_ARGUMENT);

    /* A sensor has no contacts. */
    is_sensor[2] = 1;
    OK(jst_pipeline_step(pipeline, &step));
    OK(jst_pipeline_contacts_3(pipeline, &contacts, &contact_count, &points, &point_count));
    const jst_pair *sensed;
    uint64_t sensed_count;
    OK(jst_pipeline_sensor_overlaps(pipeline, &sensed, &sensed_count));
    CHECK(contact_count == 2 && sensed_count == 2);
    CHECK(sensed[0].a == 1 && sensed[0].b == 2 && sensed[1].a == 2 && sensed[1].b == 3);

    /* More than it may be. */
    OK(jst_pipeline_destroy(pipeline));
    def.most_shapes = 3;
    OK(jst_pipeline_create(&def, &pipeline));
    CHECK(jst_pipeline_step(pipeline, &step) == JST_ERROR_LIMIT);
    OK(jst_pipeline_destroy(pipeline));
}

int main(void)
{
    jst_pool_def def;
    JST_INIT(&def);
    def.threads = 2;
    jst_pool pool;
    OK(jst_pool_create(&def, &pool));
    for (int32_t kind = JST_BROAD_PHASE_AUTO; kind <= JST_BROAD_PHASE_BRUTE_FORCE; kind++) {
        check_crowd(kind, kind % 2 ? pool : NULL);
    }
    OK(jst_pool_destroy(pool));
    check_kinds();
    return 0;
}
