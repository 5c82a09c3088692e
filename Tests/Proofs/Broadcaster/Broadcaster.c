#include "Broadcaster.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <uv.h>

// What our server does for a drop, without the board: read lines, and write the same bytes to every
// connection once per turn, with the same options of the sockets.

typedef struct {
  uv_tcp_t tcp;
  size_t index;
} Client;

/// Bytes that are freed when the last socket has taken them.
typedef struct {
  size_t references;
  size_t count;
  char bytes[];
} Load;

typedef struct {
  uv_write_t request;
  Load *load;
} Rest;

static Client **clients;
static size_t client_count;
static size_t client_room;
static const void *payload;
static size_t payload_count;
/// The lines that came in this turn.
static size_t lines;
static char read_buffer[64 * 1024];

static void forget(uv_handle_t *handle) {
  Client *client = (Client *)handle;
  clients[client->index] = clients[--client_count];
  clients[client->index]->index = client->index;
  free(client);
}

static void leave(Client *client) {
  uv_handle_t *handle = (uv_handle_t *)&client->tcp;
  if (!uv_is_closing(handle)) uv_close(handle, forget);
}

static void let_go(Load *load) {
  if (--load->references == 0) free(load);
}

static void did_write(uv_write_t *request, int status) {
  Rest *rest = (Rest *)request;
  if (status < 0) leave((Client *)request->handle);
  let_go(rest->load);
  free(rest);
}

static void write_rest(Client *client, Load *load, size_t taken) {
  Rest *rest = malloc(sizeof *rest);
  rest->load = load;
  load->references++;
  uv_buf_t buffer = uv_buf_init(load->bytes + taken, (unsigned)(load->count - taken));
  if (uv_write(&rest->request, (uv_stream_t *)&client->tcp, &buffer, 1, did_write) < 0) {
    let_go(load);
    free(rest);
    leave(client);
  }
}

static void send_to(Client *client, Load *load) {
  if (uv_is_closing((uv_handle_t *)&client->tcp)) return;
  uv_buf_t buffer = uv_buf_init(load->bytes, (unsigned)load->count);
  int taken = uv_try_write((uv_stream_t *)&client->tcp, &buffer, 1);
  if (taken == UV_EAGAIN) taken = 0;
  if (taken < 0) {
    leave(client);
  } else if ((size_t)taken < load->count) {
    write_rest(client, load, (size_t)taken);
  }
}

static Load *load_of(size_t times) {
  Load *load = malloc(sizeof *load + times * payload_count);
  load->references = 1;
  load->count = times * payload_count;
  for (size_t i = 0; i < times; i++) {
    memcpy(load->bytes + i * payload_count, payload, payload_count);
  }
  return load;
}

static void turn_ended(uv_prepare_t *prepare) {
  (void)prepare;
  if (lines == 0) return;
  Load *load = load_of(lines);
  lines = 0;
  for (size_t i = 0; i < client_count; i++) send_to(clients[i], load);
  let_go(load);
}

static void lend_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
  (void)handle;
  (void)suggested;
  *buffer = uv_buf_init(read_buffer, sizeof read_buffer);
}

static void did_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
  if (count < 0) return leave((Client *)stream);
  const char *end = buffer->base + count;
  for (const char *next = buffer->base;
       (next = memchr(next, '\n', (size_t)(end - next))) != NULL; next++) {
    lines++;
  }
}

static void set_options(uv_tcp_t *tcp) {
  uv_os_fd_t descriptor;
  int unsent = 16384;
  uv_tcp_nodelay(tcp, 1);
  uv_tcp_keepalive(tcp, 1, 60);
  if (uv_fileno((uv_handle_t *)tcp, &descriptor) == 0) {
    setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
  }
}

static void admit(Client *client) {
  if (client_count == client_room) {
    client_room = client_room ? 2 * client_room : 64;
    clients = realloc(clients, client_room * sizeof *clients);
  }
  client->index = client_count;
  clients[client_count++] = client;
}

static void did_connect(uv_stream_t *listener, int status) {
  if (status < 0) return;
  Client *client = malloc(sizeof *client);
  uv_tcp_init(listener->loop, &client->tcp);
  admit(client);
  if (uv_accept(listener, (uv_stream_t *)&client->tcp) < 0) return leave(client);
  set_options(&client->tcp);
  uv_read_start((uv_stream_t *)&client->tcp, lend_buffer, did_read);
  Load *greeting = load_of(1);
  send_to(client, greeting);
  let_go(greeting);
}

static int listen_on_loopback(uv_tcp_t *listener, unsigned short *port) {
  struct sockaddr_in address;
  int size = sizeof address;
  uv_ip4_addr("127.0.0.1", 0, &address);
  int status = uv_tcp_bind(listener, (struct sockaddr *)&address, 0);
  if (status == 0) status = uv_listen((uv_stream_t *)listener, 4096, did_connect);
  if (status == 0) status = uv_tcp_getsockname(listener, (struct sockaddr *)&address, &size);
  *port = ntohs(address.sin_port);
  return status;
}

int broadcaster_run(const void *bytes, size_t count, void (*listening)(unsigned short port)) {
  uv_loop_t *loop = uv_default_loop();
  uv_tcp_t listener;
  uv_prepare_t prepare;
  unsigned short port;
  payload = bytes;
  payload_count = count;
  uv_prepare_init(loop, &prepare);
  uv_prepare_start(&prepare, turn_ended);
  int status = uv_tcp_init(loop, &listener);
  if (status == 0) status = listen_on_loopback(&listener, &port);
  if (status < 0) return status;
  listening(port);
  return uv_run(loop, UV_RUN_DEFAULT);
}
