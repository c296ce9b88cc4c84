import BeckonBasics
import BeckonContract
import BeckonModel

/// Whether the server has a change already.
public enum Delivery: Sendable, Hashable {
  /// The server has it.
  case delivered
  /// It is on the device's disk and is sent when the server can be reached.
  case queued
}

extension BeckonClient {
  /// Signs a person up, or finds the person that is known by these identities. Without any, the
  /// person is anonymous and known by the install: there is a link to share, and no step of a
  /// referral and no reward until they are identified.
  ///
  ///     let ben = try await beckon.identify(userID: "ben") {
  ///       $0.email = "ben@example.com"
  ///       $0.referralCode = typedCode
  ///     }
  ///
  /// The link that led to this install or was opened last goes along, so that whoever shared it is
  /// the referrer, unless the details say otherwise. From now on events are this person's. Of calls
  /// that overlap, the last counts.
  /// - Parameters:
  ///   - userID: the app's own id of the person.
  ///   - details: says more of the person.
  /// - Returns: the person. If `isSignedIn` is false, the server knows them and took this phone for
  ///   somebody else's.
  /// - Throws: `BeckonError`. After `.offline` call it again; nobody is signed up twice by that.
  ///   `.notSignedIn` when `BeckonOptions.identityToken` threw: nothing was sent then, or nothing
  ///   that counts.
  @discardableResult
  public func identify(
    userID: String? = nil, _ details: (inout PersonDetails) -> Void = { _ in }
  ) async throws(BeckonError) -> BeckonPerson {
    try expectOpen()
    var person = PersonDetails()
    details(&person)
    let number = identity.beginIdentification()
    let state = try identity.current()
    let request = person.request(userID: userID, state)
    try checked(request.json) { fields throws(FieldError) in try IdentifyPerson.Request(fields) }
    let answer = try await identified(request, userID: userID, state)
    try identity.finishIdentification(number, answer, userID: userID, consent: person.consent)
    return BeckonPerson(answer)
  }

  /// The server's answer, which is asked for with what the app's server says of this user, unless
  /// the phone has a token of theirs.
  private func identified(
    _ request: IdentifyPerson.Request, userID: String?, _ state: ClientState
  ) async throws(BeckonError) -> IdentifyPerson.Response {
    if request.identityToken != nil {
      do {
        return try await send(
          request, token: state.token(toIdentify: userID, isVouched: true))
      } catch {
        guard error.isIdentityTokenRefused,
          let answer = try await vouched(request, userID: userID, state)
        else { throw error }
        return answer
      }
    }
    let isKnownHere = state.personToken != nil && state.userID == userID
    if !isKnownHere, let answer = try await vouched(request, userID: userID, state) {
      return answer
    }
    let shown = state.token(toIdentify: userID, isVouched: false)
    let answer = try await send(request, token: shown)
    guard answer.token == nil else { return answer }
    if isKnownHere, let answer = try await vouched(request, userID: userID, state) {
      return answer
    }
    // The install may be this user's by the word of the app's server.
    guard let token = state.installToken, token != shown else { return answer }
    return try await send(request, token: token)
  }

  /// The answer by the word of the app's server, if it gives one.
  private func vouched(
    _ request: IdentifyPerson.Request, userID: String?, _ state: ClientState
  ) async throws(BeckonError) -> IdentifyPerson.Response? {
    guard let token = try await signIn.identityToken(for: userID) else { return nil }
    return try await send(
      request.with(token), token: state.token(toIdentify: userID, isVouched: true))
  }

  private func send(
    _ request: IdentifyPerson.Request, token: String?
  ) async throws(BeckonError) -> IdentifyPerson.Response {
    let call = ServerConnection.Call(
      PersonRoute.identify.route, path: PersonRoute.identify.route.path, body: request.json,
      token: token,
      idempotencyKey: options.ambient.identifier().uuid)
    return try read(try await connection.answer(call)) { fields throws(FieldError) in
      try IdentifyPerson.Response(fields)
    }
  }

  /// The app's id of this install, `install_id` in calls of the API. With it the app's own server
  /// names this phone when it signs the person up, so that the phone stays signed in.
  public func installID() throws(BeckonError) -> String {
    try identity.current().installID
  }

  /// The token of this install, which proves that a call is about this phone. If the app is used
  /// before its user logs in, or by one user after another, send it to your server together with
  /// `installID()`, which passes it on in the header `Beckon-Token` when it names the person. Keep
  /// it as secret as a password. `nil` before the server has registered the install.
  public func installToken() throws(BeckonError) -> String? {
    try identity.current().installToken
  }

  /// The person who is identified.
  public func person() throws(BeckonError) -> BeckonPerson? {
    try identity.current().person
  }

  /// Sets attributes of the identified person; `nil` removes one, what is left out stays. The
  /// change is on disk before it is sent and keeps its place among the events. It waits when the
  /// person's token has ended and `BeckonOptions.identityToken` gave no other because of an error.
  /// - Returns: whether the server has it, or it waits in the queue.
  /// - Throws: `BeckonError.notIdentified`, `.notSignedIn`, `.invalidInput`, `.refused`,
  ///   `.storageUnavailable`.
  @discardableResult
  public func setAttributes(
    _ attributes: [String: BeckonValue]
  ) async throws(BeckonError) -> Delivery {
    try await change(UpdatePerson.Request(attributes: attributes.json))
  }

  /// Notes that the identified person says yes or no to being written to; what is left out stays.
  /// It is on disk before it is sent, as attributes are.
  ///
  ///     try await beckon.setContactConsent { $0.mail = true }
  ///
  /// - Returns: whether the server has it, or it waits in the queue.
  /// - Throws: as `setAttributes(_:)`.
  @discardableResult
  public func setContactConsent(
    _ say: (inout ContactConsent) -> Void
  ) async throws(BeckonError) -> Delivery {
    var consent = ContactConsent()
    say(&consent)
    guard !consent.said.isEmpty else {
      throw .invalidInput(field: "contact_consent", reason: "says nothing: set a channel")
    }
    return try await change(
      UpdatePerson.Request(attributes: .object([]), contactConsent: consent.said))
  }

  private func change(_ request: UpdatePerson.Request) async throws(BeckonError) -> Delivery {
    guard let person = try identity.current().person else { throw .notIdentified }
    try checked(request.json) { fields throws(FieldError) in try UpdatePerson.Request(fields) }
    do {
      let outcome = try await send(
        method: PersonRoute.update.route.method,
        path: PersonRoute.update.route.path(person.id),
        body: request.json)
      if case .queued = outcome { return .queued }
      return .delivered
    } catch {
      throw await signIn.explained(error)
    }
  }

  /// The same with Swift values in place of literals.
  @_disfavoredOverload
  @discardableResult
  public func setAttributes(
    _ attributes: [String: any BeckonValueConvertible]
  ) async throws(BeckonError) -> Delivery {
    try await setAttributes(attributes.values)
  }

  /// What the identified person has earned, by unit.
  /// - Throws: `BeckonError.notIdentified`, `.notSignedIn` and others.
  public func balances() async throws(BeckonError) -> [Balance] {
    let state = try identity.current()
    guard let person = state.person else { throw .notIdentified }
    let call = ServerConnection.Call(
      RewardRoute.readBalances.route, path: RewardRoute.readBalances.route.path(person.id),
      token: state.token,
      idempotencyKey: nil)
    let json = try await answer(call)
    guard let elements = json.elements ?? json["balances"]?.elements else {
      throw .unexpectedAnswer("The balances are no array")
    }
    var balances: [Balance] = []
    for element in elements {
      balances.append(
        try read(element) { fields throws(FieldError) in try Balance(fields) })
    }
    return balances
  }

  /// Whom the identified person has brought, in all campaigns, the last first; their names masked.
  /// - Parameter limit: most of them, 1 to 200.
  /// - Throws: `BeckonError.notIdentified`, `.notSignedIn` and others.
  public func invitees(limit: Int = 50) async throws(BeckonError) -> [Invitee] {
    let state = try identity.current()
    guard let person = state.person else { throw .notIdentified }
    let route = CampaignRoute.listInvitees.route
    let call = ServerConnection.Call(
      route, path: route.path(person.id) + "?limit=\(limit)", token: state.token,
      idempotencyKey: nil)
    let json = try await answer(call)
    guard let elements = json["invitees"]?.elements else {
      throw .unexpectedAnswer("The invitees are no array")
    }
    var invitees: [Invitee] = []
    for element in elements {
      invitees.append(try read(element) { fields throws(FieldError) in try Invitee(fields) })
    }
    return invitees
  }

  /// Logs the person out: later events belong to a new anonymous identity. What waits in the queue
  /// stays and is still sent as the earlier person's.
  public func reset() throws(BeckonError) {
    try expectOpen()
    try identity.reset()
  }
}

extension IdentifyPerson.Request {
  /// The same with an identity token.
  fileprivate func with(_ identityToken: String) -> IdentifyPerson.Request {
    IdentifyPerson.Request(
      identities: identities, installID: installID, campaign: campaign, referrer: referrer,
      clickID: clickID, attributes: attributes, consent: consent,
      contactConsent: contactConsent, identityToken: identityToken)
  }
}
