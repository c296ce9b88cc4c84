import BeckonContract
import BeckonDatabase
import BeckonModel
import BeckonStore

/// An app on the server with its campaign. There are two, with the same honest people who do the
/// same at the same times; in one of them there are thieves too.
struct FraudShop: Sendable {
  /// Which of the two.
  enum Kind: Int, CaseIterable, Sendable {
    /// Without thieves.
    case calm
    /// With thieves.
    case robbed
  }

  let kind: Kind
  /// Its number in the tables.
  let number: Int64
  let publishable: String
  let secret: String
  private(set) var campaign = ""
  private(set) var rules: [RuleID: String] = [:]
  /// The host of its links.
  private var host = ""

  /// The server did not do what the simulation needs.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes an app with its keys.
  init(_ kind: Kind, on server: FraudServer) async throws {
    let ambient = server.ambient
    let made = try await server.database.write { connection in
      let accounts = Accounts(connection)
      let app = try accounts.createApp(name: "\(kind)", ambient: ambient)
      let keys = try [KeyKind.publishable, .secret].map {
        try accounts.createKey($0, app: app, ambient: ambient)?.key ?? ""
      }
      for vendor in FraudVendor.all {
        _ = try accounts.addAlias(
          vendor.key(kind), .publishable, vendor: vendor.vendor, app: app, ambient: ambient)
      }
      return (number: try accounts.number(of: app) ?? 0, keys: keys)
    }
    self.kind = kind
    (number, publishable, secret) = (made.number, made.keys[0], made.keys[1])
  }

  /// Makes its campaign and fills the pool of coupons.
  mutating func open(_ terms: FraudTerms, on server: FraudServer) throws {
    let settings: JSON = [
      "allowed_targets": ["https://shop.example/*"], "region": "TR", "currency": "TRY",
      "referrer_attribute": .string(FraudTerms.referrerAttribute),
    ]
    let vendors = FraudVendor.linked.flatMap { $0.invitations?.settings(kind).members ?? [] }
    let app = try ask(server, "PATCH", "/v1/app", .object((settings.members ?? []) + vendors))
    host = app["link_domains"]?.elements?.first?.string ?? ""
    let made = try ask(server, "POST", "/v1/campaigns", terms.campaign)
    campaign = made["id"]?.string ?? ""
    for rule in made["rules"]?.elements ?? [] {
      guard let id = rule["id"]?.string.flatMap({ RuleID($0) }) else { continue }
      rules[id] = rule["name"]?.string ?? ""
    }
    let codes = (0..<terms.coupons).map { JSON.string(Canaries.coupon($0, kind)) }
    guard !codes.isEmpty else { return }
    _ = try ask(
      server, "POST", "/v1/coupon-pools/\(FraudTerms.pool)/codes", ["codes": .array(codes)])
  }

  /// The link with this code.
  func link(_ code: String) -> String { "https://\(host)/\(code)" }

  /// Asks something with the secret key.
  /// - Throws: `Refusal`.
  @discardableResult
  func ask(
    _ server: FraudServer, _ method: String, _ path: String, _ body: JSON
  ) throws -> JSON {
    let call = FraudCall(method: method, path: path, key: .secret, body: body)
    let answer = try server.ask(call.request(to: self))
    guard answer.isSuccess, let json = answer.json else {
      let text = String(decoding: answer.body, as: UTF8.self)
      throw Refusal(description: "\(method) \(path): \(answer.status) \(text)")
    }
    return json
  }
}
