/* The library takes its memory from the functions of this program, and gives all of it back but for
 * what it keeps to its end. */

#include "check.h"

#ifdef _WIN32
int main(void)
{
    return 0;
}
#else

/* For posix_memalign, which is no part of C99. */
int posix_memalign(void **memory, size_t alignment, size_t bytes);

static size_t pieces, bytes_held, asked;

static void *allocate(void *user, size_t bytes, size_t alignment)
{
    void *memory = NULL;
    if (user != (void *)&pieces ||
        posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, bytes)) {
        return NULL;
    }
    __atomic_fetch_add(&pieces, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&bytes_held, bytes, __ATOMIC_RELAXED);
    __atomic_fetch_add(&asked, 1, __ATOMIC_RELAXED);
    return memory;
}

static void release(void *user, void *memory, size_t bytes, size_t alignment)
{
    CHECK(user == (void *)&pieces && alignment > 0);
    __atomic_fetch_sub(&pieces, 1, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&bytes_held, bytes, __ATOMIC_RELAXED);
    free(memory);
}

static void run(void)
{
    jst_pipeline_def def;
    JST_INIT(&def);
    def.dimensions = 2;
    jst_world world;
    OK(jst_world_create(&def, &world));
    uint32_t state = 9;
    for (int at = 0; at < 500; at++) {
        jst_shape ball;
        JST_INIT(&ball);
        ball.center[0] = 20.0f * random_number(&state);
        ball.center[1] = 20.0f * random_number(&state);
        ball.radius = 0.5f;
        jst_handle handle;
        OK(jst_world_insert(world, &ball, 1, NULL, &handle));
    }
    OK(jst_world_step(world));
    size_t before = 0;
    for (int step = 0; step < 200; step++) {
        before = step == 100 ? asked : before;
        OK(jst_world_step(world));
    }
    /* Once it has what it needs it asks for no more, but for places in the queue of the pool, which
     * come some dozens at a time. */
    CHECK(asked - before < 10);
    CHECK(bytes_held > 10000);
    OK(jst_world_destroy(world));
}

int main(void)
{
    OK(jst_set_allocator(allocate, release, &pieces));
    run();
    size_t kept = pieces, held = bytes_held;
    CHECK(asked > 50 && kept > 0);
    for (int round = 0; round < 20; round++) {
        run();
    }
    /* What threads keep for themselves may be a piece more or less. */
    CHECK(pieces <= kept + 8 && bytes_held <= held + 65536);
    return 0;
}
#endif
