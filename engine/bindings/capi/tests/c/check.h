/* What the tests in C share. */
#ifndef CHECK_H
#define CHECK_H

#include <jostle.h>
#include <math.h>
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

/* Numbers of which the engine sees all digits. */
static inline double digits(double number)
{
    return floor(number * 1024.0) / 1024.0;
}

/* Where a handle is in a list, or -1. */
static inline int number_of(jst_handle handle, const jst_handle *handles, int count)
{
    for (int at = 0; at < count; at++) {
        if (handles[at] == handle) {
            return at;
        }
    }
    return -1;
}

#endif
