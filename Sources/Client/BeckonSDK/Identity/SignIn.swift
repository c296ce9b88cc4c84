import BeckonBasics
import BeckonContract
import BeckonModel

/// Gets this install a token of the person who is identified, by the word of the app's own server.
/// It is asked when the phone is new to the person, and when the token that it had is refused.
actor SignIn {
  private let identity: IdentityFile
  private let connection: ServerConnection
  private let options: BeckonOptions
  private var running: Task<Void, Never>?
  /// Why no token was to be had the last time; `nil` when there was one, or when the app's server
  /// has none to give.
  private(set) var failure: String?
  private var isClosed = false

  init(identity: IdentityFile, connection: ServerConnection, options: BeckonOptions) {
    self.identity = identity
    self.connection = connection
    self.options = options
  }

  /// What the app's server gives this user to sign in with; `nil` when it gives nothing.
  /// - Throws: `BeckonError.notSignedIn` when it cannot.
  nonisolated func identityToken(
    for userID: String?
  ) async throws(BeckonError) -> String? {
    guard let userID, let ask = options.identityToken else { return nil }
    do {
      return try await firstAnswer { try await ask(userID) }
    } catch {
      throw .notSignedIn("\(error)")
    }
  }

  /// The answer of the app's own code, which may never come: it is waited for as long as for one of
  /// the server's, and not beyond the end of the task.
  private nonisolated func firstAnswer(
    _ ask: @escaping @Sendable () async throws -> String?
  ) async throws -> String? {
    // The first is taken; the one that comes later finds room too, and nobody.
    let answers = Inbox<Result<String?, any Error>>(capacity: 2)
    let asking = Task {
      do {
        answers.put(.success(try await ask()))
      } catch {
        answers.put(.failure(error))
      }
    }
    let (sleep, seconds) = (options.sleep, options.timeoutSeconds)
    let alarm = Task {
      guard (try? await sleep(Int64(seconds * 1_000))) != nil else { return }
      answers.put(.failure(NoAnswer(seconds: seconds)))
    }
    defer {
      asking.cancel()
      alarm.cancel()
    }
    guard let answer = await answers.take() else { throw CancellationError() }
    return try answer.get()
  }

  private struct NoAnswer: Error, CustomStringConvertible {
    let seconds: Double
    var description: String { "no answer within \(seconds) seconds" }
  }

  /// Ends the wait for a token.
  func close() {
    isClosed = true
    running?.cancel()
  }

  /// The error of a call about the identified person, as whoever wrote the app can act on it.
  func explained(_ error: BeckonError) -> BeckonError {
    error.isTokenRefused ? .notSignedIn(failure) : error
  }

  /// A token of the identified person that is another than the one refused; `nil` when there is
  /// none to be had. Calls that come meanwhile wait for the same answer.
  func token(insteadOf refused: String?) async -> String? {
    if let token = current(), token != refused { return token }
    let task = running ?? Task { await self.renew() }
    running = task
    await task.value
    guard let token = current(), token != refused else { return nil }
    return token
  }

  private func current() -> String? {
    try? identity.current().personToken
  }

  private func renew() async {
    defer { running = nil }
    do throws(BeckonError) {
      try await signIn()
      failure = nil
    } catch {
      if case .notSignedIn(let reason) = error { failure = reason } else { failure = "\(error)" }
    }
  }

  private func signIn() async throws(BeckonError) {
    guard !isClosed else { throw .closed }
    let number = identity.identification
    let state = try identity.current()
    guard state.person != nil, let userID = state.userID,
      let identityToken = try await identityToken(for: userID)
    else { return }
    let request = IdentifyPerson.Request(
      identities: [Identity(kind: .userID, value: userID)], installID: state.installID,
      identityToken: identityToken)
    let call = ServerConnection.Call(
      PersonRoute.identify.route, path: PersonRoute.identify.route.path, body: request.json,
      token: state.installToken, idempotencyKey: options.ambient.identifier().uuid)
    let json = try await connection.answer(call)
    guard let fields = try? Fields(json), let answer = try? IdentifyPerson.Response(fields) else {
      throw .unexpectedAnswer("no person")
    }
    try identity.finishRenewal(number, answer)
  }
}
