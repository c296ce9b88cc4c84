import BeckonModel

/// What decides which link an install came from.
protocol InstallMatcher {
  /// A link was asked for.
  mutating func visit(_ visit: SimulatedVisit) throws
  /// An app was started for the first time.
  mutating func launch(_ launch: SimulatedLaunch) throws -> SimulatedMatch
}

/// A decision, as the tally needs it.
struct SimulatedMatch {
  let type: MatchType
  let link: Int?
  let reason: String
  /// Milliseconds from the click that was matched to the first launch.
  var age: Int64?
}
