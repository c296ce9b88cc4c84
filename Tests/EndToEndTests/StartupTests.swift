import BeckonModel
import Foundation
import TestPrograms
import Testing

@Suite(.serialized) struct StartupTests {
  /// Prints figures; judges none, as the machine does other things too.
  @Test("Time from start to ready, and memory at rest")
  func figures() async throws {
    var milliseconds: [Double] = []
    var kilobytes = 0
    for _ in 0..<9 {
      let server = try await RunningServer(try TemporaryFolder())
      milliseconds.append(server.startMilliseconds)
      #expect(try await server.get("/health").status == 200)
      kilobytes = max(kilobytes, residentKilobytes(server.processID))
      #expect(await server.stop() == 0)
    }
    milliseconds.sort()
    let figures: JSON = [
      "measurement": "startup", "database": "empty", "starts": .integer(milliseconds.count),
      "median_milliseconds": .number("\(milliseconds[4].rounded())"),
      "worst_milliseconds": .number("\(milliseconds[8].rounded())"),
      "resident_kilobytes_max": .integer(kilobytes),
    ]
    FileHandle.standardOutput.write(Data((figures.text + "\n").utf8))
  }

  private func residentKilobytes(_ process: Int32) -> Int {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
