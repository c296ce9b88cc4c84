/// Looks for settings that score better, one at a time: every value worth trying of each setting,
/// in order, with the others as they are best so far; then all of them again.
///
/// It leaves nothing to chance: equal scores give equal settings.
public struct SettingsSearch: Sendable {
  /// How often it goes through all settings.
  public static let rounds = 2
  /// A gain below this is not worth leaving the default for: on other data it would be noise.
  public static let leastGain = 0.000_5

  /// How far it has come.
  public struct Progress: Sendable {
    /// Settings that were tried.
    public let tried: Int
    /// Settings that are tried in all.
    public let total: Int
    /// The best score so far.
    public let score: Double
  }

  /// What it found.
  public struct Result: Sendable {
    /// The best settings.
    public let settings: RecommenderSettings
    /// Their score.
    public let score: Double
    /// The score of those it began with.
    public let firstScore: Double
  }

  /// Finds the settings with the best score.
  /// - Parameters:
  ///   - first: where it begins.
  ///   - show: is told how far it has come.
  ///   - score: how good settings are, higher is better.
  /// - Throws: what `score` throws.
  public static func best(
    from first: RecommenderSettings = RecommenderSettings(),
    show: (Progress) -> Void = { _ in },
    score: (RecommenderSettings) throws -> Double
  ) rethrows -> Result {
    let firstScore = try score(first)
    var (best, top, tried) = (first, firstScore, 1)
    for _ in 0..<rounds {
      for field in RecommenderSettings.fields {
        for value in field.steps {
          tried += 1
          var candidate = best
          field.write(&candidate, value)
          if candidate != best, case let found = try score(candidate), found > top + leastGain {
            (best, top) = (candidate, found)
          }
          show(Progress(tried: tried, total: total, score: top))
        }
      }
    }
    return Result(settings: best, score: top, firstScore: firstScore)
  }

  private static var total: Int {
    1 + rounds * RecommenderSettings.fields.reduce(0) { $0 + $1.steps.count }
  }
}
