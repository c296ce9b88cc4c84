import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `POST /v1/stores/google/{app}`: real-time developer notifications of Google Play, pushed by
/// Pub/Sub. They tell of a purchase, not what was paid, so they are kept and asked about. Pub/Sub
/// sends again what is not answered 2xx.
struct ReceiveGoogleNotification: Sendable {
  /// Largest body; Google's have about one kilobyte.
  static let bodyBytesMax = 65_536

  private let call: OpenCall
  private let notifications: StoreNotifications

  private init(_ call: OpenCall) {
    self.call = call
    notifications = StoreNotifications(store: .google, call: call)
  }

  static func answer(_ call: OpenCall) async throws -> Reply { try await Self(call).receive() }

  private func receive() async throws -> Reply {
    let request = call.request
    let app = try await notifications.app(bodyBytesMax: Self.bodyBytesMax)
    guard let android = app.settings.android, let play = android.play else {
      let problem = Problem(
        .notFound, "The app takes none: set its android.play by PATCH /v1/app.")
      tell(StoreRefusal.Reason.app.rawValue, app, .warning, problem)
      throw problem
    }
    do {
      try await GooglePushToken(keys: call.services[GoogleKeys.self], now: call.ambient.now())
        .verify(request, play)
    } catch let problem as Problem where problem.code == .unauthorized {
      tell(StoreRefusal.Reason.signature.rawValue, app, .warning, problem)
      throw problem
    }
    tell(try await take(request, android, app), app)
    return Reply(status: 200)
  }

  /// Keeps the notice, and gives what became of it.
  private func take(
    _ request: HTTPRequest, _ android: AndroidApp, _ app: AppContext
  ) async throws -> String {
    let message: String
    let notice: JSON
    do {
      (message, notice) = try Self.read(request.body)
      let read = try GoogleNotice(Fields(notice, at: "message.data"))
      guard read.package == android.package else {
        throw FieldError(
          "message.data.packageName", "is not the app's android.package, \(android.package)")
      }
      guard read.purchase != nil else { return StorePayments.Outcome.noMoney.rawValue }
    } catch {
      tell(StoreRefusal.Reason.form.rawValue, app, .info, error)
      throw error
    }
    let (now, ambient) = (call.ambient.now(), call.ambient)
    let isNew = try await call.database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
      return try StoreNotices(scope).add(notice, message: message)
    }
    return isNew ? "received" : StorePayments.Outcome.duplicate.rawValue
  }

  private static func read(_ body: [UInt8]) throws -> (message: String, notice: JSON) {
    let fields = try Fields(try HTTPRequest.json(body))
    let message = try fields.require("message", fields.fields("message"))
    let id = try message.require("messageId", message.string("messageId", max: Limits.wordBytes))
    let data = try message.require("data", message.string("data", max: bodyBytesMax))
    guard let bytes = Base64.standard.decode(data), let notice = try? JSONReader.read(bytes) else {
      throw message.error("data", "must be JSON in base 64")
    }
    return (id, notice)
  }

  private func tell(
    _ outcome: String, _ app: AppContext, _ level: LogLevel = .debug, _ error: (any Error)? = nil
  ) {
    notifications.tell(outcome, app, level, error)
  }
}
