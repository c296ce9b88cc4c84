import BeckonModel

/// One row of a result; columns are counted from 0 in the order of the `SELECT`. Valid only inside
/// the closure that gets it.
public protocol Row {
  /// Whether the column is `NULL`.
  func isNull(_ column: Int) -> Bool
  /// A `BIGINT`; 0 for `NULL`.
  func integer(_ column: Int) -> Int64
  /// A `DOUBLE PRECISION`; 0 for `NULL`.
  func real(_ column: Int) -> Double
  /// A `TEXT`; empty for `NULL`.
  func text(_ column: Int) -> String
  /// A `UUID`; zero for `NULL`.
  func identifier(_ column: Int) -> Identifier
}

extension Row {
  /// A `TEXT`, or `nil` for `NULL`.
  public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
  /// An id.
  public func id<Kind>(_ column: Int, _: ID<Kind>.Type = ID<Kind>.self) -> ID<Kind> {
    ID(identifier(column))
  }
  /// An id, or `nil` for `NULL`.
  public func optionalID<Kind>(_ column: Int, _: ID<Kind>.Type = ID<Kind>.self) -> ID<Kind>? {
    isNull(column) ? nil : ID(identifier(column))
  }
  /// A `UUID`, or `nil` for `NULL`.
  public func optionalIdentifier(_ column: Int) -> Identifier? {
    isNull(column) ? nil : identifier(column)
  }
  /// An instant.
  public func instant(_ column: Int) -> Instant { Instant(milliseconds: integer(column)) }
  /// An instant, or `nil` for `NULL`.
  public func optionalInstant(_ column: Int) -> Instant? {
    isNull(column) ? nil : instant(column)
  }
  /// A truth value.
  public func bool(_ column: Int) -> Bool { integer(column) != 0 }
  /// A word of a closed set.
  /// - Throws: `DatabaseError.corrupt` for any other text.
  public func choice<Choice: RawRepresentable & CaseIterable>(
    _ column: Int, _: Choice.Type = Choice.self
  ) throws -> Choice where Choice.RawValue == String {
    let word = text(column)
    guard let choice = Choice(word: word) else {
      throw DatabaseError.corrupt("unknown word '\(word)' for \(Choice.self)")
    }
    return choice
  }
  /// JSON, or `nil` for `NULL`.
  /// - Throws: `DatabaseError.corrupt` when it is not JSON.
  public func optionalJSON(_ column: Int) throws -> JSON? {
    guard !isNull(column) else { return nil }
    do {
      return try JSONReader.read(text(column), takesAnyNumber: true)
    } catch {
      throw DatabaseError.corrupt("column \(column) is not JSON: \(error.reason)")
    }
  }
  /// JSON; an empty object for `NULL`.
  public func json(_ column: Int) throws -> JSON { try optionalJSON(column) ?? .object([]) }
}
