import BeckonModel

extension Segmentify {
  /// `USER_OPERATIONS`: what a visitor tells of themselves.
  public struct UserOperation: Hashable, Sendable, EventPart {
    /// The words of `step`, as clients send them.
    public enum Step: String, CaseIterable, Hashable, Sendable {
      /// Registered.
      case signUp = "signup"
      /// Logged in.
      case signIn = "signin"
      /// Logged out.
      case signOut = "signout"
      /// Told of themselves.
      case update
      /// Wants searches forgotten.
      case deleteLastSearch = "delete_last_search"

      private static let others: [TextKey: Step] = [
        "register": .signUp, "login": .signIn, "logout": .signOut, "change": .update,
        "user-register": .signUp, "user-login": .signIn, "user-logout": .signOut,
        "user-update": .update,
      ]

      /// Reads a word of either.
      public init?(of word: String) {
        guard let step = Step(word: word) ?? Self.others[TextKey(word)] else { return nil }
        self = step
      }
    }

    /// Members that are text, with their names on the wire.
    public enum Detail: String, CaseIterable, Hashable, Sendable {
      /// Full name.
      case fullName
      /// Phone number.
      case phone
      /// `M` or `F`.
      case gender
      /// Years.
      case age
      /// `23.01.1980`.
      case birthdate
      /// Since when they are a customer: `20.01.2014`.
      case memberSince
      /// Where.
      case location
    }

    /// Channels by which somebody may be written to, with their names on the wire.
    public enum Channel: String, CaseIterable, Hashable, Sendable {
      /// Mail.
      case email = "emailNtf"
      /// SMS.
      case sms = "smsNtf"
      /// WhatsApp.
      case whatsApp = "whatsappNtf"
    }

    /// Most bytes of a detail.
    public static let detailBytes = 500
    /// Most segments, and most searches to be forgotten.
    public static let listMax = 100

    /// What was done.
    public var step: Step
    /// The app's name of the customer.
    public var username: String?
    /// The app's id of the customer.
    public var externalID: String?
    /// Mail address. Clients before 1.4 write the user name here.
    public var email: String?
    /// More of them.
    public var details: [Detail: String] = [:]
    /// The app's own groups.
    public var segments: [String] = []
    /// Whether they are logged in, if it says so.
    public var isLoggedIn: Bool?
    /// Whether they are registered, if it says so.
    public var isRegistered: Bool?
    /// By which channels they want to be written to.
    public var consents: [Channel: Bool] = [:]
    /// Searches to be forgotten; none for all.
    public var deletedSearches: [String] = []

    /// A step.
    public init(_ step: Step) {
      self.step = step
    }

    init(_ fields: Fields) throws(FieldError) {
      let word = try fields.require("step", fields.looseText("step", max: Limits.wordBytes))
      guard let step = Step(of: word) else {
        throw fields.error(
          "step", "must be one of signup, signin, signout, update, delete_last_search")
      }
      self.init(step)
      username = try fields.looseText("username", max: Limits.identityBytes)
      externalID = try fields.looseText("externalId", max: Limits.identityBytes)
      email = try fields.looseText("email", max: Limits.identityBytes)
      for detail in Detail.allCases {
        details[detail] = try fields.looseText(detail.rawValue, max: Self.detailBytes)
      }
      // The seed's models call it so.
      let mobilePhone = try fields.looseText("mobilePhone", max: Self.detailBytes)
      details[.phone] = details[.phone] ?? mobilePhone
      for channel in Channel.allCases {
        consents[channel] = try fields.looseBool(channel.rawValue)
      }
      isLoggedIn = try fields.looseBool("isLogin")
      isRegistered = try fields.looseBool("isRegistered")
      segments = try fields.looseTexts("segments", max: Self.listMax, each: Limits.nameBytes)
      deletedSearches = try fields.looseTexts(
        "lastSearchDeletedKeywords", max: Self.listMax, each: Search.queryBytes)
      guard step != .signIn && step != .signUp || customer != nil else {
        throw fields.error("username", "or externalId or email is missing: who is it?")
      }
    }

    /// Compares what they say, byte by byte.
    public static func == (left: UserOperation, right: UserOperation) -> Bool {
      left.members == right.members
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) { members.hash(into: &hasher) }

    /// Who it is, by the app's own word: the id, else the name, else the mail address.
    public var customer: String? { externalID ?? username ?? email }

    var members: [JSON.Member] {
      var members = [JSON.Member](present: [
        "step": .string(step.rawValue), "username": .text(username),
        "externalId": .text(externalID), "email": .text(email), "segments": .texts(segments),
        "isLogin": .truth(isLoggedIn), "isRegistered": .truth(isRegistered),
        "lastSearchDeletedKeywords": .texts(deletedSearches),
      ])
      for detail in Detail.allCases {
        guard let text = details[detail] else { continue }
        members.append(JSON.Member(detail.rawValue, .string(text)))
      }
      for channel in Channel.allCases {
        guard let word = consents[channel] else { continue }
        members.append(JSON.Member(channel.rawValue, .bool(word)))
      }
      return members
    }
  }

  /// `USER_CHANGE`: the visitor of an old id has a new one.
  public struct UserChange: Hashable, Sendable, EventPart {
    /// The id until now. Without one nothing changes.
    public var oldUserID: String?

    /// A change to the visitor of the event.
    public init(from oldUserID: String?) {
      self.oldUserID = oldUserID
    }

    init(_ fields: Fields) throws(FieldError) {
      oldUserID = try fields.looseText("oldUserId", max: Visit.idBytes)
    }

    var members: [JSON.Member] { [JSON.Member](present: ["oldUserId": .text(oldUserID)]) }
  }
}
