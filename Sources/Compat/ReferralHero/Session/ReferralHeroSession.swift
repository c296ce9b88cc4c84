import BeckonBasics
import BeckonContract
import BeckonContractReferralHero
import BeckonModel
import BeckonSDK
import Foundation

/// What this face stands on: who the app is, the member who uses it, and the one client that it
/// shares with `BeckonSDK` and with the faces of other vendors.
final class ReferralHeroSession: Sendable {
  /// The app's own.
  static let shared = ReferralHeroSession()

  private struct State {
    var surroundings: Surroundings
    var memberFile: MemberFile
    var settings = Settings()
  }

  private let state: Locked<State>
  /// What is done last of what has to be done one after the other.
  private let last = Locked<Task<Void, Never>?>(nil)

  init(
    _ surroundings: Surroundings = Surroundings(), defaults: sending UserDefaults = .standard
  ) {
    let memberFile = MemberFile(defaults)
    state = Locked(State(surroundings: surroundings, memberFile: memberFile))
  }

  var surroundings: Surroundings { state.withLock { $0.surroundings } }
  var memberFile: MemberFile { state.withLock { $0.memberFile } }
  var settings: Settings { state.withLock { $0.settings } }

  /// Puts other surroundings in place, for a test of the shared session.
  func replace(_ surroundings: Surroundings, defaults: sending UserDefaults) {
    let memberFile = MemberFile(defaults)
    state.withLock { $0 = State(surroundings: surroundings, memberFile: memberFile) }
  }

  /// Changes what is known of the app.
  func configure(_ change: @Sendable (inout Settings) -> Void) {
    state.withLock { change(&$0.settings) }
  }

  /// Asks the server something about the campaign.
  /// - Parameter path: below the campaign's, percent-encoded.
  /// - Returns: the answer, of whatever status.
  /// - Throws: `RHError`.
  func ask(
    _ method: String, _ path: String, _ body: [JSON.Member] = []
  ) async throws(RHError) -> TransportResponse {
    let (settings, surroundings) = (settings, surroundings)
    guard !settings.key.isEmpty, !settings.list.isEmpty else { throw .notConfigured }
    do throws(BeckonError) {
      let client = try client(settings)
      let list = PercentEncoding.encode(settings.list)
      return try await client.ask(
        DurableRequest(
          key: surroundings.ambient.identifier().uuid, method: method,
          path: "/api/sdk/v1/lists/" + list + path,
          body: method == "GET" ? nil : .object(body + (try await install(client, settings))),
          dialect: .vendor))
    } catch {
      throw RHError(error)
    }
  }

  /// The install that the SDK has registered, if the app has a key of Beckon's own: by what led to
  /// it the server knows better than by a screen's size who referred its user.
  private func install(
    _ client: BeckonClient, _ settings: Settings
  ) async throws(BeckonError) -> [JSON.Member] {
    guard settings.key.hasPrefix("pk_") else { return [] }
    _ = try? await client.start()
    return [JSON.Member(ReferralHero.installMember, .string(try client.installID()))]
  }

  private func client(_ settings: Settings) throws(BeckonError) -> BeckonClient {
    let surroundings = surroundings
    guard let server = settings.server ?? surroundings.server() else {
      throw .invalidConfiguration("Info.plist has no URL under BeckonURL.")
    }
    var face = VendorFace(pathPrefix: "/api/sdk/v1/")
    face.headers = { [weak self] _ in
      let known = self?.memberFile.token.map { [HeaderName.token: $0] } ?? [:]
      return known.merging([HeaderName.authorization: settings.key]) { $1 }
    }
    var options = BeckonOptions(directory: surroundings.directory())
    options.transport = surroundings.transport
    options.ambient = surroundings.ambient
    options.sleep = surroundings.sleep
    return try Beckon.configure(face: face, url: server, key: settings.key, options: options)
  }

  /// Does something after all that was asked before: who reads themselves after they have joined is
  /// a member then.
  func inOrder(_ work: @escaping @Sendable () async -> Void) {
    last.withLock { last in
      last = Task { [last] in
        await last?.value
        await work()
      }
    }
  }
}
