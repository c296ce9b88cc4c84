#include <microhttpd.h>

// Swift cannot call functions with variable arguments; these give them fixed ones.

/// What a daemon is started with. The callbacks get `context` as their first argument.
struct beckon_http_options {
  unsigned int connections_max;
  /// Bytes for the request line, the headers and the answer's headers of one connection.
  size_t connection_memory_bytes;
  void *context;
  MHD_LogCallback log;
  MHD_NotifyConnectionCallback connection_changed;
  void *(*target_read)(void *context, const char *target, struct MHD_Connection *connection);
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
  MHD_AccessHandlerCallback request_progressed;
  MHD_RequestCompletedCallback request_completed;
};

/// A daemon without threads and without a socket to listen on: whoever starts it runs it.
static inline struct MHD_Daemon *beckon_http_start(const struct beckon_http_options *options) {
#ifdef __linux__
  const unsigned int waiting = MHD_USE_EPOLL;
#else
  const unsigned int waiting = MHD_USE_POLL;
#endif
  return MHD_start_daemon(
      waiting | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ERROR_LOG,
      0, NULL, NULL, options->request_progressed, options->context,
      MHD_OPTION_EXTERNAL_LOGGER, options->log, options->context,
      MHD_OPTION_CONNECTION_LIMIT, options->connections_max,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory_bytes,
      MHD_OPTION_NOTIFY_CONNECTION, options->connection_changed, options->context,
      MHD_OPTION_URI_LOG_CALLBACK, options->target_read, options->context,
      MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, options->context,
      MHD_OPTION_NOTIFY_COMPLETED, options->request_completed, options->context,
      MHD_OPTION_END);
}

/// What becomes readable when the daemon has something to do, or -1 where it cannot tell.
static inline int beckon_http_events(struct MHD_Daemon *daemon) {
#ifdef __linux__
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
#else
  return -1;
#endif
}

/// Whether the daemon has something to do at once, without waiting for a socket.
static inline int beckon_http_is_busy(struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  return MHD_get_timeout(daemon, &milliseconds) == MHD_YES && milliseconds == 0;
}

/// The client's address, or NULL.
static inline const struct sockaddr *beckon_http_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// The connection's socket, or -1.
static inline int beckon_http_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// What `connection_changed` stored with the connection, or NULL.
static inline void *beckon_http_owner(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}
