import BeckonModel
import TestCertificates
import Testing

@testable import BeckonServer

/// The App Store's word on purchases and refunds.
@Suite struct AppStoreTests {
  @Test("A purchase is revenue of its install's link, once, however often it is told")
  func once() async throws {
    try await AppStore.run { server, store in
      let link = try await store.app.link(["url": "https://shop.example/"])
      let install = "6D92078A-8246-4BA4-AE5B-76104861E7DC"
      let launch = try await store.app.post(
        "/v1/installs",
        ["install_id": .string(install), "platform": "ios", "link": .string(link.shortURL)],
        as: .publishable)
      #expect(launch.string("match.type") == "unique", "\(launch.text)")
      // Apple writes the app's token in small letters.
      let bought = AppStore.transaction("1", ["appAccountToken": .string(install.lowercased())])
      for _ in 1...3 {
        let answer = try await store.send("SUBSCRIBED", id: "same", bought)
        #expect(answer.status == 200, "\(answer.text)")
      }
      #expect(try await store.send("OFFER_REDEEMED", bought).status == 200)
      let renewed: JSON = ["originalTransactionId": "1", "transactionReason": "RENEWAL"]
      #expect(
        try await store.send("DID_RENEW", AppStore.transaction("2", renewed)).status == 200)
      #expect(try await store.revenue() == [1_998, 1_998, 0, 0])
      let rows = try await store.app.get("/v1/revenue?by=link").list("revenue")
      #expect(rows.map { $0["link"]?.string } == [link.id])
      #expect(rows.map { $0["payments"] } == [2])
      let kinds = try await server.number(
        "SELECT COUNT(*) FROM payments WHERE kind = 'SUBSCRIPTION_RENEWED' AND trust = 'server'")
      #expect(kinds == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'payment'") == 1)
      let metrics = try await store.app.get("/metrics", as: .none).text
      for (outcome, count) in [("taken", 3), ("duplicate", 2)] {
        let line = #"store_notifications_total{store="apple",outcome="\#(outcome)"} \#(count)"#
        #expect(metrics.contains(line), "\(metrics)")
      }
    }
  }

  @Test(
    "Thousandths become the currency's smallest unit exactly",
    arguments: [
      ("USD", 1_990, 199, "1.99"), ("JPY", 300_000, 300, "300"),
      ("KRW", 3_300_000, 3_300, "3300"), ("KWD", 1_995, 1_995, "1.995"),
      ("CLF", 1_995, 19_950, "1.9950"), ("USD", 1_995, 200, "2.00"), ("USD", 1_985, 198, "1.98"),
    ] as [(String, Int64, Int64, String)])
  func currencies(_ code: String, _ price: Int64, _ amount: Int64, _ decimal: String) async throws {
    try await AppStore.run { _, store in
      let bought = AppStore.transaction(
        "1", ["currency": .string(code), "price": .integer(price), "type": "Consumable"])
      #expect(try await store.send("ONE_TIME_CHARGE", bought).status == 200)
      let row = try await store.app.get("/v1/revenue").list("revenue").first
      #expect(row?["amount"]?.integer == amount)
      #expect(row?["decimal"]?.string == decimal)
      #expect(row?["currency"]?.string == code)
    }
  }

  /// A purchase, 10 ms later its refund, 20 ms later the reversal of that.
  private static func tell(_ word: Int, _ store: AppStore) async throws {
    let type = ["SUBSCRIBED", "REFUND", "REFUND_REVERSED"][word]
    let more: JSON = word == 1 ? ["revocationDate": .integer(AppStore.now)] : [:]
    let answer = try await store.send(
      type, id: type, AppStore.transaction("1", more), at: Int64(word) * 10)
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test(
    "Purchase, refund and its reversal come in any order, and the latest word counts",
    arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func order(_ order: [Int]) async throws {
    try await AppStore.run { server, store in
      var told: Set<Int> = []
      for word in order {
        for _ in 1...2 { try await Self.tell(word, store) }
        told.insert(word)
        let isRefunded = told.contains(1) && !told.contains(2)
        #expect(try await store.revenue() == (isRefunded ? [0, 0, 0, 0] : [999, 999, 0, 0]))
      }
      // A later refund counts again, and only the part that was given back.
      let part = AppStore.transaction(
        "1", ["revocationDate": .integer(AppStore.now), "revocationPercentage": 33_333])
      #expect(try await store.send("REFUND", part, at: 30).status == 200)
      #expect(try await store.revenue() == [666, 666, 0, 0])
      #expect(try await server.number("SELECT COUNT(*) FROM payments") == 2)
    }
  }

  @Test("What others paid, what cost nothing and what moves no money is no revenue")
  func noMoney() async throws {
    try await AppStore.run { server, store in
      let shared: JSON = ["inAppOwnershipType": "FAMILY_SHARED"]
      let free: JSON = ["price": 0, "offerDiscountType": "FREE_TRIAL"]
      let priceless: JSON = ["price": .null, "currency": .null]
      for (type, transaction) in [
        ("SUBSCRIBED", AppStore.transaction("1", shared)),
        ("REVOKE", AppStore.transaction("1", shared)),
        ("SUBSCRIBED", AppStore.transaction("2", free)),
        ("SUBSCRIBED", AppStore.transaction("3", priceless)),
        ("REFUND", AppStore.transaction("4", priceless)),
        ("EXPIRED", AppStore.transaction("5")), ("DID_FAIL_TO_RENEW", AppStore.transaction("6")),
        ("SOMETHING_NEW", AppStore.transaction("7")), ("TEST", nil),
      ] {
        #expect(try await store.send(type, transaction).status == 200)
      }
      let summary = try store.payload("RENEWAL_EXTENSION", nil, ["data": .null])
      #expect(try await store.send(signed: store.signer.sign(summary)).status == 200)
      #expect(try await store.revenue() == [0, 0, 0, 0])
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 0)
    }
  }

  @Test("The sandbox counts only where it is wanted, and is told apart")
  func sandbox() async throws {
    try await AppStore.run { _, store in
      let bought = AppStore.transaction("1", ["environment": "Sandbox"])
      let data: JSON = ["environment": "Sandbox"]
      #expect(try await store.send("SUBSCRIBED", bought, data: data).status == 200)
      #expect(try await store.revenue() == [0, 0, 0, 0])
      try await store.app.set([
        "ios": ["bundle_id": .string(AppStore.bundle), "sandbox_payments": true]
      ])
      #expect(try await store.send("SUBSCRIBED", bought, data: data).status == 200)
      #expect(try await store.send("SUBSCRIBED", AppStore.transaction("2")).status == 200)
      #expect(try await store.revenue() == [1_998, 999, 0, 999])
    }
  }

  @Test("Several words about one purchase at once are one payment")
  func concurrent() async throws {
    try await AppStore.run { server, store in
      let phone = LinkrunnerPhone(app: store.app)
      #expect(try await phone.send("init").status == 202)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...24 {
          group.addTask {
            if number % 3 == 0 {
              return try await phone.send(
                "capture-payment", ["amount": 5, "payment_id": "1", "user_id": "ana"]
              ).status
            }
            let type = number % 3 == 1 ? "SUBSCRIBED" : "DID_CHANGE_RENEWAL_PREF"
            return try await store.send(
              type, id: "\(type) \(number % 2)", AppStore.transaction("1")
            ).status
          }
        }
        for try await status in group { #expect([200, 201].contains(status)) }
      }
      #expect(try await store.revenue() == [999, 999, 0, 0])
      #expect(try await server.number("SELECT COUNT(*) FROM payments") == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'payment'") == 1)
    }
  }
}
