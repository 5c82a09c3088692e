// Stands before the C library's calls in a program that is linked with it, and fails one of them.
//
// FAULTY_CALL=sync:5:17:once fails the 17th fsync or fdatasync with error 5; `ever` instead of
// `once` fails all later ones as well. The kinds are sync, write and read. Descriptors 0 to 2 are
// left alone.
//
// FAULTY_CALL=sync:0:0:hang lets such a call never return once there is a FIFO at FAULTY_GATE, to which it
// says so.
//
// CLOCK_OFFSET=-86400 lets the clock of the wall be a day behind.
//
// CONNECT_PORT=7667:40123 lets a connection to port 7667 go to port 40123.

#define _GNU_SOURCE
#include "faulty_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char kind[16];
static int error, first, ever, hang, seen;
static const char *gate;
static long clock_offset;
static unsigned short named_port, real_port;

void faulty_calls_plan(const char *plan) {
  char mode[16] = "";
  seen = 0;
  sscanf(plan, "%15[^:]:%d:%d:%15s", kind, &error, &first, mode);
  ever = strcmp(mode, "ever") == 0;
  hang = strcmp(mode, "hang") == 0;
}

__attribute__((constructor)) static void read_plan(void) {
  const char *plan = getenv("FAULTY_CALL");
  if (plan) faulty_calls_plan(plan);
  const char *offset = getenv("CLOCK_OFFSET");
  if (offset) clock_offset = atol(offset);
  gate = getenv("FAULTY_GATE");
  const char *ports = getenv("CONNECT_PORT");
  if (ports) sscanf(ports, "%hu:%hu", &named_port, &real_port);
}

int faulty_calls_seen(void) { return seen; }

int faulty_calls_fork(void) { return fork(); }

static void wait_for_ever_behind_gate(void) {
  if (!hang || !gate || access(gate, F_OK) != 0) return;
  int descriptor = open(gate, O_WRONLY);
  syscall(SYS_write, descriptor, "waiting\n", 8);
  for (;;) pause();
}

static int fails(const char *name, int descriptor) {
  if (descriptor <= 2 || strcmp(kind, name) != 0) return 0;
  wait_for_ever_behind_gate();
  seen += 1;
  if (first == 0 || seen < first || (seen > first && !ever)) return 0;
  errno = error;
  return 1;
}

int fsync(int descriptor) {
  return fails("sync", descriptor) ? -1 : syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  return fails("sync", descriptor) ? -1 : syscall(SYS_fdatasync, descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return fails("write", descriptor) ? -1 : syscall(SYS_write, descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return fails("write", descriptor) ? -1 : syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

int ftruncate(int descriptor, off_t size) {
  return fails("write", descriptor) ? -1 : syscall(SYS_ftruncate, descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int posix_fallocate(int descriptor, off_t offset, off_t size) {
  if (fails("write", descriptor)) return errno;
  return syscall(SYS_fallocate, descriptor, 0, offset, size) == 0 ? 0 : errno;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  return fails("read", descriptor) ? -1 : syscall(SYS_read, descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return fails("read", descriptor) ? -1 : syscall(SYS_pread64, descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  return pread(descriptor, bytes, count, offset);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int status = syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += clock_offset;
  return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *now) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  if (now) *now = time.tv_sec;
  return time.tv_sec;
}

int connect(int descriptor, const struct sockaddr *place, socklen_t size) {
  // The port of both families is in one place.
  struct sockaddr_in6 other;
  int has_port = place->sa_family == AF_INET || place->sa_family == AF_INET6;
  if (has_port && size <= sizeof other) {
    memcpy(&other, place, size);
    if (named_port && ntohs(other.sin6_port) == named_port) other.sin6_port = htons(real_port);
    place = (const struct sockaddr *)&other;
  }
  return syscall(SYS_connect, descriptor, place, size);
}
