import BeckonBasics
import BeckonContract
import BeckonContractSegmentify
import BeckonModel
import BeckonSDK

extension SegmentifySession {
  /// Takes a fact. When it returns, the fact is in the queue's file, unless ids have to be asked
  /// for.
  /// - Parameter listener: waits for the answer; then the fact is sent at once, after all that
  ///   waits before it.
  func record(_ fact: Fact, _ listener: Listener? = nil) {
    guard target != nil else {
      log("a call is lost: call SegmentifyManager.config before it.")
      listener?(.missed("SegmentifyManager.config was not called, or names no server or key."))
      return
    }
    let told = Told(fact: fact, at: now, listener: listener)
    held.withLock { held in
      guard held.count < Self.heldMax else {
        log("a call is lost: more than \(Self.heldMax) wait for ids.")
        listener?(.missed("Too many calls at once."))
        return
      }
      held.append(told)
      deliver(&held)
    }
  }

  /// Stores what is held, in order, as far as its ids are known.
  func deliver(_ held: inout [Told]) {
    while let told = held.first {
      guard !state.withLock({ $0.isMoving }) else { return }
      guard let ids = ids(at: told.at) else { return askForIDs() }
      held.removeFirst()
      store(told, ids)
    }
  }

  private func store(_ told: Told, _ ids: IDs) {
    do throws(Segmentify.Failure) {
      let body = try checked(body(told, ids), told.fact)
      store(told, body)
      if let id = told.fact.newUserID { memory.userID = id }
    } catch {
      log("a call is refused: \(error.message)")
      told.listener?(.missed(error.message))
    }
  }

  private func store(_ told: Told, _ body: JSON) {
    let key = surroundings.ambient.identifier().uuid
    let route: SegmentifyRoute =
      switch told.fact.place {
      case .event: .events
      case .subscription: .subscription
      case .notification: .notification
      }
    if let listener = told.listener { state.withLock { $0.listeners[key] = listener } }
    do throws(BeckonError) {
      try client().enqueue(
        DurableRequest(
          key: key, method: route.route.method, path: route.route.path, body: body,
          dialect: .vendor))
      if told.listener != nil { hurry(key) }
    } catch {
      log("a call is lost: \(error)")
      end(key, .missed(error.description))
    }
  }

  /// What goes over the wire. `timestamp` is Beckon's own: what is told late happened then.
  private func body(_ told: Told, _ ids: IDs) -> JSON {
    let (phone, memory) = (surroundings.phone, memory)
    var head: [JSON.Member]
    switch told.fact.place {
    case .event(let name):
      head =
        [JSON.Member("name", .string(name.rawValue))] + phone.members(token: memory.token)
        + [
          JSON.Member("userId", .string(told.fact.newUserID ?? ids.user)),
          JSON.Member("sessionId", .string(ids.session)),
        ]
    case .subscription, .notification:
      head = [
        JSON.Member("userId", .string(ids.user)),
        JSON.Member("osVersion", .string(phone.systemVersion)),
      ]
    }
    head.append(JSON.Member("timestamp", .integer(told.at.milliseconds)))
    let members = told.fact.members
    return .object(head.filter { one in !members.contains { $0.name == one.name } } + members)
  }

  /// Refuses here what the server would refuse, so that the app's developer hears of it at once.
  private func checked(_ body: JSON, _ fact: Fact) throws(Segmentify.Failure) -> JSON {
    let read: JSON
    do {
      read = try JSONReader.read(body.bytes)
    } catch {
      throw Segmentify.Failure(.badInput, "It is no acceptable JSON: \(error.reason).")
    }
    switch fact.place {
    case .event: _ = try Segmentify.Event(json: read)
    case .subscription, .notification: _ = try Segmentify.PushNotification(json: read)
    }
    return body
  }

  /// Sends what waits, up to a fact for whose answer somebody waits.
  private func hurry(_ key: String) {
    Task {
      let surroundings = surroundings
      let alarm = Task {
        guard (try? await surroundings.sleep(surroundings.answerPatienceMilliseconds)) != nil
        else { return }
        end(key, .missed("The server has not answered in time."))
      }
      let reason = await flush()
      alarm.cancel()
      end(key, .missed(reason))
    }
  }

  /// Sends what waits.
  /// - Returns: why something still does.
  @discardableResult
  func flush() async -> String {
    guard let client = try? client() else { return "There is no client." }
    if client.isShared { _ = try? await client.start() }
    return await client.flush().error?.description ?? "The server has not answered."
  }
}
