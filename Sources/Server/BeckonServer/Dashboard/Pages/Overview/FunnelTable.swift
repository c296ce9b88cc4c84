import BeckonContract
import BeckonModel

/// The funnel as CSV: each unit and each currency has columns of its own, so that a program for
/// tables can add them up.
struct FunnelTable {
  private let grouping: String
  private let rows: [JSON]

  /// - Throws: as `DashboardRequest.ask`.
  init(_ grouping: String, _ request: DashboardRequest) async throws {
    self.grouping = grouping
    rows = try await OverviewPage.report(grouping, request)["funnel"]?.elements ?? []
  }

  private static let steps: [(words: Words, name: String)] = [
    (.clicks, "clicks"), (.installs, "installs"), (.signUps, "sign_ups"),
    (.conversions, "conversions"),
  ]

  var table: DataTable {
    let units = words(of: "rewards", "unit")
    let currencies = words(of: "revenue", "currency")
    let sums = ["count", "posted", "held", "taken_back"]
    let columns: [DataTable.Column] =
      [.init(.name, csv: grouping)] + Self.steps.map { .init($0.words, csv: $0.name) }
      + units.flatMap { unit in sums.map { .init(.rewards, csv: "rewards_\($0) \(unit)") } }
      + currencies.flatMap { currency in
        [.init(.revenue, csv: "revenue \(currency)"), .init(.payment, csv: "payments \(currency)")]
      } + [.init(.name, csv: "others")]
    return DataTable(
      .byDay, columns,
      rows.map { row in
        let steps = Self.steps.map { row[$0.name] }
        let rewards = units.flatMap { unit in
          sums.map { Self.part(row["rewards"], "unit", unit)?[$0] ?? 0 }
        }
        let revenue = currencies.flatMap { currency -> [JSON?] in
          let part = Self.part(row["revenue"], "currency", currency)
          return [part?["decimal"]?.string.map(JSON.number) ?? 0, part?["payments"] ?? 0]
        }
        return ([row[grouping]] + steps + rewards + revenue + [row["others"]]).map {
          DataTable.Cell(HTML([]), value: $0 ?? .null)
        }
      })
  }

  /// All units, or currencies, that any row names.
  private func words(of name: String, _ word: String) -> [String] {
    Set(texts: rows.flatMap { $0[name]?.elements ?? [] }.compactMap { $0[word]?.string })
      .sortedTexts
  }

  private static func part(_ list: JSON?, _ word: String, _ value: String) -> JSON? {
    list?.elements?.first { $0[word]?.string == value }
  }
}
