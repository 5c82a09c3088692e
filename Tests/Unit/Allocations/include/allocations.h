#include <stdint.h>

/// How often this thread has asked for memory so far: every call of malloc, calloc, realloc and of
/// the aligned forms, whoever made it. Zero for ever under a sanitizer, which has an allocator of
/// its own.
uint64_t allocationsOfThisThread(void);
