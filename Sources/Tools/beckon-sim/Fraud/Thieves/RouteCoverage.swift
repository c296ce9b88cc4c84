import BeckonContract

/// Which routes thieves have tried. A route that a publishable key may call, or anyone, needs a
/// move; those for a secret key are all tried by one.
struct RouteCoverage {
  private var tried: Set<Route> = []

  private static let all = Route.native + FraudVendor.all.flatMap(\.routes)
  /// Routes that want a secret key.
  static let secret = Route.native.filter { $0.access == .secretKey }

  /// Notes a call.
  mutating func note(_ method: String, _ path: String) {
    let parts = Self.parts(String(path.prefix { $0 != "?" }))
    let fitting = Self.all.filter { $0.method == method && Self.fits(parts, Self.parts($0.path)) }
    // `/health` is a code too, but that is not meant.
    let best = fitting.min { Self.openParts($0) < Self.openParts($1) }
    if let best { tried.insert(best) }
  }

  /// Adds what another run has tried.
  mutating func add(_ other: RouteCoverage) { tried.formUnion(other.tried) }

  /// Routes without a secret key that nobody has tried.
  var untried: [String] {
    Self.all.filter { $0.access != .secretKey && !tried.contains($0) }
      .map { "\($0.method) \($0.path)" }.sorted()
  }

  /// A route's path with ids that are known, or that anybody can write.
  static func path(of route: Route, person: String, campaign: String) -> String {
    parts(route.path).map { part in
      switch part {
      case "{person}": person
      case "{campaign}": campaign
      case "{transfer}": "trf_00000000000000000000000000"
      case let other where other.hasPrefix("{"): "x"
      default: part
      }
    }.reduce("") { $0 + "/" + $1 }
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  private static func fits(_ parts: [String], _ pattern: [String]) -> Bool {
    parts.count == pattern.count
      && zip(parts, pattern).allSatisfy { $1.hasPrefix("{") || $0 == $1 }
  }

  private static func openParts(_ route: Route) -> Int {
    parts(route.path).filter { $0.hasPrefix("{") }.count
  }
}
