/* Whatever the floating-point environment of the caller is, the pairs are the same, and it is the
 * same afterwards. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "check.h"

#include <fenv.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { COUNT = 4000 };

static double centers[COUNT][2];
static double radii[COUNT];

static uint64_t digest(jst_broad_phase broad_phase)
{
    jst_bounds balls;
    JST_INIT(&balls);
    balls.count = COUNT;
    balls.center.axis[0] = &centers[0][0];
    balls.center.axis[1] = &centers[0][1];
    balls.center.stride = sizeof centers[0];
    balls.center.format = balls.radius.format = JST_F64;
    balls.radius.data = radii;
    const jst_pair *pairs;
    uint64_t count, sum = 0;
    OK(jst_broad_phase_pairs(broad_phase, &balls, NULL, &pairs, &count));
    for (uint64_t at = 0; at < count; at++) {
        sum = sum * 31 + pairs[at].a * 7919u + pairs[at].b;
    }
    CHECK(count > 1000);
    return sum;
}

static void check(jst_pool pool, uint64_t *expected)
{
    jst_broad_phase_def def;
    JST_INIT(&def);
    def.dimensions = 2;
    def.kind = JST_BROAD_PHASE_SAP;
    def.pool = pool;
    jst_broad_phase broad_phase;
    OK(jst_broad_phase_create(&def, &broad_phase));
    uint64_t found = digest(broad_phase);
    CHECK(*expected == 0 || *expected == found);
    *expected = found;
    OK(jst_broad_phase_destroy(broad_phase));
}

int main(void)
{
    uint32_t state = 3;
    for (int at = 0; at < COUNT; at++) {
        /* Numbers that round, some of them to denormal ones. */
        double size = at % 2 ? 1.0 : 1e-39;
        centers[at][0] = size * 30.0 * random_number(&state) / 3.0;
        centers[at][1] = size * 30.0 * random_number(&state) / 3.0;
        radii[at] = size / 10.0;
    }
    uint64_t expected = 0;
    static const int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t at = 0; at < sizeof roundings / sizeof *roundings; at++) {
        CHECK(fesetround(roundings[at]) == 0);
        /* Its threads are started in this environment. */
        jst_pool_def def;
        JST_INIT(&def);
        def.threads = 2;
        jst_pool pool;
        OK(jst_pool_create(&def, &pool));
        check(pool, &expected);
        check(NULL, &expected);
        CHECK(fegetround() == roundings[at]);
        OK(jst_pool_destroy(pool));
    }
    CHECK(fesetround(FE_TONEAREST) == 0);
#if defined(__x86_64__)
    /* Denormals are zeros. */
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040);
    check(NULL, &expected);
    CHECK(_mm_getcsr() == (before | 0x8040));
    _mm_setcsr(before);
#endif
#if defined(__GLIBC__)
    /* All traps. */
    feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(FE_ALL_EXCEPT);
    check(NULL, &expected);
    CHECK(fegetexcept() == FE_ALL_EXCEPT && fetestexcept(FE_ALL_EXCEPT) == 0);
    fedisableexcept(FE_ALL_EXCEPT);
#endif
    return 0;
}
