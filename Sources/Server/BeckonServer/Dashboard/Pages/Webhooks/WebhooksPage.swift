import BeckonContract
import BeckonEngine
import BeckonModel

extension DashboardPage {
  /// The app's webhooks, and each with its log: `/dashboard/{app}/webhooks/{webhook}`.
  static let webhooks = DashboardPage(
    "webhooks", .webhooks, .app, in: .setup,
    actions: [
      WebhooksPage.create, WebhookPage.change, WebhookPage.pause, WebhookPage.resume,
      WebhookPage.ping, WebhookPage.renewSecret, WebhookPage.replay, WebhookPage.delete,
    ], tables: [WebhooksPage.table], files: [WebhookPage.file]
  ) { request in
    request.rest.isEmpty
      ? try await WebhooksPage(request).html : try await WebhookPage(request).html
  }
}

/// What the list of the webhooks reads, and how one is made.
struct WebhooksPage {
  let request: DashboardRequest
  let webhooks: [JSON]

  init(_ request: DashboardRequest) async throws {
    self.request = request
    // An app has fewer than a page holds.
    webhooks =
      try await request.ask(WebhookRoute.list, query: ["limit": "\(Limits.webhooks)"])["webhooks"]?
      .elements ?? []
  }

  static let table = DashboardTable(name: "webhooks") { request in
    try request.needs(.edit)
    return try await request.csv(WebhookRoute.list)
  }

  static let create = DashboardAction("create", .edit, done: .webhookMade) { request in
    let made = try await request.ask(
      WebhookRoute.create,
      body: .object([
        "url": request.field("url").map(JSON.string), "facts": .array(facts(request)),
        "form": request.field("form").map(JSON.string),
      ]))
    return .shown(secret(request, made))
  }

  /// What is written, a word on each line.
  static func facts(_ request: DashboardRequest) -> [JSON] {
    (request.field("facts") ?? "").split(on: "\n")
      .map { $0.split(on: "\r").joined().split(on: " ").joined() }
      .filter { !$0.isEmpty }.map(JSON.string)
  }
}

/// What the page of one webhook reads, and what its forms do.
struct WebhookPage {
  let request: DashboardRequest
  let webhook: JSON
  let deliveries: [JSON]
  let next: String?

  private static let pageRows = "50"

  init(_ request: DashboardRequest) async throws {
    let id = try request.id(WebhookID.self).text
    self.request = request
    webhook = try await request.ask(WebhookRoute.read, id)
    let answer = try await request.ask(
      WebhookRoute.listDeliveries, id,
      query: [
        "state": request.query("state"), "cursor": request.query("cursor"), "limit": Self.pageRows,
      ])
    deliveries = answer["deliveries"]?.elements ?? []
    next = answer["next"]?.string
  }

  static let file = DashboardFile(name: "deliveries") { request in
    // Receivers' answers, which may name people.
    try request.needs(.edit)
    return try await request.csv(
      WebhookRoute.listDeliveries, request.id(WebhookID.self).text,
      query: ["state": request.query("state")])
  }

  static let change = DashboardAction("change", .edit, done: .webhookChanged) { request in
    try await update(
      request,
      .object([
        "url": request.field("url").map(JSON.string), "facts": .array(WebhooksPage.facts(request)),
      ]))
  }

  static let pause = DashboardAction("pause", .edit, done: .paused) { request in
    try await update(request, ["state": "disabled"])
  }

  static let resume = DashboardAction("resume", .edit, done: .resumed) { request in
    try await update(request, ["state": "active"])
  }

  private static func update(
    _ request: DashboardRequest, _ body: JSON
  ) async throws -> DashboardAction.Outcome {
    _ = try await request.ask(
      WebhookRoute.update, request.id(WebhookID.self).text, body: body)
    return .done()
  }

  static let ping = DashboardAction("ping", .edit, done: .pinged) { request in
    _ = try await request.ask(WebhookRoute.test, request.id(WebhookID.self).text)
    return .done()
  }

  static let renewSecret = DashboardAction("renew-secret", .edit, done: .newSecret) { request in
    let made = try await request.ask(
      WebhookRoute.update, request.id(WebhookID.self).text, body: ["rotate_secret": true])
    return .shown(WebhooksPage.secret(request, made))
  }

  static let replay = DashboardAction("replay", .edit, done: .replayed) { request in
    guard let delivery = request.field("delivery") else { throw DashboardRefusal.noSuchPage }
    _ = try await request.ask(
      WebhookRoute.replayDelivery, request.id(WebhookID.self).text, delivery)
    return .done()
  }

  static let delete = DashboardAction("delete", .edit, done: .webhookDeleted) { request in
    _ = try await request.ask(WebhookRoute.delete, request.id(WebhookID.self).text)
    return .done(at: request.page("webhooks", query: ["done": "delete"]))
  }
}
