import CBeckonHTTP
import Foundation

/// libuv's side of one event loop: waits for its sockets, and for other threads to wake it.
final class Poller: @unchecked Sendable {
  /// What is read at once, from whichever socket. One memory serves all of them, so that an idle
  /// connection needs none.
  static let readBytesMax = 65_536

  let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
  private let wakeUp = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
  private let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
  private let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: readBytesMax)

  /// - Parameter milliseconds: how long it waits at most.
  /// - Throws: `.cannotStart`.
  init(milliseconds: Int) throws(HTTPServerError) {
    var status = uv_loop_init(loop)
    if status == 0 {
      loop.pointee.data = UnsafeMutableRawPointer(buffer)
      // It comes last in the loop's making, so that nothing is to be undone if it fails.
      status = uv_async_init(loop, wakeUp) { _ in }
      if status != 0 { uv_loop_close(loop) }
    }
    guard status == 0 else {
      Self.free(loop, wakeUp, timer, buffer)
      throw .cannotStart(reason: String(cString: uv_strerror(status)))
    }
    uv_timer_init(loop, timer)
    uv_timer_start(timer, { _ in }, UInt64(milliseconds), UInt64(milliseconds))
  }

  deinit {
    uv_close(beckon_http_async(wakeUp), nil)
    uv_close(beckon_http_timer(timer), nil)
    uv_run(loop, UV_RUN_NOWAIT)
    uv_loop_close(loop)
    Self.free(loop, wakeUp, timer, buffer)
  }

  /// Lets `run` return, also if it only begins to wait. From any thread.
  func wake() { uv_async_send(wakeUp) }

  /// Serves the sockets that are ready.
  /// - Parameter waits: whether it waits for one, or for `wake`, or for the time to be over.
  func run(waits: Bool) { uv_run(loop, waits ? UV_RUN_ONCE : UV_RUN_NOWAIT) }

  /// Where a socket's bytes are put, until the next socket's are.
  static func buffer(of handle: UnsafeMutablePointer<uv_handle_t>) -> uv_buf_t {
    uv_buf_init(
      handle.pointee.loop.pointee.data?.assumingMemoryBound(to: CChar.self), UInt32(readBytesMax))
  }

  private static func free(
    _ loop: UnsafeMutablePointer<uv_loop_t>, _ wakeUp: UnsafeMutablePointer<uv_async_t>,
    _ timer: UnsafeMutablePointer<uv_timer_t>, _ buffer: UnsafeMutablePointer<CChar>
  ) {
    loop.deallocate()
    wakeUp.deallocate()
    timer.deallocate()
    buffer.deallocate()
  }
}
