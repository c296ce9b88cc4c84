import BeckonDatabase
import BeckonModel
import BeckonStore
import TestCertificates
import Testing

@testable import BeckonServer

/// Whose the App Store's payments are, and what clients say of the same purchases.
@Suite struct AppStoreOwnerTests {
  private static let buyers: JSON = [
    "name": "buyer", "when": ["event": "payment"], "to": "recipient", "amount": 50,
    "unit": "pieces_of_eight", "per": "event", "trust": "server",
  ]

  @Test(
    "A client's word and the store's are one payment, and the store's amount", arguments: [0, 1])
  func oneWord(_ first: Int) async throws {
    try await AppStore.run(settings: [
      "ios": ["bundle_id": .string(AppStore.bundle)], "currency": "EUR",
    ]) { server, store in
      let phone = LinkrunnerPhone(app: store.app)
      #expect(try await phone.send("init").status == 202)
      for word in [first, 1 - first] {
        if word == 0 {
          for type in ["DEFAULT", "SUBSCRIPTION_CREATED"] {
            let answer = try await phone.send(
              "capture-payment",
              ["amount": 12.5, "payment_id": "1", "type": .string(type), "user_id": "ana"])
            #expect(answer.status == 201)
          }
          if first == 0 { #expect(try await store.revenue() == [2_500, 0, 2_500, 0]) }
        } else {
          #expect(try await store.send("SUBSCRIBED", AppStore.transaction("1")).status == 200)
        }
      }
      #expect(try await store.revenue() == [999, 999, 0, 0])
      let row = try await store.app.get("/v1/revenue?by=day").list("revenue").first
      #expect(row?["currency"] == "USD")
      // It is the install's, by the client's word, whichever came first.
      #expect(
        try await server.number(
          """
          SELECT COUNT(*) FROM payments WHERE install IS NOT NULL AND payer IS NOT NULL
          AND removed_at IS NULL
          """) == 1)
      // A client cannot take the store's word back; the app's server can.
      let removal: JSON = ["payment_id": "1", "user_id": "ana"]
      _ = try await phone.send("remove-captured-payment", removal)
      #expect(try await store.revenue() == [999, 999, 0, 0])
      let removed = try await store.app.call(
        "POST", "/api/v1/remove-payment", body: removal.bytes, as: .none,
        headers: [("linkrunner-key", store.app.secret)])
      #expect(removed.status == 200, "\(removed.text)")
      #expect(try await store.revenue() == [0, 0, 0, 0])
    }
  }

  @Test("The ids of a store's facts are another app's others: no client works them out")
  func ids() async throws {
    try await AppStore.run { server, store in
      let other = AppStore(signer: store.signer, app: try await server.otherApp())
      try await other.app.set(["ios": ["bundle_id": .string(AppStore.bundle)]])
      let user = "019a1b2c-0000-7000-8000-00000000000a"
      let bought = AppStore.transaction("1", ["appAccountToken": .string(user)])
      for store in [store, other] {
        _ = try await store.app.signUp(user)
        #expect(try await store.send("SUBSCRIBED", id: "a", bought).status == 200)
        #expect(try await store.send("REFUND", id: "b", bought, at: 1).status == 200)
      }
      for name in ["payment", "refund"] {
        let ids = try await server.number(
          "SELECT COUNT(DISTINCT id) FROM facts WHERE name = $1", [.text(name)])
        #expect(ids == 2, "\(name)")
      }
      #expect(try await store.revenue() == [0, 0, 0, 0])
    }
  }

  @Test("What the app's server has taken back stays so when the store tells of it")
  func takenBack() async throws {
    try await AppStore.run { _, store in
      let paid: JSON = ["amount": 12.5, "payment_id": "1", "user_id": "ana"]
      for (call, status) in [("capture-payment", 201), ("remove-payment", 200)] {
        let answer = try await store.app.call(
          "POST", "/api/v1/\(call)", body: paid.bytes, as: .none,
          headers: [("linkrunner-key", store.app.secret)])
        #expect(answer.status == status, "\(answer.text)")
      }
      // In the very millisecond of the removal: a test's clock stands still.
      #expect(try await store.send("SUBSCRIBED", AppStore.transaction("1")).status == 200)
      #expect(try await store.revenue() == [0, 0, 0, 0])
    }
  }

  @Test("Who is not there yet is found later, with all payments of the subscription")
  func later() async throws {
    try await AppStore.run { server, store in
      _ = try await store.app.campaign(rules: [Self.buyers])
      let user = "019a1b2c-0000-7000-8000-00000000000a"
      let token: JSON = ["appAccountToken": .string(user)]
      let renewal = AppStore.transaction(
        "2", ["originalTransactionId": "1", "transactionReason": "RENEWAL"])
      #expect(try await store.send("DID_RENEW", renewal).status == 200)
      #expect(try await store.send("SUBSCRIBED", AppStore.transaction("1", token)).status == 200)
      #expect(try await store.revenue() == [1_998, 1_998, 0, 0])
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'payment'") == 0)
      try await server.wait(hours: 5)
      let ana = try await store.app.signUp("ana")
      let ben = try await store.app.signUp(user.uppercased(), referrer: ana.code)
      #expect(try await ben.balance == 0)
      try await server.wait(hours: 5)
      #expect(try await ben.export().list("payments").count == 2)
      // The renewal is known to be Ben's by the subscription alone.
      #expect(try await server.number("SELECT COUNT(*) FROM payments WHERE payer IS NULL") == 0)
      #expect(try await ben.balance == 50)
      #expect(
        try await server.number("SELECT COUNT(*) FROM store_transactions WHERE account IS NOT NULL")
          == 0)
      let erased = try await ben.erase()
      #expect(erased.status == 204)
      #expect(try await server.number("SELECT COUNT(*) FROM payments WHERE payer IS NOT NULL") == 0)
      #expect(try await store.revenue() == [1_998, 1_998, 0, 0])
      // Nobody looks for who was erased.
      let again = AppStore.transaction("9", token)
      #expect(try await store.send("SUBSCRIBED", again).status == 200)
      #expect(
        try await server.number("SELECT COUNT(*) FROM store_transactions WHERE account IS NOT NULL")
          == 0)
    }
  }

  @Test("A client's claim of a subscription pays nothing that only servers may", arguments: [0, 1])
  func claim(_ first: Int) async throws {
    try await AppStore.run { server, store in
      _ = try await store.app.campaign(rules: [Self.buyers])
      let ana = try await store.app.signUp("ana")
      let phone = LinkrunnerPhone(app: store.app)
      #expect(try await phone.send("init").status == 202)
      let ben = try await store.app.signUp(
        "ben", referrer: ana.code, more: ["install_id": .string(phone.installID)])
      let renewal = AppStore.transaction(
        "2", ["originalTransactionId": "1", "transactionReason": "RENEWAL"])
      for word in [first, 1 - first] {
        if word == 0 {
          let claimed = try await phone.send(
            "capture-payment", ["amount": 9.99, "payment_id": "1"])
          #expect(claimed.status == 201)
        } else {
          #expect(try await store.send("SUBSCRIBED", AppStore.transaction("1")).status == 200)
          #expect(try await store.send("DID_RENEW", renewal).status == 200)
        }
      }
      // Both payments are Ben's, and both rewards wait for somebody to look.
      #expect(try await (ben.balance, ben.inReview) == (0, 100))
      #expect(try await store.revenue() == [1_998, 1_998, 0, 0])
      #expect(
        try await server.number("SELECT COUNT(*) FROM payments WHERE install IS NOT NULL") == 2)
    }
  }

  @Test("What nobody claims is not looked for for ever")
  func never() async throws {
    try await AppStore.run { server, store in
      let token: JSON = ["appAccountToken": "019a1b2c-0000-7000-8000-00000000000b"]
      #expect(try await store.send("SUBSCRIBED", AppStore.transaction("1", token)).status == 200)
      for _ in 1...30 { try await server.wait(days: 4) }
      #expect(
        try await server.number("SELECT COUNT(*) FROM store_transactions WHERE due_at IS NOT NULL")
          == 0)
      #expect(
        try await server.number("SELECT COUNT(*) FROM store_transactions WHERE account IS NOT NULL")
          == 0)
      #expect(
        try await server.number("SELECT COUNT(*) FROM payments WHERE revenue = 999") == 1)
    }
  }

  @Test("A refund takes back what the purchase has paid, also when it comes first")
  func rewards() async throws {
    try await AppStore.run { server, store in
      _ = try await store.app.campaign(rules: [Self.buyers])
      let user = "019a1b2c-0000-7000-8000-00000000000c"
      let ana = try await store.app.signUp("ana")
      let ben = try await store.app.signUp(user, referrer: ana.code)
      let token: JSON = ["appAccountToken": .string(user)]
      #expect(try await store.send("SUBSCRIBED", AppStore.transaction("1", token)).status == 200)
      #expect(try await ben.balance == 50)
      #expect(try await store.send("REFUND", AppStore.transaction("1", token), at: 5).status == 200)
      #expect(try await ben.balance == 0)
      #expect(try await store.send("REFUND", AppStore.transaction("2", token), at: 5).status == 200)
      #expect(try await store.send("SUBSCRIBED", AppStore.transaction("2", token)).status == 200)
      #expect(try await ben.balance == 0)
      #expect(try await store.revenue() == [0, 0, 0, 0])
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'refund'") == 2)
    }
  }
}
