import BeckonContract
import BeckonModel

/// Which changes by an app's secret key stand in the audit log. What the app's server tells in the
/// course of the day (who signed up, what was bought, redeemed or fulfilled, which products there
/// are, links that it makes for people) are facts, which stand in lists of their own.
enum AuditedRoutes {
  /// Those that do.
  static let all: [Route] =
    [AppRoute.update.route]
    + [CampaignRoute.create, .update, .reviewReferral, .promote].map(\.route)
    + [LinkRoute.update, .delete].map(\.route)
    + [WidgetRoute.create, .update, .delete].map(\.route)
    + [SearchRoute.updateSettings.route, PostbackRoute.setSchema.route]
    + [WebhookRoute.create, .update, .delete, .replayDelivery].map(\.route)
    + [RewardRoute.decideHeld, .reviewTransfer, .clawBackTransfer, .grant, .addCoupons]
    .map(\.route)
    + [PersonRoute.merge, .erase].map(\.route) + [VisitorRoute.erase.route]
    + [MessageRoute.suppress, .endSuppression, .resend, .callOff].map(\.route)
    + [ReminderRoute.create, .update, .delete].map(\.route)
    + [MessageTextRoute.create, .replace, .delete].map(\.route)

  /// Those that only an app's server may make and that are facts, or change nothing that lasts.
  static let facts: [Route] =
    [RewardRoute.redeem, .noteFulfilment].map(\.route)
    + [CatalogRoute.tell, .tellStock, .put, .update, .delete].map(\.route)
    + [PaymentRoute.refund.route, PersonRoute.createSignInToken.route]
    + [PasswordRoute.allowReset.route, WebhookRoute.test.route]

  private static let names = Set(texts: all.map { $0.method + " " + $0.path })

  static func contain(_ route: Route) -> Bool { names.contains(route.method + " " + route.path) }
}
