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

  /// Reads the query of a URL; empty values are none.
  public init(_ query: QueryText) {
    self.init { name in query.value(of: "utm_" + name).flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// - Parameter value: the value of each name, without `utm_`.
  public init(_ value: (String) -> String?) {
    self.init(
      source: value("source"), medium: value("medium"), campaign: value("campaign"),
      term: value("term"), content: value("content"))
  }

  /// Whether none is set.
  public var isEmpty: Bool { parameters.isEmpty }

  /// By name without `utm_`, as a link has them and the API tells them; `nil` when none is set.
  public var json: JSON? {
    let members = parameters.map { name, value in
      JSON.Member(String(decoding: name.utf8.dropFirst(4), as: UTF8.self), .string(value))
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// Reads what `json` wrote; what is no text is left out.
  public init(json: JSON?) {
    self.init { json?[$0]?.string }
  }
}
