import BeckonContract
import BeckonModel

/// A route's path, cut into what segments are compared with.
struct PathPattern: Sendable {
  let served: ServedRoute
  /// `nil` stands for a parameter.
  let parts: [String?]
  let parameterCount: Int
  /// What stands behind the last parameter in the same segment: `:batch` of `/v1/{name}:batch`.
  private let verb: String?
  /// Whether all further segments, if there are any, are parameters too: `{path...}` at the end.
  let takesRest: Bool

  /// Slashes too many that are tolerated. A stranger may send any number, and each may be one too
  /// many or stand beside an empty parameter.
  private static let slashesMax = 4

  /// The path of a route.
  /// - Parameter base: the path under which the vendor's clients have it: `/growth`.
  init(_ served: ServedRoute, under base: String = "") {
    self.init(served, path: base + served.route.path)
  }

  /// A further path of a route, with the same parameters.
  init(_ served: ServedRoute, path: String) {
    self.served = served
    var texts = path.split(on: "/")
    takesRest = texts.last?.hasSuffix("...}") ?? false
    if takesRest { texts.removeLast() }
    parts = texts.map { $0.hasPrefix("{") ? nil : $0 }
    parameterCount = parts.count { $0 == nil } + (takesRest ? 1 : 0)
    verb = texts.last.flatMap { text in
      let parts = text.split(on: "}", maxSplits: 1, keepsEmpty: true)
      return text.hasPrefix("{") && parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
    }
  }

  /// By which the one that says more is asked first, when paths are tolerated.
  static func saysMore(_ left: PathPattern, _ right: PathPattern) -> Bool {
    (left.literalCount, right.looseness) > (right.literalCount, left.looseness)
  }

  private var literalCount: Int { parts.count { $0 != nil } }

  /// By which the stricter of two patterns is asked first.
  var looseness: Int { parameterCount * 2 - (verb == nil ? 0 : 1) }

  /// The values of the parameters, if the segments are as many as the parts, or more where the rest
  /// is taken, and fit them.
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
    if takesRest { return parameters + segments.dropFirst(parts.count) }
    return verb == nil ? parameters : withoutVerb(parameters)
  }

  private func withoutVerb(_ parameters: [String]) -> [String]? {
    guard let verb, let last = parameters.last, last.hasSuffix(verb), last != verb else {
      return nil
    }
    let name = String(decoding: last.utf8.dropLast(verb.utf8.count), as: UTF8.self)
    return parameters.dropLast() + [name]
  }

  /// The same, if they fit once what the vendor's clients may write is tolerated.
  func toleratedParameters(of segments: [String]) -> [String]? {
    guard segments.count <= parts.count + Self.slashesMax else { return nil }
    return tolerated(parts[...], segments[...]).flatMap { verb == nil ? $0 : withoutVerb($0) }
  }

  private func tolerated(
    _ parts: ArraySlice<String?>, _ segments: ArraySlice<String>
  ) -> [String]? {
    let tolerance = served.tolerance
    guard let part = parts.first else {
      let isSlash = segments.count == 1 && segments.first?.isEmpty == true
      return segments.isEmpty || (isSlash && tolerance.contains(.slashAtEnd)) ? [] : nil
    }
    guard let segment = segments.first else { return nil }
    if segment.isEmpty, segments.count > 1, tolerance.contains(.doubledSlashes),
      let rest = tolerated(parts, segments.dropFirst())
    {
      return rest
    }
    if let part {
      return part == segment ? tolerated(parts.dropFirst(), segments.dropFirst()) : nil
    }
    guard !segment.isEmpty || tolerance.contains(.emptyParameters) else { return nil }
    return tolerated(parts.dropFirst(), segments.dropFirst()).map { [segment] + $0 }
  }
}
