/// How large a request may be, in bytes.
struct RequestLimits: Sendable {
  let bodyBytesMax: Int
  let headerBytesMax: Int
  let urlBytesMax: Int

  init(_ configuration: HTTPServerConfiguration) {
    bodyBytesMax = max(configuration.bodyBytesMax, 0)
    headerBytesMax = configuration.headerBytesMax
    urlBytesMax = configuration.urlBytesMax
  }

  /// How much more than the limit is read, so that a client that sends before it reads sees the
  /// answer.
  var discardBytesMax: Int { bodyBytesMax + 1 << 20 }

  /// A request line that is not complete: the target, method, version and some more.
  var lineBytesMax: Int { urlBytesMax + 256 }
}
