/// A request's header fields, in order. Kept as the bytes that came; text is made only for what is
/// asked for. Bytes that are not UTF-8 are read as U+FFFD.
public struct HTTPHeaders: Equatable, Sendable {
  /// `name NUL value NUL …`; neither can contain NUL.
  private var bytes: [UInt8]

  /// Headers of these names and values, for tests and forwarding.
  public init(_ fields: [(name: String, value: String)] = []) {
    bytes = []
    for field in fields {
      bytes += field.name.utf8.filter { $0 != 0 } + [0]
      bytes += field.value.utf8.filter { $0 != 0 } + [0]
    }
  }

  /// No headers yet, with room for most requests.
  init(reservingBytes count: Int) {
    bytes = []
    bytes.reserveCapacity(count)
  }

  /// The first value of the name, in any case; `nil` when there is none.
  public subscript(name: String) -> String? {
    var name = name
    return name.withUTF8 { wanted in
      var found: String?
      scan { field, value in
        guard Self.equal(field, wanted) else { return true }
        found = String(decoding: value, as: UTF8.self)
        return false
      }
      return found
    }
  }

  /// All values of the name, in any case, in order.
  public func values(_ name: String) -> [String] {
    var name = name
    return name.withUTF8 { wanted in
      var found: [String] = []
      scan { field, value in
        if Self.equal(field, wanted) { found.append(String(decoding: value, as: UTF8.self)) }
        return true
      }
      return found
    }
  }

  /// The values of the name, in any case, in order, as one list with commas (RFC 9110, section
  /// 5.2); `nil` when there is none.
  public func joinedValues(_ name: String) -> String? {
    var name = name
    return name.withUTF8 { wanted in
      var found: String?
      scan { field, value in
        guard Self.equal(field, wanted) else { return true }
        let text = String(decoding: value, as: UTF8.self)
        found = found.map { $0 + "," + text } ?? text
        return true
      }
      return found
    }
  }

  /// The first values of several names, in any case, found in one pass; `nil` where there is none.
  public func firstValues(of names: [StaticString]) -> [String?] {
    var found = [String?](repeating: nil, count: names.count)
    scan { field, value in
      for (index, name) in names.enumerated()
      where name.utf8CodeUnitCount == field.count {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: field.count)
        guard case .none = found[index], Self.equal(field, wanted) else { continue }
        found[index] = String(decoding: value, as: UTF8.self)
      }
      return true
    }
    return found
  }

  /// Every field, in order, names as they came.
  public var all: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    scan { name, value in
      fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      return true
    }
    return fields
  }

  /// Adds a field whose bytes hold no NUL.
  mutating func append(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: name)
    bytes.append(0)
    bytes.append(contentsOf: value)
    bytes.append(0)
  }

  /// The name and value of a field's line; `nil` for what is none. A line that continues the one
  /// before (RFC 9112, section 5.2) is none, and neither is one with a space before the colon.
  static func field(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)? {
    guard let colon = line.offset(of: UInt8(ascii: ":")) else { return nil }
    let name = UnsafeBufferPointer(rebasing: line[..<colon])
    let value = FieldSyntax.trimmed(UnsafeBufferPointer(rebasing: line[(colon + 1)...]))
    return FieldSyntax.isToken(name) && FieldSyntax.isValue(value) ? (name, value) : nil
  }

  /// Whether two names are the same but for the case of ASCII letters.
  static func equal(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool
  {
    guard left.count == right.count else { return false }
    return left.indices.allSatisfy { lowercase(left[$0]) == lowercase(right[$0]) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 0x20 : byte
  }

  /// Shows each name and value to `visit` until it answers `false`.
  func scan(
    _ visit: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    bytes.withUnsafeBufferPointer { all in
      var rest = all
      while let nameEnd = rest.offset(of: 0) {
        let name = UnsafeBufferPointer(rebasing: rest[..<nameEnd])
        rest = UnsafeBufferPointer(rebasing: rest[(nameEnd + 1)...])
        guard let valueEnd = rest.offset(of: 0) else { return }
        let value = UnsafeBufferPointer(rebasing: rest[..<valueEnd])
        rest = UnsafeBufferPointer(rebasing: rest[(valueEnd + 1)...])
        guard visit(name, value) else { return }
      }
    }
  }
}
