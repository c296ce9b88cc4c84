import BeckonModel
import Foundation

/// A folder of backups that are named after the moment at which they were begun, and of which the
/// newest are kept: `beckon-2026-11-25T03-00-00Z.db`. Whatever has another name is left alone.
struct BackupFolder {
  let path: String

  private static let (start, end) = ("beckon-", "Z.db")
  /// What a backup that was ended half-way leaves, behind the name that it would have had.
  private static let unfinished = ".part-"

  /// - Throws: `Failure` when there is no such folder.
  init(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw Failure("there is no folder \(path)", "make it: install -d -m 700 \(path)")
    }
    self.path = path
  }

  /// Where a backup goes that begins now.
  func file(at now: Instant) -> String { place(of: Self.name(at: now)) }

  /// Deletes all but the newest backups, and what a backup left that nobody has written to for a
  /// day.
  /// - Returns: the names of what was deleted, oldest first.
  /// - Throws: `Failure`.
  func prune(keeping count: Int, now: Instant) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw Failure("\(path) cannot be listed", "check who may read the folder")
    }
    let old = Self.superfluous(names, keeping: count) + abandoned(among: names, now)
    for name in old where unlink(place(of: name)) != 0 {
      throw Failure(
        "\(place(of: name)) cannot be deleted: \(String(cString: strerror(errno)))",
        "the new backup is complete; check who may write to the folder")
    }
    return old
  }

  private func place(of name: String) -> String { path + "/" + name }

  private func abandoned(among names: [String], _ now: Instant) -> [String] {
    names.sorted().filter { name in
      guard let mark = name.range(of: Self.unfinished),
        Self.isBackup(String(name[..<mark.lowerBound]))
      else { return false }
      var status = stat()
      guard lstat(place(of: name), &status) == 0 else { return false }
      let age = now.milliseconds / Span.secondMilliseconds - Int64(status.st_mtim.tv_sec)
      return age > Span.dayMilliseconds / Span.secondMilliseconds
    }
  }

  // MARK: Names

  /// The name of a backup that begins at a moment, of which it has the second. A file's name has no
  /// colon, because not every system takes one.
  static func name(at moment: Instant) -> String {
    start + moment.text.prefix(19).replacingOccurrences(of: ":", with: "-") + end
  }

  /// Those of a folder's files that are backups and are not among the newest so many, oldest first.
  static func superfluous(_ names: [String], keeping count: Int) -> [String] {
    // The names sort by time.
    Array(names.filter(isBackup).sorted().dropLast(count))
  }

  private static func isBackup(_ name: String) -> Bool {
    guard name.hasPrefix(start), name.hasSuffix(end), name.utf8.count == 30 else { return false }
    let (day, time) = (name.dropFirst(7).prefix(11), name.dropFirst(18).prefix(8))
    let moment = day + time.split(separator: "-").joined(separator: ":") + "Z"
    return Instant(moment).map(Self.name) == name
  }
}
