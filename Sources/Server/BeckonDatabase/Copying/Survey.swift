/// What is in a database, on one snapshot: for comparing two.
public struct Survey: Sendable {
  /// Number and digest of each table's rows, in the order of the schema.
  public let tallies: [Tally]
  /// Whether what must agree agrees.
  public let audit: Audit
  private let schema: Schema
  /// Rows of each table, drawn by lot.
  let sample: [[[DatabaseValue]]]

  /// Rows in all.
  public var rows: Int64 { tallies.reduce(0) { $0 + $1.count } }

  /// Reads every row. `seed` decides which are drawn, `sampleRows` in all; `progress` hears of each
  /// page.
  /// - Throws: `DatabaseError`.
  public init(
    of schema: Schema, _ connection: any Connection, sampleRows: Int = 0, seed: UInt64 = 0,
    progress: (CopiedTable, Int64) -> Void = { _, _ in }
  ) throws {
    var lot = Lot(seed: seed)
    var tallies: [Tally] = []
    var sample: [[[DatabaseValue]]] = []
    for table in schema.tables {
      var tally = Tally()
      var drawn: [[DatabaseValue]] = []
      try table.pages(connection) { page in
        for row in page {
          tally.add(row)
          // Each row stays with the same chance, however many come (reservoir sampling).
          if drawn.count < sampleRows {
            drawn.append(row)
          } else if sampleRows > 0 {
            let place = lot.draw(below: UInt64(tally.count))
            if place < sampleRows { drawn[Int(place)] = row }
          }
        }
        progress(table, tally.count)
      }
      tallies.append(tally)
      sample.append(drawn)
    }
    self.schema = schema
    self.tallies = tallies
    self.sample = Self.share(sampleRows, among: sample)
    audit = try schema.audit(connection)
  }

  /// Cuts what was drawn of each table down to `count` rows in all: of the small tables everything,
  /// of the others equally much.
  private static func share(
    _ count: Int, among drawn: [[[DatabaseValue]]]
  ) -> [[[DatabaseValue]]] {
    var shared = drawn
    var left = count
    for (place, table) in drawn.indices.sorted(by: { drawn[$0].count < drawn[$1].count })
      .enumerated()
    {
      shared[table] = Array(drawn[table].prefix(left / (drawn.count - place)))
      left -= shared[table].count
    }
    return shared
  }

  /// How many rows were drawn.
  var sampleCount: Int { sample.reduce(0) { $0 + $1.count } }

  /// What another database has in place of the rows drawn, in words, field by field; values, which
  /// may be personal, are not told.
  /// - Throws: `DatabaseError`.
  func sampleDifferences(_ connection: any Connection) throws -> [String] {
    var differences: [String] = []
    for (table, rows) in zip(schema.tables, sample) {
      for row in rows {
        guard let other = try table.row(at: table.key(of: row), connection) else {
          differences.append("a row of \(table.name) is missing")
          continue
        }
        for (column, values) in zip(table.shape.columns, zip(row, other))
        where values.0 != values.1 {
          differences.append("\(column.name) of a row of \(table.name) differs")
        }
      }
    }
    return differences
  }
}

/// Numbers that a seed decides.
private struct Lot {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number below `bound`.
  mutating func draw(below bound: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 31).multipliedFullWidth(by: bound).high
  }
}
