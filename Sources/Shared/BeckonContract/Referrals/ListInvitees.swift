import BeckonModel

/// `GET /v1/people/{person}/invitees`: whom a person has brought.
public enum ListInvitees {
  /// One of them, as far as whoever brought them may know.
  public struct Invitee: Hashable, Sendable {
    /// The campaign.
    public let campaign: CampaignID
    /// Part of a name that whoever knows them recognises; `nil` for who is erased, and where it is
    /// too uncertain that the person brought them.
    public let name: String?
    /// How far it has come.
    public let state: ReferralState
    /// When they joined the campaign.
    public let joinedAt: Instant

    /// Makes a row.
    public init(campaign: CampaignID, name: String?, state: ReferralState, joinedAt: Instant) {
      self.campaign = campaign
      self.name = name
      self.state = state
      self.joinedAt = joinedAt
    }

    /// Reads a row.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      campaign = try fields.require("campaign", fields.id("campaign", CampaignID.self))
      name = try fields.string("name", max: Limits.identityBytes)
      state = try fields.require("state", fields.choice("state", ReferralState.self))
      joinedAt = try fields.require("joined_at", fields.instant("joined_at"))
    }

    /// The row.
    public var json: JSON {
      .object([
        "campaign": .id(campaign), "name": name.map(JSON.string),
        "state": .string(state.rawValue), "joined_at": .instant(joinedAt),
      ])
    }
  }
}
