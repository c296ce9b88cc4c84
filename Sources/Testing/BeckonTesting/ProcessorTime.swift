import BeckonBasics

/// What something costs, measured so that neither the machine nor its other work matters: in
/// processor time of this thread, the least of several tries, and beside something else.
package enum ProcessorTime {
  /// The least nanoseconds of some tries.
  package static func least(tries: Int = 5, _ body: () -> Void) -> Double {
    (0..<tries).reduce(.infinity) { least, _ in
      let start = ProcessorClock.nanoseconds()
      body()
      return min(least, Double(ProcessorClock.nanoseconds() - start))
    }
  }

  /// How many times as much `body` costs as `other`.
  package static func ratio(of body: () -> Void, to other: () -> Void) -> Double {
    let (one, two) = (least(body), least(other))
    return one / max(two, 1)
  }
}

/// Texts that are as long as each other in bytes, and should cost the same.
package enum CostlyText {
  /// Letters.
  package static func plain(bytes: Int) -> String { repeated("ab", bytes) }

  /// Marks that belong on a letter, of two kinds by turns, which normalising has to sort.
  package static func marks(bytes: Int) -> String { repeated("\u{301}\u{316}", bytes) }

  private static func repeated(_ part: String, _ bytes: Int) -> String {
    String(repeating: part, count: bytes / part.utf8.count)
  }
}
