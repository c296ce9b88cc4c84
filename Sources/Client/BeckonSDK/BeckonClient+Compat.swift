import BeckonBasics
import BeckonModel

extension BeckonClient {
  /// Sends a call that must arrive, now or when the server can be reached.
  package func send(
    method: String, path: String, body: JSON
  ) async throws(BeckonError) -> DurableOutcome {
    let state = try identity.current()
    let request = DurableRequest(
      key: options.ambient.identifier().uuid, method: method, path: path, body: body)
    return try await uploader.send(request, token: state.token)
  }

  /// Sends a call of a vendor's dialect that must arrive. It is in the queue's file before the
  /// first try. Where the SDK has a token, it goes along: a vendor's protocol has none, and there
  /// the bare id of an install that the SDK registered proves nothing.
  /// - Parameter patienceMilliseconds: how long to wait for the answer of a server that falters.
  /// - Throws: `BeckonError.invalidInput`, `.storageUnavailable`, `.closed`; nothing was stored
  ///   then.
  package func send(
    _ request: DurableRequest, patienceMilliseconds: Int64
  ) async throws(BeckonError) -> DurableOutcome {
    try checked(request)
    let registration =
      faces.areWaitingForRegistration ? Task { _ = try? await start() } : nil
    return try await uploader.send(
      request, token: try identity.current().token,
      patienceMilliseconds: patienceMilliseconds, after: registration)
  }

  /// Stores a call of a vendor's dialect that must arrive, and whose answer nobody waits for here:
  /// the vendor's face hears of it by `onSettled`. When it returns, the call is in the queue's
  /// file, behind all that was stored before it.
  /// - Throws: `BeckonError.invalidInput`, `.storageUnavailable`, `.closed`; nothing was stored
  ///   then.
  package func enqueue(_ request: DurableRequest) throws(BeckonError) {
    try expectOpen()
    try checked(request)
    let token = try identity.current().token
    try queue.append(Envelope(token: token, content: .request(request)))
    uploader.noteAppended()
  }

  /// Sends a call of a vendor's dialect that is of no use later, a few times if need be.
  /// - Returns: the answer, of whatever status.
  /// - Throws: `BeckonError.invalidInput`, `.offline`.
  package func ask(
    _ request: DurableRequest
  ) async throws(BeckonError) -> TransportResponse {
    try checked(request)
    let token = try identity.current().token
    return try await connection.settled(ServerConnection.Call(request, token: token))
  }

  /// Refuses what the queue could not read back, or the server would not read.
  private func checked(_ request: DurableRequest) throws(BeckonError) {
    let headers = request.headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    let bytes = headers + (request.body?.bytes.count ?? 0)
    guard bytes <= DurableRequest.vendorBytesMax else {
      let limit = DurableRequest.vendorBytesMax
      throw .invalidInput(
        field: "", reason: "has \(bytes) bytes as JSON, more than \(limit)")
    }
    try checked(request.json) { _ throws(FieldError) in }
  }
}
