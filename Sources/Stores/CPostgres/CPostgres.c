#include "CPostgres.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>

typedef cpostgres_connection C;
typedef cpostgres_result R;

// Result, name in libpq, parameters.
#define FUNCTIONS(F)                                                                               \
  F(C *, PQconnectdbParams, (const char *const *, const char *const *, int))                       \
  F(C *, PQconnectStartParams, (const char *const *, const char *const *, int))                    \
  F(int, PQconnectPoll, (C *))                                                                     \
  F(int, PQsetErrorVerbosity, (C *, int))                                                          \
  F(int, PQstatus, (const C *))                                                                    \
  F(char *, PQerrorMessage, (const C *))                                                           \
  F(const char *, PQparameterStatus, (const C *, const char *))                                    \
  F(int, PQsocket, (const C *))                                                                    \
  F(void, PQfinish, (C *))                                                                         \
  F(notice_receiver, PQsetNoticeReceiver, (C *, notice_receiver, void *))                          \
  F(int, PQsetnonblocking, (C *, int))                                                             \
  F(int, PQenterPipelineMode, (C *))                                                               \
  F(int, PQpipelineSync, (C *))                                                                    \
  F(int, PQsendPrepare, (C *, const char *, const char *, int, const unsigned *))                  \
  F(int, PQsendQueryPrepared,                                                                      \
    (C *, const char *, int, const char *const *, const int *, const int *, int))                  \
  F(int, PQflush, (C *))                                                                           \
  F(int, PQconsumeInput, (C *))                                                                    \
  F(int, PQisBusy, (C *))                                                                          \
  F(R *, PQgetResult, (C *))                                                                       \
  F(int, PQresultStatus, (const R *))                                                              \
  F(char *, PQresultErrorField, (const R *, int))                                                  \
  F(char *, PQresultErrorMessage, (const R *))                                                     \
  F(int, PQntuples, (const R *))                                                                   \
  F(int, PQgetisnull, (const R *, int, int))                                                       \
  F(int, PQgetlength, (const R *, int, int))                                                       \
  F(char *, PQgetvalue, (const R *, int, int))                                                     \
  F(void, PQclear, (R *))

typedef void (*notice_receiver)(void *, const R *);

#define DECLARE(RESULT, NAME, PARAMETERS) static RESULT(*NAME) PARAMETERS;
FUNCTIONS(DECLARE)

static const char *fault;

static void load(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fault = dlerror();
    return;
  }
#define FIND(RESULT, NAME, PARAMETERS)                                                             \
  if (!(*(void **)&NAME = dlsym(library, #NAME))) {                                                \
    fault = "libpq is older than version 14: it has no " #NAME;                                    \
    return;                                                                                        \
  }
  FUNCTIONS(FIND)
}

const char *cpostgres_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return fault;
}

static void count(void *warnings, const R *notice) {
  const char *state = PQresultErrorField(notice, CPOSTGRES_SQLSTATE);
  if (state && !strcmp(state, "01000")) ++*(int *)warnings;
}

// libpq says the SQLSTATE of a refusal only to who has asked for it, and one can ask only between the steps of a
// connection. So what was refused is tried once more, to be told why.
static C *connect_verbosely(const char *const *keys, const char *const *values, int milliseconds) {
  enum { POLLING_FAILED = 0, POLLING_READING = 1, POLLING_WRITING = 2, POLLING_OK = 3, VERBOSE = 2 };
  C *connection = PQconnectStartParams(keys, values, 1);
  if (!connection) return NULL;
  PQsetErrorVerbosity(connection, VERBOSE);
  int state = PQstatus(connection) == 1 ? POLLING_FAILED : POLLING_WRITING;
  while (state == POLLING_READING || state == POLLING_WRITING) {
    struct pollfd entry = {
        .fd = PQsocket(connection), .events = state == POLLING_READING ? POLLIN : POLLOUT};
    int count = poll(&entry, 1, milliseconds);
    if (count == 0 || (count < 0 && errno != EINTR)) break;
    state = PQconnectPoll(connection);
  }
  if (state == POLLING_FAILED) return connection;
  PQfinish(connection);
  return NULL;
}

C *cpostgres_connect(const char *url, const char *seconds, int *warnings) {
  // What the URL says is before these. With sequential scans a table that was empty when a plan was made
  // would be read whole for ever. A plan that cannot do without one counts as so dear that it would be compiled,
  // which takes a tenth of a second.
  const char *keys[] = {"client_encoding", "application_name", "connect_timeout", "target_session_attrs",
      "tcp_user_timeout", "keepalives_idle", "options", "dbname", NULL};
  const char *values[] = {"UTF8", "dropline", seconds, "read-write", "3000", "3",
      "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off "
      "-c plan_cache_mode=force_generic_plan -c jit=off", url, NULL};
  C *connection = PQconnectdbParams(keys, values, 1);
  if (connection && PQstatus(connection) != CPOSTGRES_CONNECTION_OK
      && strstr(PQerrorMessage(connection), "FATAL:")) {
    C *refused = connect_verbosely(keys, values, 3000);
    if (refused) {
      PQfinish(connection);
      connection = refused;
    }
  }
  if (connection && PQstatus(connection) == CPOSTGRES_CONNECTION_OK) {
    PQsetNoticeReceiver(connection, count, warnings);
    PQsetnonblocking(connection, 1);
    PQenterPipelineMode(connection);
  }
  return connection;
}

int cpostgres_status(const C *c) { return PQstatus(c); }
const char *cpostgres_error_message(const C *c) { return PQerrorMessage(c); }
const char *cpostgres_parameter(const C *c, const char *name) { return PQparameterStatus(c, name); }
int cpostgres_socket(const C *c) { return PQsocket(c); }
void cpostgres_finish(C *c) { PQfinish(c); }

int cpostgres_pipeline_sync(C *c) { return PQpipelineSync(c); }
int cpostgres_send_prepare(C *c, const char *name, const char *sql, int count, const unsigned *types) {
  return PQsendPrepare(c, name, sql, count, types);
}

int cpostgres_send_prepared(
    C *c, const char *name, int count, const char *const *values, const int *lengths) {
  static const int binary[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  if (count > (int)(sizeof binary / sizeof *binary)) return 0;
  return PQsendQueryPrepared(c, name, count, values, lengths, binary, 1);
}

int cpostgres_flush(C *c) { return PQflush(c); }
int cpostgres_consume_input(C *c) { return PQconsumeInput(c); }
int cpostgres_is_busy(C *c) { return PQisBusy(c); }

R *cpostgres_next_result(C *c) { return PQgetResult(c); }
int cpostgres_result_status(const R *r) { return PQresultStatus(r); }
const char *cpostgres_result_field(const R *r, int field) { return PQresultErrorField(r, field); }
const char *cpostgres_result_message(const R *r) { return PQresultErrorMessage(r); }
int cpostgres_row_count(const R *r) { return PQntuples(r); }
int cpostgres_is_null(const R *r, int row, int column) { return PQgetisnull(r, row, column); }
int cpostgres_length(const R *r, int row, int column) { return PQgetlength(r, row, column); }
const char *cpostgres_value(const R *r, int row, int column) { return PQgetvalue(r, row, column); }
void cpostgres_clear(R *r) { PQclear(r); }

int cpostgres_wait(int socket, int writing, int milliseconds) {
  struct pollfd entry = {.fd = socket, .events = POLLIN | (writing ? POLLOUT : 0)};
  int count = poll(&entry, 1, milliseconds);
  return count < 0 && errno == EINTR ? 1 : count;
}
