import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

extension TestServer {
  /// Imports a file of this text.
  /// - Parameter pieces: after how many of its reports it is ended, as if it were killed then.
  @discardableResult
  func importing(
    _ text: String, as kind: String = "people", rewards: ImportedRewards = .settled,
    domain: String? = nil, campaign: String? = nil, isReplacing: Bool = false,
    endingAfter pieces: Int? = nil, batchNanoseconds: UInt64 = 0
  ) async throws -> Importer.Outcome {
    try await importing(
      bytes: Data(text.utf8), as: kind, rewards: rewards, domain: domain, campaign: campaign,
      isReplacing: isReplacing, endingAfter: pieces, batchNanoseconds: batchNanoseconds)
  }

  /// The same of a file of these bytes.
  @discardableResult
  func importing(
    bytes: Data, as kind: String = "people", rewards: ImportedRewards = .settled,
    domain: String? = nil, campaign: String? = nil, isReplacing: Bool = false,
    endingAfter pieces: Int? = nil, batchNanoseconds: UInt64 = 0
  ) async throws -> Importer.Outcome {
    let choices = ImportChoices(
      campaign: campaign, rewards: rewards, domain: domain, isReplacing: isReplacing)
    let (importer, path) = try await importer(of: bytes, as: kind, choices, batchNanoseconds)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var reports = 0
    return try await importer.run { _, _ in
      reports += 1
      if reports == pieces { throw CancellationError() }
    }
  }

  /// What became of each row of the last import.
  func rows(of outcome: Importer.Outcome) async throws -> [ImportLog.Row] {
    let ambient = ambient
    return try await database.read { connection in
      let app = try TestServer.context(connection)
      let id = try connection.first("SELECT id FROM imports", []) { $0.identifier(0) }
      let scope = Scope(connection: connection, app: app, now: ambient.now(), ambient: ambient)
      return try ImportLog(scope, try #require(id)).page(behind: 0, limit: outcome.rows)
    }
  }

  private func importer(
    of bytes: Data, as kind: String, _ choices: ImportChoices, _ batchNanoseconds: UInt64
  ) async throws -> (Importer, String) {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("import-\(UUID().uuidString).csv").path
    try bytes.write(to: URL(fileURLWithPath: path))
    let kind = try GrowthServer.importKind(kind, choices)
    let file = try ImportFile(path: path, of: kind)
    let id = app.id
    let number = try #require(try await database.read { try Accounts($0).number(of: id) })
    // With none, a row in each transaction: then each report is a place at which it can be ended.
    let importer = Importer(
      kind, of: file, into: number, database, forms: GrowthServer.forms,
      ambient: ambient, batchNanoseconds: batchNanoseconds)
    return (importer, path)
  }
}
