import BeckonModel

/// The campaign parameters of a URL, as analytics programs have named them since Urchin.
public struct UTM: Hashable, Sendable {
  /// `utm_source`: who sent the visitor, `newsletter`.
  public var source: String?
  /// `utm_medium`: by which means, `email`.
  public var medium: String?
  /// `utm_campaign`.
  public var campaign: String?
  /// `utm_term`: the words searched for.
  public var term: String?
  /// `utm_content`: which of several links.
  public var content: String?

  /// Makes a set of parameters.
  public init(
    source: String? = nil, medium: String? = nil, campaign: String? = nil, term: String? = nil,
    content: String? = nil
  ) {
    self.source = source
    self.medium = medium
    self.campaign = campaign
    self.term = term
    self.content = content
  }

  /// Those that are set, with their names in a URL, in the usual order.
  public var parameters: [(name: String, value: String)] {
    let all = [
      ("utm_source", source), ("utm_medium", medium), ("utm_campaign", campaign),
      ("utm_term", term), ("utm_content", content),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  init(_ query: QueryText) {
    func value(_ name: String) -> String? {
      query.value(of: name).flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(
      source: value("utm_source"), medium: value("utm_medium"), campaign: value("utm_campaign"),
      term: value("utm_term"), content: value("utm_content"))
  }
}
