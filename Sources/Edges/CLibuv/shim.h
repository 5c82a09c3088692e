#ifndef DROPLINE_CLIBUV_SHIM_H
#define DROPLINE_CLIBUV_SHIM_H

#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>
#include <uv.h>

// What Swift cannot say: C's casts, and arrays of buffers on the stack.

static inline uv_handle_t *_Nonnull cuv_handle(uv_stream_t *_Nonnull stream) {
  return (uv_handle_t *)stream;
}

static inline uv_tcp_t *_Nonnull cuv_tcp(uv_stream_t *_Nonnull stream) {
  return (uv_tcp_t *)stream;
}

static inline uv_pipe_t *_Nonnull cuv_pipe(uv_stream_t *_Nonnull stream) {
  return (uv_pipe_t *)stream;
}

// The value of SO_PEERCRED: `struct ucred`, which the header has for _GNU_SOURCE only.
typedef struct {
  pid_t process;
  uid_t user;
  gid_t group;
} cuv_credentials_t;

static inline uv_buf_t cuv_buf(const void *_Nullable bytes, size_t count) {
  uv_buf_t buf;
  buf.base = (char *)bytes;
  buf.len = count;
  return buf;
}

// Sends what the kernel takes at once; nothing while earlier bytes are queued. It is uv_try_write but
// for MSG_EOR behind large writes. The kernel asks whether too much is unsent when it begins a
// segment, and without the mark it would first fill up the last one, to 64 KB on loopback. Small
// writes may share a segment, since each one by itself would cost the kernel more than its bytes.
static inline ssize_t cuv_try_send(uv_stream_t *_Nonnull stream, struct iovec *_Nonnull parts, size_t count,
                                   size_t bytes) {
  if (uv_stream_get_write_queue_size(stream) > 0) return UV_EAGAIN;
  uv_os_fd_t descriptor;
  int status = uv_fileno((uv_handle_t *)stream, &descriptor);
  if (status < 0) return status;
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
  int flags = MSG_DONTWAIT | (bytes < 1024 ? 0 : MSG_EOR);
  ssize_t sent;
  do sent = sendmsg(descriptor, &message, flags);
  while (sent < 0 && errno == EINTR);
  if (sent >= 0) return sent;
  return errno == EWOULDBLOCK || errno == ENOBUFS ? UV_EAGAIN : -errno;
}

static inline ssize_t cuv_try_write1(uv_stream_t *_Nonnull stream, const void *_Nonnull bytes,
                                     size_t count) {
  struct iovec part = {(void *)bytes, count};
  return cuv_try_send(stream, &part, 1, count);
}

static inline ssize_t cuv_try_write3(uv_stream_t *_Nonnull stream, const void *_Nullable bytes1,
                                     size_t count1, const void *_Nonnull bytes2, size_t count2,
                                     const void *_Nullable bytes3, size_t count3) {
  struct iovec parts[3] = {{(void *)bytes1, count1}, {(void *)bytes2, count2}, {(void *)bytes3, count3}};
  return cuv_try_send(stream, parts, count3 == 0 ? 2 : 3, count1 + count2 + count3);
}

static inline int cuv_write1(uv_write_t *_Nonnull request, uv_stream_t *_Nonnull stream,
                             const void *_Nonnull bytes, size_t count,
                             uv_write_cb _Nonnull done) {
  uv_buf_t buf = cuv_buf(bytes, count);
  return uv_write(request, stream, &buf, 1, done);
}

static inline int cuv_write2(uv_write_t *_Nonnull request, uv_stream_t *_Nonnull stream,
                             const void *_Nonnull bytes1, size_t count1,
                             const void *_Nonnull bytes2, size_t count2,
                             uv_write_cb _Nonnull done) {
  uv_buf_t bufs[2] = {cuv_buf(bytes1, count1), cuv_buf(bytes2, count2)};
  return uv_write(request, stream, bufs, 2, done);
}

// A set of descriptors that can be read itself while one of them can be.

static inline int cuv_set(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline void cuv_set_close(int set) { close(set); }

static inline int cuv_set_insert(int set, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.fd = descriptor};
  return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

static inline void cuv_set_remove(int set, int descriptor) {
  epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL);
}

// Those of the set that can be read, by turns and at most so many.
static inline int cuv_set_ready(int set, int *_Nonnull descriptors, int most) {
  struct epoll_event events[256];
  int count = epoll_wait(set, events, most < 256 ? most : 256, 0);
  for (int i = 0; i < count; i++) descriptors[i] = events[i].data.fd;
  return count;
}

#endif
