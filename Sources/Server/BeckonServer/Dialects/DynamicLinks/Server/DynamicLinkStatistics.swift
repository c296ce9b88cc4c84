import BeckonBasics
import BeckonContract
import BeckonContractDynamicLinks
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `GET /v1/{link}/linkStats?durationDays=`: what became of a link, by platform.
enum DynamicLinkStatistics {
  private static let platforms: [(name: String, platforms: [Platform])] = [
    ("ANDROID", [.android]), ("IOS", [.ios]), ("DESKTOP", [.macos, .windows, .linux]),
    ("OTHER", [.other]),
  ]

  static func prepare(_ call: Call) throws -> Work {
    guard let text = call.parameters.first else { throw Problem.notFound("link") }
    let period = try period(call)
    return .read { scope in
      guard let link = try Links(scope).find(url: text) else { throw Problem.notFound("link") }
      let counts = try counts(of: link, in: period, scope)
      return .json(
        .object([
          "linkEventStats": counts.isEmpty ? nil : .array(counts.map(\.json))
        ]))
    }
  }

  /// What every call of this vendor's may have in its query, and this one besides.
  private static let known = [
    "durationDays", "duration_days", "sdkVersion", "sdk_version", "key", "alt", "fields",
    "access_token", "callback", "oauth_token", "prettyPrint", "quotaUser", "uploadType",
    "upload_protocol", "$.xgafv",
  ]

  /// The last days, today among them; a week if the call does not say.
  private static func period(_ call: Call) throws -> ReportPeriod {
    let names = Set(texts: known)
    if let other = call.request.query.first(where: { !names.contains(TextKey($0.name)) }) {
      throw FieldError(
        NameSuggestion.shown(other.name), NameSuggestion.refusal(of: other.name, known))
    }
    let text = call.query("durationDays") ?? call.query("duration_days")
    guard let days = text.map({ Int64($0) }) ?? 7, (1...3_650).contains(days) else {
      throw FieldError("durationDays", "must be a whole number from 1 to 3650")
    }
    let first = call.now.adding(milliseconds: -(days - 1) * Span.dayMilliseconds)
    return ReportPeriod(start: call.app.days.start(of: call.app.day(of: first)))
  }

  private static func counts(
    of link: Link, in period: ReportPeriod, _ scope: Scope
  ) throws -> [DynamicLinkEventCount] {
    let opens = try LinkOpens(scope).counts(of: link.id, since: scope.app.day(of: period.start))
    return try platforms.flatMap { name, platforms in
      var (clicks, installs, reopens): (Int64, Int64, Int64) = (0, 0, 0)
      for platform in platforms {
        let figures = try Performance(scope).figures(of: link.id, in: period, on: platform)
        clicks += figures.clicks
        installs += figures.installs
        reopens += opens[platform] ?? 0
      }
      let counts: [(DynamicLinkEventCount.Event, Int64)] = [
        (.click, clicks + reopens), (.redirect, clicks),
        (.install, name == "ANDROID" ? installs : 0), (.firstOpen, installs), (.reopen, reopens),
      ]
      return counts.filter { $0.1 > 0 }.map {
        DynamicLinkEventCount(platform: name, event: $0.0, count: $0.1)
      }
    }
  }
}
