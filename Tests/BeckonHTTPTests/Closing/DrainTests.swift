import BeckonBasics
import BeckonHTTP
import Testing

@Suite(.serialized) struct DrainTests {
  @Test func finishesWhatIsInFlightAndClosesTheRest() async throws {
    let gate = Gate()
    let server = try serve { request in
      if request.path == "/slow" { await gate.pass() }
      return await echo(request)
    }
    let idle = try RawClient(port: server.port)
    await idle.get("/")
    _ = try await idle.answer()
    let busy = try RawClient(port: server.port)
    await busy.get("/slow")
    await gate.arrived(1)

    async let drained: Void = server.drain(milliseconds: 20_000)
    #expect(await idle.isClosed())
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
    await gate.open()
    let answer = try await busy.answer()
    #expect(answer.body == "GET|slow||127.0.0.1|0")
    #expect(answer.headers["connection"] == "close")
    #expect(await busy.isClosed())
    await drained
    #expect(server.statistics == .init(connections: 0, requestsInFlight: 0))
  }

  @Test func answersWhatHangsAndReturnsInTime() async throws {
    let gate = Gate()
    let server = try serve { request in
      await gate.pass()
      return await echo(request)
    }
    let client = try RawClient(port: server.port)
    await client.get("/hangs")
    await gate.arrived(1)
    let start = MonotonicClock.nanoseconds()
    await server.drain(milliseconds: 1_000)
    let milliseconds = (MonotonicClock.nanoseconds() - start) / 1_000_000
    #expect(milliseconds >= 700, "what hangs had no time to end")
    let answer = try await client.answer()
    #expect(answer.status == 503)
    #expect(answer.body == "shuttingDown")
    await gate.open()
  }

  @Test func aConnectionWhoseAnswerIsGoingOutIsClosedAfterIt() async throws {
    let bytes = 16 << 20
    let server = try serve { _ in
      HTTPResponse(status: 200, body: [UInt8](repeating: 65, count: bytes))
    }
    let idle = try RawClient(port: server.port)
    let reading = try RawClient(port: server.port, receiveBufferBytes: 4_096)
    await reading.get("/long")
    // More than fits on the way: the rest waits for the client to read.
    while !reading.hasBytes { await Task.yield() }
    // Longer than any test may take: that it ends shows that it does not wait for the time.
    async let drained: Void = server.drain(milliseconds: 36_000_000)
    #expect(await idle.isClosed())
    // All connections hear of it before the statistics can be read.
    _ = server.statistics
    #expect(try await reading.answer().body.utf8.count == bytes)
    #expect(await reading.isClosed())
    await drained
  }

  @Test func aRequestBehindTheOneInFlightIsNotBegun() async throws {
    let gate = Gate()
    let handled = Locked(0)
    let server = try serve { request in
      handled.withLock { $0 += 1 }
      await gate.pass()
      return await echo(request)
    }
    let idle = try RawClient(port: server.port)
    let client = try RawClient(port: server.port)
    await client.get("/1")
    await client.get("/2")
    await gate.arrived(1)
    async let drained: Void = server.drain(milliseconds: 20_000)
    #expect(await idle.isClosed())
    // All connections hear of it before the statistics can be read.
    #expect(server.statistics.requestsInFlight == 1)
    await gate.open()
    #expect(try await client.answer().body == "GET|1||127.0.0.1|0")
    #expect(await client.isClosed())
    await drained
    #expect(handled.withLock { $0 } == 1)
  }

  @Test func drainsUnderLoadWithoutLosingAnAcceptedRequest() async throws {
    let begun = Locked(0)
    let server = try serve { request in
      begun.withLock { $0 += 1 }
      await Task.yield()
      return await echo(request)
    }
    let load = Task {
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { await answersUntilClosed(port: server.port) } }
        return await group.reduce(0, +)
      }
    }
    while begun.withLock({ $0 }) < 500 { await Task.yield() }
    await server.drain(milliseconds: 20_000)
    #expect(await load.value == begun.withLock { $0 })
  }

  @Test func aSecondDrainWaitsForTheFirst() async throws {
    let server = try serve()
    async let first: Void = server.drain(milliseconds: 1_000)
    async let second: Void = server.drain(milliseconds: 1_000)
    _ = await (first, second)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  @Test func aServerThatIsLetGoStops() async throws {
    let gate = Gate()
    var server: HTTPServer? = try serve { request in
      await gate.pass()
      return await echo(request)
    }
    let client = try RawClient(port: server?.port ?? 0)
    await client.get("/")
    await gate.arrived(1)
    server = nil
    #expect(server == nil)
    await gate.open()
    let answer = try? await client.answer()
    #expect(answer == nil || answer?.body == "shuttingDown")
  }

  /// An answer that comes while the loops stop finds its connection or its loop gone.
  @Test func stoppingWhileAnswersComeHarmsNothing() async throws {
    for _ in 1...40 {
      let gate = Gate()
      var server: HTTPServer? = try serve { request in
        await gate.pass()
        return await echo(request)
      }
      let clients = try (0..<20).map { _ in try RawClient(port: server?.port ?? 0) }
      for client in clients { await client.get("/") }
      await gate.arrived(20)
      await gate.open()
      server = nil
      for client in clients {
        let answer = try? await client.answer()
        #expect(answer.map { [200, 503].contains($0.status) } ?? true)
      }
      #expect(server == nil)
    }
  }
}

private func answersUntilClosed(port: Int) async -> Int {
  guard let client = try? RawClient(port: port) else { return 0 }
  var count = 0
  while true {
    await client.get("/")
    guard let answer = try? await client.answer(), answer.status == 200 else { return count }
    count += 1
  }
}
