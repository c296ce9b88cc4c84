/// What the header fields say about the message itself: where the body ends and whether that is
/// beyond doubt. Doubt is refused, because another program on the way may have read it differently
/// (request smuggling; RFC 9112, sections 3.2, 6.1 and 6.3).
struct RequestFraming: Equatable {
  private(set) var hostCount = 0
  private(set) var lengthCount = 0
  private(set) var transferCodingCount = 0
  private(set) var isChunked = false
  private(set) var expectsContinue = false
  /// The declared length, saturated.
  private(set) var contentLength = 0
  private var isReadable = true

  /// Reads the fields that matter here.
  init(_ headers: HTTPHeaders) {
    headers.scan { name, value in
      note(name, value)
      return true
    }
  }

  /// Whether a body follows.
  var hasBody: Bool { lengthCount + transferCodingCount > 0 }

  /// Whether there is one way to read it. HTTP/1.1 asks for exactly one `Host`.
  func isClear(needsHost: Bool) -> Bool {
    isReadable && (hostCount == 1 || hostCount == 0 && !needsHost)
      && lengthCount + transferCodingCount <= 1
      && (transferCodingCount == 0 || isChunked)
  }

  private mutating func note(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    // Few names have one of these lengths, so most fields cost one comparison.
    switch name.count {
    case 4 where Self.isEqual(name, "host"):
      hostCount += 1
    case 6 where Self.isEqual(name, "expect"):
      expectsContinue = Self.isEqual(value, "100-continue")
    case 14 where Self.isEqual(name, "content-length"):
      lengthCount += 1
      readLength(value)
    case 17 where Self.isEqual(name, "transfer-encoding"):
      transferCodingCount += 1
      isChunked = Self.isEqual(value, "chunked")
    default: break
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
