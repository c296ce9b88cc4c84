import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// The commands of the documents by which a server is run, as they stand there.
@Suite(.enabled(if: !TestDatabase.isPostgres, "has a file in place of the documents' PostgreSQL"))
struct DocumentedCommandsTests {
  /// What is not run, by how it begins.
  struct Left: Sendable {
    let document: String
    let command: String
    let reason: String
    /// Whether it is a whole block, of which it is the first line.
    var isBlock = false
  }

  /// It may only shrink, and what no document has any more is struck out: `count` holds it.
  private static let left = [
    Left(document: "README.md", command: "script/demo", reason: "builds; DemoTests play it"),
    Left(document: "README.md", command: "script/test", reason: "is what runs this test"),
    Left(
      document: "docs/OPERATING.md", command: "sudo script/install",
      reason: "changes the machine; InstallTests run it below a folder"),
    Left(
      document: "docs/OPERATING.md", command: "BECKON_PUBLIC_URL=",
      reason: "settings of a file, not a command", isBlock: true),
    Left(
      document: "docs/OPERATING.md", command: "$ script/package", reason: "PackageTests packs one",
      isBlock: true),
    Left(
      document: "docs/OPERATING.md", command: "sha256sum", reason: "PackageTests unpacks one",
      isBlock: true),
    Left(
      document: "docs/OPERATING.md", command: "go.example.com {",
      reason: "a proxy's settings, not a command", isBlock: true),
    Left(
      document: "docs/OPERATING.md", command: "sudo -u postgres createuser",
      reason: "a role of the machine's PostgreSQL"),
    Left(
      document: "docs/OPERATING.md", command: "sudo -u postgres createdb",
      reason: "a database of the machine's PostgreSQL"),
    Left(
      document: "docs/OPERATING.md", command: "beckon serve --database 'postgres:",
      reason: "a PostgreSQL on another machine"),
    Left(
      document: "docs/OPERATING.md", command: "postgres://", reason: "a URL, not a command"),
    Left(
      document: "docs/OPERATING.md", command: "umask",
      reason: "SQLite's shell, which need not be here", isBlock: true),
    Left(
      document: "docs/OPERATING.md", command: "pg_dump", reason: "PostgreSQL's own programs",
      isBlock: true),
    Left(
      document: "docs/OPERATING.md", command: "# postgresql.conf",
      reason: "PostgreSQL's settings and programs", isBlock: true),
    Left(
      document: "docs/OPERATING.md", command: "beckon doctor", reason: "asks a domain over https"),
    Left(document: "docs/BACKUP.md", command: "0 3 * * *", reason: "a line of a crontab"),
    Left(
      document: "docs/BACKUP.md", command: "$ createdb", reason: "a database of a PostgreSQL"),
    Left(
      document: "docs/BACKUP.md", command: "copied", reason: "only output", isBlock: true),
    Left(
      document: "docs/WEBHOOKS.md", command: "POST /beckon",
      reason: "a request as it is on the wire", isBlock: true),
  ]

  @Test("No more commands are left out than were")
  func count() { #expect(Self.left.count <= 19) }

  /// The documents, and how many of their commands are run here. README's session is run by
  /// `ReadmeSessionTests`, which compares what is printed.
  private static let documents = [
    ("README.md", 0), ("docs/OPERATING.md", 7), ("docs/BACKUP.md", 6), ("docs/WEBHOOKS.md", 1),
  ]

  @Test("Each command of a document works", arguments: documents)
  func works(path: String, count: Int) async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server =
      path == "docs/BACKUP.md" ? nil : try await RunningServer(folder)
    let said = try await Self.said(folder, keys, server)
    var unused = Self.left.filter { $0.document == path }
    let used = unused
    var commands = 0
    for block in ReadmeSession.blocks(of: try ReadmeSession.text(of: path))
    where block.heading != "A session" {
      if let whole = used.first(where: {
        $0.isBlock && block.lines.first?.hasPrefix($0.command) == true
      }) {
        unused.removeAll { $0.command == whole.command }
        continue
      }
      let steps = block.steps.filter { step in
        let names = [step.command, "$ " + step.command]
        let left = used.first { left in
          !left.isBlock && names.contains { $0.hasPrefix(left.command) }
        }
        unused.removeAll { $0.command == left?.command }
        return left == nil
      }
      commands += steps.count
      try await Self.run(steps, keys, folder, said)
    }
    #expect(commands == count, "the document has other commands than this test knows")
    #expect(unused.isEmpty, "is no command any more: strike it out: \(unused.map(\.command))")
    if let server { #expect(await server.stop() == 0) }
  }

  /// Runs the commands of a block in one shell. A refused call is a failed command.
  private static func run(
    _ steps: [ReadmeSession.Step], _ keys: AppKeys, _ folder: TemporaryFolder,
    _ said: [(said: String, real: String)]
  ) async throws {
    guard !steps.isEmpty else { return }
    let commands = steps.map { step in
      said.reduce(step.command) { $0.replacing($1.said, with: $1.real) }
    }
    let script = """
      set -e
      curl() { command curl --silent --show-error --fail-with-body "$@"; }
      SK=\(keys.secret)
      \(commands.joined(separator: "\n"))
      """
    let (status, output) = try await ReadmeSession.run("/bin/bash", script, folder)
    #expect(status == 0, "\(commands.joined(separator: "\n"))\n\(output)")
    // Numbers are another machine's, so of what is printed each line only begins as it says there.
    let labels = steps.flatMap(\.printed).filter { $0.first?.isLetter == true }
      .compactMap { $0.split(separator: " ").first }
    for label in labels {
      #expect(output.split(separator: "\n").contains { $0.hasPrefix(label) }, "\(label): \(output)")
    }
  }

  /// What stands in the documents in place of names of one's own, and what is there here.
  private static func said(
    _ folder: TemporaryFolder, _ keys: AppKeys, _ server: RunningServer?
  ) async throws -> [(said: String, real: String)] {
    let list = try await BeckonProgram.run(
      "app", "keys", "list", "--app", keys.app, "--json", "--database", folder.database())
    let key = list.json?.elements?.first { $0["kind"] == "publishable" }?["key"]?.string
    let (beckon, fingerprint) = ("sqlite:" + folder.file("beckon.db"), "14:6D:E9:")
    return [
      ("https://go.example.com", server?.url ?? ""), ("app_…", keys.app),
      ("key_…", try #require(key)),
      (fingerprint + "…", fingerprint + Array(repeating: "00", count: 29).joined(separator: ":")),
      // A user and folders of the machine.
      ("sudo -u beckon ", ""), (" -o beckon -g beckon", ""),
      ("/var/backups/beckon/beckon-2026-11-21T03-00-00Z.db", folder.file("shop-2026-11-21.db")),
      ("/var/lib/beckon", folder.path),
      // PostgreSQL.
      (
        "sqlite:shop.db --to postgres://beckon@db/beckon",
        "\(beckon) --to sqlite:" + folder.file("moved.db")
      ),
      ("postgres://beckon@db/beckon2", "sqlite:" + folder.file("beckon2.db")),
      ("postgres://beckon@db/beckon", beckon),
    ]
  }
}
