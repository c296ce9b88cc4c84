import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// What the server measures, as Prometheus' own tool reads it.
@Suite(.enabled(if: !TestDatabase.isPostgres, "is not about the database"))
struct MetricsTests {
  /// `script/bootstrap --test` puts it there.
  private static let promtool = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent(".build/tools/promtool").path

  private static func check(_ text: String) async throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let process = try ChildProcess(
      promtool, ["check", "metrics"], environment: [:], folder: folder.path, input: .pipe,
      output: .file(folder.file("out")), errors: .file(folder.file("out")))
    try process.input?.write(contentsOf: Data(text.utf8))
    try process.input?.close()
    let status = await process.ending()
    let output = FileManager.default.contents(atPath: folder.file("out")) ?? Data()
    return (status, String(decoding: output, as: UTF8.self))
  }

  @Test(
    "Prometheus' own tool finds no fault in what the server measures",
    .enabled(if: FileManager.default.isExecutableFile(atPath: promtool), "promtool is for Debian"))
  func exposition() async throws {
    let server = try await RunningServer(try TemporaryFolder())
    // Something of every kind that a new server can have counted.
    _ = try await server.ask("GET", "/health")
    _ = try await server.get("/none/such")
    let text = try await server.get("/metrics").text
    let checked = try await Self.check(text)
    #expect(checked.status == 0, "\(checked.output)")
    #expect(checked.output == "", "\(text)")
    for name in ["beckon_build_info{version=", "process_resident_memory_bytes "] {
      #expect(text.contains(name), "\(text)")
    }
    #expect(await server.stop() == 0)
    let faulty = try await Self.check("# TYPE requests counter\nrequests 1\n")
    #expect(faulty.status != 0)
  }
}
