/* Pools of one and of the caller's threads, objects that two threads want at a time, callbacks that
 * call what they were called from, and what is left of a pool in a child of the process. */

#include "check.h"

#ifdef _WIN32
int main(void)
{
    return 0;
}
#else

#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>

/* For fork, which is no part of C99. */
pid_t fork(void);

enum { COUNT = 5000, WORKERS = 3 };

static float centers[COUNT][2], radii[COUNT];

static jst_pipeline_def pipeline_def(jst_pool pool)
{
    jst_pipeline_def def;
    JST_INIT(&def);
    def.dimensions = 2;
    def.pool = pool;
    return def;
}

static jst_shapes shapes(void)
{
    jst_shapes balls;
    JST_INIT(&balls);
    balls.ball_count = COUNT;
    jst_vectors places = JST_RECORDS_2(&centers[0][0], sizeof *centers, JST_F32);
    balls.ball_center = places;
    balls.ball_radius.data = radii;
    return balls;
}

static uint64_t digest_of(jst_pipeline pipeline)
{
    jst_shapes balls = shapes();
    jst_step step;
    JST_INIT(&step);
    step.shapes = &balls;
    OK(jst_pipeline_step(pipeline, &step));
    uint64_t digest;
    OK(jst_pipeline_digest(pipeline, &digest));
    return digest;
}

static void *work(void *pool)
{
    OK(jst_pool_work((jst_pool)pool));
    return NULL;
}

static int started, stopped;

static void start(void *user, uint32_t thread)
{
    CHECK(user == (void *)&started && thread < WORKERS);
    __atomic_fetch_add(&started, 1, __ATOMIC_SEQ_CST);
}

static void stop(void *user, uint32_t thread)
{
    CHECK(user == (void *)&started && thread < WORKERS);
    __atomic_fetch_add(&stopped, 1, __ATOMIC_SEQ_CST);
}

/* A pool whose threads are ours, one more than it has places for. */
static void check_external(uint64_t expected)
{
    jst_pool_def def;
    JST_INIT(&def);
    def.threads = WORKERS;
    def.external = 1;
    def.start = start;
    def.stop = stop;
    def.user = &started;
    jst_pool pool;
    OK(jst_pool_create(&def, &pool));
    pthread_t threads[WORKERS + 1];
    for (int at = 0; at <= WORKERS; at++) {
        CHECK(pthread_create(&threads[at], NULL, work, pool) == 0);
    }
    jst_pipeline_def with = pipeline_def(pool);
    jst_pipeline pipeline;
    OK(jst_pipeline_create(&with, &pipeline));
    for (int round = 0; round < 20; round++) {
        CHECK(digest_of(pipeline) == expected);
    }
    OK(jst_pool_destroy(pool));
    /* What was made with it keeps it. */
    CHECK(digest_of(pipeline) == expected);
    OK(jst_pipeline_destroy(pipeline));
    for (int at = 0; at <= WORKERS; at++) {
        CHECK(pthread_join(threads[at], NULL) == 0);
    }
    CHECK(started == WORKERS && stopped == WORKERS);
    CHECK(jst_pool_work(pool) == JST_ERROR_OBJECT);
}

/* Calls what it was called from, in every way. */
static int32_t call_again(void *user, const jst_pair *pairs, size_t count)
{
    jst_broad_phase broad_phase = (jst_broad_phase)user;
    jst_bounds bounds;
    JST_INIT(&bounds);
    uint64_t found;
    CHECK(count > 0 && pairs != NULL);
    CHECK(jst_broad_phase_count(broad_phase, &bounds, NULL, &found) == JST_ERROR_BUSY);
    CHECK(jst_broad_phase_destroy(broad_phase) == JST_ERROR_BUSY);
    return 1;
}

static int32_t odd_only(void *user, uint32_t a, uint32_t b)
{
    __atomic_fetch_add((int *)user, 1, __ATOMIC_RELAXED);
    return (a + b) % 2 == 1;
}

static void check_callbacks(void)
{
    jst_broad_phase_def def;
    JST_INIT(&def);
    def.dimensions = 2;
    jst_broad_phase broad_phase;
    OK(jst_broad_phase_create(&def, &broad_phase));
    jst_bounds bounds;
    JST_INIT(&bounds);
    bounds.count = COUNT;
    jst_vectors places = JST_RECORDS_2(&centers[0][0], sizeof *centers, JST_F32);
    bounds.center = places;
    bounds.radius.data = radii;
    CHECK(jst_broad_phase_stream(broad_phase, &bounds, NULL, call_again, broad_phase) ==
          JST_ERROR_CANCELLED);
    uint64_t count;
    OK(jst_broad_phase_count(broad_phase, &bounds, NULL, &count));
    CHECK(count > 1000);
    OK(jst_broad_phase_destroy(broad_phase));

    jst_pipeline_def with = pipeline_def(NULL);
    jst_pipeline pipeline;
    OK(jst_pipeline_create(&with, &pipeline));
    jst_shapes balls = shapes();
    jst_step step;
    JST_INIT(&step);
    step.shapes = &balls;
    OK(jst_pipeline_step(pipeline, &step));
    const jst_pair *pairs;
    uint64_t odd = 0;
    OK(jst_pipeline_touching(pipeline, &pairs, &count));
    for (uint64_t at = 0; at < count; at++) {
        odd += (pairs[at].a + pairs[at].b) % 2;
    }
    int asked = 0;
    step.wants = odd_only;
    step.user = &asked;
    OK(jst_pipeline_step(pipeline, &step));
    uint64_t wanted;
    OK(jst_pipeline_touching(pipeline, &pairs, &wanted));
    CHECK(wanted == odd && odd > 500 && odd < count && (uint64_t)asked >= count);
    OK(jst_pipeline_destroy(pipeline));
}

static jst_pipeline shared;
static int busy, done;

static void *step_often(void *user)
{
    (void)user;
    jst_shapes balls = shapes();
    jst_step step;
    JST_INIT(&step);
    step.shapes = &balls;
    for (int round = 0; round < 200; round++) {
        jst_status status = jst_pipeline_step(shared, &step);
        CHECK(status == JST_OK || status == JST_ERROR_BUSY);
        __atomic_fetch_add(status == JST_OK ? &done : &busy, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

/* One object and many threads: one of them has it, the others are told. */
static void check_busy(uint64_t expected)
{
    jst_pipeline_def with = pipeline_def(NULL);
    OK(jst_pipeline_create(&with, &shared));
    pthread_t threads[4];
    for (int at = 0; at < 4; at++) {
        CHECK(pthread_create(&threads[at], NULL, step_often, NULL) == 0);
    }
    for (int at = 0; at < 4; at++) {
        CHECK(pthread_join(threads[at], NULL) == 0);
    }
    CHECK(busy > 0 && done > 0 && busy + done == 800);
    CHECK(digest_of(shared) == expected);
    OK(jst_pipeline_destroy(shared));
}

#ifdef __linux__

#include <dirent.h>

static int threads_of_process(void)
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    CHECK(tasks != NULL);
    while (readdir(tasks) != NULL) {
        count++;
    }
    closedir(tasks);
    return count;
}

enum { SIDE = 160 };

/* Nothing starts threads but the pools that there are: some that ended may still be counted. */
static void check_threads(void)
{
    static float vertices[SIDE * SIDE][3];
    static uint32_t triangles[(SIDE - 1) * (SIDE - 1)][3];
    for (int at = 0; at < SIDE * SIDE; at++) {
        vertices[at][0] = (float)(at % SIDE);
        vertices[at][1] = (float)(at / SIDE);
        vertices[at][2] = (float)(at % 7);
    }
    for (uint32_t at = 0; at < (SIDE - 1) * (SIDE - 1); at++) {
        uint32_t corner = at / (SIDE - 1) * SIDE + at % (SIDE - 1);
        triangles[at][0] = corner;
        triangles[at][1] = corner + 1;
        triangles[at][2] = corner + SIDE;
    }
    int before = threads_of_process();
    jst_vectors places = JST_RECORDS_3(&vertices[0][0], sizeof *vertices, JST_F32);
    jst_geometry mesh;
    OK(jst_mesh_create(&places, SIDE * SIDE, triangles[0], (SIDE - 1) * (SIDE - 1), &mesh));
    OK(jst_geometry_destroy(mesh));
    OK(jst_polyline_create(3, &places, SIDE * SIDE, 0, 0.25f, &mesh));
    OK(jst_geometry_destroy(mesh));
    jst_pipeline_def def = pipeline_def(NULL);
    jst_world world, again;
    OK(jst_world_create(&def, &world));
    jst_shapes balls = shapes();
    static jst_handle handles[COUNT];
    OK(jst_world_insert_arrays(world, &balls, NULL, handles, COUNT));
    OK(jst_world_step(world));
    const uint8_t *bytes;
    size_t count;
    OK(jst_world_save(world, &bytes, &count));
    OK(jst_world_load(&def, bytes, count, &again));
    uint64_t digest;
    OK(jst_world_digest(world, &digest));
    const char *text;
    OK(jst_world_explain(world, handles[0], handles[1], &text));
    CHECK(threads_of_process() <= before);
    OK(jst_world_destroy(again));
    OK(jst_world_destroy(world));
}

#else

static int threads_of_process(void)
{
    return 0;
}

static void check_threads(void)
{
}

#endif

/* A checker of memory calls what a child leaves behind lost. */
static int can_fork(void)
{
    return getenv("NO_FORK") == NULL;
}

/* Steps in a child of the process, and says what came of it. */
static jst_status step_in_child(jst_pipeline pipeline)
{
    pid_t child = fork();
    CHECK(child >= 0);
    jst_shapes balls = shapes();
    jst_step step;
    JST_INIT(&step);
    step.shapes = &balls;
    if (child == 0) {
        _Exit(jst_pipeline_step(pipeline, &step));
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    OK(jst_pipeline_step(pipeline, &step));
    return (jst_status)WEXITSTATUS(status);
}

/* A pool of one has no thread: whoever calls does the work, in a child as well. */
static void check_alone(void)
{
    int before = threads_of_process();
    jst_pool_def def;
    JST_INIT(&def);
    def.threads = 1;
    def.start = start;
    def.user = &started;
    jst_pool pool;
    OK(jst_pool_create(&def, &pool));
    uint32_t threads;
    OK(jst_pool_threads(pool, &threads));
    CHECK(threads == 1);
    CHECK(jst_pool_work(pool) == JST_ERROR_ARGUMENT);
    jst_pipeline_def with = pipeline_def(pool);
    jst_pipeline pipeline;
    OK(jst_pipeline_create(&with, &pipeline));
    uint64_t digest = digest_of(pipeline);
    if (can_fork()) {
        CHECK(step_in_child(pipeline) == JST_OK);
    }
    CHECK(started == 0 && threads_of_process() == before);
    OK(jst_pool_destroy(pool));
    CHECK(digest_of(pipeline) == digest);
    OK(jst_pipeline_destroy(pipeline));
}

int main(void)
{
    uint32_t state = 13;
    for (int at = 0; at < COUNT; at++) {
        centers[at][0] = 60.0f * random_number(&state);
        centers[at][1] = 60.0f * random_number(&state);
        radii[at] = 0.2f + 0.5f * random_number(&state);
    }
    check_alone();
    jst_pipeline_def with = pipeline_def(NULL);
    jst_pipeline pipeline;
    OK(jst_pipeline_create(&with, &pipeline));
    uint64_t expected = digest_of(pipeline);
    check_external(expected);
    check_callbacks();
    check_busy(expected);
    check_threads();
    uint32_t threads;
    OK(jst_pool_threads(NULL, &threads));
    if (can_fork()) {
        /* It has none of the threads, and says so, unless there was none but its own. */
        CHECK(step_in_child(pipeline) == (threads > 1 ? JST_ERROR_ARGUMENT : JST_OK));
    }
    CHECK(digest_of(pipeline) == expected);
    OK(jst_pipeline_destroy(pipeline));
    return 0;
}
#endif
