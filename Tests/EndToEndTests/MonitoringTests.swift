import BeckonModel
import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// The alert rules and the dashboard for Grafana beside what the server measures.
@Suite(.enabled(if: !TestDatabase.isPostgres, "is not about the database"))
struct MonitoringTests {
  private static let folder = BeckonProgram.package.path + "/script/lib/monitoring"
  private static let promtool = BeckonProgram.package.path + "/.build/tools/promtool"
  private static var isThere: Bool { FileManager.default.isExecutableFile(atPath: promtool) }

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  private static func ask(_ words: String...) async throws -> (status: Int32, output: String) {
    let output = try TemporaryFolder()
    let process = try ChildProcess(
      promtool, words, environment: [:], folder: folder, output: .file(output.file("out")),
      errors: .file(output.file("out")))
    let status = await process.ending()
    let text = FileManager.default.contents(atPath: output.file("out")) ?? Data()
    return (status, String(decoding: text, as: UTF8.self))
  }

  /// The queries of the dashboard's panels.
  private static func queries() throws -> [String] {
    func items(_ json: JSON?) -> [JSON] {
      guard case .array(let items) = json else { return [] }
      return items
    }
    let panels = items(try JSONReader.read(try text("grafana.json"))["panels"])
    return panels.flatMap { items($0["targets"]) }.compactMap { $0["expr"]?.string }
  }

  @Test("Each alert rings when it should, and not else", .enabled(if: isThere, "is for Debian"))
  func alerts() async throws {
    let tried = try await Self.ask("test", "rules", "alerts.test.yml")
    #expect(tried.status == 0, "\(tried.output)")
    let rules = try Self.text("alerts.yml").matches(of: /alert: (\w+)/).map { String($0.1) }
    let tests = try Self.text("alerts.test.yml")
    #expect(rules.count >= 10 && rules.allSatisfy { tests.contains($0) })
  }

  @Test("Prometheus can read each query of the dashboard", .enabled(if: isThere, "is for Debian"))
  func dashboard() async throws {
    let queries = try Self.queries()
    #expect(queries.count >= 20)
    let rows = queries.enumerated().map { index, query in
      "      - {record: \"a:b\(index)\", expr: \(JSON.string(query.replacing("$instance", with: "a")).text)}"
    }
    let folder = try TemporaryFolder()
    let file = folder.file("queries.yml")
    try "groups:\n  - name: a\n    rules:\n\(rows.joined(separator: "\n"))\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let checked = try await Self.ask("check", "rules", file)
    #expect(checked.status == 0, "\(checked.output)")
  }

  @Test("Alerts and dashboard ask only for what the server measures")
  func names() async throws {
    let server = try await RunningServer(try TemporaryFolder())
    _ = try await server.ask("GET", "/health")
    let measured = try await server.get("/metrics").text.matches(of: #/# TYPE (\w+) /#).map {
      String($0.1)
    }
    #expect(await server.stop() == 0)
    let asked = (try Self.queries() + [try Self.text("alerts.yml")]).flatMap { text in
      text.matches(of: /\b(beckon_\w+|process_\w+)/).map { String($0.1) }
    }
    #expect(asked.count > 30)
    let unknown = Set(asked.map { $0.hasSuffix("_bucket") ? String($0.dropLast(7)) : $0 })
      .subtracting(measured)
    // A pattern of names, which promtool tries.
    #expect(unknown.subtracting(["beckon_"]).isEmpty)
  }
}
