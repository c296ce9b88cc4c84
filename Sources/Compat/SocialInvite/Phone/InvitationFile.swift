import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import Foundation

/// What this phone knows of invitations, a row for each number, in a file beside the client's.
final class InvitationFile: Sendable {
  static let fileName = "social-invites.json"
  /// Most rows; then the oldest go.
  static let rowsMax = 10_000

  private let file: FaceFile
  private let log: @Sendable (String) -> Void
  private let rows = Locked<[String: StoredInvitation]?>(nil)

  init(_ file: FaceFile, log: @escaping @Sendable (String) -> Void) {
    self.file = file
    self.log = log
  }

  /// All rows; none when they cannot be read now.
  var all: [StoredInvitation] {
    rows.withLock { rows in
      do throws(BeckonError) {
        return Array(try loaded(&rows).values)
      } catch {
        log(error.description)
        return []
      }
    }
  }

  /// The row of a number.
  func row(of number: PhoneText) -> StoredInvitation? {
    all.first { $0.number == number.digits }
  }

  /// Changes rows, on disk before in memory.
  /// - Throws: `BeckonError.storageUnavailable`; nothing is changed then.
  func change(_ change: (inout [String: StoredInvitation]) -> Void) throws(BeckonError) {
    let result = rows.withLock { rows -> Result<Void, BeckonError> in
      do throws(BeckonError) {
        var changed = try loaded(&rows)
        let before = changed
        change(&changed)
        Self.trim(&changed)
        guard changed != before else { return .success(()) }
        try file.write(Self.json(changed).bytes)
        rows = changed
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private func loaded(
    _ rows: inout [String: StoredInvitation]?
  ) throws(BeckonError) -> [String: StoredInvitation] {
    if let rows { return rows }
    var read: [String: StoredInvitation] = [:]
    if let bytes = try file.read() {
      if let elements = (try? JSONReader.read(bytes))?["invitations"]?.elements {
        for row in elements.compactMap(StoredInvitation.init(json:)) { read[row.number] = row }
      } else {
        file.setAside()
        log("what was known of invitations cannot be read, and was set aside.")
      }
    }
    rows = read
    return read
  }

  private static func trim(_ rows: inout [String: StoredInvitation]) {
    guard rows.count > rowsMax else { return }
    let oldest = rows.values.sorted { $0.at < $1.at }.prefix(rows.count - rowsMax)
    for row in oldest { rows[row.number] = nil }
  }

  private static func json(_ rows: [String: StoredInvitation]) -> JSON {
    ["invitations": .array(rows.sorted { $0.key < $1.key }.map(\.value.json))]
  }
}
