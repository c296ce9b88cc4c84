import BeckonEngine
import BeckonModel
import BeckonStore

/// A person, as the page "Why" shows them: who they are, who brought them, what was paid, and what
/// was not and why.
struct PersonView {
  let request: DashboardRequest
  let story: PersonStory

  var html: HTML {
    let language = request.language
    return HTML {
      Card.html(request.text(.person) + " " + story.id) { facts.html }
      Card.html {
        if story.referrals.isEmpty {
          HTML(.h2) { request.text(.referral) }
          EmptyState(.noReferral).html(language)
        } else {
          referrals.html(language)
          if !refusals.rows.isEmpty { refusals.html(language) }
        }
      }
      Card.html {
        unpaid.html(language)
        if !unawaited.isEmpty { HTML(.p, .class("note")) { awaitedByNoRule } }
      }
      Card.html { request.transfers(story.transfers).html(language) }
      if !story.payments.isEmpty { Card.html { payments.html(language) } }
      Card.html { brought.html(language) }
    }
  }

  private var facts: Pairs {
    let identities = story.person["identities"]?.elements ?? []
    return Pairs([
      (request.text(.identities), HTML(identities.map(identity))),
      (request.text(.created), .time(story.person["created_at"]?.string)),
      (
        request.text(.signedUpAt),
        story.person["signed_up_at"].map { .time($0.string) } ?? HTML(request.text(.notSignedUp))
      ),
      // Where a missing reward is given.
      (
        request.text(.people),
        HTML(.a, .href(request.page("people", story.id))) { request.text(.openPerson) }
      ),
    ])
  }

  private func identity(_ json: JSON) -> HTML {
    let isConfirmed = json["confirmed"]?.bool == true
    return HTML(.div) {
      (json["kind"]?.string ?? "") + " "
      HTML(.strong) { request.shown(json) ?? "" }
      " "
      Badge(request.text(isConfirmed ? .confirmed : .claimed), isConfirmed ? .good : .warn).html
    }
  }

  private var referrals: DataTable {
    DataTable(
      .referral,
      [
        .init(.campaign), .init(.referrer, .short), .init(.state, .short), .init(.method, .short),
        .init(.match, .short), .init(.risk), .init(.joined, .short),
      ],
      story.referrals.map { json in
        let risks = (json["risk"]?["reasons"]?.elements ?? []).compactMap(\.string)
          .map { request.text($0, of: Words.unpaidReasons) }
        return [
          .init(request.campaignName(json["campaign"]?.string)),
          .init(json["referrer"].map { request.why($0.string) } ?? HTML(request.text(.nobody))),
          .init(Badge.state(json["state"]?.string).html),
          .init(request.text(json["method"]?.string, of: Words.matchMethods)),
          .init(Badge.state(json["match"]?.string).html),
          .init(risks.isEmpty ? nil : risks.joined(separator: ", ")),
          .time(json["joined_at"]?.string),
        ]
      })
  }

  /// What rules refused, and which do not count them.
  private var refusals: DataTable {
    let rows = story.referrals.flatMap { referral -> [[DataTable.Cell]] in
      let refused = (referral["refusals"]?.elements ?? []).map { json -> [DataTable.Cell] in
        [
          .init(request.ruleName(json["rule"]?.string)),
          .init(request.text(json["reason"]?.string, of: Words.unpaidReasons)),
          .time(json["at"]?.string),
        ]
      }
      let uncounted = (referral["not_counted"]?.elements ?? []).map { json -> [DataTable.Cell] in
        let reasons = (json["reasons"]?.elements ?? []).compactMap(\.string)
          .map { request.text($0, of: Words.unpaidReasons) }
        return [
          .init(request.ruleName(json["rule"]?.string)),
          .init(
            request.text("not_counted", of: Words.unpaidReasons) + ": "
              + reasons.joined(separator: ", ")), .init(nil as String?),
        ]
      }
      return refused + uncounted
    }
    return DataTable(
      .refusals, [.init(.rule), .init(.reason, .long), .init(.at, .short)], rows)
  }

  private var unpaid: DataTable {
    DataTable(
      .unpaid,
      [
        .init(.at, .short), .init(.fact), .init(.rule), .init(.reason, .short),
        .init(.explanation, .long),
      ],
      story.unpaid.filter { !Self.isUnawaited($0) }.map { json in
        [
          .time(json["at"]?.string), .init(json["name"]?.string ?? ""),
          .init(json["rule_name"]?.string),
          .init(request.text(json["reason"]?.string, of: Words.unpaidReasons)),
          .init(explanation(json)),
        ]
      }
    ).or(EmptyState(.nothingUnpaid))
  }

  /// Events that no rule waits for are no rewards that somebody misses; a name that was mistyped is
  /// one, so they are told below.
  private static func isUnawaited(_ json: JSON) -> Bool {
    json["reason"]?.string == UnpaidReason.unmet(.noRule).code
  }

  private var unawaited: [String] {
    Set(texts: story.unpaid.filter(Self.isUnawaited).compactMap { $0["name"]?.string }).sortedTexts
  }

  private var awaitedByNoRule: String {
    let names = unawaited.map { request.meant(by: $0) ?? $0 }
    return request.text(.awaitedByNoRule, ["names": names.joined(separator: ", ")])
  }

  /// The sentence, and where a filter did not fit, what it asks for and what the event has.
  private func explanation(_ json: JSON) -> HTML {
    HTML {
      request.explanation(ofUnpaid: json) ?? ""
      if let filter = json["filter"] {
        HTML(.div) {
          HTML(.small) { request.text(.asked) + " " }
          HTML(.code) { filter.text }
        }
        HTML(.div) {
          HTML(.small) { request.text(.had) + " " }
          HTML(.code) { request.seesPeople ? json["properties"]?.text ?? "{}" : "…" }
        }
      }
    }
  }

  private var payments: DataTable {
    DataTable(
      .paymentsTitle,
      [
        .init(.when, .short), .init(.kind), .init(.amount, .number), .init(.state, .short),
        .init(.told, .short), .init(.details, .short),
      ],
      story.payments.map { json in
        [
          .time(json["at"]?.string), .init(json["type"]?.string ?? ""),
          .init(
            request.figures.money(
              json["decimal"]?.string ?? "", json["currency"]?.string ?? "")),
          .init(Badge.state(json["status"]?.string).html), .init(json["trust"]?.string ?? ""),
          .init(request.why(json["payment"]?.string, request.text(.why))),
        ]
      })
  }

  private var brought: DataTable {
    DataTable(
      .brought,
      [
        .init(.person, .short), .init(.campaign), .init(.state, .short), .init(.method, .short),
        .init(.match, .short), .init(.joined, .short),
      ],
      story.brought.map { json in
        [
          .init(request.why(json["person"]?.string)),
          .init(request.campaignName(json["campaign"]?.string)),
          .init(Badge.state(json["state"]?.string).html),
          .init(request.text(json["method"]?.string, of: Words.matchMethods)),
          .init(Badge.state(json["match"]?.string).html), .time(json["joined_at"]?.string),
        ]
      }
    ).or(EmptyState(.broughtNobody))
  }
}
