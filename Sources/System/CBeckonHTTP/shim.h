#include <uv.h>

// libuv's types inherit from each other by the layout of their fields, which Swift does not know;
// these functions take each type as it is.

static inline uv_handle_t *beckon_http_async(uv_async_t *async) { return (uv_handle_t *)async; }

static inline uv_handle_t *beckon_http_timer(uv_timer_t *timer) { return (uv_handle_t *)timer; }

static inline uv_handle_t *beckon_http_handle(uv_tcp_t *socket) { return (uv_handle_t *)socket; }

static inline uv_stream_t *beckon_http_stream(uv_tcp_t *socket) { return (uv_stream_t *)socket; }
