/* Lists of pairs, meshes, drawings, and what the library says of itself. */

#include "check.h"

enum { COUNT = 120 };

static float centers[COUNT][3], radii[COUNT], ways[COUNT][3];
static jst_pair pairs[COUNT * (COUNT - 1) / 2];

static double gap(jst_pair pair)
{
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double x = (double)centers[pair.a][axis] - centers[pair.b][axis];
        sum += x * x;
    }
    return sqrt(sum) - radii[pair.a] - radii[pair.b];
}

static void check_narrow(void)
{
    uint32_t state = 3;
    size_t count = 0;
    for (uint32_t at = 0; at < COUNT; at++) {
        radii[at] = 0.2f + random_number(&state);
        for (int axis = 0; axis < 3; axis++) {
            centers[at][axis] = 8.0f * random_number(&state);
            ways[at][axis] = 4.0f * random_number(&state) - 2.0f;
        }
        for (uint32_t other = 0; other < at; other++) {
            pairs[count].a = at;
            pairs[count++].b = other;
        }
    }
    jst_shapes shapes;
    JST_INIT(&shapes);
    shapes.ball_count = COUNT;
    jst_vectors places = JST_RECORDS_3(&centers[0][0], sizeof *centers, JST_F32);
    jst_vectors by = JST_RECORDS_3(&ways[0][0], sizeof *ways, JST_F32);
    shapes.ball_center = places;
    shapes.ball_radius.data = radii;
    jst_narrow_def def;
    JST_INIT(&def);
    def.dimensions = 3;
    jst_narrow narrow;
    OK(jst_narrow_create(&def, &narrow));
    const uint8_t *touching;
    OK(jst_narrow_overlaps(narrow, &shapes, pairs, count, &touching));
    size_t touches = 0, meets = 0;
    for (size_t at = 0; at < count; at++) {
        CHECK(touching[at] == (gap(pairs[at]) <= 0.0) || fabs(gap(pairs[at])) < 1e-6);
        touches += touching[at];
    }
    CHECK(touches > 100 && touches < count / 2);
    const jst_separation *separations;
    OK(jst_narrow_separations(narrow, &shapes, pairs, count, &separations));
    for (size_t at = 0; at < count; at++) {
        CHECK(fabs(separations[at].distance - gap(pairs[at])) < 1e-5);
    }
    const jst_contact_3 *contacts;
    const jst_point_3 *points;
    const jst_contact_2 *flat_contacts;
    const jst_point_2 *flat_points;
    size_t contact_count, point_count;
    OK(jst_narrow_contacts_3(narrow, &shapes, pairs, count, &contacts, &contact_count, &points,
                             &point_count));
    CHECK(contact_count == touches && point_count == touches);
    CHECK(jst_narrow_contacts_2(narrow, &shapes, pairs, count, &flat_contacts, &contact_count,
                                &flat_points, &point_count) == JST_ERROR_ARGUMENT);
    const jst_impact *impacts;
    OK(jst_narrow_impacts(narrow, &shapes, &by, NULL, 1.0f, pairs, count, &impacts));
    for (size_t at = 0; at < count; at++) {
        CHECK((impacts[at].state == JST_HIT_AT_THE_START) == (touching[at] != 0));
        CHECK((impacts[at].state == JST_HIT_NONE) == (impacts[at].time > 1.0f));
        if (impacts[at].state == JST_HIT_ON_THE_WAY) {
            /* There they touch. */
            double sum = 0.0;
            for (int axis = 0; axis < 3; axis++) {
                double t = impacts[at].time;
                double a = centers[pairs[at].a][axis] + t * ways[pairs[at].a][axis];
                double b = centers[pairs[at].b][axis] + t * ways[pairs[at].b][axis];
                sum += (a - b) * (a - b);
            }
            CHECK(fabs(sqrt(sum) - radii[pairs[at].a] - radii[pairs[at].b]) < 1e-4);
            meets++;
        }
    }
    CHECK(meets > 100);
    jst_pair wrong = {0, COUNT};
    CHECK(jst_narrow_overlaps(narrow, &shapes, &wrong, 1, &touching) == JST_ERROR_ARGUMENT);
    OK(jst_narrow_destroy(narrow));

    jst_shape a, b;
    JST_INIT(&a);
    JST_INIT(&b);
    a.kind = b.kind = JST_SHAPE_BOX;
    for (int axis = 0; axis < 3; axis++) {
        a.half[axis] = b.half[axis] = 0.5f;
        b.center[axis] = axis < 2 ? 2.0f : 0.0f;
    }
    jst_closest closest;
    JST_INIT(&closest);
    OK(jst_shape_distance(3, &a, &b, &closest));
    CHECK(fabs(closest.distance - sqrt(2.0)) < 1e-6 && closest.on_a[0] == 0.5f);
    CHECK(jst_shape_distance(4, &a, &b, &closest) == JST_ERROR_ARGUMENT);
}

/* Two cubes whose corners are in each other, one of them turned by a quarter. */
static void check_meshes(void)
{
    float corners[8][3];
    uint32_t faces[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                             {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 3, 7}, {1, 7, 5}};
    for (int corner = 0; corner < 8; corner++) {
        for (int axis = 0; axis < 3; axis++) {
            corners[corner][axis] = (corner >> axis & 1) ? 1.0f : -1.0f;
        }
    }
    jst_vectors vertices = JST_RECORDS_3(&corners[0][0], sizeof *corners, JST_F32);
    jst_mesh_tree mesh, other;
    OK(jst_mesh_tree_create(&vertices, 8, faces[0], 12, NULL, &mesh));
    OK(jst_mesh_tree_create(&vertices, 8, faces[0], 12, NULL, &other));
    jst_pose pose;
    JST_INIT(&pose);
    pose.translation[0] = pose.translation[1] = pose.translation[2] = 1.5f;
    const jst_pair *found;
    uint64_t count, again;
    OK(jst_mesh_tree_pairs(mesh, NULL, other, &pose, &found, &count));
    CHECK(count > 3 && count < 100);
    OK(jst_mesh_tree_pairs(mesh, NULL, mesh, &pose, &found, &again));
    CHECK(again == count);
    pose.rotation[2] = pose.rotation[3] = (float)sqrt(0.5);
    pose.translation[0] = 2.5f;
    OK(jst_mesh_tree_pairs(mesh, NULL, other, &pose, &found, &count));
    CHECK(count == 0);
    jst_shape ball;
    JST_INIT(&ball);
    ball.radius = 0.25f;
    ball.center[2] = 1.125f;
    const uint32_t *triangles;
    size_t touched;
    OK(jst_mesh_tree_overlapping(mesh, NULL, &ball, &triangles, &touched));
    CHECK(touched == 2 && triangles[0] == 2 && triangles[1] == 3);
    float origin[3] = {0.25f, 0.5f, 9.0f}, direction[3] = {0.0f, 0.0f, -2.0f};
    jst_rays rays;
    JST_INIT(&rays);
    rays.count = 1;
    jst_vectors from = JST_RECORDS_3(origin, sizeof origin, JST_F32);
    jst_vectors to = JST_RECORDS_3(direction, sizeof direction, JST_F32);
    rays.origin = from;
    rays.direction = to;
    const jst_mesh_hit *hits;
    OK(jst_mesh_tree_closest_hits(mesh, NULL, &rays, &hits, &touched));
    CHECK(touched == 1 && hits[0].triangle == 3 && hits[0].t == 4.0f);
    faces[1][1] = 8;
    jst_mesh_tree none;
    CHECK(jst_mesh_tree_create(&vertices, 8, faces[0], 12, NULL, &none) == JST_ERROR_ARGUMENT);
    OK(jst_mesh_tree_destroy(other));
    CHECK(jst_mesh_tree_pairs(mesh, NULL, other, NULL, &found, &count) == JST_ERROR_OBJECT);
    OK(jst_mesh_tree_destroy(mesh));
}

static void count_drawn(void *user, const float *a, const float *b, const jst_draw_style *style)
{
    CHECK(a[0] <= b[0] && style->element >= JST_DRAW_NODE && style->element <= JST_DRAW_INTERVAL);
    CHECK(style->color[3] > 0);
    ++*(int *)user;
}

static void check_drawing(void)
{
    jst_broad_phase_def def;
    JST_INIT(&def);
    def.dimensions = 3;
    def.kind = JST_BROAD_PHASE_BVH;
    jst_broad_phase broad_phase;
    OK(jst_broad_phase_create(&def, &broad_phase));
    jst_bounds bounds;
    JST_INIT(&bounds);
    bounds.count = COUNT;
    jst_vectors places = JST_RECORDS_3(&centers[0][0], sizeof *centers, JST_F32);
    bounds.center = places;
    bounds.radius.data = radii;
    uint64_t count;
    OK(jst_broad_phase_count(broad_phase, &bounds, NULL, &count));
    int drawn = 0;
    jst_draw draw;
    JST_INIT(&draw);
    OK(jst_broad_phase_draw(broad_phase, &draw));
    draw.line = draw.aabb = count_drawn;
    draw.user = &drawn;
    OK(jst_broad_phase_draw(broad_phase, &draw));
    CHECK(drawn > COUNT / 16 && drawn < 2 * COUNT);
    OK(jst_broad_phase_destroy(broad_phase));
}

static void note(void *user, jst_status status, const char *text)
{
    CHECK(status == JST_ERROR_OBJECT && strstr(text, "jst_narrow") != NULL);
    ++*(int *)user;
}

static void *refuse(void *user, size_t bytes, size_t alignment)
{
    (void)user, (void)bytes, (void)alignment;
    return NULL;
}

static void release_nothing(void *user, void *memory, size_t bytes, size_t alignment)
{
    (void)user, (void)memory, (void)bytes, (void)alignment;
}

static void check_library(void)
{
    CHECK(jst_version() == JST_VERSION);
    const char *level = jst_level_name();
    CHECK(strcmp(level, "avx512") == 0 || strcmp(level, "avx2") == 0 ||
          strcmp(level, "portable") == 0 || strcmp(level, "neon") == 0);
    int heard = 0;
    OK(jst_set_log(note, &heard));
    CHECK(jst_narrow_destroy(NULL) == JST_ERROR_OBJECT && heard == 1);
    OK(jst_set_log(NULL, NULL));
    CHECK(jst_narrow_destroy(NULL) == JST_ERROR_OBJECT && heard == 1);
    /* Too late, as memory is in use. */
    CHECK(jst_set_allocator(refuse, release_nothing, NULL) == JST_ERROR_ARGUMENT);
    CHECK(jst_set_allocator(NULL, release_nothing, NULL) == JST_ERROR_NULL);
}

int main(void)
{
    check_narrow();
    check_meshes();
    check_drawing();
    check_library();
    return 0;
}
