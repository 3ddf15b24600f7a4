/* Prints which of some disks touch each other. */

#include <jostle.h>
#include <stdio.h>

int main(void)
{
    float x[] = {0, 1.5f, 3, 9}, y[] = {0, 0, 0, 0}, radius[] = {1, 1, 1, 1};
    jst_bounds disks;
    JST_INIT(&disks);
    disks.count = 4;
    disks.center.axis[0] = x;
    disks.center.axis[1] = y;
    disks.radius.data = radius;

    jst_broad_phase_def def;
    JST_INIT(&def);
    def.dimensions = 2;
    jst_broad_phase broad_phase = NULL;
    const jst_pair *pairs;
    uint64_t count;
    if (jst_broad_phase_create(&def, &broad_phase) != JST_OK ||
        jst_broad_phase_pairs(broad_phase, &disks, NULL, &pairs, &count) != JST_OK) {
        fprintf(stderr, "%s\n", jst_last_error());
        return 1;
    }
    for (uint64_t at = 0; at < count; at++)
        printf("%u touches %u\n", (unsigned)pairs[at].a, (unsigned)pairs[at].b);
    return jst_broad_phase_destroy(broad_phase) != JST_OK;
}
