import CBeckonHTTP
import Foundation

/// A client's socket in libuv's hands. For its event loop's thread. It tells its connection what
/// happens, and keeps it alive until the socket is closed.
final class Wire {
  /// How far an answer got.
  enum Sending { case done, underway, failed }

  /// What is copied out of a long answer at a time.
  private static let pieceBytesMax = 1 << 18

  private let socket = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
  private let descriptor: Int32
  private var isReading = false
  /// Answers that the client has not taken yet, and how much of them is out.
  private var outgoing: [UInt8] = []
  private var outgoingBody: [UInt8] = []
  private var outgoingOffset = 0

  /// Takes an accepted socket; `nil` if it cannot be served, and then it is closed.
  init?(_ accepted: AcceptedSocket, _ poller: Poller) {
    descriptor = accepted.descriptor
    guard uv_tcp_init(poller.loop, socket) == 0 else {
      Foundation.close(descriptor)
      socket.deallocate()
      return nil
    }
    socket.pointee.data = nil
    guard uv_tcp_open(socket, descriptor) == 0 else {
      Foundation.close(descriptor)
      uv_close(beckon_http_handle(socket)) { Wire.closed($0) }
      return nil
    }
    uv_tcp_nodelay(socket, 1)
  }

  /// Begins to read for a connection.
  func attach(_ connection: HTTPConnection) {
    socket.pointee.data = Unmanaged.passRetained(connection).toOpaque()
    setReading(true)
  }

  /// Whether what comes is read; else it stays with the system, and the client must wait.
  func setReading(_ reads: Bool) {
    guard reads != isReading else { return }
    isReading = reads
    guard reads else {
      uv_read_stop(beckon_http_stream(socket))
      return
    }
    uv_read_start(
      beckon_http_stream(socket),
      { handle, _, buffer in
        if let handle { buffer?.pointee = Poller.buffer(of: handle) }
      },
      { stream, count, buffer in
        guard let connection = Wire.connection(stream?.pointee.data) else { return }
        if count > 0, let base = buffer?.pointee.base {
          let bytes = UnsafeRawBufferPointer(start: base, count: count)
          connection.received(bytes.bindMemory(to: UInt8.self))
        } else if count == Int(UV_EOF.rawValue) {
          connection.receivedEnd()
        } else if count < 0 {
          connection.close()
        }
      })
  }

  /// Sends an answer of two parts. If it is underway, `HTTPConnection.sent` will be called.
  func send(_ head: [UInt8], _ body: [UInt8]) -> Sending {
    let count = head.withUnsafeBytes { head in
      body.withUnsafeBytes { body in sendAtOnce(head, body) }
    }
    guard count >= 0 else { return .failed }
    guard count < head.count + body.count else { return .done }
    (outgoing, outgoingBody, outgoingOffset) = (head, body, count)
    return sendRest()
  }

  /// Lets nothing more come in: what has arrived is still read, then comes the end.
  func endReceiving() { shutdown(descriptor, Int32(SHUT_RD)) }

  /// Tells the client that nothing more will come. All must be sent.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the socket. Once only.
  /// - Parameter drops: whether what is not sent yet is dropped, and the client told so.
  func close(drops: Bool) {
    if drops, uv_tcp_close_reset(socket, { Wire.closed($0) }) == 0 { return }
    uv_close(beckon_http_handle(socket)) { Wire.closed($0) }
  }

  // MARK: Sending

  /// - Returns: how many bytes are out; below 0 when the client is gone.
  private func sendAtOnce(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) -> Int {
    var parts = (Self.part(head), Self.part(body))
    let count = withUnsafeMutablePointer(to: &parts) { parts in
      parts.withMemoryRebound(to: uv_buf_t.self, capacity: 2) {
        uv_try_write(beckon_http_stream(socket), $0, body.isEmpty ? 1 : 2)
      }
    }
    return count == UV_EAGAIN.rawValue ? 0 : Int(count)
  }

  private static func part(_ bytes: UnsafeRawBufferPointer) -> uv_buf_t {
    // libuv does not write through the pointer.
    let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    return uv_buf_init(base?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count))
  }

  /// Hands libuv the next piece of the answer, in memory of its own.
  func sendRest() -> Sending {
    let isBody = outgoingOffset >= outgoing.count
    let start = isBody ? outgoingOffset - outgoing.count : outgoingOffset
    let piece = (isBody ? outgoingBody : outgoing).dropFirst(start).prefix(Self.pieceBytesMax)
    guard !piece.isEmpty else {
      (outgoing, outgoingBody, outgoingOffset) = ([], [], 0)
      return .done
    }
    outgoingOffset += piece.count
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
    memory.copyBytes(from: piece)
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    request.pointee.data = memory.baseAddress
    var part = Self.part(UnsafeRawBufferPointer(memory))
    let status = uv_write(request, beckon_http_stream(socket), &part, 1) { request, status in
      guard let request else { return }
      request.pointee.data?.deallocate()
      let connection = Wire.connection(request.pointee.handle.pointee.data)
      request.deallocate()
      connection?.wrote(status == 0)
    }
    guard status == 0 else {
      memory.deallocate()
      request.deallocate()
      return .failed
    }
    return .underway
  }

  // MARK: libuv's callbacks

  private static func connection(_ data: UnsafeMutableRawPointer?) -> HTTPConnection? {
    data.map { Unmanaged<HTTPConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func closed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let handle else { return }
    if let data = handle.pointee.data { Unmanaged<HTTPConnection>.fromOpaque(data).release() }
    UnsafeMutableRawPointer(handle).deallocate()
  }
}
