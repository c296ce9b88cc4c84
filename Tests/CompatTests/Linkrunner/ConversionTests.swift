import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

@Suite(.timeLimit(.minutes(1))) struct ConversionTests {
  let app = LinkrunnerApp()
  let fake = LinkrunnerFake()

  @Test func aValueInAnAnswerIsAppliedIfItIsNotBelowTheLast() async throws {
    let client = LinkrunnerClient(try session())
    let values = [
      Linkrunner.ConversionValue(fine: 5, coarse: "medium"),
      Linkrunner.ConversionValue(fine: 3, coarse: "low"),
      Linkrunner.ConversionValue(fine: 5, coarse: "high", locks: true),
      Linkrunner.ConversionValue(fine: 63, coarse: "high"),
    ]
    for (index, value) in values.enumerated() {
      fake.answer(.captureEvent, with: value.json)
      try await client.trackEvent("event")
      guard index != 1 else { continue }
      let count = index == 0 ? 1 : index
      try await eventually { app.converted.withLock { $0.count } == count }
    }
    #expect(app.converted.withLock { $0 } == [values[0], values[2], values[3]])
    // What was applied outlives the process.
    #expect(app.defaults.object(forKey: "linkrunner_conversion_value") as? Int == 63)
  }

  @Test(arguments: [
    #"{"fine_conversion_value":64}"#, #"{"fine_conversion_value":-1}"#,
    #"{"fine_conversion_value":"5"}"#, #"{"coarse_conversion_value":"high"}"#, "[]", "null",
  ])
  func whatIsNoValueIsNotApplied(data: String) throws {
    let fields = try? Fields(try JSONReader.read(data))
    #expect(fields.flatMap { try? Linkrunner.ConversionValue($0) } == nil)
  }

  @Test func theFirstValueIsRegisteredOnce() async throws {
    let service = SKAdNetworkService(try session())
    await service.registerInitialConversionValue()
    await service.registerInitialConversionValue()
    #expect(
      app.converted.withLock { $0 } == [Linkrunner.ConversionValue(fine: 0, coarse: "low")])
    #expect(await service.updateConversionValue(fineValue: 7, coarseValue: "high"))
    #expect(await service.updateConversionValue(fineValue: 6) == false)
    #expect(await service.updateConversionValue(fineValue: 64) == false)
  }

  @Test func aValueThatCouldNotBeAppliedDoesNotStandInTheWay() async throws {
    let session = try session()
    var surroundings = session.surroundings
    surroundings.convert = { _ in false }
    session.replace(surroundings, defaults: app.defaults)
    #expect(await session.convert(Linkrunner.ConversionValue(fine: 9)) == false)
    #expect(session.install.conversion == nil)
  }

  @Test func valuesAreToldOneAfterTheOther() async throws {
    let session = try session()
    var surroundings = session.surroundings
    let (begun, told) = (Locked<[Int64]>([]), Locked<[Int64]>([]))
    surroundings.convert = { value in
      begun.withLock { $0.append(value.fine) }
      // The first takes its time, as long as the second might need to pass it.
      for _ in 0..<50 where value.fine == 5 && !told.withLock({ $0.contains(7) }) {
        // Sleeps because: what shall not happen is waited for, and found out by this at the latest.
        try? await Task.sleep(nanoseconds: 5_000_000)
      }
      told.withLock { $0.append(value.fine) }
      return true
    }
    session.replace(surroundings, defaults: app.defaults)
    async let first = session.convert(Linkrunner.ConversionValue(fine: 5))
    try await eventually { begun.withLock { $0 == [5] } }
    async let second = session.convert(Linkrunner.ConversionValue(fine: 7))
    #expect(await [first, second] == [true, true])
    #expect(told.withLock { $0 } == [5, 7])
    #expect(session.install.conversion == 7)
  }

  private func session() throws -> LinkrunnerSession {
    let fake = fake
    let session = app.session(
      app.surroundings(transport: Transport { try fake.respond($0) }))
    let url = try #require(URL(string: "https://go.example.com"))
    LinkrunnerClient(session).configure(token: "token_1", server: url)
    return session
  }
}
