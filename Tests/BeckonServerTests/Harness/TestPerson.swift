import BeckonModel
import Testing

/// A person of a test.
struct TestPerson: Sendable {
  let app: TestApp
  let name: String
  let id: String
  /// `nil` when the caller could not prove to be them.
  let token: String?
  let code: String?
  let link: String?
  let referredBy: String?
  /// The answer that told of them.
  let answer: HTTPAnswer

  init(_ app: TestApp, _ name: String, _ answer: HTTPAnswer) throws {
    self.app = app
    self.name = name
    self.answer = answer
    id = try #require(answer.string("person"), "\(answer.text)")
    token = answer.string("token")
    code = answer.string("referral_code")
    link = answer.string("referral_link")
    referredBy = answer.string("referred_by")
  }

  var path: String { "/v1/people/\(id)" }

  /// What they can spend, in pieces of eight.
  var balance: Int64 { get async throws { try await balance(of: "pieces_of_eight") } }
  /// What is held for them, in pieces of eight.
  var pending: Int64 {
    get async throws { try await balance(of: "pieces_of_eight", "pending") }
  }
  /// What somebody has to decide about, in pieces of eight.
  var inReview: Int64 {
    get async throws { try await balance(of: "pieces_of_eight", "in_review") }
  }

  func balance(of unit: String, _ kind: String = "posted") async throws -> Int64 {
    let answer = try await app.get(path + "/balances")
    #expect(answer.status == 200, "\(answer.text)")
    return (answer.json.elements ?? []).first { $0["unit"]?.string == unit }?[kind]?.integer ?? 0
  }

  /// The attributes of the person change.
  @discardableResult
  func set(_ attributes: JSON, as key: TestApp.Key = .secret) async throws -> HTTPAnswer {
    try await app.patch(path, ["attributes": attributes], as: key, token: token)
  }

  /// Spends.
  func redeem(_ amount: Int64, id: String, unit: String = "pieces_of_eight") async throws
    -> HTTPAnswer
  {
    try await app.post(
      path + "/redemptions",
      ["id": .string(id), "amount": .integer(amount), "unit": .string(unit)])
  }

  /// The person as the app's server reads them.
  func read() async throws -> HTTPAnswer { try await app.get(path) }

  /// Everything that is stored about them.
  func export() async throws -> HTTPAnswer { try await app.get(path + "/export") }

  func erase() async throws -> HTTPAnswer { try await app.call("DELETE", path) }

  func merge(into survivor: TestPerson) async throws -> HTTPAnswer {
    try await app.post(path + "/merge", ["into": .string(survivor.id)])
  }
}
