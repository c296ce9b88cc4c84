import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/postbacks/summary?from=&to=`: counts by day, ad network and campaign, of what Apple
/// signed unless another verification is asked for.
enum SummarizePostbacks {
  /// Days that are told of unless others are asked for.
  private static let days: Int64 = 30

  static func prepare(_ call: Call) throws -> Work {
    let last = try day("to", call) ?? call.app.day(of: call.now)
    let earlier = call.now.adding(milliseconds: -(days - 1) * Span.dayMilliseconds)
    let first = try day("from", call) ?? call.app.day(of: earlier)
    let verification = try call.choice("verification", PostbackVerification.self) ?? .verified
    return .read { scope in
      let limit = PostbackSummary.rowsMax
      let lines = try PostbackSummary(scope).lines(
        from: first, to: last, verification, limit: limit + 1)
      return .json([
        "from": .string(first), "to": .string(last),
        "verification": .string(verification.rawValue),
        "days": .array(lines.prefix(limit).map(describe)), "complete": .bool(lines.count <= limit),
      ])
    }
  }

  private static func day(_ name: String, _ call: Call) throws -> String? {
    guard let text = call.query(name) else { return nil }
    guard let start = Instant(text + "T00:00:00Z"), start.text.prefix(bytes: 10) == text else {
      throw FieldError(name, "must be a day such as 2026-11-21")
    }
    return text
  }

  private static func describe(_ line: PostbackSummary.Line) -> JSON {
    .object([
      "day": .string(line.day), "system": .string(line.system.rawValue),
      "ad_network": .string(line.adNetwork), "source": line.source.map(JSON.string),
      "postbacks": .integer(line.postbacks), "conversions": .integer(line.conversions),
      "lost": .integer(line.lost),
      "fine": ["count": .integer(line.fineCount), "sum": .integer(line.fineSum)],
      "coarse": .object(
        CoarseValue.allCases.map {
          JSON.Member($0.rawValue, .integer(line.coarse[$0] ?? 0))
        }),
    ])
  }
}
