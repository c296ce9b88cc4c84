import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Members of a campaign, a page at a time: all of them in some order, or those below somebody.
/// Who has left, was erased or has not signed up is in none.
public struct MemberLists {
  private let scope: Scope
  private let campaign: CampaignID

  /// Of a campaign.
  public init(_ scope: Scope, of campaign: CampaignID) {
    self.scope = scope
    self.campaign = campaign
  }

  /// In which order all members are listed. Every order but the first reads all of them.
  public enum Order: String, CaseIterable, Sendable {
    /// When they joined.
    case registration
    /// Their mail address; of several the first.
    case email
    /// Their attribute `name`.
    case name
    /// Confirmed referrals, most first.
    case position
    /// Confirmed referrals, fewest first.
    case peopleReferred = "people_referred"
    /// Points, fewest first.
    case points
  }

  // MARK: All

  /// All members.
  /// - Parameters:
  ///   - isDown: whether the order is turned round.
  ///   - text: what the name must contain; in whatever case, of the letters that the
  ///     database can make small: SQLite those from A to Z.
  /// - Throws: `DatabaseError`.
  public func page(
    _ order: Order, isDown: Bool, named text: String? = nil, _ window: ListWindow
  ) throws -> [CampaignMember] {
    let ids = try scope.connection.rows(
      """
      SELECT r.id \(Self.all) \(table(order)) \(whole(named: text))
      ORDER BY \(Self.column(order, isDown: isDown)) \(window.sql)
      """
    ) { $0.id(0, ReferralID.self) }
    return try members(ids)
  }

  /// How many members there are.
  /// - Throws: `DatabaseError`.
  public func count(named text: String? = nil) throws -> Int64 {
    try scope.connection.first("SELECT COUNT(*) \(Self.all) \(whole(named: text))") {
      $0.integer(0)
    } ?? 0
  }

  private static let all: SQL = """
    FROM referrals AS r {by referrals_by_campaign}
      JOIN people AS p ON p.app = r.app AND p.id = r.person
      LEFT JOIN members AS m ON m.app = r.app AND m.referral = r.id
    """

  private func table(_ order: Order) -> SQL {
    switch order {
    case .registration, .email, .name: ""
    case .position, .peopleReferred:
      """
      LEFT JOIN referral_counts AS c
        ON c.app = r.app AND c.campaign = r.campaign AND c.person = r.person
      """
    case .points:
      """
      LEFT JOIN campaign_points AS c
        ON c.app = r.app AND c.campaign = r.campaign AND c.person = r.person
      """
    }
  }

  private func whole(named text: String?) -> SQL {
    """
    WHERE r.app = \(scope.tenant) AND r.campaign = \(.id(campaign))
      AND r.state NOT IN ('awaiting_sign_up', 'superseded') AND m.left_at IS NULL
      AND p.merged_into IS NULL AND p.erased_at IS NULL
      \(and: [text.map { SQL.contains(Self.name, $0) }])
    """
  }

  private static let name: SQL = "COALESCE({document p.attributes} ->> 'name', '')"
  private static let email: SQL = """
    COALESCE((SELECT MIN(i.value) FROM identities AS i {by identities_by_person}
      WHERE i.app = r.app AND i.person = r.person AND i.kind = 'email'), '')
    """

  private static func column(_ order: Order, isDown: Bool) -> SQL {
    let way: SQL = isDown ? "DESC" : ""
    return switch order {
    case .registration: "r.id \(way)"
    case .email: "\(email) \(way), r.id"
    case .name: "LOWER(\(name)) \(way), r.id"
    // The first place is that of the most referrals.
    case .position: "COALESCE(c.confirmed, 0) \(isDown ? "" : "DESC"), r.id"
    case .peopleReferred: "COALESCE(c.confirmed, 0) \(way), r.id"
    case .points: "COALESCE(c.points, 0) \(way), r.id"
    }
  }

  // MARK: Below somebody

  /// Members whom somebody has referred, or those whom these have referred, or those whom these
  /// have, newest first.
  /// - Parameters:
  ///   - level: 1 to 3.
  ///   - areConfirmed: whether only confirmed referrals are listed.
  /// - Throws: `DatabaseError`.
  public func referred(
    by person: PersonID, level: Int = 1, areConfirmed: Bool = false, _ window: ListWindow
  ) throws -> [CampaignMember] {
    let ids = try scope.connection.rows(
      """
      SELECT r.id \(below(person, level, areConfirmed)) ORDER BY r.referred_at DESC, r.id DESC
      \(window.sql)
      """
    ) { $0.id(0, ReferralID.self) }
    return try members(ids)
  }

  /// How many those are.
  /// - Throws: `DatabaseError`.
  public func count(
    referredBy person: PersonID, level: Int = 1, areConfirmed: Bool = false
  ) throws -> Int64 {
    try scope.connection.first("SELECT COUNT(*) \(below(person, level, areConfirmed))") {
      $0.integer(0)
    } ?? 0
  }

  private func below(_ person: PersonID, _ level: Int, _ areConfirmed: Bool) -> SQL {
    let first: SQL =
      "app = \(scope.tenant) AND referrer = \(.id(person)) AND campaign = \(.id(campaign))"
    let confirmed: SQL? = areConfirmed ? "r.state = 'confirmed'" : nil
    return switch level {
    case 1:
      """
      FROM referrals AS r {by referrals_by_referrer} \(Self.kept)
      WHERE r.app = \(scope.tenant) AND r.referrer = \(.id(person))
        AND r.campaign = \(.id(campaign)) \(Self.stayed) \(and: [confirmed])
      """
    case 2:
      """
      FROM (SELECT app, person, campaign FROM referrals {by referrals_by_referrer}
          WHERE \(first)) AS a
        JOIN referrals AS r ON r.app = a.app AND r.referrer = a.person AND r.campaign = a.campaign
        \(Self.kept)
      WHERE r.app = \(scope.tenant) \(Self.stayed) \(and: [confirmed])
      """
    default:
      """
      FROM (SELECT app, person, campaign FROM referrals {by referrals_by_referrer}
          WHERE \(first)) AS a
        JOIN referrals AS b ON b.app = a.app AND b.referrer = a.person AND b.campaign = a.campaign
        JOIN referrals AS r ON r.app = b.app AND r.referrer = b.person AND r.campaign = b.campaign
        \(Self.kept)
      WHERE r.app = \(scope.tenant) \(Self.stayed) \(and: [confirmed])
      """
    }
  }

  private static let kept: SQL =
    "LEFT JOIN members AS m ON m.app = r.app AND m.referral = r.id"
  private static let stayed: SQL =
    "AND m.left_at IS NULL AND r.state NOT IN ('awaiting_sign_up', 'superseded')"

  private func members(_ ids: [ReferralID]) throws -> [CampaignMember] {
    try ids.compactMap(Members(scope).find)
  }
}
