import BeckonBasics
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Holds a directory for one client. The system lets go of it when the process ends in whatever
/// way.
final class DirectoryLock: Sendable {
  private let file: Locked<Int32?>

  /// Makes the directory if need be and takes it.
  /// - Throws: `BeckonError.directoryInUse`, `.storageUnavailable`.
  init(_ directory: URL) throws(BeckonError) {
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Self.protect(directory)
    } catch {
      throw .storageUnavailable("make \(directory.path): \(error.localizedDescription)")
    }
    let path = directory.path + "/lock"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw .storageUnavailable("open \(path): \(String(cString: strerror(errno)))")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw .directoryInUse(directory.path)
    }
    Self.unprotect(path)
    self.file = Locked(file)
  }

  deinit { release() }

  /// Lets go of the directory.
  func release() {
    file.withLock { file in
      guard let held = file else { return }
      file = nil
      // A program that is just being started holds copies of all descriptors until it runs, so
      // closing ours would not be enough.
      flock(held, LOCK_UN)
      close(held)
    }
  }

  /// On a phone: readable from the first unlock after a start on, also in the background; not part
  /// of a backup, because a restored install on a new phone is a new install. Files in it inherit
  /// this.
  private static func protect(_ directory: URL) throws {
    #if canImport(UIKit)
      try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: directory.path)
    #endif
    #if canImport(Darwin)
      var place = directory
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try place.setResourceValues(values)
    #endif
  }

  /// The lock file holds nothing, and must open before the first unlock.
  private static func unprotect(_ path: String) {
    #if canImport(UIKit)
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.none], ofItemAtPath: path)
    #endif
  }
}
