import Foundation
import TestDatabases
import TestPrograms
import Testing

@Suite(.enabled(if: !TestDatabase.isPostgres, "opens no database"))
struct UsageTests {
  @Test(
    "A command line that makes no sense is answered with one that does",
    arguments: [
      "", "serv", "serve extra", "serve --bogus", "serve --listen", "serve --listen nowhere",
      "serve --listen 1.2.3.4:99999", "serve --listen 1.2.3.4:-1", "serve --public-url shop",
      "serve --trusted-proxy 300.0.0.0/8", "serve --log-level loud", "serve --event-threads 0",
      "serve --request-milliseconds 1e3", "serve --rate-limit-key 99999999999999999999",
      "serve --database mysql:x", "serve --database sqlite:", "app", "app fly", "app list extra",
      "help serv", "app keys rotate --app app_00000000000000000000000000 --as publishable",
      "app keys rotate --app app_00000000000000000000000000 --as secret --grace soon",
      "app keys rotate --app app_00000000000000000000000000 --as secret --grace 9999d",
      "app create", "app create --name", "app create --name=", "app create --json=maybe",
      "app alias", "app alias --app x", "app keys", "app keys rotate",
      "app keys revoke --app app_0", "migrate --what", "migrate extra", "doctor extra",
      "doctor --listen", "doctor --listen nowhere", "demo --scale", "demo --scale many",
      "demo --scale 999", "demo --scale 1e6", "demo --scale -5000", "demo --seed 7",
      "demo --scale 2000 --seed x",
    ])
  func usage(_ line: String) async throws {
    let folder = try TemporaryFolder()
    let words = line.split(separator: " ").map(String.init)
    let result = try await BeckonProgram.run(all: words, workingFolder: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.contains("Try:   "), "\(result.errors)")
    #expect(result.output.isEmpty)
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(made.isEmpty, "a command line that makes no sense made \(made)")
  }

  @Test(
    "An address that is none is named with its option",
    arguments: ["adservices-url", "google-keys-url", "google-token-url", "google-play-url"])
  func webAddress(_ option: String) async throws {
    let result = try await BeckonProgram.run("serve", "--" + option, "nowhere")
    #expect(result.status == 64)
    #expect(result.errors.contains("--\(option) 'nowhere'"), "\(result.errors)")
    #expect(result.errors.contains("Try:   --\(option) https://"), "\(result.errors)")
  }

  @Test(
    "Every command has help",
    arguments: [
      "help", "--help", "serve --help", "app --help", "migrate --help", "doctor --help",
      "copy --help", "backup --help", "demo --help", "recount --help",
      "evaluate --help", "tune --help", "-h", "serve -h",
      "app keys rotate -h",
      "help serve", "help backup", "copy --bogus -h",
    ])
  func help(_ line: String) async throws {
    let result = try await BeckonProgram.run(all: line.split(separator: " ").map(String.init))
    #expect(result.status == 0)
    #expect(result.output.contains("Usage: beckon"))
    #expect(result.errors.isEmpty)
  }

  @Test("What stands behind an option that takes a value is its value, and no call for help")
  func value() async throws {
    let folder = try TemporaryFolder()
    let made = try await BeckonProgram.run(
      "app", "create", "--name", "-h", "--database", "sqlite:" + folder.file("beckon.db"))
    #expect(made.status == 0)
    #expect(made.output.contains("secret key"), "\(made.output)")
  }

  @Test(
    "The name that was probably meant is told",
    arguments: [
      ("serv", "'serve'"), ("docter", "'doctor'"), ("hlep", "'help'"),
      ("serve --public-ur x", "'--public-url'"), ("backup --too x", "'--to'"),
      ("app creat --name x", "'create'"), ("app keys rotat", "'keys rotate'"),
      ("doctor --hlp", "'--help'"),
    ])
  func suggestion(_ line: String, _ meant: String) async throws {
    let result = try await BeckonProgram.run(all: line.split(separator: " ").map(String.init))
    #expect(result.status == 64)
    #expect(result.errors.contains("Did you mean \(meant)?"), "\(result.errors)")
  }

  @Test(
    "A command that only reads or changes makes no database where there is none",
    arguments: [
      "app list", "app keys list --app app_00000000000000000000000000",
      "app keys add --app app_00000000000000000000000000 --as secret",
      "backup --to copy.db", "copy --from sqlite:beckon.db --to sqlite:copy.db", "doctor",
      "doctor --database sqlite:beckon.db", "doctor --domain 127.0.0.1:1",
    ])
  func noDatabase(_ line: String) async throws {
    let folder = try TemporaryFolder()
    let words = line.split(separator: " ").map(String.init)
    let result = try await BeckonProgram.run(all: words, workingFolder: folder.path)
    let isWarning = line == "doctor" || line.hasPrefix("doctor --domain")
    #expect(result.status == (isWarning ? result.status : 1), "\(result.errors)")
    #expect((result.errors + result.output).contains("try:") || result.errors.contains("Try:"))
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(made.isEmpty, "made \(made)")
  }

  @Test("An empty file is no database, and stays as it is")
  func emptyFile() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.file("beckon.db")))
    let result = try await BeckonProgram.run(
      "app", "list", "--database", "sqlite:" + folder.file("beckon.db"))
    #expect(result.status == 1)
    #expect(result.errors.contains("there is no database"), "\(result.errors)")
    #expect(FileManager.default.contents(atPath: folder.file("beckon.db")) == Data())
  }
}
