import BeckonModel

/// Reads values as this vendor's clients write them: ids also as numbers, amounts also as text,
/// truth values also as text or number. An empty text is none.
extension Fields {
  /// A text; a number or truth value reads as it is written.
  /// - Throws: `FieldError` for anything else, and when it is too long.
  package func looseText(_ name: String, max: Int) throws(FieldError) -> String? {
    let text: String
    switch value(name) {
    case nil: return nil
    case .string(let value), .number(let value): text = value
    case .bool(let value): text = value ? "true" : "false"
    default: throw error(name, "must be text")
    }
    guard text.utf8.count <= max else { throw error(name, "is longer than \(max) bytes") }
    return text.isEmpty ? nil : text
  }

  /// A list of texts; one text is a list of one.
  /// - Parameters:
  ///   - max: most texts.
  ///   - length: most bytes of each.
  /// - Throws: `FieldError` for anything else.
  package func looseTexts(
    _ name: String, max: Int, each length: Int
  ) throws(FieldError) -> [String] {
    guard let value = value(name), value != "" else { return [] }
    let elements = value.elements ?? [value]
    guard elements.count <= max else { throw error(name, "has more than \(max) elements") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() where element != .null && element != "" {
      let one = try Fields(.object([JSON.Member("\(index)", element)]), at: path(of: name))
      if let text = try one.looseText("\(index)", max: length) { texts.append(text) }
    }
    return texts
  }

  /// `true` or `false`.
  /// - Throws: `FieldError` for anything else.
  package func looseBool(_ name: String) throws(FieldError) -> Bool? {
    switch try looseText(name, max: 5)?.lowercased() {
    case nil: return nil
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw error(name, "must be true or false")
    }
  }

  /// A number as decimal text, not below zero.
  /// - Throws: `FieldError` for anything else.
  package func looseAmount(_ name: String) throws(FieldError) -> String? {
    guard let text = try looseText(name, max: 40) else { return nil }
    guard !text.utf8.contains(UInt8(ascii: ",")) else {
      throw error(name, "must be a number without commas: decimals stand behind a point, 20.5")
    }
    guard let number = DecimalNumber(text), !text.hasPrefix("-"),
      let scaled = number.scaled(by: 4), scaled.whole <= Segmentify.amountMax * 10_000
    else {
      throw error(name, "must be a number from 0 to \(Segmentify.amountMax)")
    }
    return text
  }

  /// An object, or one in JSON text.
  /// - Parameter maxBytes: most bytes of it as compact JSON.
  /// - Throws: `FieldError` for anything else.
  package func looseObject(_ name: String, maxBytes: Int) throws(FieldError) -> JSON? {
    guard case .string(let text)? = value(name) else {
      return try object(name, maxBytes: maxBytes)
    }
    guard !text.isEmpty else { return nil }
    guard text.utf8.count <= maxBytes else {
      throw error(name, "is longer than \(maxBytes) bytes")
    }
    guard let json = try? JSONReader.read(Array(text.utf8)), json.members != nil else {
      throw error(name, "must be an object, or one in JSON text")
    }
    return try Fields(.object([JSON.Member(name, json)]), at: path).object(name, maxBytes: maxBytes)
  }

  /// A whole number.
  /// - Throws: `FieldError` for anything else.
  package func looseInteger(
    _ name: String, in range: ClosedRange<Int64>
  ) throws(FieldError) -> Int64? {
    guard let text = try looseText(name, max: 40) else { return nil }
    guard let number = DecimalNumber(text)?.scaled(by: 0), !number.isRounded,
      range.contains(number.whole)
    else {
      throw error(
        name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number.whole
  }
}

extension Fields {
  /// Of a number below this it is clear that it means seconds: in milliseconds it were 1973.
  private static let secondsMax: Int64 = 100_000_000_000
  private static let instantMax: Int64 = 32_503_680_000_000

  /// A time: milliseconds or seconds since 1970, or text as in RFC 3339.
  /// - Throws: `FieldError` for anything else.
  package func looseInstant(_ name: String) throws(FieldError) -> Instant? {
    if let text = value(name)?.string, let time = Instant(text) { return time }
    guard let number = try looseInteger(name, in: 0...Self.instantMax) else { return nil }
    return Instant(milliseconds: number < Self.secondsMax ? number * 1_000 : number)
  }
}

extension Segmentify {
  /// The highest price, amount or quantity.
  package static let amountMax: Int64 = 100_000_000_000
}
