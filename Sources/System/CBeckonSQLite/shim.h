#include <sqlite3.h>

/// Switches off the counting of memory, which takes one lock for all threads at each allocation.
/// Does nothing when SQLite is already in use. (`sqlite3_config` is variadic: Swift cannot call it.)
static inline int beckon_sqlite_without_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// SQLite's own cache of pages, for whoever asks before SQLite is in use.
static inline int beckon_sqlite_page_cache(sqlite3_pcache_methods2 *methods) {
  return sqlite3_config(SQLITE_CONFIG_GETPCACHE2, methods);
}

/// Puts another cache of pages in its place. Does nothing when SQLite is already in use.
static inline int beckon_sqlite_use_page_cache(sqlite3_pcache_methods2 *methods) {
  return sqlite3_config(SQLITE_CONFIG_PCACHE2, methods);
}

/// The error of the last system call that failed on the log or the database, or 0. SQLite itself
/// tells it only for some failures. (The log's file is reached by a pointer to C functions.)
static inline int beckon_sqlite_system_error(sqlite3 *db) {
  sqlite3_file *log = 0;
  int error = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
  if (!error) sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  return error ? error : sqlite3_system_errno(db);
}
