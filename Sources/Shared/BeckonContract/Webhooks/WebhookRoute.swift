/// Webhooks and their deliveries.
public enum WebhookRoute: RouteGroup {
  /// Make a webhook.
  case create
  /// The app's webhooks.
  case list
  /// One webhook.
  case read
  /// Change a webhook, or its secret.
  case update
  /// Delete a webhook with its deliveries.
  case delete
  /// What a webhook was sent, and what it answered.
  case listDeliveries
  /// Send a delivery once more.
  case replayDelivery
  /// Send a ping.
  case test

  /// The call.
  public var route: Route {
    switch self {
    case .create: Route("POST", "/v1/webhooks", .secretKey)
    case .list: Route("GET", "/v1/webhooks", .secretKey, query: Route.page)
    case .read: Route("GET", "/v1/webhooks/{webhook}", .secretKey)
    case .update: Route("PATCH", "/v1/webhooks/{webhook}", .secretKey)
    case .delete: Route("DELETE", "/v1/webhooks/{webhook}", .secretKey)
    case .listDeliveries:
      Route(
        "GET", "/v1/webhooks/{webhook}/deliveries", .secretKey, query: ["state"] + Route.page)
    case .replayDelivery:
      Route("POST", "/v1/webhooks/{webhook}/deliveries/{delivery}/replay", .secretKey)
    case .test: Route("POST", "/v1/webhooks/{webhook}/test", .secretKey)
    }
  }
}
