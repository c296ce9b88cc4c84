import BeckonDatabase
import BeckonModel
import BeckonStore

/// What came of a copy, for scripts and for people.
struct CopyReport: Sendable {
  let copied: Copier.Copied
  let verification: Copier.Verification
  let seed: UInt64
  let nanoseconds: UInt64

  var isSound: Bool { verification.isSound }

  private var seconds: Double { (Double(nanoseconds) / 1e8).rounded() / 10 }
  private var newRows: Int64 { copied.rows - copied.earlierRows }
  private var rate: Int64 { ProgressBar.rate(newRows, nanoseconds: nanoseconds) }

  var json: JSON {
    [
      "ok": .bool(isSound), "rows": .integer(copied.rows),
      "rows_of_earlier_runs": .integer(copied.earlierRows),
      "seconds": .number("\(seconds)"), "rows_per_second": .integer(rate),
      "tables": .array(
        zip(Schema.beckon.tables, copied.tallies).map {
          ["table": .string($0.name), "rows": .integer($1.count)]
        }),
      "ledger": .array(Self.json(verification.audit)),
      "sample": [
        "rows": .integer(Int64(verification.sampleCount)), "seed": .string("\(seed)"),
      ],
      "problems": .array(verification.problems.map(JSON.string)),
      "changed_in_source": .array(verification.changedTables.map(JSON.string)),
    ]
  }

  var text: String {
    var lines = ["copied    \(newRows) rows in \(seconds) s, \(rate) rows/s"]
    if copied.earlierRows > 0 {
      lines.append("          \(copied.earlierRows) rows were there from earlier runs, unchanged")
    }
    guard isSound else { return (lines + faults).joined(separator: "\n") }
    lines += [
      "verified  \(copied.rows) rows of \(copied.tallies.count) tables by count and digest",
      "          \(verification.sampleCount) rows field by field, drawn with seed \(seed)",
      "ledger    " + Self.words(verification.audit),
      "The target may be served.",
    ]
    return lines.joined(separator: "\n")
  }

  private var faults: [String] {
    var lines = verification.problems.prefix(20).map { "wrong     \($0)" }
    if !verification.changedTables.isEmpty {
      lines.append(
        "changed   the source has changed meanwhile: "
          + verification.changedTables.joined(separator: ", "))
    }
    return lines + [
      "The target cannot be served. Stop the servers, then run the same command with --restart."
    ]
  }

  /// The sum over all accounts of each unit.
  static func json(_ ledger: Audit) -> [JSON] {
    ledger.figures.map { ["unit": .string($0.name), "sum": .integer($0.value)] }
  }

  /// `pieces_of_eight 0, EUR 0; each balance is the sum of its transfers`
  static func words(_ ledger: Audit) -> String {
    guard !ledger.figures.isEmpty else { return "empty" }
    let sums = ledger.figures.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    return "sums: \(sums); each balance is the sum of its transfers"
  }
}
