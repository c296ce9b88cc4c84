#include <sqlite3.h>

/// Switches off the counting of memory, which takes one lock for all threads at each allocation.
/// Does nothing when SQLite is already in use. (`sqlite3_config` is variadic: Swift cannot call it.)
static inline int beckon_sqlite_without_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
