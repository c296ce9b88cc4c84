import BeckonEngine
import BeckonModel
import BeckonStore

extension WhyPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.whyLead) }
      HTML(.form, .action(request.path()), .class("filter"), .role("search")) {
        HTML(.label, .class("wide")) {
          request.text(.whyField)
          HTML(.small) { request.text(.whyHint) }
          HTML.input(
            .type("search"), .name("q"), .value(asked ?? ""), .bytesMax(Limits.urlBytes), .required)
        }
        HTML(.button) { request.text(.look) }
      }
      if asked != nil, isEmpty {
        HTML(.div, .class("empty"), .role("status")) { request.text(.nothingFound) }
      }
      if !isEmpty {
        HTML(.p, .class("pager")) {
          HTML(.a, .href(request.path(with: "csv", "why"))) { request.text(.asCSV) }
        }
      }
      HTML(payments.map { PaymentView(request: request, story: $0).html })
      HTML(people.map { PersonView(request: request, story: $0).html })
      HTML(installs.map { InstallView(request: request, decision: $0).html })
      HTML(links.map { LinkView(request: request, story: $0).html })
    }
  }
}

extension DashboardRequest {
  /// A link to what is known of something by its id; a dash where there is no id.
  func why(_ id: String?, _ text: String? = nil) -> HTML {
    guard let id, !id.isEmpty else { return HTML("–") }
    return HTML(.a, .href(page("why", query: ["q": id]))) { text ?? id }
  }

  /// Why an install was matched, or not.
  func explanation(of decision: JSON) -> String {
    Words.explaining(decision).map { text($0) }.joined(separator: " ")
  }

  /// Why a rule has paid nothing, as the API tells it, with the name that was probably meant.
  func explanation(ofUnpaid json: JSON) -> String? {
    guard let reason = json["reason"]?.string.flatMap({ UnpaidReason(code: $0) }) else {
      return nil
    }
    guard reason.code == UnpaidReason.unmet(.noRule).code, let name = json["name"]?.string,
      let meant = meant(by: name)
    else { return text(reason.words) }
    return text(reason.words) + " " + meant
  }

  /// An event's name, with the name for which rules wait that was probably meant, if there is one.
  func meant(by name: String) -> String? {
    let known = app?.rewardedEvents.map(\.description).sorted() ?? []
    return NameSuggestion.nearest(to: name, among: known).map {
      text(.perhapsMeant, ["name": name, "nearest": $0])
    }
  }

  /// What a campaign is called.
  func campaignName(_ id: String?) -> String {
    id.flatMap { app?.campaign(named: $0)?.name } ?? id ?? "–"
  }

  /// What a rule is called.
  func ruleName(_ id: String?) -> String {
    let rules = (app?.campaigns ?? []).flatMap(\.rules)
    return rules.first { $0.id.text == id }?.rule.name ?? id ?? "–"
  }

  /// The transfers of a list, as every page shows them.
  func transfers(_ transfers: [JSON], _ caption: Words = .transfers) -> DataTable {
    DataTable(
      caption,
      [
        .init(.when, .short), .init(.kind, .short), .init(.amount, .number), .init(.to, .short),
        .init(.state, .short), .init(.rule), .init(.reasons),
      ],
      transfers.map { json in
        let unit = json["unit"]?.string ?? ""
        let amount = figures.whole(json["amount"]?.integer ?? 0) + " " + unit
        let reasons = (json["reasons"]?.elements ?? []).compactMap(\.string)
          .map { text($0, of: Words.unpaidReasons) }
        return [
          .time(json["created_at"]?.string),
          .init(text(json["kind"]?.string, of: Words.transferKinds)), .init(amount),
          .init(account(json["to"]?.string)), .init(Badge.state(json["state"]?.string).html),
          .init(json["rule"].map { ruleName($0.string) }),
          .init(reasons.isEmpty ? nil : reasons.joined(separator: ", ")),
        ]
      }
    ).or(EmptyState(.noTransfers))
  }

  /// An account: a person, or a word.
  private func account(_ text: String?) -> HTML {
    let parts = (text ?? "").split(on: ":", maxSplits: 1)
    guard parts.count == 2, parts[0] == "person" else { return HTML(parts.first ?? "–") }
    return why(parts[1])
  }
}

extension Badge {
  /// How a referral, a transfer or a match stands.
  static func state(_ word: String?) -> Badge {
    switch word ?? "" {
    case "confirmed", "posted", "unique", "completed", "active": Badge(word ?? "", .good)
    case "pending", "in_review", "unconfirmed", "unverified", "awaiting_sign_up", "default", "weak":
      Badge(word ?? "", .warn)
    case "voided", "reversed", "superseded", "failed", "none": Badge(word ?? "", .bad)
    case "": Badge("–", .plain)
    default: Badge(word ?? "", .plain)
    }
  }
}
