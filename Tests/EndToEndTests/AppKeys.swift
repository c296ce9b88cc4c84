import BeckonModel

/// A new app in a database, made with the program.
struct AppKeys: Sendable {
  let app: String
  let publishable: String
  let secret: String

  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  init(_ folder: TemporaryFolder) async throws { try await self.init(folder.database()) }

  /// - Parameter url: as `--database` takes it.
  init(_ url: String) async throws {
    let made = try await BeckonProgram.run(
      "app", "create", "--name", "Shop", "--json", "--database", url)
    guard made.status == 0, let app = made.json?["app"]?.string,
      let publishable = made.json?["publishable_key"]?.string,
      let secret = made.json?["secret_key"]?.string
    else { throw Refused(description: made.errors) }
    self.app = app
    self.publishable = publishable
    self.secret = secret
  }
}
