import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import TestCertificates
import Testing

/// What the stores tell, and what was paid.
@Suite struct PaymentGoldenTests {
  @Test func payments() async throws {
    let book = GoldenBook()
    let signer = try TestStore()
    let play = try GooglePlay()
    let certificates: JSON = ["keys": [play.google.json(id: "key-1")]]
    let google = try LoopbackServer { request in
      .answer(
        TransportResponse(
          status: request.url == "/certs" ? 200 : 404, body: certificates.bytes))
    }
    defer { google.stop() }
    try await book.run(appStoreRoots: [signer.rootFingerprint], googleURL: google.url) { golden in
      try await Self.apple(golden, AppStore(signer: signer, app: golden.app))
      try await Self.google(golden, play, book)
      try await Self.recording(golden)
      try await Self.revenue(golden)
    }
    try book.expect(PaymentRoute.routes)
  }

  private static func apple(_ golden: GoldenServer, _ store: AppStore) async throws {
    let call = PaymentRoute.notifyAppStore
    let payload = try store.payload("SUBSCRIBED", id: "n-1", AppStore.transaction("1"))
    let body: JSON = ["signedPayload": .string(try store.signer.sign(payload))]
    let shown: JSON = ["signedPayload": "‹signed›"]
    let path = call.route.path(golden.app.id.text)
    try await golden.ask(
      call, "to an app without a bundle", at: path, .init(body: body, shown: shown, key: .none))
    try await golden.app.set(["ios": ["bundle_id": .string(AppStore.bundle)]])
    for (title, body, shown) in [
      ("a purchase", body, shown), ("the same once more", body, shown),
      ("what nobody has signed", ["signedPayload": "a.b.c"], nil), ("nothing", [:], nil),
    ] as [(String, JSON, JSON?)] {
      try await golden.ask(call, title, at: path, .init(body: body, shown: shown, key: .none))
    }
    try await golden.ask(
      call, "to no app", at: call.route.path("app_x"), .init(body: body, shown: shown, key: .none))
  }

  private static func google(
    _ golden: GoldenServer, _ play: GooglePlay, _ book: GoldenBook
  ) async throws {
    let call = PaymentRoute.notifyGooglePlay
    let path = call.route.path(golden.app.id.text)
    try await golden.ask(call, "to an app that takes none", at: path, .init(body: [:], key: .none))
    try await golden.app.set(play.settings())
    let token = try play.token()
    book.hide(token, as: "token")
    let message: JSON = ["message": ["data": "e30=", "messageId": "m-1"]]
    let key = TestApp.Key.text(token)
    let notice = JSON.object([
      "version": "1.0", "packageName": .string(GooglePlay.package),
      "testNotification": ["version": "1.0"],
    ])
    let data = JSON.string(Base64.standard.encode(notice.bytes))
    try await golden.ask(
      call, "a notification", at: path,
      .init(body: ["message": ["data": data, "messageId": "m-2"]], key: key))
    try await golden.ask(call, "what is none", at: path, .init(body: message, key: key))
    try await golden.ask(call, "without a token", at: path, .init(body: message, key: .none))
    try await golden.ask(
      call, "to no app", at: call.route.path("app_x"), .init(body: message, key: key))
  }

  private static func recording(_ golden: GoldenServer) async throws {
    let paid: JSON = ["id": "order-17", "amount": "19.90", "currency": "EUR"]
    for (title, body, key) in [
      ("by the app's server", paid, .secret), ("the same once more", paid, .secret),
      ("the same by the app", paid, .publishable),
      (
        "by the app", ["id": "order-18", "amount": .number("5"), "currency": "EUR"], .publishable
      ),
      ("without a currency", ["id": "order-19", "amount": "5"], .secret),
      ("an amount that is none", ["id": "order-19", "amount": "five"], .secret),
      (
        "of nobody",
        ["id": "x", "amount": "5", "currency": "EUR", "person": "per_01m7xy0021f4xsry40tzfa1b7c"],
        .secret
      ),
    ] as [(String, JSON, TestApp.Key)] {
      try await golden.ask(PaymentRoute.record, title, .init(body: body, key: key))
    }
    let call = PaymentRoute.refund
    for (title, payment, body) in [
      ("a part", "order-17", ["id": "refund-4", "amount": "5.00"]),
      ("the same once more", "order-17", ["id": "refund-4", "amount": "5.00"]),
      ("more than is left", "order-17", ["id": "refund-5", "amount": "15"]),
      ("another currency", "order-17", ["id": "refund-5", "amount": "1", "currency": "USD"]),
      ("the rest", "order-17", ["id": "refund-6"]),
      ("before its payment", "order-99", ["id": "refund-7", "amount": "1", "currency": "EUR"]),
      ("before its payment, without an amount", "order-98", ["id": "refund-8"]),
    ] as [(String, String, JSON)] {
      try await golden.ask(call, title, at: call.route.path(payment), .init(body: body))
    }
    try await golden.askWithoutKeys([PaymentRoute.record, .refund])
  }

  private static func revenue(_ golden: GoldenServer) async throws {
    let path = PaymentRoute.readRevenue.route.path
    for (title, query) in [
      ("by day", ""), ("by link", "?by=link"), ("by campaign", "?by=campaign"),
      ("by referrer", "?by=referrer"),
      ("by what cannot be", "?by=moon"), ("from a time that is none", "?from=May"),
    ] {
      try await golden.ask(PaymentRoute.readRevenue, title, at: path + query)
    }
    try await golden.askList(
      PaymentRoute.list,
      [("failed ones", "state=PAYMENT_FAILED"), ("of a state that is none", "state=x")])
    try await golden.askWithoutKeys([PaymentRoute.readRevenue, .list])
  }
}
