import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// What shells complete behind `beckon`, asked of the shells themselves.
@Suite(.enabled(if: !TestDatabase.isPostgres, "opens no database"))
struct CompletionsTests {
  /// What a shell prints that has read the completions, which stand in `$1`.
  private static func ask(_ shell: String, _ words: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    let name = URL(fileURLWithPath: shell).lastPathComponent
    let script = try await BeckonProgram.run("completions", name)
    try #require(script.status == 0, "\(script.errors)")
    try script.output.write(toFile: folder.file("script"), atomically: true, encoding: .utf8)
    let output = folder.file("output")
    let process = try ChildProcess(
      shell, words + [folder.file("script")], environment: ["HOME": folder.path],
      folder: folder.path,
      output: .file(output), errors: .file(output))
    _ = await process.ending()
    let text = String(
      decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  /// What bash offers behind a line, whose last word is begun.
  private static func bash(_ line: String) async throws -> [String] {
    let words = line.components(separatedBy: " ").map { "'\($0)'" }
    return try await ask(
      "/bin/bash",
      [
        "-c",
        """
        source "$0"; COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        _beckon; printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
  }

  @Test("bash completes commands, words, options and nothing where only the user knows")
  func bash() async throws {
    #expect(try await Self.bash("beckon se") == ["serve"])
    #expect(try await Self.bash("beckon app keys r") == ["revoke", "rotate"])
    #expect(try await Self.bash("beckon backup --k") == ["--keep"])
    #expect(try await Self.bash("beckon backup --keep ") == [])
    #expect(try await Self.bash("beckon import peo") == ["people"])
    #expect(try await Self.bash("beckon none --") == ["--help"])
  }

  @Test("zsh is offered the same, with what it means")
  func zsh() async throws {
    func offered(_ line: String) async throws -> String {
      let words = line.components(separatedBy: " ").map { "'\($0)'" }
      let asked = """
        compdef() { : }; _describe() { print -l -- $commands }; _arguments() { print -l -- "$@" }
        compadd() { print -l -- "$@" }
        source "$0"; words=(\(words.joined(separator: " "))); CURRENT=\(words.count); _beckon
        """
      return try await Self.ask("/bin/zsh", ["-f", "-c", asked]).joined(separator: "\n")
    }
    #expect(try await offered("beckon se").contains("serve:"))
    #expect(try await offered("beckon backup --").contains("--into[in place of --to"))
    #expect(try await offered("beckon serve --").contains("--listen["))
    #expect(try await offered("beckon app keys r") == "add\nlist\nrevoke\nrotate")
  }

  @Test(
    "fish completes them too",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish"), "no fish"))
  func fish() async throws {
    func offered(_ line: String) async throws -> [String] {
      let asked = "source $argv[1]; complete --do-complete '\(line)'"
      return try await Self.ask("/usr/bin/fish", ["--no-config", "-c", asked]).map {
        String($0.prefix { $0 != "\t" })
      }
    }
    #expect(try await offered("beckon se") == ["serve"])
    #expect(try await offered("beckon app keys r") == ["revoke", "rotate"])
    #expect(try await offered("beckon backup --k") == ["--keep"])
  }

  @Test("Another shell is refused")
  func unknown() async throws {
    let refused = try await BeckonProgram.run("completions", "bsh")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("bash"))
  }
}
