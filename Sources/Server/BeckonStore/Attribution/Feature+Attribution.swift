import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Installs, what was decided about them, and openings by links.
  static let attribution = Feature(
    tables: [
      CopiedTable(
        "installs", key: [.integer("app"), .identifier("id")],
        [
          .identifier("client"), .identifier("person"), .text("device"), .identifier("network"),
          .integer("created_at"), .integer("disowned"), .integer("named_by_server"),
          .integer("unproven"),
          .text("vendor"), .integer("awaits_device"), .integer("unnamed"),
        ]),
      CopiedTable(
        "install_people", key: [.integer("app"), .identifier("install"), .identifier("person")],
        [.integer("signed_up_at")]),
      CopiedTable(
        "click_claims", key: [.integer("app"), .identifier("click")], [.identifier("install")]),
      CopiedTable(
        "decisions", key: [.integer("app"), .identifier("install")],
        [
          .identifier("id"), .integer("at"), .text("type"), .text("reason"), .identifier("link"),
          .identifier("click"), .text("explanation"), .identifier("campaign"),
        ]),
      CopiedTable(
        "opens", key: [.integer("seq")],
        [
          .integer("app"), .identifier("install"), .identifier("link"), .integer("own"),
          .integer("at"),
        ], .sequence),
      CopiedTable(
        "apple_ads_tokens", key: [.integer("app"), .identifier("install")],
        [
          .text("token"), .integer("received_at"), .integer("due_at"),
          .integer("not_found_count"), .integer("failure_count"), .text("outcome"), .text("record"),
          .integer("settled_at"), .identifier("lease"),
        ]),
      CopiedTable("earlier_ids", key: [.integer("app"), .identifier("id")]),
    ],
    kept: [
      KeptRows(
        for: .clicks, by: .time,
        """
        DELETE FROM opens WHERE seq IN (
          SELECT seq FROM opens WHERE app = $1 AND at < $2 LIMIT $3)
        """),
      // A decision holds the clicks that were looked at, so it goes with them, and what Apple said
      // of the install goes with the decision.
      KeptRows(
        for: .clicks, by: .id,
        """
        DELETE FROM decisions WHERE app = $1 AND install IN (
          SELECT install FROM decisions WHERE app = $1 AND install < $2 LIMIT $3)
        """,
        """
        DELETE FROM apple_ads_tokens WHERE app = $1 AND install IN (
          SELECT install FROM apple_ads_tokens WHERE app = $1 AND install < $2 LIMIT $3)
        """),
    ],
    exports: [installs, opens],
    rollUps: [.installs],
    erasure: ErasedRows(
      identity: { try EarlierIDs($0).forget($1) },
      install: { scope, install in
        try EarlierIDs(scope).forget(install)
        try AppleAdsTokens(scope).forget(install)
        try Installs(scope).forget(install)
      },
      person: { try Installs($0).forgetOwner($1) }),
    merge: { try Installs($0).move(from: $1, to: $2) })
}

/// What an export lists of a person's installs.
private let installs = ExportedList(
  name: "installs", rowsOfLook: 50, subjects: { [$0.person.id.identifier] }
) { exported, _, key, limit in
  let scope = exported.scope
  return try Installs(scope).page(of: exported.person.id, behind: key.id(), limit).map { install in
    let own: JSON = .object([
      "install": .id(install.id), "device": install.device,
      "vendor": install.vendor.map(JSON.string),
      "attribution": try Decisions(scope).find(install.id)?.explanation(to: exported.proof.key),
      "apple_ads": try AppleAdsTokens(scope).describe(install.id),
    ])
    let others = try Feature.all.flatMap { try $0.installSummary(scope, install.id) }
    return ExportRow(key: install.id.text, json: .object((own.members ?? []) + others))
  }
}

private let opens = ExportedList(
  name: "opens", rowsOfLook: 500, subjects: { $0.installs.map(\.id.identifier) }
) {
  try Opens($0.scope).page(on: InstallID($1), behind: $2.number(), $3)
}
