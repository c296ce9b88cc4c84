import BeckonBasics
import BeckonContract
import BeckonContractSegmentify
import BeckonModel
import BeckonSDK

/// Where the ids of visitors and sessions come from: from the server, as the vendor's clients get
/// them. They mean nothing to it before the first event, so where it cannot be asked the client
/// makes them alike.
extension SegmentifySession {
  /// Visitor and session.
  struct IDs: Sendable, Hashable {
    let user: String
    let session: String
  }

  /// The ids of a fact; `nil` while one of them is missing.
  func ids(at moment: Instant) -> IDs? {
    let seconds = configuration.sessionSeconds
    guard let user = memory.userID, let session = memory.session(at: moment, seconds: seconds)
    else { return nil }
    return IDs(user: user, session: session)
  }

  /// Gets ids before a fact needs them.
  func prepare() {
    held.withLock { held in
      if ids(at: now) == nil { askForIDs() } else { deliver(&held) }
    }
  }

  /// The app is not seen any more, and with it the session is over.
  func leaveForeground() { memory.endSession() }

  /// Asks for what is missing, then stores what is held.
  func askForIDs() {
    let isFirst = state.withLock { state in (!state.isAsking, state.isAsking = true).0 }
    guard isFirst else { return }
    Task {
      await getIDs()
      state.withLock { $0.isAsking = false }
      held.withLock { deliver(&$0) }
    }
  }

  private func getIDs() async {
    let (memory, ambient) = (memory, surroundings.ambient)
    let isNew = memory.userID == nil
    var ids = await idsOfServer(isNew ? 2 : 1)
    // The app may have named its visitor meanwhile.
    if isNew, memory.userID == nil {
      memory.userID = ids.isEmpty ? Segmentify.id(random: ambient.random()) : ids.removeFirst()
    }
    memory.begin(session: ids.last ?? Segmentify.id(random: ambient.random()), at: ambient.now())
  }

  /// So many ids as the server gives them; none when it cannot be asked soon.
  private func idsOfServer(_ count: Int) async -> [String] {
    guard let client = try? client() else { return [] }
    let surroundings = surroundings
    let request = DurableRequest(
      key: surroundings.ambient.identifier().uuid, method: "GET",
      path: SegmentifyKeyRoute.ids.route.path + "?\(Segmentify.countName)=\(count)",
      dialect: .vendor)
    return await withTaskGroup(of: [String].self) { group in
      group.addTask {
        guard let response = try? await client.ask(request), response.status == 200,
          let elements = (try? JSONReader.read(response.body))?.elements
        else { return [] }
        let ids = elements.compactMap(\.string).filter(VisitorMemory.isID)
        return ids.count == count ? ids : []
      }
      group.addTask {
        try? await surroundings.sleep(surroundings.idPatienceMilliseconds)
        return []
      }
      let ids = await group.next() ?? []
      group.cancelAll()
      return ids
    }
  }
}
