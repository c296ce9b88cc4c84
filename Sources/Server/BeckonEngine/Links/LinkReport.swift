import BeckonModel

/// What a stranger says is wrong with a link that they were sent.
public struct LinkReport: Hashable, Sendable {
  /// What is wrong, as a stable word.
  public enum Reason: String, CaseIterable, Sendable {
    /// It wants to get at money, passwords or the like.
    case fraud
    /// It brings a program that does harm.
    case malware
    /// It was sent to somebody who did not want it.
    case unwanted
    /// It leads to something that is forbidden.
    case illegal
    /// Something else.
    case other
  }

  /// What is wrong.
  public let reason: Reason
  /// In the stranger's own words; `nil` for none.
  public let note: String?

  /// Longest note, in bytes; of a longer one the beginning counts.
  public static let noteBytes = 500
  /// Open reports of one link that are kept; beyond these a link needs no further one.
  public static let openOfLink = 100
  /// Days for which a report is kept.
  public static let days: Int64 = 400

  /// Reads what a form says; `nil` when it says no reason.
  public init?(reason: String?, note: String?) {
    guard let reason = reason.flatMap({ Reason(word: $0) }) else { return nil }
    self.reason = reason
    let note = note?.oneLine(bytes: Self.noteBytes)
    self.note = note?.isEmpty == true ? nil : note
  }
}
