/// What the header fields say about the message itself: where the body ends, whether that is beyond
/// doubt, and whether the connection stays. Doubt is refused, because another program on the way
/// may have read it differently (request smuggling; RFC 9112, sections 3.2, 6.1, 6.3 and 9.3).
struct RequestFraming: Equatable {
  /// Whether the client speaks HTTP/1.0 only.
  var isHTTP10 = false
  private var hostCount = 0
  private var isHost = true
  private var lengthCount = 0
  private var transferCodingCount = 0
  private var isReadable = true
  private var saysClose = false
  private var saysKeepAlive = false
  private(set) var isChunked = false
  /// The client waits for 100 before it sends the body.
  private(set) var expectsContinue = false
  /// The declared length, saturated.
  private(set) var contentLength = 0

  /// Whether a body follows.
  var hasBody: Bool { isChunked || contentLength > 0 || !isLengthClear }

  /// Whether there is one way to read where the body ends. HTTP/1.0 knows no transfer coding.
  var isLengthClear: Bool {
    isReadable && lengthCount + transferCodingCount <= 1
      && (transferCodingCount == 0 || isChunked && !isHTTP10)
  }

  /// Whether it names the host as it must: once, but HTTP/1.0 need not.
  var isHostClear: Bool { isHost && (hostCount == 1 || hostCount == 0 && isHTTP10) }

  /// Whether the client wants to send another request on the connection.
  var keepsConnection: Bool { !saysClose && (!isHTTP10 || saysKeepAlive) }

  /// Reads a field, if it is one that matters here.
  mutating func note(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    // Few names have one of these lengths, so most fields cost one comparison.
    switch name.count {
    case 4 where Self.isEqual(name, "host"):
      hostCount += 1
      isHost = isHost && HostSyntax.isHost(value)
    case 6 where Self.isEqual(name, "expect"):
      expectsContinue = !isHTTP10 && Self.isEqual(value, "100-continue")
    case 10 where Self.isEqual(name, "connection"):
      readConnection(value)
    case 14 where Self.isEqual(name, "content-length"):
      lengthCount += 1
      readLength(value)
    case 17 where Self.isEqual(name, "transfer-encoding"):
      transferCodingCount += 1
      isChunked = Self.isEqual(value, "chunked")
    default: break
    }
  }

  private mutating func readConnection(_ list: UnsafeBufferPointer<UInt8>) {
    for option in list.split(separator: UInt8(ascii: ",")) {
      let option = FieldSyntax.trimmed(UnsafeBufferPointer(rebasing: option))
      saysClose = saysClose || Self.isEqual(option, "close")
      saysKeepAlive = saysKeepAlive || Self.isEqual(option, "keep-alive")
    }
  }

  private mutating func readLength(_ digits: UnsafeBufferPointer<UInt8>) {
    isReadable = isReadable && !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    guard isReadable else { return }
    contentLength = digits.reduce(0) { length, digit in
      length > Int.max / 16 ? length : length * 10 + Int(digit - 0x30)
    }
  }

  private static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    HTTPHeaders.equal(
      bytes, UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }
}
