import BeckonContract
import BeckonModel

/// The funnel as CSV: each unit and each currency has columns of its own, so that a program for
/// tables can add them up. Anybody can make up currencies, so only the most frequent have columns;
/// the others stand in one as JSON.
struct FunnelTable {
  /// Units, and currencies, that have columns.
  private static let namedMax = 20

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
  private static let sums = ["count", "posted", "held", "taken_back"]

  var table: DataTable {
    let units = Sums(rows, "rewards", by: "unit", counted: "count", max: Self.namedMax)
    let currencies = Sums(rows, "revenue", by: "currency", counted: "payments", max: Self.namedMax)
    let columns: [DataTable.Column] =
      [.init(.name, csv: grouping)] + Self.steps.map { .init($0.words, csv: $0.name) }
      + units.names.flatMap { unit in
        Self.sums.map { .init(.rewards, csv: "rewards_\($0) \(unit)") }
      } + units.otherColumn(.rewards)
      + currencies.names.flatMap { currency in
        [.init(.revenue, csv: "revenue \(currency)"), .init(.payment, csv: "payments \(currency)")]
      } + currencies.otherColumn(.revenue) + [.init(.name, csv: "others")]
    return DataTable(
      .byDay, columns,
      rows.map { row in
        let rewards = units.cells(of: row) { part in Self.sums.map { part?[$0] ?? 0 } }
        let revenue = currencies.cells(of: row) { part in
          [part?["decimal"]?.string.map(JSON.number) ?? 0, part?["payments"] ?? 0]
        }
        let steps = Self.steps.map { row[$0.name] }
        return ([row[grouping]] + steps + rewards + revenue + [row["others"]]).map {
          DataTable.Cell(HTML([]), value: $0 ?? .null)
        }
      })
  }

  /// What rows say of units, or of currencies.
  private struct Sums {
    /// Those with columns, in the order of their names.
    let names: [String]
    private let member: String
    private let word: String
    private let hasOthers: Bool

    init(_ rows: [JSON], _ member: String, by word: String, counted: String, max: Int) {
      var counts: [TextKey: Int64] = [:]
      for part in rows.flatMap({ $0[member]?.elements ?? [] }) {
        guard let name = part[word]?.string else { continue }
        counts[TextKey(name), default: 0] += part[counted]?.integer ?? 0
      }
      let frequent = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(max)
      names = frequent.map(\.key).sorted().map(\.text)
      hasOthers = counts.count > max
      (self.member, self.word) = (member, word)
    }

    func otherColumn(_ words: Words) -> [DataTable.Column] {
      hasOthers ? [.init(words, csv: member + " of others")] : []
    }

    /// The cells of a row; `describe` gives those of one name.
    func cells(of row: JSON, _ describe: (JSON?) -> [JSON?]) -> [JSON?] {
      var parts: [TextKey: JSON] = [:]
      for part in row[member]?.elements ?? [] {
        if let name = part[word]?.string { parts[TextKey(name)] = part }
      }
      let named = names.flatMap { describe(parts.removeValue(forKey: TextKey($0))) }
      guard hasOthers else { return named }
      let others = parts.sorted { $0.key < $1.key }.map(\.value)
      return named + [others.isEmpty ? .null : .string(JSON.array(others).text)]
    }
  }
}
