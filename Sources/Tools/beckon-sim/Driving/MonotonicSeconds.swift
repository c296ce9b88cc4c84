import BeckonBasics

/// Seconds of a clock that never jumps.
enum MonotonicSeconds {
  static var now: Double { Double(MonotonicClock.nanoseconds()) / 1e9 }
}
