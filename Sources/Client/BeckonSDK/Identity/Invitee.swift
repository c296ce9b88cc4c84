import BeckonContract
import BeckonModel
import Foundation

/// Somebody whom the identified person has brought, as far as that person may know.
public struct Invitee: Sendable, Hashable {
  /// How far somebody has come.
  public enum Progress: String, Sendable, CaseIterable {
    /// They look around, and have not signed up.
    case awaitingSignUp = "awaiting_sign_up"
    /// They signed up; a further step is needed.
    case pending
    /// One more step is needed.
    case unconfirmed
    /// They have done all.
    case confirmed
    /// It was taken back, such as by a refund.
    case reversed
  }

  /// The campaign's id, `cmp_…`.
  public let campaign: String
  /// Part of a name that whoever knows them recognises, such as `b***@example.com`; `nil` for who
  /// is erased, and where it is too uncertain who brought them.
  public let name: String?
  /// How far they have come.
  public let progress: Progress
  /// When they joined the campaign.
  public let joinedAt: Date

  /// Makes an invitee.
  public init(campaign: String, name: String?, progress: Progress, joinedAt: Date) {
    self.campaign = campaign
    self.name = name
    self.progress = progress
    self.joinedAt = joinedAt
  }

  init(_ fields: Fields) throws(FieldError) {
    let told = try ListInvitees.Invitee(fields)
    self.init(
      campaign: told.campaign.text, name: told.name,
      // A merged person's part is no row of the list.
      progress: Progress(rawValue: told.state.rawValue) ?? .reversed,
      joinedAt: Date(told.joinedAt))
  }
}
