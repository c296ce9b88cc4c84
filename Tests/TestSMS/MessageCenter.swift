import BeckonModel
import ChildProcess
import Foundation

/// The message center of a phone network that a test starts: it speaks SMPP 3.4 on a port of this
/// machine, takes texts, and sends receipts. `center.py` says what becomes of which recipient's.
public final class MessageCenter: Sendable {
  /// Ends of recipients' numbers for which something special becomes of a text.
  public enum Fate: String, CaseIterable, Sendable {
    /// It does not arrive.
    case undeliverable = "901"
    /// The receipt comes twice.
    case twice = "902"
    /// The receipt writes the text's id in another way.
    case mangled = "903"
    /// A receipt comes before the text's id, and again behind it.
    case early = "904"
    /// The center is too busy at first.
    case throttled = "905"
    /// There is no such number.
    case refused = "906"
    /// No receipt comes.
    case silent = "907"
    /// Receipts that should come before the last come behind it.
    case disordered = "908"
    /// The receipt comes late.
    case late = "909"
    /// A receipt comes for a text that there is not, then the right one.
    case strange = "910"
    /// The network gives it up.
    case expired = "911"
    /// The network rejects it.
    case rejected = "912"
  }

  /// A text that it took, or a part of one.
  public struct Text: Sendable {
    /// Who it is from.
    public let from: String
    /// To whom it goes, without `+`.
    public let to: String
    /// How letters are written: 0 in GSM's alphabet, 8 in UCS-2.
    public let coding: Int
    /// Whether a receipt is wanted.
    public let wantsReceipt: Bool
    /// How often the center would not take it before.
    public let timesPutOff: Int
    /// What stands before a part: reference, number of parts, number of this part.
    public let header: [UInt8]
    /// Its letters.
    public let content: [UInt8]
  }

  /// Its port.
  public let port: Int
  private let process: ChildProcess
  private let file: String

  /// Starts one. What it takes stands in `file`, and is kept when another one is started with it.
  /// - Throws: when there is no Python.
  public init(file: String, port: Int = 0) throws {
    let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("center.py").path
    self.file = file
    process = try ChildProcess(
      "/usr/bin/python3", [program, file, "--port", "\(port)"], output: .pipe,
      errors: .file(file + ".log"))
    let line = process.outputLine(withinSeconds: 60)
    guard let port = Int(line) else { throw Kannel.Failed(description: "no port: '\(line)'") }
    self.port = port
  }

  deinit { process.signal(SIGKILL) }

  /// Ends it, as when its machine is switched off.
  public func stop() {
    process.signal(SIGKILL)
    process.waitUntilExit()
  }

  /// All that it took, in order.
  public func texts() throws -> [Text] {
    let bytes = FileManager.default.contents(atPath: file) ?? Data()
    // The last line may be on its way.
    return try bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().map { line in
      let json = try JSONReader.read(Array(line))
      func bytes(_ name: String) -> [UInt8] { Hexadecimal.decode(json[name]?.string ?? "") ?? [] }
      return Text(
        from: json["from"]?.string ?? "", to: json["to"]?.string ?? "",
        coding: Int(json["coding"]?.integer ?? -1), wantsReceipt: json["registered"]?.integer == 1,
        timesPutOff: Int(json["put_off"]?.integer ?? 0), header: bytes("header"),
        content: bytes("content"))
    }
  }
}
