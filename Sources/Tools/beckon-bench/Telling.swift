import BeckonModel
import Foundation

/// Progress for people on standard error, figures on standard output.
enum Telling {
  static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  static func result(_ json: JSON) {
    FileHandle.standardOutput.write(Data((json.text + "\n").utf8))
  }

  /// A rate or ratio with as many digits as mean anything.
  static func rounded(_ number: Double) -> JSON {
    guard number < 100 else { return .integer(Int64(number.rounded())) }
    return .number("\((number * 1_000).rounded() / 1_000)")
  }
}
