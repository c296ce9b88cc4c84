import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@Suite struct URLSessionTransportTests {
  @Test func aRequestAndItsAnswerCrossTheSocketWhole() async throws {
    let server = try LoopbackServer { request in
      let text = "\(request.method) \(request.url) \(request.headers["x-test"] ?? "") "
      return .answer(
        TransportResponse(
          status: 201, headers: ["X-Answer": "yes"], body: Array(text.utf8) + request.body))
    }
    defer { server.stop() }
    let response = try await Transport.urlSession().send(
      TransportRequest(
        method: "PATCH", url: server.url + "/a%2Fb?c=d", headers: ["X-Test": "1"],
        body: Array("body".utf8)))
    #expect(response.status == 201)
    #expect(response.headers["x-answer"] == "yes")
    #expect(String(decoding: response.body, as: UTF8.self) == "PATCH /a%2Fb?c=d 1 body")
  }

  @Test func aRedirectToAnotherHostIsNotFollowed() async throws {
    let other = try LoopbackServer { _ in .answer(TransportResponse(status: 200)) }
    let server = try LoopbackServer { _ in
      .answer(TransportResponse(status: 302, headers: ["Location": other.url + "/stolen"]))
    }
    defer {
      server.stop()
      other.stop()
    }
    let response = try await Transport.urlSession().send(
      TransportRequest(method: "GET", url: server.url + "/"))
    #expect(response.status == 302)
  }

  @Test func nobodyListeningIsNotSent() async throws {
    let server = try LoopbackServer { _ in .hangUp }
    server.stop()
    await #expect {
      try await Transport.urlSession().send(TransportRequest(method: "GET", url: server.url))
    } throws: { error in
      guard case TransportError.notSent = error else { return false }
      return true
    }
  }

  @Test func aConnectionThatBreaksMayHaveArrived() async throws {
    let server = try LoopbackServer { _ in .hangUp }
    defer { server.stop() }
    await #expect {
      try await Transport.urlSession().send(
        TransportRequest(method: "POST", url: server.url, body: [1]))
    } throws: { error in
      guard case TransportError.noAnswer = error else { return false }
      return true
    }
  }

  @Test func aServerThatNeverAnswersRunsIntoTheTimeOut() async throws {
    let server = try LoopbackServer { _ in
      .answer(TransportResponse(status: 200), delayMilliseconds: 5_000)
    }
    defer { server.stop() }
    await #expect(throws: TransportError.self) {
      try await Transport.urlSession().send(
        TransportRequest(method: "GET", url: server.url, timeoutMilliseconds: 1_000))
    }
  }

  /// An app may close its client while a request is about to start; whoever waits hears of it.
  @Test(arguments: [true, false])
  func whoeverIsCancelledWaitsNoLonger(isCancelledFirst: Bool) async throws {
    let server = try LoopbackServer { _ in .hangUp }
    defer { server.stop() }
    let transport = Transport.urlSession()
    let ended = Locked(0)
    let count = 200
    for _ in 0..<count {
      let mayStart = Locked(!isCancelledFirst)
      let task = Task {
        while !mayStart.withLock({ $0 }) { await Task.yield() }
        _ = try? await transport.send(TransportRequest(method: "GET", url: server.url))
        ended.withLock { $0 += 1 }
      }
      task.cancel()
      mayStart.withLock { $0 = true }
    }
    try await eventually { ended.withLock { $0 } == count }
  }
}
