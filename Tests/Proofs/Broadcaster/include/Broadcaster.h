#ifndef DROPLINE_BROADCASTER_H
#define DROPLINE_BROADCASTER_H

#include <stddef.h>

/// Serves on a port of the loopback interface that the system chooses, for as long as the process
/// lives: a yardstick that does nothing but send.
///
/// Each connection is sent the payload once when it comes. For each line that anybody sends, every
/// connection is sent the payload once more; those of one turn of the loop go in one write.
///
/// Returns a negative libuv error if it cannot serve.
int broadcaster_run(const void *_Nonnull payload, size_t count,
                    void (*_Nonnull listening)(unsigned short port));

#endif
