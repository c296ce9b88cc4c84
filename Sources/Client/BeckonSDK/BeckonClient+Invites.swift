import BeckonBasics
import BeckonContract
import BeckonModel

extension BeckonClient {
  /// Invites people by text message, in the name of the person who uses the app. Each number gets
  /// one message, with a link of its own: who follows it and signs up was referred by this person.
  /// It costs the app's owner money, so call it only when the person has asked for it.
  ///
  ///     let invitation = try await beckon.invite(["+49 1511 2345678"]) { $0.senderName = "Ana" }
  /// - Parameters:
  ///   - phones: 1 to 50 numbers, as they stand in the address book. Those without `+` are read as
  ///     of the app's region.
  ///   - change: sets what is not as usual.
  /// - Throws: `BeckonError.notIdentified`; `.refused` with the code `sms_not_set_up` when the
  ///   server or the app sends no text messages; `.rateLimited` when a budget is used up;
  ///   `.invalidInput`, `.offline` and others.
  @discardableResult
  public func invite(
    _ phones: [String], _ change: (inout NewInvitation) -> Void = { _ in }
  ) async throws(BeckonError) -> Invitation {
    try await invite(phones.map { NewInvitation.Recipient(phone: $0) }, change)
  }

  /// The same, with the names by which the texts speak to them.
  ///
  ///     try await beckon.invite([.init(phone: "+49 1511 2345678", name: "Ben")]) {
  ///       $0.senderName = "Ana"
  ///     }
  /// - Parameters:
  ///   - recipients: 1 to 50 people. A name stands in the text for `{receiver}`.
  ///   - change: sets what is not as usual.
  /// - Throws: `BeckonError`, as for numbers alone.
  @discardableResult
  public func invite(
    _ recipients: [NewInvitation.Recipient], _ change: (inout NewInvitation) -> Void = { _ in }
  ) async throws(BeckonError) -> Invitation {
    let state = try identity.current()
    guard let person = state.person, let id = PersonID(person.id) else { throw .notIdentified }
    var new = NewInvitation()
    change(&new)
    let request = InviteBody.Request(
      person: id,
      recipients: recipients.map { InviteBody.Recipient(phone: $0.phone, name: $0.name) },
      text: try Self.id(new.text, "text"), sender: new.sender, senderName: new.senderName,
      note: new.note, campaign: try Self.id(new.campaign, "campaign"))
    try checked(request.json) { fields throws(FieldError) in _ = try InviteBody.Request(fields) }
    let route = InviteRoute.create.route
    let json = try await answer(
      ServerConnection.Call(
        route, path: route.path, body: request.json, token: state.token,
        idempotencyKey: options.ambient.identifier().uuid))
    return try read(json) { fields throws(FieldError) in Invitation(try .init(fields)) }
  }

  /// What became of an invitation by now.
  /// - Parameter id: its id.
  /// - Throws: `BeckonError.notIdentified`; `.refused` when there is no such invitation, or it is
  ///   another person's; `.offline` and others.
  public func invitation(_ id: String) async throws(BeckonError) -> Invitation {
    let state = try identity.current()
    guard state.person != nil else { throw .notIdentified }
    let route = InviteRoute.read.route
    let json = try await answer(
      ServerConnection.Call(
        route, path: route.path(id), token: state.token, idempotencyKey: nil))
    return try read(json) { fields throws(FieldError) in Invitation(try .init(fields)) }
  }

  // MARK: Texts

  /// Writes what text messages of this install say.
  /// - Parameters:
  ///   - text: with `{link}` where the link comes, or else behind it; two messages long at most,
  ///     and without another link. `{sender}`, `{receiver}` and `{text}` give way to words.
  ///   - id: of a text that this install wrote, to write that one anew.
  /// - Throws: `BeckonError.invalidInput` and `.refused` for what cannot be written; `.offline` and
  ///   others.
  public func writeMessageText(
    _ text: String, replacing id: String? = nil
  ) async throws(BeckonError) -> MessageText {
    let state = try identity.current()
    let request = MessageTextBody.Request(text: text)
    try checked(request.json) { fields throws(FieldError) in
      _ = try MessageTextBody.Request(fields)
    }
    let route = (id == nil ? MessageTextRoute.create : .replace).route
    let json = try await answer(
      ServerConnection.Call(
        route, path: id.map { route.path($0) } ?? route.path, body: request.json,
        token: state.token, idempotencyKey: options.ambient.identifier().uuid))
    return try read(json) { fields throws(FieldError) in MessageText(try .init(fields)) }
  }

  /// What text messages say: a text of the app's, or of this install.
  /// - Throws: `BeckonError.refused` when there is none of this id; `.offline` and others.
  public func messageText(_ id: String) async throws(BeckonError) -> MessageText {
    let state = try identity.current()
    let route = MessageTextRoute.read.route
    let json = try await answer(
      ServerConnection.Call(
        route, path: route.path(id), token: state.token, idempotencyKey: nil))
    return try read(json) { fields throws(FieldError) in MessageText(try .init(fields)) }
  }

  private static func id<Kind>(
    _ text: String?, _ field: String
  ) throws(BeckonError) -> ID<Kind>? {
    guard let text else { return nil }
    guard let id = ID<Kind>(text) else {
      throw .invalidInput(field: field, reason: "must be an id that begins with \(Kind.prefix)_")
    }
    return id
  }

  /// Takes a text away that this install wrote.
  /// - Throws: `BeckonError.refused` when there is no such text, or it is another's; `.offline` and
  ///   others.
  public func deleteMessageText(_ id: String) async throws(BeckonError) {
    let state = try identity.current()
    let route = MessageTextRoute.delete.route
    _ = try await answer(
      ServerConnection.Call(
        route, path: route.path(id), token: state.token, idempotencyKey: nil))
  }
}
