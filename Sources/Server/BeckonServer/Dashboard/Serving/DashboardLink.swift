import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Links by which whoever keeps the server signs in to its dashboard.
public enum DashboardLink {
  /// Makes a link that works once, for a day, for an operator who may do everything: the one of
  /// this name, who is made when there is none, or the first.
  /// - Parameters:
  ///   - publicURL: how people reach the server: `https://go.example.com`.
  ///   - command: who made it, as the audit log tells.
  /// - Throws: `DatabaseError`.
  public static func make(
    _ database: any Database, publicURL: String, name: String? = nil, command: String,
    ambient: Ambient
  ) async throws -> String {
    let token = try await database.write { connection in
      try make(connection, name: name, command: command, ambient: ambient)
    }
    return url(token, publicURL)
  }

  /// The same for the first operator; `nil` once somebody has signed in.
  /// - Throws: `DatabaseError`.
  public static func first(
    _ database: any Database, publicURL: String, command: String, ambient: Ambient
  ) async throws -> String? {
    let token = try await database.write { connection -> String? in
      guard try !Operators(connection).areAny() else { return nil }
      return try make(connection, name: nil, command: command, ambient: ambient)
    }
    return token.map { url($0, publicURL) }
  }

  private static func make(
    _ connection: any Connection, name: String?, command: String, ambient: Ambient
  ) throws -> String {
    try AuditLog(connection).note(
      AuditLog.Change(action: "make sign-in link", path: name ?? OperatorLinks.firstName),
      by: AuditLog.Author(name: command), ambient: ambient)
    return try OperatorLinks(connection, ambient: ambient).makeForKeeper(named: name)
  }

  private static func url(_ token: String, _ publicURL: String) -> String {
    publicURL + LocalPath(["dashboard", "sign-in", token]).text
  }
}
