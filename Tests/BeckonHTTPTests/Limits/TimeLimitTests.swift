import BeckonBasics
import BeckonHTTP
import Testing

@Suite(.serialized) struct TimeLimitTests {
  @Test func aHandlerThatHangsIsAnswered503AndItsLateAnswerDropped() async throws {
    let gate = Gate()
    let end = Gate()
    let cancelled = Locked(false)
    let server = try serve(HTTPServerConfiguration(requestMilliseconds: 150)) { request in
      guard request.path == "/slow" else { return await echo(request) }
      await gate.pass()
      cancelled.withLock { $0 = Task.isCancelled }
      await end.pass()
      return HTTPResponse(status: 200, body: Array("late".utf8))
    }
    let client = try RawClient(port: server.port)
    await client.get("/slow")
    let answer = try await client.answer()
    #expect(answer.status == 503)
    #expect(answer.body == "deadlineExceeded")
    await gate.open()
    await client.get("/next")
    #expect(try await client.answer().body == "GET|next||127.0.0.1|0")
    await end.arrived(1)
    #expect(cancelled.withLock { $0 })
    await end.open()
    await client.get("/last")
    #expect(try await client.answer().body == "GET|last||127.0.0.1|0")
  }

  @Test func aThousandAnswersThatRaceTheirDeadlineComeOnceEach() async throws {
    let server = try serve(HTTPServerConfiguration(requestMilliseconds: 20)) { request in
      let turn = UInt64(request.segments[1]) ?? 0
      // Sleeps because: the handlers must end around the deadline, some before, some after.
      try? await Task.sleep(nanoseconds: 15_000_000 + turn * 1_000_000)
      return await echo(request)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          let client = try RawClient(port: server.port)
          for turn in 0..<20 {
            await client.get("/\(number)/\(turn)")
            let answer = try await client.answer()
            #expect(
              answer.body == "deadlineExceeded"
                || answer.body == "GET|\(number),\(turn)||127.0.0.1|0")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [
    "", "GET / HT", "GET / HTTP/1.1\r\nHost: t\r\nX-Slow: ",
    "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1000\r\n\r\n",
  ])
  func aClientThatTricklesIsCut(start: String) async throws {
    let server = try serve(HTTPServerConfiguration(idleMilliseconds: 200, receiveMilliseconds: 200))
    let client = try RawClient(port: server.port)
    await client.send(start)
    let trickle = Task {
      while !Task.isCancelled, await client.send("a") {
        // Sleeps because: a client that trickles is what is tested.
        try? await Task.sleep(nanoseconds: 10_000_000)
      }
    }
    await trickle.value
    #expect(await client.isClosed())
  }

  @Test func anIdleConnectionIsClosed() async throws {
    let server = try serve(HTTPServerConfiguration(idleMilliseconds: 100))
    let client = try RawClient(port: server.port)
    await client.get("/")
    #expect(try await client.answer().status == 200)
    #expect(await client.isClosed())
  }

  @Test func aClientThatNeverReadsItsAnswerIsCut() async throws {
    let server = try serve(HTTPServerConfiguration(sendMilliseconds: 200)) { _ in
      HTTPResponse(status: 200, body: Array(repeating: 0x61, count: 50_000_000))
    }
    let client = try RawClient(port: server.port, receiveBufferBytes: 4_096)
    await client.get("/")
    let deadline = MonotonicClock.nanoseconds() + 20_000_000_000
    var wasSeen = false
    while MonotonicClock.nanoseconds() < deadline {
      let open = server.statistics.connections
      wasSeen = wasSeen || open > 0
      if wasSeen, open == 0 { break }
      // Sleeps because: it asks again until the connection is closed.
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    #expect(wasSeen)
    #expect(server.statistics.connections == 0)
    await #expect(throws: RawClient.Failure.self) { _ = try await client.answer() }
  }

  @Test func aHandlerMayTakeLongerThanTheOtherLimits() async throws {
    let server = try serve(
      HTTPServerConfiguration(idleMilliseconds: 50, receiveMilliseconds: 50, sendMilliseconds: 50)
    ) { request in
      // Sleeps because: a handler that takes longer than the other limits is what is tested.
      try? await Task.sleep(nanoseconds: 400_000_000)
      return await echo(request)
    }
    let client = try RawClient(port: server.port)
    await client.get("/")
    #expect(try await client.answer().status == 200)
  }
}
