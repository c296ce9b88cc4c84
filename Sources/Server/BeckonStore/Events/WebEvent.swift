import BeckonDatabase

/// What a page told, as SQL reads it: a fact whose properties say what happened on the page, and of
/// which visitor. Of what is not known the clients send an empty text, or nothing.
enum WebEvent {
  /// Whether a fact is one: it came from a page, or was stored before that was noted.
  static let isOne: SQL = """
    COALESCE(facts.from_page, 1) = 1 AND \(kind) IS NOT NULL AND \(visitor) IS NOT NULL
    """
  /// `page_view`, `click`, `custom`, `identify`, or what else clients say.
  static let kind: SQL = "{document facts.properties} ->> 'event_type'"
  /// The id that the browser keeps.
  static let visitor: SQL = "{document facts.properties} ->> 'visitor_id'"
  /// The path of the page.
  static let page: SQL = "{document facts.properties} ->> 'page_path'"

  /// Who sent the visitor: what the link says, else the ad's network or the referring page.
  static func source(_ touch: WebTouch) -> SQL {
    switch touch {
    case .last:
      """
      COALESCE(NULLIF({document facts.properties} ->> 'utm_source', ''),
        NULLIF({document facts.properties} ->> 'traffic_source_name', ''), 'direct')
      """
    case .first:
      """
      COALESCE(NULLIF({document facts.properties} ->> 'ft_utm_source', ''),
        NULLIF({document facts.properties} ->> 'ft_traffic_source_name', ''), 'direct')
      """
    }
  }

  /// The campaign that the link names.
  static func campaign(_ touch: WebTouch) -> SQL {
    switch touch {
    case .last: "NULLIF({document facts.properties} ->> 'utm_campaign', '')"
    case .first: "NULLIF({document facts.properties} ->> 'ft_utm_campaign', '')"
    }
  }
}

/// Which visit tells where somebody came from.
public enum WebTouch: String, CaseIterable, Sendable {
  /// The last that says so.
  case last
  /// The first of all.
  case first
}
