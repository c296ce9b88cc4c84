import BeckonModel

/// The body of `POST /v1/shortLinks`, and of `POST /v1/managedShortLinks:create`: a link to
/// shorten, as one URL or by its parts.
public struct ShortDynamicLinkRequest: Hashable, Sendable {
  /// How the short link's code is made.
  public enum Suffix: Hashable, Sendable {
    /// 17 characters that nobody can guess.
    case unguessable
    /// A few characters; the same long link gets the same code.
    case short
    /// The given one. Only of managed links.
    case custom(String)
  }

  /// What the link says.
  public let link: LongDynamicLink
  /// How its code is made.
  public let suffix: Suffix
  /// What people call a managed link.
  public let name: String?

  private static let options = ["OPTION_UNSPECIFIED", "UNGUESSABLE", "SHORT", "CUSTOM"]

  /// Makes a request.
  public init(link: LongDynamicLink, suffix: Suffix = .unguessable, name: String? = nil) {
    self.link = link
    self.suffix = suffix
    self.name = name
  }

  /// Reads a body.
  /// - Parameter isManaged: whether the link may have a name and a code of one's own.
  /// - Throws: `FieldError`, or `DynamicLinksFailure` where the vendor has a text of its own.
  public init(_ body: JSON, isManaged: Bool) throws {
    let members = try ProtocolMembers(body)
    let common = ["longDynamicLink", "dynamicLinkInfo", "suffix", "sdkVersion"]
    try members.allow(only: isManaged ? common + ["name"] : common)
    let long = try members.text("longDynamicLink", max: LongDynamicLink.bytesMax)
    let info = try members.members("dynamicLinkInfo")
    switch (long, info) {
    case (let long?, nil):
      guard let link = LongDynamicLink(url: long) else {
        throw LongDynamicLink.hasLink(long)
          ? DynamicLinksFailure.notLong : DynamicLinksFailure.linkMissing
      }
      self.link = link
    case (nil, let info?): link = try LongDynamicLink(info)
    default: throw DynamicLinksFailure.exactlyOne
    }
    suffix = try Self.suffix(members.members("suffix"), isManaged: isManaged)
    name = isManaged ? try members.text("name", max: Limits.nameBytes) : nil
  }

  private static func suffix(
    _ members: ProtocolMembers?, isManaged: Bool
  ) throws(FieldError) -> Suffix {
    guard let members else { return .unguessable }
    try members.allow(only: ["option", "customSuffix"])
    let custom = try members.text("customSuffix", max: Limits.codeBytes)
    switch try members.word("option", of: options) {
    case "SHORT" where custom == nil: return .short
    case "CUSTOM":
      guard isManaged else { throw members.error("option", "CUSTOM is for managed links only") }
      guard let custom else { throw members.error("customSuffix", "is missing") }
      return .custom(custom)
    default:
      guard custom == nil else {
        throw members.error("customSuffix", "needs option CUSTOM, which managed links have")
      }
      return .unguessable
    }
  }

  /// The body, with the link as one URL.
  public var json: JSON {
    let suffixJSON: JSON =
      switch suffix {
      case .unguessable: ["option": "UNGUESSABLE"]
      case .short: ["option": "SHORT"]
      case .custom(let code): ["option": "CUSTOM", "customSuffix": .string(code)]
      }
    return .object([
      "longDynamicLink": .string(link.text), "suffix": suffixJSON, "name": name.map(JSON.string),
    ])
  }
}
