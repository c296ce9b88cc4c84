import BeckonModel
import BeckonSDK
import BeckonTesting
import ChildProcess
import Foundation
import Testing

@Suite struct KillTests {
  @Test(.timeLimit(.minutes(3)))
  func whateverMomentTheAppIsKilledAtNothingTrackedIsLostOrCountedTwice() throws {
    let seed = UInt64.random(in: 0...999_999)
    let program = try ChildProcess(
      builtProgram(), ["sdk-kill", "--rounds", "8", "--seed", "\(seed)"], output: .pipe)
    let text = program.output?.readDataToEndOfFile() ?? Data()

    let line = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    let result = try JSONReader.read(line)
    #expect(program.waitUntilExit() == 0, "beckon-sim sdk-kill --seed \(seed): \(line)")
    #expect(result["lost"] == 0)
    #expect(try #require(result["tracked"]?.integer) > 0)
  }

  @Test func eventsCrossARealSocketAndSurviveAServerThatHangsUp() async throws {
    let app = TestApp()
    let server = app.server
    server.play(.lost, .status(503), .lost)
    let socket = try LoopbackServer { request in
      guard let response = try? server.respond(request) else { return .hangUp }
      return .answer(response)
    }
    defer { socket.stop() }
    let address = try #require(URL(string: socket.url))
    let client = try Beckon.configure(
      url: address, key: "pk_test", options: BeckonOptions(directory: app.directory))
    for number in 1...5 { client.track("event \(number)") }
    for _ in 1...3 { #expect(await client.flush().remaining == 5) }
    #expect(await client.flush().delivered == 5)
    #expect(app.arrived == (1...5).map { "event \($0)" })
    await client.close()
  }

  /// The built program: from the environment, or from this package's build.
  private func builtProgram() -> String {
    if let path = ProcessInfo.processInfo.environment["BECKON_SIM_PROGRAM"] {
      return path
    }
    var root = URL(fileURLWithPath: #filePath)
    for _ in 1...4 { root.deleteLastPathComponent() }
    return root.appendingPathComponent(".build/debug/beckon-sim").path
  }
}
