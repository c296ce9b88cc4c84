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
  /// - Throws: `BeckonError`. After `.offline` call it again; nobody is signed up twice by that.
  public func identify(
    userID: String? = nil, email: String? = nil, phone: String? = nil, wallet: String? = nil,
    otherID: String? = nil, campaign: String? = nil, referrer: String? = nil,
    clickID: String? = nil, attributes: [String: JSON] = [:], consent: String? = nil
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
      attributes: attributes.isEmpty ? nil : .object(sorted: attributes), consent: consent)
    try checked(request.json) { fields throws(FieldError) in try IdentifyPerson.Request(fields) }
    let call = ServerConnection.Call(
      .identifyPerson, path: Route.identifyPerson.path, body: request.json, token: state.token,
      idempotencyKey: options.ambient.identifier().uuid)
    let json = try await connection.answer(call)
    let answer = try read(json) { fields throws(FieldError) in
      try IdentifyPerson.Response(fields)
    }
    try await identity.finishIdentification(number, answer, consent: consent)
    return BeckonPerson(answer)
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
      method: Route.updatePerson.method, path: Route.updatePerson.path(person.id.text),
      body: request.json)
    if case .queued = outcome { return .queued }
    return .delivered
  }

  /// What the identified person has earned, by unit.
  public func balances() async throws(BeckonError) -> [Balance] {
    let state = try await identity.current()
    guard let person = state.person else { throw .notIdentified }
    let call = ServerConnection.Call(
      .readBalances, path: Route.readBalances.path(person.id.text), token: state.token,
      idempotencyKey: nil)
    let json = try await connection.answer(call)
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
