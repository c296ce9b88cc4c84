import BeckonEngine
import BeckonModel
import Testing

/// Who may write what into a record.
@Suite struct RecordGuardTests {
  private static func rule(
    _ path: String, _ writer: RecordWriter, _ type: RecordType = .any
  ) -> RecordRule {
    RecordRule(path: path, writer: writer, type: type)
  }

  private static let rules = [
    rule("game", .client), rule("game/score", .server), rule("game/*/best", .server),
    rule("game/level", .client, .number), rule("settings", .client, .object),
    rule("last_signin_at", .client), rule("*/shared", .client), rule("game/*/best/own", .client),
  ]

  /// Why a client, or the server, may not make one record of another; `nil` when it may.
  private static func refusal(
    _ before: JSON, _ after: JSON, _ rules: [RecordRule]? = rules, by trust: Trust = .client
  ) -> RecordRefusal? {
    var settings = AppSettings()
    settings.recordRules = rules
    do {
      try RecordGuard(settings).check(from: before, to: after, by: trust)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A client writes what the rules let it, and nothing else",
    arguments: [
      (["game": ["color": "red"]], nil), (["game": ["level": 5]], nil),
      (["game": ["level": "5"]], .wrongType("game/level", .number)),
      (["game": ["level": ["deep": 1]]], .wrongType("game/level", .number)),
      (["game": ["score": 5]], .serverOnly("game/score")),
      (["game": ["score": ["a": ["b": 1]]]], .serverOnly("game/score/a/b")),
      (["game": ["dune": ["best": 1]]], .serverOnly("game/dune/best")),
      (["game": ["dune": ["best": ["own": 1]]]], nil),
      (["game": [["best": 1]]], .serverOnly("game/0/best")),
      (["settings": ["sound": true]], nil),
      (["settings": true], .wrongType("settings", .object)),
      (["level": 5], .serverOnly("level")), (["level": ["shared": 1]], nil),
      (["__proto__": ["admin": true]], .serverOnly("__proto__/admin")),
      (["last_signin_at": 1], nil),
    ] as [(JSON, RecordRefusal?)])
  func client(after: JSON, refusal: RecordRefusal?) {
    #expect(Self.refusal([:], after) == refusal)
    #expect(Self.refusal([:], after, by: .server) == nil)
    // Without rules a client writes as ever.
    #expect(Self.refusal([:], after, nil) == nil)
  }

  @Test("What goes is looked at as what comes, and what stays is not")
  func removal() {
    let before: JSON = ["game": ["score": 5, "color": "red"], "level": 5]
    #expect(Self.refusal(before, ["level": 5]) == .serverOnly("game/score"))
    #expect(Self.refusal(before, ["game": 7, "level": 5]) == .serverOnly("game/score"))
    #expect(Self.refusal(before, ["game": ["score": 5], "level": 5]) == nil)
    #expect(Self.refusal(before, before) == nil)
    // An object that has no members yet is nobody's.
    #expect(Self.refusal(["x": [:]], ["x": ["shared": 1]]) == nil)
    #expect(Self.refusal([:], ["x": [:]]) == .serverOnly("x"))
  }

  @Test("A name with a slash in it is the path that a rule would read")
  func slash() {
    let name = JSON.object([JSON.Member("game/score", 5)])
    #expect(Self.refusal([:], name) == .serverOnly("game/score"))
    let balance = JSON.object([JSON.Member("inventory/gold", 5)])
    #expect(Self.refusal([:], balance, nil, by: .server) == .inventory("inventory"))
  }

  @Test("No rule lets anybody write the balance")
  func inventory() {
    let rules = [Self.rule("", .client)]
    #expect(Self.refusal([:], ["inventory": ["gold": 5]], rules) == .inventory("inventory"))
    #expect(Self.refusal([:], ["inventory": 5], nil, by: .server) == .inventory("inventory"))
    #expect(Self.refusal([:], ["anything": 5], rules) == nil)
    #expect(Self.refusal([:], ["anything": 5], []) == .serverOnly("anything"))
  }
}
