import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What brought a person, in one place for all reports: the link that led to the first install
/// which they used, else the one by which somebody or a campaign referred them.
struct Origin {
  /// The link.
  var link: Identifier?
  /// The campaign that the link had then, else the one to which the person was brought. Who came
  /// by themselves is in the default campaign, too, which did not bring them.
  var campaign: Identifier?
  /// Who referred them.
  var referrer: Identifier?
  /// The platform of the install; empty when it is not known.
  var platform = ""
  /// Whether there is an install about which nothing is decided, or is kept no more.
  var isForgotten = false

  /// Nobody is known to whom it belongs.
  static let unknown = Origin()

  /// Joins to rows with a person the referral that brought them, `brought`, and that of whoever
  /// referred them, `above`. Of several referrals it is the first with a referrer, so that each
  /// person is brought once; none that was taken back, or whose referrer is only claimed. The
  /// person's column must not be of a table named `one`.
  static func brought(_ person: SQL, in app: SQL) -> SQL {
    """
    LEFT JOIN referrals AS brought ON brought.app = \(app) AND brought.id = (
      SELECT one.id FROM referrals AS one {by referrals_by_person}
      WHERE one.app = \(app) AND one.person = \(person)
        AND one.state NOT IN ('superseded', 'reversed') AND one.referrer_claimed_at IS NULL
        AND (one.referrer IS NOT NULL OR {document one.evidence} ->> 'link' IS NOT NULL)
      ORDER BY CASE WHEN one.referrer IS NULL THEN 1 ELSE 0 END,
        COALESCE(one.referred_at, one.joined_at), one.id LIMIT 1)
    LEFT JOIN referrals AS above {by referrals_by_person}
      ON above.app = brought.app AND above.person = brought.referrer
        AND above.campaign = brought.campaign
    """
  }

  /// Joins to rows of `installs` the decision about each.
  static let decided: SQL = """
    LEFT JOIN decisions ON decisions.app = installs.app AND decisions.install = installs.id
    """

  /// Joins to rows with a person the first install which they used.
  static func firstInstall(of person: SQL, in app: SQL) -> SQL {
    """
    LEFT JOIN installs ON installs.app = \(app) AND installs.id = (
      SELECT used.install FROM install_people AS used {by install_people_by_person}
      WHERE used.app = \(app) AND used.person = \(person) ORDER BY used.install LIMIT 1)
    """
  }

  /// What `init(row:)` reads. Each has a name of its own, for bulk statements.
  static let columns: SQL = """
    installs.id AS install, decisions.install AS decided, decisions.link AS led,
    decisions.campaign AS led_campaign, brought.campaign AS brought_campaign,
    brought.referrer AS brought_referrer,
    {document brought.evidence} ->> 'link' AS brought_link, above.link AS above_link,
    COALESCE({document installs.device} ->> 'platform', '') AS platform
    """

  /// Reads it, from a column on.
  init(_ row: any Row, from first: Int) {
    isForgotten = !row.isNull(first) && row.isNull(first + 1)
    link =
      row.optionalIdentifier(first + 2) ?? row.optionalText(first + 6).flatMap(Self.identifier)
      ?? row.optionalIdentifier(first + 7)
    campaign = row.optionalIdentifier(first + 3) ?? row.optionalIdentifier(first + 4)
    referrer = row.optionalIdentifier(first + 5)
    platform = row.text(first + 8)
  }

  private init() {}

  private static func identifier(_ link: String) -> Identifier? { LinkID(link)?.identifier }

  /// Puts it into a place where something of the person counts. A decision that is no longer kept
  /// goes on counting.
  func put(into cell: inout DailyCell, counted: DailyCells?) {
    let kept = isForgotten ? counted?.led : nil
    cell.link = kept?.link ?? link
    cell.campaign = cell.campaign ?? kept?.campaign ?? campaign
    cell.platform = platform
  }
}
