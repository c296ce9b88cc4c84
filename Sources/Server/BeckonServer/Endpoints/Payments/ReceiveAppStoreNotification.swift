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

  let pipeline: Pipeline

  func receive(
    _ request: HTTPRequest, _ appID: String, _ address: ClientAddress
  ) async throws -> Reply {
    let app = try await pipeline.app(
      named: appID, by: .apple, request, address, bodyBytesMax: Self.bodyBytesMax)
    let verifier = AppStoreVerifier(roots: pipeline.configuration.appStoreRoots)
    let reading: AppStoreReading
    do {
      let fields = try Fields(try HTTPRequest.json(request.body))
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
    let (now, ambient) = (pipeline.ambient.now(), pipeline.ambient)
    return try await pipeline.database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
      return try StorePayments(scope).take(transaction, news, by: notice)
    }.rawValue
  }

  private func tell(
    _ outcome: String, _ app: AppContext, _ level: LogLevel = .debug, _ error: (any Error)? = nil
  ) {
    pipeline.tell(outcome, ofNotificationBy: .apple, app, level, error)
  }
}
