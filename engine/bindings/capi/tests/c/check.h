/* What the tests in C share. */
#ifndef CHECK_H
#define CHECK_H

#include <jostle.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                         \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition,                  \
                    jst_last_error());                                                           \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

#define OK(call) CHECK((call) == JST_OK)

/* The next number of G. Marsaglia's xorshift, from 0 to 1. */
static inline float random_number(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (float)(*state >> 8) / 16777216.0f;
}

#endif
