import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore

/// What came of an import, for scripts and for people.
struct ImportReport: Sendable {
  /// Rows that are shown of those that were not taken as they stand; `--report` has all.
  static let problemsMax = 100
  private static let linesMax = 10

  /// How far it has come.
  let outcome: Importer.Outcome
  /// The first of the rows that were rejected, or whose referrer was not set.
  let problems: [ImportLog.Row]
  /// Whether what the imported people do from now on is to earn rewards.
  let paysLater: Bool
  /// Why it ended before its end; `nil` when it did not.
  var failure: Failure?

  private func count(_ verdict: ImportVerdict.Word) -> Int64 {
    outcome.tally.verdicts[verdict] ?? 0
  }

  /// Whether every row is in.
  var isComplete: Bool { count(.rejected) == 0 }

  private var warnings: [String] {
    var warnings = outcome.warnings
    if outcome.rows == 0 {
      warnings.append("the file has no row below its first one, which names the columns")
    }
    if outcome.hidden != nil, outcome.tally.rejections[.unreadable] != nil {
      warnings.append(
        "--replace has hidden nothing: rows could not be read, and of which products they tell "
          + "nobody knows")
    }
    if paysLater, count(.merged) > 0 {
      warnings.append(
        "--pay-later changes nothing for those who were in the campaign before, also by an earlier "
          + "import; they are among the \(count(.merged)) merged rows")
    }
    return warnings
  }

  var json: JSON {
    .object([
      "finished": .bool(failure == nil),
      "error": failure.map { .string($0.problem) }, "remedy": failure.map { .string($0.remedy) },
      "rows": .integer(Int64(outcome.rows)), "rows_done": .integer(Int64(outcome.rowsDone)),
      "accepted": .integer(count(.accepted)),
      "merged": .integer(count(.merged)), "merged_means": .string(outcome.mergedMeans),
      "rejected": .integer(count(.rejected)),
      "hidden": outcome.hidden.map(JSON.integer),
      "rows_of_earlier_runs": .integer(Int64(outcome.earlierRows)),
      "imported_before": outcome.importedBefore.map(JSON.instant),
      "reasons": .object(
        ImportRejection.Reason.allCases.compactMap { reason in
          outcome.tally.rejections[reason].map { JSON.Member(reason.rawValue, .integer($0)) }
        }),
      "referrers": .object(
        ReferrerOutcome.allCases.compactMap { referrer in
          outcome.tally.referrers[referrer].map { JSON.Member(referrer.rawValue, .integer($0)) }
        }),
      "problems": .array(problems.map(Self.json)),
      "warnings": .array(warnings.map(JSON.string)),
    ])
  }

  /// The same of an import that has not begun, or whose database does not answer.
  static func json(of failure: Failure) -> JSON {
    [
      "finished": false, "error": .string(failure.problem), "remedy": .string(failure.remedy),
    ]
  }

  private static func json(_ row: ImportLog.Row) -> JSON {
    .object([
      "line": .integer(Int64(row.line)), "verdict": .string(row.verdict.rawValue),
      "reason": row.rejection.map { .string($0.reason.rawValue) },
      "detail": (row.rejection?.detail ?? row.remark).map(JSON.string),
      "person": row.person.map(JSON.id),
      "referrer": row.referrer.map { .string($0.rawValue) },
    ])
  }

  private static let columns = ["line", "verdict", "reason", "detail", "person", "referrer"]

  /// The first line of the report of all rows.
  static var head: [UInt8] { CSV.line(columns.map(JSON.string)) }

  /// A line of it.
  static func line(_ row: ImportLog.Row) -> [UInt8] {
    let json = json(row)
    return CSV.line(columns.map { json[$0] })
  }

  var text: String {
    var lines = [
      "rows      \(outcome.rows)",
      "accepted  \(count(.accepted))",
      "merged    \(count(.merged))   (\(outcome.mergedMeans))",
      "rejected  \(count(.rejected))",
    ]
    if let hidden = outcome.hidden {
      lines.append("hidden    \(hidden)   (an earlier feed had them, and this file has not)")
    }
    lines += ReferrerOutcome.allCases.compactMap { referrer in
      outcome.tally.referrers[referrer].map {
        "referrer  \($0) \(referrer.rawValue)" + (referrer == .made ? "   (now or before)" : "")
      }
    }
    lines += problems.prefix(Self.linesMax).map { row in
      "\(outcome.isOfObjects ? "object" : "line") \(row.line): "
        + (row.rejection.map { "\($0.detail) (\($0.reason.rawValue))" } ?? row.remark
          ?? "the referrer was not set (\(row.referrer?.rawValue ?? ""))")
    }
    if problems.count > Self.linesMax { lines.append("…: --report FILE writes all rows") }
    lines += warnings.map { "Warning: " + $0 }
    if let before = outcome.importedBefore {
      lines.append(
        "This file was imported before, until \(before.text): the figures are those of then, and "
          + "nothing was changed now.")
    } else if outcome.earlierRows > 0 {
      lines.append("\(outcome.earlierRows) rows were stored by an earlier run of this command.")
    }
    return lines.joined(separator: "\n")
  }
}
