import BeckonContract
import BeckonModel
import BeckonStore

extension Pipeline {
  /// The app whose id stands in the path of a store's notification.
  /// - Throws: `Problem` when there is none.
  func app(named text: String, store: String) async throws -> AppContext {
    let apps = try await directory.published()
    guard let id = AppID(text), let found = apps.first(where: { $0.id == id }),
      let app = try await directory.app(found.number)
    else {
      metrics.count(storeNotificationOf: store, "unknown_app")
      throw Problem(.notFound, "There is no such app; its id is that of GET /v1/app.")
    }
    return app
  }
}
