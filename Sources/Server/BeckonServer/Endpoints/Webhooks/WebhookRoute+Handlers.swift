import BeckonContract

extension WebhookRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .create: .keyed(CreateWebhookEndpoint.prepare)
    case .list: .keyed(ListWebhooks.prepare)
    case .read: .keyed(ReadWebhook.prepare)
    case .update: .keyed(UpdateWebhookEndpoint.prepare)
    case .delete: .keyed(DeleteWebhook.prepare)
    case .listDeliveries: .keyed(ListDeliveries.prepare)
    case .replayDelivery: .keyed(ReplayDelivery.prepare)
    case .test: .keyed(TestWebhook.prepare)
    }
  }
}
