import BeckonModel

/// Number and digest of a table's rows. The digest does not depend on their order, because the two
/// databases sort texts differently. It guards against mistakes, not against forgery.
public struct Tally: Hashable, Sendable {
  /// Rows.
  public private(set) var count: Int64
  /// The sum of the rows' hashes.
  public private(set) var digest: UInt64

  /// No row yet, or what has been counted before.
  init(count: Int64 = 0, digest: UInt64 = 0) {
    self.count = count
    self.digest = digest
  }

  /// Adds a row.
  mutating func add(_ row: [DatabaseValue]) {
    var hash = RowHash()
    for value in row { hash.add(value) }
    digest &+= hash.value
    count += 1
  }
}

/// A hash of one row, the same on every machine and in every run.
private struct RowHash {
  private(set) var value: UInt64 = 0x6265_636B_6F6E_2121

  /// Adds a value, so that different lists of values give different inputs.
  mutating func add(_ column: DatabaseValue) {
    switch column {
    case .null: add(1)
    case .integer(let integer):
      add(2)
      add(UInt64(bitPattern: integer))
    case .real(let real):
      add(3)
      add(real.bitPattern)
    case .identifier(let identifier):
      add(4)
      add(identifier.high)
      add(identifier.low)
    case .text(var text):
      add(5)
      text.withUTF8 { add($0) }
    }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    add(UInt64(bytes.count))
    let raw = UnsafeRawBufferPointer(bytes)
    var place = 0
    while place + 8 <= raw.count {
      add(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    guard place < raw.count else { return }
    var rest: UInt64 = 0
    for byte in raw[place...] { rest = rest << 8 | UInt64(byte) }
    add(rest)
  }

  /// One round of a multiply and two shifts: each bit of `word` reaches about half of the others.
  private mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 32
    value = value &* 0xD6E8_FEB8_6659_FD93
    value ^= value >> 29
  }
}
