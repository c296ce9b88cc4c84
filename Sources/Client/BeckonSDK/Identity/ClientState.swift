import BeckonContract
import BeckonModel

/// What the client remembers from one run of the app to the next.
struct ClientState: Sendable, Hashable {
  /// The SDK's id of this install, a UUID. A new one after the app was removed and installed again.
  var installID: String
  /// Whose events are before someone is identified: the install's id, and after a log-out a fresh
  /// one.
  var anonymousID: String
  /// The registration of the install: its body and `Idempotency-Key`, kept before the first try.
  var registration: Registration?
  /// The answer to it.
  var match: InstallMatch?
  /// The install's token.
  var installToken: String?
  /// Links that were opened before the install was registered, and that nobody has sent yet; the
  /// latest is the last.
  private(set) var openedLinks: [String] = []
  /// Whether the app has not been told of the link that led to this install.
  var isDeferredLinkWaiting = false
  /// The link that went along with the registration.
  var registeredLink: String?
  /// How the next person who signs up came here.
  var arrival: Arrival?
  /// Who uses the app.
  var person: BeckonPerson?
  /// That person's token.
  var personToken: String?
  /// The app's own id of that person, by which its server can be asked to sign them in.
  var userID: String?
  /// The version of the terms to which the person agreed.
  var consent: String?

  /// A first-launch request.
  struct Registration: Sendable, Hashable {
    let key: String
    let body: JSON
  }

  /// The referrer and click that a sign-up is sent with.
  struct Arrival: Sendable, Hashable {
    let referrer: String?
    let clickID: String?
  }

  init(installID: String) {
    self.installID = installID
    anonymousID = installID
  }

  /// Whose an event is that happens now.
  var subject: Event.Subject {
    person.map { .person($0.answer.person) } ?? .installID(anonymousID)
  }

  /// The token that goes with it.
  var token: String? { personToken ?? installToken }

  /// The token to show when somebody of this user id is identified. That of another user proves
  /// nothing about them, and that of this one need not where the app's server vouches for them, and
  /// may be over; the install's proves at least the install. Who is known without a user id may be
  /// the same person.
  func token(toIdentify userID: String?, isVouched: Bool) -> String? {
    guard let userID, let known = self.userID, isVouched || userID != known else { return token }
    return installToken ?? token
  }
}

extension ClientState {
  /// Most links that are kept; then the oldest goes.
  private static let openedLinksMax = 20

  /// Keeps a link until the install is registered.
  mutating func keep(openedLink link: String) {
    forget(openedLink: link)
    openedLinks = (openedLinks + [link]).suffix(Self.openedLinksMax)
  }

  /// Forgets a link that is sent now.
  mutating func forget(openedLink link: String) {
    openedLinks.removeAll { $0 == link }
  }
}

extension ClientState {
  /// Reads the file; `nil` when it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONReader.read(bytes), let installID = json["install_id"]?.string else {
      return nil
    }
    self.init(installID: installID)
    anonymousID = json["anonymous_id"]?.string ?? installID
    if let key = json["registration"]?["key"]?.string, let body = json["registration"]?["body"] {
      registration = Registration(key: key, body: body)
    }
    match = json["match"].flatMap(InstallMatch.init(json:))
    installToken = json["install_token"]?.string
    // Files of before have one at most.
    let opened = json["opened_links"]?.elements ?? [json["opened_link"] ?? .null]
    openedLinks = opened.compactMap(\.string)
    // Not in files of before, whose apps have followed the link.
    isDeferredLinkWaiting = json["deferred_link"]?.string == "waiting"
    registeredLink = json["registered_link"]?.string
    if let arrival = json["arrival"] {
      self.arrival = Arrival(
        referrer: arrival["referrer"]?.string, clickID: arrival["click_id"]?.string)
    }
    personToken = json["person_token"]?.string
    let hasToken = personToken != nil
    person = json["person"].flatMap { BeckonPerson(json: $0, hasToken: hasToken) }
    userID = json["user_id"]?.string
    consent = json["consent"]?.string
  }

  /// The file's content.
  var bytes: [UInt8] {
    let arrival = arrival.map { arrival in
      JSON.object([
        "referrer": arrival.referrer.map(JSON.string),
        "click_id": arrival.clickID.map(JSON.string),
      ])
    }
    let registration = registration.map { registration -> JSON in
      ["key": .string(registration.key), "body": registration.body]
    }
    let json = JSON.object([
      "install_id": .string(installID), "anonymous_id": .string(anonymousID),
      "registration": registration, "match": match?.json,
      "install_token": installToken.map(JSON.string),
      "opened_links": openedLinks.isEmpty ? nil : .array(openedLinks.map(JSON.string)),
      "deferred_link": isDeferredLinkWaiting ? "waiting" : nil,
      "registered_link": registeredLink.map(JSON.string), "arrival": arrival,
      "person": person?.json,
      "person_token": personToken.map(JSON.string), "user_id": userID.map(JSON.string),
      "consent": consent.map(JSON.string),
    ])
    return json.bytes
  }
}
