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
  /// The link that led to this install or was opened last goes along, so that whoever shared it is
  /// the referrer, unless `referrer` or `clickID` says otherwise. From now on events are this
  /// person's. Of calls that overlap, the last counts.
  /// - Parameters:
  ///   - userID: the app's own id of the person.
  ///   - email: an e-mail address.
  ///   - phone: a phone number.
  ///   - wallet: a wallet's address.
  ///   - otherID: any other id that is unique in the app.
  ///   - campaign: the campaign to join: its id or `list_uuid`.
  ///   - referrer: who referred them: a referral code or a link. A person's id proves nothing, and
  ///     pays only where a rule says `min_match: declared`.
  ///   - clickID: the click that led here (`beckon_click` in a URL).
  ///   - attributes: what to set; up to 32 KB as JSON.
  ///   - consent: version of the terms to which the person agreed; goes with each later event.
  ///   - identityToken: what the app's own server gave its user to sign in with. A person who is
  ///     known already needs it on a new phone; without it `BeckonOptions.identityToken` is asked.
  /// - Throws: `BeckonError`. After `.offline` call it again; nobody is signed up twice by that.
  public func identify(
    userID: String? = nil, email: String? = nil, phone: String? = nil, wallet: String? = nil,
    otherID: String? = nil, campaign: String? = nil, referrer: String? = nil,
    clickID: String? = nil, attributes: [String: JSON] = [:], consent: String? = nil,
    identityToken: String? = nil
  ) async throws(BeckonError) -> BeckonPerson {
    let number = await identity.beginIdentification()
    let state = try await identity.current()
    let given: [(IdentityKind, String?)] = [
      (.userID, userID), (.email, email), (.phone, phone), (.wallet, wallet), (.otherID, otherID),
    ]
    let isTold = referrer != nil || clickID != nil
    let request = IdentifyPerson.Request(
      identities: given.compactMap { kind, value in value.map { Identity(kind: kind, value: $0) } },
      installID: state.installID, campaign: campaign,
      referrer: isTold ? referrer : state.arrival?.referrer,
      clickID: isTold ? clickID : state.arrival?.clickID,
      attributes: attributes.isEmpty ? nil : .object(sorted: attributes), consent: consent,
      identityToken: identityToken)
    try checked(request.json) { fields throws(FieldError) in try IdentifyPerson.Request(fields) }
    let answer = try await identified(request, userID: userID, state)
    try await identity.finishIdentification(number, answer, userID: userID, consent: consent)
    return BeckonPerson(answer)
  }

  /// The server's answer; of a person who is known already, but not to be this one, once more with
  /// what the app's server says.
  private func identified(
    _ request: IdentifyPerson.Request, userID: String?, _ state: ClientState
  ) async throws(BeckonError) -> IdentifyPerson.Response {
    let refusal: BeckonError
    do {
      let answer = try await send(request, token: state.token)
      guard answer.token == nil, request.identityToken == nil,
        let token = await signIn.identityToken(for: userID)
      else { return answer }
      // A person's token that did not prove who it is may be over, and would not prove the install
      // either.
      return try await send(request.with(token), token: state.installToken)
    } catch {
      guard error.isIdentityTokenRefused, request.identityToken != nil else { throw error }
      refusal = error
    }
    guard let token = await signIn.identityToken(for: userID) else { throw refusal }
    return try await send(request.with(token), token: state.token)
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
  public func installID() async throws(BeckonError) -> String {
    try await identity.current().installID
  }

  /// The person who is identified.
  public func person() async throws(BeckonError) -> BeckonPerson? {
    try await identity.current().person
  }

  /// Sets attributes of the identified person; `null` removes one, what is left out stays. The
  /// change is on disk before it is sent and keeps its place among the events.
  /// - Returns: whether the server has it, or it waits in the queue.
  /// - Throws: `BeckonError.notIdentified`, `.invalidInput`, `.refused`, `.storageUnavailable`.
  @discardableResult
  public func setAttributes(
    _ attributes: [String: JSON]
  ) async throws(BeckonError) -> Delivery {
    guard let person = try await identity.current().person else { throw .notIdentified }
    let request = UpdatePerson.Request(attributes: .object(sorted: attributes))
    try checked(request.json) { fields throws(FieldError) in try UpdatePerson.Request(fields) }
    let outcome = try await send(
      method: PersonRoute.update.route.method, path: PersonRoute.update.route.path(person.id.text),
      body: request.json)
    if case .queued = outcome { return .queued }
    return .delivered
  }

  /// What the identified person has earned, by unit.
  public func balances() async throws(BeckonError) -> [Balance] {
    let state = try await identity.current()
    guard let person = state.person else { throw .notIdentified }
    let call = ServerConnection.Call(
      RewardRoute.readBalances.route, path: RewardRoute.readBalances.route.path(person.id.text),
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

  /// Logs the person out: later events belong to a new anonymous identity. What waits in the queue
  /// stays and is still sent as the earlier person's.
  public func reset() async throws(BeckonError) {
    try await identity.reset()
  }
}

extension IdentifyPerson.Request {
  /// The same with an identity token.
  fileprivate func with(_ identityToken: String) -> IdentifyPerson.Request {
    IdentifyPerson.Request(
      identities: identities, installID: installID, campaign: campaign, referrer: referrer,
      clickID: clickID, attributes: attributes, consent: consent, identityToken: identityToken)
  }
}
