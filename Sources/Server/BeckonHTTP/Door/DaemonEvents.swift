import BeckonBasics
import CBeckonHTTP
import Foundation

/// What libmicrohttpd calls while its event loop runs it. Each function finds its connection and
/// passes the event on; none may block.
enum DaemonEvents {
  static func install(in options: inout beckon_http_options) {
    options.log = { context, format, arguments in
      guard let context, let format else { return }
      DaemonEvents.complain(context, format, arguments)
    }
    options.connection_changed = { context, connection, socketContext, change in
      guard let context, let connection, let socketContext else { return }
      DaemonEvents.connectionChanged(context, connection, socketContext, change)
    }
    options.target_read = { _, target, connection in
      connection.flatMap { DaemonEvents.targetRead(target, $0) }
    }
    // Decoding is ours, from the raw target; libmicrohttpd's would only take time.
    options.unescape = { _, _, text in text.map { strlen($0) } ?? 0 }
    options.request_progressed = {
      _, connection, _, method, version, upload, uploadCount, request in
      guard let connection, let method, let version, let uploadCount, let request else {
        return .NO
      }
      let keeps = DaemonEvents.requestProgressed(
        connection, method, version, upload, uploadCount, request)
      return keeps ? .YES : .NO
    }
    options.request_completed = { _, _, request, _ in
      guard let owner = request?.pointee else { return }
      DaemonEvents.connection(owner).requestEnded()
    }
  }

  private static func connectionChanged(
    _ context: UnsafeMutableRawPointer, _ pointer: OpaquePointer,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ change: MHD_ConnectionNotificationCode
  ) {
    let loop = loop(context)
    if change == .CONNECTION_NOTIFY_STARTED {
      let connection = Connection(wire: Wire(pointer), loop: loop)
      socketContext.pointee = Unmanaged.passRetained(connection).toOpaque()
      loop.add(connection)
    } else if let owner = socketContext.pointee {
      let connection = Unmanaged<Connection>.fromOpaque(owner).takeRetainedValue()
      socketContext.pointee = nil
      loop.remove(connection)
      connection.closed()
    }
  }

  /// - Returns: the connection, which libmicrohttpd hands back with this request's events.
  private static func targetRead(
    _ target: UnsafePointer<CChar>?, _ pointer: OpaquePointer
  ) -> UnsafeMutableRawPointer? {
    guard let owner = beckon_http_owner(pointer) else { return nil }
    connection(owner).requestLine(target: target.map(bytes))
    return owner
  }

  private static func requestProgressed(
    _ pointer: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>,
    _ upload: UnsafePointer<CChar>?, _ uploadCount: UnsafeMutablePointer<Int>,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Bool {
    guard let owner = request.pointee else { return false }
    let connection = connection(owner)
    guard connection.hasHeaders else {
      return connection.headersComplete(
        method: bytes(method), headers: Wire(pointer).headers(),
        needsHost: strcmp(version, "HTTP/1.0") != 0)
    }
    guard uploadCount.pointee > 0, let upload else { return connection.requestComplete() }
    let piece = UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee)
    uploadCount.pointee = 0
    return connection.bodyPiece(piece.bindMemory(to: UInt8.self))
  }

  /// Keeps the text for a start that fails; later ones are about single clients.
  private static func complain(
    _ context: UnsafeMutableRawPointer, _ format: UnsafePointer<CChar>, _ arguments: CVaListPointer?
  ) {
    // Not optional on every processor.
    guard let arguments else { return }
    var text = [CChar](repeating: 0, count: 512)
    vsnprintf(&text, text.count, format, arguments)
    let line = String(
      decoding: text.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let service = loop(context).service
    service.complaint.withLock { $0 = line }
    service.logger.log(.debug, "libmicrohttpd could not serve a client")
  }

  private static func loop(_ context: UnsafeMutableRawPointer) -> EventLoop {
    Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
  }

  private static func connection(_ owner: UnsafeMutableRawPointer) -> Connection {
    Unmanaged<Connection>.fromOpaque(owner).takeUnretainedValue()
  }

  private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(start: text, count: strlen(text)).bindMemory(to: UInt8.self)
  }
}
