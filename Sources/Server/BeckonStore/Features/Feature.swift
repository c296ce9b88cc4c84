import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a feature has to say to the work that concerns all of them: copying, retention, counts by
/// day, what follows the feed, and the export, the erasure and the merging of people. Who adds a
/// table says all of it in one place, `‹Noun›/Feature+‹Noun›.swift`, and lists the feature in
/// `Feature.all`.
///
/// What a merge does to referrals, counts, held rewards, balances and caps depends on each other,
/// step by step, and stands in `Merge`.
public struct Feature: Sendable {
  /// Every table of its own, as the migrations leave it.
  public let tables: [CopiedTable]
  /// Rows that are deleted when they are old; all others are kept for ever.
  let kept: [KeptRows]
  /// What a person's export says of it, if it may grow without end.
  let exports: [ExportedList]
  /// What the head of a person's export says of it: what has a bound by itself.
  let summary: @Sendable (ExportedPerson) throws -> [JSON.Member]
  /// What an export says of it with each install of the person.
  let installSummary: @Sendable (Scope, InstallID) throws -> [JSON.Member]
  /// Work of it that may concern any number of rows.
  let works: [LongWork]
  /// What is forgotten of somebody who is erased.
  let erasure: ErasedRows
  /// What of it is counted by day.
  let rollUps: [RollUp]
  /// Who of it reacts to what happens.
  let followers: [FeedFollower]
  /// Makes the rows of a person who is merged those of the survivor.
  let merge: @Sendable (_ scope: Scope, _ old: PersonID, _ new: PersonID) throws -> Void

  /// Whoever adds a feature says what it forgets and what it merges, also if that is nothing.
  init(
    tables: [CopiedTable], kept: [KeptRows] = [], exports: [ExportedList] = [],
    summary: @escaping @Sendable (ExportedPerson) throws -> [JSON.Member] = { _ in [] },
    installSummary: @escaping @Sendable (Scope, InstallID) throws -> [JSON.Member] = { _, _ in [] },
    rollUps: [RollUp] = [], followers: [FeedFollower] = [], works: [LongWork] = [],
    erasure: ErasedRows,
    merge: @escaping @Sendable (Scope, PersonID, PersonID) throws -> Void
  ) {
    self.tables = tables
    self.kept = kept
    self.rollUps = rollUps
    self.followers = followers
    self.works = works
    self.exports = exports
    self.summary = summary
    self.installSummary = installSummary
    self.erasure = erasure
    self.merge = merge
  }
}

extension Feature {
  /// What a merge does to a feature that has no rows of people, or whose rows `Merge` sees to.
  static let mergesNothing: @Sendable (Scope, PersonID, PersonID) throws -> Void = { _, _, _ in }
}

/// What a feature forgets of somebody who is erased: counts and the ledger stay. It is called in
/// this order, for all features each.
struct ErasedRows: Sendable {
  /// Nothing.
  static let nothing = ErasedRows()

  typealias Erase<Subject> = @Sendable (Scope, Subject) throws -> Void

  /// What happens first: what the person has earned is settled.
  var settle: Erase<PersonID> = { _, _ in }
  /// Under a person, an install or the keyed hash of an identity: facts, and what is told of them.
  var subject: Erase<Identifier> = { _, _ in }
  /// The same under an identity that a client only claimed: what clients told, for the rest may be
  /// another's.
  var claimedSubject: Erase<Identifier> = { _, _ in }
  /// Under the keyed hash of an identity that was theirs for sure.
  var identity: Erase<Identifier> = { _, _ in }
  var install: Erase<InstallID> = { _, _ in }
  var person: Erase<PersonID> = { _, _ in }
}
