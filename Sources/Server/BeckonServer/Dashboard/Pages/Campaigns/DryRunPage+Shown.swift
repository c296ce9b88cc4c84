import BeckonEngine
import BeckonModel
import BeckonStore

extension DryRunPage {
  /// Rows of who would have been paid.
  private static let receiversShown = 50

  var html: HTML {
    HTML {
      HTML(.div, .class("notice"), .role("status")) {
        HTML(.p) {
          request.text(.dryRunHow, ["facts": request.figures.whole(Int64(facts))])
        }
        HTML(.p) { request.text(.dryRunLeavesOut) }
        if unknown > 0 {
          HTML(.p) {
            request.text(.dryRunUnknown, ["facts": request.figures.whole(Int64(unknown))])
          }
        }
        if isCut { HTML(.p) { request.text(.dryRunCut) } }
      }
      Card.html {
        ruleTable.html(request.language)
        asCSV("rules")
      }
      Card.html {
        receiverTable(max: Self.receiversShown).html(request.language)
        if !run.earned.isEmpty { asCSV("people") }
      }
      HTML(.p) { HTML(.a, .href(request.path())) { request.text(.backToCampaign) } }
    }
  }

  /// Tries the same once more, and gives the table as a file: the rules are those of the form.
  private func asCSV(_ name: String) -> HTML {
    let fields = request.form.parameters.filter { !["form_token", "csv"].contains($0.name) }
    return HTML(.form, .post, .action(request.path()), .class("inline")) {
      HTML.input(.type("hidden"), .name("form_token"), .value(request.formToken))
      HTML(
        fields.map { field in
          HTML.input(.type("hidden"), .field(field.name), .value(field.value))
        })
      HTML.input(.type("hidden"), .name("csv"), .value(name))
      HTML(.button, .class("second small")) { request.text(.asCSV) }
    }
  }

  var ruleTable: DataTable {
    DataTable(
      .dryRun,
      [
        .init(.rule, csv: "rule"), .init(.wouldPay, .number, csv: "would_pay"),
        .init(.amount, .number, csv: "amount"), .init(.wouldHold, .number, csv: "would_hold"),
        .init(.wouldReview, .number, csv: "would_review"),
        .init(.coupons, .number, csv: "coupons"), .init(.wasPaid, .number, csv: "was_paid"),
        .init(.amount, .number, csv: "was_paid_amount"), .init(.unit, .short, csv: "unit"),
        .init(.notPaidFor, csv: "not_paid_for"),
      ], campaign.rules.map(row)
    ).or(EmptyState(.noRules))
  }

  private func row(_ rule: CampaignRule) -> [DataTable.Cell] {
    let figures = request.figures
    let was = paid[rule.id] ?? (0, 0)
    let wasCells: [DataTable.Cell] = [
      .init(was.count, figures), .init(was.amount, figures), .init(rule.rule.unit),
    ]
    guard !DryRun.leavesOut(rule.rule) else {
      let dash = DataTable.Cell(nil as String?)
      return [.init(rule.rule.name), dash, dash, dash, dash, dash] + wasCells
        + [.init(request.text(.leftOut))]
    }
    guard let outcome = run.outcomes[rule.id] else {
      let zero = DataTable.Cell(0, figures)
      return [.init(rule.rule.name), zero, zero, zero, zero, zero] + wasCells
        + [.init(nil as String?)]
    }
    return [
      .init(rule.rule.name), .init(outcome.payments, figures),
      .init(outcome.amount, figures),
      .init(outcome.held, figures), .init(outcome.reviews, figures),
      .init(outcome.coupons, figures),
    ] + wasCells + [.init(refusals(outcome))]
  }

  private func refusals(_ outcome: DryRun.Outcome) -> String? {
    let all = outcome.refusals.sorted { $0.key.rawValue < $1.key.rawValue }.map { reason, count in
      request.text(reason.rawValue, of: Words.heldReasons) + ": " + request.figures.whole(count)
    }
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  /// - Parameter max: so many rows at most.
  func receiverTable(max: Int = .max) -> DataTable {
    let all = run.earned.sorted {
      ($0.value, $1.key.person, $1.key.unit) > ($1.value, $0.key.person, $0.key.unit)
    }
    return DataTable(
      .whoWouldBePaid,
      [
        .init(.person, csv: "person"), .init(.amount, .number, csv: "amount"),
        .init(.unit, .short, csv: "unit"),
      ],
      all.prefix(max).map { receiver, amount in
        [
          .init(
            request.person(receiver.person.text), value: .string(receiver.person.text)),
          .init(amount, request.figures), .init(receiver.unit.text),
        ]
      }
    ).or(EmptyState(.nobodyWouldBePaid))
  }
}
