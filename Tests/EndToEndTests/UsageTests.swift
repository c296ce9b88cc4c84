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
      "app create", "app create --name", "app create --name=", "app create --json=maybe",
      "app alias", "app alias --app x", "app keys", "app keys rotate",
      "app keys revoke --app app_0", "migrate --what", "migrate extra", "doctor extra",
      "doctor --listen", "doctor --listen nowhere",
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
      "copy --help", "backup --help", "demo --help",
    ])
  func help(_ line: String) async throws {
    let result = try await BeckonProgram.run(all: line.split(separator: " ").map(String.init))
    #expect(result.status == 0)
    #expect(result.output.contains("Usage: beckon"))
    #expect(result.errors.isEmpty)
  }
}
