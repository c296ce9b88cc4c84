import Foundation

/// Where the program writes. Results go to standard output, everything else to standard error.
enum Terminal {
  /// Writes a line of the result.
  static func line(_ text: String) { write(text, to: .standardOutput) }

  /// Writes a line about what is going on, or wrong.
  static func error(_ text: String) { write(text, to: .standardError) }

  /// Whether standard output is a person's terminal.
  static var isInteractive: Bool { isatty(1) == 1 }

  /// How many characters a line of a person's terminal has; into a file, as many as most have.
  static let columns: Int = {
    var size = winsize()
    guard isInteractive, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else {
      return 80
    }
    return min(Int(size.ws_col), 120)
  }()

  private static func write(_ text: String, to handle: FileHandle) {
    // A reader that has gone away is no reason to fail: what was to be done is done.
    try? handle.write(contentsOf: Data((text + "\n").utf8))
  }
}

extension String {
  /// With spaces behind it, so that what follows begins in this column.
  func padded(to column: Int) -> String {
    padding(toLength: column, withPad: " ", startingAt: 0)
  }
}

/// Ends the program at once, without the libraries' own cleaning up: what a cancelled task or a
/// lookup of a name still does would otherwise use libcrypto's or libcurl's tables while they are
/// freed, and a server that stopped in good order would end with a crash.
func exit(with status: Int32) -> Never {
  fflush(nil)
  _exit(status)
}
