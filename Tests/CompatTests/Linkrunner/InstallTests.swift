import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

@Suite struct InstallTests {
  let app = LinkrunnerApp()
  let clock = ManualClock()

  @Test func theIdIsMadeOnceAlsoWhenManyAsk() async {
    let install = InstallRecord(
      defaults: app.defaults, ambient: clock.ambient, directory: app.directory)
    let ids = await withTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { install.installID() } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    let later = InstallRecord(
      defaults: app.defaults, ambient: clock.ambient, directory: app.directory)
    #expect(ids == [later.installID()])
  }

  @Test(arguments: ["a1B2c3D4e5F6g7H8i9J0", "6D92078A-8246-4BA4-AE5B-76104861E7DC"])
  func theIdThatTheVendorsClientLeftStays(id: String) {
    app.defaults.set(id, forKey: "linkrunner_install_instance_id")
    let install = InstallRecord(
      defaults: app.defaults, ambient: clock.ambient, directory: app.directory)
    #expect(install.installID() == id)
  }

  @Test(arguments: ["linkrunner_install_time", "linkrunner_app_install_time"])
  func theInstallTimeThatTheVendorsClientLeftStays(key: String) {
    app.defaults.set(Date(timeIntervalSince1970: 1_700_000_000), forKey: key)
    let install = InstallRecord(
      defaults: app.defaults, ambient: clock.ambient, directory: app.directory)
    #expect(install.installTime() == Instant(milliseconds: 1_700_000_000_000))
  }

  @Test func infoPlistNamesTheServerAndMayReplaceTheToken() {
    let session = app.session(
      app.surroundings(information: ["BeckonURL": "https://go.example.com", "BeckonKey": "pk_1"]))
    LinkrunnerClient(session).configure(token: "old token")
    #expect(session.configuration?.server.absoluteString == "https://go.example.com")
    #expect(session.configuration?.token == "pk_1")
  }

  @Test func withoutAServerNothingIsConfigured() async {
    let session = app.session(app.surroundings())
    LinkrunnerClient(session).configure(token: "token_1")
    #expect(session.configuration == nil)
    #expect(app.lines.withLock { $0.count } == 1)
    await #expect(throws: LinkrunnerError.notInitialized) {
      try await LinkrunnerClient(session).initialize()
    }
  }

  @Test func aServerThatIsConfiguredAnewGetsWhatWaits() async throws {
    let urls = Locked<[String]>([])
    let session = app.session(
      app.surroundings(
        transport: Transport { request in
          guard request.url.contains("new") else { throw TransportError.notSent("gone") }
          urls.withLock { $0.append(request.url) }
          return TransportResponse(status: 200, body: Array("{}".utf8))
        }))
    let client = LinkrunnerClient(session)
    for name in ["old", "new"] {
      client.configure(
        token: "t", server: try #require(URL(string: "https://\(name).example.com")))
      try await client.trackEvent("event")
    }
    #expect(
      urls.withLock { $0 }
        == Array(repeating: "https://new.example.com/api/client/capture-event", count: 2))
    await session.close()
  }

  @Test func everythingAnAppHandsOverBecomesJSON() {
    let values: [String: Any] = [
      "bool": true, "int": 5, "int8": Int8(1), "unsigned": UInt64.max, "double": 99.99,
      "float": Float(0.5), "nan": Double.nan, "text": "a\0b", "null": NSNull(),
      "number": NSNumber(value: 2.5), "truth": NSNumber(value: true),
      "decimal": Decimal(string: "19.90") ?? 0, "array": [1, "two", [3.5]],
      "object": ["inner": ["deep": false]], "url": URL(fileURLWithPath: "/x"),
      "date": Date(timeIntervalSince1970: 0.5), "nothing": Int?.none as Any,
      "other": Range(uncheckedBounds: (1, 2)),
    ]
    #expect(
      JSON(foundation: values).text == """
        {"array":[1,"two",[3.5]],"bool":true,"date":"1970-01-01T00:00:00.500Z","decimal":19.9,\
        "double":99.99,"float":0.5,"int":5,"int8":1,"nan":null,"nothing":null,"null":null,\
        "number":2.5,"object":{"inner":{"deep":false}},"other":"1..<2","text":"a\u{FFFD}b",\
        "truth":true,"unsigned":18446744073709551615,"url":"file:///x"}
        """)
  }

  @Test func anAppsCastsOfAnAnswerWork() throws {
    let answer = try JSONReader.read(#"{"a":1,"b":true,"c":[{"d":1.5}],"e":null,"f":{"g":"h"}}"#)
    let members: [String: Any] = answer.foundationMembers
    #expect(members["a"] as? Int == 1)
    #expect(members["b"] as? Bool == true)
    #expect((members["c"] as? [[String: Any]])?.first?["d"] as? Double == 1.5)
    #expect(members["e"] == nil)
    #expect((members["f"] as? [String: Any])?["g"] as? String == "h")
  }
}
