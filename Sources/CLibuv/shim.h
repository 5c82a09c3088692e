#ifndef DROPLINE_CLIBUV_SHIM_H
#define DROPLINE_CLIBUV_SHIM_H

#include <uv.h>

// What Swift cannot say: C's up-casts, and arrays of buffers on the stack.

static inline uv_stream_t *_Nonnull cuv_stream(uv_tcp_t *_Nonnull tcp) {
  return (uv_stream_t *)tcp;
}

static inline uv_buf_t cuv_buf(const void *_Nullable bytes, size_t count) {
  uv_buf_t buf;
  buf.base = (char *)bytes;
  buf.len = count;
  return buf;
}

static inline int cuv_try_write1(uv_tcp_t *_Nonnull tcp, const void *_Nonnull bytes,
                                 size_t count) {
  uv_buf_t buf = cuv_buf(bytes, count);
  return uv_try_write((uv_stream_t *)tcp, &buf, 1);
}

static inline int cuv_try_write2(uv_tcp_t *_Nonnull tcp, const void *_Nonnull bytes1,
                                 size_t count1, const void *_Nonnull bytes2, size_t count2) {
  uv_buf_t bufs[2] = {cuv_buf(bytes1, count1), cuv_buf(bytes2, count2)};
  return uv_try_write((uv_stream_t *)tcp, bufs, 2);
}

static inline int cuv_write1(uv_write_t *_Nonnull request, uv_tcp_t *_Nonnull tcp,
                             const void *_Nonnull bytes, size_t count,
                             uv_write_cb _Nonnull done) {
  uv_buf_t buf = cuv_buf(bytes, count);
  return uv_write(request, (uv_stream_t *)tcp, &buf, 1, done);
}

static inline int cuv_write2(uv_write_t *_Nonnull request, uv_tcp_t *_Nonnull tcp,
                             const void *_Nonnull bytes1, size_t count1,
                             const void *_Nonnull bytes2, size_t count2,
                             uv_write_cb _Nonnull done) {
  uv_buf_t bufs[2] = {cuv_buf(bytes1, count1), cuv_buf(bytes2, count2)};
  return uv_write(request, (uv_stream_t *)tcp, bufs, 2, done);
}

#endif
