import BeckonModel

/// Something in a call that its sender probably meant otherwise, and that was done all the same: a
/// fact, such as an event, cannot be told again, and a client may be newer than the server.
public struct FactWarning: Hashable, Sendable {
  /// What it is about.
  public enum Code: String, CaseIterable, Sendable {
    /// A member that nobody knows was left out.
    case unknownMember = "unknown_member"
    /// It names neither person nor user nor install, so it is nobody's and pays nothing.
    case noSubject = "no_subject"
    /// A reward rule compares a property of the event with a number, and it is text that is none.
    case notANumber = "not_a_number"
    /// A payment names somebody, or an install, whom the app does not know.
    case unknownSubject = "unknown_subject"
    /// No reward rule waits for an event of this name, and one waits for a name that is nearly it.
    case unknownEvent = "unknown_event"
    /// A campaign was given an end that is past: it has ended by the call.
    case endsAtOnce = "ends_at_once"
    /// A reward rule waits for an attribute whose name is nearly one that the app's settings have.
    case unknownAttribute = "unknown_attribute"
    /// An event has the name of one of a shop, and not its properties: it is stored as any other.
    case notAShopEvent = "not_a_shop_event"
    /// A widget names products that the catalogue has not: they are not shown until it has.
    case unknownProduct = "unknown_product"
    /// The widgets of a page have more methods than an answer computes.
    case tooManyLists = "too_many_lists"
    /// A shop is searched in a language of which no forms of words are known.
    case unknownLanguage = "unknown_language"
    /// An invitation is in no campaign, so whoever comes by it is credited to nobody.
    case noCampaign = "no_campaign"
    /// An invitation asks for a sender that the app does not list: it goes out under another.
    case unlistedSender = "unlisted_sender"
  }

  /// Unknown members of which an answer tells.
  static let unknownMembersMax = 5

  /// What it is about.
  public let code: Code
  /// The same in words.
  public let detail: String

  /// Makes a warning.
  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// Reads an element of `warnings`; `nil` for a code that only a newer server knows.
  /// - Throws: `FieldError`.
  public init?(_ fields: Fields) throws(FieldError) {
    guard let code = fields.value("code")?.string.flatMap(Code.init(word:)) else { return nil }
    self.init(code, try fields.string("detail", max: 1_000) ?? code.rawValue)
  }

  /// A fact that is nobody's.
  public static let ofNobody = FactWarning(
    .noSubject, "It names no person, user_id or install_id, so it is nobody's.")

  /// An invitation that nobody can be paid for.
  public static let inNoCampaign = FactWarning(
    .noCampaign,
    "The invitation is in no campaign, so nobody is credited with who comes by it: name a campaign "
      + "that runs in 'campaign', or make one the app's default_campaign.")

  /// An invitation whose sender is none of the app's.
  /// - Parameter used: the sender that stands in its place.
  public static func unlistedSender(using used: String) -> FactWarning {
    FactWarning(
      .unlistedSender,
      "The sender is none of the app's 'sms.senders', so the texts are from '\(used)'.")
  }

  /// As answers show it.
  public var json: JSON { ["code": .string(code.rawValue), "detail": .string(detail)] }

  /// Warns of members that are none of these names, of the first few.
  /// - Parameter synonyms: what other services call some of them, which no spelling would tell.
  public static func unknown(
    in fields: Fields, _ names: [String], synonyms: [TextKey: String] = [:]
  ) -> [FactWarning] {
    let known = Set(texts: names)
    return fields.all.lazy.filter { !known.contains($0.name) }.prefix(unknownMembersMax).map {
      let meant = synonyms[TextKey($0.name)]
      let refusal =
        meant.map { "is not known. Did you mean '\($0)'?" }
        ?? NameSuggestion.refusal(of: $0.name, names)
      return FactWarning(.unknownMember, "'\(NameSuggestion.shown($0.name))' \(refusal)")
    }
  }
}

extension JSON {
  /// An answer with `warnings` as its last member, if there are any.
  public func warning(of warnings: [FactWarning]) -> JSON {
    guard !warnings.isEmpty, let members else { return self }
    return .object(members + [JSON.Member("warnings", .array(warnings.map(\.json)))])
  }
}
