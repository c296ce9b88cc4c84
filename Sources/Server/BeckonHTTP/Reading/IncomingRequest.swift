/// The request that a connection is receiving, read from its bytes as they come. Pure.
package struct IncomingRequest {
  /// How far it has been read.
  package enum Stage: Sendable {
    case line, fields, body
    /// All has come.
    case complete
    /// What follows is not read as a part of it: where it ends is in doubt, or too far off.
    case refused
  }

  package private(set) var stage = Stage.line
  /// What is wrong with it. Unless it is refused, the rest is still read, so that the client sees
  /// its answer.
  package private(set) var failure: HTTPFailure?
  private(set) var method: HTTPMethod?
  private(set) var target: HTTPTarget?
  package private(set) var headers = HTTPHeaders(reservingBytes: 512)
  private(set) var framing = RequestFraming()
  package private(set) var body: [UInt8] = []
  private let limits: RequestLimits
  private var fieldBytes = 0
  private var bodyBytesLeft = 0
  private var chunks = ChunkedBody()
  private var discardedBytes = 0

  init(_ limits: RequestLimits) { self.limits = limits }

  /// Whether the client waits to be told that it may send the body.
  var awaitsContinue: Bool { stage == .body && failure == nil && framing.expectsContinue }

  /// Whether the client, which does not know yet that the connection closes, may be sending more.
  var maySendMoreAfterFailure: Bool {
    stage == .refused || failure != nil && framing.keepsConnection
  }

  /// Gives it an answer of the server's own, unless it has one.
  mutating func fail(_ failure: HTTPFailure) { self.failure = self.failure ?? failure }

  /// Reads on, at most to the end of its stage.
  /// - Returns: how many bytes it took; the others must be shown again, with those that follow.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch stage {
    case .line: readLine(bytes)
    case .fields: readFields(bytes)
    case .body: framing.isChunked ? readChunks(bytes) : readBody(bytes)
    case .complete, .refused: 0
    }
  }

  private mutating func refuse(_ failure: HTTPFailure) {
    fail(failure)
    body = []
    stage = .refused
  }

  // MARK: Head

  private mutating func readLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch Line(bytes) {
    case .incomplete:
      if bytes.count > limits.lineBytesMax { refuse(.urlTooLong) }
      return 0
    case .malformed:
      refuse(.badRequest)
      return 0
    case .complete(let line, let byteCount):
      // RFC 9112, section 2.2: an empty line may precede the request.
      guard !line.isEmpty else { return byteCount }
      // The same whether or not its end comes with its beginning.
      guard byteCount <= limits.lineBytesMax else {
        refuse(.urlTooLong)
        return 0
      }
      if let line = RequestLine(line) { take(line) } else { refuse(.badRequest) }
      return byteCount
    }
  }

  private mutating func take(_ line: RequestLine) {
    stage = .fields
    framing.isHTTP10 = line.isHTTP10
    method = HTTPMethod(bytes: line.method)
    guard line.target.count <= limits.urlBytesMax else { return fail(.urlTooLong) }
    do {
      target = try HTTPTarget(line.target)
    } catch {
      fail(error)
    }
  }

  private mutating func readFields(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var used = 0
    while stage == .fields {
      let rest = UnsafeBufferPointer(rebasing: bytes[used...])
      switch Line(rest) {
      case .incomplete:
        // The half of an empty line may be the end of just as many as there may be.
        let isEnd = rest.count == 1 && rest[0] == 0x0D
        if fieldBytes + rest.count > limits.headerBytesMax, !isEnd { refuse(.headersTooLarge) }
        return used
      case .malformed: refuse(.badRequest)
      case .complete(let line, let byteCount):
        used += byteCount
        if line.isEmpty { endHead() } else { take(field: line, byteCount) }
      }
    }
    return used
  }

  private mutating func take(field line: UnsafeBufferPointer<UInt8>, _ byteCount: Int) {
    fieldBytes += byteCount
    guard fieldBytes <= limits.headerBytesMax else { return refuse(.headersTooLarge) }
    guard let field = HTTPHeaders.field(line) else { return refuse(.badRequest) }
    framing.note(field.name, field.value)
    headers.append(name: field.name, value: field.value)
  }

  private mutating func endHead() {
    if !framing.isLengthClear { fail(.badRequest) }
    if !framing.isHostClear { fail(.badHost) }
    if method == nil { fail(.methodNotAllowed) }
    if framing.contentLength > limits.bodyBytesMax { fail(.bodyTooLarge) }
    let isFarTooLong = framing.contentLength > limits.bodyBytesMax + limits.discardBytesMax
    if !framing.hasBody {
      stage = .complete
    } else if let failure,
      isFarTooLong || framing.expectsContinue || !framing.isLengthClear
    {
      refuse(failure)
    } else {
      stage = .body
      bodyBytesLeft = framing.contentLength
      if failure == nil { body.reserveCapacity(framing.contentLength) }
    }
  }

  // MARK: Body

  private mutating func readBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let count = min(bodyBytesLeft, bytes.count)
    bodyBytesLeft -= count
    take(data: UnsafeBufferPointer(rebasing: bytes[..<count]))
    if bodyBytesLeft == 0, stage == .body { stage = .complete }
    return count
  }

  private mutating func readChunks(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var used = 0
    while stage == .body, used < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[used...])
      switch chunks.next(rest) {
      case .incomplete: return used
      case .frame(let count): used += count
      case .data(let count):
        used += count
        take(data: UnsafeBufferPointer(rebasing: rest[..<count]))
      case .end(let count):
        used += count
        stage = .complete
      case .malformed: refuse(.badRequest)
      }
    }
    return used
  }

  private mutating func take(data: UnsafeBufferPointer<UInt8>) {
    if failure == nil, data.count <= limits.bodyBytesMax - body.count {
      body.append(contentsOf: data)
      return
    }
    fail(.bodyTooLarge)
    body = []
    discardedBytes += data.count
    if discardedBytes > limits.discardBytesMax { refuse(.bodyTooLarge) }
  }
}
