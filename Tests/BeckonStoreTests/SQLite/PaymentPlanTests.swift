import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// Payments, webhooks and campaigns, however many there are: each look-up by an index.
struct PaymentPlanTests {
  private static let user = "019a1b2c-0000-7000-8000-00000000000a"

  @Test func nothingAboutPaymentsWalksALargeTable() async throws {
    let plans = try await QueryPlans.of { scope in
      let payments = CapturedPayments(scope)
      _ = try payments.record(Self.report("1"), trust: .client)
      for (id, news) in [("1", StoreNews.purchase), ("2", .purchase), ("2", .refund)] {
        let notice = StorePayments.Notice(id: "\(id) \(news)", at: scope.now)
        _ = try StorePayments(scope).take(Self.transaction(id), news, by: notice)
      }
      _ = try StorePayments.isAnyDue(at: scope.now, scope.connection)
      let later = scope.now.adding(milliseconds: 90_000)
      for due in try StorePayments.claim(at: later, scope.connection) {
        try StorePayments(scope).search(due.reference)
      }
      for reference in ["1", nil] {
        let chosen = CapturedPayments.Selection(reference: reference, payer: "ana", install: nil)
        _ = try payments.remove(chosen, trust: .server)
      }
      _ = try StoreNotices(scope).add(["order": "3"], message: "m1")
      for due in try StoreNotices.claim(at: scope.now, scope.ambient, scope.connection) {
        _ = try StoreNotices(scope).postpone(due)
      }
    }
    #expect(plans.count > 40)
    #expect(QueryPlans.walks(in: plans) == [])
  }

  @Test func nothingAboutWebhooksAndCampaignsWalksALargeTable() async throws {
    let plans = try await QueryPlans.of { scope in
      let id: WebhookID = scope.ambient.id()
      let webhook = Webhook(
        id: id, app: scope.app.number, url: "https://hooks.shop.example", facts: [.everyEvent],
        form: "native", secret: "a secret of a test", createdAt: scope.now)
      _ = try Webhooks(scope).insert(webhook)
      _ = try Webhooks(scope).ping(webhook)
      _ = try Followers(scope.connection).waiting(.webhook, at: scope.now)
      _ = try Followers(scope.connection).lag(of: "webhook")
      let key = FollowerKey(app: scope.app.number, name: "webhook", id: id.identifier)
      _ = try Following(.webhook, key, scope).run()
      _ = try FeedPurge(scope.connection, now: scope.now).waiting()
      _ = try FeedPurge(scope.connection, now: scope.now).run(scope.app.number)
      _ = try FeedPurge(scope.connection, now: scope.now).noteUpToDate()
      _ = try Deliveries.due(at: scope.now, scope.connection)
      for claimed in try Deliveries(scope).claim(id, limit: 1) {
        try Deliveries(scope).release(claimed)
      }
      _ = try Deliveries(scope).backlog(of: id)
      _ = try CampaignLinks(scope).count()
      _ = try CampaignLinks(scope).page(by: CampaignOrder(), after: 0, limit: 10)
      _ = try Performance(scope).figures(of: scope.ambient.id(), in: ReportPeriod())
    }
    #expect(plans.count > 12)
    #expect(QueryPlans.walks(in: plans) == [])
  }

  private static func report(_ reference: String) -> CapturedPayments.Report {
    CapturedPayments.Report(
      reference: reference, kind: PaymentKind.ordinary, state: .completed,
      money: Money(amount: 500, currency: .none), payer: "ana", installID: nil, at: nil,
      properties: [:])
  }

  private static func transaction(_ id: String) throws -> StoreTransaction {
    let notification = try AppStoreNotification(
      Fields([
        "notificationUUID": .string(id), "notificationType": "SUBSCRIBED", "signedDate": 1,
        "data": ["bundleId": "com.example.app", "environment": "Production"],
      ]))
    return try StoreTransaction(
      appStore: Fields([
        "transactionId": .string(id), "originalTransactionId": "2", "price": 9_990,
        "bundleId": "com.example.app", "environment": "Production", "currency": "USD",
        "purchaseDate": 1, "appAccountToken": .string(user),
      ]), in: #require(notification.purchase))
  }
}
