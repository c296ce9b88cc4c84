/// Waits until something is so, for what happens in a task or thread of its own.
/// - Throws: `TimedOut` after a minute, `CancellationError`, and what `isSo` throws.
public func eventually(
  file: StaticString = #fileID, line: UInt = #line, _ isSo: () async throws -> Bool
) async throws {
  for _ in 0..<12_000 {
    if try await isSo() { return }
    // Sleeps because: it looks again and again; how long the whole takes is not known.
    try await Task.sleep(nanoseconds: 5_000_000)
  }
  throw TimedOut(description: "not so within a minute, at \(file):\(line)")
}

/// What was waited for has not come to pass in time.
public struct TimedOut: Error, CustomStringConvertible {
  /// Where it was waited for.
  public let description: String
}
