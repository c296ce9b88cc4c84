import BeckonContract
import BeckonHTTP
import BeckonModel

/// Finds the route of a request.
struct Router: Sendable {
  /// What was found.
  enum Match: Sendable {
    case found(Route, parameters: [String])
    /// The path exists with other methods.
    case otherMethods([String])
    case none
  }

  fileprivate struct Pattern: Sendable {
    let route: Route
    /// `nil` stands for a parameter.
    let parts: [String?]
  }

  private static let wellKnown = ".well-known"

  /// Patterns by number of segments, literal ones before those with parameters.
  private let patterns: [Int: [Pattern]]

  init(_ routes: [Route] = Route.all + Route.linkrunner) {
    let all = routes.map { route in
      let parts = route.path.split(on: "/").map { $0.hasPrefix("{") ? nil : $0 }
      return Pattern(route: route, parts: parts)
    }
    patterns = Dictionary(grouping: all, by: \.parts.count).mapValues { group in
      group.sorted { $0.parameterCount < $1.parameterCount }
    }
  }

  /// A HEAD request takes the route of GET.
  func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
    // Apple's devices end these paths with a slash, people who try them out often do not.
    if segments.last?.isEmpty == true, segments.first == Self.wellKnown {
      return match(method, segments.dropLast())
    }
    let wanted = method == .head ? HTTPMethod.get.rawValue : method.rawValue
    var others: [String] = []
    var literals = Int.max
    for pattern in patterns[segments.count] ?? [] {
      // What `/health` does not take is not a link of the code `health`.
      guard pattern.parameterCount <= literals,
        let parameters = pattern.parameters(of: segments)
      else { continue }
      literals = pattern.parameterCount
      if pattern.route.method == wanted { return .found(pattern.route, parameters: parameters) }
      if !others.contains(pattern.route.method) { others.append(pattern.route.method) }
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }

  /// The methods that a path takes.
  func methods(of segments: [String]) -> [String] {
    let methods = HTTPMethod.allCases.filter {
      if case .found = match($0, segments) { true } else { false }
    }
    return methods.map(\.rawValue)
  }
}

extension Router.Pattern {
  var parameterCount: Int { parts.count { $0 == nil } }

  func parameters(of segments: [String]) -> [String]? {
    var parameters: [String] = []
    for (part, segment) in zip(parts, segments) {
      if let part {
        guard part == segment else { return nil }
      } else {
        guard !segment.isEmpty else { return nil }
        parameters.append(segment)
      }
    }
    return parameters
  }
}
