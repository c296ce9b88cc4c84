import BeckonModel

/// What is left of something by which an erased person was known.
public struct Tombstone: Hashable, Sendable {
  /// Whether it was theirs for sure. If not, somebody may have claimed what is another's, and
  /// erased it.
  public let isConfirmed: Bool

  /// Makes one.
  public init(isConfirmed: Bool) {
    self.isConfirmed = isConfirmed
  }

  /// Whether somebody who is known by the same was here before. Of a person for whom the server
  /// vouches it must have been theirs for sure.
  public func isReturn(of standing: PersonStanding) -> Bool {
    isConfirmed || standing != .confirmed
  }

  /// Whether facts told by this word are no longer wanted. The app's server is heard all the same
  /// of what somebody had only claimed.
  public func silences(_ trust: Trust) -> Bool { isConfirmed || trust == .client }
}
