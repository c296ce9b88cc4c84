import Foundation

/// How much of what could be tried is tried.
public enum TestRun {
  /// Whether all is tried, as `script/test --all` asks for; else tests with very many cases of one
  /// kind take a part of them, so that a run stays short.
  public static let isWhole = ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] != nil
}
