import BeckonModel

/// An app's conversion schemas, one after the other.
public struct ConversionSchemaHistory: Hashable, Sendable {
  /// A schema and when it came into effect.
  public struct Version: Hashable, Sendable {
    /// From 1.
    public let number: Int64
    /// From when on installs are valued by it.
    public let from: Instant
    /// The schema.
    public let schema: ConversionSchema

    /// Makes a version.
    public init(number: Int64, from: Instant, schema: ConversionSchema) {
      self.number = number
      self.from = from
      self.schema = schema
    }
  }

  /// Oldest first.
  public let versions: [Version]

  /// Makes a history of versions, oldest first.
  public init(_ versions: [Version]) {
    self.versions = versions
  }

  /// The one by which an install is valued that came at this time, all its life; for one that came
  /// before the first, the first.
  public func version(at instant: Instant) -> Version? {
    versions.last { $0.from <= instant } ?? versions.first
  }

  /// What a postback's value means.
  public struct Meaning: Hashable, Sendable {
    /// By which version it was read.
    public let version: Int64
    /// Other versions that may have been meant: a device tells neither when the app was first
    /// launched nor how long it waited.
    public let otherVersions: [Int64]
    /// The rules of which one held.
    public let rules: [ConversionRule]
  }

  /// Reads a postback's value back; `nil` when it has none, or there was no schema.
  public func meaning(of postback: Postback, receivedAt: Instant) -> Meaning? {
    guard postback.fineValue != nil || postback.coarseValue != nil else { return nil }
    let launch = postback.window.firstLaunch(ofPostbackAt: receivedAt)
    guard let version = version(at: launch.latestUnlocked),
      let earliest = self.version(at: launch.earliest),
      let latest = self.version(at: launch.latest)
    else { return nil }
    let possible = earliest.number...latest.number
    return Meaning(
      version: version.number,
      otherVersions: versions.map(\.number).filter {
        possible.contains($0) && $0 != version.number
      },
      rules: version.schema.meaning(
        of: postback.fineValue, postback.coarseValue, in: postback.window))
  }
}
