import BeckonBasics
import BeckonModel
import Foundation

/// The real `beckon serve`, built beside this program, on a free port.
final class ServerProcess {
  let url: String
  /// Nanoseconds from the start of the process to its ready line.
  let readyNanoseconds: UInt64
  private let process: Process

  init(database url: String) throws {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    process = Process()
    process.executableURL = own.deletingLastPathComponent().appendingPathComponent("beckon")
    process.arguments = ["serve", "--listen", "127.0.0.1:0", "--database", url]
    let output = Pipe()
    process.standardOutput = output
    let started = MonotonicClock.nanoseconds()
    try process.run()
    let line = Self.line(from: output.fileHandleForReading)
    readyNanoseconds = MonotonicClock.nanoseconds() - started
    guard let url = try JSONReader.read(line)["url"]?.string else {
      throw BenchError("beckon serve said '\(line)'")
    }
    self.url = url
  }

  private static func line(from handle: FileHandle) -> String {
    var bytes: [UInt8] = []
    while let byte = handle.readData(ofLength: 1).first, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Resident memory in bytes, as Linux tells it.
  var residentBytes: Int? {
    let path = "/proc/\(process.processIdentifier)/status"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return kilobytes * 1_024
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
