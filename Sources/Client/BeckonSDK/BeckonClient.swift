import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

/// The SDK's one type to work with. It forwards; the work is done by the actors behind it. Keep one
/// for the app's life.
///
/// ## Topics
/// ### First launch
/// - ``start()``
/// - ``installMatch()``
/// ### People
/// - ``identify(userID:_:)``
/// - ``installID()``
/// - ``setAttributes(_:)-([String:BeckonValue])``
/// - ``record(_:)``
/// - ``linkPassword(email:password:)``
/// - ``signIn(email:password:)``
/// - ``balances()``
/// - ``standing(in:board:)``
/// - ``leaderboard(of:board:limit:)``
/// - ``reset()``
/// ### Links
/// - ``openedLinks``
/// - ``open(_:)``
/// - ``handle(url:)``
/// - ``createLink(to:_:)``
/// ### Events
/// - ``track(_:_:at:)-(_,[String:BeckonValue],_)``
/// - ``problems``
/// - ``flush()``
/// - ``queueStatistics()``
/// - ``clearQueue()``
public final class BeckonClient: Sendable {
  let options: BeckonOptions
  let connection: ServerConnection
  let identity: IdentityFile
  let queue: EventQueue
  let signIn: SignIn
  let uploader: Uploader
  let registration: InstallRegistration
  let links: OpenedLinks
  let faces = VendorFaces()
  let reported: Problems
  private let isEnding = Locked(false)
  /// Whether the app itself has asked for this client, not only a vendor's face.
  let isAskedForByApp = Locked(false)
  #if canImport(UIKit) && !os(watchOS)
    private let background: Task<BackgroundFlush, Never>
  #endif

  init(
    base: String, key: String, directory: URL, options: BeckonOptions
  ) throws(BeckonError) {
    let lock = try DirectoryLock(directory)
    self.options = options
    connection = ServerConnection(
      agent: "BeckonSDK/" + Beckon.version, base: base, key: Locked(key),
      transport: options.transport ?? .urlSession(),
      timeoutMilliseconds: Int64(options.timeoutSeconds * 1_000), ambient: options.ambient,
      sleep: options.sleep, vendorBody: { [faces] in faces.body($0, $1) },
      vendorHeaders: { [faces] in faces.headers($0, $1) })
    identity = IdentityFile(
      directory: directory.path, files: options.files, ambient: options.ambient)
    reported = Problems(isDebugging: options.isDebugging)
    queue = EventQueue(
      directory: directory, lock: lock, limits: options.queue, files: options.files,
      ambient: options.ambient, later: options.later, dropped: reported.tellDropped)
    signIn = SignIn(identity: identity, connection: connection, options: options)
    let exchange = BatchExchange(
      identity: identity, connection: connection, signIn: signIn, faces: faces, options: options)
    let links = OpenedLinks(identity, options.ambient)
    self.links = links
    let uploader = Uploader(
      queue: queue, exchange: exchange, problems: reported, faces: faces, options: options,
      answeredLate: { links.answeredLate($0, $1) })
    self.uploader = uploader
    registration = InstallRegistration(
      identity: identity, connection: connection, uploader: uploader, links: links,
      faces: faces, problems: reported, options: options)
    #if canImport(UIKit) && !os(watchOS)
      let queue = queue
      background = Task { @MainActor in
        BackgroundFlush {
          queue.synchronize()
          _ = await uploader.flush()
        }
      }
    #endif
  }

  /// Ends uploads, brings the files to the disk and lets go of the directory. What waits is there
  /// for the next client. An app need not call it.
  public func close() async {
    isEnding.withLock { $0 = true }
    #if canImport(UIKit) && !os(watchOS)
      await background.value.end()
    #endif
    await registration.close()
    await signIn.close()
    await uploader.close()
    identity.end()
    queue.end()
    reported.close()
    links.close()
    Beckon.clients.forget(self)
  }

  /// Whether `close()` was called.
  package var isClosed: Bool { isEnding.withLock { $0 } }

  /// Refuses a call after `close()`.
  func expectOpen() throws(BeckonError) {
    guard !isClosed else { throw .closed }
  }

  /// The answer to a call about the identified person; if their token is refused, of the same call
  /// once more with another.
  func answer(_ call: ServerConnection.Call) async throws(BeckonError) -> JSON {
    try ServerConnection.json(try await response(to: call))
  }

  /// The same with its header fields.
  func response(
    to call: ServerConnection.Call
  ) async throws(BeckonError) -> TransportResponse {
    do {
      return try await connection.response(to: call)
    } catch {
      guard error.isTokenRefused else { throw error }
      guard let token = await signIn.token(insteadOf: call.token) else {
        throw await signIn.explained(error)
      }
      var again = call
      again.token = token
      do {
        return try await connection.response(to: again)
      } catch {
        throw await signIn.explained(error)
      }
    }
  }

  /// Reads an answer, or says what is wrong with it.
  func read<Value>(
    _ json: JSON, _ value: (Fields) throws(FieldError) -> Value
  ) throws(BeckonError) -> Value {
    do {
      return try value(try Fields(json))
    } catch {
      throw .unexpectedAnswer("'\(error.path)' \(error.reason)")
    }
  }

  /// Reads a request's own JSON back by the server's rules, so that what the server would refuse is
  /// refused here, before it is stored.
  func checked<Value>(
    _ json: JSON, _ value: (Fields) throws(FieldError) -> Value
  ) throws(BeckonError) {
    do {
      // One level deeper than it stands here, for the array of a batch.
      let text = JSON.array([.array([json])])
      guard let read = try JSONReader.read(text.bytes)[0]?[0] else { return }
      _ = try value(try Fields(read))
    } catch let error as FieldError {
      throw .invalidInput(error)
    } catch let error as JSONError {
      throw .invalidInput(field: "", reason: "is not acceptable JSON: \(error.reason)")
    } catch {
      throw .invalidInput(field: "", reason: "\(error)")
    }
  }
}
