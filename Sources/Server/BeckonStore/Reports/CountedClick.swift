import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A stored click, as far as it is counted by day.
struct CountedClick {
  /// What a statement selects of the table `clicks`, in the order of `init(_:)`.
  static let columns: SQL = """
    clicks.seq, clicks.app, clicks.id, clicks.link, clicks.at, clicks.kind, clicks.platform,
    clicks.visitor, clicks.long_link IS NOT NULL
    """
  /// How many columns these are.
  static let width = 9

  let seq: Int64
  let app: Int64
  let id: Identifier
  let link: LinkID
  let at: Instant
  let kind: String
  let platform: String
  let visitor: Identifier

  init(_ row: any Row) {
    seq = row.integer(0)
    app = row.integer(1)
    id = row.identifier(2)
    // All long links are one here: anybody can make up as many as they like.
    link = row.bool(8) ? LongLink.any : row.id(3)
    at = row.instant(4)
    kind = row.text(5)
    platform = row.text(6)
    visitor = row.identifier(7)
  }

  var isClick: Bool { kind == "click" }
  /// Whether it is asked if its visitor is new to the link.
  var mayBeFirst: Bool { isClick && link != LongLink.any }
  /// The order of the rows of visitors; those of one visitor come as they clicked.
  var key: (Int64, Identifier, Identifier, Int64) { (app, link.identifier, visitor, seq) }
  /// Its visitor as a row of `link_visitors`.
  var visit: [DatabaseValue] { [.integer(app), .id(link), .identifier(visitor), .integer(seq)] }
}
