import BeckonBasics
import Foundation

/// Something that a test turns on and off while other threads look at it.
final class Switch: Sendable {
  private let state: Locked<(isOn: Bool, calls: Int)>

  init(_ isOn: Bool) { state = Locked((isOn, 0)) }

  var isOn: Bool {
    get { state.withLock { $0.isOn } }
    set {
      state.withLock { state in
        state.isOn = newValue
        state.calls = 0
      }
    }
  }

  /// Calls since it was last turned.
  var calls: Int { state.withLock { $0.calls } }

  func countCall() { state.withLock { $0.calls += 1 } }
}

/// A system call that fails.
func fail(_ code: Int32) -> Int {
  errno = code
  return -1
}
