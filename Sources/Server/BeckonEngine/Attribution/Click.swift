import BeckonModel

/// One request for a link: a click, or a robot's or browser's visit that is none.
public struct Click: Sendable {
  /// Its id, which travels on in the target as `beckon_click`.
  public let id: ClickID
  /// The link.
  public let link: LinkID
  /// When.
  public let at: Instant
  /// What it was. Only a `click` counts.
  public let kind: VisitKind
  /// Keyed hash of the network from which it came; the address itself is not kept.
  public let network: Identifier
  /// Keyed hash of network and browser, for telling visitors apart.
  public let visitor: Identifier
  /// Device and kind of network, as far as the request tells.
  public let signals: Signals
  /// What an ad network said in the query; mostly nothing.
  public let parameters: JSON?
  /// The long link that was followed, which has no row; `nil` for a link that has one.
  public let longLink: String?
  /// What the feed holds of it; `nil` when no follower wants clicks.
  public var published: JSON?

  /// Makes a click.
  public init(
    id: ClickID, link: LinkID, at: Instant, kind: VisitKind, network: Identifier,
    visitor: Identifier, signals: Signals, parameters: JSON? = nil, longLink: String? = nil
  ) {
    self.longLink = longLink
    self.parameters = parameters
    self.id = id
    self.link = link
    self.at = at
    self.kind = kind
    self.network = network
    self.visitor = visitor
    self.signals = signals
  }
}
