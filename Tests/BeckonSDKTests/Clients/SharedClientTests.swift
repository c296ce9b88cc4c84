import BeckonBasics
import BeckonModel
import BeckonTesting
import Foundation
import Testing

@testable import BeckonSDK

/// All who ask for the app's client get the same one.
@Suite(.timeLimit(.minutes(2))) struct SharedClientTests {
  let app = TestApp()

  private func configure(
    _ server: String = "https://go.example.com", key: String = "pk_test",
    _ change: (inout BeckonOptions) -> Void = { _ in }
  ) throws -> BeckonClient {
    var options = BeckonOptions.testing(app.server, clock: app.clock, directory: app.directory)
    change(&options)
    return try Beckon.configure(
      url: try #require(URL(string: server)), key: key, options: options)
  }

  private func face(
    _ server: String = "https://go.example.com", token: String = "alias"
  ) throws -> BeckonClient {
    try Beckon.configure(
      face: VendorFace(pathPrefix: "/vendor"), url: try #require(URL(string: server)),
      key: token, options: .testing(app.server, clock: app.clock, directory: app.directory))
  }

  @Test func theSameServerAndKeyAreTheSameClient() async throws {
    let first = try configure()
    #expect(try configure("https://go.example.com/") === first)
    #expect(try face() === first)
    first.track("one")
    try configure().track("two")
    await first.flush()
    #expect(app.arrived == ["one", "two"])
  }

  @Test func anotherServerKeyOrOptionIsRefusedAndSaysWhich() throws {
    let first = try configure { $0.flushEvents = 7 }
    for (word, other) in [
      ("https://other.example.com", { try configure("https://other.example.com") }),
      ("pk_other", { try configure(key: "pk_other") }),
      ("flushSeconds", { try configure { $0.flushSeconds = 99 } }),
      ("identityToken", { try configure { $0.identityToken = { _ in nil } } }),
      ("https://other.example.com", { try face("https://other.example.com") }),
    ] as [(String, () throws -> BeckonClient)] {
      let error = #expect(throws: BeckonError.self) { _ = try other() }
      guard case .configuredOtherwise(let reason) = error else {
        Issue.record("\(word): \(String(describing: error))")
        continue
      }
      #expect(reason.contains(word))
    }
    #expect(try configure() === first)
    #expect(try configure { $0.flushEvents = 7 } === first)
  }

  @Test func theAppsKeyTakesThePlaceOfAVendorsToken() async throws {
    let first = try face(token: "alias")
    #expect(try configure(key: "pk_test") === first)
    first.track("event")
    await first.flush()
    #expect(app.server.requests.last?.headers["Authorization"] == "Bearer pk_test")
    #expect(throws: BeckonError.self) { try configure(key: "pk_other") }
  }

  @Test func aClientThatNobodyKeepsIsThereUntilItIsClosed() async throws {
    try configure().track("one")
    try configure().track("two")
    let client = try configure()
    await client.flush()
    #expect(app.arrived == ["one", "two"])
    await client.close()
  }

  @Test func aClosedClientWritesNothingAndSaysSo() async throws {
    let client = try configure()
    try await client.start()
    await client.close()
    let before = try app.content("state.json")
    let link = try #require(URL(string: "https://go.example.com/x"))
    for call in [
      { try await client.start() }, { try await client.identify(userID: "ben") },
      { try client.reset() }, { _ = try await client.handle(url: link) },
    ] as [() async throws -> Void] {
      await #expect(throws: BeckonError.closed) { try await call() }
    }
    #expect(try app.content("state.json") == before)
    #expect(app.server.requests.count == 1)
  }

  @Test func anAnswerThatComesAfterTheCloseLeavesTheFilesToTheNextClient() async throws {
    let gate = Gate()
    let client = try configure { [app] options in
      options.transport = Transport { request in
        await gate.pass()
        return try app.server.respond(request)
      }
    }
    let start = Task { try await client.start() }
    await gate.untilSomebodyWaits()
    await client.close()
    let before = try app.content("state.json")
    await gate.open()
    await #expect(throws: BeckonError.closed) { try await start.value }
    #expect(try app.content("state.json") == before)
  }

  @Test func afterItIsClosedThereIsANewOne() async throws {
    let first = try configure()
    await first.close()
    let second = try configure(key: "pk_other")
    #expect(second !== first)
    #expect(try second.queueStatistics().events == 0)
  }

  @Test func theInstallKeepsTheIdThatAnotherSDKHasKnownItBy() async throws {
    #expect(try Beckon.installID(in: app.directory, known: "theirs") == "theirs")
    let client = try configure()
    #expect(try client.installID() == "theirs")
    try await client.start()
    #expect(app.server.requests[0].body.contains("\"install_id\":\"theirs\"".utf8))
    // The server knows it by this one now.
    #expect(try Beckon.installID(in: app.directory, known: "another") == "theirs")
  }

  @Test func whatWaitsUnderAnIdKeepsIt() throws {
    let client = try configure()
    let own = try client.installID()
    client.track("mine")
    #expect(try Beckon.installID(in: app.directory, known: "theirs") == own)
  }

  @Test func facesWorkWhereTheAppsOwnClientDoes() async throws {
    let clients = OpenClients()
    let usual = app.directory.appendingPathExtension("usual")
    #expect(clients.directoryOfFaces(usual: usual) == usual)
    let own = try clients.client(in: app.directory) { () throws(BeckonError) in
      try BeckonClient(
        base: "https://go.example.com", key: "pk_test", directory: app.directory,
        options: .testing(app.server))
    }
    .client
    #expect(clients.directoryOfFaces(usual: usual) == usual, "a face's own")
    own.isAskedForByApp.withLock { $0 = true }
    #expect(clients.directoryOfFaces(usual: usual)?.path == app.directory.path)
    await own.close()
    #expect(clients.directoryOfFaces(usual: usual) == usual)
  }

  @Test func whatWaitsUnderAnIdKeepsItAlsoWithoutAClient() async throws {
    func own() async throws -> String {
      let client = try configure()
      client.track("mine")
      await client.close()
      return try client.installID()
    }
    let id = try await own()
    #expect(try Beckon.installID(in: app.directory, known: "theirs") == id)
  }

  @Test func whereAnotherProcessWorksTheIdIsOnlyRead() async throws {
    let client = try configure()
    let own = try client.installID()
    await client.close()
    let lock = try DirectoryLock(app.directory)
    #expect(try Beckon.installID(in: app.directory, known: "theirs") == own)
    lock.release()
    #expect(try Beckon.installID(in: app.directory, known: "theirs") == "theirs")
  }

  @Test func whereAnotherProcessWorksAndHasNoIdYetNoneIsMade() throws {
    let lock = try DirectoryLock(app.directory)
    #expect(throws: BeckonError.directoryInUse(app.directory.path)) {
      try Beckon.installID(in: app.directory, known: "theirs")
    }
    #expect(try app.files("state.json").isEmpty)
    lock.release()
  }

  @Test func whatWaitedInAQueueOfBeforeIsSentInItsPlace() async throws {
    let place = app.directory.appendingPathExtension("earlier")
    let old = try configure { $0.directory = place }
    app.server.answerAll(.notSent)
    for number in 1...3 { old.track("event \(number)") }
    await old.close()
    let client = try configure()
    try client.takeOver(queueIn: place)
    client.track("event 4")
    app.server.answerAll(.usual)
    await client.flush()
    #expect(app.arrived == (1...4).map { "event \($0)" })
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test func anOldQueueGoesOnlyWhenItsCopyIsOnTheDisk() async throws {
    let place = app.directory.appendingPathExtension("earlier")
    let old = try configure { $0.directory = place }
    old.track("event")
    await old.close()
    let done = Locked<[String]>([])
    var files = FileAccess.system
    files.write = { file, bytes in
      done.withLock { $0.append("write") }
      return FileAccess.system.write(file, bytes)
    }
    files.synchronize = { file in
      done.withLock { $0.append("synchronize") }
      return FileAccess.system.synchronize(file)
    }
    files.remove = { path in
      if path.hasSuffix(".events") { done.withLock { $0.append("remove") } }
      return FileAccess.system.remove(path)
    }
    let client = try configure { $0.files = files }
    _ = try client.installID()
    done.withLock { $0 = [] }
    try client.takeOver(queueIn: place)
    let steps = done.withLock { $0 }
    let removed = try #require(steps.firstIndex(of: "remove"))
    #expect(steps.first == "write")
    #expect(steps[..<removed].contains("synchronize"))
  }

  @Test func whatAQueueOfBeforeHadDroppedIsToldAsTheAppTellsIt() async throws {
    let place = app.directory.appendingPathExtension("earlier")
    let old = try configure {
      $0.directory = place
      $0.queue = QueueLimits(events: 16)
    }
    for number in 1...17 { old.track("event \(number)") }
    await old.close()
    let client = try configure()
    var vendor = VendorFace(pathPrefix: "/vendor")
    vendor.dropRequest = { report in
      DurableRequest(
        key: report.id, method: "POST", path: "/vendor/drops", body: report.properties,
        dialect: .vendor)
    }
    _ = try Beckon.configure(
      face: vendor, url: try #require(URL(string: "https://go.example.com")), key: "alias",
      options: .testing(app.server, clock: app.clock, directory: app.directory))
    try client.takeOver(queueIn: place)
    #expect(try client.queueStatistics().dropsToReport == [.count: 2])
    try await client.start()
    await client.flush()
    #expect(app.server.requests.dropFirst().first?.url.hasSuffix("/vendor/drops") == true)
    #expect(app.arrived == (3...17).map { "event \($0)" })
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String.UTF8View) -> Bool {
    String(decoding: self, as: UTF8.self).contains(String(text))
  }
}
