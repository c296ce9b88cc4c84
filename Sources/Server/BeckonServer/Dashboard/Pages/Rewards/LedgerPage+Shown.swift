import BeckonEngine
import BeckonModel
import BeckonStore

extension LedgerPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.ledgerLead) }
      request.faultNotice
      Card.html {
        Self.accounts(request, sums).or(EmptyState(.noAccounts)).html(request.language)
      }
      filters
      Card.html { table.html(request.language) }
      Card.html {
        poolTable.html(request.language)
        if !pools.isEmpty { filling }
      }
    }
  }

  /// What stands in each kind of account, by unit.
  static func accounts(_ request: DashboardRequest, _ sums: [JSON]) -> DataTable {
    let units = Set(texts: sums.compactMap { $0["unit"]?.string }).sortedTexts
    let figures = request.figures
    var table = DataTable(
      .accounts,
      [
        .init(.unit, csv: "unit"), .init(.paidByBudgets, .number, csv: "budget"),
        .init(.heldByPeople, .number, csv: "person"), .init(.redeemed, .number, csv: "redeemed"),
        .init(.takenBack, .number, csv: "clawback"),
        .init(.forfeited, .number, csv: "forfeited"), .init(.sumOfAll, .number, csv: "sum"),
      ],
      units.map { unit in
        let own = sums.filter { $0["unit"]?.string == unit }
        func sum(_ kind: Account.Kind) -> Int64 {
          own.first { $0["account"]?.string == kind.rawValue }?["posted"]?.integer ?? 0
        }
        let all = own.reduce(0) { $0 &+ ($1["posted"]?.integer ?? 0) }
        return [
          .init(unit), .init(0 &- sum(.budget), figures), .init(sum(.person), figures),
          .init(sum(.redeemed), figures), .init(sum(.clawback), figures),
          .init(sum(.forfeited), figures), .init(all, figures),
        ]
      })
    table.csv = request.path(["csv": "accounts"])
    return table
  }

  private var filters: HTML {
    HTML(.form, .action(request.path()), .class("filter")) {
      Field(
        "kind", request.text(.kind),
        .choice(
          [("", request.text(.anyKind))]
            + Transfer.Kind.allCases.map {
              ($0.rawValue, request.text($0.rawValue, of: Words.transferKinds))
            }), value: request.query("kind") ?? ""
      ).html
      Field(
        "state", request.text(.state),
        .choice(
          [("", request.text(.anyState))]
            + TransferState.allCases.map {
              ($0.rawValue, request.text($0.rawValue, of: Words.transferStates))
            }), value: request.query("state") ?? ""
      ).html
      request.campaignFilter.html
      Field(
        "person", request.text(.person), .line(bytesMax: Limits.wordBytes),
        value: request.query("person") ?? ""
      ).html
      Field("from", request.text(.from), .day, value: request.query("from") ?? "").html
      Field("until", request.text(.untilDay), .day, value: request.query("until") ?? "").html
      HTML(.button, .class("second")) { request.text(.show) }
    }
  }

  private var table: DataTable {
    var table = DataTable(
      .allTransfers,
      [
        .init(.when, .short), .init(.kind, .short), .init(.amount, .number),
        .init(.fromWhom, .short), .init(.toWhom, .short), .init(.state, .short), .init(.reason),
        .init(.takeBackReward, .short),
      ], transfers.map(row)
    ).or(EmptyState(.noTransfersFound))
    table.csv = request.path(with: "csv", "transfers")
    table.next = next.map { request.path(with: "cursor", $0) }
    table.first = request.query("cursor").map { _ in request.path(with: "cursor", nil) }
    return table
  }

  private func row(_ transfer: JSON) -> [DataTable.Cell] {
    let state = transfer["state"]?.string
    let tone = state.flatMap { TransferState(word: $0)?.tone } ?? .plain
    let reasons = transfer["reasons"]?.elements?.compactMap(\.string) ?? []
    let rule = transfer["rule"]?.string.map(request.ruleName)
    return [
      .time(transfer["created_at"]?.string),
      .init(request.text(transfer["kind"]?.string, of: Words.transferKinds)),
      .init(HTML(request.amount(transfer))), .init(request.ledgerAccount(transfer["from"]?.string)),
      .init(request.ledgerAccount(transfer["to"]?.string)),
      .init(Badge(request.text(state, of: Words.transferStates), tone).html),
      .init(
        ([rule].compactMap { $0 } + reasons.map { request.text($0, of: Words.heldReasons) })
          .joined(separator: ", ")),
      .init(takingBack(transfer)),
    ]
  }

  private func takingBack(_ transfer: JSON) -> HTML {
    let mayEnd = [.posted, .pending].contains(
      transfer["state"]?.string.flatMap { TransferState(word: $0) })
    guard transfer["kind"]?.string == Transfer.Kind.reward.rawValue, mayEnd,
      request.may(Self.takeBack)
    else { return HTML([]) }
    return HTML(.details) {
      HTML(.summary) { request.text(.takeBackReward) }
      request.form(Self.takeBack) {
        HTML.input(
          .type("hidden"), .name("transfer"), .value(transfer["id"]?.string ?? ""))
        Field("reason", request.text(.reason), .line(bytesMax: Limits.nameBytes)).html
        HTML(.div) { HTML(.button, .class("danger small")) { request.text(.takeBackReward) } }
      }
    }
  }

  private var poolTable: DataTable {
    DataTable(
      .coupons,
      [.init(.couponPool), .init(.couponsFree, .number), .init(.couponsAll, .number)],
      pools.map { pool in
        [
          .init(
            HTML {
              pool.name
              if pool.free == 0 { Badge(request.text(.poolIsEmpty), .bad).html }
            }), .init(pool.free, request.figures), .init(pool.all, request.figures),
        ]
      }
    ).or(EmptyState(.noPools))
  }

  private var filling: HTML {
    request.form(Self.addCoupons) {
      HTML(.h3) { request.text(.addCoupons) }
      Field(
        "pool", request.text(.couponPool), .choice(pools.map { ($0.name, $0.name) }),
        value: request.field("pool") ?? ""
      ).html
      Field(
        "codes", request.text(.couponCodes), .lines(rows: 5),
        value: request.field("codes") ?? "", isRequired: true
      ).html
      HTML(.div) { HTML(.button) { request.text(.addCoupons) } }
    }
  }
}
