import BeckonBasics
import BeckonContract
import BeckonContractDynamicLinks
import BeckonModel
import BeckonSDK
import Foundation

/// What all of this face stands on: who the app is, and the one client that it shares with
/// `BeckonSDK` and with the faces of other vendors.
final class DynamicLinksSession: Sendable {
  /// The app's own.
  static let shared = DynamicLinksSession()

  /// What the app's code has said in place of Info.plist.
  struct Choices: Sendable, Hashable {
    /// The server.
    var server: URL?
    /// The publishable key.
    var key: String?
    /// Prefixes of the app's links.
    var domains: [String]?
    /// The app's own scheme.
    var scheme: String?
  }

  private struct State {
    var surroundings: Surroundings
    var memory: InstallMemory
    var choices = Choices()
    var isBegun = false
  }

  private let state: Locked<State>
  /// What is done last of what has to be done one after the other.
  private let last = Locked<Task<Void, Never>?>(nil)

  init(
    _ surroundings: Surroundings = Surroundings(), defaults: sending UserDefaults = .standard
  ) {
    let memory = InstallMemory(defaults)
    state = Locked(State(surroundings: surroundings, memory: memory))
  }

  var surroundings: Surroundings { state.withLock { $0.surroundings } }
  var memory: InstallMemory { state.withLock { $0.memory } }
  var choices: Choices { state.withLock { $0.choices } }
  var information: AppInformation { surroundings.information() }

  /// Puts other surroundings in place, for a test of the shared session.
  func replace(_ surroundings: Surroundings, defaults: sending UserDefaults) {
    let memory = InstallMemory(defaults)
    state.withLock { state in
      state = State(surroundings: surroundings, memory: memory)
    }
  }

  /// Says what stands elsewhere in Info.plist.
  func configure(_ choices: Choices) { state.withLock { $0.choices = choices } }

  /// Which URLs are links of this app.
  var recognition: LinkRecognition {
    LinkRecognition(domains: choices.domains ?? information.domains)
  }

  /// The scheme of URLs by which the app is told of links.
  var scheme: String { choices.scheme ?? information.bundleID }

  /// The client that all faces share.
  ///
  /// It is asked for as the app itself asks: the install is registered by Beckon's own protocol,
  /// before any other vendor's call, because only that gives it the token which everything about
  /// people needs. The vendor's `installAttribution` names no install and gives none; asked beside,
  /// it would tell nothing that the registration has not told.
  /// - Throws: `BeckonError`.
  func client() throws(BeckonError) -> BeckonClient {
    let (surroundings, choices, information) = (surroundings, choices, information)
    guard let server = choices.server ?? information.server else {
      throw .invalidConfiguration("Info.plist has no URL under BeckonURL.")
    }
    guard let key = choices.key ?? information.key else {
      throw .invalidConfiguration("Info.plist has no key under BeckonKey.")
    }
    guard key.hasPrefix("pk_") else {
      throw .invalidConfiguration("BeckonKey must be a publishable key, pk_….")
    }
    let face = VendorFace(pathPrefix: DynamicLinksClientRoute.shorten.route.path)
    var options = BeckonOptions(directory: surroundings.directory())
    options.transport = surroundings.transport
    options.device = surroundings.device
    options.ambient = surroundings.ambient
    options.sleep = surroundings.sleep
    options.readsPasteboard = true
    options.pasteboardLink = { [weak self] in await self?.copiedLink() }
    _ = try Beckon.configure(face: face, url: server, key: key, options: options)
    return try Beckon.configure(
      url: server, key: key, options: BeckonOptions(directory: surroundings.directory()))
  }

  /// Asks the server something in the vendor's protocol.
  /// - Returns: the answer, of whatever status.
  /// - Throws: `BeckonError`.
  func ask(_ path: String, _ body: JSON) async throws(BeckonError) -> TransportResponse {
    let client = try client()
    let key = choices.key ?? information.key ?? ""
    return try await client.ask(
      DurableRequest(
        key: surroundings.ambient.identifier().uuid, method: "POST",
        path: path + "?key=" + PercentEncoding.encode(key),
        headers: ["X-Ios-Bundle-Identifier": information.bundleID], body: body,
        dialect: .vendor))
  }

  /// Does something after all that was handed over before: what the app writes arrives in the order
  /// in which it wrote.
  func inOrder(_ work: @escaping @Sendable () async -> Void) {
    last.withLock { last in
      last = Task { [last] in
        await last?.value
        await work()
      }
    }
  }

  // MARK: The first launch

  /// Looks for the link that led to this install, once in its life. What the server cannot be asked
  /// now is asked when it can.
  func begin() {
    let isFirst = state.withLock { state in (!state.isBegun, state.isBegun = true).0 }
    guard isFirst, information.looksForLink, !memory.isTold else { return }
    Task { await self.tellWhatLedHere() }
  }

  private func tellWhatLedHere() async {
    let client: BeckonClient
    do throws(BeckonError) {
      client = try self.client()
      _ = try? await client.start()
    } catch {
      surroundings.log(error.description)
      return
    }
    guard let match = await client.installMatch(), memory.claim() else { return }
    // Who opened the app with the link itself has it from `handleUniversalLink`.
    guard client.registeredLink == nil, let url = CustomSchemeURL.url(match, scheme: scheme) else {
      return
    }
    await surroundings.deliver(url)
  }

  /// The link that a click page has copied, if the first launch may look for it.
  private func copiedLink() async -> String? {
    let (information, pasteboard) = (information, surroundings.pasteboard)
    guard information.looksForLink, information.readsPasteboard, !memory.isTold,
      let link = recognition.copiedLink(await pasteboard.text())
    else { return nil }
    await pasteboard.clear()
    return link
  }
}
