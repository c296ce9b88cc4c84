import BeckonEngine
import BeckonModel
import BeckonStore

extension ReviewPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.reviewLead) }
      request.faultNotice
      filters
      if held.isEmpty || !request.may(Self.decide) {
        Card.html { table.html(request.language) }
      } else {
        request.form(Self.decide, .inline) {
          Card.html { table.html(request.language) }
          Card.html(request.text(.decide)) { HTML(.div, .class("fields")) { deciding } }
        }
      }
    }
  }

  private var filters: HTML {
    HTML(.form, .action(request.path()), .class("filter")) {
      Field(
        "state", request.text(.state),
        .choice(
          [("", request.text(.anyState))]
            + ["in_review", "pending"].map {
              ($0, request.text($0, of: Words.transferStates))
            }), value: request.query("state") ?? ""
      ).html
      Field(
        "reason", request.text(.reason),
        .choice(
          [("", request.text(.anyReason))]
            + RecordedReward.heldReasons.map { ($0, request.text($0, of: Words.heldReasons)) }),
        value: request.query("reason") ?? ""
      ).html
      request.campaignFilter.html
      HTML(.button, .class("second")) { request.text(.show) }
    }
  }

  private var deciding: HTML {
    HTML {
      Field(
        "which", request.text(.which),
        .choice([
          ("ticked", request.text(.thoseTicked)),
          ("page", request.text(.allOnPage, ["count": "\(held.count)"])),
        ]), value: request.field("which") ?? "ticked"
      ).html
      Field(
        "decision", request.text(.decision),
        .choice([
          ("", request.text(.chooseOne)), ("approve", request.text(.approve)),
          ("release", request.text(.release)), ("reject", request.text(.reject)),
        ]), value: request.field("decision") ?? ""
      ).html
      Field(
        "reason", request.text(.reason), .line(bytesMax: Limits.nameBytes),
        value: request.field("reason") ?? "", hint: request.text(.reasonHint)
      ).html
      HTML(.div) { HTML(.button) { request.text(.decide) } }
    }
  }

  private var table: DataTable {
    var table = DataTable(
      .review,
      [
        .init(.reward, .short), .init(.toWhom, .short), .init(.state, .short), .init(.whyHeld),
        .init(.fact), .init(.theReferral), .init(.campaign), .init(.made, .short),
      ], held.map(row)
    ).or(EmptyState(.reviewEmpty))
    table.csv = request.path(with: "csv", "held")
    table.next = next.map { request.path(with: "cursor", $0) }
    table.first = request.query("cursor").map { _ in request.path(with: "cursor", nil) }
    return table
  }

  private func row(_ held: JSON) -> [DataTable.Cell] {
    let transfer = held["transfer"] ?? .null
    return [
      .init(choice(transfer)), .init(request.ledgerAccount(transfer["to"]?.string)),
      .init(state(transfer)), .init(reasons(transfer)), .init(fact(held["fact"])),
      .init(referral(held["referral"])),
      .init(
        HTML {
          request.campaignName(transfer["campaign"]?.string)
          HTML(.div) { HTML(.small) { request.ruleName(transfer["rule"]?.string) } }
        }), .time(transfer["created_at"]?.string),
    ]
  }

  private func choice(_ transfer: JSON) -> HTML {
    let (id, amount) = (transfer["id"]?.string ?? "", request.amount(transfer))
    guard request.may(Self.decide) else { return HTML(amount) }
    let ticked = Set(texts: request.fields("transfers")).contains(id)
    return HTML {
      HTML.input(.type("hidden"), .name("page"), .value(id))
      HTML(.label, .class("choice")) {
        HTML.input(
          .type("checkbox"), .name("transfers"), .value(id), ticked ? .checked : .absent)
        HTML(.span) { amount }
      }
    }
  }

  private func state(_ transfer: JSON) -> HTML {
    let word = transfer["state"]?.string
    let tone = word.flatMap { TransferState(word: $0)?.tone } ?? .plain
    return HTML {
      Badge(request.text(word, of: Words.transferStates), tone).html
      if let due = transfer["due_at"]?.string {
        HTML(.div) {
          HTML(.small) { request.text(.dueAt, ["time": Figures.time(due)]) }
        }
      }
    }
  }

  private func reasons(_ transfer: JSON) -> HTML {
    let reasons = transfer["reasons"]?.elements?.compactMap(\.string) ?? []
    guard !reasons.isEmpty else { return HTML(.small) { request.text(.holdTime) } }
    return HTML(
      reasons.map { reason in
        HTML(.div) { request.text(reason, of: Words.heldReasons) }
      })
  }

  private func fact(_ fact: JSON?) -> HTML {
    guard let fact, let name = fact["name"]?.string else { return HTML("–") }
    let who: Words = fact["trust"]?.string == "server" ? .theServer : .aClient
    return HTML {
      name
      HTML(.div) {
        HTML(.small) {
          HTML.time(fact["at"]?.string)
          " · " + request.text(.toldBy, ["who": request.text(who)])
        }
      }
    }
  }

  private func referral(_ referral: JSON?) -> HTML {
    guard let referral, referral["person"] != nil else { return HTML("–") }
    let level = referral["risk"]?["level"]?.string
    return HTML {
      request.person(referral["person"]?.string)
      if let referrer = referral["referrer"]?.string {
        HTML(.div) {
          request.text(.broughtBy) + " "
          request.person(referrer)
        }
      }
      HTML(.div) {
        HTML(.small) {
          request.text(.matchIs, ["match": referral["match"]?.string ?? "–"]) + " · "
            + request.text(.riskIs, ["risk": request.text(level, of: Words.riskLevels)])
        }
      }
    }
  }

  /// The page that tells what became of each, where not all went as was decided.
  static func outcome(_ request: DashboardRequest, _ results: [JSON]) -> HTML {
    let table = DataTable(
      .whatCame, [.init(.reward, .short), .init(.whatCame), .init(.state, .short), .init(.reason)],
      results.map { result in
        [
          .init(result["transfer"]?.string.map(DashboardRequest.brief)),
          .init(request.text(result["result"]?.string, of: Words.decisionResults)),
          .init(request.text(result["state"]?.string, of: Words.transferStates)),
          .init(request.text(result["reason"]?.string, of: Words.heldReasons)),
        ]
      })
    return HTML {
      Card.html { table.html(request.language) }
      HTML(.p) { HTML(.a, .href(request.path())) { request.text(.backToReview) } }
    }
  }
}
