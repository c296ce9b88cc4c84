import BeckonModel

/// A new app in a database, made with the program.
public struct AppKeys: Sendable {
  /// Its id, `app_…`.
  public let app: String
  /// Its publishable key, `pk_…`.
  public let publishable: String
  /// Its secret key, `sk_…`.
  public let secret: String

  /// The program did not do it.
  public struct Refused: Error, CustomStringConvertible {
    /// What the program wrote to standard error.
    public let description: String
  }

  /// Makes an app in the folder's database.
  /// - Throws: `Refused`, and what `BeckonProgram.run` throws.
  public init(_ folder: TemporaryFolder) async throws { try await self.init(folder.database()) }

  /// Makes an app.
  /// - Parameter url: as `--database` takes it.
  /// - Throws: `Refused`, and what `BeckonProgram.run` throws.
  public init(_ url: String) async throws {
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
