import BeckonModel
import Foundation

/// Progress for people on standard error, the result on standard output.
enum Telling {
  /// What goes on, with the time of day, as the scripts tell it.
  static func say(_ text: String) {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let clock = String(format: "%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
    line("\(clock) \(text)")
  }

  /// A line as it is: what is wrong, or how to use this.
  static func line(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

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
