#ifndef DROPLINE_CSQLITE_SHIM_H
#define DROPLINE_CSQLITE_SHIM_H

#include <sqlite3.h>

// What Swift cannot say: destructors that are numbers, and variadic functions.

/// Binds text that stays where it is until the statement has run. Null means empty.
static inline int csqlite_bind_kept_text(sqlite3_stmt *_Nonnull statement, int index,
                                         const void *_Nullable text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text ? (const char *)text : "", count,
                             SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds a copy of text. Null means empty.
static inline int csqlite_bind_copied_text(sqlite3_stmt *_Nonnull statement, int index,
                                           const void *_Nullable text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text ? (const char *)text : "", count,
                             SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Keeps the closing of the last connection from touching the files, or lets it.
static inline int csqlite_leave_files_alone(sqlite3 *_Nonnull database, int leave) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leave, (int *)0);
}

/// Counts no memory in this process, if no database was opened yet.
static inline int csqlite_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
