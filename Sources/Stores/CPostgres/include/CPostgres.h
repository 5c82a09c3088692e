// The part of libpq that the journal uses, loaded when it is first needed: a server that keeps its boards
// in a directory runs without libpq, and the build needs none of its headers.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stddef.h>

typedef struct pg_conn cpostgres_connection;
typedef struct pg_result cpostgres_result;

// As `libpq-fe.h` numbers them, which is part of the binary interface of libpq.5.
enum { CPOSTGRES_CONNECTION_OK = 0 };
enum {
  CPOSTGRES_COMMAND_OK = 1,
  CPOSTGRES_TUPLES_OK = 2,
  CPOSTGRES_FATAL_ERROR = 7,
  CPOSTGRES_PIPELINE_SYNC = 10,
  CPOSTGRES_PIPELINE_ABORTED = 11
};
enum { CPOSTGRES_SQLSTATE = 'C', CPOSTGRES_MESSAGE_PRIMARY = 'M' };

// Loads libpq. Returns NULL, or the reason why it cannot be loaded. Any number of threads may call it; all
// other functions may be called only after it has returned NULL.
const char *cpostgres_load(void);

// Returns when the connection is there or has failed: at each host of the URL it waits so many seconds. If a server has
// refused it, the message has the SQLSTATE behind the severity. It is
// non-blocking, a pipeline, and says nothing on standard error. As long as it is there it counts the warnings of
// SQLSTATE 01000 that are read.
cpostgres_connection *cpostgres_connect(const char *url, const char *seconds, int *warnings);
int cpostgres_status(const cpostgres_connection *);
const char *cpostgres_error_message(const cpostgres_connection *);
const char *cpostgres_parameter(const cpostgres_connection *, const char *name);
int cpostgres_socket(const cpostgres_connection *);
void cpostgres_finish(cpostgres_connection *);

int cpostgres_pipeline_sync(cpostgres_connection *);
int cpostgres_send_prepare(
    cpostgres_connection *, const char *name, const char *sql, int count, const unsigned *types);
// All parameters and results are binary.
int cpostgres_send_prepared(
    cpostgres_connection *, const char *name, int count, const char *const *values, const int *lengths);
int cpostgres_flush(cpostgres_connection *);
int cpostgres_consume_input(cpostgres_connection *);
int cpostgres_is_busy(cpostgres_connection *);

cpostgres_result *cpostgres_next_result(cpostgres_connection *);
int cpostgres_result_status(const cpostgres_result *);
const char *cpostgres_result_field(const cpostgres_result *, int field);
const char *cpostgres_result_message(const cpostgres_result *);
int cpostgres_row_count(const cpostgres_result *);
int cpostgres_is_null(const cpostgres_result *, int row, int column);
int cpostgres_length(const cpostgres_result *, int row, int column);
const char *cpostgres_value(const cpostgres_result *, int row, int column);
void cpostgres_clear(cpostgres_result *);

// Waits until the socket can be read, or also written; returns 0 after so many milliseconds, and less than 0
// for an error.
int cpostgres_wait(int socket, int writing, int milliseconds);

#endif
