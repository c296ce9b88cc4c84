import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonSQLite
import BeckonServer
import BeckonStore
import Foundation

/// The real server with a database of its own, asked over a socket; only its clock is the
/// simulation's.
final class ServerMatcher: InstallMatcher {
  private let directory: URL
  private let clock: Locked<Instant>
  private let server: GrowthServer
  private let keys: (publishable: String, secret: String)
  private let connection: HTTPConnection
  /// Numbers of links by their id.
  private var numbers: [String: Int] = [:]
  /// What the server called each visit that was a click.
  private var clicks: [Int: String] = [:]

  /// The server did not do what the simulation needs.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts a server and makes the links of a simulation.
  init(_ journeys: SimulatedJourneys, defaultMinutes: Int64?) async throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-attribution-\(getpid())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let clock = Locked(SimulatedJourneys.start.adding(milliseconds: -Span.hourMilliseconds))
    let ambient = Ambient(now: { clock.withLock { $0 } }, random: Ambient.system.random)
    let database = try SQLiteDatabase(
      SQLiteSettings(path: directory.appendingPathComponent("beckon.db").path))
    keys = try await database.write { connection in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: ambient.now())
      let accounts = Accounts(connection)
      let app = try accounts.createApp(name: "Simulation", ambient: ambient)
      let keys = try [KeyKind.publishable, .secret].map {
        try accounts.createKey($0, app: app, ambient: ambient)?.key ?? ""
      }
      return (publishable: keys[0], secret: keys[1])
    }
    server = try GrowthServer(
      Self.configuration(), database: database, ambient: ambient,
      logger: Logger(level: .error, now: ambient.now, write: { Telling.line($0) }))
    guard let connection = HTTPConnection(port: server.port) else {
      throw Refusal(description: "the server does not listen")
    }
    (self.clock, self.connection) = (clock, connection)
    if let defaultMinutes {
      _ = try ask("/v1/app", ["default_match_minutes": .integer(defaultMinutes)], "PATCH")
    }
    for link in 0..<journeys.links { try make(link, isStoreLink: journeys.isStoreLink(link)) }
  }

  /// Stops the server and removes its database.
  func stop() async {
    await server.stop()
    try? FileManager.default.removeItem(at: directory)
  }

  private static func configuration() -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.trustedProxies = [CIDR("127.0.0.1/32")].compactMap { $0 }
    // A fortnight of everybody's calls comes within a real minute.
    configuration.rates.guardedPerKey = 1_000_000_000
    configuration.rates.guardedPerAddress = 1_000_000_000
    return configuration
  }

  private func make(_ link: Int, isStoreLink: Bool) throws {
    var body: [JSON.Member] = [
      JSON.Member("url", "https://shop.example/start"),
      JSON.Member("code", .string(Self.code(of: link))),
    ]
    if isStoreLink {
      body.append(JSON.Member("ios", "https://apps.apple.com/app/id525463029"))
      let store = "https://play.google.com/store/apps/details?id=com.example.shop"
      body.append(JSON.Member("android", .string(store)))
    }
    let made = try ask("/v1/links", .object(body), "POST")
    numbers[made["id"]?.string ?? ""] = link
  }

  private static func code(of link: Int) -> String { "link-\(link)" }

  // MARK: Asking

  private func ask(_ path: String, _ body: JSON, _ method: String) throws -> JSON {
    connection.send(
      SimulatedRequest(method: method, path: path, key: keys.secret, body: body.bytes))
    guard let answer = connection.answer(), answer.isSuccess, let json = answer.json else {
      throw Refusal(description: "the server refused \(path)")
    }
    return json
  }

  private func set(_ at: Instant) { clock.withLock { $0 = at } }

  func visit(_ visit: SimulatedVisit) throws {
    set(visit.at)
    let path = "/" + Self.code(of: visit.link)
    var headers = [("X-Forwarded-For", visit.address), ("User-Agent", visit.agent)]
    if let language = visit.language { headers.append(("Accept-Language", language)) }
    if let purpose = visit.purpose { headers.append(("Sec-Purpose", purpose)) }
    connection.send(SimulatedRequest(method: visit.method, path: path, headers: headers))
    guard let answer = connection.answer(hasBody: visit.method != "HEAD") else {
      throw Refusal(description: "the server hung up on a visit")
    }
    let text =
      answer.headers["location"] ?? String(decoding: answer.body, as: UTF8.self)
    guard let click = Self.click(in: text) else { return }
    clicks[visit.number] = click
    // Only the click page tells more.
    guard answer.status == 200, visit.screen != nil || visit.timeZone != nil else { return }
    let body = JSON.object([
      "click": .string(click), "screen": visit.screen.map(Self.json),
      "timezone": visit.timeZone.map(JSON.string),
    ])
    connection.send(SimulatedRequest(path: path, body: body.bytes))
    guard connection.answer()?.isSuccess == true else {
      throw Refusal(description: "the server refused what a click page tells")
    }
  }

  /// `beckon_click=clk_…`, in an address or inside a page.
  private static func click(in text: String) -> String? {
    guard let start = text.range(of: "clk_") else { return nil }
    return String(text[start.lowerBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
  }

  func launch(_ launch: SimulatedLaunch) throws -> SimulatedMatch {
    set(launch.at)
    let device = launch.device
    let body: [JSON.Member] = [
      JSON.Member("install_id", .string("phone \(launch.number)")),
      JSON.Member("platform", .string(device.platform.rawValue)),
      JSON.Member("os_version", .string(device.osVersion ?? "")),
      JSON.Member("device_model", .string(device.deviceModel ?? "")),
      JSON.Member("screen", device.screen.map(Self.json) ?? .null),
      JSON.Member("language", .string(device.language ?? "")),
      JSON.Member("timezone", .string(device.timeZone ?? "")),
    ]
    connection.send(
      SimulatedRequest(
        path: "/v1/installs", key: keys.publishable,
        headers: [("X-Forwarded-For", launch.address)],
        body: JSON.object(body + launch.names.compactMap(member)).bytes))
    guard let answer = connection.answer(), answer.status == 201,
      let match = answer.json?["match"],
      let type = match["type"]?.string.flatMap(MatchType.init(rawValue:))
    else { throw Refusal(description: "the server refused an install") }
    return SimulatedMatch(
      type: type, link: match["link"]?.string.flatMap { numbers[$0] },
      reason: match["reason"]?.string ?? "")
  }

  private func member(_ name: SimulatedName) -> JSON.Member? {
    switch name {
    case .organicReferrer:
      JSON.Member("install_referrer", "utm_source=google-play&utm_medium=organic")
    case .playReferrer(let visit):
      clicks[visit].map { JSON.Member("install_referrer", .string("beckon_click=\($0)")) }
    case .opened(let link): JSON.Member("link", .string(url(of: link)))
    case .copied(let link): JSON.Member("pasteboard", .string(url(of: link)))
    case .copiedPage(let visit):
      clicks[visit].map {
        JSON.Member("pasteboard", .string("https://shop.example/start?beckon_click=\($0)"))
      }
    }
  }

  private func url(of link: Int) -> String { server.url + "/" + Self.code(of: link) }

  private static func json(_ screen: Screen) -> JSON {
    .object([
      "width": .integer(screen.width), "height": .integer(screen.height),
      "scale": screen.scale.map { .number("\($0)") },
    ])
  }
}
