import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import TestCertificates
import Testing

@testable import BeckonServer

/// A Google of a test's own: its keys, its service accounts, its orders.
final class GooglePlay: Sendable {
  static let package = "com.example.pirates"
  static let audience = "https://go.example.com/push"
  static let email = "push@project.example"
  /// The present of a test's server, in seconds: 2026-06-01T09:00:00Z.
  static let now: Int64 = 1_780_304_400

  /// Google's own key.
  let google: TestAccount
  /// The app's service account.
  let account: TestAccount
  /// What the API answers, by the end of the path.
  let answers = Locked<[String: JSON]>([:])
  /// What it was asked, in order.
  let asked = Locked<[TransportRequest]>([])
  /// Status of every answer of the API, if it is not 200.
  let failure = Locked<Int?>(nil)

  init() throws {
    google = try TestAccount()
    account = try TestAccount()
  }

  private func reply(_ request: TransportRequest) -> LoopbackServer.Reply {
    asked.withLock { $0.append(request) }
    func json(_ json: JSON) -> LoopbackServer.Reply {
      .answer(TransportResponse(status: 200, body: json.bytes))
    }
    if request.url == "/certs" { return json(["keys": [google.json(id: "key-1")]]) }
    if request.url == "/token" { return json(["access_token": "secret", "expires_in": 3_600]) }
    if let status = failure.withLock({ $0 }) {
      return .answer(TransportResponse(status: status))
    }
    let found = answers.withLock { answers in
      answers.first { request.url.hasSuffix("/" + $0.key) }?.value
    }
    return found.map(json) ?? .answer(TransportResponse(status: 404))
  }

  /// The app's settings for this Google.
  func settings(_ more: JSON = [:]) -> JSON {
    let play = AppStore.replacing(
      [
        "push_audience": .string(Self.audience), "push_email": .string(Self.email),
        "account_email": "orders@project.example", "account_key": .string(account.pem),
      ], more)
    return ["android": ["package": .string(Self.package), "play": play]]
  }

  /// Runs a server that takes this Google for Google.
  static func run(_ body: (TestServer, GooglePlay) async throws -> Void) async throws {
    let play = try GooglePlay()
    let outside = try LoopbackServer { play.reply($0) }
    defer { outside.stop() }
    try await TestServer.run(googleURL: outside.url) { server in
      try await server.app.set(play.settings())
      try await body(server, play)
    }
  }

  /// An order of 9.99 euros.
  static func order(_ id: String, _ more: JSON = [:]) -> JSON {
    AppStore.replacing(
      [
        "orderId": .string(id), "state": "PROCESSED",
        "createTime": "2026-06-01T08:00:00Z", "lastEventTime": "2026-06-01T08:00:01.5Z",
        "total": ["currencyCode": "EUR", "units": "9", "nanos": 990_000_000],
        "lineItems": [["productId": "gold", "subscriptionDetails": ["basePlanId": "monthly"]]],
      ], more)
  }

  /// A token as Pub/Sub sends it; `more` takes the place of its claims.
  func token(
    _ more: JSON = [:], by account: TestAccount? = nil, id: String = "key-1",
    algorithm: String = "RS256"
  ) throws -> String {
    let claims = AppStore.replacing(
      [
        "iss": "https://accounts.google.com", "aud": .string(Self.audience),
        "email": .string(Self.email), "email_verified": true, "iat": .integer(Self.now),
        "exp": .integer(Self.now + 3_600),
      ], more)
    return try (account ?? google).token(claims, id: id, algorithm: algorithm)
  }

  /// Pushes a notification.
  func push(
    _ app: TestApp, _ notice: JSON, message: String? = nil, token: String? = nil
  ) async throws -> HTTPAnswer {
    let data = AppStore.replacing(
      [
        "version": "1.0", "packageName": .string(Self.package),
        "eventTimeMillis": .string("\(Self.now)000"),
      ], notice)
    let body: JSON = [
      "message": [
        "data": .string(Base64.standard.encode(data.bytes)),
        "messageId": .string(message ?? "\(Int.random(in: 1...Int.max))"),
      ], "subscription": "projects/p/subscriptions/s",
    ]
    return try await app.post(
      "/v1/stores/google/\(app.id.text)", body, as: .text(try token ?? self.token()))
  }

  /// A notification about a subscription.
  static func subscription(_ type: Int, token: String = "tok/1") -> JSON {
    [
      "subscriptionNotification": [
        "version": "1.0", "notificationType": .integer(type), "purchaseToken": .string(token),
      ]
    ]
  }
}
