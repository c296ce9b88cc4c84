import BeckonModel
import Foundation

/// The counts as a table for people, and as JSON for programs.
struct AccuracyReport {
  let tally: AccuracyTally
  let population: Population
  let people: Int
  let seed: UInt64
  let matcher: String

  // MARK: For people

  var table: String {
    var lines = [
      "population \(population.name): \(population.summary)",
      "\(people) people, seed \(seed), decided by the \(matcher); \(tally.all.installs) installs, "
        + "\(tally.all.fromLinks) of them from links", "",
      Self.row("strictness", ["matches", "right", "precision", "not last", "recall"]),
    ]
    for type in AccuracyTally.matchTypes {
      let counts = tally.all
      lines.append(
        Self.row(
          type.rawValue,
          [
            "\(counts.matches[type] ?? 0)", "\(counts.right[type] ?? 0)",
            Self.share(counts.precision(type)), "\(counts.notLast[type] ?? 0)",
            Self.share(counts.recall(atLeast: type)),
          ]))
    }
    lines += section("people behind the address", SimulatedNetwork.sizes, tally.bySize)
    lines += section("platform", ["ios", "android"], tally.byPlatform)
    let windows = AccuracyTally.windows.map(\.name)
    lines += section("from click to first launch", windows, tally.byDelay)
    lines += section("age of the click matched by device", windows, tally.byAge)
    return (lines + [""] + notes + [""] + reasons).joined(separator: "\n")
  }

  /// What the words above the columns mean.
  private var notes: [String] {
    [
      "precision: share of the matches of this strictness that are right",
      "not last: right, but the person has opened another link since",
      "recall: share of the installs from links that were matched rightly, in the first table by",
      "this strictness or a better one, in the others by default or unique",
    ]
  }

  /// Why it was decided so, the most frequent reason first.
  private var reasons: [String] {
    let counts = tally.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return counts.map { "\($0.key) \($0.value)" }.reduce(into: ["why:"]) { lines, reason in
      let last = lines.count - 1
      if last > 0 || lines[last] != "why:" { lines[last] += "," }
      if lines[last].count + reason.count + 2 <= Self.columns {
        lines[last] += " " + reason
      } else {
        lines.append("     " + reason)
      }
    }
  }

  private func section(
    _ title: String, _ names: [String], _ counts: [String: AccuracyTally.Counts]
  ) -> [String] {
    let header = Self.row(
      "", ["installs", "of links", "unique", "default", "precision", "weak", "precision", "recall"])
    return ["", title, header]
      + names.compactMap { name in
        counts[name].map { counts in
          Self.row(
            name,
            [
              "\(counts.installs)", "\(counts.fromLinks)", "\(counts.matches[.unique] ?? 0)",
              "\(counts.matches[.default] ?? 0)", Self.share(counts.precision(.default)),
              "\(counts.matches[.weak] ?? 0)", Self.share(counts.precision(.weak)),
              Self.share(counts.recall(atLeast: .default)),
            ])
        }
      }
  }

  /// Columns of a terminal into which every line fits.
  private static let columns = 100
  /// Columns of a line's name, and of its cells.
  private static let nameWidth = 22
  private static let widths = [10, 9, 10, 9, 11, 8, 11, 9]

  private static func row(_ name: String, _ cells: [String]) -> String {
    let first = name.padding(toLength: nameWidth, withPad: " ", startingAt: 0)
    return zip(cells, widths).reduce(first) { line, cell in
      line + String(repeating: " ", count: max(1, cell.1 - cell.0.count)) + cell.0
    }
  }

  private static func share(_ share: Double?) -> String {
    share.map { String(format: "%.4f", $0) } ?? "-"
  }

  // MARK: For programs

  var json: JSON {
    [
      "simulation": "attribution", "population": .string(population.name),
      "people": .integer(people), "seed": .integer(seed), "matcher": .string(matcher),
      "all": Self.object(tally.all), "by_people_behind_address": Self.object(tally.bySize),
      "by_platform": Self.object(tally.byPlatform), "by_delay": Self.object(tally.byDelay),
      "by_click_age": Self.object(tally.byAge),
      "reasons": .object(
        tally.reasons.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer($0.value)) }),
    ]
  }

  private static func object(_ counts: [String: AccuracyTally.Counts]) -> JSON {
    .object(counts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, object($0.value)) })
  }

  private static func object(_ counts: AccuracyTally.Counts) -> JSON {
    .object(
      [
        JSON.Member("installs", .integer(counts.installs)),
        JSON.Member("from_links", .integer(counts.fromLinks)),
      ]
        + AccuracyTally.matchTypes.map { type in
          JSON.Member(type.rawValue, object(counts, type))
        })
  }

  private static func object(_ counts: AccuracyTally.Counts, _ type: MatchType) -> JSON {
    .object([
      "matches": .integer(counts.matches[type] ?? 0), "right": .integer(counts.right[type] ?? 0),
      "not_last": .integer(counts.notLast[type] ?? 0),
      "precision": counts.precision(type).map { Telling.rounded($0, 6) },
      "recall": counts.recall(atLeast: type).map { Telling.rounded($0, 6) },
    ])
  }
}
