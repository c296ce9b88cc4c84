import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonSDK
import Foundation

/// What both faces stand on: who the app is, the install, and one client with its queue. Nothing is
/// sent before `configure`.
final class LinkrunnerSession: Sendable {
  /// The app's own.
  static let shared = LinkrunnerSession()

  /// Who calls, and where to.
  struct Configuration: Sendable, Hashable {
    /// The vendor's token: a publishable key, or a token that the server knows as one.
    var token: String
    /// The server.
    var server: URL
    var isDebugging = false
    var isIDFADisabled = false
  }

  /// Beginning of all paths of the vendor's clients.
  private static let pathPrefix = "/api/client/"

  private struct State {
    var surroundings: Surroundings
    var install: InstallRecord
    var configuration: Configuration?
  }

  private let state: Locked<State>
  private let opened = OpenedClient()
  /// The conversion value that is being told, or was told last.
  let lastConversion = Locked<Task<Bool, Never>?>(nil)
  /// Signs requests, once it was given a secret.
  let signer = RequestSigningInterceptor()

  init(
    _ surroundings: Surroundings = Surroundings(), defaults: sending UserDefaults = .standard
  ) {
    let install = InstallRecord(
      defaults: defaults, ambient: surroundings.ambient, directory: surroundings.directory())
    state = Locked(State(surroundings: surroundings, install: install))
  }

  var surroundings: Surroundings { state.withLock { $0.surroundings } }
  var install: InstallRecord { state.withLock { $0.install } }
  var configuration: Configuration? { state.withLock { $0.configuration } }

  /// Puts other surroundings in place, for a test of the shared session.
  func replace(_ surroundings: Surroundings, defaults: sending UserDefaults) {
    let install = InstallRecord(
      defaults: defaults, ambient: surroundings.ambient, directory: surroundings.directory())
    state.withLock { state in
      state = State(surroundings: surroundings, install: install)
    }
  }

  /// Says who the app is, and sends what waits of earlier runs.
  /// - Parameter server: the server; without it, Info.plist's `BeckonURL`, and then Info.plist's
  ///   `BeckonKey`, if there is one, stands for the token.
  func configure(
    token: String, server: URL?, isDebugging: Bool, isIDFADisabled: Bool = false
  ) {
    let information = surroundings.information()
    let named = information["BeckonURL"].flatMap(URL.init(string:))
    _ = install.installID()
    install.installTime()
    guard let address = server ?? named else {
      state.withLock { $0.configuration = nil }
      surroundings.log("no server: set BeckonURL in Info.plist, or pass 'server'. Nothing is sent.")
      return
    }
    let key = server == nil ? information["BeckonKey"] ?? token : token
    state.withLock { state in
      state.configuration = Configuration(
        token: key, server: address, isDebugging: isDebugging, isIDFADisabled: isIDFADisabled)
    }
    Task {
      do throws(LinkrunnerError) {
        let client = try await self.client()
        if client.isShared { _ = try? await client.start() }
        _ = await client.flush()
      } catch {
        surroundings.log(error.localizedDescription)
      }
    }
  }

  /// The client of the server that is configured now.
  /// - Throws: `LinkrunnerError`.
  func client() async throws(LinkrunnerError) -> BeckonClient {
    guard let configuration else { throw .notInitialized }
    let surroundings = surroundings
    var options = BeckonOptions(
      directory: surroundings.directory(), queue: surroundings.queue)
    options.transport = surroundings.transport
    options.ambient = surroundings.ambient
    options.sleep = surroundings.sleep
    do throws(BeckonError) {
      return try await opened.client(
        face(configuration), url: configuration.server, key: configuration.token,
        options: options, earlierDirectory: surroundings.earlierDirectory)
    } catch {
      throw LinkrunnerError(error)
    }
  }

  private func face(_ configuration: Configuration) -> VendorFace {
    var face = VendorFace(pathPrefix: Self.pathPrefix)
    let (signer, install) = (signer, install)
    face.body = { [weak self] body in
      LinkrunnerCall.body(body, token: self?.configuration?.token ?? configuration.token)
    }
    face.headers = { signer.signature(of: $0) }
    face.onSettled = { [weak self] request, result in self?.settled(request, result) }
    face.onPaused = { [weak self] request, error in self?.paused(request, error) }
    // A token that only the vendor's protocol knows opens no other route.
    if !configuration.token.hasPrefix("pk_") {
      face.dropRequest = { Self.request(telling: $0, configuration, install) }
    }
    return face
  }

  /// The app's own id of the person: of whoever is identified, or as it was set here last.
  func userID() async -> String? {
    try? await client().userID ?? install.userID
  }

  /// Ends the client and lets go of its directory.
  func close() async { await opened.close() }

  /// What stands in each body.
  /// - Throws: `LinkrunnerError.notInitialized`.
  func sender() async throws(LinkrunnerError) -> LinkrunnerCall.Sender {
    guard let configuration else { throw .notInitialized }
    let (surroundings, install) = (surroundings, install)
    let id = install.installID()
    let now = surroundings.ambient.now()
    let device = await surroundings.device(configuration.isIDFADisabled)
    return LinkrunnerCall.Sender(
      installID: id, isDebugging: configuration.isDebugging,
      device: .object(device + [JSON.Member("install_instance_id", .string(id))]),
      secondsSinceInstall: install.seconds(until: now), now: now)
  }

  /// Writes a line for the developer, if `debug` is on.
  func log(_ line: @autoclosure () -> String) {
    guard configuration?.isDebugging == true else { return }
    surroundings.log(line())
  }

  /// An id of a fact, made before its first try.
  func newID() -> String { surroundings.ambient.identifier().uuid }
}
