import Foundation

/// A file that stands under its name only when it is whole and on the disk. Until then it has a
/// temporary name beside it. Nothing is ever overwritten.
struct BackupFile {
  let path: String
  /// Where it is written.
  let temporaryPath: String

  /// - Throws: `Failure` when the name is taken.
  init(_ path: String) throws {
    self.path = path
    temporaryPath = path + ".part-\(getpid())"
    var status = stat()
    guard lstat(path, &status) != 0 else { throw taken }
    guard lstat(temporaryPath, &status) != 0 else {
      throw Failure("\(temporaryPath) is there already", "delete it: no backup writes to it")
    }
  }

  private var taken: Failure {
    Failure("\(path) is there already", "choose another name; nothing is ever overwritten")
  }

  /// Syncs the file and gives it its name.
  /// - Throws: `Failure`.
  func complete() throws {
    try sync(temporaryPath)
    // A link fails when the name is taken, where renaming would overwrite.
    guard link(temporaryPath, path) == 0 else {
      throw errno == EEXIST ? taken : fault("cannot be named \(path)")
    }
    unlink(temporaryPath)
    try sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Takes away what is not complete.
  func discard() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(temporaryPath + suffix) }
  }

  /// Its size.
  var bytes: Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  private func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault("cannot be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw fault("cannot be written to the disk") }
  }

  private func fault(_ what: String) -> Failure {
    Failure(
      "\(temporaryPath) \(what): \(String(cString: strerror(errno)))",
      "look at the disk, or choose another place")
  }
}
