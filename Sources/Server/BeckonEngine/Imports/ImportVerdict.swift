import BeckonModel

/// What became of a row of an imported file.
public enum ImportVerdict: Hashable, Sendable {
  /// It made what was not there.
  case accepted
  /// What it tells of was there already; what was missing is added. With the person, if it tells
  /// of one.
  case merged(PersonID?)
  /// Nothing of it was taken.
  case rejected(ImportRejection)

  /// As it is stored and shown.
  public enum Word: String, CaseIterable, Sendable {
    /// As `ImportVerdict.accepted`, and so on.
    case accepted, merged, rejected
  }

  /// The verdict without what goes with it.
  public var word: Word {
    switch self {
    case .accepted: .accepted
    case .merged: .merged
    case .rejected: .rejected
    }
  }
}

/// Why a row was rejected.
public struct ImportRejection: Error, Hashable, Sendable {
  /// For programs; none ever changes its meaning.
  public enum Reason: String, CaseIterable, Sendable {
    /// The row has another number of cells than the head, or is not UTF-8.
    case unreadable
    /// A cell does not hold what its column is for.
    case invalid
    /// No cell names anybody.
    case nobody
    /// The person was erased here.
    case erased
    /// The row's identities are those of several people.
    case severalPeople = "several_people"
    /// The code has characters that no code may have, or too many.
    case codeMalformed = "code_malformed"
    /// The code is a name that the server needs.
    case codeReserved = "code_reserved"
    /// The code is another link's.
    case codeTaken = "code_taken"
    /// The id that the person had elsewhere is another person's.
    case idTaken = "id_taken"
    /// Where the list is from, nobody has shown that the address is theirs.
    case unverified
  }

  /// Why.
  public let reason: Reason
  /// The same for people, with the column at fault. Holds nothing of what stands in the row.
  public let detail: String

  /// Makes one.
  public init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }
}
