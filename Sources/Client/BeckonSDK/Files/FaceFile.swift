import BeckonModel
import Foundation

/// A small file in which a vendor's face keeps what it has to know in the app's next run, beside
/// the client's own. It is replaced as a whole, so that after a crash the old content or the new
/// is there. One process at a time may use it.
package struct FaceFile: Sendable {
  private let directory: URL
  private let name: String
  private let files: FileAccess

  /// A file in a directory, which is made when something is written.
  package init(in directory: URL, named name: String, files: FileAccess = .system) {
    self.directory = directory
    self.name = name
    self.files = files
  }

  private var path: String { directory.appendingPathComponent(name).path }

  /// The content; `nil` when there is no such file.
  /// - Throws: `BeckonError.storageUnavailable`: it is there and cannot be read now.
  package func read() throws(BeckonError) -> [UInt8]? {
    do throws(FileError) {
      return try files.read(path)
    } catch {
      if error.isMissing { return nil }
      throw error.asBeckonError
    }
  }

  /// Replaces the content.
  /// - Throws: `BeckonError.storageUnavailable`; the old content is there then.
  package func write(_ content: [UInt8]) throws(BeckonError) {
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    } catch {
      throw .storageUnavailable("\(error)")
    }
    do throws(FileError) {
      try files.overwrite(path, content: content)
    } catch {
      throw error.asBeckonError
    }
  }

  /// Puts a content that cannot be understood out of the way, under the name with `.damaged`.
  package func setAside() { _ = files.rename(path, path + ".damaged") }
}
