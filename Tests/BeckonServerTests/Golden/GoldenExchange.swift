import BeckonBasics
import BeckonContract
import BeckonModel

/// One request and its answer, as a golden file shows them.
struct GoldenExchange {
  /// What the story calls it.
  let title: String
  /// What was sent, as far as it matters.
  let request: JSON
  let answer: HTTPAnswer
  /// The member that shows the answer's body; `nil` for an empty one.
  let body: JSON.Member?

  /// The headers that say nothing about the answer.
  private static let untold: Set = ["connection", "content-length", "date"]
  /// The headers that tell of the time by the machine's own clock.
  private static let measured: Set = ["ratelimit-remaining", "ratelimit-reset", "retry-after"]

  var json: JSON {
    let head: JSON = [
      "case": .string(title), "request": request, "status": .integer(answer.status),
      "headers": .object(headers),
    ]
    return .object((head.members ?? []) + [body].compactMap { $0 })
  }

  private var headers: [JSON.Member] {
    answer.headers.filter { !Self.untold.contains($0.name.lowercased()) }.map { name, value in
      let isMeasured = Self.measured.contains(name.lowercased()) && value != "0"
      return JSON.Member(name, .string(isMeasured ? "‹number›" : value))
    }
  }

  /// How a body is shown unless a story says otherwise: JSON as it is, text by its lines, other
  /// bytes by their hash.
  static func body(_ answer: HTTPAnswer) -> JSON.Member? {
    guard !answer.body.isEmpty else { return nil }
    let type = answer["Content-Type"] ?? ""
    if type.hasSuffix("json") { return JSON.Member("body", answer.json) }
    if type.hasPrefix("image/png") {
      return JSON.Member("sha256", .string(Base64.standard.encode(Hash.sha256(answer.body))))
    }
    return JSON.Member("lines", lines(answer.text))
  }

  static func lines(_ text: String) -> JSON {
    .array(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { .string(String($0)) })
  }
}
