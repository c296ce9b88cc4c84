import BeckonEngine
import BeckonModel
import BeckonStore

extension WebhooksPage {
  var html: HTML {
    HTML {
      request.opening(.webhooksLead)
      Card.html { table.html(request.language) }
      if request.may(Self.create) {
        Card.html(request.text(.makeWebhook)) {
          request.form(Self.create) {
            Self.fields(request, url: "", facts: "*")
            form
            HTML(.div) { HTML(.button) { request.text(.makeWebhook) } }
          }
        }
      }
    }
  }

  /// Where it is sent, and what.
  static func fields(_ request: DashboardRequest, url: String, facts: String) -> HTML {
    HTML {
      Field(
        "url", request.text(.address), .line(bytesMax: Limits.urlBytes),
        value: request.field("url") ?? url, hint: request.text(.targetHint), isRequired: true
      ).html
      Field(
        "facts", request.text(.toldOf), .lines(rows: 4), value: request.field("facts") ?? facts,
        hint: request.text(.toldOfHint), isRequired: true
      ).html
    }
  }

  private var form: HTML {
    Field(
      "form", request.text(.form), .line(bytesMax: Limits.wordBytes),
      value: request.field("form") ?? WebhookForm.native.name
    ).html
  }

  private var table: DataTable {
    var table = DataTable(
      .webhooks,
      [
        .init(.address, .long), .init(.toldOf), .init(.form, .short), .init(.state, .short),
        .init(.waiting, .number), .init(.since, .short),
      ],
      webhooks.map { webhook in
        [
          .init(
            HTML(.a, .href(request.page("webhooks", webhook["id"]?.string ?? ""))) {
              request.webhookURL(webhook)
            }),
          .init(Self.facts(of: webhook).joined(separator: ", ")),
          .init(webhook["form"]?.string), .init(Self.state(request, webhook)),
          .init(webhook["waiting"]?.integer ?? 0, request.figures),
          .time(webhook["created_at"]?.string),
        ]
      }
    ).or(EmptyState(.webhooksEmpty))
    if request.seesPeople { table.csv = request.path(["csv": "webhooks"]) }
    return table
  }

  /// What it is told of.
  static func facts(of webhook: JSON) -> [String] {
    webhook["facts"]?.elements?.compactMap(\.string) ?? []
  }

  /// Whether it is sent to, and what is wrong with it.
  static func state(_ request: DashboardRequest, _ webhook: JSON) -> HTML {
    let word = webhook["state"]?.string
    let failing = webhook["failing_since"]?.string
    let isActive = word == "active"
    return HTML {
      Badge(
        request.text(word, of: Words.webhookStates),
        isActive ? failing == nil ? .good : .warn : .bad
      ).html
      if let reason = webhook["disabled_reason"]?.string {
        HTML(.div) { HTML(.small) { request.text(reason, of: Words.webhookStates) } }
      }
      if let failing {
        HTML(.div) {
          HTML(.small) { request.text(.failingSince, ["time": Figures.time(failing)]) }
        }
      }
      if let warning = webhook["warning"]?.string { HTML(.div) { HTML(.small) { warning } } }
    }
  }

  /// The page that shows a secret, this once.
  static func secret(_ request: DashboardRequest, _ made: JSON) -> HTML {
    Card.html(request.text(.webhook)) {
      HTML(.p) { request.text(.secretShown) }
      HTML(.p) { HTML(.code) { made["secret"]?.string ?? "" } }
      HTML(.p) {
        HTML(.a, .href(request.page("webhooks", made["id"]?.string ?? ""))) {
          made["url"]?.string ?? ""
        }
      }
    }
  }
}

extension DashboardRequest {
  /// Where a webhook is sent, as this operator may see it: many services have a key in the path or
  /// the query, so who only looks sees the host.
  func webhookURL(_ webhook: JSON) -> String {
    let url = webhook["url"]?.string ?? "–"
    guard !seesPeople, let (scheme, rest) = url.parts(around: "://") else { return url }
    return scheme + "://" + rest.upTo("/").upTo("?") + "/…"
  }
}
