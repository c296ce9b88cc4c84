import BeckonModel

/// What the servers have acknowledged, and what that means for everybody's balance.
struct FleetFacts: Sendable {
  /// Someone who signed up with a referrer.
  struct Member: Sendable {
    let user: String
    let person: String
    /// Index of the referrer.
    let inviter: Int
    var conversion: Conversion?
  }

  /// A conversion, and the answer that must come for ever.
  struct Conversion: Sendable {
    let id: String
    let answer: [UInt8]
  }

  /// Followed links: these have no id of the caller's, so they are sent once.
  struct Clicks: Sendable {
    /// Redirected, so stored.
    var acknowledged = 0
    /// No answer, or one that says that it is not known.
    var unknown = 0
  }

  var members: [Member] = []
  var events: [String] = []
  /// By index of the inviter whose link it was.
  var clicks: [Int: Clicks] = [:]
  var copiesSent = 0
  var violations: [String] = []

  var conversions: Int { members.filter { $0.conversion != nil }.count }
  var acknowledgedClicks: Int { clicks.values.reduce(0) { $0 + $1.acknowledged } }

  /// Takes over what another thread has gathered.
  mutating func add(_ other: FleetFacts) {
    members += other.members
    events += other.events
    clicks.merge(other.clicks) {
      Clicks(acknowledged: $0.acknowledged + $1.acknowledged, unknown: $0.unknown + $1.unknown)
    }
    copiesSent += other.copiesSent
    violations += other.violations
  }
}
