extension Identifier {
  /// The identifier as a UUID in its usual form: 36 characters, lower case. As a client's
  /// own id it is read back to the same 128 bits, so ids of events sort by time on the server.
  public var uuid: String {
    func hexadecimal(_ number: UInt64, _ digits: Int) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: digits - text.utf8.count) + text
    }
    return [
      hexadecimal(high >> 32, 8), hexadecimal(high >> 16 & 0xFFFF, 4),
      hexadecimal(high & 0xFFFF, 4), hexadecimal(low >> 48, 4),
      hexadecimal(low & 0xFFFF_FFFF_FFFF, 12),
    ].joined(separator: "-")
  }
}
