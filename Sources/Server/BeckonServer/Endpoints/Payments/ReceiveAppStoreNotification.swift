import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `POST /v1/stores/apple/{app}`: App Store Server Notifications, version 2. The path names the app
/// and is no secret: what counts is Apple's signature. Apple sends again, for three days, what is
/// not answered 2xx, so everything that is believed is answered 200 once it is on disk, and what
/// settings could still mend is refused.
/// https://developer.apple.com/documentation/appstoreservernotifications/responding-to-app-store-server-notifications
struct ReceiveAppStoreNotification: Sendable {
  /// Largest body; Apple's have about 30 kilobytes.
  static let bodyBytesMax = 131_072

  private let call: OpenCall
  private let notifications: StoreNotifications

  private init(_ call: OpenCall) {
    self.call = call
    notifications = StoreNotifications(store: .apple, call: call)
  }

  static func answer(_ call: OpenCall) async throws -> Reply { try await Self(call).receive() }

  private func receive() async throws -> Reply {
    let app = try await notifications.app(bodyBytesMax: Self.bodyBytesMax)
    let verifier = call.services[AppStoreVerifier.self]
    let reading: AppStoreReading
    do {
      let fields = try Fields(try call.request.json())
      let text = try fields.require(
        "signedPayload", fields.string("signedPayload", max: Self.bodyBytesMax))
      reading = try AppStoreReading(signedPayload: text, app.settings, verifier)
    } catch let refusal as StoreRefusal {
      tell(refusal.reason.rawValue, app, .warning, refusal.error)
      throw refusal.error
    } catch {
      tell(StoreRefusal.Reason.form.rawValue, app, .info, error)
      throw error
    }
    tell(try await take(reading, app), app)
    return Reply(status: 200)
  }

  /// Takes in what the notification says, and gives what became of it.
  private func take(_ reading: AppStoreReading, _ app: AppContext) async throws -> String {
    guard let news = reading.notification.news, let transaction = reading.transaction else {
      return StorePayments.Outcome.noMoney.rawValue
    }
    guard !transaction.source.isSandbox || app.settings.ios?.acceptsSandboxPayments == true else {
      return "sandbox"
    }
    let notice = StorePayments.Notice(
      id: reading.notification.id, at: reading.notification.signedAt)
    let (now, ambient) = (call.ambient.now(), call.ambient)
    return try await call.database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
      return try StorePayments(scope).take(transaction, news, by: notice)
    }.rawValue
  }

  private func tell(
    _ outcome: String, _ app: AppContext, _ level: LogLevel = .debug, _ error: (any Error)? = nil
  ) {
    notifications.tell(outcome, app, level, error)
  }
}
