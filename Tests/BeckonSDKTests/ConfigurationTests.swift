import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonSDK

@Suite struct ConfigurationTests {
  @Test(arguments: ["ftp://example.com", "example.com", "https://"])
  func aURLThatIsNoServerIsRefused(text: String) throws {
    let url = try #require(URL(string: text))
    expectRefusal { () throws(BeckonError) in try Beckon.configure(url: url, key: "pk_1") }
  }

  @Test(arguments: ["", "pk_ 1", "pk_\u{E9}", "sk_1"])
  func aKeyThatIsNoneOrASecretIsRefused(key: String) throws {
    let url = try #require(URL(string: "https://example.com"))
    expectRefusal { () throws(BeckonError) in try Beckon.configure(url: url, key: key) }
  }

  @Test func infoPlistNamesServerAndKey() throws {
    let app = TestApp()
    let information = ["BeckonURL": "https://example.com/", "BeckonKey": "pk_1"]
    let client = try Beckon.configure(
      information: information, options: BeckonOptions(directory: app.directory))
    #expect(client.connection.base == "https://example.com")
    expectRefusal { () throws(BeckonError) in
      try Beckon.configure(information: [:], options: BeckonOptions())
    }
  }

  @Test func anOptionOutOfBoundsIsTakenAsTheNearestThatIsSound() async throws {
    var options = BeckonOptions(
      queue: QueueLimits(ageDays: .max), flushSeconds: .nan, timeoutSeconds: .infinity)
    #expect(options.queue.ageDays == 36_500)
    #expect(options.flushSeconds == 0.01)
    #expect(options.timeoutSeconds == 120)
    options.flushSeconds = .infinity
    options.timeoutSeconds = -.infinity
    options.flushEvents = .min
    options.queue.events = 0
    options.queue.bytes = .min
    options.queue.ageDays = .min
    #expect(options.flushSeconds == 86_400)
    #expect(options.timeoutSeconds == 1)
    #expect(options.flushEvents == 1)
    #expect(options.queue.events == 16)
    #expect(options.queue.bytes == 65_536)
    #expect(options.queue.ageDays == 1)
  }

  @Test func theWidestBoundsAreHarmless() async throws {
    let app = TestApp()
    var options = BeckonOptions.testing(app.server, clock: app.clock, directory: app.directory)
    options.queue = QueueLimits(events: .max, bytes: .max, ageDays: .max)
    options.flushEvents = .max
    options.flushSeconds = .infinity
    options.timeoutSeconds = .infinity
    let client = try Beckon.configure(
      url: try #require(URL(string: "https://go.example.com")), key: "pk_1", options: options)
    client.track("event")
    app.server.play(.status(500, headers: ["Date": BoundsTests.date(app.clock.now)]))
    await client.flush()
    await client.flush()
    #expect(app.arrived == ["event"])
  }

  private func expectRefusal(_ configure: () throws(BeckonError) -> BeckonClient) {
    do throws(BeckonError) {
      _ = try configure()
      Issue.record("it was taken")
    } catch {
      guard case .invalidConfiguration = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
