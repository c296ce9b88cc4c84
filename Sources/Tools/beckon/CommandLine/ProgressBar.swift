import BeckonBasics
import BeckonDatabase
import BeckonStore
import Foundation

/// Tells on standard error how far long work has come: a bar when that is a terminal. Of a copy it
/// else tells a line for each table that is done.
final class ProgressBar: Sendable {
  private struct State {
    var phase: String?
    /// When the phase began, in what place.
    var start: UInt64 = 0
    var startRows: Int64 = 0
    var drawnAt: UInt64 = 0
    var hasBar = false
  }

  private let state = Locked(State())
  private let isTerminal = isatty(2) == 1
  private let now: @Sendable () -> UInt64

  private static let width = 24
  private static let pauseNanoseconds: UInt64 = 100_000_000

  /// What is counted.
  private let unit: String

  /// - Parameter unit: what is counted.
  /// - Parameter now: gives nanoseconds.
  init(
    of unit: String = "rows", now: @escaping @Sendable () -> UInt64 = MonotonicClock.nanoseconds
  ) {
    (self.unit, self.now) = (unit, now)
  }

  /// Shows how far a copy has come.
  func show(_ progress: CopyProgress) {
    let phase = progress.phase.rawValue
    let isNew = show(phase, progress.rows, of: progress.rowsTotal, progress.table)
    guard !isTerminal else { return }
    if isNew { Terminal.error(phase) }
    if progress.isTableDone, progress.tableRows > 0 {
      Terminal.error("  \(progress.table)  \(progress.tableRows) rows")
    }
  }

  /// Draws the bar, ten times a second at most; nothing where there is no terminal.
  /// - Returns: whether the phase begins by this.
  @discardableResult
  func show(_ phase: String, _ rows: Int64, of total: Int64, _ what: String = "") -> Bool {
    let time = now()
    return state.withLock { state in
      let isNew = state.phase != phase
      if isNew { (state.phase, state.start, state.startRows) = (phase, time, rows) }
      guard isTerminal, time - state.drawnAt > Self.pauseNanoseconds else { return isNew }
      (state.drawnAt, state.hasBar) = (time, true)
      draw(line(rows, total, what, state, time))
      return isNew
    }
  }

  /// Takes the bar away.
  func end() {
    state.withLock { state in
      if state.hasBar { draw("") }
      state.hasBar = false
    }
  }

  /// `copying   [######..................]  25 %    75000 rows/s  0:13 left  facts`
  private func line(
    _ rows: Int64, _ total: Int64, _ what: String, _ state: State, _ time: UInt64
  ) -> String {
    let share = min(1, Double(rows) / Double(max(1, total)))
    let filled = Int(share * Double(Self.width))
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: Self.width - filled)
    let rate = Self.rate(rows - state.startRows, nanoseconds: time - state.start)
    let left = rate > 0 ? max(0, total - rows) / rate : 0
    let phase = (state.phase ?? "").padding(toLength: 9, withPad: " ", startingAt: 0)
    let figures = String(
      format: "%3d %%  %7d ", Int(share * 100), Int(rate))
    let time = String(format: "%d:%02d", Int(left / 60), Int(left % 60))
    return "\(phase) [\(bar)] \(figures)\(unit)/s  \(time) left  \(what)"
  }

  /// Rows a second.
  static func rate(_ rows: Int64, nanoseconds: UInt64) -> Int64 {
    Int64(Double(rows) * 1e9 / Double(max(1, nanoseconds)))
  }

  /// Writes over the line that stands there. It is cut to the terminal: what went on in a second
  /// line would stay.
  private func draw(_ line: String) {
    let cut = line.prefix(Self.columns - 1)
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(cut)".utf8))
  }

  private static var columns: Int {
    var size = winsize()
    return ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
