import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// Installs, devices and users that the app had with Linkrunner. Each is old from then on: nothing
/// that was clicked here led to it.
struct LinkrunnerImport: ImportKind {
  let name = Vendor.linkrunner.name
  let columns = ["install_instance_id", "user_id"] + AppContext.deviceIDs
  let mergedMeans = "rows whose ids were all here, or in earlier rows; nothing is changed"
  let passes = 1
  let choices: [String] = []
  private let options: ImportChoices

  init(_ options: ImportChoices) {
    self.options = options
  }

  func check(_ columns: Set<TextKey>, _ app: AppContext, _ now: Instant) throws -> [String] {
    guard options.campaign == nil, options.rewards == .settled else {
      throw ImportRefused(
        "ids join no campaign and earn nothing", "leave --campaign and --pay-later out")
    }
    guard self.columns.contains(where: { columns.contains(TextKey($0)) }) else {
      throw ImportRefused(
        "no column has ids", "name a column \(self.columns.joined(separator: ", "))")
    }
    return []
  }

  func apply(
    _ row: Fields, line: Int, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws {
    let install = try row.string("install_instance_id", max: Limits.clientIDBytes)
    var ids = install.map { [scope.app.digest(ofInstall: $0)] } ?? []
    let user = try row.string("user_id", max: Limits.identityBytes)
      .map { Identity(kind: .userID, value: $0) }
    if let user { ids.append(scope.app.digest(of: user)) }
    for name in AppContext.deviceIDs {
      // A device that hides its id has zeros, and is nobody's.
      _ = try row.string(name, max: Limits.signalBytes)
      if let id = JSON.object(row.all).advertisingID(name) {
        ids.append(scope.app.digest(ofDevice: id))
      }
    }
    guard !ids.isEmpty else {
      return try log.note(
        .rejected(ImportRejection(.nobody, "no cell has an id")), nil, line: line)
    }
    let isNew = try EarlierIDs(scope).add(ids)
    // One that was here before the list came loses what was found for it.
    if let install, let there = try Installs(scope).find(client: install) {
      try OldInstalls(scope).settle(there.id)
    }
    if let user, let there = try People(scope).find(user) {
      try OldInstalls(scope).settleAll(of: there)
    }
    try log.note(isNew ? .accepted : .merged(nil), nil, line: line)
  }
}
