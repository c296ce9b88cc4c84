import BeckonBasics
import BeckonContract
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import Foundation

/// What this face stands on: who the app is, what this phone knows of invitations, and the one
/// client that it shares with `BeckonSDK` and with the faces of other vendors.
final class SocialInviteSession: Sendable {
  /// The app's own.
  static let shared = SocialInviteSession()

  private struct State {
    var surroundings: Surroundings
    var settings: InviteSettings
    var invitationFile: InvitationFile?
    var server: URL?
    var addressBook: IBSIAddressBook?
    weak var delegate: (any InfobipSocialInviteDelegate)?
  }

  private let state: Locked<State>
  /// Digits of the numbers whose invitations are on their way, so that who taps twice sends one.
  let underWay = Locked<Set<String>>([])

  init(
    _ surroundings: Surroundings = Surroundings(), defaults: sending UserDefaults = .standard
  ) {
    let settings = InviteSettings(defaults)
    state = Locked(State(surroundings: surroundings, settings: settings))
  }

  var surroundings: Surroundings { state.withLock { $0.surroundings } }
  var settings: InviteSettings { state.withLock { $0.settings } }
  var now: Instant { surroundings.ambient.now() }

  /// Who is told what comes of calls.
  var delegate: (any InfobipSocialInviteDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// The people whom the phone's owner knows; made when it is first asked for.
  var addressBook: IBSIAddressBook {
    get {
      if let known = state.withLock({ $0.addressBook }) { return known }
      let made = IBSIAddressBook(session: self)
      return state.withLock { state in
        let known = state.addressBook ?? made
        state.addressBook = known
        return known
      }
    }
    set { state.withLock { $0.addressBook = newValue } }
  }

  /// Puts other surroundings in place, for a test of the shared session.
  func replace(_ surroundings: Surroundings, defaults: sending UserDefaults) {
    let settings = InviteSettings(defaults)
    state.withLock { $0 = State(surroundings: surroundings, settings: settings) }
  }

  /// Says where the server is, in place of Info.plist.
  func configure(server: URL) { state.withLock { $0.server = server } }

  /// What this phone knows of invitations.
  /// - Throws: `InviteError` when there is no place for files.
  var invitationFile: InvitationFile {
    get throws(InviteError) {
      let surroundings = surroundings
      guard let directory = surroundings.directory() else {
        throw .stopped(.storageUnavailable, "There is no place for files on this device.")
      }
      return state.withLock { state in
        if let invitationFile = state.invitationFile { return invitationFile }
        let file = FaceFile(
          in: directory, named: InvitationFile.fileName, files: surroundings.files)
        let invitationFile = InvitationFile(file, log: surroundings.log)
        state.invitationFile = invitationFile
        return invitationFile
      }
    }
  }

  /// Asks the server.
  /// - Parameter parameters: those of the route's path, in order.
  /// - Returns: the answer's body. Only one with the status 200 is one, as for the vendor's
  ///   library.
  /// - Throws: `InviteError`.
  func ask(
    _ route: Route, _ parameters: [String] = [],
    body: (@Sendable (_ installID: String?) -> JSON)? = nil
  ) async throws(InviteError) -> JSON {
    let response: TransportResponse
    do throws(BeckonError) {
      let client = try client()
      let installID = try await install(client)
      response = try await client.ask(
        DurableRequest(
          key: surroundings.ambient.identifier().uuid, method: route.method,
          path: route.path(parameters), body: body?(installID), dialect: .vendor))
    } catch {
      throw InviteError(error)
    }
    let json = try? JSONReader.read(response.body)
    if response.status == 200, let json { return json }
    guard let failure = json.flatMap(SocialInviteFailure.init(json:)) else {
      throw .unexpected(response.status)
    }
    throw .refused(failure, status: response.status)
  }

  /// The install that the SDK has registered, if the app has a key of Beckon's own: by its token
  /// the server knows who invites.
  private func install(_ client: BeckonClient) async throws(BeckonError) -> String? {
    guard settings.key?.hasPrefix("pk_") == true else { return nil }
    _ = try? await client.start()
    return try client.installID()
  }

  /// The client that all faces share.
  /// - Throws: `BeckonError`.
  func client() throws(BeckonError) -> BeckonClient {
    let (surroundings, settings) = (surroundings, settings)
    guard let server = state.withLock({ $0.server }) ?? surroundings.server() else {
      throw .invalidConfiguration("Info.plist has no URL under BeckonURL.")
    }
    guard let key = settings.key else {
      throw .invalidConfiguration("No key is set: call initWithApplicationKey first.")
    }
    var face = VendorFace(pathPrefix: "/1/")
    face.headers = { _ in [HeaderName.authorization: "App " + (settings.key ?? "")] }
    var options = BeckonOptions(directory: surroundings.directory())
    options.transport = surroundings.transport
    options.device = surroundings.device
    options.ambient = surroundings.ambient
    options.sleep = surroundings.sleep
    return try Beckon.configure(face: face, url: server, key: key, options: options)
  }

  /// Writes a line for the developer.
  func log(_ line: String) { surroundings.log(line) }
}
