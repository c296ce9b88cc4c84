import BeckonBasics
import BeckonContract
import BeckonModel

/// A place in the record of the person who uses the app: a tree of values that the server keeps,
/// and that rewards can wait for. It is the same as the person's attributes.
///
///     try await beckon.record("game/level").set(5)
///
/// What is written waits on the device's disk while the server cannot be reached, in its place
/// among events and other changes. What is read always comes from the server.
public struct BeckonRecord: Sendable {
  let client: BeckonClient

  /// The keys that lead here, with slashes between them; empty for the whole record.
  public let path: String

  /// A place below this one: a key, or several with slashes between them.
  public func child(_ path: String) -> BeckonRecord {
    BeckonRecord(client: client, path: self.path.isEmpty ? path : self.path + "/" + path)
  }

  /// What stands here; `nil` where there is nothing.
  /// - Throws: `BeckonError.notIdentified`, `.notSignedIn`, `.invalidInput`, `.offline` and others.
  public func get() async throws(BeckonError) -> BeckonValue? {
    let response = try await client.response(to: call(.read))
    return BeckonValue(record: try ServerConnection.json(response))
  }

  /// Sets what stands here; `nil` removes it. `serverTimestamp` and `increment(by:)` of
  /// `BeckonValue` are put in by the server.
  /// - Returns: whether the server has it, or it waits in the queue.
  /// - Throws: `BeckonError.notIdentified`, `.notSignedIn`, `.invalidInput`, `.refused`,
  ///   `.storageUnavailable`.
  @discardableResult
  public func set(_ value: BeckonValue) async throws(BeckonError) -> Delivery {
    try await send(.replace, value.json)
  }

  /// Sets what stands at paths below this one, all or none; what is left out stays.
  /// - Returns: whether the server has it, or it waits in the queue.
  /// - Throws: as `set(_:)`.
  @discardableResult
  public func update(_ values: [String: BeckonValue]) async throws(BeckonError) -> Delivery {
    try await send(.update, values.json)
  }

  /// Removes what stands here.
  /// - Returns: whether the server has it, or it waits in the queue.
  /// - Throws: as `set(_:)`.
  @discardableResult
  public func remove() async throws(BeckonError) -> Delivery { try await set(nil) }

  /// Changes what stands here by what it is: nobody else changes it in between. What waits in the
  /// queue is sent first. Needs the server.
  /// - Parameter change: gives the new value of the present one, `nil` for nothing; called again
  ///   when somebody else was faster.
  /// - Returns: the new value.
  /// - Throws: `BeckonError.offline` and others; nothing was changed then, unless it says that it
  ///   may have been. `.refused` with `version_conflict` when others were faster 25 times.
  @discardableResult
  public func transaction(
    _ change: @Sendable (BeckonValue?) -> BeckonValue?
  ) async throws(BeckonError) -> BeckonValue? {
    _ = await client.flush()
    var attempt = 1
    while true {
      let found = try await client.response(to: call(.read))
      let old = BeckonValue(record: try ServerConnection.json(found))
      var write = try call(.replace)
      write.body = change(old)?.json ?? .null
      write.headers[HeaderName.ifMatch] = found.headers["etag"]
      write.idempotencyKey = client.options.ambient.identifier().uuid
      do {
        let answer = try ServerConnection.json(await client.response(to: write))
        return BeckonValue(record: answer["value"] ?? .null)
      } catch {
        guard error.isRefusal(.versionConflict), attempt < Self.attemptsMax else { throw error }
        attempt += 1
      }
    }
  }

  private static let attemptsMax = 25

  private func send(_ route: RecordRoute, _ body: JSON) async throws(BeckonError) -> Delivery {
    let call = try call(route)
    try client.checked(["value": body]) { _ throws(FieldError) in }
    do {
      let outcome = try await client.send(method: call.method, path: call.path, body: body)
      if case .queued = outcome { return .queued }
      return .delivered
    } catch {
      throw await client.signIn.explained(error)
    }
  }

  private func call(_ route: RecordRoute) throws(BeckonError) -> ServerConnection.Call {
    let state = try client.identity.current()
    guard let person = state.person else { throw .notIdentified }
    let keys: [String]
    do {
      keys = try RecordPath(path, in: "path").keys
    } catch {
      throw .invalidInput(error)
    }
    return ServerConnection.Call(
      route.route, path: route.route.path([person.id] + keys), token: state.token,
      idempotencyKey: nil)
  }
}

extension BeckonClient {
  /// The record of the identified person, or a place in it: `record("game/level")`.
  public func record(_ path: String = "") -> BeckonRecord {
    BeckonRecord(client: self, path: path)
  }
}

extension BeckonValue {
  /// The server's time when it stores the value, in milliseconds since 1970.
  public static let serverTimestamp = BeckonValue(json: [".sv": "timestamp"])

  /// The number that stands there, and so much more; `step` where there is none.
  public static func increment(by step: Int) -> BeckonValue {
    BeckonValue(json: [".sv": ["increment": .integer(step)]])
  }

  fileprivate init?(record json: JSON) {
    if json == .null { return nil }
    self.init(json: json)
  }
}
