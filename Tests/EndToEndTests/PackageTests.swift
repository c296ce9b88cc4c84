import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// `script/package`: what an operator without Swift downloads. That it starts on a bare Debian is
/// tried by `script/package --try`, which takes a download of Debian.
@Suite(.enabled(if: !TestDatabase.isPostgres, "opens no database"))
struct PackageTests {
  private static func shell(
    _ script: String, _ folder: TemporaryFolder, in place: String
  ) async throws -> (status: Int32, output: String) {
    let output = folder.file("output-\(UUID().uuidString)")
    let process = try ChildProcess(
      "/bin/bash", ["-euo", "pipefail", "-c", script],
      environment: ProcessInfo.processInfo.environment, folder: place, output: .file(output),
      errors: .file(output))
    let status = await process.ending()
    let text = FileManager.default.contents(atPath: output) ?? Data()
    return (status, String(decoding: text, as: UTF8.self))
  }

  @Test("An archive has the program, its checksums are right, and it installs itself")
  func archive() async throws {
    let folder = try TemporaryFolder()
    let (into, root) = (folder.file("package"), folder.file("root"))
    let packed = try await Self.shell(
      "script/package --program '\(try BeckonProgram.url().path)' --into '\(into)'", folder,
      in: BeckonProgram.package.path)
    #expect(packed.status == 0, "\(packed.output)")
    let version = try await BeckonProgram.run("version").output.dropLast()
    let name = try #require(packed.output.split(separator: "\n").last?.split(separator: "/").last)
    #expect(name.hasPrefix("beckon-\(version)-") && name.hasSuffix(".tar.gz"))
    let unpacked = try await Self.shell(
      """
      sha256sum --check --quiet \(name).sha256
      tar -xzf \(name)
      cd \(name.dropLast(7))
      sha256sum --check --quiet SHA256SUMS
      test "$(wc -l < SHA256SUMS)" = "$(find . -type f ! -name SHA256SUMS | wc -l)"
      test -f docs/OPERATING.md -a -f LICENSE -a -f monitoring/alerts.yml
      script/install --into '\(root)'
      '\(root)/usr/local/bin/beckon' version
      """, folder, in: into)
    #expect(unpacked.status == 0)
    #expect(unpacked.output == "\(version)\n")
  }

  @Test("A wrong command line packs nothing", arguments: ["--prefix /x", "--into", "--try"])
  func usage(_ words: String) async throws {
    let refused = try await Self.shell(
      "script/package \(words)", try TemporaryFolder(), in: BeckonProgram.package.path)
    #expect(refused.status == 64)
    #expect(refused.output.contains("script/package: "))
  }
}
