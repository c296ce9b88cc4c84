/// Why a field of a body is not acceptable.
public struct FieldError: Error, Hashable, Sendable {
  /// Where it stands: `events[3].at`; empty for the body itself.
  public let path: String
  /// What is wrong with it, in words for the sender.
  public let reason: String

  /// Makes an error about the field at `path`.
  public init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }
}

/// Reads the fields of a JSON object and says exactly which is wrong. `null` counts as absent.
/// Names that nobody knows are ignored in what is stored and in other programs' answers; in what a
/// caller asks for they are refused (`allow(only:)`).
public struct Fields: Sendable {
  /// Where the object stands in the body; empty for the body itself.
  public let path: String
  private let members: [JSON.Member]
  private let isStrict: Bool

  /// The fields of `json`.
  /// - Parameter isStrict: whether names that nobody knows are refused, here and in the objects
  ///   inside.
  /// - Throws: `FieldError` when it is no object.
  public init(
    _ json: JSON, at path: String = "", isStrict: Bool = false
  ) throws(FieldError) {
    guard case .object(let members) = json else {
      throw FieldError(path, "must be an object")
    }
    self.members = members
    self.path = path
    self.isStrict = isStrict
  }

  /// The same, where an empty text counts as absent: some clients write so what they do not know.
  public var withoutEmptyTexts: Fields {
    Fields(members: members.filter { $0.value != "" }, at: path, isStrict: isStrict)
  }

  private init(members: [JSON.Member], at path: String, isStrict: Bool) {
    self.members = members
    self.path = path
    self.isStrict = isStrict
  }

  /// Refuses all other names, if this is read strictly. A misspelt name that is dropped means
  /// something else than what its author wants: a cap that does not hold pays everybody.
  /// - Throws: `FieldError` with the nearest of the names.
  public func allow(only names: [String]) throws(FieldError) {
    guard isStrict else { return }
    let known = Set(texts: names)
    guard let unknown = members.first(where: { !known.contains(TextKey($0.name)) }) else { return }
    throw error(NameSuggestion.shown(unknown.name), NameSuggestion.refusal(of: unknown.name, names))
  }

  /// The fields of an object inside this one, such as an element of a list.
  /// - Parameter name: where it stands: `rules[3]`.
  /// - Throws: `FieldError` when it is no object.
  public func inner(_ json: JSON, at name: String) throws(FieldError) -> Fields {
    try Fields(json, at: path(of: name), isStrict: isStrict)
  }

  /// Every member, as it came.
  public var all: [JSON.Member] { members }

  /// The path of a field of this object.
  public func path(of name: String) -> String { path.isEmpty ? name : path + "." + name }

  /// An error about a field of this object.
  public func error(_ name: String, _ reason: String) -> FieldError {
    FieldError(path(of: name), reason)
  }

  /// Any value; `nil` when absent or `null`.
  public func value(_ name: String) -> JSON? {
    guard let value = members.first(where: { $0.name == name })?.value, value != .null else {
      return nil
    }
    return value
  }

  /// Whether the name stands in the object, be it with `null`.
  public func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// A string of 1 to `max` bytes of UTF-8.
  public func string(_ name: String, max: Int) throws(FieldError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw error(name, "must be a string") }
    guard !text.isEmpty else { throw error(name, "must not be empty") }
    guard text.utf8.count <= max else {
      throw error(name, "is longer than \(max) bytes")
    }
    return text
  }

  /// A whole number in `range`.
  public func integer(
    _ name: String, in range: ClosedRange<Int64>
  ) throws(FieldError) -> Int64? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer, range.contains(number) else {
      throw error(
        name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number in `range`.
  public func double(
    _ name: String, in range: ClosedRange<Double>
  ) throws(FieldError) -> Double? {
    guard let value = value(name) else { return nil }
    guard let number = value.double, range.contains(number) else {
      throw error(name, "must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// `true` or `false`.
  public func bool(_ name: String) throws(FieldError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let truth = value.bool else { throw error(name, "must be true or false") }
    return truth
  }

  /// RFC 3339 text.
  public func instant(_ name: String) throws(FieldError) -> Instant? {
    guard let value = value(name) else { return nil }
    guard let text = value.string, let instant = Instant(text) else {
      throw error(name, "must be a time such as 2026-11-21T09:30:00Z (RFC 3339)")
    }
    return instant
  }

  /// An id in its written form.
  public func id<Kind>(_ name: String, _: ID<Kind>.Type) throws(FieldError) -> ID<Kind>? {
    guard let value = value(name) else { return nil }
    guard let text = value.string, let id = ID<Kind>(text) else {
      throw error(name, "must be an id that begins with \(Kind.prefix)_")
    }
    return id
  }

  /// One of a closed set of words.
  public func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _: Choice.Type
  ) throws(FieldError) -> Choice? where Choice.RawValue == String {
    guard let value = value(name) else { return nil }
    guard let text = value.string, let choice = Choice(word: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(name, "must be one of \(words)")
    }
    return choice
  }

  /// An object inside this one.
  public func fields(_ name: String) throws(FieldError) -> Fields? {
    guard let value = value(name) else { return nil }
    return try inner(value, at: name)
  }

  /// The elements of an array of at most `max`.
  public func elements(_ name: String, max: Int) throws(FieldError) -> [JSON]? {
    guard let value = value(name) else { return nil }
    guard let elements = value.elements else { throw error(name, "must be an array") }
    guard elements.count <= max else { throw error(name, "has more than \(max) elements") }
    return elements
  }

  /// An array of strings.
  public func strings(
    _ name: String, max: Int, each length: Int
  ) throws(FieldError) -> [String]? {
    guard let elements = try elements(name, max: max) else { return nil }
    var texts: [String] = []
    for element in elements {
      guard let text = element.string, !text.isEmpty, text.utf8.count <= length else {
        throw error(name, "must hold strings of 1 to \(length) bytes")
      }
      texts.append(text)
    }
    return texts
  }

  /// An object kept as it is, of at most `maxBytes` of compact JSON.
  public func object(_ name: String, maxBytes: Int) throws(FieldError) -> JSON? {
    guard let value = value(name) else { return nil }
    guard value.members != nil else { throw error(name, "must be an object") }
    guard value.bytes.count <= maxBytes else {
      throw error(name, "is longer than \(maxBytes) bytes")
    }
    return value
  }

  /// The value, or an error that says that the field is missing.
  public func require<Value>(_ name: String, _ value: Value?) throws(FieldError) -> Value {
    guard let value else { throw error(name, "is missing") }
    return value
  }
}
