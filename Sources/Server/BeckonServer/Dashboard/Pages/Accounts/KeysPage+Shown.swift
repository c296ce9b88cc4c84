import BeckonEngine
import BeckonModel
import BeckonStore

extension KeysPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.keysLead) }
      request.faultNotice
      Card.html { table.html(request.language) }
      if request.may(Self.make) {
        Card.html(request.text(.makeKey)) {
          request.form(Self.make) {
            Field(
              "kind", request.text(.kind),
              .choice(
                KeyKind.allCases.map {
                  ($0.rawValue, request.text($0.rawValue, of: Words.keyKinds))
                })
            ).html
            HTML(.div) { HTML(.button) { request.text(.makeKey) } }
          }
        }
      }
    }
  }

  var table: DataTable {
    var table = DataTable(
      .keys,
      [
        .init(.key, .short, csv: "begins"), .init(.kind, .short, csv: "kind"),
        .init(.clientsOf, .short, csv: "vendor"), .init(.since, .short, csv: "created_at"),
        .init(.state, .short, csv: "revoked_at"), .init(.change, .short),
      ],
      keys.map { key in
        [
          .init(HTML(.code) { key.hint }, value: .string(key.hint)),
          .init(
            HTML(request.text(key.kind.rawValue, of: Words.keyKinds)),
            value: .string(key.kind.rawValue)),
          .init(
            HTML(key.vendor?.name ?? request.text(.nativeClients)), value: .orNull(key.vendor?.name)
          ),
          .time(key.createdAt.text),
          .init(state(key), value: .orNull(key.revokedAt?.text)), .init(changes(of: key)),
        ]
      }
    ).or(EmptyState(.keysEmpty))
    table.csv = request.path(["csv": "keys"])
    return table
  }

  private func isOver(_ key: Accounts.KeyEntry) -> Bool {
    key.revokedAt.map { $0 <= request.now } ?? false
  }

  private func state(_ key: Accounts.KeyEntry) -> HTML {
    guard let end = key.revokedAt else { return Badge(request.text(.keyIsGood), .good).html }
    return isOver(key)
      ? Badge(request.text(.keyRevoked), .plain).html
      : Badge(request.text(.keyEnds, ["time": Figures.time(end.text)]), .warn).html
  }

  private func changes(of key: Accounts.KeyEntry) -> HTML {
    guard !isOver(key), request.may(Self.revoke) else { return HTML([]) }
    let id = HTML.input(.type("hidden"), .name("key"), .value(key.id.text))
    return HTML(.details) {
      HTML(.summary) { request.text(.change) }
      if key.vendor == nil, key.revokedAt == nil {
        request.form(Self.rotate) {
          id
          Field(
            "grace", request.text(.rotateHow),
            .choice(Self.graceHours.map { ($0.word, request.text($0.text)) }), value: "24"
          ).html
          HTML(.div) { HTML(.button, .class("small")) { request.text(.rotate) } }
        }
      }
      request.confirmed(Self.revoke, .revoke, .revokeHow, hidden: ["key": key.id.text])
    }
  }

  /// The page that shows a key, this once.
  static func shown(_ request: DashboardRequest, _ key: String, until end: Instant?) -> HTML {
    Card.html(request.text(.key)) {
      HTML(.p) { request.text(.keyShown) }
      HTML(.p) { HTML(.code) { key } }
      if let end {
        HTML(.p) { request.text(.oldKeyEnds, ["time": Figures.time(end.text)]) }
      }
      HTML(.p) { HTML(.a, .href(request.path())) { request.text(.backToKeys) } }
    }
  }
}
