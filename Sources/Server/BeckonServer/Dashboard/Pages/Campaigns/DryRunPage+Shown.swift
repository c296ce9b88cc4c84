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
      Card.html { ruleTable.html(request.language) }
      Card.html { receiverTable.html(request.language) }
      HTML(.p) { HTML(.a, .href(request.path())) { request.text(.backToCampaign) } }
    }
  }

  private var ruleTable: DataTable {
    DataTable(
      .dryRun,
      [
        .init(.rule), .init(.wouldPay, .number), .init(.amount, .number),
        .init(.wouldHold, .number), .init(.wouldReview, .number), .init(.coupons, .number),
        .init(.wasPaid, .number), .init(.amount, .number), .init(.notPaidFor),
      ], campaign.rules.map(row)
    ).or(EmptyState(.noRules))
  }

  private func row(_ rule: CampaignRule) -> [DataTable.Cell] {
    let figures = request.figures
    let was = paid[rule.id] ?? (0, 0)
    let wasCells: [DataTable.Cell] = [
      .init(was.count, figures), .init(HTML(figures.whole(was.amount) + " " + rule.rule.unit)),
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
      .init(HTML(figures.whole(outcome.amount) + " " + rule.rule.unit)),
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

  private var receiverTable: DataTable {
    let all = run.earned.sorted {
      ($0.value, $1.key.person, $1.key.unit) > ($1.value, $0.key.person, $0.key.unit)
    }
    return DataTable(
      .whoWouldBePaid, [.init(.person), .init(.amount, .number)],
      all.prefix(Self.receiversShown).map { receiver, amount in
        [
          .init(request.person(receiver.person.text)),
          .init(HTML(request.figures.whole(amount) + " " + receiver.unit.text)),
        ]
      }
    ).or(EmptyState(.nobodyWouldBePaid))
  }
}
