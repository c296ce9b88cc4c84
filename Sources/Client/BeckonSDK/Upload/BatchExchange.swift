import BeckonBasics
import BeckonContract
import BeckonModel

/// Sends a batch, and reads what the server makes of it.
struct BatchExchange: Sendable {
  /// What came of it, and the time by the server's clock, if it was heard.
  typealias Outcome = (answer: UploadAnswer, serverTime: Instant?)

  let identity: IdentityFile
  let connection: ServerConnection
  let signIn: SignIn
  let faces: VendorFaces
  let options: BeckonOptions

  func send(_ batch: QueuedBatch) async -> Outcome {
    do throws(BeckonError) {
      switch batch.content {
      case .request(let request, let stored):
        // One that was made before the install was registered shows that it is the install's.
        let install = try identity.current()
        let token = stored ?? install.installToken
        let outcome = await send(request, token: token)
        guard outcome.answer.error?.isTokenRefused == true,
          try isAboutIdentifiedPerson(request)
        else { return outcome }
        if let renewed = await signIn.token(insteadOf: token) {
          return await send(request, token: renewed)
        }
        guard let failure = await signIn.failure else { return outcome }
        return (UploadAnswer(waiting: .notSignedIn(failure)), outcome.serverTime)
      case .events(let envelopes):
        let install = try identity.current()
        let token = envelopes[0].token ?? install.installToken
        return await send(envelopes.compactMap(\.event), token: token)
      case .report(let report):
        if let request = faces.dropRequest(report) {
          return await send(request, token: nil)
        }
        let install = try identity.current()
        return await send(
          [report.event(installID: install.installID)], token: install.installToken)
      }
    } catch {
      return (UploadAnswer(failed: error), nil)
    }
  }

  /// Whether another token may help a request, which waited in the queue with that of its time.
  private func isAboutIdentifiedPerson(_ request: DurableRequest) throws(BeckonError) -> Bool {
    try identity.current().person.map { person in
      request.path.hasPrefix(PersonRoute.read.route.path(person.id))
    } ?? false
  }

  private func send(_ request: DurableRequest, token: String?) async -> Outcome {
    await send(ServerConnection.Call(request, token: token)) { response, now in
      switch request.dialect {
      case .native: UploadAnswer(request: response, now: now)
      case .vendor:
        UploadAnswer(vendor: response, now: now) { faces.refusal(request.path, $0) }
      }
    }
  }

  /// A batch has no `Idempotency-Key`: each event has its own id, and `sent_at`, which must be
  /// fresh in each try, makes each body another.
  private func send(_ events: [Event], token: String?) async -> Outcome {
    let body: JSON = [
      "sent_at": .instant(options.ambient.now()), "events": .array(events.map(\.json)),
    ]
    let call = ServerConnection.Call(
      EventRoute.ingest.route, path: EventRoute.ingest.route.path, body: body, token: token,
      idempotencyKey: nil)
    let ids = events.map(\.id)
    return await send(call) { response, now in
      UploadAnswer(response, ids: ids, now: now)
    }
  }

  private func send(
    _ call: ServerConnection.Call,
    _ read: (TransportResponse, Instant) -> UploadAnswer
  ) async -> Outcome {
    do throws(TransportError) {
      let response = try await connection.exchange(call)
      let now = options.ambient.now()
      let date = response.headers["date"].flatMap(ServerDate.instant)
      return (read(response, now), date)
    } catch {
      return (UploadAnswer(failed: BeckonError(error)), nil)
    }
  }
}
