import BeckonBasics

/// One entry of a segment file: 4 bytes length of the payload (little-endian), the first 8 bytes of
/// the payload's SHA-256, the payload.
enum Record {
  /// Bytes before the payload.
  static let headerBytes = 12
  /// Longest payload. An event has at most 33 KB or so; a longer length in a file is damage.
  static let payloadBytesMax = 1_024 * 1_024

  /// What a segment file holds.
  struct Scan {
    /// Where the sound records are, header included.
    var spans: [Range<Int>] = []
    /// Records whose checksum is wrong, and what follows a length that cannot be.
    var damagedRecords = 0
    /// Bytes at the end of a record that was never finished; nobody was told that it was stored.
    var tornBytes = 0
  }

  /// The record of a payload.
  static func encoded(_ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerBytes + payload.count)
    withUnsafeBytes(of: UInt32(payload.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: checksum(payload))
    bytes.append(contentsOf: payload)
    return bytes
  }

  /// The payload of the record that takes up all of `bytes`; `nil` when it is damaged.
  static func payload(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count > headerBytes, length(bytes) == bytes.count - headerBytes else { return nil }
    let payload = Array(bytes.dropFirst(headerBytes))
    return checksum(payload) == bytes.dropFirst(4).prefix(8) ? payload : nil
  }

  /// Finds the records of a file.
  static func scan(_ bytes: [UInt8]) -> Scan {
    var scan = Scan()
    var start = 0
    while start < bytes.count {
      guard bytes.count - start >= headerBytes else { break }
      let length = length(bytes[start...])
      if length == 0 || length > payloadBytesMax {
        // A file whose end was lost with the power may be filled up with zeros.
        let isFilling = bytes[start...].allSatisfy { $0 == 0 }
        if !isFilling { scan.damagedRecords += 1 }
        break
      }
      let end = start + headerBytes + length
      guard end <= bytes.count else { break }
      if payload(bytes[start..<end]) != nil {
        scan.spans.append(start..<end)
      } else {
        scan.damagedRecords += 1
      }
      start = end
    }
    scan.tornBytes = bytes.count - start
    return scan
  }

  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func checksum(_ payload: [UInt8]) -> ArraySlice<UInt8> {
    Hash.sha256(payload).prefix(8)
  }
}
