import BeckonModel

/// What a GET or HEAD of a link is. Only a `click` counts, and only a click can be matched; the
/// rest is recorded.
public enum VisitKind: String, CaseIterable, Sendable {
  /// A person opened the link.
  case click
  /// A program: a search engine, a monitor, a script, or one that doesn't say what it is.
  case robot
  /// A browser that loads ahead of a click that may never come.
  case prefetch
  /// A messenger or network that fetches title and picture for the link it shows.
  case preview
  /// A HEAD request. Networks send several per link, some with a browser's agent.
  case head
}

/// The parts of a request for a link that tell what it is. Header names are in the comments; the
/// values are as they came, `nil` when absent.
public struct Visit: Hashable, Sendable {
  /// The method.
  public let method: String
  /// `User-Agent`.
  public let userAgent: String?
  /// `Sec-Purpose`.
  public let secPurpose: String?
  /// `Purpose`.
  public let purpose: String?
  /// `X-Moz`.
  public let xMoz: String?
  /// `X-Purpose`.
  public let xPurpose: String?

  /// Makes a visit of the request's method and headers.
  public init(
    method: String, userAgent: String?, secPurpose: String? = nil, purpose: String? = nil,
    xMoz: String? = nil, xPurpose: String? = nil
  ) {
    self.method = method
    self.userAgent = userAgent
    self.secPurpose = secPurpose
    self.purpose = purpose
    self.xMoz = xMoz
    self.xPurpose = xPurpose
  }

  /// What the request is. A HEAD is a HEAD whoever sends it; a browser that says it loads ahead is
  /// believed; then the agent decides.
  public var kind: VisitKind {
    if method == "HEAD" { return .head }
    if isPrefetch { return .prefetch }
    return Robots.kind(HeaderText(userAgent ?? ""))
  }

  /// Chrome and Safari send `Sec-Purpose: prefetch` (also `prefetch;prerender`), older ones
  /// `Purpose: prefetch`, Firefox `X-Moz: prefetch`, Safari's start page `X-Purpose: preview`.
  private var isPrefetch: Bool {
    [secPurpose, purpose, xMoz, xPurpose].contains { value in
      guard let value else { return false }
      let text = HeaderText(value)
      return ["prefetch", "prerender", "preview"].contains(where: text.contains)
    }
  }
}
