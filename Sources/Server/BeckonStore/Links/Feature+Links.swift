import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Links, clicks on them, their counts by day, and what strangers report of them. A report
  /// belongs to the link, not to a person, so there is none to export or erase.
  static let links = Feature(
    tables: ClickRuns.tables + counts + [
      CopiedTable(
        "links", key: [.integer("app"), .identifier("id")],
        [
          .text("prefix"), .text("code"), .text("url"), .identifier("campaign"),
          .identifier("referrer"), .text("options"), .integer("created_at"), .integer("expires_at"),
          .integer("deleted_at"), .integer("changed_at"), .integer("code_by_client"),
          .text("long_link"), .identifier("long_digest"), .identifier("message"),
        ]),
      CopiedTable(
        "clicks", key: [.integer("seq")],
        [
          .integer("app"), .identifier("id"), .identifier("link"), .integer("at"), .text("kind"),
          .identifier("network"), .text("network_class"), .identifier("visitor"), .text("platform"),
          .text("os_version"), .text("device_model"), .text("screen"), .text("language"),
          .text("time_zone"), .text("long_link"),
        ], .position(at: "at")),
      CopiedTable(
        "click_parameters", key: [.integer("app"), .identifier("click")], [.text("parameters")]),
      CopiedTable(
        "link_reports",
        key: [.integer("app"), .identifier("link"), .identifier("network")],
        [.text("reason"), .text("note"), .integer("at"), .integer("settled_at")]),
    ],
    kept: [
      // With the clicks goes what ad networks said of them.
      KeptRows(
        for: .clicks, by: .id, months: "clicks",
        """
        DELETE FROM clicks WHERE seq IN (
          SELECT seq FROM clicks WHERE app = $1 AND id < $2 LIMIT $3)
        """),
      KeptRows(
        for: .clicks, by: .id,
        """
        DELETE FROM click_parameters WHERE app = $1 AND click IN (
          SELECT click FROM click_parameters WHERE app = $1 AND click < $2 LIMIT $3)
        """),
      ClickRuns.kept,
      KeptRows(
        for: .milliseconds(LinkReport.days * Span.dayMilliseconds), by: .time,
        """
        DELETE FROM link_reports WHERE (app, link, network) IN (
          SELECT app, link, network FROM link_reports WHERE at < $1 LIMIT $2)
        """),
    ],
    exports: [
      ExportedList(name: "links", rowsOfLook: 500, subjects: { [$0.person.id.identifier] }) {
        try Links($0.scope).page(of: $0.person.id, behind: $2.id(), $3, to: $0.proof.key)
      }
    ],
    works: [.moveLinks], erasure: .nothing,
    merge: { try Leftovers($0).begin(.moveLinks, on: $1.identifier, to: $2.identifier) })
}

extension Feature {
  /// What is counted of links by day, and what says whether a visitor is new to a link.
  private static let counts: [CopiedTable] = [
    CopiedTable(
      "link_visitors", key: [.integer("app"), .identifier("link"), .identifier("visitor")],
      [.integer("first_click")]),
    CopiedTable(
      "click_zones", key: [.integer("app")],
      [
        .text("zone"), .text("former_zone"), .integer("unknown_until"), .integer("last_click"),
        .identifier("moved"), .integer("is_done"),
      ]),
    CopiedTable(
      "link_opens",
      key: [.integer("app"), .identifier("link"), .text("day"), .text("platform")],
      [.integer("count")]),
    CopiedTable(
      "link_days",
      key: [
        .integer("app"), .identifier("link"), .text("day"), .text("platform"), .text("kind"),
      ],
      [.integer("count")]),
  ]
}

extension LongWork {
  /// A link of somebody who was merged is the survivor's, moved or not.
  fileprivate static let moveLinks = LongWork("links", "move") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE links SET referrer = \(.identifier(rows.target))
      WHERE app = \(scope.tenant) AND id IN (
        SELECT id FROM links {by links_by_referrer}
        WHERE app = \(scope.tenant) AND referrer = \(.identifier(rows.subject))
        LIMIT \(.integer(max)))
      """)
  }
}
