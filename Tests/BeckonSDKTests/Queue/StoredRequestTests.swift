import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonSDK

/// Durable requests as they stand in the queue's file.
@Suite struct StoredRequestTests {
  let app = TestApp()

  @Test(arguments: [
    #"{"key":"k","method":"PATCH","path":"/v1/people/x","body":{"a":1}}"#,
    #"{"key":"k","method":"POST","path":"/vendor","body":{"a":1},"dialect":"vendor"}"#,
  ])
  func whatTheVersionBeforeHasStoredIsRead(text: String) throws {
    let request = try #require(DurableRequest(json: try JSONReader.read(text)))
    #expect(request.body == ["a": 1])
    #expect(request.headers.isEmpty)
    // And written as it was, so that the version before can read it too.
    #expect(request.json.text == text)
  }

  @Test func headersWaitWithTheRequestAndNoBodyIsSentWhereNoneIsNeeded() async throws {
    let client = try app.launch()
    app.server.decide { _ in .notSent }
    let request = DurableRequest(
      key: "0190000-0001", method: "DELETE", path: "/vendor/things/1",
      headers: ["X-Vendor-Key": "v", "X-Other": "o"], dialect: .vendor)
    #expect(try await client.send(request, patienceMilliseconds: 0) == .queued)
    await client.close()
    app.server.decide { _ in .status(200, body: Array("{}".utf8)) }
    _ = await (try app.launch()).flush()
    let sent = try #require(app.server.requests.last)
    #expect(sent.method == "DELETE")
    #expect(sent.body.isEmpty)
    #expect(sent.headers["X-Vendor-Key"] == "v")
    #expect(sent.headers["X-Other"] == "o")
    #expect(sent.headers["Content-Type"] == nil)
    #expect(sent.headers["Idempotency-Key"] == "0190000-0001")
  }
}
