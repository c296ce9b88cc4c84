import BeckonEngine
import BeckonModel
import Foundation

/// How good the lists were, for scripts and for people.
struct EvaluationReport {
  let qualities: [ListQuality]
  /// How long one call took: the 50th, 90th and 99th of a hundred.
  let milliseconds: [Double]
  /// Items that the index has.
  let items: Int
  let clicks: Int
  let sessions: Int
  let indexBytes: Int
  let settings: RecommenderSettings

  /// The most memory that the program had.
  private var peakBytes: Int {
    var usage = rusage()
    // 0 is RUSAGE_SELF, whose type is another one with each C library.
    getrusage(0, &usage)
    #if os(Linux)
      return usage.ru_maxrss * 1_024
    #else
      return usage.ru_maxrss
    #endif
  }

  private static func rounded(_ value: Double, _ digits: Int) -> JSON {
    .number(String(format: "%.\(digits)f", value))
  }

  private func figures(_ quality: ListQuality) -> KeyValuePairs<String, Double> {
    [
      "hit_rate": quality.hitRate, "reciprocal_rank": quality.reciprocalRank,
      "discounted_gain": quality.discountedGain, "coverage": quality.coverage(of: items),
      "popularity": quality.meanPopularity,
    ]
  }

  var json: JSON {
    .object(
      [JSON.Member("predictions", .integer(Int64(qualities[0].predictions)))]
        + qualities.map { quality in
          JSON.Member(
            "at_\(quality.cut)",
            .object(figures(quality).map { JSON.Member($0.key, Self.rounded($0.value, 6)) }))
        } + [
          JSON.Member(
            "call_milliseconds",
            .object(
              zip(["p50", "p90", "p99"], milliseconds).map {
                JSON.Member($0, Self.rounded($1, 4))
              })),
          JSON.Member(
            "index",
            .object([
              "clicks": .integer(clicks), "sessions": .integer(sessions), "items": .integer(items),
              "bytes": .integer(indexBytes),
            ])),
          JSON.Member("peak_bytes", .integer(peakBytes)), JSON.Member("settings", settings.json),
        ])
  }

  var text: String {
    let names = ["HR", "MRR", "NDCG", "coverage", "popularity"]
    let columns = qualities.map { figures($0).map(\.value) }
    let rows = names.indices.map { row in
      names[row].padded(to: 12) + columns.map { String(format: "%8.4f", $0[row]) }.joined()
    }
    return
      (["\(qualities[0].predictions) predictions"]
      + ["".padded(to: 12) + qualities.map { "     @\($0.cut)" }.joined()] + rows
      + [
        String(
          format: "one call    p50 %.3f ms, p90 %.3f ms, p99 %.3f ms", milliseconds[0],
          milliseconds[1], milliseconds[2]),
        "index       \(clicks) clicks of \(sessions) sessions on \(items) items, "
          + "\(indexBytes >> 20) MB; the program took \(peakBytes >> 20) MB",
        "settings    \(settings.json.text)",
      ]).joined(separator: "\n")
  }
}
