import BeckonModel
import Foundation

/// Progress for people on standard error, the result on standard output.
enum Telling {
  static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  static func result(_ json: JSON) {
    FileHandle.standardOutput.write(Data((json.text + "\n").utf8))
  }

  static func rounded(_ number: Double, _ digits: Int) -> JSON {
    .number(String(format: "%.\(digits)f", number))
  }

  /// Wall clock in UTC, with milliseconds.
  static func clock(_ seconds: Double) -> JSON {
    .instant(Instant(milliseconds: Int64((seconds * 1_000).rounded())))
  }
}
