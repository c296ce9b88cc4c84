import BeckonModel
import ChildProcess

extension Program.Benchmark {
  /// What is measured of Dynamic Links' protocol.
  static let dynamicLinks = [
    Program.Benchmark("dynamiclinks", .files, run: DynamicLinksRates.run),
    Program.Benchmark("dynamiclinks-storm", .files, run: LongLinkStorm.run),
  ]
}

/// Redirects through a short link, and through long links of which each is another, beside nginx,
/// which stores nothing; and short links that are made of long ones.
enum DynamicLinksRates {
  private static let connections = 64
  private static let domain = "play.example"

  static func run(_ scale: Scale) async throws -> JSON {
    let workshop = try await Workshop()
    defer { workshop.remove() }
    let server = try workshop.serve()
    defer { server.stop() }
    try set(server, workshop)
    let nginx = try Nginx(in: workshop)
    defer { nginx.stop() }
    Telling.say("  nginx, a short link, long links …")
    let peer = try Wrk.run(
      nginx.url, connections: connections, seconds: scale.seconds,
      script: try workshop.write(browser, to: "browser.lua"))
    let short = try Wrk.run(
      server, try shortLink(server, workshop), connections: connections, seconds: scale.seconds,
      script: try workshop.write(browser, to: "browser.lua"))
    let long = try Wrk.run(
      server, "/", connections: connections, seconds: scale.seconds,
      script: try workshop.write(longLinks, to: "long.lua"))
    Telling.say("  short links made …")
    let made = try Wrk.run(
      server, "/", connections: connections, seconds: scale.seconds,
      script: try workshop.write(making(workshop.publishableKey), to: "making.lua"))
    return [
      "nginx_per_second": Telling.rounded(peer.requestsPerSecond),
      "through_a_short_link": describe(short, beside: peer),
      "through_long_links": describe(long, beside: peer),
      "short_links_made": describe(made, beside: nil),
    ]
  }

  private static func describe(_ own: Wrk.Result, beside peer: Wrk.Result?) -> JSON {
    .object([
      "per_second": Telling.rounded(own.requestsPerSecond),
      "ratio": peer.map { Telling.rounded(own.requestsPerSecond / $0.requestsPerSecond) },
      "processor_ratio": own.processorRatio,
      "p99_milliseconds": Telling.rounded(own.p99Milliseconds),
      "failures": .integer(own.failures),
    ])
  }

  /// Sets the app up, with a domain for its links.
  static func set(_ server: ServerProcess, _ workshop: Workshop) throws {
    let settings: JSON = [
      "link_domains": [.string(domain)], "allowed_targets": ["https://mygame.example.com/*"],
    ]
    _ = try Command.output(
      of: "curl",
      [
        "-sf", "-X", "PATCH", server.url + "/v1/app", "-d", settings.text,
        "-H", "Authorization: Bearer " + workshop.secretKey,
      ])
  }

  /// The path of a short link.
  static func shortLink(
    _ server: ServerProcess, _ workshop: Workshop
  ) throws -> String {
    let body: JSON = [
      "longDynamicLink": "https://play.example/?link=https%3A%2F%2Fmygame.example.com%2F",
      "suffix": ["option": "SHORT"],
    ]
    let answer = try Command.output(
      of: "curl",
      [
        "-sf", server.url + "/v1/shortLinks?key=" + workshop.publishableKey, "-d", body.text,
      ])
    guard let link = try JSONReader.read(Array(answer.utf8))["shortLink"]?.string,
      let code = link.split(separator: "/").last
    else { throw BenchError("the server made no short link: " + answer) }
    return "/" + code
  }

  /// A browser of a desktop, which is redirected.
  static let browser = """
    wrk.headers["Host"] = "\(domain)"
    wrk.headers["User-Agent"] = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 \
    (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36"
    wrk.headers["Accept-Language"] = "en-US,en;q=0.9"
    """

  private static let longLinks = """
    \(browser)
    function request()
      return wrk.format("GET", "/?link=https%3A%2F%2Fmygame.example.com%2F%3Finvitedby%3D" ..
        math.random(1000000000) .. "&utm_source=mail")
    end
    """

  private static func making(_ key: String) -> String {
    """
    wrk.headers["Content-Type"] = "application/json"
    function request()
      return wrk.format("POST", "/v1/shortLinks?key=\(key)", nil,
        '{"longDynamicLink":"https://\(domain)/?link=https%3A%2F%2Fmygame.example.com%2F%3F' ..
        'invitedby%3D' .. math.random(1000000000) .. '","suffix":{"option":"SHORT"}}')
    end
    """
  }
}
