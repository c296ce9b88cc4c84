import BeckonContract
import BeckonHTTP
import BeckonModel

/// Finds who answers a request.
struct Router: Sendable {
  /// What was found.
  enum Match: Sendable {
    case found(ServedRoute, parameters: [String])
    /// The path exists with other methods.
    case otherMethods([String])
    case none
  }

  /// Finds the link that a request is for, whose path is none of the patterns'.
  typealias LinkFinder = @Sendable (HTTPRequest) -> Match?

  private static let wellKnown = ".well-known"

  /// Patterns by number of segments, literal ones before those with parameters.
  private let patterns: [Int: [PathPattern]]
  /// Those that take all further segments, asked when no other has the path.
  private let resting: [PathPattern]
  /// Those of vendors whose clients may write paths otherwise, with the most literals first.
  private let tolerant: [PathPattern]
  /// First segments of the paths of the API.
  private let firstSegments: Set<TextKey>
  /// What finds links whose path is none of the patterns'.
  private let links: [LinkFinder]

  /// - Parameters:
  ///   - patterns: who answers what; of two for the same method and path the program would only
  ///     ever ask one, so there must not be two.
  ///   - links: what finds a link whose path is none of these patterns'.
  init(_ patterns: [PathPattern], links: [LinkFinder] = []) {
    let whole = patterns.filter { !$0.takesRest }
    self.patterns = Dictionary(grouping: whole, by: \.parts.count).mapValues { group in
      group.sorted { $0.looseness < $1.looseness }
    }
    resting = patterns.filter(\.takesRest)
    tolerant = patterns.filter { !$0.served.tolerance.isEmpty }
      .sorted(by: PathPattern.saysMore)
    firstSegments = Set(texts: patterns.compactMap { $0.parts.first ?? nil })
    self.links = links
  }

  /// A HEAD request takes the route of GET.
  func match(_ request: HTTPRequest) -> Match {
    let match = match(request.method, request.segments)
    guard case .none = match, let first = request.segments.first, !firstSegments.contains(first)
    else { return match }
    return links.lazy.compactMap { $0(request) }.first ?? match
  }

  /// Who answers a method on a path.
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
      let method = pattern.served.route.method
      if method == wanted { return .found(pattern.served, parameters: parameters) }
      if !others.contains(method) { others.append(method) }
    }
    for pattern in others.isEmpty ? resting : [] where segments.count >= pattern.parts.count {
      guard let parameters = pattern.parameters(of: segments) else { continue }
      let method = pattern.served.route.method
      if method == wanted { return .found(pattern.served, parameters: parameters) }
      if !others.contains(method) { others.append(method) }
    }
    if !tolerant.isEmpty, segments.contains(where: \.isEmpty) {
      for pattern in tolerant {
        guard let parameters = pattern.toleratedParameters(of: segments) else { continue }
        let method = pattern.served.route.method
        if method == wanted { return .found(pattern.served, parameters: parameters) }
        if !others.contains(method) { others.append(method) }
      }
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
