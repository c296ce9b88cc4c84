/// The request that a connection is receiving.
struct IncomingRequest {
  /// What comes next.
  enum Stage {
    case headers, body, answer, nothing
  }

  var stage = Stage.headers
  /// What is already known to be wrong with it. The rest is still read, for the answer to be seen.
  var failure: HTTPFailure?
  var target: HTTPTarget
  var method: HTTPMethod?
  var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private var discardedBytes = 0
  private let bodyBytesMax: Int

  /// A request whose line has come. `nil` when there was no target.
  init(target bytes: UnsafeBufferPointer<UInt8>?, configuration: HTTPServerConfiguration) {
    bodyBytesMax = configuration.bodyBytesMax
    target = .root
    guard let bytes else {
      failure = .badRequest
      return
    }
    guard bytes.count <= configuration.urlBytesMax else {
      failure = .urlTooLong
      return
    }
    do {
      target = try HTTPTarget(bytes)
    } catch {
      failure = error
    }
  }

  /// How much more than the limit is read, so that a client that sends before it reads sees the
  /// answer.
  static func discardBytesMax(_ configuration: HTTPServerConfiguration) -> Int {
    configuration.bodyBytesMax + 1 << 20
  }

  /// Takes the header fields; what is wrong with them is noted.
  mutating func receive(
    method name: UnsafeBufferPointer<UInt8>, headers: HTTPHeaders, framing: RequestFraming,
    needsHost: Bool, headerBytesMax: Int
  ) {
    method = HTTPMethod(bytes: name)
    self.headers = headers
    if !framing.isClear(needsHost: needsHost) { failure = failure ?? .badRequest }
    if headers.byteCount > headerBytesMax { failure = failure ?? .headersTooLarge }
    if method == nil { failure = failure ?? .methodNotAllowed }
    if framing.contentLength > bodyBytesMax { failure = failure ?? .bodyTooLarge }
    if failure == nil { body.reserveCapacity(framing.contentLength) }
  }

  /// Takes a piece of the body.
  /// - Returns: whether to go on reading.
  mutating func receive(body bytes: UnsafeBufferPointer<UInt8>, discardBytesMax: Int) -> Bool {
    if failure == nil, bytes.count <= bodyBytesMax - body.count {
      body.append(contentsOf: bytes)
      return true
    }
    failure = failure ?? .bodyTooLarge
    body = []
    discardedBytes += bytes.count
    return discardedBytes <= discardBytesMax
  }
}
