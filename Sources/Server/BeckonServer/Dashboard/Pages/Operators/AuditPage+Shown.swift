import BeckonModel
import BeckonStore

extension AuditPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.auditLead) }
      HTML(.form, .action(request.path()), .class("filter")) {
        Field(
          "who", request.text(.who), .line(bytesMax: Limits.nameBytes),
          value: request.query("who") ?? ""
        ).html
        Field(
          "app", request.text(.app),
          .choice([("", request.text(.allApps))] + request.apps.map { ($0.id.text, $0.name) }),
          value: request.query("app") ?? ""
        ).html
        Field("from", request.text(.from), .day, value: request.query("from") ?? "").html
        Field("until", request.text(.untilDay), .day, value: request.query("until") ?? "").html
        HTML(.button, .class("second")) { request.text(.show) }
      }
      Card.html { table.html(request.language) }
    }
  }

  var table: DataTable {
    var table = DataTable(
      .audit,
      [
        .init(.when, .short, csv: "at"), .init(.who, csv: "who"), .init(.app, csv: "app"),
        .init(.what, .long, csv: "what"), .init(.before, .long, csv: "before"),
        .init(.after, .long, csv: "after"),
      ],
      entries.map { entry in
        [
          .time(entry.at.text), .init(entry.author.name), .init(names[entry.app]),
          .init(what(entry), value: .string(entry.action + " " + entry.path)),
          value(entry.before, of: entry), value(entry.after, of: entry),
        ]
      }
    ).or(EmptyState(.noChanges))
    table.csv = request.path(with: "csv", "audit")
    table.next = next.map { request.path(with: "cursor", $0.text) }
    table.first = request.query("cursor").map { _ in request.path(with: "cursor", nil) }
    return table
  }

  private func what(_ entry: AuditLog.Entry) -> HTML {
    HTML {
      entry.action
      HTML(.div) { HTML(.small) { entry.path } }
    }
  }

  private func value(_ json: JSON?, of entry: AuditLog.Entry) -> DataTable.Cell {
    guard var json else { return .init(nil as String?) }
    if entry.path.hasPrefix("/v1/webhooks"), let members = json.members {
      json = .object(
        members.map { member in
          member.name == "url"
            ? JSON.Member("url", .string(request.webhookURL(json))) : member
        })
    }
    return .init(HTML(.code) { json.text }, value: .string(json.text))
  }
}
