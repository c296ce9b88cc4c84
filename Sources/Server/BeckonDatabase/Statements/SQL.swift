/// A statement, or a part of one, put together from text that stands in the program and from
/// parameters, each where it is used:
///
///     let columns: SQL = "id, url, created_at"
///     let statement: SQL = """
///       SELECT \(columns) FROM links WHERE app = \(.integer(app)) AND id = \(.id(link))
///       """
///
/// What is written out is a `StaticString`, so that no text from outside can become SQL. What is
/// interpolated is either SQL, which is put in its place, or a value, which is a parameter.
///
/// A driver finds its prepared statement by the places of the texts in the program, so that nothing
/// is put together but the first time. So use a statement of which there are few forms: a list of
/// values of any length is one parameter, as JSON (`{among}`).
public struct SQL: Sendable {
  /// What it is made of: addresses of texts, which a `StaticString` keeps for ever, and marks of
  /// what is written there.
  private(set) var parts: [UInt] = []
  /// The parameters, in order.
  package private(set) var parameters: [DatabaseValue] = []

  /// What a part is if it is no address. No text is at these.
  fileprivate enum Mark {
    /// The next parameter.
    static let parameter: UInt = 0
    /// Names of columns follow up to `end`, to be written as a row to insert.
    static let row: UInt = 1
    /// Names of columns follow up to `end`, to be written as what an `UPDATE` sets.
    static let set: UInt = 2
    static let end: UInt = 3
    /// What is above stands for a text of one character, which has no address.
    static let character: UInt = 1 << 63
  }

  /// Nothing.
  init() {}

  /// A statement with a number behind the mark of each parameter: `$1`.
  init(numbered text: SQL, _ parameters: [DatabaseValue]) {
    parts = text.parts
    self.parameters = parameters
  }

  /// What a driver finds a prepared statement by.
  package var form: Form { Form(parts: parts) }

  /// Of two statements with one form, the text is the same.
  package struct Form: Hashable {
    fileprivate let parts: [UInt]

    package static func == (left: Form, right: Form) -> Bool { left.parts == right.parts }

    /// The addresses are our own, so nobody can choose them to collide: one round for all of them
    /// does.
    package func hash(into hasher: inout Hasher) {
      var mixed: UInt = 0
      for part in parts { mixed = (mixed ^ part) &* 0x9E37_79B9_7F4A_7C15 }
      hasher.combine(mixed)
    }
  }

  /// The statement in the common SQL, its parameters numbered in order.
  /// - Throws: `DatabaseError.misuse` when it has numbers of its own beside interpolated values.
  package func text() throws(DatabaseError) -> String {
    var writer = SQLWriter()
    var rest = parts[...]
    while let part = rest.popFirst() {
      switch part {
      case Mark.parameter: writer.writeParameter()
      case Mark.row, Mark.set:
        let names = rest.prefix { $0 != Mark.end }.map(Self.text)
        rest = rest.dropFirst(names.count + 1)
        if part == Mark.row { writer.writeRow(names) } else { writer.writeChanges(names) }
      default: writer.write(Self.text(part))
      }
    }
    guard !writer.isMixed else {
      throw .misuse("numbers beside values that stand in their place, in: \(writer.text)")
    }
    return writer.text
  }

  private static func text(_ part: UInt) -> String {
    if part & Mark.character != 0 {
      return Unicode.Scalar(UInt32(part & ~Mark.character)).map { String($0) } ?? ""
    }
    return UnsafePointer<UInt8>(bitPattern: part).map { String(cString: $0) } ?? ""
  }

  // MARK: Putting together

  fileprivate mutating func reserve(_ count: Int) {
    parts.reserveCapacity(2 * count + 1)
    parameters.reserveCapacity(count)
  }

  fileprivate mutating func append(text: StaticString) { parts.append(Self.part(text)) }

  fileprivate mutating func append(value: DatabaseValue) {
    parts.append(Mark.parameter)
    parameters.append(value)
  }

  fileprivate mutating func append(_ row: Row, as mark: UInt) {
    parts.append(mark)
    parts += row.names
    parts.append(Mark.end)
    parameters += row.values
  }

  fileprivate static func part(_ text: StaticString) -> UInt {
    text.hasPointerRepresentation
      ? UInt(bitPattern: text.utf8Start) : Mark.character | UInt(text.unicodeScalar.value)
  }

  fileprivate mutating func append(_ other: SQL) {
    parts += other.parts
    parameters += other.parameters
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// Text of the program.
  public init(stringLiteral text: StaticString) { append(text: text) }

  /// Text of the program with other SQL and parameters in it.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

  /// What stands in `\(…)`.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql = SQL()

    /// Nothing yet.
    public init(literalCapacity: Int, interpolationCount: Int) { sql.reserve(interpolationCount) }

    /// Text of the program.
    public mutating func appendLiteral(_ text: StaticString) { sql.append(text: text) }

    /// A parameter.
    public mutating func appendInterpolation(_ value: DatabaseValue) {
      sql.append(value: value)
    }

    /// Other SQL.
    public mutating func appendInterpolation(_ part: SQL) { sql.append(part) }

    /// `AND …` for each condition that there is.
    public mutating func appendInterpolation(and conditions: [SQL?]) {
      for case let condition? in conditions {
        sql.append(text: " AND ")
        sql.append(condition)
      }
    }

    /// A row to insert: `(column, …) VALUES ($1, …)`.
    public mutating func appendInterpolation(row: Row) { sql.append(row, as: Mark.row) }

    /// What an `UPDATE` sets: `SET column = $1, …`.
    public mutating func appendInterpolation(set row: Row) { sql.append(row, as: Mark.set) }
  }

  /// Columns and what is written to them.
  public struct Row: ExpressibleByDictionaryLiteral, Sendable {
    fileprivate private(set) var names: [UInt] = []
    fileprivate private(set) var values: [DatabaseValue] = []

    /// Columns in the order in which they are written.
    public init(dictionaryLiteral columns: (StaticString, DatabaseValue)...) {
      names.reserveCapacity(columns.count)
      values.reserveCapacity(columns.count)
      for (name, value) in columns {
        names.append(SQL.part(name))
        values.append(value)
      }
    }

    /// The columns of both.
    public static func + (left: Row, right: Row) -> Row {
      var both = left
      both.names += right.names
      both.values += right.values
      return both
    }
  }
}

/// The text of a statement as it is written.
private struct SQLWriter {
  private(set) var text = ""
  private var parameterCount = 0
  private var isNumbered = false

  /// Whether it has numbers of its own beside those that are written here.
  var isMixed: Bool { isNumbered && parameterCount > 0 }

  mutating func write(_ words: String) {
    isNumbered = isNumbered || words.utf8.contains(UInt8(ascii: "$"))
    text += words
  }

  mutating func writeParameter() {
    parameterCount += 1
    text += "$\(parameterCount)"
  }

  mutating func writeRow(_ names: [String]) {
    text += "(" + names.joined(separator: ", ") + ") VALUES ("
    for index in names.indices {
      if index > 0 { text += ", " }
      writeParameter()
    }
    text += ")"
  }

  mutating func writeChanges(_ names: [String]) {
    for (index, name) in names.enumerated() {
      text += (index == 0 ? "SET " : ", ") + name + " = "
      writeParameter()
    }
  }
}
