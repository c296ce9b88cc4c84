import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/ledger/summary`: every kind of account's posted sum, and the sum over all, which is
/// zero.
enum LedgerSummary {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in
      let sums = try Ledger(scope).sums()
      let units = Set(texts: sums.map(\.unit)).sortedTexts
      return .json([
        "accounts": .array(
          sums.map {
            [
              "account": .string($0.account.rawValue), "unit": .string($0.unit),
              "posted": .integer($0.posted),
            ]
          }),
        "sums": .object(
          units.map { unit in
            let sum = sums.filter { $0.unit == unit }.reduce(0) { $0 &+ $1.posted }
            return JSON.Member(unit, .integer(sum))
          }),
      ])
    }
  }
}
