import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonServer
import BeckonStore
import Foundation

extension DoctorCommand {
  /// Below this much room a database soon stops.
  private static let freeBytesLeast = 1 << 30

  /// What there is to say about a database.
  /// - Parameter isNamed: whether the operator has named it, and so expects it to be there.
  static func database(_ address: DatabaseAddress, isNamed: Bool) async -> [Finding] {
    switch address {
    case .sqlite(let path): [room(path)] + (await file(path, isNamed))
    case .postgres: await look(into: address)
    }
  }

  private static func room(_ path: String) -> Finding {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.intValue else {
      return Finding(
        "disk", .fail, "there is no folder \(folder)", remedy: "mkdir -p '\(folder)'")
    }
    let megabytes = free / (1 << 20)
    return free < freeBytesLeast
      ? Finding("disk", .warn, "\(megabytes) MB free in \(folder)", remedy: "make room")
      : Finding("disk", .ok, "\(megabytes) MB free in \(folder)")
  }

  private static func file(_ path: String, _ isNamed: Bool) async -> [Finding] {
    guard FileManager.default.fileExists(atPath: path) else {
      return [
        isNamed
          ? Finding(
            "database", .fail, "there is no \(path)",
            remedy: "--database sqlite:PATH as the server has it; 'beckon app create' makes one")
          : Finding(
            "database", .warn, "\(path) is not there yet, and no --database was given",
            remedy: "--database as the server has it, or 'beckon app create' to make one")
      ]
    }
    do {
      let database = try SQLiteDatabase(SQLiteSettings(path: path))
      do {
        let damage = try await database.integrityProblems()
        await database.close()
        guard damage.isEmpty else {
          let text = damage.joined(separator: "; ")
          return [Finding("integrity", .fail, text, remedy: "restore a backup")]
        }
      } catch {
        await database.close()
        throw error
      }
      return [Finding("integrity", .ok, "quick_check finds nothing")]
        + (await look(into: .sqlite(path: path)))
    } catch {
      return [fault(error)]
    }
  }

  private static func look(into address: DatabaseAddress) async -> [Finding] {
    do {
      let database = try address.open()
      do {
        let findings = try await inspect(database)
        await database.close()
        return findings
      } catch {
        await database.close()
        throw error
      }
    } catch {
      return [fault(error)]
    }
  }

  private static func fault(_ error: any Error) -> Finding {
    let failure = Failure(error)
    return Finding("database", .fail, failure.problem, remedy: failure.remedy)
  }

  private static func inspect(_ database: any Database) async throws -> [Finding] {
    let none = Finding("schema", .warn, "there is none yet", remedy: "beckon migrate")
    let version = try await Migrator.version(of: database)
    guard version > 0 else { return [none] }
    guard try await !UnfinishedCopy.isThere(in: database) else {
      let remedy = "run the same 'beckon copy' again"
      return [Finding("copy", .fail, "a copy into it is not complete", remedy: remedy)]
    }
    let apps = try await database.read { try Accounts($0).apps().count }
    let findings = [
      schema(version),
      apps == 0
        ? Finding("apps", .warn, "there is none", remedy: "beckon app create --name NAME")
        : Finding("apps", .ok, "\(apps)"),
    ]
    return version == Schema.beckon.version
      ? findings + (try await lostWebhooks(database)) + (try await dailyCounts(database))
        + (try await ranks(database))
      : findings
  }

  /// Counts by day that are not what counting every row anew comes to.
  private static func dailyCounts(_ database: any Database) async throws -> [Finding] {
    try await apps(in: database) { scope in
      let check = try DailyCheck(scope)
      return !(check?.wrongThings ?? []).isEmpty || !(check?.wrongSums ?? []).isEmpty
    }.map { app in
      Finding(
        "counts", .warn, "the counts by day of \(app.text) are not what its rows come to",
        remedy: "beckon recount --app \(app.text), with the same --database")
    }
  }

  /// Trees of ranks that are not what counting everybody anew comes to.
  private static func ranks(_ database: any Database) async throws -> [Finding] {
    try await apps(in: database) { scope in
      try !RankCheck(of: scope.app.number, scope.connection).wrongNodes.isEmpty
        || !PlaceCheck(scope).wrong.isEmpty
    }.map { app in
      Finding(
        "ranks", .warn, "the ranks of \(app.text) are not what its referrals and points come to",
        remedy: "beckon recount --app \(app.text), with the same --database")
    }
  }

  /// Those of the apps of which something holds.
  private static func apps(
    in database: any Database, where holds: @escaping @Sendable (Scope) throws -> Bool
  ) async throws -> [AppID] {
    try await database.read { connection in
      try Accounts(connection).apps().filter { app in
        guard let number = try Accounts(connection).number(of: app.id),
          let context = try Accounts.context(
            of: number, forms: GrowthServer.forms, connection)
        else { return false }
        return try holds(
          Scope(
            connection: connection, app: context, now: Ambient.system.now(), ambient: .system))
      }.map(\.id)
    }
  }

  /// Webhooks of a vendor that this program does not have get nothing, nor those that were disabled
  /// because none had it.
  private static func lostWebhooks(_ database: any Database) async throws -> [Finding] {
    let known = GrowthServer.forms.webhooks.names
    let lost = try await database.read { try Webhooks.lost(knowing: known, $0) }
    return lost.compactMap { webhook -> Finding? in
      let isKnown = known.contains(webhook.form)
      if isKnown, webhook.state == .active { return nil }
      let cause =
        webhook.state == .active
        ? "this program does not know the form '\(webhook.form)'"
        : "it was disabled when no program had known the form '\(webhook.form)' for three days"
      return Finding(
        "webhook", .warn, "\(webhook.id.text) gets nothing: \(cause)",
        remedy: isKnown
          ? "PATCH /v1/webhooks/\(webhook.id.text) with {\"state\": \"active\"}"
          : "run a program that has that vendor, or delete the webhook")
    }
  }

  private static func schema(_ version: Int) -> Finding {
    let known = Schema.beckon.version
    if version == known { return Finding("schema", .ok, "at \(known)") }
    return version < known
      ? Finding("schema", .warn, "at \(version) of \(known)", remedy: "beckon migrate")
      : Finding("schema", .fail, "newer than this program", remedy: "use the newer beckon program")
  }
}
