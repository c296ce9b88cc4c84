import BeckonBasics
import BeckonContract
import BeckonHTTP
import BeckonModel
import BeckonStore

/// What the notifications of all stores have in common.
struct StoreNotifications: Sendable {
  /// Who sells apps, and tells the app's server of it. The texts are part of the API.
  enum Store: String {
    case apple, google
  }

  let store: Store
  let call: OpenCall

  /// The app whose id stands in the path of a store's notification, if the request is within its
  /// bounds.
  /// - Throws: `Problem` when it is not, or there is no such app; `RateLimited`.
  func app(bodyBytesMax: Int) async throws -> AppContext {
    // All apps' notifications come from a few of the store's addresses.
    try call.services[CallLimits.self].take(
      store.rawValue + " store", from: call.address, times: 20)
    guard call.request.body.count <= bodyBytesMax else {
      throw Problem(.bodyTooLarge, "A notification may have \(bodyBytesMax) bytes.")
    }
    let directory = call.services[AppDirectory.self]
    let apps = try await directory.published()
    guard let id = call.parameters.first.flatMap({ AppID($0) }),
      let found = apps.first(where: { $0.id == id }),
      let app = try await directory.app(found.number)
    else {
      call.services[Metrics.self].count(.storeNotifications, store.rawValue, "unknown_app")
      throw Problem(.notFound, "There is no such app; its id is that of GET /v1/app.")
    }
    return app
  }

  /// Counts a notification by what became of it, and tells the log.
  /// - Parameter error: why it was refused.
  func tell(
    _ outcome: String, _ app: AppContext, _ level: LogLevel = .debug, _ error: (any Error)? = nil
  ) {
    call.services[Metrics.self].count(.storeNotifications, store.rawValue, outcome)
    let logger = call.services[Logger.self]
    guard logger.writes(level) else { return }
    var fields = [
      JSON.Member("store", .string(store.rawValue)), JSON.Member("app", .id(app.id)),
      JSON.Member("outcome", .string(outcome)),
    ]
    if let error {
      fields.append(JSON.Member("reason", .string(Problem(reporting: error).detail)))
    }
    logger.log(level, "store notification", fields)
  }
}
