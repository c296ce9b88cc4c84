import BeckonEngine
import BeckonModel
import BeckonStore

/// Something that can be imported from a file of rows.
public protocol ImportKind: Sendable {
  /// What the command line calls it.
  var name: String { get }
  /// The columns that a file may have.
  var columns: [String] { get }
  /// Whether a column that is not known is left out and its user warned; else the file is refused.
  var leavesOutUnknown: Bool { get }
  /// How many times the file is gone through.
  var passes: Int { get }
  /// What else makes it another import of the same file.
  var choices: [String] { get }
  /// Whether the file may also hold objects of JSON, whose members are the columns.
  var readsJSON: Bool { get }
  /// Whether a file that was imported may be imported again, since what it tells of may have become
  /// another meanwhile.
  var isRepeatable: Bool { get }
  /// The columns with amounts of money.
  var amountColumns: [String] { get }
  /// Whether it can do something about what a file has no more (`--replace`).
  var canReplace: Bool { get }
  /// Of what a row told that counts as merged, and what it changed there, in words for its user.
  var mergedMeans: String { get }

  /// The column, of `columns`, that a heading of the file means; `nil` for one that is not known.
  func column(named heading: String) -> String?

  /// The column that a member of an object means, which may also hold what fits into no cell; `nil`
  /// for one that is not known.
  func member(named name: String) -> String?

  /// Of an object that may be an answer of the API's what its owner had told; of any other all.
  func ownWord(_ object: [JSON.Member]) -> [JSON.Member]

  /// Looks whether a file with these columns can be imported into an app.
  /// - Returns: what its user may not have thought of.
  /// - Throws: `ImportRefused`.
  func check(_ columns: Set<TextKey>, _ app: AppContext, _ now: Instant) throws -> [String]

  /// Does what a row says, in the first or a further pass.
  /// - Throws: `DatabaseError`; `FieldError` in the first pass, before anything is written, and
  ///   then in every further one.
  func apply(
    _ row: Fields, line: Int, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws

  /// Does a part of what is left to do when all rows are in, and tells whether there may be more.
  /// - Throws: `DatabaseError`.
  func conclude(_ log: ImportLog, _ scope: Scope) throws -> Bool

  /// How many things were hidden because the file has them no more; `nil` where none can be.
  /// - Throws: `DatabaseError`.
  func hidden(by log: ImportLog, _ scope: Scope) throws -> Int64?
}

extension ImportKind {
  var leavesOutUnknown: Bool { false }
  var readsJSON: Bool { false }
  var isRepeatable: Bool { false }
  var canReplace: Bool { false }
  var mergedMeans: String {
    "rows about people who were here, or in an earlier row; what was missing is added"
  }
  var amountColumns: [String] { [] }

  func conclude(_ log: ImportLog, _ scope: Scope) throws -> Bool { false }

  func hidden(by log: ImportLog, _ scope: Scope) throws -> Int64? { nil }

  func column(named heading: String) -> String? { columns.first { $0 == heading } }

  func member(named name: String) -> String? { column(named: name) }

  func ownWord(_ object: [JSON.Member]) -> [JSON.Member] { object }
}

/// What its user says of an import.
public struct ImportChoices: Sendable {
  /// The campaign that people join, by its id or `list_uuid`; `nil` for the default one.
  public let campaign: String?
  /// What becomes of rewards for them from then on.
  public let rewards: ImportedRewards
  /// Under which of the app's `link_domains` links are put; `nil` for where they stood.
  public let domain: String?
  /// Whether the file is all that there is, and what it has no more is hidden.
  public let isReplacing: Bool

  /// Makes choices.
  public init(
    campaign: String?, rewards: ImportedRewards, domain: String? = nil, isReplacing: Bool = false
  ) {
    self.domain = domain
    self.isReplacing = isReplacing
    self.campaign = campaign
    self.rewards = rewards
  }
}
