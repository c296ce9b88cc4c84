import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A call to the file system that failed.
struct FileError: Error {
  /// What was tried on which file.
  let action: String
  /// The system's error number.
  let code: Int32

  /// There is no such file. Behind every other failure the file may be sound and only closed to us
  /// now: a phone that nobody has unlocked since it was started, a process that has too many files
  /// open. Only what was read and makes no sense is treated as damaged.
  var isMissing: Bool { code == ENOENT }

  /// The error as the app sees it.
  var asBeckonError: BeckonError {
    .storageUnavailable("\(action): \(String(cString: strerror(code)))")
  }
}

/// The system calls by which the SDK changes files. A value, so that a test can end the process in
/// the middle of any of them, fill the disk, or lock a file.
package struct FileAccess: Sendable {
  /// `open(2)` with permissions 0600.
  package var open: @Sendable (_ path: String, _ flags: Int32) -> Int32
  /// `write(2)`.
  package var write: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// `fsync(2)`.
  package var synchronize: @Sendable (_ file: Int32) -> Int32
  /// `rename(2)`.
  package var rename: @Sendable (_ from: String, _ to: String) -> Int32
  /// `unlink(2)`.
  package var remove: @Sendable (_ path: String) -> Int32

  /// The system's own.
  package static let system = FileAccess(
    open: systemOpen, write: systemWrite, synchronize: { fsync($0) }, rename: systemRename,
    remove: { unlink($0) })
}

// Outside the type, where these names mean the system's functions.

@Sendable private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  open(path, flags | O_CLOEXEC, 0o600)
}

@Sendable private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

@Sendable private func systemRename(_ from: String, _ to: String) -> Int32 { rename(from, to) }

extension FileAccess {
  /// Writes all bytes, in as few calls as the system allows; one, save on a full disk or a signal.
  func writeAll(_ bytes: [UInt8], to file: Int32, path: String) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        write(file, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if result < 0 && errno == EINTR { continue }
      guard result > 0 else { throw failure("write", path) }
      written += result
    }
  }

  /// The bytes of a file from `offset` on, at most `count`.
  func read(
    _ path: String, from offset: Int = 0, count: Int = .max
  ) throws(FileError) -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw failure("open", path) }
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    guard size >= 0 else { throw failure("read", path) }
    let wanted = max(0, min(count, size - offset))
    var bytes = [UInt8](repeating: 0, count: wanted)
    var filled = 0
    while filled < wanted {
      let result = bytes.withUnsafeMutableBytes { buffer in
        pread(
          file, buffer.baseAddress?.advanced(by: filled), wanted - filled, off_t(offset + filled))
      }
      if result < 0 && errno == EINTR { continue }
      guard result >= 0 else { throw failure("read", path) }
      if result == 0 { break }
      filled += result
    }
    bytes.removeLast(wanted - filled)
    return bytes
  }

  /// Puts `bytes` in the place of a file so that after a crash or loss of power either the old
  /// content or the new is there: temporary file, `fsync`, rename.
  /// - Parameter isSynchronized: without it the end of the process harms nothing still, and the
  ///   loss of power may leave neither.
  func overwrite(
    _ path: String, content bytes: [UInt8], isSynchronized: Bool = true
  ) throws(FileError) {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC)
    guard file >= 0 else { throw failure("create", temporary) }
    defer { close(file) }
    try writeAll(bytes, to: file, path: temporary)
    guard !isSynchronized || synchronize(file) == 0 else {
      throw failure("synchronize", temporary)
    }
    guard rename(temporary, path) == 0 else { throw failure("rename", temporary) }
  }

  /// The names in a directory, in no order.
  func names(in directory: String) throws(FileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch {
      let code = (error as NSError).code == NSFileReadNoPermissionError ? EACCES : EIO
      throw FileError(action: "list \(directory)", code: code)
    }
  }

  func failure(_ action: String, _ path: String) -> FileError {
    FileError(action: "\(action) \(path)", code: errno)
  }
}
