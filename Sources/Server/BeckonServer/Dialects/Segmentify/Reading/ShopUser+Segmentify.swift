import BeckonContractSegmentify
import BeckonEngine
import BeckonModel

extension Segmentify.UserOperation {
  /// What a visitor did with their account.
  /// - Throws: `FieldError`.
  func events() throws(FieldError) -> [ShopEvent] {
    switch step {
    case .deleteLastSearch: try forgotten()
    case .signUp: [.user(try user(.register))]
    case .signIn: [.user(try user(.login))]
    case .signOut: [.user(try user(.logout))]
    case .update: [.user(try user(.update))]
    }
  }

  private func forgotten() throws(FieldError) -> [ShopEvent] {
    guard !deletedSearches.isEmpty else {
      return [.searched(try ShopSearch(nil, isForgetting: true))]
    }
    var events: [ShopEvent] = []
    for text in deletedSearches {
      events.append(.searched(try ShopSearch(text, isForgetting: true)))
    }
    return events
  }

  private func user(_ step: ShopUser.Step) throws(FieldError) -> ShopUser {
    let address = email.flatMap(MailAddress.normalized)
    // Older clients write the user name where the mail address belongs.
    let misplaced = address == nil ? email : nil
    return try ShopUser(
      step, userID: externalID ?? username ?? misplaced, email: address == nil ? nil : email,
      phone: self.details[.phone], details: more)
  }

  /// What the shop says of them beside who they are.
  private var more: JSON {
    var members: [JSON.Member] = Self.names.compactMap { detail, name in
      self.details[detail].map { JSON.Member(name, .string($0)) }
    }
    if externalID != nil, let username {
      members.append(JSON.Member("username", .string(username)))
    }
    if !segments.isEmpty {
      members.append(JSON.Member("segments", .array(segments.map(JSON.string))))
    }
    if let isLoggedIn { members.append(JSON.Member("is_logged_in", .bool(isLoggedIn))) }
    if let isRegistered { members.append(JSON.Member("is_registered", .bool(isRegistered))) }
    let consent = Self.channels.compactMap { channel, name in
      consents[channel].map { JSON.Member(name, .bool($0)) }
    }
    if !consent.isEmpty { members.append(JSON.Member("consent", .object(consent))) }
    return .object(members)
  }

  private static let names: [(Detail, String)] = [
    (.fullName, "name"), (.gender, "gender"), (.age, "age"), (.birthdate, "birthdate"),
    (.memberSince, "member_since"), (.location, "location"),
  ]
  private static let channels: [(Channel, String)] = [
    (.email, "email"), (.sms, "sms"), (.whatsApp, "whatsapp"),
  ]
}
