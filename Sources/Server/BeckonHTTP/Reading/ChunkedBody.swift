/// Finds the data in a body of the chunked transfer coding (RFC 9112, section 7.1), strictly: what
/// two programs could read in two ways is malformed.
struct ChunkedBody: Sendable {
  /// What the next bytes are. They are used up, except those of `incomplete`.
  enum Piece: Equatable {
    /// More must come first.
    case incomplete
    /// Frame, of so many bytes.
    case frame(Int)
    /// So many bytes of data.
    case data(Int)
    /// The last of the frame, of so many bytes.
    case end(Int)
    case malformed
  }

  private enum Stage { case size, data, dataEnd, trailer }

  /// A line of a size with its extensions, or all trailer fields.
  private static let frameBytesMax = 4_096

  private var stage = Stage.size
  private var dataLeft = 0
  private var trailerBytes = 0

  /// Looks at the next bytes, at least one.
  mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Piece {
    if stage == .data {
      let count = min(dataLeft, bytes.count)
      dataLeft -= count
      if dataLeft == 0 { stage = .dataEnd }
      return .data(count)
    }
    switch Line(bytes) {
    case .malformed: return .malformed
    case .incomplete: return mayBeContinued(bytes) ? .incomplete : .malformed
    case .complete(let line, let byteCount): return read(line, byteCount)
    }
  }

  private func mayBeContinued(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    stage == .dataEnd
      ? bytes.count == 1 && bytes[0] == 0x0D : bytes.count + trailerBytes <= Self.frameBytesMax
  }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>, _ byteCount: Int) -> Piece {
    switch stage {
    case .size:
      guard let size = Self.size(line) else { return .malformed }
      dataLeft = size
      stage = size > 0 ? .data : .trailer
    case .dataEnd:
      guard line.isEmpty else { return .malformed }
      stage = .size
    case .trailer, .data:
      if line.isEmpty { return .end(byteCount) }
      trailerBytes += byteCount
      guard trailerBytes <= Self.frameBytesMax, HTTPHeaders.field(line) != nil else {
        return .malformed
      }
    }
    return .frame(byteCount)
  }

  /// Hexadecimal digits, and extensions, which are skipped.
  private static func size(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
    let end = line.offset(of: UInt8(ascii: ";")) ?? line.count
    let extensions = UnsafeBufferPointer(rebasing: line[end...])
    guard (1...15).contains(end), line.count <= frameBytesMax, FieldSyntax.isValue(extensions)
    else { return nil }
    var size = 0
    for digit in line[..<end] {
      guard let value = HTTPTarget.hex(digit) else { return nil }
      size = size << 4 | Int(value)
    }
    return size
  }
}
