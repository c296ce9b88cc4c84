import BeckonModel

extension Target {
  /// The parameter that carries a click's id to where a link leads.
  public static let clickParameter = "beckon_click"

  /// The URL with `name=value` in its query, before any fragment. The first parameter of that name
  /// is replaced where it stands, further ones are dropped, all else stays byte by byte. Text that
  /// is no URL comes back as it is.
  public static func adding(parameter name: String, value: String, to text: String) -> String {
    guard let url = URLText(text) else { return text }
    let new = Array((PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value)).utf8)
    return url.replacing(query: query(url.query.map { url.bytes[$0] } ?? [], name, new))
  }

  /// The URL with the click's id where its reader will look for it: in the `referrer` of a Play
  /// store URL, else in the query. An App Store URL passes nothing on and stays as it is.
  public static func adding(click: ClickID, to text: String) -> String {
    guard let url = URLText(text) else { return text }
    switch store(of: url) {
    case .appStore?: return text
    case .play?:
      let old = Array((reading(parameter: "referrer", of: text) ?? "").utf8)
      let new = query(old[...], clickParameter, Array("\(clickParameter)=\(click.text)".utf8))
      let referrer = String(decoding: new, as: UTF8.self)
      return adding(parameter: "referrer", value: referrer, to: text)
    case nil: return adding(parameter: clickParameter, value: click.text, to: text)
    }
  }

  /// The value of the first parameter of this name, decoded; `nil` when there is none.
  public static func reading(parameter name: String, of text: String) -> String? {
    guard let url = URLText(text), let query = url.query else { return nil }
    return QueryText(url.bytes[query]).value(of: name)
  }

  /// The URL with the campaign parameters that it does not have yet. What stands in the URL wins,
  /// because its owner wrote it for just this target. Google Play hands on nothing but its
  /// `referrer`, so there they go; the App Store hands on nothing.
  public static func adding(utm: UTM, to text: String) -> String {
    switch URLText(text).flatMap(store) {
    case .appStore?: return text
    case .play?:
      let old = "?" + (reading(parameter: "referrer", of: text) ?? "")
      let new = String(Substring(added(utm, to: "a:" + old).utf8.dropFirst(3)))
      return new.isEmpty ? text : adding(parameter: "referrer", value: new, to: text)
    case nil: return added(utm, to: text)
    }
  }

  private static func added(_ utm: UTM, to text: String) -> String {
    utm.parameters.reduce(text) { text, parameter in
      reading(parameter: parameter.name, of: text) == nil
        ? adding(parameter: parameter.name, value: parameter.value, to: text) : text
    }
  }

  /// The URL without parameters of these names, and without its fragment.
  static func removing(_ names: [String], from text: String) -> String {
    guard let url = URLText(text), let old = url.query else { return text.upTo("#") }
    let kept = url.bytes[old].split(separator: UInt8(ascii: "&")).filter { part in
      !names.contains { QueryText.isNamed($0, part) }
    }
    let path = url.text(0..<url.path.upperBound)
    let query = Array(kept.joined(separator: [UInt8(ascii: "&")]))
    return kept.isEmpty ? path : path + "?" + String(decoding: query, as: UTF8.self)
  }

  /// Longest URL to which a visitor's parameters are added.
  static let handedBytes = 8_192
  /// Most of a visitor's parameters that are handed on.
  static let handedMax = 50

  /// The URL with those of a visitor's parameters that are handed on, behind its own. None takes
  /// the place of one that the URL has, in whatever case, and of two of one name the first counts.
  /// Store pages are the stores' and stay as they are.
  public static func handing(
    on parameters: [(name: String, value: String)], of passed: PassedParameters,
    to text: String
  ) -> String {
    guard passed != .none, let target = URLText(text), store(of: target) == nil else { return text }
    var taken = Set(texts: [clickParameter])
    if let query = target.query {
      taken.formUnion(QueryText(target.bytes[query]).names.map(folded))
    }
    var (url, count) = (text, 0)
    for parameter in parameters where count < handedMax && passed.hands(on: parameter.name) {
      guard taken.insert(folded(parameter.name)).inserted else { continue }
      count += 1
      let longer = adding(parameter: parameter.name, value: parameter.value, to: url)
      if longer.utf8.count <= handedBytes { url = longer }
    }
    return url
  }

  /// What readers of a query may take a name for: in whatever case, `a.b` as `a_b`, `a[b]` as `a`.
  private static func folded(_ name: String) -> TextKey {
    let bytes = name.lowercased().upTo("[").utf8.map { byte in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ") ? UInt8(ascii: "_") : byte
    }
    return TextKey(String(decoding: bytes, as: UTF8.self))
  }

  private static func query(_ old: ArraySlice<UInt8>, _ name: String, _ new: [UInt8]) -> [UInt8] {
    let ampersand = UInt8(ascii: "&")
    var isPlaced = false
    var parts: [ArraySlice<UInt8>] = []
    for part in old.split(separator: ampersand, omittingEmptySubsequences: false) {
      guard QueryText.isNamed(name, part) else {
        parts.append(part)
        continue
      }
      if !isPlaced { parts.append(new[...]) }
      isPlaced = true
    }
    if !isPlaced {
      // An empty last part is a query that is empty or ends with `&`: the new one takes its place.
      if parts.last?.isEmpty == true { parts.removeLast() }
      parts.append(new[...])
    }
    return Array(parts.joined(separator: [ampersand]))
  }

  /// A store whose pages take a click in their own way, or not at all.
  enum Store { case play, appStore }

  /// Whose page it is; `nil` for any other.
  static func store(of text: String) -> Store? { URLText(text).flatMap(store) }

  private static func store(of url: URLText) -> Store? {
    let host = url.hostAndPort?.host
    switch (url.schemeText, host) {
    case ("https", "play.google.com"?), ("http", "play.google.com"?), ("market", _): return .play
    case ("https", "apps.apple.com"?), ("https", "itunes.apple.com"?), ("itms-apps", _):
      return .appStore
    default: return nil
    }
  }
}
