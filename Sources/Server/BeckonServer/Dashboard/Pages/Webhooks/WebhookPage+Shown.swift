import BeckonEngine
import BeckonModel
import BeckonStore

extension WebhookPage {
  private var isActive: Bool { webhook["state"]?.string == "active" }

  var html: HTML {
    HTML {
      request.opening(backTo: "webhooks", .backToWebhooks)
      HTML(.div, .class("grid")) {
        Card.html(request.text(.webhook)) {
          facts
          if request.may(Self.change) { buttons }
        }
        if request.may(Self.change) {
          Card.html(request.text(.change)) {
            request.form(Self.change) {
              WebhooksPage.fields(
                request, url: webhook["url"]?.string ?? "",
                facts: WebhooksPage.facts(of: webhook).joined(separator: "\n"))
              HTML(.div) { HTML(.button) { request.text(.change) } }
            }
          }
        }
      }
      filter
      Card.html { table.html(request.language) }
    }
  }

  private var facts: HTML {
    Pairs(
      [
        (request.text(.address), HTML(request.webhookURL(webhook))),
        (request.text(.state), WebhooksPage.state(request, webhook)),
        (request.text(.toldOf), HTML(WebhooksPage.facts(of: webhook).joined(separator: ", "))),
        (request.text(.form), HTML(webhook["form"]?.string ?? "–")),
        (
          request.text(.waiting), HTML(request.figures.whole(webhook["waiting"]?.integer ?? 0))
        ),
        (request.text(.since), HTML.time(webhook["created_at"]?.string)),
      ]
    ).html
  }

  private var buttons: HTML {
    HTML {
      HTML(.div, .class("pager")) {
        if isActive {
          button(Self.ping, .ping)
          button(Self.pause, .pause)
        } else {
          button(Self.resume, .sendAgain)
        }
      }
      HTML(.details) {
        HTML(.summary) { request.text(.more) }
        HTML(.p) { HTML(.small) { request.text(.newSecretHow) } }
        HTML(.div, .class("pager")) {
          button(Self.renewSecret, .newSecret)
        }
        request.confirmed(Self.delete, .deleteWebhook, .deleteWebhookHow)
      }
    }
  }

  private func button(_ action: DashboardAction, _ words: Words) -> HTML {
    request.form(action, .inline) {
      HTML(.button, .class("second small")) { request.text(words) }
    }
  }

  private var filter: HTML {
    HTML(.form, .action(request.path()), .class("filter")) {
      Field(
        "state", request.text(.state),
        .choice(
          [("", request.text(.anyState))]
            + DeliveryState.allCases.map {
              ($0.rawValue, request.text($0.rawValue, of: Words.webhookStates))
            }), value: request.query("state") ?? ""
      ).html
      HTML(.button, .class("second")) { request.text(.show) }
    }
  }

  private var table: DataTable {
    var table = DataTable(
      .deliveries,
      [
        .init(.when, .short), .init(.what, .short), .init(.state, .short),
        .init(.attempts, .number), .init(.answer, .long), .init(.replay, .short),
      ], deliveries.map(row)
    ).or(EmptyState(.noDeliveries))
    table.csv = request.path(with: "file", "deliveries")
    table.next = next.map { request.path(with: "cursor", $0) }
    table.first = request.query("cursor").map { _ in request.path(with: "cursor", nil) }
    return table
  }

  private func row(_ delivery: JSON) -> [DataTable.Cell] {
    let attempts = delivery["attempts"]?.elements ?? []
    return [
      .time(delivery["created_at"]?.string), .init(delivery["type"]?.string),
      .init(state(delivery)), .init(Int64(attempts.count), request.figures),
      .init(attempts.last.map(answer) ?? "–"),
      .init(
        isActive
          ? request.form(Self.replay, .inline) {
            HTML.input(
              .type("hidden"), .name("delivery"), .value(delivery["id"]?.string ?? ""))
            HTML(.button, .class("second small")) { request.text(.replay) }
          } : HTML([])),
    ]
  }

  private func state(_ delivery: JSON) -> HTML {
    let word = delivery["state"]?.string
    let tone: Badge.Tone = word == "delivered" ? .good : word == "failed" ? .bad : .accent
    return HTML {
      Badge(request.text(word, of: Words.webhookStates), tone).html
      if let next = delivery["next_attempt_at"]?.string {
        HTML(.div) { HTML(.small) { request.text(.nextTry, ["time": Figures.time(next)]) } }
      }
    }
  }

  /// What an attempt came to: the status, or what went wrong.
  private func answer(_ attempt: JSON) -> String {
    let parts = [
      attempt["at"]?.string.map(Figures.time), attempt["status"]?.integer.map { "\($0)" },
      attempt["failure"]?.string,
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }
}
