/* The pairs of discs that many processes hold are those of one. Processes are steps of a loop here:
 * each has the discs that touch its domain, its own and copies of others. */

#include "check.h"

enum { COUNT = 3000, MOST_PARTS = 16 };

static double centers[COUNT][2];
static float radii[COUNT];

static jst_bounds discs(const uint32_t *which, size_t count, double (*at)[2], float *radius)
{
    jst_bounds bounds;
    jst_vectors center = JST_RECORDS_2(&at[0][0], sizeof *at, JST_F64);
    for (size_t row = 0; row < count; row++) {
        at[row][0] = centers[which[row]][0];
        at[row][1] = centers[which[row]][1];
        radius[row] = radii[which[row]];
    }
    JST_INIT(&bounds);
    bounds.count = count;
    bounds.center = center;
    bounds.radius.data = radius;
    return bounds;
}

/* The discs that touch each domain. */
static uint32_t held[MOST_PARTS][COUNT];
static size_t held_count[MOST_PARTS];

/* The pairs that a process reports, added to a digest. */
static size_t report(jst_domains domains, uint32_t me, uint64_t sums[2])
{
    static double at[COUNT][2];
    static float radius[COUNT];
    size_t reported = 0;
    jst_bounds bounds = discs(held[me], held_count[me], at, radius);
    jst_broad_phase_def def;
    jst_broad_phase phase;
    JST_INIT(&def);
    def.dimensions = 2;
    OK(jst_broad_phase_create(&def, &phase));
    const jst_pair *pairs;
    const uint32_t *owners;
    uint64_t found;
    OK(jst_broad_phase_pairs(phase, &bounds, NULL, &pairs, &found));
    OK(jst_domains_owners(domains, &bounds, pairs, (size_t)found, &owners));
    for (size_t at_pair = 0; at_pair < found; at_pair++) {
        if (owners[at_pair] == me) {
            /* Discs are held in the order of their ids. */
            uint64_t ids[2] = {held[me][pairs[at_pair].a], held[me][pairs[at_pair].b]};
            CHECK(ids[0] < ids[1]);
            OK(jst_digest_add(sums, ids, 1));
            reported++;
        }
    }
    OK(jst_broad_phase_destroy(phase));
    return reported;
}

int main(void)
{
    static uint32_t all[COUNT];
    static double at[COUNT][2];
    static float radius[COUNT];
    uint32_t state = 5;
    for (uint32_t disc = 0; disc < COUNT; disc++) {
        all[disc] = disc;
        centers[disc][0] = 40.0f * random_number(&state);
        centers[disc][1] = 40.0f * random_number(&state) * random_number(&state);
        /* One that touches all domains, and one that is none. */
        radii[disc] = disc == 7 ? 60.0f : disc == 8 ? NAN : 0.1f + 0.5f * random_number(&state);
    }
    jst_domains_def def;
    jst_domains domains;
    JST_INIT(&def);
    def.dimensions = 2;
    OK(jst_domains_create(&def, &domains));
    uint64_t expected = 0, digests[MOST_PARTS + 1];
    size_t expected_pairs = 0;
    for (uint32_t parts = 1; parts <= MOST_PARTS; parts++) {
        jst_vectors sample = JST_RECORDS_2(&centers[0][0], sizeof *centers, JST_F64);
        jst_numbers weights = {radii, 0, JST_F32};
        OK(jst_domains_bisect(domains, &sample, parts % 2 ? NULL : &weights, COUNT, parts));
        OK(jst_domains_digest(domains, &digests[parts]));
        CHECK(parts == 1 || digests[parts] != digests[parts - 1]);
        const uint32_t *of, *touched;
        const size_t *offsets;
        size_t by_part[MOST_PARTS] = {0};
        OK(jst_domains_of(domains, &sample, COUNT, &of));
        for (uint32_t disc = 0; disc < COUNT; disc++) {
            float low[2], high[2];
            CHECK(of[disc] < parts);
            by_part[of[disc]]++;
            if (disc % 100 == 0) {
                OK(jst_domains_region(domains, of[disc], low, high));
                for (int axis = 0; axis < 2; axis++) {
                    float x = (float)centers[disc][axis];
                    CHECK(low[axis] <= x && x < high[axis]);
                }
            }
        }
        for (uint32_t part = 0; part < parts && parts % 2; part++) {
            CHECK(by_part[part] + 1 >= COUNT / parts * 9 / 10);
        }
        jst_bounds bounds = discs(all, COUNT, at, radius);
        OK(jst_domains_touched(domains, &bounds, &offsets, &touched));
        CHECK(offsets[0] == 0 && offsets[8] - offsets[7] == parts && offsets[9] == offsets[8]);
        memset(held_count, 0, sizeof held_count);
        for (uint32_t disc = 0; disc < COUNT; disc++) {
            for (size_t place = offsets[disc]; place < offsets[disc + 1]; place++) {
                held[touched[place]][held_count[touched[place]]++] = disc;
            }
        }
        uint64_t sums[2] = {0, 0}, digest;
        size_t pairs = 0;
        for (uint32_t me = 0; me < parts; me++) {
            uint64_t own[2] = {0, 0};
            pairs += report(domains, me, own);
            sums[0] += own[0];
            sums[1] += own[1];
        }
        OK(jst_digest_value(sums, &digest));
        if (parts == 1) {
            expected = digest;
            expected_pairs = pairs;
        }
        CHECK(pairs > 5000 && pairs == expected_pairs && digest == expected);
    }
    float low[2], high[2];
    CHECK(jst_domains_region(domains, MOST_PARTS, low, high) == JST_ERROR_ARGUMENT);
    OK(jst_domains_destroy(domains));
    return 0;
}
