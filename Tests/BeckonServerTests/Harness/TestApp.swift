import BeckonContract
import BeckonModel
import Testing

/// One app of the server, and its way of calling the API. With the secret key unless a test says
/// otherwise.
struct TestApp: Sendable {
  enum Key: Sendable { case secret, publishable, none, text(String) }

  let id: AppID
  let publishable: String
  let secret: String
  let client: SocketClient

  init(id: AppID, publishable: String, secret: String, client: SocketClient) {
    (self.id, self.publishable, self.secret, self.client) = (id, publishable, secret, client)
  }

  /// The same app as another server answers it.
  init(_ app: TestApp, at client: SocketClient) {
    self.init(id: app.id, publishable: app.publishable, secret: app.secret, client: client)
  }

  /// Sends a request.
  func call(
    _ method: String, _ path: String, body: [UInt8] = [], as key: Key = .secret,
    token: String? = nil, headers: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    var lines = ["\(method) \(path) HTTP/1.1"]
    if !headers.contains(where: { $0.0 == "Host" }) { lines.append("Host: go.example.com") }
    switch key {
    case .secret: lines.append("Authorization: Bearer \(secret)")
    case .publishable: lines.append("Authorization: Bearer \(publishable)")
    case .text(let text): lines.append("Authorization: Bearer \(text)")
    case .none: break
    }
    if let token { lines.append("\(HeaderName.token): \(token)") }
    lines += headers.map { "\($0.0): \($0.1)" }
    if method != "GET", method != "HEAD" { lines.append("Content-Length: \(body.count)") }
    lines.append("Connection: close")
    return try await client.exchange(
      Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }

  /// Sends JSON.
  func send(
    _ method: String, _ path: String, _ json: JSON, as key: Key = .secret, token: String? = nil,
    headers: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    try await call(method, path, body: json.bytes, as: key, token: token, headers: headers)
  }

  /// `GET`.
  func get(
    _ path: String, as key: Key = .secret, token: String? = nil, headers: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    try await call("GET", path, as: key, token: token, headers: headers)
  }

  /// `POST` of JSON.
  func post(
    _ path: String, _ json: JSON, as key: Key = .secret, token: String? = nil,
    headers: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    try await send("POST", path, json, as: key, token: token, headers: headers)
  }

  /// `PATCH` of JSON.
  func patch(
    _ path: String, _ json: JSON, as key: Key = .secret, token: String? = nil
  ) async throws -> HTTPAnswer {
    try await send("PATCH", path, json, as: key, token: token)
  }

  /// Sets settings of the app.
  func set(_ settings: JSON) async throws {
    let answer = try await patch("/v1/app", settings)
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// Makes a campaign with these rules.
  func campaign(
    goal: Int = 1, name: String = "spring", group: String? = nil, kind: String? = nil,
    rules: [JSON]
  ) async throws -> TestCampaign {
    let answer = try await post(
      "/v1/campaigns",
      .object([
        "name": .string(name), "goal": .integer(goal), "url": "https://shop.example/join",
        "exclusive_group": group.map(JSON.string), "kind": kind.map(JSON.string),
        "rules": .array(rules),
      ]))
    try #require(answer.status == 201, "\(answer.text)")
    return TestCampaign(app: self, id: try #require(answer.string("id")), made: answer)
  }

  /// Makes a link.
  func link(_ json: JSON, as key: Key = .secret, token: String? = nil) async throws -> TestLink {
    let answer = try await post("/v1/links", json, as: key, token: token)
    try #require(answer.status == 201, "\(answer.text)")
    return TestLink(
      app: self, id: try #require(answer.string("id")), code: try #require(answer.string("code")),
      shortURL: try #require(answer.string("short_url")))
  }

  /// A person signs up with the app's own server.
  func signUp(
    _ name: String, referrer: String? = nil, campaign: TestCampaign? = nil, more: JSON = [:],
    token: String? = nil
  ) async throws -> TestPerson {
    let body = JSON.object([
      "user_id": .string(name), "referrer": referrer.map(JSON.string),
      "campaign": campaign.map { .string($0.id) },
    ])
    let answer = try await post(
      "/v1/people", .object((body.members ?? []) + (more.members ?? [])), token: token)
    try #require([200, 201].contains(answer.status), "\(answer.text)")
    return try TestPerson(self, name, answer)
  }

  /// A person signs up with the app, on the publishable key.
  func signUpInApp(_ body: JSON, token: String? = nil) async throws -> TestPerson {
    let answer = try await post("/v1/people", body, as: .publishable, token: token)
    try #require([200, 201].contains(answer.status), "\(answer.text)")
    return try TestPerson(self, body["user_id"]?.string ?? "", answer)
  }

  /// A phone at an address.
  func phone(at address: String, _ device: TestPhone.Device = .iPhone) -> TestPhone {
    TestPhone(app: self, address: address, device: device)
  }

  /// An event of a person's, sent by the app's server; gives the receipt.
  @discardableResult
  func event(
    _ name: String, id: String, of person: TestPerson, _ properties: JSON = [:], at: JSON? = nil,
    as key: Key = .secret
  ) async throws -> JSON {
    let event = JSON.object([
      "id": .string(id), "name": .string(name), "person": .string(person.id),
      "properties": properties, "at": at,
    ])
    let answer = try await post("/v1/events", ["events": [event]], as: key)
    return try #require(answer.value("receipts.0"), "\(answer.text)")
  }

  /// The transfers of the ledger, newest first.
  func transfers(_ query: String = "") async throws -> [JSON] {
    try await get("/v1/ledger/transfers?limit=200\(query)").list("transfers")
  }
}

/// A link of a test.
struct TestLink: Sendable {
  let app: TestApp
  let id: String
  let code: String
  let shortURL: String

  var path: String { "/" + code }

  /// Its counts.
  func counts() async throws -> HTTPAnswer { try await app.get("/v1/links/\(id)/stats") }
}
